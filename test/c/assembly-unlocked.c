//: expect bug assert 25
// Without the prefix `lock` an instruction reads and writes memory in two: an update is lost.
#include <assert.h>
#include <pthread.h>

static int count;

static void *work(void *arg)
{
    __asm__ volatile("incl %0" : "+m"(count) : : "memory", "cc");
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    __asm__ volatile("lock; incl %0" : "+m"(count) : : "memory", "cc");

    int seen;
    __asm__ volatile("movl %1,%0" : "=r"(seen) : "m"(count));
    assert(seen == 3);
    return 0;
}
