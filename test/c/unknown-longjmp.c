//: expect unknown
//: output unknown-longjmp.c:11: call of `longjmp`, which has no body and no model in heddle: jumps
//: output out of functions are not followed
// No file could define it.
#include <setjmp.h>
static jmp_buf place;

static void fail(int code)
{
    if (code)
        longjmp(place, code);
}

int main(void)
{
    if (!setjmp(place))
        fail(1);
    return 0;
}
