//: expect bug assert 24
// Two workers count what they have done.  See doc/tutorial.md.
#include <assert.h>
#include <pthread.h>

static _Atomic int done;

static void *work(void *argument)
{
    int seen = done;
    done = seen + 1;
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    assert(done == 2);
    return 0;
}
