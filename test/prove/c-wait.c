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
pthread_cond_t c;
int n; /*@ accessible_if holds(m) */
void f(void)
{
    pthread_mutex_lock(&m);
    int before = n;
    pthread_cond_wait(&c, &m);
    assert(n == before);
    pthread_mutex_unlock(&m);
}
//: shown
