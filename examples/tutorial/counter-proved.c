//: prove proved
//: expect safe
// The counter alone, as a library has it, with what it does.  See doc/tutorial.md.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

/*@ performs action (done) { \old(unlocked(lock)) && done == \old(done) + 1 } */
void count(void)
{
    pthread_mutex_lock(&lock);
    done = done + 1;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    count();
    return 0;
}
