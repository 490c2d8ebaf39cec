//: expect safe
// What the calls around pipes and eventfd return, one thread alone; the processor says the same.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static void copies(void)
{
    int p[2];
    char text[8];
    assert(pipe(p) == 0);
    int second = dup(p[1]);
    assert(second >= 0 && second != p[1]);
    assert(close(p[1]) == 0);
    assert(write(second, "abc", 3) == 3 && write(second, "de", 2) == 2);
    assert(dup3(second, p[1], 0) == p[1]);
    assert(close(second) == 0);
    assert(read(p[0], text, 2) == 2 && memcmp(text, "ab", 2) == 0);
    assert(read(p[0], text, 8) == 3 && memcmp(text, "cde", 3) == 0);
    assert(write(p[1], "f", 1) == 1 && close(p[1]) == 0);
    assert(read(p[0], text, 8) == 1 && text[0] == 'f');
    assert(read(p[0], text, 8) == 0 && read(p[0], text, 8) == 0);
    assert(read(p[1], text, 1) == -1 && errno == EBADF);
    assert(dup(p[1]) == -1 && errno == EBADF);
    assert(close(p[1]) == -1 && errno == EBADF);
    assert(close(p[0]) == 0);
}

static void directions(void)
{
    int p[2];
    char text[4];
    assert(pipe2(p, O_NONBLOCK) == 0);
    assert(write(p[0], "x", 1) == -1 && errno == EBADF);
    assert(read(p[1], text, 1) == -1 && errno == EBADF);
    assert(read(p[0], text, 1) == -1 && errno == EAGAIN);
    assert(fcntl(p[0], F_GETFL) & O_NONBLOCK);
    assert((fcntl(p[0], F_GETFL) & O_ACCMODE) == O_RDONLY);
    assert((fcntl(p[1], F_GETFL) & O_ACCMODE) == O_WRONLY);
    assert(fcntl(p[0], F_SETFL, 0) == 0 && !(fcntl(p[0], F_GETFL) & O_NONBLOCK));
    assert(write(p[1], "x", 0) == 0);
    assert(close(p[0]) == 0);
    signal(SIGPIPE, SIG_IGN);
    assert(write(p[1], "x", 1) == -1 && errno == EPIPE);
    close(p[1]);
}

static void counters(void)
{
    eventfd_t n = 7;
    int one = eventfd(3, EFD_NONBLOCK), many = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
    assert(eventfd_write(one, 4) == 0 && eventfd_read(one, &n) == 0 && n == 7);
    assert(eventfd_read(one, &n) == -1 && errno == EAGAIN && n == 7);
    assert(eventfd_read(many, &n) == 0 && n == 1 && eventfd_read(many, &n) == 0 && n == 1);
    assert(eventfd_read(many, &n) == -1 && errno == EAGAIN);
    assert(eventfd_write(one, -1ull) == -1 && errno == EINVAL);
    assert(eventfd_write(one, -2ull) == 0);
    assert(eventfd_write(one, 1) == -1 && errno == EAGAIN);
    assert(write(one, &n, 4) == -1 && errno == EINVAL);
    assert(read(one, &n, 4) == -1 && errno == EINVAL);
    assert(eventfd_read(one, &n) == 0 && n == -2ull);
    close(one);
    close(many);
}

static void events(int file, short asked, short got)
{
    struct pollfd p = {.fd = file, .events = asked};
    assert(poll(&p, 1, 0) == (got != 0) && p.revents == got);
}

static void readiness(void)
{
    int p[2], s[2];
    char text[4];
    assert(pipe(p) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    events(p[0], POLLIN, 0);
    events(p[1], POLLOUT, POLLOUT);
    assert(write(p[1], "x", 1) == 1);
    events(p[0], POLLIN, POLLIN);
    events(p[0], POLLOUT, 0);
    close(p[1]);
    events(p[0], POLLIN, POLLIN | POLLHUP);
    assert(read(p[0], text, 4) == 1);
    events(p[0], POLLIN, POLLHUP);
    close(p[0]);
    assert(write(s[0], "to", 2) == 2 && write(s[1], "fro", 3) == 3);
    assert(read(s[1], text, 4) == 2 && text[0] == 't' && read(s[0], text, 4) == 3 &&
           text[2] == 'o');
    assert(close(s[0]) == 0 && read(s[1], text, 4) == 0);
    close(s[1]);
}

int main(void)
{
    copies();
    directions();
    counters();
    readiness();
    return 0;
}
