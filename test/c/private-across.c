//: expect bug assert 24
//: options --property=assert
//: both
// A number that lies across two words of memory: both of them are touched, and another thread touches the second one only.
#include <assert.h>
#include <pthread.h>

static union {
    struct __attribute__((packed)) {
        int before;
        long across;
    } s;
    int part[4];
} g;

static void *writes(void *p)
{
    g.s.across = 0x100000001;
    return p;
}

static void compare(int a, int b)
{
    assert(a == b);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writes, 0);
    int a = g.part[2], b = g.part[2];
    compare(a, b);
    pthread_join(t, 0);
    return 0;
}
