//: expect bug assert 23
// A timer that was set a moment ago may not have gone off yet.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static void set(int timer, long nanoseconds, long again)
{
    struct itimerspec in = {{0, again}, {0, nanoseconds}};
    assert(timerfd_settime(timer, 0, &in, NULL) == 0);
}

int main(void)
{
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    uint64_t times = 0;
    assert(read(timer, &times, sizeof times) == -1 && errno == EAGAIN);
    set(timer, 1000, 0);
    ssize_t n = read(timer, &times, sizeof times);
#ifndef RIGHT
    assert(n == sizeof times);
#endif
    assert(n == sizeof times ? times == 1 : n == -1 && errno == EAGAIN);
    return 0;
}
