//: expect bug
//: options --property=assert
// Somebody who is not inside serves the next number, which he draws himself.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, serving;
static int x;

static int enter(void)
{
    int mine = next++;
    while (serving != mine)
        ;
    return mine;
}

static void *add(void *p)
{
    for (int k = 0; k < 2; k++) { /* so that the lock is known */
        enter();
        x++;
        serving++;
    }
    return p;
}

static void *wrong(void *p)
{
    add(p);
    serving++;
    enter();
    x++;
    serving++;
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, wrong, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 5);
    return 0;
}
