//: expect safe
//: both
// Figure 5 of "Summarizing Procedures in Concurrent Programs" (POPL 2004), in C: one procedure,
// called from two different places in a transaction.  figure5.zing is the same program in Zing.
//
//     heddle check examples/popl04/figure5.c
//     heddle infer examples/popl04/figure5.c
//
// m guards gm, n guards gn.  foo1 calls bar before its commit, foo2 after it.
#include <pthread.h>
#include <stddef.h>

static int gm = 0; /*@ accessible_if holds(m) */
static int gn = 0; /*@ accessible_if holds(n) */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

/*@ atomic */
static void bar(void)
{
    pthread_mutex_lock(&m);   /* N0 */
    gm++;                     /* N1 */
    pthread_mutex_unlock(&m); /* N2 */
}

static void *foo1(void *unused)
{
    pthread_mutex_lock(&n);   /* L0 */
    gn++;                     /* L1 */
    bar();                    /* L2 */
    pthread_mutex_unlock(&n); /* L3 */
    return unused;            /* L4 */
}

static void *foo2(void *unused)
{
    pthread_mutex_lock(&n);   /* M0 */
    gn++;                     /* M1 */
    pthread_mutex_unlock(&n); /* M2 */
    bar();                    /* M3 */
    return unused;            /* M4 */
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, foo1, NULL);
    pthread_create(&b, NULL, foo2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
