//: expect unknown
//: options --engine=hunt
// A run gets where heddle cannot follow: of the others nothing is said.
#include <heddle.h>

void *dlopen(const char *file, int mode);

int main(void)
{
    if (heddle_choose(0, 1))
        dlopen("libother.so", 1);
    return 0;
}
