//: expect safe
//: both
// <threads.h>: threads, mutexes, condition variables.
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int one(void *p)
{
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return p ? -1 : 7;
}

int main(void)
{
    thrd_t a;
    int result;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    assert(thrd_create(&a, one, &m) == thrd_success);
    mtx_lock(&m);
    while (!ready)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    assert(thrd_join(a, &result) == thrd_success);
    assert(result == -1);
    cnd_destroy(&c);
    mtx_destroy(&m);
    return 0;
}
//: also --engine=bound
