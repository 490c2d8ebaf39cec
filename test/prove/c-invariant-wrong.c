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

int f(void)
{
    int n = 0;
    /*@ invariant n < 10 */
    while (n < 10) {
        n++;
    }
    return n;
}
