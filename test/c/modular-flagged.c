//: expect safe
//: options --engine=modular --property=assert,memory,lock
//: slow
// What a number is, is known once a flag is set; there are any number of threads.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, x;

static void *set(void *unused)
{
    pthread_mutex_lock(&m);
    x = 7;
    flag = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *look(void *unused)
{
    pthread_mutex_lock(&m);
    if (flag == 1)
        assert(x == 7);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, NULL, set, NULL);
        pthread_detach(t);
        pthread_create(&t, NULL, look, NULL);
        pthread_detach(t);
    }
}
