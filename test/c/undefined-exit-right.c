//: expect safe
#include <pthread.h>
#include <stdlib.h>

static void *thread(void *argument)
{
    int n = *(int *)argument;
    free(argument);
    return n == 3 ? NULL : argument;
}

static void *waited(void *argument)
{
    return *(int *)argument == 3 ? NULL : argument;
}

static void work(int n)
{
    int pair[2] = {n, n}, *p = pair;
    for (int k = 0; k < 2; k++) { /* scopes that have ended are not ended again */
        int sum = k, *q = &sum;
        *q += *p;
        if (sum > 3)
            pthread_exit(NULL);
    }
}

int main(void)
{
    pthread_t t, u;
    int local = 3, *heap = malloc(sizeof *heap);
    *heap = 3;
    pthread_create(&t, NULL, thread, heap);
    pthread_create(&u, NULL, waited, &local);
    pthread_join(u, NULL);
    for (int i = 1; i < 3; i++)
        work(i);
    work(4);
    abort();
}
//: also --engine=bound
