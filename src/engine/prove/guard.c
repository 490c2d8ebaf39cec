/* guard.c -- who may touch what is not annotated: proposals, to be dropped where an access
 * contradicts them (solve.c).  A region is first taken for constant (written only before there is a
 * second thread, or in objects that nobody else can reach yet); when that fails, for guarded by
 * every lock that could be meant: a global one, one in the same object, the element of the same
 * number of an array of locks that a global refers to.  When nothing is left anybody may touch it.
 */
#include "engine/prove/model.h"

static void propose(Prover *p, Guard guard)
{
    vec_push(&p->guards, guard);
}

static bool is_proposed(const Prover *p, uint32_t region)
{
    vec_each (Guard, guard, &p->guards)
        if (guard->region == region)
            return true;
    return false;
}

static void propose_locks(Prover *p, const Cell *cell)
{
    Arena *arena = &p->job->arena;
    for (uint32_t l = 0; l < p->cells.len; l++) {
        const Cell *lock = &p->cells.at[l];
        if (!lock->is_lock || !lock->known)
            continue;
        Guard guard = {.region = cell->region, .lock = l};
        if (lock->kind == CELL_GLOBAL || (lock->kind == CELL_FIELD && cell->kind == CELL_FIELD &&
                                          lock->layout == cell->layout)) {
            guard.text = arena_print(arena, "accessible_if %s == tid", lock->name);
            propose(p, guard);
        }
        for (uint32_t g = 0;
             lock->kind == CELL_ELEMENT && cell->kind == CELL_ELEMENT && g < p->cells.len; g++) {
            if (p->cells.at[g].kind != CELL_GLOBAL || p->cells.at[g].type.kind != TYPE_PTR)
                continue;
            guard.by = g;
            guard.text = arena_print(arena, "accessible_if[j] %s[j] == tid", p->cells.at[g].name);
            propose(p, guard);
        }
    }
}

void guards_propose(Prover *p)
{
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        if (cell->access >= 0 || cell->is_lock || !cell->known || is_proposed(p, cell->region))
            continue;
        propose(p, (Guard){.region = cell->region, .read_only = true, .text = "never written"});
        propose_locks(p, cell);
    }
}
