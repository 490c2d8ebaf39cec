//: prove proved --int=math
// A bool is 0 or 1, and small numbers are what fits.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
static pthread_mutex_t m;
static bool busy, flags[4];
static unsigned char level;
static signed char low;
/*@ performs action (busy) { \result == !\old(busy) && busy } */
bool enter(void)
{
    pthread_mutex_lock(&m);
    bool was = busy;
    busy = true;
    printf("busy %d\n", was);
    pthread_mutex_unlock(&m);
    return !was;
}
void f(unsigned i)
{
    pthread_mutex_lock(&m);
    assert(busy == 0 || busy == 1);
    assert(level <= 255 && low >= -128 && low <= 127);
    if (i < 4) {
        flags[i] = !flags[i];
        assert(flags[i] == true || flags[i] == false);
    }
    pthread_mutex_unlock(&m);
}
//: shown
