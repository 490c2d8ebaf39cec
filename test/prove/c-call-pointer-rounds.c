//: prove failed
//: failed after access 15 the assertion may fail: n == 5
//: failed within access 25 the assertion may fail: n == 5
// Loops that count to a constant: what is called in a round is called in a round that is looked at by itself.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n; /*@ accessible_if holds(m) */
void after(void (*visit)(int))
{
    pthread_mutex_lock(&m);
    n = 5;
    for (int i = 0; i < 2; i++)
        visit(i);
    assert(n == 5);
    pthread_mutex_unlock(&m);
}
void within(void (*visit)(int))
{
    pthread_mutex_lock(&m);
    n = 5;
    for (int i = 0; i < 2; i++) {
        n = 5;
        visit(i);
        assert(n == 5);
    }
    pthread_mutex_unlock(&m);
}
void again(void (*visit)(int))
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 2; i++) {
        visit(i);
        n = 5;
    }
    assert(n == 5);
    pthread_mutex_unlock(&m);
}
