//: expect safe
// epoll tells what is there, again and again, and gives the pointer back.
#include <sys/epoll.h>
#include <unistd.h>
#include <pthread.h>
#include <assert.h>
#define ET 0
static int a[2];
static void *ta(void *x)
{
    assert(write(a[1], "ab", 2) == 2);
    return x;
}
int main(void)
{
    pthread_t x;
    char c;
    pipe(a);
    int e = epoll_create1(0);
    int tag = 5;
    struct epoll_event ev = {.events = EPOLLIN | ET, .data.ptr = &tag}, out[4];
    assert(epoll_ctl(e, EPOLL_CTL_ADD, a[0], &ev) == 0);
    pthread_create(&x, 0, ta, 0);
    assert(epoll_wait(e, out, 4, -1) == 1 && (out[0].events & EPOLLIN) &&
           *(int *)out[0].data.ptr == 5);
    assert(read(a[0], &c, 1) == 1 && c == 'a');
    pthread_join(x, 0);
    assert(epoll_wait(e, out, 4, -1) == 1);
    assert(read(a[0], &c, 1) == 1 && c == 'b');
    assert(epoll_wait(e, out, 4, 0) == 0);
    return 0;
}
