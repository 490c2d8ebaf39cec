/* claims.c -- what is claimed of the abstraction, for check/abstraction.c. */
#include "engine/cegar/internal.h"

const Abstraction *cegar_claims(const Cegar *c)
{
    return &c->claims;
}

void claims_begin(Maker *m, uint32_t pc)
{
    Abstraction *a = &m->c->claims;
    size_t count = m->c->predicates.len;
    if (m->again) /* there are more predicates now: it is made once more */
        return;
    if (a->begin.len <= pc) {
        vec_resize(&a->begin, m->program->code.len);
        vec_resize(&a->trusted, m->program->code.len * count);
    }
    assert(pc >= m->of->begin && pc < m->of->end);
    assert(a->trusted.len == m->program->code.len * count);
    a->begin.at[pc] = (uint32_t)m->out->code.len;
    for (size_t k = 0; k < count; k++) {
        const Predicate *p = &m->c->predicates.at[k];
        bool stale = m->unwound[pc - m->of->begin] && p->shared && p->proc != EVERYWHERE;
        a->trusted.at[pc * count + k] = update_trusts(m, p) && !stale;
    }
}

static void tell_data(Cegar *c)
{
    Abstraction *a = &c->claims;
    const Program *p = c->program;
    for (uint32_t k = 0; k < c->data.cells.len; k++) {
        const Cell *cell = &c->data.cells.at[k];
        vec_push(&a->cells, ((ClaimedCell){.object = cell->object,
                                           .region = cell->region,
                                           .offset = cell->offset,
                                           .type = cell->type,
                                           .followed = !cell->broken,
                                           .abstract = data_abstracts_cell(&c->data, k),
                                           .term = cell->term,
                                           .claim = cell->claim}));
    }
    for (uint32_t proc = 0; proc < p->procs.len; proc++) {
        vec_push(&a->first, (uint32_t)a->registers.len);
        vec_push(&a->verbatim, c->data.pure.at[proc]);
        for (uint32_t k = 0; k < p->procs.at[proc].registers.len; k++)
            vec_push(&a->registers, data_abstracts_register(&c->data, proc, (int32_t)k));
    }
}

void claims_finish(Maker *m)
{
    static const ClaimedKind kinds[] = {[VAR_REGISTER] = CLAIMED_REGISTER,
                                        [VAR_CELL] = CLAIMED_CELL,
                                        [VAR_RESULT] = CLAIMED_RESULT};
    Cegar *c = m->c;
    Abstraction *a = &c->claims;
    a->program = c->program;
    a->abstract = m->out;
    a->terms = &c->terms;
    tell_data(c);
    vec_each (Var, var, &c->vars)
        vec_push(&a->variables,
                 ((ClaimedVariable){kinds[var->kind], var->proc, var->number, var->term}));
    vec_each (Predicate, p, &c->predicates)
        vec_push(&a->predicates,
                 ((ClaimedPredicate){.holds = p->holds,
                                     .proc = p->proc,
                                     .shared = p->shared,
                                     .result = p->result,
                                     .entry = p->entry && !p->result,
                                     .handed = p->proc != EVERYWHERE && !c->data.taken.at[p->proc],
                                     .home = p->home}));
}
