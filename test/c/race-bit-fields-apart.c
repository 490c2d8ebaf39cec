//: expect safe
// A field of width zero begins a new memory location, and so does a member that is none; bytes of
// an ILP32 long long that lies across words are its own.
//: options --data-model=ILP32
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned left : 4, : 0;
    unsigned right : 4;
    char c;
    unsigned last : 7;
} apart;
static struct __attribute__((packed)) {
    char before;
    long long across;
    char behind;
} tight;

static void *set(void *unused)
{
    apart.left = 1;
    apart.c = 3;
    tight.across = -2;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    apart.right = 2;
    apart.last = 4;
    tight.before = 5;
    tight.behind = 6;
    pthread_join(t, NULL);
    assert(apart.left == 1 && apart.right == 2 && apart.c == 3 && apart.last == 4);
    assert(tight.before == 5 && tight.across == -2 && tight.behind == 6);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
