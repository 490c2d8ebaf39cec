//: expect unknown
//: output accessed in parts
// One thread writes a word, the other one reads half of it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static union {
    _Atomic unsigned word;
    _Atomic unsigned short half[2];
} u;

static void *writer(void *unused)
{
    atomic_store_explicit(&u.word, 0x20001, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    unsigned h = atomic_load_explicit(&u.half[1], memory_order_relaxed);
    assert(h == 0 || h == 2);
    pthread_join(t, 0);
    return 0;
}
