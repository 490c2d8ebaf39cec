//: expect bug assert 20
//: both
// Whether a lock is held can be seen by who tries it, whichever lock of an array on the heap it is.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct account {
    int balance;
    pthread_mutex_t lock;
} * accounts;

static void *tries(void *unused)
{
    if (!pthread_mutex_trylock(&accounts[2].lock)) {
        accounts[2].balance++;
        pthread_mutex_unlock(&accounts[2].lock);
        return unused;
    }
    assert(0);
}

int main(void)
{
    pthread_t t;
    accounts = calloc(3, sizeof *accounts);
    for (int i = 0; i < 3; i++)
        pthread_mutex_init(&accounts[i].lock, NULL);
    pthread_create(&t, NULL, tries, NULL);
    pthread_mutex_lock(&accounts[2].lock);
    accounts[2].balance++;
    pthread_mutex_unlock(&accounts[2].lock);
    pthread_join(t, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
