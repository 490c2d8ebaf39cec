//: expect unknown
//: output may be ended by a signal of another process
// No deadlock: the parent ends the child, which waits.
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    if (kill(child, SIGTERM) == 0)
        wait(NULL);
    return 0;
}
