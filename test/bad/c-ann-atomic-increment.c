//: error 7:41 an annotation must not change anything
//: error 8:40 an annotation must not change anything
#include <stdatomic.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int y; /*@ accessible_if y++ */
static int z;        /*@ accessible_if atomic_exchange(&y, 1) */
int main(void)
{
    pthread_mutex_lock(&m);
    x = z = y;
    return 0;
}
