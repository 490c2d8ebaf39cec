//: prove proved
// A function that performs an action any number of times: its caller knows what it leaves alone.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x; //@ accessible_if holds(m)
static int y; //@ accessible_if holds(m)

//@ requires holds(m)
//@ performs (action (x) { 1 })*
static void bump(int n)
{
    for (int i = 0; i < n; i++)
        x = x + 1;
}

static void use(void)
{
    pthread_mutex_lock(&m);
    x = 0;
    y = 0;
    bump(3);
    assert(y == 0);
    pthread_mutex_unlock(&m);
}

int main(void)
{
    use();
    return 0;
}
