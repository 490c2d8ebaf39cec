//: expect safe
// Numbers in pointers, pointers in integers, tags in low bits, differences, container_of.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct inner {
    int k;
};
struct outer {
    long a;
    struct inner in;
};

static uintptr_t tagged;

static void *identity(void *argument)
{
    long n = (long)argument;
    return (void *)(n + 1);
}

static struct outer *container(struct inner *p)
{
    return (struct outer *)((char *)p - offsetof(struct outer, in));
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, 0, identity, (void *)41L);
    pthread_join(t, &result);
    assert((long)result == 42);
    struct outer *o = malloc(sizeof *o);
    tagged = (uintptr_t)o | 1;
    assert(tagged & 1);
    ((struct outer *)(tagged & ~(uintptr_t)1))->in.k = 3;
    assert(o->in.k == 3 && container(&o->in) == o);
    int a[4], *p = a, *q = &a[3];
    assert(q - p == 3 && p < q && (uintptr_t)p != (uintptr_t)q && p + 3 == q);
    assert((void *)-1 != (void *)0);
    free(o);
    return 0;
}
