//: expect bounded
//: options --as-tried
// The processor's counter, by the intrinsic function and in assembly: it does not go back.
#include <assert.h>
#include <stdint.h>
#include <x86intrin.h>

static uint64_t ticks(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

int main(void)
{
    uint64_t first = __rdtsc(), second = ticks(), third = __rdtsc();
    assert(0 < first && first <= second && second <= third);
    return 0;
}
