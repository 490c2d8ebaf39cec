//: expect bug abort 7
// abort is an error.
#include <stdlib.h>

int main(void)
{
    abort();
}
