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

/*@ performs action () { \result == 10 } */
int f(void)
{
    int n = 0;
    for (int i = 0; i < 10; i++) /*@ invariant n == i && i <= 10 */ {
        n++;
    }
    return n;
}
