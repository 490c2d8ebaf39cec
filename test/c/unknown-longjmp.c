//: expect unknown
//: output test/c/unknown-longjmp.c:10: call of `longjmp`, which has no body and no model in heddle:
//: jumps out of functions are not followed
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
