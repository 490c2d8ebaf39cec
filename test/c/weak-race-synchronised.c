// What an acquire load reads may put a plain write of the same object before it: then the two do not
// race, though before the load nothing does.  Who has seen `late` knows that the other thread's fence
// came first, so the load cannot read what was there before 2.
//: expect safe
//: both
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int other, late;

static void *writer(void *unused)
{
    x = 1;
    __atomic_store_n(&x, 2, __ATOMIC_RELEASE);
    atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&other, memory_order_relaxed))
        atomic_store_explicit(&late, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&late, memory_order_relaxed))
        __atomic_load_n(&x, __ATOMIC_ACQUIRE);
    pthread_join(thread, NULL);
    return 0;
}
