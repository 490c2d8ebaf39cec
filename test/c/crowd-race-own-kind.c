//: expect unknown
//: options --engine=bag
//: output the error `race` cannot be excluded here
// Two threads of one kind may race.
#include <pthread.h>
int x;
static void *add(void *u)
{
    x = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, add, 0);
        pthread_detach(t);
    }
}
