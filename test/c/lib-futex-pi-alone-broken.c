//: expect bug race
//: options --memory-model=rc11
// Nobody but the kernel reads and writes the word: who gives it back before the last access races.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic int word;
static int count;

static void *work(void *arg)
{
    if (syscall(SYS_futex, &word, FUTEX_LOCK_PI_PRIVATE, 0, NULL))
        return arg;
    syscall(SYS_futex, &word, FUTEX_UNLOCK_PI_PRIVATE);
    count++;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
