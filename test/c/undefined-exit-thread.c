//: expect bug freed 25
//: both
#include <pthread.h>

static int *shown;

static void leave(void)
{
    pthread_exit(NULL);
}

static void *thread(void *unused)
{
    int local = 1;
    shown = &local;
    leave();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return *shown;
}
