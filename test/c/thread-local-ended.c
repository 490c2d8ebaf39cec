//: expect bug freed 25
//: both
// The thread-local variables of a thread end with it: their addresses must not be used afterwards.
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int mine;
static int *last;

static void *note(void *unused)
{
    mine = 3;
    last = &mine;
    if (unused)
        pthread_exit(NULL);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, note, NULL);
    pthread_join(t, NULL);
    mine = 1;
    if (*last != 3)
        abort();
    return 0;
}
