//: expect safe
// A spin lock that is written in assembly orders what it guards, as one of C does.
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>

static int lock, count;

static int exchange(int *at, int value)
{
    __asm__ volatile("xchgl %0,%1" : "+r"(value), "+m"(*at) : : "memory");
    return value;
}

static void *work(void *arg)
{
    while (exchange(&lock, 1))
        _mm_pause();
    count++;
    __asm__ volatile("movl $0,%0" : "=m"(lock) : : "memory");
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
