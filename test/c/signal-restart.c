//: expect safe
// ... unless the handler comes from signal, which has SA_RESTART.
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
    signal(SIGALRM, h);
    alarm(1);
    long r = read(fd[0], &c, 1);
    assert(r == 1 && c == 'x');
    return 0;
}
