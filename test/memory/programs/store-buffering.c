//: tso safe
//: sc safe
//: rc11 safe
//: delay bug assert
// Each thread says that it is there, then looks for the other one: one of the two sees the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int saw_x, saw_y;

static void *left(void *unused)
{
    x = 1;
    saw_y = y;
    return unused;
}

static void *right(void *unused)
{
    y = 1;
    saw_x = x;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(saw_x || saw_y);
    return 0;
}
