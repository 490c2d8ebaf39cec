//: expect bug assert
// ... which must be written before.
#include <sys/eventfd.h>
#include <unistd.h>
#include <pthread.h>
#include <assert.h>
#include <stdint.h>
static int e, data;
static void *t(void *a)
{
    uint64_t one = 1;
    assert(write(e, &one, 8) == 8);
    data = 1;
    return a;
}
int main(void)
{
    pthread_t a;
    uint64_t v;
    e = eventfd(0, 0);
    pthread_create(&a, 0, t, 0);
    assert(read(e, &v, 8) == 8 && v == 1);
    assert(data == 1);
    pthread_join(a, 0);
    close(e);
    return 0;
}
