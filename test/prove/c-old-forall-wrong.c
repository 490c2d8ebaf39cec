//: prove failed
//: failed raise_all performs 15 the predicate of the action does not hold
// A quantifier inside of \old is about the time before: that all were 2 then is not so, though they are afterwards.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x[3];

/*@ performs action (x[0], x[1], x[2]) { \old(unlocked(m)) && \old((\forall int i; 0 <= i && i < 3; x[i] == 2)) && x[0] == 2 && x[1] == 2 && x[2] == 2 } */
void raise_all(void)
{
    pthread_mutex_lock(&m);
    x[0] = x[1] = x[2] = 2;
    pthread_mutex_unlock(&m);
}

int main(void)
{
    raise_all();
    return 0;
}
