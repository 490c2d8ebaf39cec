//: expect bug
//: options --property=assert
//: output assertion failed: inside == *(int *)p
// The lock is taken away from its holder, who does not notice: no discipline may rely on it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int f;
static int inside, ids[] = {1, 2};

static void *work(void *p)
{
    while (atomic_exchange(&f, 1))
        ;
    inside = *(int *)p;
    assert(inside == *(int *)p);
    f = 0;
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, &ids[0]);
    pthread_create(&b, 0, work, &ids[1]);
    f = 0;
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
