/* grow.c -- stacks of level I that grow without end.
 *
 * A procedure that calls itself outside transactions is pushed again and again (Figure 8 of the
 * paper).  Nothing tells for sure that this has no end; a frame that stands many times on one
 * stack, unchanged, is taken for it. */
#include "engine/summarize/internal.h"

enum { MOST_EQUAL_FRAMES = 40 };

static const char *place(Summarizer *s, uint32_t pc)
{
    return arena_print(&s->job->arena, "line %u", s->job->program->pos.at[pc].line);
}

/* The accesses of the procedure that do not move, a list: those without a discipline, or its locks.
 */
static const char *list_accesses(Summarizer *s, uint32_t proc, bool locks)
{
    const Program *program = s->job->program;
    const Proc *p = &program->procs.at[proc];
    const char *text = "";
    for (uint32_t pc = p->begin; pc < p->end; pc++) {
        const Instr *i = &program->code.at[pc];
        const Rule *rule = &s->movers.rules.at[i->region];
        bool lock = i->op == OP_ACQUIRE || i->op == OP_RELEASE || i->op == OP_TRYACQUIRE;
        if (!i->region || lock != locks || (!lock && rule->kind != RULE_NONE))
            continue;
        text = arena_print(&s->job->arena, "%s%s%s (%s)", text, *text ? ", " : "",
                           program->regions.at[i->region].name, place(s, pc));
    }
    return text;
}

static uint32_t count_frame(const Machine *m, StackId stack, LocalId frame)
{
    uint32_t count = 0;
    for (; stack.ix; stack = machine_pop(m, stack))
        count += machine_top(m, stack).ix == frame.ix;
    return count;
}

const char *grow_reason(Summarizer *s, Tid tid, StackId stack)
{
    if (!stack.ix)
        return NULL;
    LocalId frame = machine_top(s->m, stack);
    if (count_frame(s->m, stack, frame) < MOST_EQUAL_FRAMES)
        return NULL;
    uint32_t pc = machine_local_pc(s->m, frame);
    uint32_t proc = program_proc_at(s->job->program, pc);
    const char *accesses = list_accesses(s, proc, false);
    if (!*accesses)
        accesses = list_accesses(s, proc, true);
    return arena_print(&s->job->arena,
                       "the stack of thread %s grows without end: %s is called again and again "
                       "at %s, and is no transaction%s%s",
                       machine_thread_name(s->m, tid), s->job->program->procs.at[proc].name,
                       place(s, pc), *accesses ? " because of its accesses to " : "", accesses);
}
