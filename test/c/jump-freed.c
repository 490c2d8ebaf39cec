//: expect bug freed 22
//: both
// What was local to a function that longjmp has left is no more.
#include <setjmp.h>

static jmp_buf back;
static int *kept;

static void leave(void)
{
    int here = 1;
    kept = &here;
    longjmp(back, 1);
}

int main(void)
{
    if (setjmp(back) == 0) {
        leave();
        return 1;
    }
    return *kept;
}
