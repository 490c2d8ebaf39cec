//: expect unknown
//: options --engine=explore
// Figure 4 of "Summarizing Procedures in Concurrent Programs" (POPL 2004), in C: a recursion without end.
//
//     heddle check examples/popl04/figure4.c
//
// foo calls itself for ever if its parameter is 0; otherwise it increments g.  A search that keeps the
// stacks of the threads (--engine=explore) does not end, and says so.  But the body of foo is one
// transaction, so a summary says all there is to say about it: whoever comes back from foo has incremented
// g.  (A real stack is finite, of course; the program is not meant to be run.)
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int g = 0;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void foo(int r)
{
    if (r == 0) { /* L0 */
        foo(r);   /* L1 */
    } else {
        pthread_mutex_lock(&m);   /* L2 */
        g++;                      /* L3 */
        pthread_mutex_unlock(&m); /* L4 */
    }
    return; /* L5 */
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
