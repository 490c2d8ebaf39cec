//: prove failed
//: failed early access 19 the invariant does not hold any more: key >= 1
//: failed call access 33 the invariant does not hold any more: key >= 1
//: failed make access 39 the invariant does not hold any more: key >= 1
// Invariants are about objects that others can know: not before, but from that moment on.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m;
struct node {
    int key; /*@ accessible_if holds(m) */
    /*@ invariant key >= 1 */
};
static struct node *shared; /*@ accessible_if holds(m) */
void early(void)
{
    struct node *n = malloc(sizeof *n);
    pthread_mutex_lock(&m);
    shared = n;
    n->key = 1;
    pthread_mutex_unlock(&m);
}
/*@ requires n != NULL performs action () { 1 } */
void use(struct node *n)
{
    pthread_mutex_lock(&m);
    if (n->key < 1)
        __builtin_trap();
    pthread_mutex_unlock(&m);
}
void call(void)
{
    struct node *n = malloc(sizeof *n);
    use(n);
}
/*@ performs action () { 1 } */
struct node *make(void)
{
    struct node *n = malloc(sizeof *n);
    return n;
}
/*@ performs action () { 1 } */
struct node *right(void)
{
    struct node *n = malloc(sizeof *n);
    n->key = 2;
    use(n);
    return n;
}
