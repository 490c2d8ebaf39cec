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

/* ---- what keeps the procedure from being a transaction ---- */

typedef VEC(bool) Procs;

/* The procedure and all that it calls. */
static void find_callees(const Program *program, uint32_t proc, Procs *found)
{
    VEC(uint32_t) work = {0};
    vec_resize(found, program->procs.len);
    vec_push(&work, proc);
    while (work.len) {
        uint32_t p = vec_pop(&work);
        if (found->at[p])
            continue;
        found->at[p] = true;
        for (uint32_t pc = program->procs.at[p].begin; pc < program->procs.at[p].end; pc++)
            if (program->code.at[pc].op == OP_CALL)
                vec_push(&work, program->code.at[pc].other);
    }
    vec_free(&work);
}

/* The next access behind `after` in one of the procedures that did not fit into a transaction. */
static const Touch *next_split(const Summarizer *s, const Procs *procs, const Touch *after)
{
    const Touch *next = NULL;
    vec_each (Touch, touch, &s->parts.splits) {
        bool is_later = !after || touch->pc > after->pc ||
                        (touch->pc == after->pc && touch->region > after->region);
        bool is_first = !next || touch->pc < next->pc ||
                        (touch->pc == next->pc && touch->region < next->region);
        if (touch->region && is_later && is_first &&
            procs->at[program_proc_at(s->job->program, touch->pc)])
            next = touch;
    }
    return next;
}

/* `x (line 3), y (line 4)` */
static const char *list_accesses(Summarizer *s, uint32_t proc)
{
    const Program *program = s->job->program;
    const char *text = "", *last = "";
    Procs procs = {0};
    find_callees(program, proc, &procs);
    for (const Touch *t = next_split(s, &procs, NULL); t; t = next_split(s, &procs, t)) {
        const char *access = arena_print(&s->job->arena, "%s (%s)",
                                         program->regions.at[t->region].name, place(s, t->pc));
        if (strcmp(access, last) != 0)
            text = arena_print(&s->job->arena, "%s%s%s", text, *text ? ", " : "", access);
        last = access;
    }
    vec_free(&procs);
    return text;
}

static uint32_t count_frame(const Machine *m, StackId stack, LocalId frame)
{
    uint32_t count = 0;
    for (; stack.ix; stack = machine_pop(m, stack))
        count += machine_top(m, stack).ix == frame.ix;
    return count;
}

Reason grow_reason(Summarizer *s, Tid tid, StackId stack)
{
    if (!stack.ix)
        return (Reason){0};
    LocalId frame = machine_top(s->m, stack);
    if (count_frame(s->m, stack, frame) < MOST_EQUAL_FRAMES)
        return (Reason){0};
    uint32_t pc = machine_local_pc(s->m, frame);
    uint32_t proc = program_proc_at(s->job->program, pc);
    const char *accesses = list_accesses(s, proc);
    const char *text =
        arena_print(&s->job->arena,
                    "the stack of thread %s grows without end: %s is called again and again, and "
                    "is no transaction%s%s",
                    machine_thread_name(s->m, tid), s->job->program->procs.at[proc].name,
                    *accesses ? " because of its accesses to " : "", accesses);
    return program_reason(s->job->program, text, pc);
}
