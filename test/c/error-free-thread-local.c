//: expect bug wild 8
#include <pthread.h>
#include <stdlib.h>
static _Thread_local int own;

static void *work(void *p)
{
    free(p);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, &own);
    pthread_join(t, NULL);
    return 0;
}
