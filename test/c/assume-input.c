//: expect safe
//: states 1
/* An input that an assume narrows before there is another thread leaves no state of its own behind.
 */
#include <assert.h>
#include <heddle.h>
int main(void)
{
    unsigned char n = (unsigned char)heddle_choose(0, 255);
    heddle_assume(n > 250);
    assert(n != 250);
    return 0;
}
