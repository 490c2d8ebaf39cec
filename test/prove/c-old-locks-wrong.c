//: prove failed
//: failed held_before performs 16 the predicate of the action does not hold: \old(holds(m))
//: failed taken_before performs 21 the predicate of the action does not hold: \old(!unlocked(m))
//: failed not_held_before performs 26 the predicate of the action does not hold: !\old(holds(m))
//: failed free_before performs 31 the predicate of the action does not hold: \old(unlocked(m))
//: failed held_after performs 36 the predicate of the action does not hold: holds(m)
// Of these one half is said of the wrong moment.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

/*@ performs action (m) { \old(holds(m)) && holds(m) } */
void held_before(void)
{
    pthread_mutex_lock(&m);
}
/*@ performs action (m) { \old(!unlocked(m)) && holds(m) } */
void taken_before(void)
{
    pthread_mutex_lock(&m);
}
/*@ requires holds(m) performs action (m) { !\old(holds(m)) && unlocked(m) } */
void not_held_before(void)
{
    pthread_mutex_unlock(&m);
}
/*@ requires holds(m) performs action (m) { \old(unlocked(m)) && unlocked(m) } */
void free_before(void)
{
    pthread_mutex_unlock(&m);
}
/*@ requires holds(m) performs action (m) { \old(holds(m)) && holds(m) } */
void held_after(void)
{
    pthread_mutex_unlock(&m);
}
