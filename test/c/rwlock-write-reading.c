//: expect bug race 9
// Two threads write while they hold a lock for reading.
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
static void *add(void *u)
{
    pthread_rwlock_rdlock(&l);
    x++;
    pthread_rwlock_unlock(&l);
    return 0;
}
int main(void)
{
    pthread_t t, s;
    pthread_create(&t, 0, add, 0);
    pthread_create(&s, 0, add, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    return 0;
}
