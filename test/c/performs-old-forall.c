//: expect safe
// A quantifier inside of \old is about the time before, whatever stands inside of it.
#include <pthread.h>
static int x[3] = {1, 1, 1};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

/*@ performs action (x[0], x[1], x[2]) { \old((\forall int i; 0 <= i && i < 3; x[i] == 1)) ? x[0] + x[1] + x[2] == 6 : x[0] == \old(x[0]) } */
void raise_all(void)
{
    pthread_mutex_lock(&m);
    if (x[0] == 1 && x[1] == 1 && x[2] == 1)
        x[0] = x[1] = x[2] = 2;
    pthread_mutex_unlock(&m);
}

static void *run(void *argument)
{
    raise_all();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    raise_all();
    pthread_join(thread, 0);
    return 0;
}
