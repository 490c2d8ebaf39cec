//: expect bug
//: output data race
// One access without the lock.
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag f = ATOMIC_FLAG_INIT;
static int x;

static void *add(void *p)
{
    while (atomic_flag_test_and_set(&f))
        ;
    x++;
    atomic_flag_clear(&f);
    return p;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    while (atomic_flag_test_and_set(&f))
        ;
    x++;
    atomic_flag_clear(&f);
    int seen = x;
    pthread_join(a, 0);
    return seen;
}
//: also --engine=bound
