//: expect bug race
//: options --all-errors --engine=explore
//: output error 2 of 2: data race
// Two races, in runs of which neither has the other, and after as many steps.
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int x, y;

static void *work(void *unused)
{
    if (heddle_choose(0, 1))
        x = 1;
    else
        y = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (heddle_choose(0, 1))
        x = 2;
    else
        y = 2;
    pthread_join(t, NULL);
    return 0;
}
