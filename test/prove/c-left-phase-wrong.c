//: prove failed
//: failed one_short performs 15 b from nobody
//: failed no_zero performs 26 b from nobody
//: failed early performs 37 a from nobody
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y[4];
/*@ performs action (x, y[0], y[1], y[2], y[3]) { x == \old(x) + 1 && y[0] == 0 && y[1] == 0 && y[2] == 0 && y[3] == 0 } */
void one_short(void)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x = x + 1;
    pthread_mutex_unlock(&a);
    for (int i = 0; i < 3; i++)
        y[i] = 0;
    pthread_mutex_unlock(&b);
}
/*@ performs action (x, y[0], y[1], y[2], y[3]) { x == \old(x) + 1 && y[0] == 0 && y[1] == 0 && y[2] == 0 && y[3] == 0 } */
void no_zero(void)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x = x + 1;
    pthread_mutex_unlock(&a);
    for (int i = 0; i < 4; i++)
        y[i] = i == 2;
    pthread_mutex_unlock(&b);
}
/*@ performs action (x, y[0], y[1], y[2], y[3]) { x == \old(x) + 1 && y[0] == 0 && y[1] == 0 && y[2] == 0 && y[3] == 0 } */
void early(void)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x = x + 1;
    pthread_mutex_unlock(&b);
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&b);
        y[i] = 0;
        pthread_mutex_unlock(&b);
    }
    pthread_mutex_unlock(&a);
}
