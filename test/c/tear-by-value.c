//: expect bug assert 31
//: options --property=assert
// A small struct that is passed by value is read scalar by scalar, though in one register.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static struct pair {
    int a, b;
} pair;

static void *write_pair(void *arg)
{
    __VERIFIER_atomic_begin();
    pair = (struct pair){1, 1};
    __VERIFIER_atomic_end();
    return arg;
}

static _Bool equal(struct pair p)
{
    return p.a == p.b;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write_pair, NULL);
    assert(equal(pair));
    pthread_join(thread, NULL);
    return 0;
}
