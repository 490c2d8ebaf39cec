//: expect bug deadlock
// Two threads wait, and one is woken.
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int ready;

static void *work(void *arg)
{
    while (!ready)
        syscall(SYS_futex, &ready, FUTEX_WAIT, 0, NULL, NULL, 0);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    ready = 1;
    syscall(SYS_futex, &ready, FUTEX_WAKE, 1, NULL, NULL, 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
