//: expect bug atomic
// An allocator that is annotated stays a function of its own.
#include <pthread.h>
#include <stdlib.h>
static int n;
/*@ atomic */
static void *get(size_t bytes)
{
    n++;
    n++;
    return malloc(bytes);
}
static void *run(void *x)
{
    int *p = get(4);
    *p = 1;
    free(p);
    return x;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, run, 0);
    run(0);
    pthread_join(a, 0);
}
