//: expect safe
//: options --engine=bound
// Figure 8 of "Summarizing Procedures in Concurrent Programs" (POPL 2004), in C: where summaries do
// not help.
//
//     heddle check --engine=bound examples/popl04/figure8.c
//
// The program of figure 4, except that the recursive procedure also writes x and y, which nothing
// guards: it is not one transaction, the stacks that must be told apart grow without end, and the
// paper's algorithm does not terminate.  The bound engine has sets of stacks, and an answer.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int g = 0, x = 0, y = 0;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void foo(int r)
{
    if (r == 0) { /* L0 */
        x = 1;    /* L1 */
        y = 1;    /* L2 */
        foo(r);   /* L3 */
    } else {
        pthread_mutex_lock(&m);   /* L4 */
        g++;                      /* L5 */
        pthread_mutex_unlock(&m); /* L6 */
    }
    return; /* L7 */
}

static void *main_(void *unused)
{
    int q = (int)heddle_choose(0, 1);
    foo(q);                   /* M0 */
    pthread_mutex_lock(&m);   /* M1 */
    assert(g >= 1);           /* M2 */
    pthread_mutex_unlock(&m); /* M3 */
    return unused;            /* M4 */
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, main_, NULL);
    pthread_create(&b, NULL, main_, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
