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

struct t {
    pthread_mutex_t m;
    int a; /*@ accessible_if holds(m) */
};
struct t all[8];
void f(int i, int k)
{
    pthread_mutex_lock(&all[i].m);
    all[k].a++;
    pthread_mutex_unlock(&all[i].m);
}
