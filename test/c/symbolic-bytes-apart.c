//: expect unknown
//: options --engine=symbolic --memory-model=sc
// A number is read two bytes behind the place where it was written: it is not the same, though it is as long.
#include <assert.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);

struct __attribute__((packed)) anywhere {
    uint32_t number;
};

static unsigned char bytes[8];

int main(void)
{
    uint32_t written = (uint32_t)__VERIFIER_nondet_int();
    ((struct anywhere *)bytes)->number = written;
    uint32_t seen = ((struct anywhere *)(bytes + 2))->number;
    assert(seen == written);
    return 0;
}
