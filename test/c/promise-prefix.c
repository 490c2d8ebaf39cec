//: expect safe
//: options --ltl=waitfree(add)
// What is promised of one function is not promised of one whose name begins like it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, n;

static void add(void)
{
    n++;
}
static void add_slowly(void)
{
    while (atomic_exchange(&lock, 1))
        ;
    add();
    lock = 0;
}
static void *works(void *unused)
{
    for (;;) {
        add_slowly();
        n = 0;
    }
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, works, NULL);
    works(NULL);
    return 0;
}
