//: expect unknown
//: output the number of the process
// No child has the number of its parent.
#include <assert.h>
#include <unistd.h>
int main(void)
{
    pid_t own = getpid();
    if (fork() == 0) {
        assert(getppid() == own);
        pid_t child = getpid();
        pid_t g = fork();
        if (g == 0) {
            assert(getppid() == child);
            assert(getpid() != child && getpid() != own);
            _exit(0);
        }
        assert(g != child);
        _exit(0);
    }
    return 0;
}
