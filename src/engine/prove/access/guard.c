/* guard.c -- who may touch what is not annotated: proposals, to be dropped where an access
 * contradicts them (solve.c).  A region is first taken for constant (written only before there is a
 * second thread, or in objects that nobody else can reach yet); when that fails, for guarded by
 * every lock that could be meant: a global one, one in the same object, in C one in the object that
 * a member of the same object points to, the element of the same number of an array of locks that a
 * global refers to.  When nothing is left anybody may touch it. */
#include "engine/prove/access/guard.h"

#include "engine/prove/access/lock.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/model.h"

static bool is_proposed(const Prover *p, uint32_t region)
{
    vec_each (Guard, guard, &p->guards)
        if (guard->region == region)
            return true;
    return false;
}

/* `readable_if reads(rw) || holds(rw); writable_if holds(rw)` */
static const char *share_text(Prover *p, const Guard *guard, const char *index, const char *lock)
{
    Arena *arena = &p->job->arena;
    if (!p->storage->arrows)
        return arena_print(arena,
                           "readable_if%s tid in %s%s || %s%s == tid; writable_if%s %s%s == tid",
                           index, lock, index, lock, index, index, lock, index);
    const char *read = raw_guard_text(p, guard, "readable_if"), *holds = strstr(read, "holds");
    return arena_print(arena, "%.*sreads%s || %s; %s", (int)(holds - read), read, holds + 5, holds,
                       raw_guard_text(p, guard, "writable_if"));
}

static void propose_lock(Prover *p, Guard guard, const char *index, const char *lock)
{
    static const char *const words[] = {
        [GUARD_TOUCH] = "accessible_if", [GUARD_SHARE] = "", [GUARD_WRITE] = "writable_if"};
    assert(p->cells.at[guard.lock].part == PART_OWNER && guard.region);
    for (guard.kind = GUARD_TOUCH; guard.kind <= GUARD_WRITE; guard.kind++) {
        if (guard.kind == GUARD_SHARE && !rwlock_is(p, guard.lock))
            continue;
        if (guard.kind == GUARD_SHARE)
            guard.text = share_text(p, &guard, index, lock);
        else if (p->storage->arrows)
            guard.text = raw_guard_text(p, &guard, words[guard.kind]);
        else
            guard.text = arena_print(&p->job->arena, "%s%s %s%s == tid", words[guard.kind], index,
                                     lock, index);
        vec_push(&p->guards, guard);
    }
}

/* In C: `server->lock` for the members of an object that has a member `server`. */
static void propose_via(Prover *p, const Cell *cell, uint32_t lock)
{
    const Cell *of = &p->cells.at[lock];
    Guard guard = {.region = cell->region, .lock = lock, .by = (uint32_t)(cell - p->cells.at)};
    for (uint32_t v = 0; v < p->cells.len && cell->kind == CELL_FIELD; v++) {
        const Cell *via = &p->cells.at[v];
        if (via->layout != cell->layout || via->kind != CELL_FIELD || via->type.kind != TYPE_PTR ||
            via->points != of->layout || via->access >= 0 || via == cell || of->kind != CELL_FIELD)
            continue;
        guard.via = v + 1;
        propose_lock(p, guard, "", "");
    }
}

void guard_propose_raw(Prover *p, const Cell *cell, uint32_t l)
{
    const Cell *lock = &p->cells.at[l];
    Guard guard = {.region = cell->region, .lock = l, .by = (uint32_t)(cell - p->cells.at)};
    bool arrays = lock->kind == CELL_ELEMENT && cell->kind >= CELL_ELEMENT;
    bool inside = lock->layout == cell->layout && cell->kind >= lock->kind;
    if (lock->kind == CELL_GLOBAL || inside || (arrays && lock->object && cell->object))
        propose_lock(p, guard, "", lock->name);
    propose_via(p, cell, l);
}

void guard_propose_typed(Prover *p, const Cell *cell, uint32_t l)
{
    const Cell *lock = &p->cells.at[l];
    Guard guard = {.region = cell->region, .lock = l};
    bool same =
        lock->kind == CELL_FIELD && cell->kind == CELL_FIELD && lock->layout == cell->layout;
    bool elements = lock->kind == CELL_ELEMENT && cell->kind == CELL_ELEMENT;
    if (lock->kind == CELL_GLOBAL || same)
        propose_lock(p, guard, "", lock->name);
    for (uint32_t g = 0; elements && g < p->cells.len; g++) {
        guard.by = g;
        if (p->cells.at[g].kind == CELL_GLOBAL && p->cells.at[g].refers == lock->layout)
            propose_lock(p, guard, "[j]", p->cells.at[g].name);
    }
}

static void propose_locks(Prover *p, const Cell *cell)
{
    for (uint32_t l = 0; l < p->cells.len; l++)
        if (p->cells.at[l].part == PART_OWNER && p->cells.at[l].known)
            p->storage->propose_guard(p, cell, l);
}

static void propose_kept(Prover *p, uint32_t c)
{
    Guard kept = {.kind = GUARD_KEPT,
                  .region = p->cells.at[c].region,
                  .lock = c,
                  .text = "no write gives exclusive access to it"};
    if (p->cells.at[c].access >= 0 && p->cells.at[c].part == PART_NONE && p->cells.at[c].known)
        vec_push(&p->guards, kept);
}

void guards_propose(Prover *p)
{
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        propose_kept(p, c);
        if (cell->access >= 0 || cell->part != PART_NONE || !cell->known ||
            is_proposed(p, cell->region))
            continue;
        vec_push(
            &p->guards,
            ((Guard){.kind = GUARD_CONSTANT, .region = cell->region, .text = "never written"}));
        propose_locks(p, cell);
    }
}

/* Does an action list both? */
static bool are_listed(const Prover *p, uint32_t a, uint32_t b)
{
    vec_each (Spec, spec, &p->program->specs)
        vec_each (ActionSpec, action, &spec->actions) {
            bool first = false, second = false;
            vec_each (Modified, m, &action->modifies) {
                first = first || p->storage->modifies(p, m, a);
                second = second || p->storage->modifies(p, m, b);
            }
            if (first && second)
                return true;
        }
    return false;
}

/* `accessible_if` in the place of `writable_if`. */
static const char *like_text(Prover *p, const Cell *like)
{
    const char *text = p->program->accesses.at[like->access].text;
    const char *writes = strstr(text, "writable_if");
    return writes ? arena_print(&p->job->arena, "accessible_if%s", writes + strlen("writable_if"))
                  : text;
}

void guards_propose_like(Prover *p)
{
    for (uint32_t c = 0; c < p->cells.len; c++)
        for (uint32_t like = 0; like < p->cells.len; like++) {
            const Cell *cell = &p->cells.at[c], *of = &p->cells.at[like];
            bool same = cell->kind == of->kind && cell->kind <= CELL_FIELD &&
                        (cell->kind == CELL_GLOBAL || cell->layout == of->layout);
            if (!same || !cell->known || cell->access >= 0 || cell->part != PART_NONE ||
                of->access < 0 || p->program->accesses.at[of->access].write < 0 ||
                !are_listed(p, c, like))
                continue;
            vec_push(&p->guards, ((Guard){.kind = GUARD_LIKE,
                                          .region = cell->region,
                                          .lock = like,
                                          .text = like_text(p, of)}));
        }
}
