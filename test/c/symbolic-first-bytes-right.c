// As symbolic-first-bytes.c: what is asserted is so before and after.
//: expect safe
//: options --engine=symbolic --property=assert,memory
#include <assert.h>
#include <pthread.h>
static struct {
    unsigned char a, b;
    signed char c;
    unsigned char d;
    unsigned short e, f;
} g = {1, 2, -3, 200, 5000, 60000};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p)
{
    pthread_mutex_lock(&m);
    g.a = g.b = g.d = 9;
    g.c = -9;
    g.e = g.f = 9;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_mutex_lock(&m);
    assert(g.a == 1 || g.a == 9);
    assert(g.b == 2 || g.b == 9);
    assert(g.c == -3 || g.c == -9);
    assert(g.d == 200 || g.d == 9);
    assert(g.e == 5000 || g.e == 9);
    assert(g.f == 60000 || g.f == 9);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
