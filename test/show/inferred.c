// What prove finds out about a loop by itself: each sentence is true at the head of the loop, in every round.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total; /*@ accessible_if holds(m) */

/*@ requires 0 <= n && n <= 10
    performs action (total) { \old(unlocked(m)) && total == \old(total) + n } */
static void add(int n)
{
    int k = 0;
    while (k < n)
        k++;
    pthread_mutex_lock(&m);
    total += k;
    pthread_mutex_unlock(&m);
}

int main(void)
{
    add(3);
    return 0;
}
