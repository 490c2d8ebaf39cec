//: prove proved
// Atomic and volatile objects are touched by all; what is plain is behind its lock, is the
// thread's own, or is not written any more.  What a ghost reads is no access.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static volatile int stop;
static _Atomic int flag;
static pthread_mutex_t m;
static int count, limit = 3, both;
/*@ ghost int seen = 0; */
struct node {
    int value;
};
static struct node *_Atomic last;

/*@ performs action () { stop } */
void wait_stop(void)
{
    while (!stop)
        ;
}
/*@ performs action (stop, flag) { stop == 1 }; action (flag) { flag == 1 } */
void set_stop(void)
{
    stop = 1;
    flag = 1;
}
/*@ performs action (count, seen) { count == \old(count) + 1 || \old(count) >= limit } */
void add(void)
{
    pthread_mutex_lock(&m);
    if (count < limit)
        count++;
    /*@ ghost seen = count; */
    pthread_mutex_unlock(&m);
}
void publish(int v)
{
    struct node *n = malloc(sizeof *n);
    n->value = v;
    last = n;
}
int look(void)
{
    struct node *n = last;
    return n ? n->value : 0;
}
void twice(void)
{
    __VERIFIER_atomic_begin();
    both = both + 1;
    __VERIFIER_atomic_end();
}
