//: prove proved
// Termination is not judged: a loop that waits may never end.  A loop that surely never ends is
// right where performs may end there.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m;
static int a, jobs;
static _Atomic int flag;
/*@ performs action (flag) { \old(flag) == 0 && flag == 1 } */
void lock(void)
{
    int free = 0;
    while (!atomic_compare_exchange_strong(&flag, &free, 1))
        free = 0;
}
/*@ performs (action (jobs) { jobs == \old(jobs) + 1 })* */
void serve(void)
{
    for (;;) {
        pthread_mutex_lock(&m);
        jobs++;
        pthread_mutex_unlock(&m);
    }
}
/*@ performs action (a) { a == 99 } */
void once(void)
{
    pthread_mutex_lock(&m);
    a = 99;
    pthread_mutex_unlock(&m);
    for (;;)
        ;
}
/*@ performs action (a) { a == 98 } */
void countdown(int k)
{
    if (k) {
        countdown(k - 1);
        return;
    }
    pthread_mutex_lock(&m);
    a = 98;
    pthread_mutex_unlock(&m);
}
