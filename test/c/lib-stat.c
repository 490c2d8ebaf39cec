//: expect bug assert
//: both
// A file may be empty.
#include <assert.h>
#include <sys/stat.h>

int main(void)
{
    struct stat s;
    if (stat("a", &s) == 0 && S_ISREG(s.st_mode))
        assert(s.st_size > 0);
    return 0;
}
