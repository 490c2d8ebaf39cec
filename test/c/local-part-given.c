//: expect bug assert 31
// Whoever knows the address of a part of a local variable knows a part of it: a member, an element,
// one in another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    int before;
    struct {
        atomic_int first;
        atomic_int many[3];
    } inner;
} Own;

static void *change(void *part)
{
    *(atomic_int *)part = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    Own own = {0};
    int k = 2;
    pthread_create(&t, 0, change, &own.inner.first);
    pthread_join(t, 0);
    pthread_create(&t, 0, change, &own.inner.many[k]);
    int first = own.inner.many[2], second = own.inner.many[2];
    pthread_join(t, 0);
    assert(first == second);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
