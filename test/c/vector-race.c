//: expect bug race
//: both
// A vector is written by two threads.
#include <assert.h>
#include <pthread.h>
typedef unsigned v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
static v4 g;
static v4 f(v4 a, unsigned k)
{
    a[2] ^= 1;
    return (a << 1) + (v4){k, k, k, k};
}
static void *t(void *p)
{
    g = f(g, 1);
    return p;
}
int main(void)
{
    v4 x = {1, 2, 3, 4};
    v4 y = f(x, 2);
    assert(y[2] == 6 && y[0] == 4);
    v4 z = y / 2 % 3;
    assert(z[0] == 2);
    f4 q = {1, 2, 3, 4};
    q = q * 2.0f;
    assert(q[3] == 8);
    z = -z;
    z = ~z;
    assert(z[0] == 1);
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    g = x;
    pthread_join(a, 0);
    return 0;
}
