//: prove proved
// A loop's invariant that speaks of a value from before the loop
#include <pthread.h>
static pthread_mutex_t m;
static int sum;
/*@ requires n >= 0 performs action (sum) { \old(unlocked(m)) && sum == \old(sum) + n } */
void add_n(int n)
{
    pthread_mutex_lock(&m);
    int s0 = sum;
    for (int i = 0; i < n; i++)
    /*@ invariant i >= 0 && i <= n && sum == s0 + i */ {
        sum++;
    }
    pthread_mutex_unlock(&m);
}
