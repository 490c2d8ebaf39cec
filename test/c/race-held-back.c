//: expect bug race
//: both
// A data race among other things that happen at the same depth; test/cli/checkpoint-race.test stops the search everywhere.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, c;
static int x;

static void *first(void *unused)
{
    a = 1;
    b = 1;
    x = 1;
    a = 2;
    c = 1;
    return unused;
}

static void *second(void *unused)
{
    b = 2;
    c = 2;
    a = 3;
    b = 3;
    x = 2;
    return unused;
}

static void *third(void *unused)
{
    c = 3;
    a = 4;
    b = 4;
    c = 5;
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_create(&t[2], 0, third, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
