//: expect unknown
//: output that the program has written to
// Safe natively: what is written is read.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char got = 0;
    int file = open("/tmp/heddle-written", O_CREAT | O_TRUNC | O_RDWR, 0600);
    if (file < 0 || write(file, "a", 1) != 1)
        return 1;
    assert(lseek(file, 0, SEEK_SET) == 0 && read(file, &got, 1) == 1 && got == 'a');
    return 0;
}
