//: expect bug self-deadlock 36
//: options --property=assert,memory,lock
//: recursive
// A lock that is held is copied: then the copy is held by this thread, too, which waits for itself.
#include <pthread.h>

static struct guarded {
    pthread_mutex_t lock;
    int value;
} first = {PTHREAD_MUTEX_INITIALIZER, 0}, second;

static int more(void)
{
    extern _Bool __VERIFIER_nondet_bool(void);
    return __VERIFIER_nondet_bool();
}

static void *work(void *unused)
{
    pthread_mutex_lock(&first.lock);
    first.value = 1;
    pthread_mutex_unlock(&first.lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    while (more())
        pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&first.lock);
#ifdef OVERWRITTEN
    first = second;
#else
    second = first;
    pthread_mutex_lock(&second.lock);
#endif
    pthread_mutex_unlock(&first.lock);
    return 0;
}
