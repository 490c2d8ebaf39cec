//: expect safe
//: options --engine=explore
//: states 8
// A semaphore whose value is one is a lock, if who has waited also posts.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t f;
static int x, y;

static void *one(void *p)
{
    for (int k = 0; k < 2; k++) {
        sem_wait(&f);
        x++, y++;
        assert(x == y);
        sem_post(&f);
    }
    return p;
}

static void *two(void *p)
{
    sem_wait(&f);
    x += 2, y += 2;
    assert(x == y);
    sem_post(&f);
    return p;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&f, 0, 1);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    return 0;
}
