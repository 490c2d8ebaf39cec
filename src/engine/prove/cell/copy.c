/* copy.c -- assignments of whole structs, memcpy and memset in C.
 *
 * They read and write scalar by scalar, and others may run in between.  That is one action only if
 * the thread has exclusive access to all scalars that are touched, but for one; this is an
 * obligation, and without it there is no proof.  The number of scalars must be known, and what lies
 * where must be scalars of the same types.  A constant is read from the start of the program.  Not
 * proved: copies of locks, of bytes whose number is not known, and what raw.c does not know. */
#include "engine/prove/cell/raw.h"

#include "engine/prove/access/access.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/step/step.h"

enum { MOST_SCALARS = 600, MOST_CONSTANT = 4096 };

typedef struct Copy {
    Sym to, from;
    uint64_t bytes;
    bool fill;      /* with zeros, or */
    uint8_t *image; /* the bytes of a constant; NULL: none */
} Copy;

typedef struct Piece {
    Location to, from;
    Type type;
    Sym value;
    bool reads; /* memory, and no constant */
} Piece;
typedef VEC(Piece) Pieces;

/* The constant that a pointer refers to, as the program begins; NULL: it is none. */
static uint8_t *constant_image(Attempt *f, Sym from)
{
    const Program *program = f->program;
    int64_t object;
    if (!term_is_number(&f->terms, from.t, &object) || object <= 0 ||
        object >= (int64_t)program->globals.len || program->init < 0)
        return NULL;
    const Layout *layout = &program->layouts.at[program->globals.at[object].layout];
    bool constant = layout->fields.len && program->regions.at[layout->fields.at[0].region].library;
    if (!constant || strcmp(layout->name, "constant") != 0)
        return NULL;
    uint8_t *image = arena_array(&f->arena, uint8_t, MOST_CONSTANT);
    const Proc *init = &program->procs.at[program->init];
    for (uint32_t pc = init->begin; pc < init->end; pc++) {
        const Instr *i = &program->code.at[pc];
        if (i->op != OP_STORE || i->a >= 0 || i->b >= 0 || i->a == NO_REF ||
            program->constants.at[~i->a] >> 32 != (uint64_t)object)
            continue;
        uint64_t at = (uint32_t)program->constants.at[~i->a] + (uint64_t)i->offset;
        if (i->type.kind == TYPE_PTR || at + sizeof(uint64_t) > MOST_CONSTANT)
            return NULL;
        memcpy(image + at, &program->constants.at[~i->b], type_bytes(i->type));
    }
    return image;
}

/* Is there nothing of the user's at this place: padding, or what the library keeps there? */
static bool is_padding(const Attempt *f, Sym pointer, uint64_t offset)
{
    const Layout *layout = &f->program->layouts.at[pointer.layout];
    uint64_t at = ((uint64_t)pointer.offset + offset) % layout->size;
    vec_each (Field, field, &layout->fields)
        if (at >= field->offset && at - field->offset < program_field_size(f->program, field))
            return f->program->regions.at[field->region].library;
    return true;
}

static bool place_at(Attempt *f, State *s, Sym pointer, uint64_t offset, uint32_t code,
                     Location *at)
{
    Term inside = term_bool(&f->terms, true);
    if (!raw_place(f, pointer, (int32_t)offset, (Type){0}, at, &inside))
        return false;
    if (f->abs)
        state_assume(f, s, inside); /* proved by the other check */
    else
        oblige(f, s, OBLIGE_INDEX, inside, code, at->cell, "");
    valid_place(f, s, *at, pointer.t, code);
    return true;
}

static bool same_type(const Cell *a, const Cell *b)
{
    return a->size == b->size && a->part == b->part &&
           (a->type.kind == TYPE_PTR) == (b->type.kind == TYPE_PTR) &&
           (a->type.kind == TYPE_FLOAT) == (b->type.kind == TYPE_FLOAT);
}

/* The value for the scalar; false: it is not known. */
static bool value_for(Attempt *f, State *s, const Copy *copy, uint64_t offset, uint32_t code,
                      Piece *piece)
{
    uint64_t bits = 0, start = (uint64_t)copy->from.offset + offset;
    const Cell *cell = &f->prover->cells.at[piece->to.cell];
    if (copy->image && (cell->type.kind == TYPE_FLOAT || start + cell->size > MOST_CONSTANT))
        return false;
    if (copy->image)
        memcpy(&bits, copy->image + start, cell->size);
    if (copy->image && cell->type.kind == TYPE_PTR && bits)
        return false;
    if (copy->fill && cell->type.kind == TYPE_FLOAT)
        return false;
    if (copy->image || copy->fill) {
        piece->value = value_constant(f, bits, cell->type);
        return cell->part == PART_NONE || copy->fill;
    }
    if (!place_at(f, s, copy->from, offset, code, &piece->from) ||
        !same_type(&f->prover->cells.at[piece->from.cell], cell) || cell->part != PART_NONE)
        return false;
    piece->reads = true;
    piece->value = step_load(f, s, piece->from, cell->type, code);
    return true;
}

/* All that is read, before anything is written.  False: it is not known. */
static bool find_pieces(Attempt *f, State *s, const Copy *copy, uint32_t code, Pieces *pieces)
{
    for (uint64_t offset = 0; offset < copy->bytes;) {
        Piece piece = {0};
        if (pieces->len == MOST_SCALARS)
            return false;
        if (is_padding(f, copy->to, offset)) {
            offset++;
            continue;
        }
        if (!place_at(f, s, copy->to, offset, code, &piece.to))
            return false;
        const Cell *cell = &f->prover->cells.at[piece.to.cell];
        piece.type = cell->type;
        if (offset + cell->size > copy->bytes || !value_for(f, s, copy, offset, code, &piece))
            return false;
        vec_push(pieces, piece);
        offset += cell->size;
    }
    return true;
}

/* Others may run between the accesses: they must not touch what is touched here, but for one
 * scalar. */
static Term stays_whole(Attempt *f, State *s, const Pieces *pieces)
{
    Terms *terms = &f->terms;
    Term all = term_bool(terms, true), open = term_bool(terms, false); /* one was not exclusive */
    vec_each (Piece, piece, pieces)
        for (int write = 0; write < 2; write++) {
            if (!write && !piece->reads)
                continue;
            Term mine = access_exclusive(f, s, s->now, write ? piece->to : piece->from, write != 0);
            all = term_and(terms, all, term_or(terms, mine, term_not(terms, open)));
            open = term_or(terms, open, term_not(terms, mine));
        }
    return all;
}

void copy_step(Attempt *f, State *s, uint32_t code, bool fill, Sym to, Sym from, Sym count)
{
    List list = f->program->lists.at[f->flat.code.at[code].instr->list];
    Copy copy = {.to = to, .fill = fill};
    int64_t bytes = -1, byte = 0;
    bool known = term_is_number(&f->terms, count.t, &bytes);
    Pieces pieces = {0};
    step_settle(f, s, code);
    if (copy.fill) {
        known = known && term_is_number(&f->terms, from.t, &byte) && !byte;
    } else {
        copy.from = from;
        copy.image = constant_image(f, copy.from);
        known = known && copy.from.offset >= 0;
    }
    copy.bytes = (uint64_t)bytes;
    known = known && bytes >= 0 && bytes <= INT32_MAX && copy.to.offset >= 0 && copy.to.layout;
    if (known && find_pieces(f, s, &copy, code, &pieces)) {
        Term whole = list.len > 3 ? stays_whole(f, s, &pieces) : term_bool(&f->terms, true);
        vec_each (Piece, piece, &pieces)
            step_store(f, s, piece->to, piece->value, piece->type, code);
        if (!f->abs) /* who may touch what is settled by the accesses themselves */
            oblige(f, s, OBLIGE_LIMIT, whole, code, 0,
                   "many bytes are copied or set, one after the other, and other threads may touch "
                   "them meanwhile");
    } else
        give_up(f, code,
                copy.fill ? "it is not known which scalars this sets"
                          : "it is not known which scalars this copies, and whether they are of "
                            "the same types");
    vec_free(&pieces);
}
