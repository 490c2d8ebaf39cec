//: prove proved
// Annotations know true and false, whatever the file includes.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static int ready;

/*@ performs action "Set": (x, ready) { true && x == v && !false && ready == true } */
void set(int v)
{
    pthread_mutex_lock(&m);
    x = v;
    ready = 1;
    pthread_mutex_unlock(&m);
}
