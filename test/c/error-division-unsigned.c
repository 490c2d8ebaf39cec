//: expect bug division 9
//: options --property=memory
// A program without any memory: it is undefined all the same.
#include <heddle.h>

int main(void)
{
    unsigned n = (unsigned)heddle_choose(0, 2);
    return (int)(6u % n);
}
