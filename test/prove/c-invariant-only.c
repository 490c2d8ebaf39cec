//: prove proved
// The only object of its type is a variable: what is said of every such object is said of it.
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    unsigned in, out, sum;
    /*@ invariant unlocked(lock) ==> sum == in - out */
};

static struct account account = {PTHREAD_MUTEX_INITIALIZER};

/*@ performs action "Put": (account.in, account.sum) {
        account.in == \old(account.in) + n && account.sum == \old(account.sum) + n } */
void put(unsigned n)
{
    pthread_mutex_lock(&account.lock);
    account.in += n;
    account.sum += n;
    pthread_mutex_unlock(&account.lock);
}

/*@ performs action "Balance": () { \result == account.sum } */
unsigned balance(void)
{
    pthread_mutex_lock(&account.lock);
    unsigned all = account.in - account.out;
    pthread_mutex_unlock(&account.lock);
    return all;
}
