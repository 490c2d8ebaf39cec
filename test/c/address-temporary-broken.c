//: expect bug assert 8
// What has no name may lie anywhere where its numbers may.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    assert((uintptr_t)(int[]){1} % 8 == 0);
    return 0;
}
