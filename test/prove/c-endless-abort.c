//: prove failed
//: failed watch performs 15 this loop never ends
// A loop that is left only to abort does not end: who goes round and round in it has performed
// nothing.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m;
static int a;
/*@ performs action (a) { a == 99 } */
void watch(int k, int stop)
{
    if (k > 5)

        for (;;)
            if (stop)
                abort();
    pthread_mutex_lock(&m), a = 99, pthread_mutex_unlock(&m);
}
/*@ performs action (a) { a == 99 } */
void right(int k, int stop)
{
    while (k != 3) {
        if (stop)
            abort();
        k--;
    }
    pthread_mutex_lock(&m), a = 99, pthread_mutex_unlock(&m);
}
