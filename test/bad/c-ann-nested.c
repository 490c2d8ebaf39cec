//: error 5:16 this memory has another access predicate, at line 7
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct S {
    int a; /*@ accessible_if holds(m) */
};
static struct S x; /*@ accessible_if holds(m) */
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    x.a++;
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
