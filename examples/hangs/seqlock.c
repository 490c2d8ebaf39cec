// The reader of a sequence lock reads again if a writer was there meanwhile.  A writer that never stops can keep it
// from ever getting through, however fair the scheduler is: the reader is never kept from running.
//: expect bug livelock
//: options --property=livelock
//: output thread 0.1 (read) makes no progress, for ever
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar sequence;
static atomic_int a, b;
static atomic_int seen;

static void *write(void *arg)
{
    for (;;) {
        sequence ^= 1;
        a = !a;
        b = !b;
        sequence ^= 2;
        sequence ^= 1;
    }
    return arg;
}

static void *read(void *arg)
{
    for (;;) {
        unsigned char before = sequence;
        if (before & 1)
            continue;
        int x = a, y = b;
        if (sequence == before)
            seen = x == y ? 1 + !(seen - 1) : 3;
    }
    return arg;
}

int main(void)
{
    pthread_t writer, reader;
    pthread_create(&writer, NULL, write, NULL);
    pthread_create(&reader, NULL, read, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
}
