//: expect unknown
//: output the numbers of processes were taken to begin again after 32 of them (fork)
// A loop that forks and waits, without end: after 32 processes their numbers are given again.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    for (;;) {
        int child = fork();
        if (!child)
            return 0;
        assert(child > 1);
        assert(wait(NULL) == child);
        assert(wait(NULL) == -1);
    }
}
