//: expect safe
//: long
// A mailbox with one slot and a condition variable; senders and receivers without end.
//
//     heddle check examples/threads/mailbox.c
//
// A sender waits until the slot is empty, a receiver until it is full.  All wait for the same
// condition variable, so everybody is woken, and looks again.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full;
static int letters;

static void *sender(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (full)
        pthread_cond_wait(&changed, &mutex);
    assert(letters == 0);
    full = true;
    letters++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *receiver(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!full)
        pthread_cond_wait(&changed, &mutex);
    assert(letters == 1);
    full = false;
    letters--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, NULL, heddle_choose(0, 1) ? sender : receiver, NULL);
}
