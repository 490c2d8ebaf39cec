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

/*@ performs action () { \result == 1 } */
int f(void)
{
    static int n;
    n++;
    return n;
}
//: shown
