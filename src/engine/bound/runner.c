/* runner.c -- a step: local actions, and then one action of any kind.  program.h says why.
 *
 * Where nothing is known of the frames below, a step stops in the midst of an action before it
 * returns to them; and at the entry of a recursive procedure, so that an action that calls itself
 * is no endless step. */
#include "engine/bound/program.h"

enum { AT_POINT = 1 << 30, FRAMES_BIAS = 1 };

static void begin(void *self, bool at_choice)
{
    Runner *runner = self;
    (void)at_choice;
    runner->touched = runner->mid;
    runner->deep = false;
    runner->action = runner->passed = 0;
}

/* Of a thread that has not run the first action that may race is the first of its step. */
static bool touch(void *self, const Touch *touch)
{
    Runner *runner = self;
    if (runner->fresh && runner->passed && touch->kind == TOUCH_DATA) {
        runner->most = runner->passed - 1;
        return false;
    }
    runner->touched = true;
    return true;
}

/* The step ends here unless all that was done is local. */
static bool point(void *self, uint32_t pc)
{
    Runner *runner = self;
    bool may_wait = runner->stops_to_wait && runner->recursion->waits.at[pc];
    if ((may_wait && !runner->looks) || runner->touched || runner->deep ||
        machine_has_chosen(runner->m) || runner->passed == runner->most || runner->plain)
        return true;
    runner->action = pc;
    runner->passed++;
    return false;
}

/* The last action waits or goes wrong: it is the first of another step.  Who only looks at what it
 * touches sees it here. */
static bool stuck(void *self, uint32_t pc)
{
    Runner *runner = self;
    (void)pc;
    assert(runner->passed); /* the machine asks only behind a point */
    if (!runner->looks)
        runner->most = runner->passed - 1;
    return runner->looks;
}

static bool waits(void *self)
{
    const Runner *runner = self;
    return runner->looks;
}

static void first(void *self, uint32_t pc)
{
    stuck(self, pc);
}

static bool circle(void *self)
{
    (void)self;
    return true;
}

static bool call(void *self, uint32_t entry, bool atomic)
{
    Runner *runner = self;
    const Program *program = runner->program;
    if (!runner->recursion->recursive.at[program_proc_at(program, entry)])
        return false;
    runner->deep = true;
    return atomic || program->code.at[entry].op != OP_POINT;
}

static uint64_t note(void *self, bool at_point)
{
    const Runner *runner = self;
    int frames = machine_action_frames(runner->m);
    if (frames > RUN_BELOW / 2)
        frames = RUN_BELOW;
    if (frames < -1) /* an exception has left several frames at once */
        frames = -1;
    return (uint64_t)(frames + FRAMES_BIAS) | (at_point ? AT_POINT : 0) |
           (uint64_t)runner->action << 32;
}

RunNote run_note(const Outcome *o)
{
    return (RunNote){(o->note & AT_POINT) != 0, (int)(o->note & (AT_POINT - 1)) - FRAMES_BIAS,
                     (uint32_t)(o->note >> 32)};
}

void runner_begin(Runner *runner, Machine *m, const Program *program, const Recursion *recursion)
{
    *runner = (Runner){.m = m, .program = program, .recursion = recursion};
    runner->watcher = (Watcher){
        .begin = begin,
        .touch = touch,
        .point = point,
        .stuck = stuck,
        .waits = waits,
        .first = first,
        .circle = circle,
    };
}

void runner_run(Runner *runner, Tid t, GlobalId g, LocalId l, StackId s, RunFrom from, bool bounded,
                Outcomes *out)
{
    Watcher watcher = runner->watcher;
    runner->most = UINT32_MAX;
    runner->looks = false;
    watcher.self = runner;
    watcher.call = call;
    watcher.note = note;
    watcher.bounded = bounded;
    watcher.mid = runner->mid = from.mid;
    watcher.resumes = from.resumes;
    watcher.frames = from.frames;
    machine_run(runner->m, t, g, l, s, &watcher, out);
}

/* It stands where it began; perhaps not for the first time, which does no harm. */
static bool is_fresh(const Runner *runner, const StateThread *thread)
{
    const Program *program = runner->program;
    uint32_t pc = thread->l.ix && !thread->s.ix ? machine_local_pc(runner->m, thread->l) : 0;
    return pc && program->procs.at[program_proc_at(program, pc)].begin == pc;
}

static void run_whole(Runner *runner, const State *state, size_t index, bool looks, Outcomes *out)
{
    Watcher watcher = runner->watcher;
    assert(index < state->threads.len && state->threads.at[index].l.ix);
    runner->fresh = runner->races && is_fresh(runner, &state->threads.at[index]);
    runner->looks = looks;
    runner->most = UINT32_MAX;
    runner->mid = false;
    watcher.self = runner;
    watcher.note = looks ? note : NULL; /* it chooses in the midst of a later action, too */
    state_run(runner->m, state, index, &watcher, out);
}

void runner_step(Runner *runner, const State *state, size_t index, Outcomes *out)
{
    run_whole(runner, state, index, false, out);
}

void runner_look(Runner *runner, const State *state, size_t index, Outcomes *out)
{
    run_whole(runner, state, index, true, out);
}

uint32_t outcomes_status(const Outcomes *out)
{
    uint32_t status = 0;
    for (size_t k = 0; k < out->len; k++) {
        OutcomeKind kind = out->all.at[k].kind;
        status |= kind == OUTCOME_BLOCKED ? STATUS_WAITS
                  : kind == OUTCOME_IDLE  ? STATUS_RESTS
                                          : STATUS_RUNS;
    }
    return status;
}

/* Choices of forks are not for the script: it says which threads were created. */
void cues_add(Cues *cues, const Outcome *o)
{
    size_t end = 0;
    for (size_t k = 0; k < o->choices.len; k++) {
        for (; end < o->ends.len && o->ends.at[end] <= k; end++)
            vec_push(cues, ((Cue){CUE_END, 0}));
        if (!(o->choices.at[k] & CHOICE_OF_FORK))
            vec_push(cues, ((Cue){CUE_CHOICE, o->choices.at[k]}));
    }
    for (; end < o->ends.len; end++)
        vec_push(cues, ((Cue){CUE_END, 0}));
    vec_each (Forked, forked, &o->forked)
        vec_push(cues, ((Cue){CUE_FORK, forked->tid.ix}));
}
