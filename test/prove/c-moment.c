//: prove proved --int=math
// What a loop has changed since another moment: \old, \at with a label, LoopEntry.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum; //@ accessible_if holds(m)

/*@ requires holds(m); modifies sum; ensures sum == \old(sum) + 2 * n */
static void twice(int n)
{
    for (int i = 0; i != n; i++) /*@ invariant sum == \old(sum) + 2 * i */ {
        sum += 2;
    }
}

/*@ performs action (sum) { unlocked(m) && sum == \old(sum) + 3 * n } */
void thrice(int n)
{
    pthread_mutex_lock(&m);
L:;
    int i = 0;
    /*@ invariant sum == \at(sum, L) + 3 * i */
    while (i != n) {
        sum += 3;
        i++;
    }
    pthread_mutex_unlock(&m);
}
int plus(int x, int n)
{
    for (int i = 0; i != n; i++) /*@ invariant x == \at(x, LoopEntry) + i */ {
        x++;
    }
    return x;
}
