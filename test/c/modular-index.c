//: expect safe
//: options --engine=modular --memory-model=sc
// What is said of the elements of some indices: below i they are filled, on the heap they were written. What is read behind a
// loop is at an index of its own.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
static int filled[1000], stack[16], top;

static void fill(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000)
        return;
    for (unsigned i = 0; i < n; i++)
        filled[i] = 7;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < n)
        assert(filled[k] == 7);
}

static void block(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return;
    char *bytes = malloc(n);
    for (int i = 0; i < n; i++)
        bytes[i] = 1;
    for (int i = n - 1; i >= 0; i--)
        assert(bytes[i] == 1);
    free(bytes);
}

static void push_and_pop(void)
{
    for (;;) {
        int value = __VERIFIER_nondet_int();
        if (value && top < 16)
            stack[top++] = value;
        else if (top > 0)
            assert(stack[--top] != 0);
    }
}

int main(void)
{
#if defined BLOCK
    block();
#elif defined STACK
    push_and_pop();
#else
    fill();
#endif
    return 0;
}
