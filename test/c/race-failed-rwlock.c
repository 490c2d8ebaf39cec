//: expect unknown
//: output there is a data race at
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *reader(void *arg)
{
    x = 1;
    pthread_rwlock_rdlock(&l);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    if (pthread_rwlock_trywrlock(&l) != 0)
        x++;
    return 0;
}
