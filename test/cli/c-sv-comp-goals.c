/* One mistake of each kind, for c-sv-comp-goals.test. */
#include <pthread.h>
#include <stdlib.h>
void reach_error(void)
{
}
static int x, *none, most = 2147483647;
static void *other(void *p)
{
    x = 2;
    return p;
}
int main(void)
{
    pthread_t t;
#ifdef CALL
    reach_error();
#endif
#ifdef OVERFLOW
    x = most + 1;
#endif
#ifdef DEREF
    x = *none;
#endif
#ifdef BOUNDS
    x = ((int *)calloc(2, sizeof(int)))[2];
#endif
#ifdef FREED
    int *gone = calloc(1, sizeof(int));
    free(gone);
    x = *gone;
#endif
#ifdef RACE
    pthread_create(&t, 0, other, 0);
    x = 1;
    pthread_join(t, 0);
#endif
    return 0;
}
