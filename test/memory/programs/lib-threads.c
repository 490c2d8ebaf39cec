//: sc safe
//: rc11 safe
// <threads.h>: a thread knows what came before it was made, and who waits for its end what it has done; mtx_t.
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

static atomic_int other;
static mtx_t lock;
static int before, under, after;

static int work(void *unused)
{
    (void)unused;
    assert(before == 1);
    mtx_lock(&lock);
    under++;
    mtx_unlock(&lock);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    after = 1;
    return 0;
}

int main(void)
{
    thrd_t a;
    mtx_init(&lock, mtx_plain);
    before = 1;
    thrd_create(&a, work, NULL);
    mtx_lock(&lock);
    under++;
    mtx_unlock(&lock);
    thrd_join(a, NULL);
    assert(after == 1 && under == 2);
    return 0;
}
