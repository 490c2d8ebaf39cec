//: prove unknown
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

_Thread_local int x;
void f(void)
{
    x = 1;
    assert(x == 1);
}
