//: expect bug freed 17
// ... and so is what was local to a block of the function that is still there.
#include <setjmp.h>

static jmp_buf back;
static int *kept;

int main(void)
{
    if (setjmp(back) == 0) {
        int inside = 1;
        kept = &inside;
        if (*kept)
            longjmp(back, 1);
    }

    return *kept;
}
