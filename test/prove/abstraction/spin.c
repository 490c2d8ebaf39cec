/* Every end that two threads can come to with a spin lock is an assertion that fails. */
#include <assert.h>
#include <pthread.h>

#include "heddle.h"

static pthread_spinlock_t l;
static int x;

static void *run(void *unused)
{
    if (heddle_choose(0, 1) ? pthread_spin_lock(&l) : pthread_spin_trylock(&l))
        return unused;
    int seen = x;
    x = seen + 1;
    pthread_spin_unlock(&l);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_spin_init(&l, 0);
    pthread_create(&one, 0, run, 0);
    pthread_create(&two, 0, run, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_spin_destroy(&l);
    assert(x != 0);
    assert(x != 1);
    assert(x != 2);
    assert(x <= 2);
    return 0;
}
