// A server answers every request, if the scheduler is fair.
//: expect safe
//: options --ltl=G(request->F(reply)) --condition=request=asked==1;reply=answered==1 --fairness=weak
#include <pthread.h>
#include <stdatomic.h>

static atomic_int asked, answered;

static void *serve(void *arg)
{
    for (;;) {
        while (!asked)
            ;
        asked = 0;
        answered = 1;
    }
    return arg;
}

int main(void)
{
    pthread_t server;
    pthread_create(&server, NULL, serve, NULL);
    for (;;) {
        asked = 1;
        while (!answered)
            ;
        answered = 0;
    }
}
