// When the server is about to answer nobody has answered yet.
//: expect bug ltl
//: output breaks the formula: G (at(answers) -> {turn == 2})
#include <pthread.h>
#include <stdatomic.h>

/*@ ltl G (asks -> F at(answers)) */
/*@ condition asks = turn == 1 */
//@ ltl G (at(answers) -> {turn == 2})
static atomic_int turn;

static void *serve(void *arg)
{
    for (;;) {
        while (turn != 1)
            ;
    answers:
        turn = 2;
    }
    return arg;
}

int main(void)
{
    pthread_t server;
    pthread_create(&server, 0, serve, 0);
    for (;;) {
        turn = 1;
        while (turn == 1)
            ;
    waits:
        if (turn != 2)
            return 1;
        turn = 0;
    }
}
