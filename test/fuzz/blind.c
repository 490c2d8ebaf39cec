/* blind.c -- see blind.h. */
#include "blind.h"

static bool fails(const Program *program, uint32_t pc)
{
    const Instr *i = &program->code.at[pc];
    return i->op == OP_FAIL && i->offset == ERR_ASSERTION;
}

void blind_program(Program *program, uint64_t number)
{
    bool all = number >> 17 & 1;
    vec_push(&program->constants, 1);
    const Ref yes = ~(Ref)(program->constants.len - 1);
    vec_each (Instr, i, &program->code) {
        number = number * 6364136223846793005u + 1442695040888963407u;
        if (!all && number >> 63)
            continue;
        if (i->op == OP_ASSERT)
            i->a = yes;
        if (i->op != OP_BRANCH || (!fails(program, i->target) && !fails(program, i->other)))
            continue;
        uint32_t to = fails(program, i->target) ? i->other : i->target;
        *i = (Instr){.op = OP_JUMP, .dst = NO_REF, .a = NO_REF, .b = NO_REF, .target = to};
    }
}
