//: expect bug hang 22
// Who finds the lock taken does not come back for it: that is no walk that may be left out.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock, count;

static void *patient(void *unused)
{
    while (atomic_exchange(&lock, 1))
        ;
    count++;
    atomic_store(&lock, 0);
    return unused;
}

static void *impatient(void *unused)
{
    if (atomic_exchange(&lock, 1))
        /* and then for ever */
        for (;;)
            ;
    count++;
    atomic_store(&lock, 0);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, patient, NULL);
    pthread_create(&two, NULL, impatient, NULL);
    pthread_join(one, NULL);
    return pthread_join(two, NULL) || count != 2;
}
