//: prove failed --int=math
//: failed enter performs 17 the predicate of the action does not hold: \result == \old(busy)
//: failed f access 22 the assertion may fail: busy == 1
// Which of both it is, is not known.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
static pthread_mutex_t m;
static bool busy;
/*@ performs action (busy) { \result == \old(busy) && busy } */
bool enter(void)
{
    pthread_mutex_lock(&m);
    bool was = busy;
    busy = true;
    pthread_mutex_unlock(&m);
    return !was;
}
void f(void)
{
    pthread_mutex_lock(&m);
    assert(busy == 1);
    pthread_mutex_unlock(&m);
}
