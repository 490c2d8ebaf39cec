//: expect bug assert 19
// A timer that goes off again and again may have done so twice before somebody looks.
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void)
{
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec in = {{0, 1000}, {0, 1000}};
    assert(timerfd_settime(timer, 0, &in, NULL) == 0);
    uint64_t times = 0, sum = 0;
    for (int k = 0; k < 2; k++) {
        assert(read(timer, &times, sizeof times) == sizeof times);
        sum += times;
    }
    assert(sum >= 2);
    assert(sum == 2);
    return 0;
}
