//: expect bug assert
//: both
// Of a folder some entries are seen, in any number up to two.
#include <assert.h>
#include <dirent.h>
#include <sys/stat.h>

int main(void)
{
    DIR *d = opendir(".");
    if (!d)
        return 0;
    int entries = 0;
    while (readdir(d))
        entries++;
    closedir(d);
    assert(entries < 2);
    return 0;
}
