//: expect unknown
//: output unknown-missing-thread.c:10: call of `worker`, which has no body and no model in heddle
// A thread that begins with such a function: nobody calls it, so the line is where it is named.
#include <pthread.h>
void *worker(void *);

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
