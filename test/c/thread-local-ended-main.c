//: expect bug freed 12
//: both
// Those of main end with its pthread_exit, while others go on.
#include <pthread.h>
#include <stdio.h>

static _Thread_local int mine;

static void *look(void *there)
{
    int *of_main = there;
    if (*of_main == 5)
        puts("five");
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, look, &mine);
    pthread_exit(NULL);
}
