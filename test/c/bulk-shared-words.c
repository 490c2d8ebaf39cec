//: expect bug assert 21
//: options --property=assert
// One thread writes the first and the last element, the other one takes all of them at once: each
// word of what is copied is shared, not only the first one.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int box[4];

static void *writer(void *argument)
{
    box[0] = 1;
    box[3] = 1;
    return argument;
}
static void *reader(void *argument)
{
    int copy[4];
    memcpy(copy, box, sizeof copy);
    assert(copy[0] == copy[3]);
    return argument;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
