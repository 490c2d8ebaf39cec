//: expect bug assert 19
//: options --allow-races
//: output (memory model rc11, races allowed)
/* Plain accesses that race are relaxed ones where races are allowed: who sees the flag need not see the data. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int data, flag;
static void *writer(void *unused)
{
    data = 1;
    flag = 1;
    return unused;
}
static void *reader(void *unused)
{
    int seen = flag;
    int got = data;
    assert(!seen || got);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    if (pthread_create(&t, NULL, writer, NULL) || pthread_create(&u, NULL, reader, NULL))
        abort();
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
