//: expect bug assert
// Destructors of keys run in the thread that ends, after its start function, and meet others there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t first, second;
static atomic_int steps, seen;

static void one(void *value)
{
    steps++;
    (void)value;
}

static void two(void *value)
{
    if (steps == 1)
        seen = 1;
    steps++;
    (void)value;
}

static void *work(void *arg)
{
    pthread_setspecific(first, &steps);
    pthread_setspecific(second, &seen);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_key_create(&first, one);
    pthread_key_create(&second, two);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(seen && steps == 4));
    return 0;
}
