//: prove failed
//: failed get access 14 the index may be outside of its array: table[]
//: failed put performs 24 which the action does not modify: action (rows[i].slot[j])
// An index must be inside of a variable that is an array, and an action lists the element that it
// changes.
#include <pthread.h>
int table[4];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct row {
    int slot[4];
} rows[3];
int get(int i)
{
    return table[i];
}
/*@ requires i >= 0 && i < 3 && j >= 0 && j < 4 && k >= 0 && k < 4
   performs action (rows[i].slot[j]) { rows[i].slot[j] == 1 } */
void put(int i, int j, int k)
{
    pthread_mutex_lock(&m);
    rows[i].slot[j] = 1;
    rows[i].slot[k] = 1;
    pthread_mutex_unlock(&m);
}
