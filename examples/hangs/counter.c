// To count by fetch-and-add is wait-free; by compare-and-swap it is lock-free, and not wait-free; under a mutex it is
// neither, but nobody starves if the mutex is fair.
//: expect safe
//: options --property=ltl
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar added, swapped;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned char locked;

/*@ progress waitfree */
static void add(void)
{
    atomic_fetch_add(&added, 128);
}

/*@ progress lockfree */
static void swap(void)
{
    unsigned char old = swapped;
    while (!atomic_compare_exchange_strong(&swapped, &old, (unsigned char)(old + 128)))
        ;
}

/*@ progress starvationfree */
static void lock(void)
{
    pthread_mutex_lock(&mutex);
    locked = !locked;
    pthread_mutex_unlock(&mutex);
}

static void *work(void *arg)
{
    for (;;) {
        add();
        swap();
        lock();
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
