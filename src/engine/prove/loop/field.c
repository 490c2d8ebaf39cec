/* field.c -- candidates for the invariants of loops that are about memory: a walk
 * through a list knows that `before.next == here`, that `before.key < key`, and that both nodes are
 * in the list.
 *
 * A static variable, or the field of the object that one variable refers to, is compared with
 * another variable, or, if it is a truth, with true and false, if it is a reference, with null.
 * That an object is among those that have been made is such a truth. */
#include "engine/prove/loop/candidate.h"

#include "engine/prove/access/access.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"

/* How a place and the other side are compared: Candidate.set. */
typedef enum Relation { LESS, AT_MOST, MORE, AT_LEAST, EQUAL, RELATIONS } Relation;

/* Does the method load or store a field of such an object through the register? */
static bool refers(const Attempt *f, uint32_t reg, uint32_t layout)
{
    vec_each (Code, code, &f->flat.code) {
        const Instr *i = code->instr;
        bool field = i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_ACQUIRE;
        if (!field || i->a < 0 || f->flat.frames.at[code->frame].base + (uint32_t)i->a != reg)
            continue;
        vec_each (Cell, cell, &f->prover->cells)
            if (cell->region == i->region && cell->layout == layout)
                return true;
    }
    return false;
}

/* Has the variable a value when the loop begins? */
static bool enters(const Attempt *f, uint32_t head, uint32_t reg)
{
    if (!loop_sees(f, head, reg))
        return false;
    if (reg < f->program->procs.at[f->proc].params)
        return true;
    for (uint32_t c = 0; c < f->flat.code.len; c++) {
        const Code *code = &f->flat.code.at[c];
        bool inside = false;
        if (code->instr->dst < 0 ||
            f->flat.frames.at[code->frame].base + (uint32_t)code->instr->dst != reg)
            continue;
        vec_each (uint64_t, pair, &f->flat.in_loop)
            inside = inside || *pair == ((uint64_t)head << 32 | c);
        if (!inside)
            return true;
    }
    return false;
}

static void compare(Attempt *f, uint32_t head, uint32_t cell, int32_t a, uint32_t b)
{
    Type type = f->prover->cells.at[cell].type;
    bool number = type.kind != TYPE_PTR && !type_equal(type, TYPE_U1);
    for (Relation relation = 0; relation < RELATIONS; relation++) {
        Candidate c = {.head = head,
                       .kind = CANDIDATE_FIELD,
                       .a = a,
                       .b = (int32_t)b,
                       .cell = cell,
                       .set = relation};
        if (number || relation == EQUAL)
            loop_propose(f, c);
    }
}

/* a: -1: of a static variable. */
static void compare_all(Attempt *f, uint32_t head, uint32_t cell, int32_t a, const bool *regs)
{
    Type type = f->prover->cells.at[cell].type;
    bool truth = type_equal(type, TYPE_U1), set = cell_grows(&f->prover->cells.at[cell]);
    int64_t values = truth ? 2 : type.kind == TYPE_PTR;
    for (int64_t value = set; value < values; value++) {
        Candidate c = {.head = head,
                       .kind = CANDIDATE_FIELD,
                       .set = EQUAL,
                       .a = a,
                       .b = -1,
                       .constant = value,
                       .cell = cell};
        loop_propose(f, c);
    }
    for (uint32_t b = 0; b < f->flat.registers && !set; b++)
        if ((int32_t)b != a && (a < 0 || regs[a] || regs[b]) && enters(f, head, b) &&
            type_equal(flat_register(f, b)->type, type))
            compare(f, head, cell, a, b);
}

static void propose_fields(Attempt *f, uint32_t head, const bool *regs)
{
    for (uint32_t c = 0; c < f->prover->cells.len && f->prover->storage->by_field; c++) {
        const Cell *cell = &f->prover->cells.at[c];
        bool set = cell_grows(cell);
        if (cell->kind != CELL_FIELD || (!set && (cell->part != PART_NONE || !cell->known)))
            continue;
        for (uint32_t a = 0; a < f->flat.registers; a++)
            if (flat_register(f, a)->type.kind == TYPE_PTR && enters(f, head, a) &&
                (set ? regs[a] && (!cell->layout || refers(f, a, cell->layout))
                     : refers(f, a, cell->layout)))
                compare_all(f, head, c, (int32_t)a, regs);
    }
}

void field_candidates(Attempt *f, uint32_t head, const bool *regs)
{
    propose_fields(f, head, regs);
    for (uint32_t c = 0; c < f->prover->cells.len && f->prover->storage->by_field; c++) {
        const Cell *cell = &f->prover->cells.at[c];
        if (cell->kind == CELL_GLOBAL && cell->part == PART_NONE && cell->known &&
            !access_read_only(f->prover, c) && loop_touches(f, cell))
            compare_all(f, head, c, -1, regs);
    }
}

Term field_meaning(Attempt *f, const State *s, const Candidate *c)
{
    Type type = f->prover->cells.at[c->cell].type;
    Location at = {.cell = c->cell, .object = c->a < 0 ? NO_TERM : s->regs[c->a].t};
    remember_place(f, at);
    Term field = cell_read(f, s->now, at);
    Term other = c->b >= 0 ? s->regs[c->b].t : value_constant(f, (uint64_t)c->constant, type).t;
    switch ((Relation)c->set) {
    case LESS:
        return value_less(f, field, other, false, type);
    case AT_MOST:
        return value_less(f, field, other, true, type);
    case MORE:
        return value_less(f, other, field, false, type);
    case AT_LEAST:
        return value_less(f, other, field, true, type);
    case EQUAL:
    case RELATIONS:
        break;
    }
    return term_eq(&f->terms, field, other);
}

const char *field_text(const Attempt *f, const Candidate *c, Arena *arena)
{
    static const char *const signs[] = {"<", "<=", ">", ">=", "=="};
    const Cell *cell = &f->prover->cells.at[c->cell];
    const char *dot = strrchr(cell->name, '.'), *place = cell->name;
    if (cell_grows(cell))
        return NULL;
    if (c->a >= 0)
        place = arena_print(arena, "%s.%s", flat_register(f, (uint32_t)c->a)->name,
                            dot ? dot + 1 : cell->name);
    if (c->b < 0 && cell->type.kind == TYPE_PTR)
        return arena_print(arena, "%s == null", place);
    if (c->b < 0)
        return arena_print(arena, "%s%s", c->constant ? "" : "!", place);
    return arena_print(arena, "%s %s %s", place, signs[c->set],
                       flat_register(f, (uint32_t)c->b)->name);
}
