//: expect unknown
//: options --engine=modular --property=assert,memory,lock
//: output not proved: assertion failed
// Each case of a switch is followed, the last one, too.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turn;
static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        switch (turn) {
        case 0:
            turn = 1;
            break;
        case 1:
            turn = 2;
            break;
        case 2:
            turn = 7;
            break;
        default:
            turn = 0;
            break;
        }
        assert(turn != 7);
        pthread_mutex_unlock(&m);
    }
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
    }
}
