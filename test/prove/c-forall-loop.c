//: prove failed
// The invariant does not hold when the loop goes on: the element behind is not looked at.
#include <pthread.h>

enum { N = 8 };

pthread_mutex_t m;
int used[N]; /*@ accessible_if holds(m) */

int find(void)
{
    int k;
    pthread_mutex_lock(&m);
    /*@ invariant k >= 0 && k <= N && (\forall int i; 0 <= i && i <= k; used[i % N] != 0) */
    for (k = 0; k < N; k++)
        if (!used[k])
            break;
    pthread_mutex_unlock(&m);
    return k;
}
