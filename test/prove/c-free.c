//: prove unknown
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

struct s *head;
pthread_mutex_t m;
void pop(void)
{
    pthread_mutex_lock(&m);
    struct s *n = head;
    if (n)
        head = n->next;
    pthread_mutex_unlock(&m);
    free(n);
}
