//: prove proved
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
    int old;
    do
        old = x;
    while (!__c11_atomic_compare_exchange_strong(&x, &old, old + 1, 5, 5));
}
