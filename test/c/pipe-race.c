//: expect bug race
//: both
//: output memory model sc
// ... but what is written behind the write is not in order.
#include <unistd.h>
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
static int fd[2];
static void *producer(void *a)
{
    int *p = malloc(sizeof *p);
    *p = 42;
    if (write(fd[1], &p, sizeof p) != sizeof p)
        return a;
    *p = 43;
    close(fd[1]);
    return a;
}
int main(void)
{
    pthread_t t;
    int *p;
    char c;
    if (pipe(fd))
        return 1;
    pthread_create(&t, 0, producer, 0);
    assert(read(fd[0], &p, sizeof p) == sizeof p);
    assert(*p == 42);
    assert(read(fd[0], &c, 1) == 0);
    pthread_join(t, 0);
    free(p);
    close(fd[0]);
    return 0;
}
