//: prove failed
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
int n;
void f(void)
{
    pthread_mutex_lock(&m);
    n = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
}
