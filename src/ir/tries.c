/* tries.c -- see tries.h. */
#include "ir/tries.h"

static Ref find_one(Program *program)
{
    for (size_t k = 0; k < program->constants.len; k++)
        if (program->constants.at[k] == 1)
            return ~(Ref)k;
    vec_push(&program->constants, 1);
    return ~(Ref)(program->constants.len - 1);
}

bool ir_fail_tries(Program *program, bool fail)
{
    Op from = fail ? OP_MOV : OP_CHOOSE, to = fail ? OP_CHOOSE : OP_MOV;
    bool found = false;
    vec_each (Instr, i, &program->code) {
        if (i->op != from || !(i->flags & FLAG_VAIN))
            continue;
        i->op = (uint8_t)to;
        i->b = fail ? find_one(program) : NO_REF;
        found = true;
    }
    return found;
}
