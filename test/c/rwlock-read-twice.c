//: expect safe
// One thread gives its second read lock back, another one still has two.
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *reader(void *p)
{
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    reader(0);
    pthread_join(t, 0);
    return 0;
}
