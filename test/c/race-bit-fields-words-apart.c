//: expect safe
// Where a field of width zero stands between them they are not, though they lie where they would
// lie without it.
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned long left : 40;
    /* a : 1, b */ unsigned long : 0;
    unsigned long right : 40;
} both;

static void *set_left(void *unused)
{
    both.left = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set_left, NULL);
    both.right = 2;
    pthread_join(t, NULL);
    assert(both.left == 1 && both.right == 2);
    return 0;
}
//: also --memory-model=rc11
