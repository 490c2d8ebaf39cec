//: prove failed --int=math
//: failed put performs 15 g >= 0
// The greatest unsigned long is no long.
#include <pthread.h>
static long g;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
/*@
    performs action (g) { g >= 0 } */
static void put(unsigned long n)
{
    long y = (long)n;
    pthread_mutex_lock(&m);
    g = y;
    pthread_mutex_unlock(&m);
}
int main(void)
{
    put(7);
    return 0;
}
