//: expect bug uninitialised 20
//: both
// A local variable that is written after setjmp and not volatile is indeterminate behind longjmp.
#include <setjmp.h>

static jmp_buf back;

static void leave(void)
{
    longjmp(back, 1);
}

int main(void)
{
    int state = 0, other = 1;
    if (setjmp(back) == 0) {
        state = 1;
        leave();
    }
    return state ? other - 1 : other;
}
