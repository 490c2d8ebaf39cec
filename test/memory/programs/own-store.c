//: tso safe
//: sc safe
//: delay safe
// A thread reads what it has stored, whether others see it or not; also a part of it, and another type.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static long n;
static int others;

static void *work(void *unused)
{
    n = 0x100000002;
    assert(n == 0x100000002);
    n += 1;
    assert(n == 0x100000003);
    unsigned char low;
    memcpy(&low, &n, 1);
    assert(low == 3 && (unsigned)n == 3);
    n = 7;
    assert(*(unsigned long *)&n == 7);
    return unused;
}

static void *other(void *unused)
{
    others++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(n == 7 && others == 1);
    return 0;
}
