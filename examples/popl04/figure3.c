//: expect safe
//: both
// Figure 3 of "Summarizing Procedures in Concurrent Programs" (POPL 2004), in C: the resource
// allocator of figure 2 with fine-grained locking.  figure3.zing is the same program in Zing.
//
//     heddle check examples/popl04/figure3.c
//     heddle infer examples/popl04/figure3.c
//     heddle summary --every-value --property=assert examples/popl04/figure3.c getResource
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
L0: while (i < N) {
L1:     pthread_mutex_lock(&m[i]);
L2:     if (available[i]) {
L3:         available[i] = false;
L4:         pthread_mutex_unlock(&m[i]);
L5:         return i;
        } else {
L6:         pthread_mutex_unlock(&m[i]);
        }
L7:     i++;
    }
L8: return i;
}

/* The companion that the paper mentions and does not show. */
static void freeResource(int i)
{
    pthread_mutex_lock(&m[i]);
    available[i] = true;
    pthread_mutex_unlock(&m[i]);
}

static void *free0(void *unused)
{
    freeResource(0);
    return unused;
}

static void *free1(void *unused)
{
    freeResource(1);
    return unused;
}

static void *client(void *unused)
{
    int i = getResource();
    assert(0 <= i && i <= N);
    return unused;
}

/* Any resources are free at the beginning.  One thread takes one, and the others give back those
 * that were not. */
int main(void)
{
    pthread_t t;
    bool a = heddle_choose(0, 1);
    bool b = heddle_choose(0, 1);
    available[0] = a;
    available[1] = b;
    if (!a)
        pthread_create(&t, NULL, free0, NULL);
    if (!b)
        pthread_create(&t, NULL, free1, NULL);
    pthread_create(&t, NULL, client, NULL);
    pthread_exit(NULL);
}
