/* unwritten.c -- data that may hold bits which were never written.
 *
 * The machine follows such bits through registers and memory, and fails where something depends on them;
 * predicates do not know them.  They come from raw memory, and go where values go.  A load that checks
 * fails if all of its bits were never written: some of them are missing only where memory is written in
 * pieces, or where a value that lacks some was stored. */
#include "engine/cegar/internal.h"

#include "ir/shape.h"

typedef struct Finder {
    Data *d;
    uint32_t narrow; /* bits of the narrowest store to memory that is no cell */
    bool murky;      /* memory that is no cell may hold values that lack bits */
    bool changed;
} Finder;

static void set(Finder *f, Datum *datum, bool murky)
{
    if (murky && !datum->murky)
        datum->murky = f->changed = true;
}

static bool ref_is_murky(Finder *f, uint32_t proc, Ref ref)
{
    return ref >= 0 && data_register(f->d, proc, ref)->murky;
}

static uint32_t width_of(Type type)
{
    return data_is_integer(type) ? type.bits : 64;
}

static void look_at_memory(Finder *f)
{
    const Program *p = f->d->program;
    f->narrow = UINT32_MAX;
    vec_each (Instr, i, &p->code) {
        bool packed = i->flags & FLAG_PACKED && data_cell(f->d, i) == NO_CELL;
        bool pieces = i->op == OP_COPY || i->op == OP_FILL || packed;
        f->murky |= pieces;
        if (i->op == OP_STORE && data_cell(f->d, i) == NO_CELL && width_of(i->type) < f->narrow)
            f->narrow = width_of(i->type);
    }
    for (uint32_t k = 0; k < f->d->cells.len; k++)
        f->d->of_cells.at[k].murky = !f->d->cells.at[k].object; /* it begins unwritten */
}

static void go_through_memory(Finder *f, uint32_t proc, const Instr *i)
{
    uint32_t cell = data_cell(f->d, i);
    if (i->op == OP_STORE && cell == NO_CELL) {
        f->changed |= !f->murky && ref_is_murky(f, proc, i->b);
        f->murky |= ref_is_murky(f, proc, i->b);
    } else if (i->op == OP_STORE) {
        set(f, &f->d->of_cells.at[cell], ref_is_murky(f, proc, i->b));
    } else {
        bool whole = i->flags & FLAG_CHECK && !f->murky && f->narrow >= width_of(i->type);
        set(f, data_register(f->d, proc, i->dst),
            cell == NO_CELL ? !whole : f->d->of_cells.at[cell].murky);
    }
}

static void go_into(Finder *f, uint32_t proc, const Instr *i, uint32_t callee)
{
    const Program *p = f->d->program;
    List args = p->lists.at[i->list];
    List results = p->lists.at[shape_has(i->op, "D") ? i->dsts : 0];
    const Proc *of = &p->procs.at[callee];
    for (uint32_t k = 0; k < args.len && k < of->params; k++)
        set(f, data_register(f->d, callee, (int32_t)k), ref_is_murky(f, proc, args.at[k]));
    for (uint32_t k = 0; k < results.len && k < of->results.len; k++)
        set(f, data_register(f->d, proc, results.at[k]), data_result(f->d, callee, k)->murky);
}

static void go_through(Finder *f, uint32_t proc, const Instr *i)
{
    Data *d = f->d;
    List list = d->program->lists.at[i->list];
    if (i->op == OP_LOAD || i->op == OP_STORE)
        go_through_memory(f, proc, i);
    else if (i->op == OP_CALL || i->op == OP_FORK || i->op == OP_CLAIM)
        go_into(f, proc, i, i->other);
    else if (i->op == OP_CALLPTR)
        for (uint32_t callee = 0; callee < d->program->procs.len; callee++) {
            if (d->taken.at[callee])
                go_into(f, proc, i, callee);
        }
    else if (i->op == OP_RETURN)
        for (uint32_t k = 0; k < list.len; k++)
            set(f, data_result(d, proc, k), ref_is_murky(f, proc, list.at[k]));
    else if (shape_has(i->op, "d") && op_info[i->op].unwritten == UNWRITTEN_COMPUTED)
        set(f, data_register(d, proc, i->dst),
            ref_is_murky(f, proc, i->a) || (shape_has(i->op, "b") && ref_is_murky(f, proc, i->b)));
}

void unwritten_find(Data *d)
{
    const Program *p = d->program;
    Finder f = {.d = d};
    if (!program_is_raw(p))
        return;
    look_at_memory(&f);
    do {
        f.changed = false;
        for (uint32_t proc = 0; proc < p->procs.len; proc++)
            for (uint32_t pc = p->procs.at[proc].begin; pc < p->procs.at[proc].end; pc++)
                go_through(&f, proc, &p->code.at[pc]);
    } while (f.changed);
}
