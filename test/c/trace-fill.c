//: expect bug assert 20
//: output a[0..15] = 0
// What memset writes is shown as one value, though it is one action for each element.
#include <assert.h>
#include <pthread.h>
#include <string.h>
static int a[16];
static void *work(void *arg)
{
    memset(a, 0, sizeof a);
    return arg;
}
int main(void)
{
    pthread_t t;
    a[3] = 4;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    int got = a[3];
    assert(got == 4);
    return 0;
}
