//: expect bug race 34
// What happens at once is in order with all else that does: which of two such regions comes first decides whether a later
// access races, though they touch different memory.
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int x;
static int a, d, e, seen;

static void *both(void *unused)
{
    __VERIFIER_atomic_begin();
    d++, e++;
    __VERIFIER_atomic_end();
    return unused;
}

static void *first(void *unused)
{
    a = 1;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    __VERIFIER_atomic_begin(), d++, __VERIFIER_atomic_end();
    return unused;
}

static void *second(void *unused)
{
    if (!atomic_load_explicit(&x, memory_order_relaxed))
        return unused;
    __VERIFIER_atomic_begin(), e++, __VERIFIER_atomic_end();
    seen = a;
    return unused;
}

int main(void)
{
    pthread_t r, s, t;
    pthread_create(&r, NULL, both, NULL);
    both(NULL);
    pthread_join(r, NULL);
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}
