//: expect safe
// It goes on for ever, and others see that it does.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *works(void *u)
{
    for (;;) {
        if (x)
            x = 0;
        else
            x = 1;
    }
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, works, 0);
    pthread_join(t, 0);
    return 0;
}
