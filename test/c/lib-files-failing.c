//: expect bug assert
//: both
//: options --all-errors
//: errors 9
// What may fail does so in some run.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char name[] = "aXXXXXX";
    FILE *f;
    switch (heddle_choose(0, 8)) {
    case 0:
        assert(rename("a", "b") == 0);
        break;
    case 1:
        assert(mkdir("a", 0777) == 0);
        break;
    case 2:
        assert(mkstemp(name) >= 0);
        break;
    case 3:
        assert(fsync(1) == 0);
        break;
    case 4:
        assert(isatty(1));
        break;
    case 5:
        f = tmpfile();
        assert(f);
        break;
    case 6:
        f = popen("ls", "r");
        assert(f);
        break;
    case 7:
        assert(!isatty(1));
        break;
    case 8:
        errno = 0;
        assert(pwrite(77, "a", 1, 0) == -1 && errno == EBADF && pread(0, name, 1, -1) == -1 &&
               errno == EINVAL && mkdtemp("XX") == 0);
        assert(0);
    }
    return 0;
}
