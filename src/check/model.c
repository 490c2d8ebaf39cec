/* model.c -- replays a run of a concurrent pushdown system; see replay.h.
 *
 * A step is a thread (its number, from 1) and a rule (its place in the thread's `order`).  Stacks
 * are plain words here: nothing is shared with the engine but the model itself. */
#include <stdlib.h>

#include "check/replay.h"
#include "check/refuse.h"

typedef struct Run {
    Job *job;
    Bug *bug;
    const Cpds *model;
    CpdsState state; /* its stacks have their tops last */
    Why why;
} Run;

static void begin(Run *r)
{
    size_t threads = r->model->threads.len;
    r->state.shared = r->model->init.shared;
    r->state.stacks = memory_alloc(threads * sizeof *r->state.stacks);
    for (size_t t = 0; t < threads; t++) {
        const PdsWord *stack = &r->model->init.stacks[t];
        for (size_t i = stack->len; i-- > 0;)
            vec_push(&r->state.stacks[t], stack->at[i]);
    }
}

static void end(Run *r)
{
    for (size_t t = 0; t < r->model->threads.len; t++)
        vec_free(&r->state.stacks[t]);
    memory_free(r->state.stacks);
}

/* `1.7.3`, the top last. */
static const char *stack_text(Run *r, const PdsWord *stack)
{
    enum { MOST = 12 };
    Arena *arena = &r->job->arena;
    const char *text = stack->len ? "" : "-";
    size_t first = stack->len > MOST ? stack->len - MOST : 0;
    for (size_t i = first; i < stack->len; i++)
        text = arena_print(arena, "%s%s%u", text, *text ? "." : "", stack->at[i]);
    return first ? arena_print(arena, "(%zu more).%s", first, text) : text;
}

static void describe(Run *r, TraceStep *step, size_t t, const CpdsRule *rule)
{
    const CpdsThread *thread = &r->model->threads.at[t];
    const TraceStep *before = step > r->bug->steps.at ? step - 1 : NULL;
    step->context = before ? before->context + (strcmp(before->thread, step->thread) != 0) : 1;
    step->entry = arena_print(&r->job->arena, "PDA %u %u", thread->low, thread->high);
    step->proc = step->entry;
    step->pos = rule->pos;
    step->values.len = step->texts.len = 0;
    if (rule->right.to != rule->from)
        vec_push(
            &step->values,
            ((TraceValue){"shared", arena_print(&r->job->arena, "%u", rule->right.to), 0, false}));
    vec_push(&step->values, ((TraceValue){"stack", stack_text(r, &r->state.stacks[t]), 0, false}));
}

static void apply(Run *r, size_t t, PdsRule rule)
{
    PdsWord *stack = &r->state.stacks[t];
    r->state.shared = rule.to;
    (void)vec_pop(stack);
    if (rule.kind == PDS_PUSH)
        vec_push(stack, rule.below);
    if (rule.kind != PDS_POP)
        vec_push(stack, rule.top);
}

static bool take_step(Run *r, TraceStep *step)
{
    size_t number = (size_t)(step - r->bug->steps.at) + 1;
    char *rest;
    unsigned long t = strtoul(step->thread, &rest, 10);
    if (*rest || !t || t > r->model->threads.len)
        return refuse(r->why, "step %zu: there is no thread %s", number, step->thread);
    const CpdsThread *thread = &r->model->threads.at[--t];
    const PdsWord *stack = &r->state.stacks[t];
    if (step->choices.len != 1 || step->choices.at[0] >= thread->order.len)
        return refuse(r->why, "step %zu: thread %s has no such rule", number, step->thread);
    const CpdsRule *rule = &thread->rules.at[thread->order.at[step->choices.at[0]]];
    if (rule->from != r->state.shared || !stack->len || rule->symbol != vec_last(stack))
        return refuse(r->why, "step %zu: the rule of line %u does not apply", number,
                      rule->pos.line);
    apply(r, t, rule->right);
    describe(r, step, t, rule);
    return true;
}

static bool is_target(const Run *r, const CpdsState *target)
{
    if (target->shared != PDS_ANY && target->shared != r->state.shared)
        return false;
    for (size_t t = 0; t < r->model->threads.len; t++) {
        uint32_t want = target->stacks[t].at[0];
        const PdsWord *stack = &r->state.stacks[t];
        uint32_t top = stack->len ? vec_last(stack) : PDS_EMPTY;
        if (want != PDS_ANY && want != top)
            return false;
    }
    return true;
}

static bool confirm(Run *r)
{
    Bug *bug = r->bug;
    vec_each (const CpdsState, target, &r->model->targets) {
        if (!is_target(r, target))
            continue;
        bug->where = target->pos;
        bug->proc = "the target";
        bug->message = arena_print(&r->job->arena, "the target %s is reached",
                                   cpds_state_text(r->model, target, &r->job->arena));
        return true;
    }
    return refuse(r->why, "the last state is not a target");
}

bool check_replay_model(Job *job, Bug *bug, char *why, size_t size)
{
    Run r = {.job = job, .bug = bug, .model = job->model, .why = {why, size}};
    bool ok = bug->error == ERR_TARGET || refuse(r.why, "it is not a trace of a pushdown system");
    begin(&r);
    for (size_t i = 0; ok && i < bug->steps.len; i++)
        ok = take_step(&r, &bug->steps.at[i]);
    ok = ok && confirm(&r);
    end(&r);
    return ok;
}
