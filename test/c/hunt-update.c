// A lost update in the last of 100 rounds: breadth-first all interleavings of the rounds before come first.
//: expect bug assert 27
//: slow
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
enum { ROUNDS = 100 };
static atomic_int x;
static void *work(void *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        if (i == ROUNDS - 1) {
            int seen = x;
            x = seen + 1;
        } else
            atomic_fetch_add(&x, 1);
    }
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2 * ROUNDS);
    return 0;
}
