/* jump.c -- longjmp.  What setjmp does is in the front end (src/front/c/lower/jump.c). */
#include "intrinsics.h"

/* What a function that calls setjmp has: to which of its calls somebody jumps, and with what value,
 * and whether it has ended. */
typedef struct {
    unsigned site;
    int value;
    unsigned ended;
} JumpMark;

typedef struct {
    JumpMark *mark;
    unsigned site, thread;
} JumpContext;

static PLAIN JumpContext jump_read(const JumpContext *context)
{
    return *context;
}

_Noreturn void __heddle_jump_to(const JumpContext *from, int value)
{
    JumpContext context = jump_read(from);
    if (!context.mark)
        __heddle_fail("misuse", "longjmp, but setjmp was never called for this jmp_buf");
    if (context.mark->ended)
        __heddle_fail("misuse", "longjmp into a function that has ended since it called setjmp");
    if (context.thread != __heddle_self())
        __heddle_fail("misuse", "longjmp into a function of another thread");
    context.mark->site = context.site;
    context.mark->value = value ? value : 1;
    __heddle_jump();
}

_Noreturn void longjmp(const JumpContext *context, int value)
{
    __heddle_jump_to(context, value);
}

_Noreturn void _longjmp(const JumpContext *context, int value)
{
    __heddle_jump_to(context, value);
}

_Noreturn void siglongjmp(const JumpContext *context, int value)
{
    __heddle_jump_to(context, value);
}
