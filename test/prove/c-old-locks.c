//: prove proved
// Who held a lock before the action, and who holds it after.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t s;

/*@ performs action (m) { \old(unlocked(m)) && holds(m) && !unlocked(m) } */
void take(void)
{
    pthread_mutex_lock(&m);
}
/*@ performs action (m) { !\old(holds(m)) && holds(m) } */
void take_again(void)
{
    pthread_mutex_lock(&m);
}
/*@ requires holds(m) performs action (m) { \old(holds(m)) && unlocked(m) } */
void give(void)
{
    pthread_mutex_unlock(&m);
}
/*@ requires holds(s) performs action (s) { \old(holds(s)) && !\old(unlocked(s)) && !holds(s) } */
void give_spin(void)
{
    pthread_spin_unlock(&s);
}
