//: expect bug assert
// What the child writes the parent does not see.
#include <unistd.h>
#include <sys/wait.h>
#include <assert.h>
#include <stdlib.h>
static int x;
int main(void)
{
    x = 1;
    pid_t p = fork();
    if (p < 0)
        return 0;
    if (p == 0) {
        x = 2;
        execlp("true", "true", (char *)0);
        _exit(x == 2 ? 0 : 1);
    }
    assert(x == 2);
    assert(waitpid(p, NULL, 0) == p);
    assert(wait(NULL) == -1);
    return 0;
}
