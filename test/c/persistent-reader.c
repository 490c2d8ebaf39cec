//: expect bug assert 14
// A thread that reads what another one is about to write.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *set(void *u)
{
    atomic_store(&x, 1);
    return 0;
}
static void *look(void *u)
{
    assert(atomic_load(&x) == 1);
    return 0;
}
int main(void)
{
    pthread_t t, s;
    pthread_create(&t, 0, set, 0);
    pthread_create(&s, 0, look, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    return 0;
}
