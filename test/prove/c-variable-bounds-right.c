//: prove proved
#include <pthread.h>
int table[4];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct row {
    int slot[4];
} rows[3];
/*@ requires i >= 0 && i < 4 */
int get(int i)
{
    return table[i];
}
/*@ requires i >= 0 && i < 3 && j >= 0 && j < 4
   performs action (rows[i].slot[j]) { rows[i].slot[j] == 1 } */
void put(int i, int j)
{
    pthread_mutex_lock(&m);
    rows[i].slot[j] = 1;
    pthread_mutex_unlock(&m);
}
