//: expect safe
// A handler writes to a pipe; read is interrupted, and tried again.
#include <signal.h>
#include <unistd.h>
#include <errno.h>
#include <assert.h>
static int fd[2];
static void h(int s)
{
    (void)s;
    int e = errno;
    if (write(fd[1], "x", 1) < 0)
        _exit(1);
    errno = e;
}
int main(void)
{
    char c;
    pipe(fd);
    struct sigaction sa = {.sa_handler = h};
    sigaction(SIGALRM, &sa, 0);
    alarm(1);
    long r = read(fd[0], &c, 1);
    while (r < 0 && errno == EINTR)
        r = read(fd[0], &c, 1);
    assert(r == 1 && c == 'x');
    return 0;
}
