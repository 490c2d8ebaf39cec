//: expect bug hang
// It writes what is there already.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *works(void *u)
{
    for (;;) {
        if (x)
            x = 0;
        else
            x = 0;
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
