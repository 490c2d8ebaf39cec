/* storage.c -- the two kinds of memory: tables of what differs. */
#include "engine/prove/cell/storage.h"

#include "engine/prove/abs/abs.h"
#include "engine/prove/access/access.h"
#include "engine/prove/access/guard.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/loop/candidate.h"
#include "engine/prove/loop/loop.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/step/step.h"

/* ---- objects of classes, and arrays ---- */

static bool typed_place(Attempt *f, const Instr *i, Sym address, Location *at, Term *inside)
{
    uint32_t cell = address.offset < 0
                        ? UINT32_MAX
                        : cell_find(f->prover, i->region, (uint32_t)(address.offset + i->offset));
    (void)inside;
    *at = (Location){cell, address.t, address.index, NO_TERM};
    return cell != UINT32_MAX;
}

static Sym typed_move(Attempt *f, const Instr *i, Sym a, Sym b)
{
    (void)f;
    if (i->op == OP_FIELD)
        return (Sym){
            .t = a.t, .index = a.index, .offset = a.offset < 0 ? -1 : a.offset + i->offset};
    if (a.index.ix || a.offset || i->offset <= 0)
        return (Sym){.t = a.t, .index = a.index, .offset = -1};
    return (Sym){.t = a.t, .index = b.t};
}

static Term typed_equal(Attempt *f, Sym a, Sym b)
{
    bool whole = !a.offset && !b.offset && !a.index.ix && !b.index.ix;
    return whole ? term_eq(&f->terms, a.t, b.t) : NO_TERM;
}

static bool typed_modifies(const Prover *p, const Modified *m, uint32_t cell)
{
    return p->cells.at[cell].region == m->region;
}

const Storage storage_typed = {
    .make_cells = cells_typed,
    .place = typed_place,
    .no_place = "this touches memory of a kind that cannot be proved yet",
    .move = typed_move,
    .equal = typed_equal,
    .fork = step_fork,
    .begins_thread = prove_begins_thread,
    .lock = loop_lock_typed,
    .propose_locks = propose_locks_typed,
    .modified = abs_modified_typed,
    .modifies = typed_modifies,
    .guarding = access_guarding_typed,
    .propose_guard = guard_propose_typed,
    .strict = true,
    .freezes = true,
    .by_field = true,
};

/* ---- raw memory ---- */

static bool place_of(Attempt *f, const Instr *i, Sym address, Location *at, Term *inside)
{
    bool lock = i->op != OP_LOAD && i->op != OP_STORE;
    return raw_place(f, address, i->offset, lock ? TYPE_THREAD : i->type, at, inside);
}

static bool raw_modifies(const Prover *p, const Modified *m, uint32_t cell)
{
    return p->modified.at[m->proc] == cell;
}

const Storage storage_raw = {
    .make_cells = raw_cells,
    .refusal = raw_refusal,
    .place = place_of,
    .no_place = "it is not known which object this touches, and where: follow a pointer that has "
                "the type of the object, without a cast or an offset of your own",
    .move = raw_move,
    .equal = raw_equal,
    .free = raw_free,
    .fork = raw_fork,
    .begins_thread = raw_begins_thread,
    .number = value_tid,
    .changes = raw_changes,
    .keep_shapes = raw_keep_shapes,
    .havoc = raw_havoc,
    .lock = loop_lock_raw,
    .propose_locks = propose_locks_raw,
    .arguments = raw_arguments,
    .modified = abs_modified_raw,
    .modifies = raw_modifies,
    .find_modified = raw_find_modified,
    .guarding = access_guarding_raw,
    .propose_guard = guard_propose_raw,
    .words = true,
    .undefined = true,
    .layouts = true,
    .variables = true,
    .frees = true,
    .hands_over = true,
    .races = true,
    .freezes = true,
    .stops = true,
    .reads_again = true,
    .apart = true,
    .arrows = true,
};
