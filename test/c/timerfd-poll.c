//: expect safe
// What poll says of a timer stays so until it is read; with a time limit it may say nothing.
#include <assert.h>
#include <poll.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct itimerspec in = {{0, 0}, {0, 1000}};
    struct pollfd look = {.fd = timer, .events = POLLIN};
    uint64_t times = 0;
    assert(timerfd_settime(timer, 0, &in, NULL) == 0);
    int found = poll(&look, 1, 10);
    assert(found == 0 || found == 1);
    if (found)
        assert(read(timer, &times, sizeof times) == sizeof times && times == 1);
    else
        assert(poll(&look, 1, -1) == 1 && read(timer, &times, sizeof times) == 8);
    assert(read(timer, &times, sizeof times) == -1);
    return 0;
}
