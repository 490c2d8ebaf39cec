//: expect unknown
//: output the status with which a child has ended
// The parent does not see how its child ends: no status is made up.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    int status;
    pid_t c = fork();
    if (c == 0)
        _exit(3);
    waitpid(c, &status, 0);
    assert(!WIFEXITED(status) || WEXITSTATUS(status) == 3);
    return 0;
}
