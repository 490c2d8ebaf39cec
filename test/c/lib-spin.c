//: expect safe
//: both
// A spin lock excludes.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t s;
static int x;

static void *one(void *p)
{
    pthread_spin_lock(&s);
    x++;
    assert(x == 1);
    x--;
    pthread_spin_unlock(&s);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_spin_destroy(&s);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
