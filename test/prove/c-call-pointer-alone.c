//: prove unknown
//: unknown a call through a pointer where there may be no second thread yet
// main may do what it likes until it starts a thread, and so may what it calls.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n; /*@ accessible_if holds(m) */
static void with_lock(void)
{
    pthread_mutex_lock(&m);
    n = 2;
    pthread_mutex_unlock(&m);
}
static void nothing(void)
{
}
static void *run(void *none)
{
    return none;
}
int main(int count, char **arguments)
{
    pthread_t t;
    void (*hook)(void) = count > 1 ? with_lock : nothing;
    (void)arguments;
    n = 1;
    hook();
    pthread_create(&t, NULL, run, NULL);
    return 0;
}
