//: expect bug race 18
// The second outcome of an action is the one that races.
#include <heddle.h>
#include <pthread.h>
int x, y;
static void *work(void *u)
{
    heddle_atomic_begin();
    if (heddle_choose(0, 1))
        x = 1;
    heddle_atomic_end();
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
