//: expect safe
/* Who tries again is where he was. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused)
{
    for (int i = 0; i < 2; i++) {
        int seen = atomic_load(&x);
        while (!atomic_compare_exchange_weak(&x, &seen, seen + 1))
            ;
    }
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 4);
    return 0;
}
//: also --engine=summarize
