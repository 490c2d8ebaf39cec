//: expect bug freed
// An entry lies in the folder, and ends with it.
#include <dirent.h>

int main(void)
{
    DIR *d = opendir(".");
    struct dirent *e = d ? readdir(d) : 0;
    if (d)
        closedir(d);
    return e ? e->d_name[0] == 'a' : 0;
}
