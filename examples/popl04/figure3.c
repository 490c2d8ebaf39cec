//: expect safe
//: both
// Figure 3 of "Summarizing Procedures in Concurrent Programs" (POPL 2004), in C: the resource
// allocator of figure 2 with fine-grained locking.  figure3.zing is the same program in Zing.
//
//     heddle check examples/popl04/figure3.c
//     heddle infer examples/popl04/figure3.c
//
// m[j] guards available[j]; the annotation says so, and heddle infers the same without it.  getResource is no longer one
// transaction: each turn of its loop is one.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { N = 2 };

static bool available[N]; /*@ accessible_if[j] holds(m[j]) */
static pthread_mutex_t m[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static int getResource(void)
{
    int i = 0;
    while (i < N) {                      /* L0 */
        pthread_mutex_lock(&m[i]);       /* L1 */
        if (available[i]) {              /* L2 */
            available[i] = false;        /* L3 */
            pthread_mutex_unlock(&m[i]); /* L4 */
            return i;                    /* L5 */
        } else {
            pthread_mutex_unlock(&m[i]); /* L6 */
        }
        i++; /* L7 */
    }
    return i; /* L8 */
}

/* The companion that the paper mentions and does not show. */
static void freeResource(int i)
{
    pthread_mutex_lock(&m[i]);
    available[i] = true;
    pthread_mutex_unlock(&m[i]);
}

/* A thread that calls the two in any order, as often as it likes.  All resources are taken at the
 * beginning: the first thread holds resource 0, the second one resource 1. */
static void client(int own)
{
    bool mine[N] = {false};
    mine[own] = true;
    while (true) {
        if (heddle_choose(0, 1)) {
            int i = getResource();
            assert(0 <= i && i <= N);
            if (i < N) {
                assert(!mine[i]);
                mine[i] = true;
            }
        } else {
            int i = (int)heddle_choose(0, N - 1);
            if (mine[i]) {
                pthread_mutex_lock(&m[i]);
                assert(!available[i]);
                pthread_mutex_unlock(&m[i]);
                freeResource(i);
                mine[i] = false;
            }
        }
    }
}

static void *thread0(void *unused)
{
    client(0);
    return unused;
}

static void *thread1(void *unused)
{
    client(1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread0, NULL);
    pthread_create(&b, NULL, thread1, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
