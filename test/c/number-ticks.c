//: expect safe
//: recursive
//: options --property=assert
/* The same as test/spl/number-ticks.spl, in C; test/cli/number-mutants-c.test breaks it in five ways. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>

static unsigned n;
static bool locked;

static void tick(void *unused)
{
    unsigned old = n;
    n = n + 1;
    assert(n == old + 1);
    if (!locked) {
        locked = true;
        n = n + 1;
        locked = false;
    }
    assert(!locked);
    heddle_post(tick, unused);
}

int main(void)
{
    while (heddle_choose(0, 1))
        heddle_post(tick, 0);
    pthread_exit(0);
}
