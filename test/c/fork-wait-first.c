//: expect bug assert
//: both
// The child that was forked last may be the first that ends, or the second.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    pid_t a = fork();
    if (a == 0)
        _exit(0);
    pid_t b = fork();
    if (b == 0)
        _exit(0);
    assert(wait(0) == b);
    return 0;
}
