/* field.c -- candidates for the invariants of loops that are about fields of objects: a walk
 * through a list knows that `before.next == here`, that `before.key < key`, and that both nodes are
 * in the list.
 *
 * The field of the object that one variable refers to is compared with another variable, or, if it
 * is a truth, with true and false.  That an object is among those that have been made is such a
 * truth. */
#include "engine/prove/model.h"

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

static void compare(Attempt *f, uint32_t head, uint32_t cell, uint32_t a, uint32_t b)
{
    bool number = f->prover->cells.at[cell].type.kind != TYPE_PTR;
    for (CandidateKind kind = CANDIDATE_FIELD_LT; kind <= CANDIDATE_FIELD_EQ; kind++) {
        Candidate c = {.head = head, .kind = kind, .a = (int32_t)a, .b = (int32_t)b, .cell = cell};
        if (number || kind == CANDIDATE_FIELD_EQ)
            loop_propose(f, c);
    }
}

static void compare_all(Attempt *f, uint32_t head, uint32_t cell, uint32_t a, const bool *regs)
{
    Type type = f->prover->cells.at[cell].type;
    bool truth = type_equal(type, TYPE_U1), set = cell_grows(&f->prover->cells.at[cell]);
    for (int64_t value = set; truth && value < 2; value++) {
        Candidate c = {.head = head,
                       .kind = CANDIDATE_FIELD_EQ,
                       .a = (int32_t)a,
                       .b = -1,
                       .constant = value,
                       .cell = cell};
        loop_propose(f, c);
    }
    for (uint32_t b = 0; b < f->flat.registers && !truth; b++)
        if (b != a && (regs[a] || regs[b]) && enters(f, head, b) &&
            type_equal(flat_register(f, b)->type, type))
            compare(f, head, cell, a, b);
}

void field_candidates(Attempt *f, uint32_t head, const bool *regs)
{
    for (uint32_t c = 0; c < f->prover->cells.len && !f->prover->raw; c++) {
        const Cell *cell = &f->prover->cells.at[c];
        bool set = cell_grows(cell);
        if (cell->kind != CELL_FIELD || (!set && (cell->part != PART_NONE || !cell->known)))
            continue;
        for (uint32_t a = 0; a < f->flat.registers; a++)
            if (flat_register(f, a)->type.kind == TYPE_PTR && enters(f, head, a) &&
                (set ? regs[a] && (!cell->layout || refers(f, a, cell->layout))
                     : refers(f, a, cell->layout)))
                compare_all(f, head, c, a, regs);
    }
}

Term field_meaning(Attempt *f, const State *s, const Candidate *c)
{
    Type type = f->prover->cells.at[c->cell].type;
    Location at = {.cell = c->cell, .object = s->regs[c->a].t};
    remember_place(f, at);
    Term field = cell_read(f, s->now, at);
    Term other = c->b >= 0 ? s->regs[c->b].t : value_constant(f, (uint64_t)c->constant, type).t;
    switch ((int)c->kind) {
    case CANDIDATE_FIELD_LT:
        return value_less(f, field, other, false, type);
    case CANDIDATE_FIELD_LE:
        return value_less(f, field, other, true, type);
    case CANDIDATE_FIELD_GT:
        return value_less(f, other, field, false, type);
    case CANDIDATE_FIELD_GE:
        return value_less(f, other, field, true, type);
    }
    return term_eq(&f->terms, field, other);
}

const char *field_text(const Attempt *f, const Candidate *c, Arena *arena)
{
    static const char *const signs[] = {"<", "<=", ">", ">=", "=="};
    const Cell *cell = &f->prover->cells.at[c->cell];
    const char *dot = strrchr(cell->name, '.'), *field = dot ? dot + 1 : cell->name;
    if (cell_grows(cell))
        return NULL;
    const char *object = flat_register(f, (uint32_t)c->a)->name;
    if (c->b < 0)
        return arena_print(arena, "%s%s.%s", c->constant ? "" : "!", object, field);
    return arena_print(arena, "%s.%s %s %s", object, field, signs[c->kind - CANDIDATE_FIELD_LT],
                       flat_register(f, (uint32_t)c->b)->name);
}
