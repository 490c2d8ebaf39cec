//: prove failed
//: failed wait_flag access 19 a data race: flag, which is neither atomic nor volatile, is read here
//: failed set_flag access 25 a data race: flag
//: failed get access 31 a data race: count
//: failed peek access 49 a data race: said
// Two threads that touch the same object at the same time, one of them writing: undefined in C,
// unless both accesses are atomic.  A lock on one side only is no lock.
#include <pthread.h>
#include <stdatomic.h>
static int flag;
static pthread_mutex_t m;
static int count;
static volatile int stop;
static int said; /*@ writable_if holds(m) */

/*@ performs action () { flag } */
void wait_flag(void)
{
    while (!flag)
        ;
}
/*@ performs action (flag) { flag == 1 } */
void set_flag(void)
{
    flag = 1;
}

/*@ performs action () { \result == count } */
int get(void)
{
    return count;
}
/*@ performs action (count) { count == \old(count) + 1 } */
void add(void)
{
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
}
void tell(void)
{
    pthread_mutex_lock(&m);
    said = 1;
    pthread_mutex_unlock(&m);
}
int peek(void)
{

    return said;
}
/*@ performs action (stop) { stop == 1 } */
void set_stop(void)
{
    stop = 1;
}
