//: expect bug double-free
//: both
// A mistake that only the child makes.
#include <unistd.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    pid_t c = fork();
    if (c == 0)
        free(p);
    free(p);
    if (c == 0)
        _exit(0);
    return 0;
}
