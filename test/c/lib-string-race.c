//: expect bug race
//: both
//: options --property=race
// memset and a plain read of the same memory, without a lock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char text[4];

static void *one(void *p)
{
    memset(text, 'x', sizeof text);
    return p;
}

static void *two(void *p)
{
    return text[1] == 'x' ? p : NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
