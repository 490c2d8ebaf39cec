/* enclosed.c -- objects that can be reached through one object only, whose lock the thread holds.
 *
 * Whoever else wants to touch such an object must get to it through pointers in the outer object;
 * those are guarded by its lock.  That nobody reads them without it is part of the discipline: it
 * is assumed here, and tested at every access.  Whether an object is enclosed is seen in the whole
 * state, so this is for searches that know it; it is looked for only if there are procedures that
 * are to be atomic.  A search that does not know it misses some atomic procedures. */
#include "movers/movers.h"

/* The pointers in objects of the layout are guarded by the lock at the offset. */
static bool guards_pointers(Movers *v, const LockCell *lock)
{
    const Guard own = {.kind = GUARD_SELF, .offset = lock->offset};
    vec_each (Field, field, &v->program->layouts.at[lock->layout].fields) {
        if (field->type.kind != TYPE_PTR)
            continue;
        Rule *rule = &v->rules.at[field->region];
        if (!field->region || rule->kind == RULE_NONE)
            return false;
        assert(rule->kind == RULE_GUARDED || !rule->guards.len);
        if (rule->kind == RULE_READ_ONLY) { /* now it matters who reads them, too */
            rule->kind = RULE_GUARDED;
            rule->guards.len = 0;
            vec_push(&rule->guards, own);
            v->broken = true;
        }
        if (!guard_equal(&rule->guards.at[0], &own))
            return false;
    }
    return true;
}

static bool holds(Movers *v, uint32_t object, const LockCell *lock)
{
    uint64_t owner;
    return machine_layout(v->m, object) == lock->layout && !lock->rw && !lock->tried &&
           machine_peek(v->m, object, lock->offset, TYPE_THREAD, &owner) &&
           owner == machine_running(v->m).ix + 1;
}

bool enclosed_moves(Movers *v, const Touch *touch)
{
    uint32_t heap = (uint32_t)v->program->globals.len;
    if (!v->claims || v->in_parts || touch->object < heap)
        return false;
    for (uint32_t object = heap; object < machine_objects(v->m); object++)
        for (size_t k = 0; k < v->locks.len; k++) {
            const LockCell *lock = &v->locks.at[k];
            bool record = v->program->layouts.at[lock->layout].kind == LAYOUT_RECORD;
            if (object != touch->object && record && holds(v, object, lock) &&
                machine_encloses(v->m, object, touch->object) && guards_pointers(v, lock))
                return true;
        }
    return false;
}

static bool has_lock(const Layout *layout)
{
    vec_each (Field, field, &layout->fields)
        if (field->type.kind == TYPE_TID)
            return true;
    return false;
}

bool enclosed_may_be(const Program *program)
{
    vec_each (Instr, i, &program->code) {
        const Layout *layout = i->op == OP_ALLOC ? &program->layouts.at[i->other] : NULL;
        if (layout && layout->kind == LAYOUT_RECORD && has_lock(layout))
            return true;
    }
    return false;
}
