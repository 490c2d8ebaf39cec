//: expect safe
// That a specification looks at a lock does not make the function less atomic.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
/*@ atomic */
/*@ performs action (sum) { \old(unlocked(m)) && sum == \old(sum) + 3 } */
static void add(void)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 3; i++)
        sum += 1;
    pthread_mutex_unlock(&m);
}
static void *run(void *arg)
{
    add();
    return arg;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, run, NULL);
    add();
    pthread_join(a, NULL);
    return 0;
}
