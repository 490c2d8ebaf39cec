//: expect bug assert 19
//: options --engine=explore --property=assert
// The writer has many choices, and stops before one in an action that has touched nothing so far; nobody else can run before it
// has written y.  That the reader comes first is another run.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <heddle.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int y;

static void *reader(void *arg)
{
    // The writer has not begun.
    int t = y;
    assert(t > 0);
    return arg;
}

static void *writer(void *arg)
{
    __VERIFIER_atomic_begin();
    int t = 1 + (int)(heddle_choose(0, 2) + heddle_choose(0, 2) + heddle_choose(0, 2) +
                      heddle_choose(0, 2) + heddle_choose(0, 2) + heddle_choose(0, 2));
    y = t;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
