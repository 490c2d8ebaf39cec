/* quiet.c -- locks that the program makes itself: which cells are read only by who waits?
 *
 * It is a guess, made for the cells that are changed by methods which a method calls that has failed
 * (by specification: the lock and the unlock of a client), and for the whole program, since all its
 * reads must be so.  It is kept if it proves more than was proved without it, and nothing less; cells
 * that methods read which fail because of it are left out the next time. */
#include "engine/prove/quiet.h"

#include "base/log.h"
#include "engine/prove/access/access.h"
#include "engine/prove/access/guard.h"
#include "engine/prove/step/step.h"

enum { MOST_TRIES = 3 };

/* The cells that are changed by what the procedure calls by specification. */
static void add_called(const Prover *p, uint32_t proc, bool *cells, bool *seen)
{
    const Proc *own = &p->program->procs.at[proc];
    seen[proc] = true;
    for (uint32_t pc = own->begin; pc < own->end; pc++) {
        const Instr *i = &p->program->code.at[pc];
        if (i->op == OP_CALL && prove_has_performs(p, i->other))
            call_modifies(p, &p->program->specs.at[p->spec_of.at[i->other]], cells);
        else if (i->op == OP_CALL && !seen[i->other])
            add_called(p, i->other, cells, seen);
    }
}

static int64_t find_proc(const Prover *p, const char *name)
{
    for (uint32_t proc = 0; proc < p->program->procs.len; proc++)
        if (strcmp(p->program->procs.at[proc].name, name) == 0)
            return proc;
    return -1;
}

/* Which cells could be quiet?  False: none. */
static bool find_cells(Prover *p, bool *cells)
{
    Arena *arena = &p->job->arena;
    bool found = false;
    vec_each (MethodCheck, check, &p->job->checks) {
        int64_t proc = find_proc(p, check->proc);
        if (check->result != PROOF_PROVED && strcmp(check->check, "performs") == 0 && proc >= 0)
            add_called(p, (uint32_t)proc, cells, arena_array(arena, bool, p->program->procs.len));
    }
    for (uint32_t c = 0; c < p->cells.len; c++) {
        Cell *cell = &p->cells.at[c];
        const Access *access = cell->access < 0 ? NULL : &p->program->accesses.at[cell->access];
        bool like = false;
        vec_each (Guard, guard, &p->guards)
            like = like || (guard->kind == GUARD_LIKE && guard->region == cell->region);
        cell->quiet = cells[c] && access && access->read < 0 && access->write >= 0;
        found = found || cell->quiet || (cells[c] && like);
    }
    return found;
}

/* Does the procedure, or what is part of it, read the cell? */
static bool reads_cell(const Prover *p, uint32_t proc, uint32_t cell, bool *seen)
{
    const Proc *own = &p->program->procs.at[proc];
    seen[proc] = true;
    for (uint32_t pc = own->begin; pc < own->end; pc++) {
        const Instr *i = &p->program->code.at[pc];
        if ((op_info[i->op].effect & EFFECT_READ && i->region == p->cells.at[cell].region) ||
            (i->op == OP_CALL && !seen[i->other] && reads_cell(p, i->other, cell, seen)))
            return true;
    }
    return false;
}

/* Cells are not quiet after all that a method reads which is proved only without.  Are any left? */
static bool leave_out(Prover *p, const MethodCheck *before, size_t count)
{
    bool left = false, fewer = false;
    for (size_t i = 0; i < count; i++) {
        int64_t proc = find_proc(p, before[i].proc);
        bool worse =
            before[i].result == PROOF_PROVED && p->job->checks.at[i].result != PROOF_PROVED;
        for (uint32_t c = 0; c < p->cells.len && worse && proc >= 0; c++) {
            bool *seen = arena_array(&p->job->arena, bool, p->program->procs.len);
            if (!access_quiet(p, c) || !reads_cell(p, (uint32_t)proc, c, seen))
                continue;
            fewer = true;
            p->cells.at[c].quiet = false;
            vec_each (Guard, guard, &p->guards)
                guard->dropped = guard->dropped || (guard->kind == GUARD_LIKE &&
                                                    guard->region == p->cells.at[c].region);
        }
    }
    for (uint32_t c = 0; c < p->cells.len; c++)
        left = left || access_quiet(p, c);
    return left && fewer;
}

/* How many checks are proved?  None, if one is not that was before. */
static size_t count_proved(const Job *job, const MethodCheck *before, size_t count)
{
    size_t proved = 0;
    if (job->checks.len != count)
        return 0;
    for (size_t i = 0; i < count; i++) {
        bool is = job->checks.at[i].result == PROOF_PROVED;
        if (!is && before[i].result == PROOF_PROVED)
            return 0;
        proved += is;
    }
    return proved;
}

static void put_back(Prover *p, const bool *dropped)
{
    char why[200];
    p->quiet = false;
    for (size_t i = 0; i < p->guards.len; i++)
        p->guards.at[i].dropped = dropped[i];
    if (!access_stability(p, why, sizeof why))
        p->job->reason = arena_print(&p->job->arena, "%s", why);
}

bool quiet_try(Prover *p, bool check(Prover *p))
{
    Job *job = p->job;
    bool *cells = arena_array(&job->arena, bool, p->cells.len + 1);
    bool *dropped = arena_array(&job->arena, bool, p->guards.len + 1);
    if (!find_cells(p, cells))
        return true;
    for (size_t i = 0; i < p->guards.len; i++)
        dropped[i] = p->guards.at[i].dropped;
    size_t count = job->checks.len, proved = 0, tries = 0;
    MethodCheck *before = arena_array(&job->arena, MethodCheck, count + 1);
    memcpy(before, job->checks.at, count * sizeof *before);
    for (size_t i = 0; i < count; i++)
        proved += before[i].result == PROOF_PROVED;
    job->checks.len = 0; /* they are in `before` now */
    p->quiet = true;
    do {
        LOG(PROVE, "reads that do not count: all methods again");
        if (check(p) && !job->reason && count_proved(job, before, count) > proved) {
            for (size_t i = 0; i < count; i++) {
                vec_free(&before[i].path);
                vec_free(&before[i].inferred);
            }
            return true;
        }
    } while (!job->reason && ++tries < MOST_TRIES && job->checks.len == count &&
             leave_out(p, before, count));
    prove_forget_checks(job);
    for (size_t i = 0; i < count; i++)
        vec_push(&job->checks, before[i]);
    put_back(p, dropped);
    return true;
}
