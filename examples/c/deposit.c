//: expect bug assert 27
// Two customers pay into one account: each reads the balance, adds, and writes it back.
//
//     heddle check examples/c/deposit.c
//
// Each access is atomic: no data race, and still wrong.  With a mutex around both, it is safe.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Atomic int balance;

static void *deposit(void *sum)
{
    int seen = balance;
    balance = seen + *(int *)sum;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int ten = 10, twenty = 20;
    pthread_create(&a, NULL, deposit, &ten);
    pthread_create(&b, NULL, deposit, &twenty);
    pthread_join(a, NULL), pthread_join(b, NULL);
    assert(balance == 30);
    return 0;
}
