//: expect safe
//: both
//: states 34
// Under a lock a copy is inside one transaction: nobody can see it torn, and nobody stops there.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct all {
    long a[2];
    char text[4];
};
static struct all all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *change(void *argument)
{
    struct all next;
    memset(&next, argument ? 1 : 2, sizeof next);
    pthread_mutex_lock(&lock);
    all = next;
    pthread_mutex_unlock(&lock);
    return argument;
}
int main(void)
{
    pthread_t a, b;
    struct all seen;
    pthread_create(&a, 0, change, 0);
    pthread_create(&b, 0, change, &b);
    pthread_mutex_lock(&lock);
    seen = all;
    pthread_mutex_unlock(&lock);
    assert(seen.text[0] == seen.text[3] && seen.a[0] == seen.a[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
