//: prove failed
//: failed put performs 19 the predicate of the action does not hold: (\result <==> \old(full))
//: failed look performs 25 of the action does not hold: k > 3 && \old(full) ==> \result == 1
#include <pthread.h>
#include <stdbool.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;     /*@ accessible_if holds(m) */
static bool full; /*@ accessible_if holds(m) */
/*@ performs action (x, full) { (\old(full) ==> x == \old(x)) && (\result <==> \old(full)) } */
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
/*@ requires k > 3 */
/*@ performs action () { k > 3 && \old(full) ==> \result == 1 ==> k > 6 } */
int look(int k)
{
    return 1;
}
