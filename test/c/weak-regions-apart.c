//: expect safe
//: also --no-reduction
// Regions that happen at once are in order with each other whatever they touch, also what one thread alone does: what the first
// thread has done before its region is known to who has seen its flag and goes through a region of its own.
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int data, first, second, seen;
static atomic_int flag;

static void *write(void *unused)
{
    data = 1;
    __VERIFIER_atomic_begin();
    first = 1;
    __VERIFIER_atomic_end();
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *read(void *unused)
{
    if (!atomic_load_explicit(&flag, memory_order_relaxed))
        return unused;
    __VERIFIER_atomic_begin();
    second = 1;
    __VERIFIER_atomic_end();
    seen = data;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, write, NULL);
    pthread_create(&t[1], NULL, read, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
