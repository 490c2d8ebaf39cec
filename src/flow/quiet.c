/* quiet.c -- stores that nobody sees, in loops that are meant to end (hangs).
 *
 * A number that nobody ever looks at, nor sees printed, is not seen by others: a thread that waits for a flag, and counts
 * meanwhile, does nothing but wait.  But who goes round without any way out is meant to work for ever, and what he writes
 * is his work, whether or not somebody looks at it in this program.  So such stores are quiet only where the thread can
 * come to its end behind them, as far as the graph of the program tells: from each place that calls the procedure, too. */
#include "flow/inner.h"
#include "flow/slice.h"

enum { THREAD_EXIT = 0 }; /* the first exception of C programs (front/c/c.c) */

typedef struct Ways {
    const Program *program;
    VEC(bool) returns; /* instruction -> a return of its procedure can be reached from there */
    VEC(bool) exits;   /* instruction -> a call that ends the thread can be reached from there */
    VEC(bool) leaves;  /* procedure -> a call of it may end the thread, as the program wants it */
    VEC(bool) ends; /* procedure -> from each place that calls it the thread's end can be reached */
    bool changed;
} Ways;

/* From where in the procedure are places reached that are marked already? */
static void spread(Ways *w, const Proc *proc, bool *marks)
{
    Successors next = {0};
    for (bool more = true; more;) {
        more = false;
        for (uint32_t pc = proc->end; pc-- > proc->begin;) {
            bool now = marks[pc];
            flow_successors(w->program, pc, &next);
            vec_each (uint32_t, to, &next)
                now |= marks[*to];
            more |= now != marks[pc];
            marks[pc] = now;
        }
    }
    vec_free(&next);
}

static void find_returns(Ways *w, const Proc *proc)
{
    for (uint32_t pc = proc->begin; pc < proc->end; pc++)
        w->returns.at[pc] = w->program->code.at[pc].op == OP_RETURN;
    spread(w, proc, w->returns.at);
}

/* A model that returns may end a thread that somebody cancels; the thread itself does not ask for that. */
static bool finds_leaving(Ways *w, uint32_t number)
{
    const Proc *proc = &w->program->procs.at[number];
    if (w->leaves.at[number] || (proc->library && w->returns.at[proc->begin]))
        return false;
    bool leaves = false;
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        const Instr *i = &w->program->code.at[pc];
        leaves |= (i->op == OP_THROW && i->other == THREAD_EXIT && proc->library) ||
                  (i->op == OP_CALL && w->leaves.at[i->other]);
    }
    w->leaves.at[number] = leaves;
    return leaves;
}

/* Calls that end the thread. */
static void find_exits(Ways *w)
{
    const Program *p = w->program;
    vec_resize(&w->exits, p->code.len);
    vec_resize(&w->leaves, p->procs.len);
    if (!program_is_c(p))
        return;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t k = 0; k < p->procs.len; k++)
            more |= finds_leaving(w, k);
    }
    vec_each (Proc, proc, &p->procs) {
        for (uint32_t pc = proc->begin; pc < proc->end; pc++)
            w->exits.at[pc] = p->code.at[pc].op == OP_CALL && w->leaves.at[p->code.at[pc].other];
        spread(w, proc, w->exits.at);
    }
}

static bool goes_on(const Ways *w, uint32_t proc, uint32_t pc)
{
    return w->exits.at[pc] || (w->ends.at[proc] && w->returns.at[pc]);
}

static void note_call(Ways *w, uint32_t proc, uint32_t pc)
{
    const Instr *i = &w->program->code.at[pc];
    if (goes_on(w, proc, pc) || (i->op != OP_CALL && i->op != OP_CALLPTR))
        return;
    for (uint32_t k = 0; k < w->ends.len; k++)
        if (w->ends.at[k] && (i->op == OP_CALLPTR || k == i->other)) {
            w->ends.at[k] = false;
            w->changed = true;
        }
}

static void find_ends(Ways *w)
{
    const Program *p = w->program;
    vec_resize(&w->returns, p->code.len);
    vec_each (Proc, proc, &p->procs) {
        find_returns(w, proc);
        vec_push(&w->ends, true);
    }
    find_exits(w);
    do {
        w->changed = false;
        for (uint32_t k = 0; k < p->procs.len; k++)
            for (uint32_t pc = p->procs.at[k].begin; pc < p->procs.at[k].end; pc++)
                note_call(w, k, pc);
    } while (w->changed);
}

void flow_quiet(Program *program)
{
    Looks looks = {.program = program, .stores = true, .prints = true};
    Ways ways = {.program = program};
    if (looks_find(&looks)) {
        find_ends(&ways);
        for (uint32_t k = 0; k < program->procs.len; k++)
            for (uint32_t pc = program->procs.at[k].begin; pc < program->procs.at[k].end; pc++)
                if (goes_on(&ways, k, pc) && looks_is_blind(&looks, k, &program->code.at[pc]))
                    program->code.at[pc].flags |= FLAG_QUIET;
    }
    vec_free(&ways.returns);
    vec_free(&ways.exits);
    vec_free(&ways.leaves);
    vec_free(&ways.ends);
    looks_free(&looks);
}
