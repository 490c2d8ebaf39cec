//: expect safe
// A number that lies across two words is written in both of them, whichever was written before.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct __attribute__((packed)) {
    long number;
} Packed;

static void try(int offset, int from, int count)
{
    unsigned char *memory = malloc(24);
    if (count)
        memset(memory + from, 0xff, (size_t)count);
    Packed *at = (Packed *)(memory + offset);
    at->number = 0x0102030405060708;
    if (at->number != 0x0102030405060708)
        abort();
    for (int k = 0; k < 8; k++)
        assert(memory[offset + k] == 8 - k);
    free(memory);
}
int main(void)
{
    for (int offset = 0; offset <= 9; offset += 3) {
        try(offset, 0, 0);
        try(offset, 0, 8);
        try(offset, 8, 8);
        try(offset, 0, 16);
    }
    return 0;
}
