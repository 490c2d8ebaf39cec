//: expect safe
//: options --engine=modular --property=assert,memory,lock --memory-model=sc
// An arbitrary element of the stack is less than 800, and so is what is popped; `top` is at most i.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 800 };
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static unsigned stack[SIZE];
static int top;

static void *push(void *argument)
{
    for (int i = 0; i < SIZE; i++) {
        __VERIFIER_atomic_begin();
        unsigned value = __VERIFIER_nondet_uint();
        __VERIFIER_assume(value < SIZE);
        assert(top != SIZE);
        stack[top] = value;
        top++;
        __VERIFIER_atomic_end();
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, push, 0);
    for (;;) {
        __VERIFIER_atomic_begin();
        if (top > 0) {
            top--;
            assert(stack[top] < SIZE);
        }
        __VERIFIER_atomic_end();
    }
}
