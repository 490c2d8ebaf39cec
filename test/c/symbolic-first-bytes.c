// Bytes of a global that is written at once where the program begins, read while others run: the
// value at first is a part of what was written.
//: expect bug assert 21
//: options --engine=symbolic --property=assert,memory
#include <assert.h>
#include <pthread.h>
static unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 200};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p)
{
    pthread_mutex_lock(&m);
    for (int k = 0; k < 8; k++)
        bytes[k] = 9;
    pthread_mutex_unlock(&m);
    return p;
}

static void check(int k)
{
    assert(bytes[k] != 2);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_mutex_lock(&m);
    check(1);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
