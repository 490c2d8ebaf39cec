//: expect bug hang
// Main and a thread wait for each other's ends, while a third one works for ever.
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first;
static atomic_int side;

static void *waiter(void *argument)
{
    pthread_join(first, NULL);
    return argument;
}

static void *server(void *argument)
{
    for (;;)
        side = !side;
    return argument;
}

int main(void)
{
    pthread_t x, y;
    first = pthread_self();
    pthread_create(&y, NULL, server, NULL);
    pthread_create(&x, NULL, waiter, NULL);
    pthread_join(x, NULL);
}
