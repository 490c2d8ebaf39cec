//: expect safe
// What calls around file descriptors return where they are told something wrong, or something special; the processor says the same.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static void closed(void)
{
    int p[2], n = eventfd(0, EFD_NONBLOCK);
    char text[4] = "abc";
    assert(pipe(p) == 0);
    assert(write(p[0], text, 0) == -1 && errno == EBADF);
    assert(write(p[1], text, 0) == 0);
    errno = 0;
    assert(write(n, text, 0) == -1 && errno == EINVAL);
    assert(read(p[0], text, 0) == 0);
    assert(close(p[0]) == 0);
    signal(SIGPIPE, SIG_IGN);
    assert(write(p[1], text, 0) == 0);
    assert(close(p[1]) == 0 && close(n) == 0);
    errno = 0;
    assert(write(p[1], text, 1) == -1 && errno == EBADF);
    errno = 0;
    assert(write(-1, text, 1) == -1 && errno == EBADF);
    errno = 0;
    assert(read(-1, text, 1) == -1 && errno == EBADF);
    errno = 0;
    assert(close(-1) == -1 && errno == EBADF);
    errno = 0;
    assert(fcntl(p[1], F_GETFL) == -1 && errno == EBADF);
}

static void copies(void)
{
    int p[2];
    char text[4];
    assert(pipe(p) == 0);
    errno = 0;
    assert(dup2(p[0], -1) == -1 && errno == EBADF);
    assert(dup2(p[1], p[1]) == p[1]);
    errno = 0;
    assert(dup3(p[0], p[0], 0) == -1 && errno == EINVAL);
    int high = fcntl(p[1], F_DUPFD, 9), next = fcntl(p[1], F_DUPFD_CLOEXEC, 9);
    assert(high == 9 && next == 10);
    int low = dup(p[1]);
    assert(low > p[1] && low < 9);
    assert(close(low) == 0 && close(next) == 0 && close(p[1]) == 0);
    assert(write(high, "ab", 2) == 2 && write(high, "cdef", 4) == 4);
    assert(read(p[0], text, 4) == 4 && memcmp(text, "abcd", 4) == 0);
    assert(read(p[0], text, 4) == 2 && memcmp(text, "ef", 2) == 0);
    assert(write(high, "x", 1) == 1 && close(high) == 0);
    assert(read(p[0], text, 4) == 1 && read(p[0], text, 4) == 0 && close(p[0]) == 0);
}

static void messages(void)
{
    int s[2];
    char text[4];
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    errno = 0;
    assert(recv(s[0], text, 4, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    assert(send(s[1], "abc", 3, MSG_DONTWAIT) == 3);
    assert(recv(s[0], text, 2, 0) == 2 && text[1] == 'b');
    assert(recv(s[0], text, 2, MSG_DONTWAIT) == 1 && text[0] == 'c');
    assert(close(s[0]) == 0);
    errno = 0;
    assert(send(s[1], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    assert(recv(s[1], text, 4, 0) == 0);
    assert(close(s[1]) == 0);
}

static void asked(int file, short events, short got)
{
    struct pollfd p = {.fd = file, .events = events, .revents = 77};
    assert(poll(&p, 1, 0) == (got != 0) && p.revents == got);
}

static void readiness(void)
{
    int p[2], s[2];
    assert(pipe(p) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    asked(-1, POLLIN, 0);
    asked(p[1], POLLOUT | POLLWRNORM, POLLOUT | POLLWRNORM);
    asked(p[0], POLLIN | POLLRDNORM, 0);
    assert(write(p[1], "x", 1) == 1);
    asked(p[0], POLLRDNORM, POLLRDNORM);
    asked(p[0], POLLIN, POLLIN);
    asked(s[0], POLLIN | POLLRDHUP, 0);
    assert(close(s[1]) == 0);
    asked(s[0], POLLIN | POLLRDHUP, POLLIN | POLLRDHUP | POLLHUP);
    asked(s[0], POLLOUT, POLLOUT | POLLHUP);
    assert(close(p[0]) == 0);
    asked(p[1], POLLOUT, POLLOUT | POLLERR);
    asked(p[1], 0, POLLERR);
    assert(close(p[1]) == 0 && close(s[0]) == 0);
    asked(p[1], POLLIN, POLLNVAL);
    asked(p[1], 0, POLLNVAL);
    struct pollfd both[3] = {{-1, POLLIN, 5}, {p[0], POLLIN, 0}, {-1, POLLIN, 6}};
    assert(poll(both, 3, -1) == 1 && both[0].revents == 0 && both[1].revents == POLLNVAL &&
           both[2].revents == 0);
}

static void selections(void)
{
    int p[2], q[2];
    fd_set in, out;
    struct timeval none = {0, 0};
    assert(pipe(p) == 0 && pipe(q) == 0);
    FD_ZERO(&in);
    FD_ZERO(&out);
    FD_SET(p[0], &in);
    FD_SET(q[0], &in);
    FD_SET(q[1], &out);
    assert(select(q[1] + 1, &in, &out, NULL, NULL) == 1);
    assert(!FD_ISSET(p[0], &in) && !FD_ISSET(q[0], &in) && FD_ISSET(q[1], &out));
    assert(write(q[1], "x", 1) == 1);
    FD_SET(p[0], &in);
    FD_SET(q[0], &in);
    assert(select(q[1] + 1, &in, &out, NULL, &none) == 2);
    assert(!FD_ISSET(p[0], &in) && FD_ISSET(q[0], &in) && FD_ISSET(q[1], &out));
    FD_SET(p[0], &in);
    assert(select(q[0], &in, NULL, NULL, &none) == 0 && !FD_ISSET(p[0], &in));
    FD_ZERO(&in);
    FD_SET(q[0], &in);
    assert(select(q[0] + 1, &in, NULL, NULL, NULL) == 1 && FD_ISSET(q[0], &in));
    errno = 0;
    assert(select(-1, NULL, NULL, NULL, &none) == -1 && errno == EINVAL);
    assert(close(p[0]) == 0);
    FD_SET(p[0], &in);
    errno = 0;
    assert(select(q[1] + 1, &in, NULL, NULL, &none) == -1 && errno == EBADF);
    assert(FD_ISSET(q[0], &in) && FD_ISSET(p[0], &in));
    assert(close(p[1]) == 0 && close(q[0]) == 0 && close(q[1]) == 0);
}

static void lists(void)
{
    int p[2], s[2], list = epoll_create1(0);
    struct epoll_event one = {.events = EPOLLIN, .data.u32 = 5}, got[3];
    errno = 0;
    assert(epoll_create(0) == -1 && errno == EINVAL);
    assert(pipe(p) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    errno = 0;
    assert(epoll_ctl(p[0], EPOLL_CTL_ADD, p[1], &one) == -1 && errno == EINVAL);
    errno = 0;
    assert(epoll_ctl(-1, EPOLL_CTL_ADD, p[1], &one) == -1 && errno == EBADF);
    errno = 0;
    assert(epoll_ctl(list, EPOLL_CTL_ADD, -1, &one) == -1 && errno == EBADF);
    errno = 0;
    assert(epoll_ctl(list, EPOLL_CTL_MOD, p[0], &one) == -1 && errno == ENOENT);
    errno = 0;
    assert(epoll_ctl(list, EPOLL_CTL_DEL, p[0], NULL) == -1 && errno == ENOENT);
    errno = 0;
    assert(epoll_wait(p[0], got, 3, 0) == -1 && errno == EINVAL);
    errno = 0;
    assert(epoll_wait(list, got, 0, 0) == -1 && errno == EINVAL);
    errno = 0;
    assert(epoll_wait(-1, got, 3, 0) == -1 && errno == EBADF);
    assert(epoll_ctl(list, EPOLL_CTL_ADD, p[0], &one) == 0);
    errno = 0;
    assert(epoll_ctl(list, EPOLL_CTL_ADD, p[0], &one) == -1 && errno == EEXIST);
    assert(epoll_wait(list, got, 3, 0) == 0);
    assert(write(p[1], "x", 1) == 1);
    assert(epoll_wait(list, got, 3, -1) == 1 && got[0].events == EPOLLIN && got[0].data.u32 == 5);
    assert(epoll_wait(list, got, 3, -1) == 1); /* level */
    one.events = EPOLLIN | EPOLLONESHOT;
    one.data.u32 = 6;
    assert(epoll_ctl(list, EPOLL_CTL_MOD, p[0], &one) == 0);
    assert(epoll_wait(list, got, 3, -1) == 1 && got[0].data.u32 == 6 && got[0].events == EPOLLIN);
    assert(epoll_wait(list, got, 3, 0) == 0);
    one.events = EPOLLIN | EPOLLET;
    assert(epoll_ctl(list, EPOLL_CTL_MOD, p[0], &one) == 0);
    assert(epoll_wait(list, got, 3, 0) == 1 && epoll_wait(list, got, 3, 0) == 0);
    assert(write(p[1], "y", 1) == 1);
    assert(epoll_wait(list, got, 3, 0) == 1 && epoll_wait(list, got, 3, 0) == 0);
    one.events = 0; /* the end is told unasked */
    assert(epoll_ctl(list, EPOLL_CTL_MOD, p[0], &one) == 0);
    assert(epoll_wait(list, got, 3, 0) == 0);
    assert(close(p[1]) == 0);
    assert(epoll_wait(list, got, 3, 0) == 1 && got[0].events == EPOLLHUP);
    assert(epoll_ctl(list, EPOLL_CTL_DEL, p[0], NULL) == 0);
    assert(epoll_wait(list, got, 3, 0) == 0);
    one.events = EPOLLRDHUP;
    one.data.u32 = 7;
    assert(epoll_ctl(list, EPOLL_CTL_ADD, s[0], &one) == 0 && epoll_wait(list, got, 3, 0) == 0);
    assert(close(s[1]) == 0);
    assert(epoll_wait(list, got, 3, -1) == 1 && got[0].events == (EPOLLRDHUP | EPOLLHUP) &&
           got[0].data.u32 == 7);
    assert(close(s[0]) == 0);
    assert(epoll_wait(list, got, 3, 0) == 0); /* a closed file leaves the list */
    assert(close(list) == 0 && close(p[0]) == 0);
}

/* One file by two names; one name for two files, one after the other. */
static void names_in_lists(void)
{
    int list = epoll_create1(0), first[2], same, next[2];
    struct epoll_event one = {.events = EPOLLIN, .data.u32 = 8}, got[3];
    assert(pipe(first) == 0 && (same = dup(first[0])) >= 0 && write(first[1], "x", 1) == 1);
    assert(epoll_ctl(list, EPOLL_CTL_ADD, first[0], &one) == 0);
    one.data.u32 = 9;
    assert(epoll_ctl(list, EPOLL_CTL_ADD, same, &one) == 0 && epoll_wait(list, got, 3, -1) == 2);
    assert(epoll_ctl(list, EPOLL_CTL_DEL, same, NULL) == 0);
    assert(epoll_wait(list, got, 3, -1) == 1 && got[0].data.u32 == 8);
    assert(close(first[0]) == 0); /* the other name leads there still */
    assert(epoll_wait(list, got, 3, -1) == 1 && got[0].data.u32 == 8);
    assert(close(same) == 0 && epoll_wait(list, got, 3, 0) == 0);
    assert(pipe(next) == 0 && next[0] == first[0] && write(next[1], "y", 1) == 1);
    assert(epoll_ctl(list, EPOLL_CTL_ADD, next[0], &one) == 0);
    assert(epoll_wait(list, got, 1, -1) == 1 && got[0].data.u32 == 9);
    assert(close(next[0]) == 0 && close(next[1]) == 0 && close(first[1]) == 0);
    assert(close(list) == 0);
}

int main(void)
{
    closed();
    copies();
    messages();
    readiness();
    selections();
    lists();
    names_in_lists();
    return 0;
}
