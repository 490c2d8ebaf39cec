/* jump.c -- longjmp.  What setjmp does is in the front end (src/front/c/lower/jump.c). */
#include "signal.h"

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
    int saved; /* has it a mask of signals? */
    unsigned long long mask;
} JumpContext;

/* setjmp has called this before (the front end knows it by its name). */
void __heddle_jump_save(JumpContext *context, int save)
{
    context->saved = save != 0;
    if (SIGNALS || __heddle_uses("raise"))
        context->mask = save ? __heddle_signal_mask() : 0;
}

static PLAIN JumpContext jump_read(const JumpContext *context)
{
    return (JumpContext){.mark = context->mark,
                         .site = context->site,
                         .thread = context->thread,
                         .saved = context->saved};
}

_Noreturn void __heddle_jump_to(JumpContext *from, int value)
{
    if (!from)
        __heddle_jump_save(from, 0); /* so that it is there */
    JumpContext context = jump_read(from);
    if (!context.mark)
        __heddle_fail("misuse", "longjmp, but setjmp was never called for this jmp_buf");
    if (context.mark->ended)
        __heddle_fail("misuse", "longjmp into a function that has ended since it called setjmp");
    if (context.thread != __heddle_self())
        __heddle_fail("misuse", "longjmp into a function of another thread");
    if (SIGNALS || __heddle_uses("raise"))
        if (context.saved)
            __heddle_signal_restore(from->mask);
    context.mark->site = context.site;
    context.mark->value = value ? value : 1;
    __heddle_jump();
}

_Noreturn void longjmp(JumpContext *context, int value)
{
    __heddle_jump_to(context, value);
}

_Noreturn void _longjmp(JumpContext *context, int value)
{
    __heddle_jump_to(context, value);
}

_Noreturn void siglongjmp(JumpContext *context, int value)
{
    __heddle_jump_to(context, value);
}
