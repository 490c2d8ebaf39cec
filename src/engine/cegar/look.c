/* look.c -- where a procedure jumps, waits and may be interrupted. */
#include "engine/cegar/internal.h"

#include "ir/shape.h"

static void mark_targets(Maker *m)
{
    const Program *p = m->program;
    for (uint32_t pc = m->of->begin; pc < m->of->end; pc++) {
        const Instr *i = &p->code.at[pc];
        List list = p->lists.at[i->list];
        if (shape_has(i->op, "Lhu") && i->target)
            m->target[i->target - m->of->begin] = true;
        if (shape_has(i->op, "h"))
            m->head[i->target - m->of->begin] = true;
        if (shape_has(i->op, "u") && i->target)
            m->unwound[i->target - m->of->begin] = true;
        if (shape_has(i->op, "M"))
            m->target[i->other - m->of->begin] = true;
        for (uint32_t k = 1; shape_has(i->op, "cg") && k < list.len; k += 2)
            m->target[(uint32_t)list.at[k] - m->of->begin] = true;
    }
}

/* Registers whose value somebody waits for: guards, and what they are computed from. */
static void find_guards(Maker *m)
{
    const Program *p = m->program;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t pc = m->of->begin; pc < m->of->end; pc++) {
            const Instr *i = &p->code.at[pc];
            List list = p->lists.at[i->list];
            for (uint32_t k = 0; i->op == OP_SELECT && k < list.len; k += 2)
                if (list.at[k] >= 0 && !m->guards[list.at[k]])
                    again = m->guards[list.at[k]] = true;
            bool bits = instr_computes(i) && i->type.bits == 1 && m->guards[i->dst];
            if (bits && i->a >= 0 && !m->guards[i->a])
                again = m->guards[i->a] = true;
            if (bits && shape_has(i->op, "b") && i->b >= 0 && !m->guards[i->b])
                again = m->guards[i->b] = true;
        }
    }
}

void maker_look(Maker *m)
{
    mark_targets(m);
    data_depths(m->program, m->proc, m->depth);
    find_guards(m);
}
