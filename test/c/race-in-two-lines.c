//: expect bug race
#include <pthread.h>

static int balance;

static void *deposit(void *unused)
{
    int seen = balance;
    balance = seen + 10;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, deposit, 0);
    pthread_create(&b, 0, deposit, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
