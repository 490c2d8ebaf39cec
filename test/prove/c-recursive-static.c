//: prove unknown
#define _GNU_SOURCE
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

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int x;
void f(void)
{
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
}
