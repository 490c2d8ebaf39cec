//: expect bug freed 7
//: both
#include <pthread.h>

static void *thread(void *argument)
{
    *(int *)argument = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int local = 0;
    pthread_create(&t, NULL, thread, &local);
    pthread_exit(NULL);
}
//: also --engine=bound
