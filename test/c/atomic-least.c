//: expect safe
// The least and the greatest of two, with sign and without, of each width.
#include <assert.h>

#define TRY(type, small, large)                                                                    \
    do {                                                                                           \
        type x = (small);                                                                          \
        assert(__atomic_fetch_max(&x, (type)(large), __ATOMIC_SEQ_CST) == (type)(small));          \
        assert(x == (type)(large));                                                                \
        __atomic_fetch_max(&x, (type)(small), __ATOMIC_SEQ_CST);                                   \
        assert(x == (type)(large));                                                                \
        assert(__atomic_fetch_min(&x, (type)(small), __ATOMIC_SEQ_CST) == (type)(large));          \
        assert(x == (type)(small));                                                                \
        __atomic_fetch_min(&x, (type)(large), __ATOMIC_SEQ_CST);                                   \
        assert(x == (type)(small));                                                                \
        assert(__atomic_fetch_nand(&x, (type)(large), __ATOMIC_SEQ_CST) == (type)(small));         \
        assert(x == (type) ~((type)(small) & (type)(large)));                                      \
    } while (0)

int main(void)
{
    TRY(int, -3, 2);
    TRY(unsigned, 2, -3);
    TRY(long, -(1L << 40), 7);
    TRY(unsigned long, 7, -1);
    TRY(int, -2147483647 - 1, 2147483647);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
