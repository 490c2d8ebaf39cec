//: prove proved
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct s {
    pthread_mutex_t m;
    int x;
    int y;
    struct s *next;
};

pthread_mutex_t m;
struct s *head;
int f(void)
{
    int n = 0;
    pthread_mutex_lock(&m);
    for (struct s *p = head; p; p = p->next)
        n++;
    pthread_mutex_unlock(&m);
    return n;
}
