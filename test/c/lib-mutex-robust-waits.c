//: expect safe
//: both
// Who waits for a mutex that is lost meanwhile is told so; and its holder's last accesses do not race.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int data, got[2];

static void *dies(void *unused)
{
    pthread_mutex_lock(&m);
    data = 1;
    pthread_exit(unused);
}

static void *waits(void *at)
{
    int error = pthread_mutex_lock(&m);
    *(int *)at = error;
    if (error != ENOTRECOVERABLE) {
        assert(error != EOWNERDEAD || data == 1);
        data = 2;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_t t[3];
    pthread_create(&t[0], 0, dies, 0);
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k + 1], 0, waits, &got[k]);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], 0);
    int dead = (got[0] == EOWNERDEAD) + (got[1] == EOWNERDEAD);
    int lost = (got[0] == ENOTRECOVERABLE) + (got[1] == ENOTRECOVERABLE);
    assert(dead <= 1 && lost <= dead);
    return 0;
}
