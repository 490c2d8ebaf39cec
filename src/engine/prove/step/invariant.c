/* invariant.c -- invariants of classes, and of files and structs in C: what is true between the
 * actions of all threads, from the start of the second thread on.  Every action of every method is
 * shown to keep them; then a thread may use them whenever others may have run.
 *
 * The only thread at the start need not keep them: they are to be shown where it starts another
 * one, and where it calls a method by specification, whose own proof uses them.
 *
 * In C they are about the objects that are nobody's own any more, since memory is made before it is
 * filled: whoever hands over an object must have made them true of it. */
#include "engine/prove/step/invariant.h"

#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"

static Term clause_holds(Attempt *f, const Clause *clause, Look look, const Term *memory)
{
    Sym args[1] = {{.t = f->tid}};
    Term holds;
    if (!pure_look(f, &look, clause->proc, args, memory, memory, &holds))
        give_up(f, 0, "an invariant uses something that cannot be proved yet");
    return holds;
}

static Term all_hold(Attempt *f, Look look, const Term *memory)
{
    Term all = term_bool(&f->terms, true);
    vec_each (Clause, clause, &f->program->invariants)
        all = term_and(&f->terms, all, clause_holds(f, clause, look, memory));
    return all;
}

Term invariant_holds(Attempt *f, const State *s, const Term *memory)
{
    return all_hold(f, (Look){.of = s}, memory);
}

void invariant_know(Attempt *f, State *s)
{
    Terms *terms = &f->terms;
    s->settled = NULL;
    if (!f->program->invariants.len || term_is_true(terms, s->alone))
        return;
    state_assume(f, s, term_or(terms, s->alone, invariant_holds(f, s, s->now)));
    if (term_is_false(terms, s->alone))
        s->settled = s->now;
}

void invariant_name(Attempt *f, State *s, Location at)
{
    if (!f->prover->met || !f->prover->storage->hands_over || !at.object.ix)
        return;
    (void)all_hold(f, (Look){s, at}, s->now);
}

static bool is_same(const Attempt *f, const State *s, const Term *memory)
{
    return memory && memcmp(memory, s->now, f->prover->cells.len * sizeof *s->now) == 0;
}

/* Nothing has changed since they were known to hold. */
static bool is_kept(const Attempt *f, const State *s)
{
    bool forks = !term_is_false(&f->terms, s->forks);
    return is_same(f, s, s->settled) || (is_same(f, s, s->began) && !forks);
}

/* `known`: a memory in which they hold, or NULL.  In C it also matters what has been published. */
static void oblige_all(Attempt *f, State *s, uint32_t code, Term unless, const Term *known)
{
    vec_each (Clause, clause, &f->program->invariants) {
        Term holds = clause_holds(f, clause, (Look){.of = s}, s->now);
        if (!known || f->prover->storage->hands_over ||
            clause_holds(f, clause, (Look){.of = s}, known).ix != holds.ix)
            oblige(f, s, OBLIGE_INVARIANT, term_or(&f->terms, unless, holds), code, 0,
                   clause->text);
    }
}

void invariant_oblige(Attempt *f, State *s, uint32_t code)
{
    bool forks = !term_is_false(&f->terms, s->forks);
    const Term *known = s->settled ? s->settled : forks ? NULL : s->began;
    if (f->prover->storage->hands_over && s->fresh.len)
        known = NULL; /* in the same memory there may be more objects now that others know */
    if (!f->abs && !s->trial && !is_kept(f, s))
        oblige_all(f, s, code, s->alone, known);
}

void invariant_oblige_call(Attempt *f, State *s, uint32_t code)
{
    Term others = term_not(&f->terms, s->alone); /* then they hold here: an action has just ended */
    if (f->prover->storage->hands_over && s->fresh.len)
        others = term_bool(&f->terms, false); /* they may have been handed over just now */
    if (!f->abs)
        oblige_all(f, s, code, others, NULL);
}

/* Does the procedure that runs before all others make such objects, or store there? */
static bool init_does(const Program *program, Op op, uint32_t region, uint32_t layout)
{
    if (program->init < 0)
        return false;
    const Proc *init = &program->procs.at[program->init];
    for (uint32_t pc = init->begin; pc < init->end; pc++) {
        const Instr *i = &program->code.at[pc];
        if (i->op == OP_CALL || (i->op == op && op == OP_STORE && i->region == region) ||
            (i->op == op && op == OP_ALLOC && i->other == layout))
            return true;
    }
    return false;
}

/* ---- the start ---- */

/* Some bytes of a variable of a C program, as they are at first. */
typedef struct Bytes {
    uint32_t global, offset, size;
    uint64_t value;
    bool pointer; /* the value is the address of an object */
    bool known;
} Bytes;

/* An initialiser stores the bytes of a variable in whatever portions are handy, so a store may be
 * about a part of a member or about several. */
static void take_bytes(const Program *program, const Instr *i, Bytes *bytes)
{
    bool stores = i->op == OP_STORE || i->op == OP_FILL || i->op == OP_COPY;
    if (!stores || i->a == NO_REF || i->a >= 0 ||
        program->constants.at[~i->a] >> 32 != bytes->global)
        return;
    int64_t at = (int64_t)(uint32_t)program->constants.at[~i->a] + i->offset;
    int64_t begin = bytes->offset, end = begin + bytes->size;
    bool pointer = i->type.kind == TYPE_PTR;
    int64_t size = pointer ? program->pointer_bytes : type_bytes(i->type);
    if (i->op == OP_STORE && (at + size <= begin || at >= end))
        return;
    if (i->op != OP_STORE || i->b >= 0 || (pointer && (at != begin || size != end - begin))) {
        bytes->known = false;
        return;
    }
    uint64_t value = program->constants.at[~i->b];
    bytes->pointer = pointer;
    if (pointer)
        bytes->value = value;
    for (int64_t k = at; k < at + size && !pointer; k++)
        if (k >= begin && k < end) {
            uint64_t mask = (uint64_t)0xff << (8 * (k - begin));
            uint64_t byte = value >> (8 * (k - at)) & 0xff;
            bytes->value = (bytes->value & ~mask) | byte << (8 * (k - begin));
        }
}

/* What these bytes of a variable hold at first, as a value of the cell; false: it is not known. */
static bool initial_value(Attempt *f, Bytes bytes, const Cell *cell, Sym *value)
{
    const Program *program = f->program;
    const Proc *init = program->init >= 0 ? &program->procs.at[program->init] : NULL;
    Type type = cell->type;
    for (uint32_t pc = init ? init->begin : 0; init && pc < init->end; pc++)
        take_bytes(program, &program->code.at[pc], &bytes);
    if (bytes.known && !bytes.value) {
        *value = zero_sym(f, type);
        return true;
    }
    if (!bytes.known || bytes.pointer != (type.kind == TYPE_PTR) || bytes.size > 8)
        return false;
    if (type.kind == TYPE_SIGNED && type.bits < 64 && bytes.value >> (type.bits - 1) & 1)
        bytes.value |= ~(uint64_t)0 << type.bits;
    *value = value_constant(f, bytes.value, type);
    return !value->offset;
}

/* The variable's element of this number, and in it the one inside. */
static void initial_element(Attempt *f, uint32_t c, uint32_t g, uint32_t k, uint32_t n,
                            Term *memory)
{
    const Cell *cell = &f->prover->cells.at[c];
    uint32_t size = f->program->layouts.at[cell->layout].size;
    Sort sort = cell_index_sort(f->prover);
    Bytes bytes = {.global = g,
                   .offset = k * size + cell->offset + n * cell->stride,
                   .size = cell->size,
                   .known = true};
    uint32_t index = cell->columns ? k / cell->columns : cell->many ? k : n;
    uint32_t inner = cell->columns ? k % cell->columns : n;
    Location at = {c, term_number(&f->terms, (int64_t)g), NO_TERM, NO_TERM};
    Sym value;
    if (cell->kind >= CELL_ELEMENT)
        at.index = term_constant(&f->terms, index, sort);
    if (cell->kind == CELL_INNER)
        at.inner = term_constant(&f->terms, inner, sort);
    if (initial_value(f, bytes, cell, &value))
        cell_write(f, memory, at, value.t);
}

static void initial_cell(Attempt *f, uint32_t c, Term *memory)
{
    enum { MOST = 1024 }; /* elements */
    const Cell *cell = &f->prover->cells.at[c];
    if (cell->part > PART_OWNER || !cell->known)
        return;
    for (uint32_t g = 1; g < f->program->globals.len; g++) {
        const Global *global = &f->program->globals.at[g];
        uint32_t elements = cell->many && global->count > 1 ? global->count : 1;
        uint32_t inner = cell->count ? cell->count : 1;
        if (global->layout != cell->layout || (uint64_t)elements * inner > MOST)
            continue;
        for (uint32_t k = 0; k < elements; k++)
            for (uint32_t n = 0; n < inner; n++)
                initial_element(f, c, g, k, n, memory);
    }
}

/* Variables begin with their initial values, static variables of Zing with zero. */
void invariant_initial(Attempt *f, Term *memory)
{
    const Prover *p = f->prover;
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        if (p->storage->variables)
            initial_cell(f, c, memory);
        else if (cell->kind == CELL_GLOBAL && cell->known && cell->part <= PART_OWNER &&
                 !init_does(f->program, OP_STORE, cell->region, 0))
            memory[c] = zero_sym(f, cell->type).t;
    }
}

/* ... and no objects have been made. */
void invariant_start(Attempt *f, State *s)
{
    const Prover *p = f->prover;
    Terms *terms = &f->terms;
    if (!term_is_true(terms, s->alone))
        return;
    invariant_initial(f, s->now);
    memcpy(s->old, s->now, p->cells.len * sizeof *s->old);
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        if (cell->part != PART_MADE || init_does(f->program, OP_ALLOC, 0, cell->layout))
            continue;
        Term any = term_variable(terms, "any object", SORT_INT);
        attempt_bind(f, any, true, 0);
        Term made = cell_read(f, s->now, (Location){.cell = c, .object = any});
        vec_push(&f->notes.facts, term_forall(terms, any, term_not(terms, made)));
    }
}
