//: expect safe
//: both
// Figure 2 of "Summarizing Procedures in Concurrent Programs" (Qadeer, Rajamani, Rehof, POPL 2004),
// in C: a resource allocator with coarse-grained locking.  figure2.zing is the same program in
// Zing.
//
//     heddle check examples/popl04/figure2.c
//     heddle infer examples/popl04/figure2.c
//     heddle summary --every-value --property=assert examples/popl04/figure2.c getResource
//
// There are N resources; available[j] says that resource j is free, and the mutex m guards the
// whole array.  A call of getResource is one transaction, from L0 to L5 or L8: no other thread
// needs to run inside it.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { N = 2 };

static bool available[N]; /*@ accessible_if[j] holds(m) */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

/*@ atomic */
static int getResource(void)
{
    int i = 0;
L0: pthread_mutex_lock(&m);
L1: while (i < N) {
L2:     if (available[i]) {
L3:         available[i] = false;
L4:         pthread_mutex_unlock(&m);
L5:         return i;
        }
L6:     i++;
    }
L7: pthread_mutex_unlock(&m);
L8: return i;
}

/* The companion that the paper mentions and does not show. */
/*@ atomic */
static void freeResource(int i)
{
    pthread_mutex_lock(&m);
    available[i] = true;
    pthread_mutex_unlock(&m);
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
                pthread_mutex_lock(&m);
                assert(!available[i]);
                pthread_mutex_unlock(&m);
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
