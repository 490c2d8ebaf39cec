//: prove proved
// What moves left may go on through a loop that ends
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y[4];
/*@ performs action (x, y[0], y[1], y[2], y[3]) { x == \old(x) + 1 && y[0] == 0 && y[1] == 0 && y[2] == 0 && y[3] == 0 } */
void clear(void)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x = x + 1;
    pthread_mutex_unlock(&a);
    for (int i = 0; i < 4; i++)
        y[i] = 0;
    pthread_mutex_unlock(&b);
}
