//: expect bug assert 26
//: options --property=assert
// A copy to memory whose type nobody knows has the scalars of what is copied: two that lie in one
// word are two accesses.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int pair[2];
static void *writer(void *argument)
{
    pair[0] = 1;
    pair[1] = 1;
    return argument;
}
int main(void)
{
    pthread_t t;
    void *bytes = malloc(sizeof pair);
    int first, second;
    pthread_create(&t, 0, writer, 0);
    memcpy(bytes, pair, sizeof pair);
    memcpy(&first, bytes, sizeof first);
    memcpy(&second, (char *)bytes + sizeof first, sizeof second);
    assert(first || !second);
    pthread_join(t, 0);
    return 0;
}
