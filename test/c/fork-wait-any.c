//: expect safe
//: both
// Each child is waited for once, in any order; a child has none of its parent's, and numbers of its own.
#include <assert.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    pid_t a = fork();
    if (a == 0) {
        pid_t g = fork();
        if (g == 0) {
            assert(wait(0) == -1);
            _exit(0);
        }
        assert(waitpid(g, 0, 0) == g);
        _exit(0);
    }
    pid_t b = fork();
    if (b == 0) {
        assert(waitpid(a, 0, 0) == -1 && errno == ECHILD);
        _exit(0);
    }
    pid_t x = wait(0);
    assert(x == a || x == b);
    assert(waitpid(x, 0, WNOHANG) == -1);
    assert(waitpid(-1, 0, 0) == (x == a ? b : a));
    assert(wait(0) == -1);
    return 0;
}
