//: expect bug deadlock
//: both
// Bank transfers that take the payer's mutex first: two in opposite directions wait for each other.
//
//     heddle check examples/c/bank-broken.c
//
// One clerk has locked account 0 and wants 1, the other one has locked 1 and wants 0.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { ACCOUNTS = 3, START = 100 };

typedef struct Account {
    int number;
    int balance;
    pthread_mutex_t lock;
} Account;

typedef struct Order {
    int from, to, amount;
} Order;

static Account account[ACCOUNTS];

static void lock_both(Account *a, Account *b)
{
    pthread_mutex_lock(&a->lock);
    pthread_mutex_lock(&b->lock);
}

static void unlock_both(Account *a, Account *b)
{
    pthread_mutex_unlock(&a->lock);
    pthread_mutex_unlock(&b->lock);
}

static bool transfer(Account *from, Account *to, int amount)
{
    lock_both(from, to);
    bool enough = from->balance >= amount;
    if (enough) {
        from->balance -= amount;
        to->balance += amount;
    }
    unlock_both(from, to);
    return enough;
}

static void *clerk(void *argument)
{
    const Order *order = argument;
    transfer(&account[order->from], &account[order->to], order->amount);
    return NULL;
}

int main(void)
{
    static const Order orders[] = {{0, 1, 70}, {1, 0, 50}, {1, 2, 120}};
    enum { ORDERS = sizeof orders / sizeof *orders };
    pthread_t thread[ORDERS];
    for (int k = 0; k < ACCOUNTS; k++) {
        account[k].number = k;
        account[k].balance = START;
        pthread_mutex_init(&account[k].lock, NULL);
    }
    for (int k = 0; k < ORDERS; k++)
        pthread_create(&thread[k], NULL, clerk, (void *)&orders[k]);
    for (int k = 0; k < ORDERS; k++)
        pthread_join(thread[k], NULL);
    int sum = 0;
    for (int k = 0; k < ACCOUNTS; k++) {
        assert(account[k].balance >= 0);
        sum += account[k].balance;
        pthread_mutex_destroy(&account[k].lock);
    }
    assert(sum == ACCOUNTS * START);
    return 0;
}
