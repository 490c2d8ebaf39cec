//: expect safe
//: both
// Figure 5 of "Summarizing Procedures in Concurrent Programs" (POPL 2004), in C: one procedure,
// called from two different places in a transaction.  figure5.zing is the same program in Zing.
//
//     heddle check examples/popl04/figure5.c
//     heddle infer examples/popl04/figure5.c
//     heddle summary --every-value --property=assert examples/popl04/figure5.c
//
// m guards gm, n guards gn.  foo1 calls bar before its commit, foo2 after it.
#include <pthread.h>
#include <stddef.h>

static int gm = 0; /*@ accessible_if holds(m) */
static int gn = 0; /*@ accessible_if holds(n) */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

/*@ atomic */ static void bar(void)
{
N0: pthread_mutex_lock(&m);
N1: gm++;
N2: pthread_mutex_unlock(&m);
}

static void *foo1(void *unused)
{
L0: pthread_mutex_lock(&n);
L1: gn++;
L2: bar();
L3: pthread_mutex_unlock(&n);
L4: return unused;
}

static void *foo2(void *unused)
{
M0: pthread_mutex_lock(&n);
M1: gn++;
M2: pthread_mutex_unlock(&n);
M3: bar();
M4: return unused;
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
