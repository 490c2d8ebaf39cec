//: expect unknown
//: options --engine=hunt
// A run gets where heddle cannot follow: of the others nothing is said.
#include <heddle.h>
#include <setjmp.h>

static jmp_buf back;

int main(void)
{
    if (heddle_choose(0, 1))
        longjmp(back, 1);
    return 0;
}
