//: expect bug assert 44
//: both
// Who shows a struct shows what its members point to, the last of them as well as the first, and
// what those point to.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
    long key;
    atomic_int *number;
} Inner;
typedef struct {
    long key, other;
    Inner *inner;
} Outer;
static _Atomic(Outer *) place;

static void *change(void *argument)
{
    Outer *outer = place;
    if (outer)
        *outer->inner->number = 1;
    return argument;
}
static Inner *make(void)
{
    Inner *inner = malloc(sizeof *inner);
    inner->number = malloc(sizeof *inner->number);
    *inner->number = 0;
    return inner;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, change, 0);
    Outer *outer = malloc(sizeof *outer);
    Inner *inner = make();
    outer->inner = inner;
    place = outer;
    int first = *inner->number, second = *inner->number;
    pthread_join(t, 0);
    assert(first == second);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
