//: expect bug assert 45
//: output n.f = 2.5
//: output n.i = -7
//: output n.u = 7
//: output n.c[0] = 1
//: output tagged.b.kind = 3
// What is stored into a union is shown as the member that the statement names, or as the one of its
// type.
#include <assert.h>
#include <pthread.h>
static int one = 1;
static union {
    int i;
    unsigned u;
    float f;
    char c[4];
} n;
static union {
    struct {
        int kind;
    } a;
    struct {
        int kind, more;
    } b;
} tagged;
static int sum;
static void *work(void *arg)
{
    n.f = 1.5f + one;
    sum += n.i;
    n.i = -6 - one;
    sum += n.i;
    n.u = 6 + one;
    sum += n.i;
    n.c[0] = one;
    tagged.b.kind = 2 + one;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    sum += n.i + tagged.a.kind;
    assert(sum == 0);
    return 0;
}
