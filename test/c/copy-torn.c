//: expect bug assert 21
//: options --property=assert
//: both
// An assignment of a struct is one access a member: it can be interrupted in the midst.
#include <assert.h>
#include <pthread.h>

struct all {
    int a[16];
};
static struct all all;
static const struct all ones = {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

static void *assign(void *argument)
{
    all = ones;
    return argument;
}
static void check(const struct all *seen)
{
    assert(seen->a[0] == seen->a[15]);
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, assign, 0);
    int first = all.a[0], last = all.a[15];
    struct all seen = {{first, [15] = last}};
    check(&seen);
    pthread_join(a, 0);
    return 0;
}
