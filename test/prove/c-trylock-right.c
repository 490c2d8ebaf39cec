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
int n; /*@ accessible_if holds(m) */
void f(void)
{
    if (pthread_mutex_trylock(&m))
        return;
    n = 1;
    pthread_mutex_unlock(&m);
}
//: shown
