//: expect bug assert 20
// A file may be there or not, and have a long line.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char line[8];
    int file = open("a", O_RDONLY);
    assert(file == -1 || file == 3);
    if (file == 3)
        assert(close(file) == 0 && close(file) == -1);
    FILE *f = fopen("names", "r");
    if (!f)
        return 1;
    while (fgets(line, sizeof line, f))
        assert(line[strlen(line) - 1] == '\n');
    assert(feof(f));
    fclose(f);
    return 0;
}
//: also --engine=bound
