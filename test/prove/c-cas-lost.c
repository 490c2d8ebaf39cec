//: prove failed
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

_Atomic int x;
/*@ performs action (x) { x == \old(x) + 1 } */
void f(void)
{
    int old = x;
    x = old + 1;
}
