/* vacuity.c -- see vacuity.h. */
#include "command/vacuity.h"

enum { MOST_NOTES = 5 };

typedef struct Vacuity {
    Job *job;
    const Program *program;
    const char *where; /* which runs are meant */
    uint32_t left_off;
} Vacuity;

static const Instr *at(const Vacuity *v, uint32_t pc)
{
    return &v->program->code.at[pc];
}

static bool is_user(const Vacuity *v, uint32_t pc)
{
    return v->program->pos.at[pc].line &&
           !v->program->procs.at[program_proc_at(v->program, pc)].library;
}

/* Of each line once. */
static void note(Vacuity *v, uint32_t pc, const char *text)
{
    Job *job = v->job;
    Pos pos = v->program->pos.at[pc];
    vec_each (Reason, known, &job->notes)
        if (known->where.line == pos.line && known->where.file == pos.file)
            return;
    if (job->notes.len == MOST_NOTES) {
        v->left_off++;
        return;
    }
    Reason reason = {arena_print(&job->arena, "%s%s", text, v->where), pos,
                     v->program->procs.at[program_proc_at(v->program, pc)].name};
    vec_push(&job->notes, reason);
}

static bool is_failure(const Vacuity *v, uint32_t pc)
{
    const Instr *i = at(v, pc);
    return i->op == OP_FAIL && i->offset == ERR_ASSERTION;
}

/* `assume false`, perhaps behind a point: so the front end of C writes what was assumed in vain. */
static bool is_cut(const Vacuity *v, uint32_t pc)
{
    pc += at(v, pc)->op == OP_POINT;
    const Instr *i = at(v, pc);
    return i->op == OP_ASSUME && i->a < 0 && !v->program->constants.at[~i->a];
}

/* Does a way to `from` lead past the branch, other than to a failure? */
static bool leads_past(const Vacuity *v, uint32_t from, uint32_t pc)
{
    if (is_failure(v, from))
        return false;
    for (; from < pc; from++)
        if (at(v, from)->op == OP_BRANCH || at(v, from)->op == OP_JUMP)
            return true;
    return from != pc;
}

/* `assert(a || b)`: where `a` holds, nobody comes to `b`, whose branch is the one that may fail. */
static bool passed_by(const Vacuity *v, uint32_t pc)
{
    const Proc *proc = &v->program->procs.at[program_proc_at(v->program, pc)];
    Pos pos = v->program->pos.at[pc];
    for (uint32_t other = proc->begin; other < proc->end; other++) {
        const Instr *i = at(v, other);
        Pos there = v->program->pos.at[other];
        if (i->op != OP_BRANCH || there.line != pos.line || there.column != pos.column ||
            there.file != pos.file)
            continue;
        uint8_t reached = v->job->reached[other];
        if ((reached & REACHED_TRUE && leads_past(v, i->target, pc)) ||
            (reached & REACHED_FALSE && leads_past(v, i->other, pc)))
            return true;
    }
    return false;
}

static void look_at(Vacuity *v, uint32_t pc)
{
    const Instr *i = at(v, pc);
    uint8_t reached = v->job->reached[pc] & (REACHED_FALSE | REACHED_TRUE);
    bool branch = i->op == OP_BRANCH;
    bool asserts =
        i->op == OP_ASSERT || (branch && (is_failure(v, i->target) || is_failure(v, i->other)));
    bool assumes = (i->op == OP_ASSUME && i->a >= 0) || (branch && is_cut(v, i->other));
    if (asserts && !reached && !(branch && passed_by(v, pc)))
        note(v, pc, "this assertion was never reached");
    else if (assumes && reached == REACHED_FALSE)
        note(v, pc, "what is assumed here was never true");
}

/* ---- threads ---- */

static bool forks(const Vacuity *v, const Proc *proc)
{
    for (uint32_t pc = proc->begin; pc < proc->end; pc++)
        if (at(v, pc)->op == OP_FORK)
            return true;
    return false;
}

/* Where the user's code creates a thread first; 0: nowhere. */
static uint32_t first_fork(const Vacuity *v)
{
    for (uint32_t pc = 1; pc < v->job->reached_len; pc++) {
        const Instr *i = at(v, pc);
        if (!is_user(v, pc))
            continue;
        if (i->op == OP_FORK)
            return pc;
        const Proc *callee = i->op == OP_CALL ? &v->program->procs.at[i->other] : NULL;
        if (callee && callee->library && forks(v, callee))
            return pc;
    }
    return 0;
}

static void look_for_threads(Vacuity *v)
{
    uint32_t pc = v->program->threads.len <= 1 ? first_fork(v) : 0;
    for (uint32_t other = 1; pc && other < v->job->reached_len; other++)
        if (at(v, other)->op == OP_FORK && v->job->reached[other])
            return;
    bool alone = v->job->reason && strstr(v->job->reason, "without arguments") != NULL;
    if (pc)
        note(v, pc,
             alone ? "no second thread ever ran: the program ended without its arguments, which "
                     "--arguments gives"
                   : "no second thread ever ran: this was never reached");
}

static void note_changes(Job *job)
{
    Reason reason = {.text =
                         "--set has changed numbers of the program: the bug need not be one of the "
                         "program as it is written"};
    if (*job->options->set && job->verdict == VERDICT_BUG)
        vec_push(&job->notes, reason);
}

void vacuity_note(Job *job)
{
    note_changes(job);
    bool proved = strcmp(job->engine, "modular") == 0 || strcmp(job->engine, "tally") == 0;
    bool searched = !proved && job->stats.steps_run; /* the program itself */
    if (!job->reached || job->input != INPUT_PROGRAM || job->verdict == VERDICT_BUG || !searched)
        return;
    Vacuity v = {.job = job, .program = job->program};
    v.where = job->verdict == VERDICT_SAFE ? "" : " so far";
    look_for_threads(&v);
    for (uint32_t pc = 1; pc < job->reached_len; pc++)
        if (is_user(&v, pc))
            look_at(&v, pc);
    if (v.left_off) {
        Reason more = {.text = arena_print(&job->arena,
                                           "and %u more lines like these; --coverage "
                                           "lists what was not reached",
                                           v.left_off)};
        vec_push(&job->notes, more);
    }
}
