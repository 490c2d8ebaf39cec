//: expect bug assert 31
//: both
//: options --engine=explore
// What a thread has read and then written is written: who reads it may come before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *add(void *unused)
{
    atomic_fetch_add(&x, 1);
    return unused;
}

static void *look(void *unused)
{
    y = x;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, add, NULL);
    pthread_create(&u, NULL, look, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    x = 0;
    assert(y == 1);
    return 0;
}
