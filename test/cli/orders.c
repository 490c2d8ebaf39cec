#include <stdatomic.h>
atomic_int a;
int b;
volatile int v;
int main(void)
{
    int e = 0;
    atomic_store_explicit(&a, 1, memory_order_release);
    int x = atomic_load_explicit(&a, memory_order_consume);
    x += atomic_load(&a);
    atomic_fetch_add_explicit(&a, 1, memory_order_acq_rel);
    atomic_exchange_explicit(&a, 1, memory_order_release);
    atomic_compare_exchange_strong_explicit(&a, &e, 2, memory_order_acq_rel, memory_order_relaxed);
    __sync_fetch_and_add(&b, 1);
    __atomic_store_n(&b, 1, __ATOMIC_RELAXED);
    v = 3;
    atomic_thread_fence(memory_order_consume);
    atomic_thread_fence(memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_seq_cst);
    __sync_synchronize();
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("" ::: "memory");
    return x;
}
