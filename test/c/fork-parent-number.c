//: expect unknown
// What number the parent of the process has is not known.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(getppid() == 4320);
    return 0;
}
