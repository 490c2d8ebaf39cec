//: expect bug assert 22
//: both
// In which order epoll tells of several files is not said: the one that was written first may come first.
#include <assert.h>
#include <sys/epoll.h>
#include <unistd.h>

int main(void)
{
    int a[2], b[2], list = epoll_create1(0);
    struct epoll_event one = {.events = EPOLLIN}, got[2];
    pipe(a);
    pipe(b);
    one.data.u32 = 1;
    epoll_ctl(list, EPOLL_CTL_ADD, a[0], &one);
    one.data.u32 = 2;
    epoll_ctl(list, EPOLL_CTL_ADD, b[0], &one);
    write(b[1], "x", 1);
    write(a[1], "x", 1);
    assert(epoll_wait(list, got, 2, -1) == 2);
    assert(got[0].data.u32 + got[1].data.u32 == 3);
    assert(got[0].data.u32 == 1);
    return 0;
}
