//: expect safe
// C11 atomics and the older builtins, one thread.
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static atomic_int n;
static _Atomic uint8_t small = 250;
static atomic_bool flag;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Atomic(int *) pointer;
static int x, y;

int main(void)
{
    assert(atomic_fetch_add(&n, 5) == 0 && atomic_load(&n) == 5);
    assert(atomic_fetch_sub(&n, 2) == 5 && n == 3);
    assert(atomic_fetch_or(&n, 12) == 3 && atomic_fetch_and(&n, 9) == 15 &&
           atomic_fetch_xor(&n, 1) == 9);
    assert(atomic_exchange(&n, 40) == 8);
    n++;
    n *= 2;
    assert(n == 82);
    int expected = 81;
    assert(!atomic_compare_exchange_strong(&n, &expected, 1) && expected == 82);
    assert(atomic_compare_exchange_strong(&n, &expected, 1) && n == 1);
    small += 10;
    assert(small == 4);
    assert(!atomic_exchange(&flag, true) && flag);
    assert(!atomic_flag_test_and_set(&lock) && atomic_flag_test_and_set(&lock));
    atomic_flag_clear(&lock);
    assert(!pointer);
    pointer = &x;
    int *old = &x;
    assert(atomic_compare_exchange_strong(&pointer, &old, &y) && pointer == &y);
    *atomic_load(&pointer) = 7;
    assert(y == 7);
    assert(__sync_fetch_and_add(&x, 3) == 0 && __sync_add_and_fetch(&x, 3) == 6);
    assert(__sync_bool_compare_and_swap(&x, 6, 9) && __sync_val_compare_and_swap(&x, 1, 2) == 9);
    assert(__atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST) == 10 &&
           __atomic_fetch_nand(&x, 2, __ATOMIC_SEQ_CST) == 10);
    assert(x == -3);
    __sync_synchronize();
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
