// A server that can overlook a request, because it takes back the question after the answer.
//: expect bug ltl
//: options --ltl=G(request->F(reply)) --condition=request=asked==1;reply=answered==1
#include <pthread.h>
#include <stdatomic.h>

static atomic_int asked, answered;

static void *serve(void *arg)
{
    for (;;) {
        while (!asked)
            ;
        answered = 1;
        asked = 0;
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
