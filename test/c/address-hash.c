//: expect safe
// Numbers that are made of addresses, for all layouts of memory: what is in a table is found again, whichever
// cells were chosen; tags come out as they went in; alignment, distances inside of an object and bytes
// are what they are in every run.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct node {
    long key;
    struct node *next;
};
static struct node *table[4];
static _Alignas(64) char line[128];
static int number;

static unsigned cell(const void *p)
{
    return (unsigned)((uintptr_t)p >> 4) % 4;
}

static int is_there(const struct node *n)
{
    for (struct node *m = table[cell(n)]; m; m = m->next)
        if (m == n)
            return 1;
    return 0;
}

int main(void)
{
    struct node *nodes[3];
    for (int i = 0; i < 3; i++) {
        nodes[i] = malloc(sizeof *nodes[i]);
        if (!nodes[i])
            exit(0);
        nodes[i]->next = table[cell(nodes[i])];
        table[cell(nodes[i])] = nodes[i];
    }
    for (int i = 0; i < 3; i++)
        assert(is_there(nodes[i]));
    uintptr_t tagged = (uintptr_t)nodes[0] | 5;
    assert((tagged & 7) == 5 && (struct node *)(tagged & ~(uintptr_t)7) == nodes[0]);
    assert((uintptr_t)nodes[1] % 16 == 0 && (uintptr_t)&nodes[1]->next % 16 == 8);
    assert((uintptr_t)line % 64 == 0 &&
           ((uintptr_t)(line + 70) & ~(uintptr_t)63) == (uintptr_t)(line + 64));
    assert((uintptr_t)&number % 4 == 0);
    assert((uintptr_t)nodes[2] % 3 == (uintptr_t)nodes[2] % 12 % 3);
    union {
        void *pointer;
        unsigned char bytes[8];
    } u = {nodes[2]};
    assert(u.bytes[0] % 16 == 0 && u.bytes[7] == 0 &&
           (u.bytes[0] >> 4 & 1) == ((uintptr_t)nodes[2] >> 4 & 1));
    for (int i = 0; i < 3; i++)
        free(nodes[i]);
    return 0;
}
