//: expect safe
// A pointer that is -1 is a number in memory, too, whoever reads it.
#include <assert.h>
#include <string.h>

union {
    void *pointer;
    long number;
    unsigned char byte[sizeof(void *)];
} u;

static void *kept;

int main(void)
{
    long copy;
    u.pointer = (void *)-1;
    assert(u.number == -1 && u.byte[7] == 255 && u.byte[0] == 255);
    kept = (void *)-2;
    memcpy(&copy, &kept, sizeof copy);
    assert(copy == -2 && kept != u.pointer);
    return 0;
}
