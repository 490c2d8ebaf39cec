//: expect bug race 21
//: options --property=race
// Who frees memory races with who reads it, also where only races are asked for.
#include <pthread.h>
#include <stdlib.h>
int *p;
static void *reader(void *u)
{
    int v = *p;
    (void)v;
    return 0;
}
int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    pthread_create(&t, 0, reader, 0);
    free(p);
    pthread_join(t, 0);
    return 0;
}
