//: expect unknown
//: output longjmp out of an atomic region is not followed
#include <heddle.h>
#include <setjmp.h>

static jmp_buf back;

int main(void)
{
    if (setjmp(back))
        return 0;
    heddle_atomic_begin();
    longjmp(back, 1);
}
