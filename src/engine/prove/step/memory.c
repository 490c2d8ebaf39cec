/* memory.c -- the memory of a method, for the evaluator (symbolic/eval.h): any objects, an SMT array
 * for each cell of a layout.  An access is a step of the translation, see step.c. */
#include "engine/prove/step/step.h"

#include "engine/prove/access/access.h"
#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/step/invariant.h"
#include "symbolic/eval.h"

/* Where an instruction is executed. */
typedef struct Here {
    Attempt *f;
    State *s;
    uint32_t code;
} Here;

/* ---- addresses ---- */

/* In a model of the library nobody can change what is written. */
static const char *no_place(const Attempt *f, uint32_t code)
{
    const Proc *proc = &f->program->procs.at[f->flat.frames.at[f->flat.code.at[code].frame].proc];
    if (!proc->library)
        return f->prover->storage->no_place;
    if (strstr(proc->name, "signal"))
        return "there is no proof yet where handlers of signals are installed: leave out the calls "
               "of sigaction and signal";
    return arena_print(
        &f->prover->job->arena,
        "there is no proof yet of what the library does here (%s): move the call to a "
        "function of its own with a performs; then the others can be proved",
        proc->name);
}

bool step_place(Attempt *f, State *s, uint32_t code, Sym address, Location *at)
{
    const Storage *storage = f->prover->storage;
    Term inside = term_bool(&f->terms, true);
    if (!storage->place(f, f->flat.code.at[code].instr, address, at, &inside)) {
        give_up(f, code, no_place(f, code));
        return false;
    }
    if (!f->abs)
        oblige(f, s, OBLIGE_INDEX, inside, code, at->cell, "");
    else
        state_assume(f, s, inside); /* proved by the other check */
    CellKind kind = f->prover->cells.at[at->cell].kind;
    if (kind >= CELL_ELEMENT && !at->index.ix)
        at->index = term_constant(&f->terms, 0, cell_index_sort(f->prover));
    if (kind < CELL_ELEMENT)
        at->index = NO_TERM;
    if (kind == CELL_GLOBAL)
        at->object = NO_TERM;
    assert(kind == CELL_GLOBAL || at->object.ix);
    valid_place(f, s, *at, at->object, code);
    return true;
}

static Sym move(void *of, const Instr *i, Sym a, Sym b)
{
    Attempt *f = ((Here *)of)->f;
    return f->prover->storage->move(f, i, a, b);
}

static Sym compare(void *of, const Instr *i, Sym a, Sym b)
{
    Attempt *f = ((Here *)of)->f;
    Term truth = value_compare_pointers(f, i, a, b);
    return truth.ix ? (Sym){.t = truth} : fresh_sym(f, "compare", TYPE_U1);
}

/* ---- objects ---- */

/* From now on others may reach what `value` refers to, and so all that was made here and may be
 * reached from there. */
static void publish(Attempt *f, State *s, Term value, Term unless, bool shares)
{
    Terms *terms = &f->terms;
    Fresh *list = arena_array(&f->arena, Fresh, s->fresh.len + 1);
    Term leaks = term_and(terms, access_is_fresh(f, s, value), term_not(terms, unless));
    Term made = term_bool(terms, false);
    for (size_t i = 0; i < s->fresh.len; i++)
        made = term_or(terms, made, term_eq(terms, value, s->fresh.at[i].object));
    made = shares ? term_and(terms, made, term_not(terms, unless)) : term_bool(terms, false);
    for (size_t i = 0; i < s->fresh.len; i++) {
        list[i] = s->fresh.at[i];
        Term same = term_or(terms, term_eq(terms, value, list[i].object), list[i].linked);
        list[i].flag = term_and(terms, list[i].flag, term_not(terms, term_and(terms, leaks, same)));
        list[i].shared = term_or(terms, list[i].shared, term_and(terms, made, same));
    }
    s->fresh.at = list;
}

void step_publish(Attempt *f, State *s, Term value, Term unless)
{
    publish(f, s, value, unless, true);
}

void step_lend(Attempt *f, State *s, Term value)
{
    publish(f, s, value, term_bool(&f->terms, false), false);
}

bool step_stores_pointer(const Attempt *f, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    return i->op == OP_COPY || (i->op == OP_STORE && i->type.kind == TYPE_PTR);
}

/* A pointer to the object is in memory now. */
static void link_objects(Attempt *f, State *s, Term value)
{
    Terms *terms = &f->terms;
    Fresh *list = arena_array(&f->arena, Fresh, s->fresh.len + 1);
    for (size_t i = 0; i < s->fresh.len; i++) {
        list[i] = s->fresh.at[i];
        list[i].linked = term_or(terms, list[i].linked, term_eq(terms, value, list[i].object));
    }
    s->fresh.at = list;
}

/* The new object is none that the thread has met on its way, or could meet now through a global:
 * what was known before it was made is not it.  (What the method will return is not known before.)
 */
static void tell_new_apart(Attempt *f, const State *s, Term object)
{
    Terms *terms = &f->terms;
    vec_push(&f->notes.facts,
             term_lt(terms, term_number(terms, (int64_t)f->program->globals.len), object));
    vec_each (Term, known, &f->notes.pointers)
        tell_apart(f, *known, object);
    for (uint32_t c = 0; c < f->prover->cells.len; c++) {
        const Cell *cell = &f->prover->cells.at[c];
        if (cell->kind == CELL_GLOBAL && cell->type.kind == TYPE_PTR && cell->known)
            tell_apart(f, s->now[c], object);
    }
    if (f->prover->met)
        access_tell_apart(f, s, object, term_bool(terms, true));
    vec_push(&f->notes.pointers, object);
}

static Sym alloc(void *of, const Instr *i, Sym count)
{
    Attempt *f = ((Here *)of)->f;
    State *s = ((Here *)of)->s;
    uint32_t code = ((Here *)of)->code;
    Terms *terms = &f->terms;
    bool layouts = f->prover->storage->layouts;
    Term object = fresh_term(f, "new", SORT_INT);
    Fresh *list = arena_array(&f->arena, Fresh, s->fresh.len + 1);
    step_settle(f, s, code);
    tell_new_apart(f, s, object);
    if (s->fresh.len)
        memcpy(list, s->fresh.at, s->fresh.len * sizeof *list);
    Term yes = term_bool(terms, true), no = term_bool(terms, false);
    assert(!s->fresh.len || list[s->fresh.len - 1].object.ix != object.ix);
    list[s->fresh.len++] = (Fresh){object, yes, yes, no, no, code};
    s->fresh.at = list;
    size_t bytes = f->prover->cells.len * sizeof *s->now;
    s->now = memcpy(arena_alloc(&f->arena, bytes + 1), s->now, bytes);
    for (uint32_t c = 0; c < f->prover->cells.len; c++) {
        const Cell *cell = &f->prover->cells.at[c];
        Location at = {c, object, NO_TERM, NO_TERM};
        bool own = cell->layout == i->other || cell->part == PART_MET;
        bool zero = !layouts || i->flags & FLAG_ZERO;
        if (!own || cell->kind != CELL_FIELD || !cell->known)
            continue;
        if (cell->part == PART_MADE)
            invariant_name(f, s, at);
        if (cell_grows(cell)) {
            state_assume(f, s, term_not(terms, cell_read(f, s->now, at)));
            cell_write(f, s->now, at, term_bool(terms, true));
        } else if (!zero)
            continue;
        else if (cell->part != PART_READERS)
            cell_write(f, s->now, at, zero_sym(f, cell->type).t);
        else
            state_assume(f, s, term_not(terms, rwlock_reads(f, s->now, at, f->tid)));
    }
    if (!layouts)
        vec_push(&f->notes.facts,
                 term_eq(terms, term_select(terms, f->world.length, object), count.t));
    else
        vec_push(&f->notes.facts, term_eq(terms, term_select(terms, f->world.layout, object),
                                          term_number(terms, i->other)));
    return raw_pointer(object, layouts ? i->other : 0);
}

/* ---- contents ---- */

/* What others can reach does not refer to what they cannot reach. */
static void meet_pointer(Attempt *f, State *s, Location at, Term value)
{
    Terms *terms = &f->terms;
    Term own = access_is_fresh(f, s, at.object);
    for (size_t i = 0; i < s->fresh.len; i++) {
        const Fresh *fresh = &s->fresh.at[i];
        Term other = term_not(terms, term_eq(terms, value, fresh->object));
        Term may = term_or(terms, own, term_not(terms, fresh->flag));
        state_assume(f, s, term_or(terms, may, other));
    }
    if (f->prover->met)
        touch_know(f, s, f->prover->met, value, true);
    vec_push(&f->notes.pointers, value);
}

Sym step_load(Attempt *f, State *s, Location at, Type type, uint32_t code)
{
    const Cell *cell = &f->prover->cells.at[at.cell];
    Term value = glance_read(f, s, at, code);
    assert(cell->part == PART_READERS ||
           sort_equal(term_sort(&f->terms, value), cell_value_sort(f->prover, cell->type)));
    value_know_loaded(f, s, value, cell->type);
    if (type.kind == TYPE_PTR)
        meet_pointer(f, s, at, value);
    touch_note(f, s, at, false, value, code);
    return type.kind == TYPE_PTR
               ? raw_pointer(value, cell->points)
               : value_convert(f, &f->theory, (Sym){.t = value}, cell->type, type);
}

static Sym load(void *of, const Instr *i, Sym address)
{
    const Here *h = of;
    Location at;
    if (!step_place(h->f, h->s, h->code, address, &at))
        return fresh_sym(h->f, "value", i->type);
    if (!term_is_true(&h->f->terms, access_exclusive(h->f, h->s, h->s->now, at, false)))
        step_settle(h->f, h->s, h->code); /* else others leave it as it is, and may as well run
                                             later */
    return step_load(h->f, h->s, at, i->type, h->code);
}

void step_write(Attempt *f, State *s, Location at, Term value, uint32_t code)
{
    Term *before = s->now;
    s->now = arena_array(&f->arena, Term, f->prover->cells.len + 1);
    memcpy(s->now, before, f->prover->cells.len * sizeof *before);
    cell_write(f, s->now, at, value);
    raw_wrote(f, code, at.cell);
    access_check_write(f, s, before, at, code);
    touch_note(f, s, at, true, value, code);
}

void step_store(Attempt *f, State *s, Location at, Sym value, Type type, uint32_t code)
{
    const Cell *cell = &f->prover->cells.at[at.cell];
    if (cell->part != PART_NONE) {
        raw_store_lock(f, s, at, value, code);
        return;
    }
    if (type.kind == TYPE_PTR)
        raw_expect(f, value, cell->points, code);
    else
        value = value_convert(f, &f->theory, value, type, cell->type);
    if (type.kind == TYPE_PTR && (value.offset || value.index.ix))
        give_up(f, code, "a pointer into an object is stored");
    assert(sort_equal(term_sort(&f->terms, value.t), cell_value_sort(f->prover, cell->type)));
    glance_write(f, s, at, code);
    touch_place(f, s, at, true, code);
    if (type.kind == TYPE_PTR)
        link_objects(f, s, value.t);
    if (type.kind == TYPE_PTR)
        step_publish(f, s, value.t, access_is_fresh(f, s, at.object));
    step_write(f, s, at, value.t, code);
}

static void store(void *of, const Instr *i, Sym address, Sym value)
{
    const Here *h = of;
    Location at;
    step_settle(h->f, h->s, h->code);
    if (step_place(h->f, h->s, h->code, address, &at))
        step_store(h->f, h->s, at, value, i->type, h->code);
}

static void copy(void *of, const Instr *i, Sym to, Sym from, Sym bytes)
{
    const Here *h = of;
    copy_step(h->f, h->s, h->code, i->op == OP_FILL, to, from, bytes);
}

/* Runs in which places overlap that must not are not judged. */
static void apart(void *of, const Instr *i, Sym to, Sym from, Sym bytes)
{
    (void)of, (void)i, (void)to, (void)from, (void)bytes;
}

/* ---- objects and locks ---- */

static void free_object(void *of, const Instr *i, Sym address)
{
    const Here *h = of;
    (void)i;
    if (h->f->prover->storage->free)
        h->f->prover->storage->free(h->f, h->s, h->code, address);
    else
        memory_refuse(h->f, h->code);
}

static Sym length(void *of, const Instr *i, Sym address)
{
    const Here *h = of;
    valid_object(h->f, h->s, address.t, h->code);
    return value_length(h->f, address.t, step_register_type(h->f, h->code, i->dst));
}

static Sym class_of(void *of, const Instr *i, Sym address)
{
    const Here *h = of;
    (void)address;
    return fresh_sym(h->f, "number", step_register_type(h->f, h->code, i->dst));
}

static Sym lock(void *of, const Instr *i, Sym address)
{
    const Here *h = of;
    (void)i;
    return (Sym){.t = lock_step(h->f, h->s, h->code, address)};
}

static Sym held(void *of, const Instr *i, Sym address, Sym thread)
{
    const Here *h = of;
    (void)i;
    return (Sym){.t = lock_ask(h->f, h->s, h->code, address, thread.t)};
}

static const Memory memory = {.move = move,
                              .compare = compare,
                              .load = load,
                              .store = store,
                              .copy = copy,
                              .fill = copy,
                              .apart = apart,
                              .alloc = alloc,
                              .free = free_object,
                              .length = length,
                              .class_of = class_of,
                              .lock = lock,
                              .held = held};

/* ---- the evaluator ---- */

static Sym operand(void *of, Ref ref, Type type)
{
    const Here *h = of;
    return step_operand(h->f, h->s, h->code, ref, type);
}

static void set(void *of, int32_t reg, Sym value)
{
    const Here *h = of;
    step_set(h->f, h->s, h->code, reg, value);
}

static Sym any(void *of, const Instr *i, Type type)
{
    bool compares = i->op == OP_EQ || i->op == OP_NE || i->op == OP_LT || i->op == OP_LE;
    bool bits = i->op == OP_AND || i->op == OP_OR || i->op == OP_XOR || i->op == OP_SHL ||
                i->op == OP_SHR || i->op == OP_NOT;
    const char *what = compares ? "compare" : bits ? "bits" : i->op == OP_CAST ? "cast" : "value";
    return fresh_sym(((Here *)of)->f, what, type);
}

/* What a user would call it, and what can be done. */
static const char *refusal(const Attempt *f, Op op)
{
    if (op == OP_DOUBT)
        return "heddle knows only some of the values that this may give: give a file with a "
               "function in its "
               "place, whose body returns any of them (heddle_choose)";
    return arena_print(&f->prover->job->arena,
                       "there is no proof yet for code with '%s': move it to a function of its own "
                       "with a performs that says what it changes; then the others can be proved",
                       op_info[op].text);
}

void memory_refuse(Attempt *f, uint32_t code)
{
    give_up(f, code, refusal(f, f->flat.code.at[code].instr->op));
}

static void refuse(void *of, const Instr *i, const char *why)
{
    const Here *h = of;
    (void)i, (void)why;
    memory_refuse(h->f, h->code);
}

/* Runs that end in an error are not judged: nothing is needed. */
static const Evaluator evaluator = {
    .operand = operand, .set = set, .any = any, .refuse = refuse, .memory = &memory};

/* An address becomes a number: a function that is called through a pointer may be given it, and make an
 * address of it again. */
static void tell_number(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    bool calls = false;
    for (uint32_t pc = 0; pc < f->program->code.len && !calls; pc++)
        calls = f->program->code.at[pc].op == OP_CALLPTR;
    if (!calls)
        return;
    Sym pointer = step_operand(f, s, code, i->a, i->from);
    step_publish(f, s, pointer.t, term_bool(&f->terms, false));
    given_address(f, s, pointer, code);
}

bool memory_instr(Attempt *f, State *s, uint32_t code)
{
    Here here = {f, s, code};
    Eval eval = {&evaluator, &f->theory, f->program, &here};
    const Instr *i = f->flat.code.at[code].instr;
    if (i->op == OP_CAST && i->from.kind == TYPE_PTR && i->type.kind != TYPE_PTR)
        tell_number(f, s, code);
    return eval_instr(&eval, i);
}
