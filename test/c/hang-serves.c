//: expect safe
// Threads that work for ever do not hang, nor does main, which waits for them: one changes what others see, one prints,
// one counts what is only printed.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int side;
static unsigned hits;

static void *turns(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        side = !side;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

static void *prints(void *argument)
{
    for (;;) {
        puts("tick");
        sleep(1);
    }
    return argument;
}

static void *counts(void *argument)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        hits++;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t x, y, z;
    pthread_create(&x, NULL, turns, NULL);
    pthread_create(&y, NULL, prints, NULL);
    pthread_create(&z, NULL, counts, NULL);
    pthread_mutex_lock(&mutex);
    printf("%u\n", hits);
    pthread_mutex_unlock(&mutex);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    pthread_join(z, NULL);
}
