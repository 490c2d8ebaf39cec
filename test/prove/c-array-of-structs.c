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

struct t {
    pthread_mutex_t m;
    int a;       /*@ accessible_if holds(m) */
    int data[4]; /*@ accessible_if[j] holds(m) */
};
struct t all[8];
/*@ requires 0 <= k && k < 4 && 0 <= i && i < 8
    performs action (all[i].a, all[i].data[k]) { \old(unlocked(all[i].m)) && all[i].a ==
   \old(all[i].a) + 1 && all[i].data[k] == 7 } */
void f(int i, int k)
{
    pthread_mutex_lock(&all[i].m);
    all[i].a++;
    all[i].data[k] = 7;
    pthread_mutex_unlock(&all[i].m);
}
//: shown
//: hard
