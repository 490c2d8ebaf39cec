//: expect bug race
// Both threads end right behind the accesses that race: ThreadSanitizer must see them nevertheless.
#include <pthread.h>

static int x, y[64];

static void *work(void *arg)
{
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return y[x];
}
