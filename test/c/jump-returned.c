//: expect bug misuse 17
//: output longjmp into a function that has ended since it called setjmp
#include <setjmp.h>

static jmp_buf back;

static int mark(void)
{
    return setjmp(back);
}

int main(void)
{
    if (mark())
        return 0;

    longjmp(back, 1);
}
