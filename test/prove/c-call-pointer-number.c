//: prove failed
//: failed local access 16 the assertion may fail: x == 1
//: failed heap access 26 the assertion may fail: p->a == 1
// Whoever is given the number of an address may make an address of it.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
struct pair {
    int a;
};

int local(void (*visit)(uintptr_t))
{
    int x = 1;
    visit((uintptr_t)&x);
    assert(x == 1);
    return x;
}
int heap(void (*visit)(uintptr_t))
{
    struct pair *p = malloc(sizeof *p);
    if (!p)
        return 0;
    p->a = 1;
    visit((uintptr_t)p);
    assert(p->a == 1);
    return 0;
}
int other(void (*visit)(uintptr_t))
{
    struct pair *p = malloc(sizeof *p);
    if (!p)
        return 0;
    p->a = 1;
    visit(3);
    assert(p->a == 1);
    free(p);
    return 0;
}
