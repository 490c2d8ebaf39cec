//: prove proved
// `==>` binds less than `||` and associates to the right, `<==>` binds least.
#include <pthread.h>
#include <stdbool.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;     /*@ accessible_if holds(m) */
static bool full; /*@ accessible_if holds(m) */
/*@ performs action (x, full) { (\old(full) ==> x == \old(x)) && (\result <==> !\old(full)) } */
bool put(void)
{
    pthread_mutex_lock(&m);
    bool r = !full;
    if (r) {
        x = x + 1;
        full = true;
    }
    pthread_mutex_unlock(&m);
    return r;
}
/*@ requires k >= 0 && k < 4 ==> true */
/*@ performs action () { k > 3 && \old(full) ==> \result == 1 ==> k > 2 } */
int look(int k)
{
    return k;
}
