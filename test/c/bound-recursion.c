//: expect bug assert 31
//: options --engine=bound
//: contexts 3
// Stacks without a bound: only a caller of dive can fail, after the other thread has seen what the
// callee did.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool up, seen;

static void *watcher(void *unused)
{
    heddle_assume(up);
    seen = true;
    return unused;
}

/* True: it has returned from a call. */
static bool dive(int depth)
{
    if (!heddle_choose(0, 1)) {
        up = true;
        return depth > 0;
    }
    bool below = dive(1);
    if (below) {
        bool late = seen;
        assert(!late);
    }
    return below;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, watcher, 0);
    dive(0);
    return 0;
}
