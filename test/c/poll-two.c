//: expect safe
// poll waits for one of two pipes.
#include <poll.h>
#include <unistd.h>
#include <pthread.h>
#include <assert.h>
static int a[2], b[2];
static void *ta(void *x)
{
    assert(write(a[1], "a", 1) == 1);
    return x;
}
static void *tb(void *x)
{
    assert(write(b[1], "b", 1) == 1);
    return x;
}
int main(void)
{
    pthread_t x, y;
    char c;
    int got = 0;
    pipe(a);
    pipe(b);
    pthread_create(&x, 0, ta, 0);
    pthread_create(&y, 0, tb, 0);
    while (got < 2) {
        struct pollfd f[2] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
        int n = poll(f, 2, -1);
        assert(n > 0);
        for (int k = 0; k < 2; k++)
            if (f[k].revents & POLLIN) {
                assert(read(f[k].fd, &c, 1) == 1 && c == "ab"[k]);
                got++;
            }
    }
    pthread_join(x, 0);
    pthread_join(y, 0);
    return 0;
}
