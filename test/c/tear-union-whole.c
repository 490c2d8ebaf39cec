//: expect safe
//: options --property=assert
// A union is copied as its largest number, not as its first one and the rest.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef union {
    char first;
    long whole;
} Both;

static Both shared, minus = {.whole = -1};

static void *work(void *unused)
{
    shared = minus;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    long seen = shared.whole;
    assert(seen == 0 || seen == -1);
    pthread_join(t, NULL);
    return 0;
}
