//: error 8:20 the members of a struct that is declared in a function have no access predicates
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static int f(void)
{
    struct S {
        int a; /*@ accessible_if holds(m) */
    } s = {0};
    return s.a;
}
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    x = f();
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    return 0;
}
