/* input.c -- nondeterministic inputs; see func.h. */
#include "front/c/func.h"

bool input_call(Func *f, const Call *call)
{
    (void)f;
    (void)call;
    return false;
}

void input_collect(Unit *u)
{
    (void)u;
}
