//: expect bug race 13
// A plain store gives the lock back: those who wait race with it.
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
    int mine = enter();
    *(int *)&serving = mine + 1;
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, wrong, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
//: also --engine=summarize
