//: expect safe
// The lock that is taken second is still held when the first one is released.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static struct {
    atomic_int first, second;
} locks;
static int x, y;
static void *works(void *u)
{
    while (atomic_exchange(&locks.first, 1))
        ;
    y++;
    while (atomic_exchange(&locks.second, 1))
        ;
    y++;
    atomic_store(&locks.first, 0);
    x++;
    x++;
    assert(x % 2 == 0);
    atomic_store(&locks.second, 0);
    return u;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, works, 0);
    pthread_create(&t[1], 0, works, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(x == 4);
    return 0;
}
