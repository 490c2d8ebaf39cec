//: expect bug access 16
//: options --property=access
//: both
// Of a copy that nobody else notices some words may be touched, and another one may not: the run to
// it replays.
#include <pthread.h>
struct pair {
    int a;
    int b; /*@ accessible_if holds(lock) */
    pthread_mutex_t lock;
};
static struct pair pair, copy;
static void *run0(void *argument)
{
    pthread_mutex_lock(&pair.lock);
    copy = pair;
    pthread_mutex_unlock(&pair.lock);
    return argument;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, run0, 0);
    pthread_join(a, 0);
    return 0;
}
