//: expect bug hang
// The first one that gets a ticket lock does not give it back.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, served;
static int count;

static void *thread(void *argument)
{
    int mine = next++;
    while (served != mine)
        ;
    if (count++)
        served++;
    return argument;
}

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, NULL, thread, NULL);
    pthread_create(&y, NULL, thread, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
}
