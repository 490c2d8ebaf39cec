//: expect safe
//: options --engine=explore
//: states 8
// The measure for the other files: a mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t f = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *one(void *p)
{
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&f);
        x++, y++;
        assert(x == y);
        pthread_mutex_unlock(&f);
    }
    return p;
}

static void *two(void *p)
{
    pthread_mutex_lock(&f);
    x += 2, y += 2;
    assert(x == y);
    pthread_mutex_unlock(&f);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    return 0;
}
