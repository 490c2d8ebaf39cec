//: prove proved
// A loop that clears an array under its lock
#include <pthread.h>
static pthread_mutex_t m;
static int a[8];
/*@ performs action (a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]) { \old(unlocked(m)) && (\forall int i; 0 <= i && i < 8; a[i] == 0) } */
void clear(void)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 8; i++)
    /*@ invariant 0 <= i && i <= 8 && (\forall int j; 0 <= j && j < i; a[j] == 0) */ {
        a[i] = 0;
    }
    pthread_mutex_unlock(&m);
}
