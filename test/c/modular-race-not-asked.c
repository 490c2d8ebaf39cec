//: expect unknown
//: options --engine=modular --property=race,assert
//: output modular reads C programs, and asks neither for deadlocks nor for data races
// A proof by modular says nothing of data races and deadlocks: it must not be given where they are
// asked for.
#include <pthread.h>

static int count;

static void *run(void *argument)
{
    count++;
    return argument;
}
int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, run, 0);
}
