//: prove proved
// Money goes from one account to another under both locks, taken in the order of the accounts.
#include <pthread.h>

enum { ACCOUNTS = 3 };

static pthread_mutex_t lock[ACCOUNTS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static unsigned money[ACCOUNTS];

/*@ requires from < ACCOUNTS && to < ACCOUNTS && from != to
    performs action "Transfer": (money[from], money[to]) {
        \old(unlocked(lock[from])) && \old(unlocked(lock[to])) &&
        money[from] == \old(money[from]) - n && money[to] == \old(money[to]) + n } */
void transfer(unsigned from, unsigned to, unsigned n)
{
    unsigned first = from < to ? from : to, second = from < to ? to : from;
    pthread_mutex_lock(&lock[first]);
    pthread_mutex_lock(&lock[second]);
    money[from] -= n;
    money[to] += n;
    pthread_mutex_unlock(&lock[first]);
    pthread_mutex_unlock(&lock[second]);
}
