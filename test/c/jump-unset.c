//: expect bug misuse 9
//: output longjmp, but setjmp was never called for this jmp_buf
#include <setjmp.h>

static jmp_buf back;

int main(void)
{
    longjmp(back, 1);
}
