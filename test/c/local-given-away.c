//: expect bug assert 42
//: both
// A local variable is shared once its address is where others find it, whichever way it got there:
// by an exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(atomic_int *) place;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *change(void *p)
{
    pthread_mutex_lock(&m);
    atomic_int *there = place;
    if (there)
        *there = 1;
    pthread_mutex_unlock(&m);
    return p;
}

static void give(atomic_int *own)
{
    atomic_int *none = 0;
    atomic_compare_exchange_strong(&place, &none, own);
}

static void take_back(void)
{
    pthread_mutex_lock(&m);
    place = 0;
    pthread_mutex_unlock(&m);
}

static void exchanged(void)
{
    atomic_int own = 0, *none = 0;
    atomic_compare_exchange_strong(&place, &none, &own);
    int first = own;
    int second = own;
    take_back();
    give(0);
    assert(first == second);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, change, 0);
    exchanged();
    pthread_join(t, 0);
    return 0;
}
