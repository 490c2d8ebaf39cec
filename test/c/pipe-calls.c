//: expect safe
// EAGAIN, parts of what was written, EPIPE, EBADF.
#define _GNU_SOURCE
#include <unistd.h>
#include <fcntl.h>
#include <errno.h>
#include <assert.h>
#include <signal.h>
int main(void)
{
    int fd[2];
    char b[8];
    signal(SIGPIPE, SIG_IGN);
    assert(pipe2(fd, O_NONBLOCK) == 0);
    assert(read(fd[0], b, 8) == -1 && errno == EAGAIN);
    assert(write(fd[1], "abc", 3) == 3 && write(fd[1], "de", 2) == 2);
    assert(read(fd[0], b, 4) == 4 && b[0] == 'a' && b[3] == 'd');
    assert(read(fd[0], b, 4) == 1 && b[0] == 'e');
    close(fd[0]);
    assert(write(fd[1], "x", 1) == -1 && errno == EPIPE);
    assert(read(fd[0], b, 1) == -1 && errno == EBADF);
    close(fd[1]);
    return 0;
}
