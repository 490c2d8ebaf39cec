//: prove proved
// Who stops for ever before it has done anything that others see, or after its action, is right.
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
static pthread_mutex_t m;
static int a;
/*@ performs action (a) { a == 99 } */
void f(int k)
{
    if (k)
        abort();
    pthread_mutex_lock(&m);
    a = 99;
    pthread_mutex_unlock(&m);
    if (k > 3)
        __builtin_trap();
}

/*@ performs action (a) { a == 1 } */
void g(int k)
{
    pthread_mutex_lock(&m);
    __VERIFIER_assume(k > 2);
    a = 1;
    if (k == 7)
        exit(1);
    pthread_mutex_unlock(&m);
}

/*@ performs action (a) { a == 5 } */
void last_words(void)
{
    pthread_mutex_lock(&m);
    a = 5;
    pthread_mutex_unlock(&m);
    abort();
}
