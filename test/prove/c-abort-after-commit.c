//: prove failed
//: failed f performs 16 the predicate of the action does not hold: a == 99
//: failed g performs 26 the predicate of the action does not hold: a == 99
//: failed h performs 36 the predicate of the action does not hold: a == 99
// What a thread did before it stopped for ever is there for the others to see.
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
static pthread_mutex_t m;
static int a;
/*@ performs action (a) { a == 99 } */
void f(int k)
{
    pthread_mutex_lock(&m), a = k ? 1 : 99, pthread_mutex_unlock(&m);
    if (k)
        abort();
}

/*@ performs action (a) { a == 99 } */
void g(int k)
{
    pthread_mutex_lock(&m);
    a = k ? 1 : 99;
    pthread_mutex_unlock(&m);
    if (k)
        __builtin_trap();
}

/*@ performs action (a) { a == 99 } */
void h(int k)
{
    pthread_mutex_lock(&m);
    a = k ? 1 : 99;
    pthread_mutex_unlock(&m);
    if (k)
        exit(1);
}
