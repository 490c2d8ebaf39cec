//: expect bug assert 26
//: both
// One of the elements is wrong: an index that main has looked at, though main ends without a `return` of its own, and behind other threads.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int table[8] = {0, 1, 2, 3, 4, 5, 9, 7};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= 8)
        return 0;
    pthread_mutex_lock(&m);
    assert(table[k] <= k);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
