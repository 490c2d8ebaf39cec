/* prove.c -- does each method keep to the access predicates, and do what its performs says?
 *
 * Freund, Qadeer: Checking Concise Specifications for Multithreaded Software (Calvin-R), 2004.  One
 * method at a time, for any thread among any number of others that keep to the predicates.  From
 * the paper to the code:
 *
 *   access predicates A, exclusive access E, environment EA*      access.c
 *   =>acc (section 3, Figure 5)                                   step.c
 *   =>abs (Figures 6 to 9), Follows, witness                      abs.c
 *   calls replaced by specifications                              call.c
 *   verification conditions                                       state.c, solve.c
 *
 * Proved means: every run of the method, with any other threads around it, keeps to the predicates;
 * and each is a sequence of atomic blocks that are skip or the actions of performs, in its order.
 * Runs that end in an error that `check` looks for (null, bounds, overflow) are not judged, and
 * termination is not claimed.  What cannot be decided: exceptions, sets,
 * channels, and what raw.c says of C. */
#include "engine/prove/prove.h"

#include <errno.h>

#include "base/log.h"
#include "engine/prove/abs/abs.h"
#include "engine/prove/abs/mover.h"
#include "engine/prove/abs/promise.h"
#include "engine/prove/abs/stop.h"
#include "engine/prove/abstract.h"
#include "engine/prove/access/access.h"
#include "engine/prove/access/guard.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/loop/candidate.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/quiet.h"
#include "engine/prove/solve/solve.h"
#include "engine/prove/step/invariant.h"
#include "engine/prove/step/step.h"

enum { PASSES = 3, MOST_PASSES = 8, MOST_ROUNDS = 50 };

/* ---- facts about the program ---- */

static void find_specs(Prover *p)
{
    for (size_t i = 0; i < p->program->procs.len; i++)
        vec_push(&p->spec_of, -1);
    for (size_t i = 0; i < p->program->specs.len; i++)
        p->spec_of.at[p->program->specs.at[i].proc] = (int32_t)i;
}

static void find_calls(Prover *p)
{
    const Program *program = p->program;
    vec_resize(&p->forks, program->procs.len);
    vec_resize(&p->called, program->procs.len);
    bool grown = true;
    while (grown) {
        grown = false;
        for (uint32_t pc = 1; pc < program->code.len; pc++) {
            const Instr *i = &program->code.at[pc];
            uint32_t own = program_proc_at(program, pc);
            bool forks = i->op == OP_FORK || i->op == OP_CALLPTR ||
                         (i->op == OP_CALL && p->forks.at[i->other]);
            if (i->op == OP_CALL && own != i->other && (int64_t)own != program->init)
                p->called.at[i->other] = true;
            if (forks && !p->forks.at[own])
                p->forks.at[own] = grown = true;
        }
    }
}

bool prove_has_performs(const Prover *p, uint32_t proc)
{
    return p->spec_of.at[proc] >= 0 && p->program->specs.at[p->spec_of.at[proc]].performs.len;
}

bool prove_begins_thread(const Prover *p, uint32_t proc)
{
    const Program *program = p->program;
    vec_each (Instr, i, &program->code)
        if (i->op == OP_FORK && i->other == proc)
            return true;
    vec_each (Thread, thread, &program->threads)
        if (thread->proc == proc)
            return true;
    return false;
}

/* Functions of the library are part of those that call them. */
static bool is_alone(const Prover *p, uint32_t proc)
{
    return !p->program->procs.at[proc].library &&
           (p->storage->begins_thread(p, proc) || p->spec_of.at[proc] >= 0 || !p->called.at[proc]);
}

/* All that is inlined into the procedure has been looked at then. */
static void mark_inlined(Prover *p, uint32_t proc, bool *seen)
{
    const Proc *own = &p->program->procs.at[proc];
    seen[proc] = true;
    for (uint32_t pc = own->begin; pc < own->end; pc++) {
        const Instr *i = &p->program->code.at[pc];
        if (i->op == OP_CALL && !prove_has_performs(p, i->other) && !seen[i->other])
            mark_inlined(p, i->other, seen);
    }
}

/* What is specified, what begins a thread and what nobody calls is checked by itself; the rest is
 * checked where it is inlined, and by itself if that is nowhere: in a circle of calls. */
static void find_checked(Prover *p)
{
    const Program *program = p->program;
    bool *seen = arena_array(&p->job->arena, bool, program->procs.len + 1);
    vec_resize(&p->checked, program->procs.len);
    for (uint32_t proc = 0; proc < program->procs.len; proc++)
        vec_push(&p->starts, p->storage->apart || prove_begins_thread(p, proc));
    for (int rest = 0; rest < 2; rest++)
        for (uint32_t proc = 0; proc < program->procs.len; proc++) {
            if (program->procs.at[proc].pure || (int64_t)proc == program->init ||
                strchr(program->procs.at[proc].name, '<')) /* makes an object, for who calls it */
                continue;
            bool starts = program->threads.len && program->threads.at[0].proc == proc;
            bool own = is_alone(p, proc) || starts;
            if (p->checked.at[proc] || !(rest ? !seen[proc] : own) ||
                (program->procs.at[proc].library && !starts))
                continue;
            p->checked.at[proc] = true;
            mark_inlined(p, proc, seen);
        }
}

/* Is the program's only thread at the start, and nobody else runs this. */
static bool begins_alone(const Prover *p, uint32_t proc)
{
    const Program *program = p->program;
    if (program->threads.len != 1 || program->threads.at[0].proc != proc || p->called.at[proc] ||
        p->spec_of.at[proc] >= 0)
        return false;
    vec_each (Instr, i, &program->code)
        if ((i->op == OP_FORK || i->op == OP_CALL) && i->other == proc)
            return false;
    return true;
}

/* ---- one check ---- */

static void find_written(Attempt *f)
{
    const Prover *p = f->prover;
    f->passes.written = arena_array(&f->arena, bool, p->cells.len + 1);
    for (uint32_t c = 0; c < p->cells.len && p->storage->changes; c++)
        f->passes.written[c] = true;
    vec_each (Code, code, &f->flat.code) {
        const Instr *i = code->instr;
        bool writes = op_info[i->op].effect & EFFECT_WRITE && i->op != OP_ALLOC;
        if (code->kind == CODE_SPEC)
            call_modifies(p, &p->program->specs.at[p->spec_of.at[i->other]], f->passes.written);
        for (uint32_t c = 0; c < p->cells.len; c++)
            if ((writes && p->cells.at[c].region == i->region) ||
                (i->op == OP_ALLOC && p->cells.at[c].layout == i->other))
                f->passes.written[c] = true;
    }
}

static State *begin_state(Attempt *f)
{
    State *s = state_begin(f);
    f->start = s->now;
    Terms *terms = &f->terms;
    s->alone = term_bool(terms, begins_alone(f->prover, f->proc));
    invariant_start(f, s);
    for (uint32_t k = 0; k < f->program->procs.at[f->proc].params && f->prover->met; k++)
        if (f->program->procs.at[f->proc].registers.at[k].type.kind == TYPE_PTR)
            touch_know(f, s, f->prover->met, s->regs[k].t, true);
    for (uint32_t k = 0; k < f->program->procs.at[f->proc].params; k++)
        value_know_range(f, s, s->regs[k].t, f->program->procs.at[f->proc].registers.at[k].type);
    invariant_know(f, s);
    abs_start(f, s);
    valid_begin(f, s);
    if (f->spec)
        vec_each (Clause, clause, &f->spec->requires) {
            Term holds;
            if (!pure_test(f, clause->proc, f->args, s->now, s->now, &holds))
                give_up(f, 0, "an annotation uses something that cannot be proved yet");
            state_assume(f, s, holds);
        }
    return s;
}

/* One pass over the method; the next one knows the index terms of this one. */
static void run_pass(Attempt *f)
{
    Notes *n = &f->notes;
    n->fresh = 0;
    f->terms.apart.len = 0; /* the names of variables are given again */
    n->facts.len = n->wide_facts.len = n->obligations.len = n->late.len = n->glances.len = 0;
    n->events.len = n->blocks.len = n->pointers.len = n->cut_fresh.len = n->entries.len = 0;
    n->arrived.len = n->locks.len = 0;
    f->passes.places.len = 0;
    vec_each (Location, at, &f->passes.places_found)
        vec_push(&f->passes.places, *at);
    step_run(f, begin_state(f), 0);
}

static Term any_term(void *of, const char *what, Sort sort)
{
    return fresh_term(of, what, sort);
}

static void know_fact(void *of, Term fact)
{
    Attempt *f = of;
    vec_push(&f->notes.facts, fact);
}

void attempt_begin(Attempt *f)
{
    terms_begin(&f->terms);
    f->theory = (Theory){.terms = &f->terms,
                         .numbers = f->prover->machine ? NUMBERS_WORDS : NUMBERS_INTEGERS,
                         .booleans = true,
                         .undefined = f->prover->storage->undefined,
                         .thread = SORT_INT,
                         .of = f,
                         .any = any_term,
                         .know = know_fact,
                         .number = f->prover->storage->number,
                         .equal = value_equal};
    f->exact = f->theory;
    f->exact.exact = true;
    f->tid = f->terms.positive = term_variable(&f->terms, "tid", SORT_INT);
    f->world.numbers = term_variable(&f->terms, "number", SORT_ARRAY(SORT_BITS(32)));
    f->world.numbered = term_variable(&f->terms, "thread", SORT_TABLE(SORT_INT));
    f->world.layout = term_variable(&f->terms, "layout", SORT_ARRAY(SORT_INT));
    f->world.length = term_variable(&f->terms, "length", SORT_ARRAY(cell_index_sort(f->prover)));
}

Term *attempt_memory(Attempt *f)
{
    const Prover *p = f->prover;
    Term *memory = arena_array(&f->arena, Term, p->cells.len + 1);
    for (uint32_t c = 0; c < p->cells.len; c++)
        memory[c] = fresh_term(f, p->cells.at[c].name, p->cells.at[c].sort);
    return memory;
}

void attempt_end(Attempt *f)
{
    flat_free(&f->flat);
    terms_free(&f->terms);
    vec_free(&f->notes.facts);
    vec_free(&f->notes.wide_facts);
    vec_free(&f->notes.obligations);
    vec_free(&f->notes.late);
    vec_free(&f->notes.glances);
    vec_free(&f->candidates);
    vec_free(&f->notes.events);
    vec_free(&f->notes.blocks);
    vec_free(&f->passes.places);
    vec_free(&f->passes.places_found);
    vec_free(&f->notes.pointers);
    vec_free(&f->notes.arrived);
    vec_free(&f->notes.cut_fresh);
    vec_free(&f->notes.entries);
    vec_free(&f->mode.reads);
    vec_free(&f->mode.given);
    vec_free(&f->mode.gives);
    vec_free(&f->notes.locks);
    vec_free(&f->readers);
    vec_free(&f->passes.writes);
    vec_free(&f->passes.shapeless);
    vec_free(&f->bound);
    vec_free(&f->seen);
    arena_free(&f->arena);
}

/* Index terms and globals that passes have met. */
static size_t count_found(const Attempt *f)
{
    size_t count = f->passes.places_found.len;
    for (uint32_t c = 0; c < f->prover->cells.len; c++)
        count += f->passes.named_found[c];
    return count;
}

static void execute(Attempt *f)
{
    if (!flat_make(f) || (f->abs && !abs_begin(f)))
        return;
    find_written(f);
    stop_begin(f);
    if (f->way.promises && !promise_begin(f)) {
        give_up(f, 0, "what the method returns cannot be said before");
        return;
    }
    loop_candidates(f);
    size_t known = SIZE_MAX, shapes = 0;
    f->passes.named_found = arena_array(&f->arena, bool, f->prover->cells.len + 1);
    for (int i = 0; i < MOST_PASSES && !f->trouble; i++) {
        bool safe = !i || (f->passes.writes_known == f->passes.writes.len &&
                           shapes == f->passes.shapeless.len);
        if (safe && (i >= PASSES || known == count_found(f)))
            return;
        known = i ? count_found(f) : SIZE_MAX; /* the second pass leaves out what is not named */
        f->passes.writes_known = f->passes.writes.len;
        shapes = f->passes.shapeless.len;
        run_pass(f);
        f->passes.named = f->passes.named ? f->passes.named
                                          : arena_array(&f->arena, bool, f->prover->cells.len + 1);
        memcpy(f->passes.named, f->passes.named_found,
               f->prover->cells.len * sizeof *f->passes.named);
    }
    if (f->trouble)
        return;
    give_up(f, 0, "the pointer analysis of this method did not converge");
}

typedef enum Trick { TRICK_NONE, TRICK_THRIFT, TRICK_FORESEE, TRICK_PROMISE, TRICK_UNROLL } Trick;

/* False: with a trick, and nothing is known.  *sparing: candidates that others imply are left out; afterwards:
 * one of them might have helped. */
static bool attempt_once(Prover *p, uint32_t proc, bool abs, Trick trick, bool *sparing,
                         MethodCheck *check)
{
    int32_t spec = p->spec_of.at[proc];
    bool decided = trick == TRICK_NONE;
    Attempt f = {.prover = p,
                 .program = p->program,
                 .proc = proc,
                 .spec = spec >= 0 ? &p->program->specs.at[spec] : NULL,
                 .abs = abs,
                 .way = {.memory = p->memory,
                         .sparing = *sparing,
                         .thrifty = trick == TRICK_THRIFT,
                         .promises = trick == TRICK_PROMISE || trick == TRICK_FORESEE,
                         .foresees = trick == TRICK_FORESEE,
                         .unrolls = trick == TRICK_UNROLL}};
    attempt_begin(&f);
    execute(&f);
    if (abs && f.touches_claimed && mover_calls(p, proc))
        give_up(&f, 0,
                "the method calls what performs actions that are said to move, and touches "
                "what they change: split it in two");
    if (f.trouble) {
        check->result = PROOF_UNKNOWN;
        check->message = f.trouble;
        if (f.trouble_code < f.flat.code.len)
            check->where = flat_pos(&f, f.trouble_code);
    } else if (trick != TRICK_UNROLL)
        decided = solve(&f, check);
    else
        decided = f.unrolled && solve(&f, check);
    if (trick == TRICK_UNROLL)
        decided = f.unrolled && !f.trouble && check->result == PROOF_PROVED;
    *sparing = f.missed;
    LOG(PROVE, "%s, %s%s%s: %zu obligations, %zu candidates: %s %s", check->proc, check->check,
        trick == TRICK_THRIFT    ? " with few facts"
        : trick == TRICK_FORESEE ? " with a foreseen result"
        : trick == TRICK_PROMISE ? " with a promised result"
        : trick == TRICK_UNROLL  ? " with loops unrolled"
                                 : "",
        f.way.sparing ? " with few candidates" : "", f.notes.obligations.len, f.candidates.len,
        !decided                         ? "not decided"
        : check->result == PROOF_PROVED  ? "proved"
        : check->result == PROOF_UNKNOWN ? "unknown"
                                         : "failed",
        check->message);
    p->job->stats.terms += terms_count(&f.terms);
    if (!abs && !f.trouble && !p->memory)
        order_collect(&f);
    attempt_end(&f);
    return decided;
}

static MethodCheck begin_check(const MethodCheck *check)
{
    return (MethodCheck){.proc = check->proc,
                         .check = check->check,
                         .message = "",
                         .where = check->where,
                         .questions = check->questions};
}

/* It takes the place of the first one, or nothing is left of it but its questions. */
static void end_check(MethodCheck *check, MethodCheck *other, bool counts)
{
    MethodCheck *gone = counts ? check : other;
    vec_free(&gone->path);
    vec_free(&gone->inferred);
    if (counts)
        *check = *other;
    else
        check->questions = other->questions;
}

/* A block that has not changed a cell at the head of a loop has not changed a part of it either.  So what
 * is weaker is left out at first, and asked only where a loop changes a cell and nothing is proved. */
static bool attempt(Prover *p, uint32_t proc, bool abs, Trick trick, MethodCheck *check)
{
    bool sparing = abs, early = p->early;
    MethodCheck first = begin_check(check);
    bool decided = attempt_once(p, proc, abs, trick, &sparing, &first);
    bool enough = !sparing || (decided && first.result == PROOF_PROVED);
    end_check(check, &first, enough);
    if (enough)
        return decided;
    p->early = early;
    sparing = false;
    return attempt_once(p, proc, abs, trick, &sparing, check);
}

/* With the value that will be returned foreseen or promised where a block ends; or with the first
 * rounds of loops as code of their own. */
static void try_trick(Prover *p, uint32_t proc, bool abs, Trick trick, MethodCheck *check)
{
    MethodCheck other = begin_check(check);
    bool decided = attempt(p, proc, abs, trick, &other);
    end_check(check, &other, decided);
}

static void check_method(Prover *p, uint32_t proc, bool abs)
{
    double start = budget_now();
    const char *name = p->program->procs.at[proc].name;
    MethodCheck check = {.proc = *name == '(' ? "main" : name,
                         .check = abs         ? "performs"
                                  : p->memory ? "memory"
                                              : "access",
                         .message = "",
                         .where = p->program->procs.at[proc].pos};
    p->early = false;
    if (!p->thrifty || !attempt(p, proc, abs, TRICK_THRIFT, &check))
        (void)attempt(p, proc, abs, TRICK_NONE, &check);
    bool early = check.result == PROOF_FAILED && p->early;
    if (early)
        try_trick(p, proc, true, TRICK_FORESEE, &check);
    if (early && check.result != PROOF_PROVED)
        try_trick(p, proc, true, TRICK_PROMISE, &check);
    if (check.result != PROOF_PROVED && !p->dropped)
        try_trick(p, proc, abs, TRICK_UNROLL, &check);
    p->job->stats.questions += check.questions;
    check.seconds = budget_now() - start;
    vec_push(&p->job->checks, check);
}

/* ---- all of them ---- */

void prove_forget_checks(Job *job)
{
    vec_each (MethodCheck, check, &job->checks) {
        vec_free(&check->path);
        vec_free(&check->inferred);
    }
    job->checks.len = 0;
}

static bool is_out_of_time(Job *job)
{
    if (!budget_exhausted(&job->budget))
        return false;
    job->reason = job->budget.reason;
    return true;
}

/* A round of one of the checks over all methods. */
static void check_all(Prover *p, bool abs)
{
    for (uint32_t proc = 0; proc < p->program->procs.len && !is_out_of_time(p->job); proc++)
        if (p->checked.at[proc] && (!abs || prove_has_performs(p, proc)))
            check_method(p, proc, abs);
}

/* The guards that the checks rely on may still be contradicted. */
static void doubt_checks(Prover *p)
{
    if (!p->guards.len)
        return;
    vec_each (MethodCheck, check, &p->job->checks) {
        check->result = PROOF_UNKNOWN;
        check->message = "it is not known yet who may touch what";
        check->path.len = check->inferred.len = 0;
    }
    vec_each (Guard, guard, &p->guards)
        guard->dropped = true;
}

/* Until no inferred guard is contradicted any more. */
static bool check_access(Prover *p)
{
    char why[200];
    for (int round = 0; round < MOST_ROUNDS; round++) {
        prove_forget_checks(p->job);
        p->dropped = false;
        if (!access_stability(p, why, sizeof why)) {
            p->job->reason = arena_print(&p->job->arena, "%s", why);
            return false;
        }
        check_all(p, false);
        if (p->job->reason)
            break;
        if (!p->dropped)
            return true;
        LOG(PROVE, "round %d dropped guards: all methods again", round + 1);
    }
    if (!p->job->reason)
        p->job->reason = "the inference of guards does not come to an end";
    doubt_checks(p);
    return true;
}

static bool check_both(Prover *p)
{
    if (!check_access(p) || p->job->reason)
        return false;
    mover_check_all(p);
    check_all(p, true);
    return true;
}

static bool all_proved(const Job *job)
{
    vec_each (MethodCheck, check, &job->checks)
        if (check->result != PROOF_PROVED)
            return false;
    return true;
}

/* Guards that fell to thrift may have been right. */
static bool check_thriftily(Prover *p)
{
    p->thrifty = p->met;
    bool done = check_both(p);
    if (!done || !p->hasty || all_proved(p->job))
        return done;
    p->thrifty = false;
    p->gave_up = NULL;
    vec_each (Guard, guard, &p->guards)
        guard->dropped = false;
    return check_both(p);
}

static bool check_methods(Prover *p)
{
    bool done = check_thriftily(p);
    return done && !p->job->reason && !all_proved(p->job) ? quiet_try(p, check_both) : done;
}

/* Is memory among what was asked for by name? */
static bool wants_memory(const Job *job)
{
    return strcmp(job->options->property, "all") != 0 && job->properties & PROPERTY_MEMORY;
}

static const MethodCheck *access_check(const Job *job, const char *proc)
{
    vec_each (MethodCheck, check, &job->checks)
        if (strcmp(check->check, "access") == 0 && strcmp(check->proc, proc) == 0)
            return check;
    return NULL;
}

/* Guards have been found: what a check of memory does not know of them does not count. */
static void restore_guards(Prover *p, const bool *dropped)
{
    for (size_t g = 0; g < p->guards.len; g++)
        p->guards.at[g].dropped = dropped[g];
    p->dropped = p->hasty = false;
}

/* Null pointers and indexes, in methods that keep to the predicates. */
static void check_memory(Prover *p)
{
    bool *dropped = arena_array(&p->job->arena, bool, p->guards.len + 1);
    for (size_t g = 0; g < p->guards.len; g++)
        dropped[g] = p->guards.at[g].dropped;
    p->memory = true;
    for (uint32_t proc = 0; proc < p->program->procs.len && !is_out_of_time(p->job); proc++) {
        if (!p->checked.at[proc])
            continue;
        check_method(p, proc, false);
        MethodCheck *check = &vec_last(&p->job->checks);
        const MethodCheck *access = access_check(p->job, check->proc);
        if (p->dropped || !access || access->result != PROOF_PROVED) {
            check->result = PROOF_UNKNOWN;
            check->path.len = check->inferred.len = 0;
            check->message = "what others do to memory is not known: see the checks of accesses";
        }
        restore_guards(p, dropped);
    }
    p->memory = false;
}

/* Who shows that the invariants of classes hold at the start? */
static const char *unfounded(const Prover *p)
{
    vec_each (Thread, thread, &p->program->threads)
        if (p->program->invariants.len && !begins_alone(p, thread->proc))
            return "an invariant of a class can be proved only if the program begins with one "
                   "thread, whose method nobody else runs and which has no specification";
    return NULL;
}

static void conclude(Job *job)
{
    bool failed = false, unknown = job->reason != NULL;
    vec_each (MethodCheck, check, &job->checks) {
        failed = failed || check->result == PROOF_FAILED;
        unknown = unknown || check->result == PROOF_UNKNOWN;
        if (check->result == PROOF_UNKNOWN && !job->reason)
            job_give_reason(job, (Reason){check->message, check->where, check->proc});
    }
    job->verdict = failed ? VERDICT_BUG : unknown ? VERDICT_UNKNOWN : VERDICT_SAFE;
    if (!job->checks.len && !job->reason) {
        job->verdict = VERDICT_UNKNOWN;
        job->reason = "there is no method to check";
    }
}

/* What an access that is not proved would say against them is not known. */
static void tell_guards(const Prover *p)
{
    bool sure = true;
    vec_each (MethodCheck, check, &p->job->checks)
        sure = sure && (strcmp(check->check, "access") != 0 || check->result == PROOF_PROVED);
    const char *rule = sure && !p->job->reason ? "inferred" : DISCIPLINE_SUPPOSED;
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        bool local = p->program->regions.at[cell->region].kind == REGION_LOCAL;
        const char *text = cell->access < 0 && cell->part == PART_NONE && cell->known && !local
                               ? access_text(p, c, &p->job->arena)
                               : "";
        if (*text)
            vec_push(&p->job->disciplines, ((Discipline){cell->name, rule, text, ""}));
    }
}

static void free_prover(Prover *p)
{
    vec_free(&p->cells);
    vec_free(&p->spec_of);
    vec_free(&p->forks);
    vec_free(&p->called);
    vec_free(&p->checked);
    vec_free(&p->starts);
    vec_free(&p->returns);
    vec_free(&p->ends);
    vec_free(&p->halts);
    vec_free(&p->uses);
    vec_free(&p->taken);
    vec_free(&p->guards);
    vec_free(&p->unstable);
    vec_free(&p->moving);
    vec_free(&p->locks);
    vec_free(&p->modified);
}

bool prove_run(Job *job)
{
    Program program;
    abstract_begin(&program, job->program, &job->arena);
    Prover p = {.job = job,
                .program = &program,
                .storage = program_is_c(job->program) ? &storage_raw : &storage_typed};
    char why[200];
    if (*job->options->smt_log) {
        p.log = fopen(job->options->smt_log, "w");
        if (!p.log) {
            abstract_end(&program);
            return false;
        }
    }
    job->engine = "prove";
    bool as_usual = strcmp(job->options->int_, "auto") == 0;
    p.machine = as_usual ? p.storage->words : strcmp(job->options->int_, "machine") == 0;
    job_give_reason(job, p.storage->refusal ? p.storage->refusal(&p) : (Reason){0});
    p.tells_apart = raw_tells_apart(p.program);
    cells_make(&p);
    find_specs(&p);
    find_calls(&p);
    stop_find_returns(&p);
    stop_find_ends(&p);
    vec_resize(&p.halts, program.procs.len);
    call_find_uses(&p);
    given_find_taken(&p);
    find_checked(&p);
    guards_propose(&p);
    const char *reason = unfounded(&p);
    if (p.storage->find_modified)
        p.storage->find_modified(&p);
    guards_propose_like(&p);
    mover_find(&p);
    if (!job->reason && check_methods(&p) && !sanity_check(&p, why, sizeof why))
        job->reason = arena_print(&job->arena, "%s", why);
    if (!job->reason && wants_memory(job))
        check_memory(&p);
    if (!job->reason)
        job->reason = reason;
    tell_guards(&p);
    conclude(job);
    if (job->verdict == VERDICT_SAFE)
        order_conclude(&p);
    job->halts = job->verdict == VERDICT_SAFE && stop_halts(&p);
    free_prover(&p);
    abstract_end(&program);
    if (p.log && fclose(p.log) != 0)
        return false;
    return true;
}
