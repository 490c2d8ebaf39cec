/* inputs.c -- a program whose inputs take any of their values; everything else it shares with the original. */
#include "ir/program.h"

Program *program_open_inputs(const Program *program)
{
    Program *open = memory_alloc(sizeof *open);
    *open = *program;
    memset(&open->code, 0, sizeof open->code);
    memset(&open->constants, 0, sizeof open->constants);
    vec_each (uint64_t, constant, &program->constants)
        vec_push(&open->constants, *constant);
    vec_push(&open->constants, 1);
    Ref yes = ~(Ref)program->constants.len;
    vec_each (Instr, i, &program->code) {
        vec_push(&open->code, *i);
        if (i->op == OP_MOV && i->flags & FLAG_ALL)
            vec_last(&open->code).a = yes;
    }
    return open;
}

void program_close_inputs(Program *open)
{
    vec_free(&open->code);
    vec_free(&open->constants);
    memory_free(open);
}
