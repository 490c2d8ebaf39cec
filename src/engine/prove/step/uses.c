/* uses.c -- references that a procedure surely follows: whoever returns from it has passed it no null,
 * since runs that end in an error are not judged. */
#include "engine/prove/step/step.h"

#include "engine/prove/model.h"
#include "flow/live.h"

enum { MOST_PARAMS = 64 };

/* Parameters that are never assigned: their registers are what was passed. */
static uint64_t find_constant(const Program *program, const Proc *proc)
{
    uint64_t constant = 0;
    for (uint32_t k = 0; k < proc->params && k < MOST_PARAMS; k++)
        if (proc->registers.at[k].type.kind == TYPE_PTR)
            constant |= (uint64_t)1 << k;
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        const Instr *i = &program->code.at[pc];
        List dsts = program->lists.at[i->dsts];
        if (i->dst >= 0 && i->dst < MOST_PARAMS)
            constant &= ~((uint64_t)1 << i->dst);
        for (uint32_t k = 0; k < dsts.len; k++)
            if (dsts.at[k] >= 0 && dsts.at[k] < MOST_PARAMS)
                constant &= ~((uint64_t)1 << dsts.at[k]);
    }
    return constant;
}

/* What the instruction follows. */
static uint64_t used_by(const Prover *p, const Instr *i)
{
    const Program *program = p->program;
    List list = program->lists.at[i->list];
    uint64_t used = 0;
    bool touches = i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_ACQUIRE ||
                   i->op == OP_RELEASE || i->op == OP_TRYACQUIRE;
    if (touches && i->a >= 0 && i->a < MOST_PARAMS)
        used = (uint64_t)1 << i->a;
    for (uint32_t k = 0; i->op == OP_CALL && k < list.len && k < MOST_PARAMS; k++)
        if (list.at[k] >= 0 && list.at[k] < MOST_PARAMS && p->uses.at[i->other] >> k & 1)
            used |= (uint64_t)1 << list.at[k];
    return used;
}

/* What all ways to a return follow. */
static uint64_t find_used(const Prover *p, const Proc *proc)
{
    const Program *program = p->program;
    VEC(uint64_t) before = {0};
    Successors next = {0};
    uint64_t all = UINT64_MAX;
    bool changed = true, returns = false;
    for (uint32_t pc = proc->begin; pc < proc->end; pc++)
        vec_push(&before, pc == proc->begin ? 0 : UINT64_MAX);
    while (changed) {
        changed = false;
        for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
            uint64_t after = before.at[pc - proc->begin] | used_by(p, &program->code.at[pc]);
            flow_successors(program, pc, &next);
            vec_each (uint32_t, to, &next) {
                uint64_t *there = &before.at[*to - proc->begin];
                changed = changed || (*there & after) != *there;
                *there &= after;
            }
        }
    }
    for (uint32_t pc = proc->begin; pc < proc->end; pc++)
        if (program->code.at[pc].op == OP_RETURN) {
            all &= before.at[pc - proc->begin];
            returns = true;
        }
    vec_free(&before);
    vec_free(&next);
    return returns ? all & find_constant(program, proc) : 0;
}

void call_find_uses(Prover *p)
{
    const Program *program = p->program;
    bool grown = true;
    vec_resize(&p->uses, program->procs.len);
    while (grown) {
        grown = false;
        for (uint32_t proc = 0; proc < program->procs.len; proc++) {
            uint64_t used = find_used(p, &program->procs.at[proc]);
            grown = grown || used != p->uses.at[proc];
            p->uses.at[proc] = used;
        }
    }
}
