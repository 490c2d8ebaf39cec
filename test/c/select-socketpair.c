//: expect safe
// select, send and recv at a socketpair.
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
#include <pthread.h>
#include <assert.h>
static int s[2];
static void *ta(void *x)
{
    char b[4];
    assert(recv(s[1], b, 4, 0) == 2 && b[1] == 'i');
    assert(send(s[1], "yo", 2, 0) == 2);
    return x;
}
int main(void)
{
    pthread_t x;
    char b[4];
    fd_set r;
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    pthread_create(&x, 0, ta, 0);
    assert(write(s[0], "hi", 2) == 2);
    FD_ZERO(&r);
    FD_SET(s[0], &r);
    assert(select(s[0] + 1, &r, 0, 0, 0) == 1 && FD_ISSET(s[0], &r));
    assert(read(s[0], b, 4) == 2 && b[0] == 'y');
    pthread_join(x, 0);
    return 0;
}
