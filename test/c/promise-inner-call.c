//: expect bug ltl
//: options --ltl=waitfree(add)
// The call waits in a function that it calls.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock, n;
static void spin(void)
{
    while (atomic_exchange(&lock, 1))
        ;
}
static void add(void)
{
    spin();
    n++;
    lock = 0;
}
static void *works(void *unused)
{
    for (;;) {
        add();
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
