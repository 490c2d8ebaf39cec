/* held.c -- locks that the thread surely holds at the head of a loop, as the method is written: on
 * every way there it has taken them and not given them back.  Nobody else can take them away, so
 * memory behind the head may say it, and terms about it need no solver.  (What the candidates of
 * loop.c say has to be proved first, and is never part of a term.)
 *
 * A lock is named by a cell and by the register that refers to its object, so it may get another
 * name (`pred = curr`).  A lock that is taken is another one than those that are held: only so is
 * it known, when one is given back, which ones are left. */
#include "engine/prove/loop/loop.h"

#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"
#include "engine/prove/step/step.h"

typedef struct Name {
    uint32_t cell;
    uint32_t reg; /* UINT32_MAX: of a static variable */
} Name;

typedef struct Names {
    VEC(Name) at;
    VEC(bool) held;     /* by code and name: before the code */
    VEC(bool) distinct; /* by code, name and name: two objects, likewise */
    VEC(bool) known;    /* by code: it has been reached */
} Names;

/* The lock that an instruction is about; false: it is not one that can be named. */
static bool find_name(const Attempt *f, const Code *code, Name *name)
{
    const Instr *i = code->instr;
    const Prover *p = f->prover;
    uint32_t count = 0;
    bool lock = i->op == OP_ACQUIRE || i->op == OP_RELEASE || i->op == OP_TRYACQUIRE;
    for (uint32_t c = 0; c < p->cells.len && lock; c++)
        if (p->cells.at[c].region == i->region) {
            count++;
            name->cell = c;
        }
    if (count != 1 || code->kind != CODE_INSTR || rwlock_is(p, name->cell) ||
        p->cells.at[name->cell].part != PART_OWNER)
        return false;
    CellKind kind = p->cells.at[name->cell].kind;
    name->reg =
        kind == CELL_GLOBAL ? UINT32_MAX : f->flat.frames.at[code->frame].base + (uint32_t)i->a;
    return kind == CELL_GLOBAL || (kind == CELL_FIELD && i->a >= 0);
}

/* Every lock that is taken, under the name of each register that might refer to it. */
static void find_names(const Attempt *f, Names *names)
{
    vec_each (Code, code, &f->flat.code) {
        Name name;
        bool field = find_name(f, code, &name) && name.reg != UINT32_MAX;
        if (code->instr->op != OP_ACQUIRE || !find_name(f, code, &name))
            continue;
        for (uint32_t r = 0; r < (field ? f->flat.registers : 1); r++) {
            Name one = {name.cell, field ? r : UINT32_MAX};
            bool known = field && flat_register(f, r)->type.kind != TYPE_PTR;
            vec_each (Name, other, &names->at)
                known = known || (other->cell == one.cell && other->reg == one.reg);
            if (!known)
                vec_push(&names->at, one);
        }
    }
}

/* What is held in one place of the method, and which of the names are those of different objects.
 */
typedef struct Facts {
    const Names *names;
    bool *held, *distinct;
} Facts;

static bool *pair(const Facts *x, size_t a, size_t b)
{
    return &x->distinct[a * x->names->at.len + b];
}

static void forget(const Facts *x, size_t k)
{
    x->held[k] = false;
    for (size_t o = 0; o < x->names->at.len; o++)
        *pair(x, k, o) = *pair(x, o, k) = false;
}

/* The name now means what another one means, or something that is not known. */
static void assign(const Facts *x, uint32_t to, uint32_t from)
{
    const Name *names = x->names->at.at;
    for (size_t k = 0; k < x->names->at.len; k++) {
        if (names[k].reg != to)
            continue;
        forget(x, k);
        for (size_t s = 0; s < x->names->at.len; s++) {
            if (names[s].cell != names[k].cell || names[s].reg != from || from == to)
                continue;
            x->held[k] = x->held[s];
            for (size_t o = 0; o < x->names->at.len; o++)
                if (o != k && o != s)
                    *pair(x, k, o) = *pair(x, o, k) = *pair(x, s, o);
        }
    }
}

static void take(const Facts *x, const Name *name)
{
    const Name *names = x->names->at.at;
    for (size_t k = 0; k < x->names->at.len; k++) {
        if (names[k].cell != name->cell || names[k].reg != name->reg)
            continue;
        for (size_t o = 0; o < x->names->at.len; o++)
            if (o != k && names[o].cell == name->cell && x->held[o])
                *pair(x, k, o) = *pair(x, o, k) = true;
        x->held[k] = true;
    }
}

/* Locks of the cell are given back: one, or any of them. */
static void give(const Facts *x, uint32_t cell, const Name *name)
{
    const Name *names = x->names->at.at;
    size_t given = SIZE_MAX;
    for (size_t k = 0; k < x->names->at.len && name; k++)
        if (names[k].cell == name->cell && names[k].reg == name->reg)
            given = k;
    for (size_t k = 0; k < x->names->at.len; k++)
        if (names[k].cell == cell && (given == SIZE_MAX || !*pair(x, given, k)))
            x->held[k] = false;
}

static void assign_list(const Attempt *f, const Facts *x, uint32_t base, uint32_t list)
{
    List dsts = f->program->lists.at[list];
    for (uint32_t k = 0; k < dsts.len; k++)
        assign(x, base + (uint32_t)dsts.at[k], UINT32_MAX);
}

static void pass(const Attempt *f, const Code *code, const Facts *x)
{
    const Prover *p = f->prover;
    const Instr *i = code->instr;
    const FlatFrame *frame = &f->flat.frames.at[code->frame];
    Name name;
    bool named = find_name(f, code, &name);
    bool changes = i->op == OP_RELEASE || i->op == OP_TRYACQUIRE || i->op == OP_STORE;
    if (named && i->op == OP_ACQUIRE)
        take(x, &name);
    for (uint32_t c = 0; c < p->cells.len && changes; c++)
        if (p->cells.at[c].region == i->region)
            give(x, c, named && i->op == OP_RELEASE ? &name : NULL);
    if (code->kind == CODE_SPEC) {
        bool *cells = arena_array((Arena *)&f->arena, bool, p->cells.len + 1);
        call_modifies(p, &f->program->specs.at[p->spec_of.at[i->other]], cells);
        for (uint32_t c = 0; c < p->cells.len; c++)
            if (cells[c])
                give(x, c, NULL);
    }
    if (i->dst >= 0)
        assign(x, frame->base + (uint32_t)i->dst,
               i->op == OP_MOV && i->a >= 0 ? frame->base + (uint32_t)i->a : UINT32_MAX);
    assign_list(f, x, frame->base, i->dsts);
    if (code->kind == CODE_LEAVE)
        assign_list(f, x, f->flat.frames.at[frame->caller].base,
                    f->flat.code.at[frame->call].instr->dsts);
    if (code->kind != CODE_ENTER)
        return;
    const FlatFrame *callee =
        &f->flat.frames.at[f->flat.code.at[f->flat.next.at[code->first]].frame];
    for (uint32_t k = 0; k < f->program->procs.at[callee->proc].registers.len; k++)
        assign(x, callee->base + k, UINT32_MAX);
}

/* What holds on two ways holds where they meet. */
static bool meet(Names *names, uint32_t to, const Facts *x)
{
    size_t n = names->at.len;
    bool changed = !names->known.at[to];
    bool *held = &names->held.at[to * n], *distinct = &names->distinct.at[to * n * n];
    for (size_t k = 0; k < n; k++) {
        bool both = x->held[k] && (held[k] || !names->known.at[to]);
        changed = changed || held[k] != both;
        held[k] = both;
    }
    for (size_t k = 0; k < n * n; k++) {
        bool both = x->distinct[k] && (distinct[k] || !names->known.at[to]);
        changed = changed || distinct[k] != both;
        distinct[k] = both;
    }
    names->known.at[to] = true;
    return changed;
}

static void analyse(Attempt *f, Names *names)
{
    const Flat *flat = &f->flat;
    size_t n = names->at.len;
    bool changed = true;
    Facts x = {names, arena_array(&f->arena, bool, n + 1), arena_array(&f->arena, bool, n *n + 1)};
    vec_resize(&names->held, flat->code.len * n);
    vec_resize(&names->distinct, flat->code.len * n * n);
    vec_resize(&names->known, flat->code.len);
    names->known.at[0] = true;
    while (changed) {
        changed = false;
        vec_each (uint32_t, at, &flat->order) {
            const Code *code = &flat->code.at[*at];
            if (!names->known.at[*at])
                continue;
            memcpy(x.held, &names->held.at[*at * n], n);
            memcpy(x.distinct, &names->distinct.at[*at * n * n], n * n);
            pass(f, code, &x);
            for (uint32_t k = 0; k < code->n; k++)
                changed = meet(names, flat->next.at[code->first + k], &x) || changed;
        }
    }
}

/* Two names that are different on every way to the head.  What the loop changes is a variable of
 * the head's own, so there is no other way to it. */
static void know_distinct(Attempt *f, State *s, const Name *a, const Name *b, const bool *regs)
{
    Terms *terms = &f->terms;
    Term x = s->regs[a->reg].t, y = s->regs[b->reg].t;
    if (regs[a->reg] || regs[b->reg])
        tell_apart(f, x, y);
    else
        state_assume(f, s, term_not(terms, term_eq(terms, x, y)));
}

static Location place(const State *s, const Name *name)
{
    return (Location){.cell = name->cell,
                      .object = name->reg == UINT32_MAX ? NO_TERM : s->regs[name->reg].t};
}

void held_know(Attempt *f, State *s, uint32_t head, const bool *regs)
{
    enum { MOST_NAMES = 40 };
    Names names = {0};
    if (f->prover->storage->by_field)
        find_names(f, &names);
    if (names.at.len && names.at.len <= MOST_NAMES) {
        size_t n = names.at.len;
        analyse(f, &names);
        for (size_t k = 0; k < n && names.known.at[head]; k++) {
            Location at = place(s, &names.at.at[k]);
            if (!names.held.at[head * n + k])
                continue;
            for (size_t o = 0; o < k && at.object.ix; o++)
                if (names.distinct.at[head * n * n + k * n + o])
                    know_distinct(f, s, &names.at.at[k], &names.at.at[o], regs);
            cell_write(f, s->now, at, f->tid);
            remember_place(f, at);
        }
    }
    vec_free(&names.at);
    vec_free(&names.held);
    vec_free(&names.distinct);
    vec_free(&names.known);
}
