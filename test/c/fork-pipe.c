//: expect unknown
//: output a pipe that another process has, too, is not followed
// A pipe to another process is not followed.
#include <unistd.h>
int main(void)
{
    int f[2];
    char c;
    pipe(f);
    int p = fork();
    if (p < 0)
        return 0;
    if (p == 0) {
        write(f[1], "x", 1);
        _exit(0);
    }
    return read(f[0], &c, 1) != 1;
}
