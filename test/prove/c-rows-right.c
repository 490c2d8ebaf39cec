//: prove proved
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct s {
    pthread_mutex_t m;
    int x;
    int y;
    struct s *next;
};

pthread_mutex_t lock[4];
int data[4][8]; /*@ accessible_if[j] holds(lock[j]) */
/*@ requires 0 <= i && i < 4 && 0 <= k && k < 8 */
void f(int i, int k)
{
    pthread_mutex_lock(&lock[i]);
    data[i][k] = 1;
    pthread_mutex_unlock(&lock[i]);
}
