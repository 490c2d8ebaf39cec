//: expect bug assert 19
//: options --property=assert
//: both
/* A thread stays in an assume that fails: what it did before can be seen. */
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
static int x;
static void *writer(void *unused)
{
    x = 1;
    __VERIFIER_assume(0);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    assert(x == 0);
    return 0;
}
