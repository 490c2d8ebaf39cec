/* prelude.c -- what a thread does by itself before it first meets the others.
 *
 * A thread that serves in a loop comes back to the place where it first waits for something, again
 * and again; but it begins elsewhere, at the beginning of its procedure.  What is in between are both
 * movers: nobody notices whether they are done already.  As long as they are not there are states
 * in which nothing else differs, twice as many for each such thread.  So they are done at once, and
 * before anything else: that thread alone is a persistent set (movers/persistent.c).
 *
 * Only where the thread may come to the same place again.  Elsewhere its beginning is as good a place,
 * and runs have fewer contexts.  Not in C: who waits for a lock that the program writes itself stands
 * at its beginning as well as in the midst of trying, and there would be more states, not fewer.
 * doc/theory.md has the argument. */
#include "engine/explore/search.h"

#include "flow/live.h"

/* Can a thread that stands here come back, in this procedure? */
static bool may_return(const Program *program, uint32_t pc)
{
    const Proc *proc = &program->procs.at[program_proc_at(program, pc)];
    Successors next = {0}, todo = {0};
    VEC(bool) met = {0};
    bool found = false;
    vec_resize(&met, proc->end - proc->begin);
    vec_push(&todo, pc);
    while (todo.len && !found) {
        flow_successors(program, vec_pop(&todo), &next);
        vec_each (uint32_t, to, &next) {
            found |= *to == pc;
            if (*to < proc->begin || *to >= proc->end || met.at[*to - proc->begin])
                continue;
            met.at[*to - proc->begin] = true;
            vec_push(&todo, *to);
        }
    }
    vec_free(&next);
    vec_free(&todo);
    vec_free(&met);
    return found;
}

/* By program counter. */
enum { ENTRY = 1, BARREN = 2, AGAIN = 4, NEVER = 8 };

static void find_entries(Search *s)
{
    const Program *program = s->job->program;
    vec_resize(&s->places, program->code.len);
    vec_each (Proc, proc, &program->procs)
        if (proc->begin < proc->end)
            s->places.at[proc->begin] |= ENTRY;
}

static bool returns_to(Search *s, uint32_t pc)
{
    uint8_t *place = &s->places.at[pc];
    if (!(*place & (AGAIN | NEVER)))
        *place |= may_return(s->job->program, pc) ? AGAIN : NEVER;
    return *place & AGAIN;
}

bool prelude_run(Search *s, const State *state, size_t index)
{
    const StateThread *thread = &state->threads.at[index];
    uint32_t pc = machine_local_pc(s->m, thread->l);
    if (program_is_raw(s->job->program))
        return false;
    if (!s->places.len)
        find_entries(s);
    if (thread->s.ix || (s->places.at[pc] & (ENTRY | BARREN)) != ENTRY)
        return false;
    Ask ask = {.prelude = PRELUDE_ASKED};
    bool ended = transaction_ask(&s->movers, state, index, ask, &s->out) && s->out.len == 1 &&
                 s->out.all.at[0].kind == OUTCOME_STEP &&
                 returns_to(s, machine_local_pc(s->m, s->out.all.at[0].l));
    if (!ended)
        s->places.at[pc] |= BARREN;
    return ended;
}
