/* text.c -- the invariants that were found for loops, as a user would write them. */
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/loop/candidate.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/model.h"

static const char *operand_text(const Attempt *f, int32_t reg, int64_t constant, Arena *arena)
{
    const char *name = reg >= 0 ? flat_register(f, (uint32_t)reg)->name : NULL;
    return name ? name : arena_print(arena, "%lld", (long long)constant);
}

/* `holds(p->m)`, `!holds(locks[i])`. */
static const char *raw_candidate_text(const Attempt *f, const Candidate *c, Arena *arena)
{
    const Cell *cell = &f->prover->cells.at[c->cell];
    const char *sign = c->kind == CANDIDATE_HELD ? "" : "!", *member = raw_member(f->prover, cell);
    const char *dot = member == cell->name ? "" : ".";
    if (cell->kind == CELL_GLOBAL)
        return arena_print(arena, "%sholds(%s)", sign, cell->name);
    if (c->a >= 0)
        return arena_print(arena, "%sholds(%s->%s)", sign, operand_text(f, c->a, 0, arena), member);
    return arena_print(arena, "%sholds(%s[%s]%s%s)", sign, f->program->globals.at[c->by].name,
                       operand_text(f, c->b, 0, arena), dot, *dot ? member : "");
}

const char *candidate_text(const Attempt *f, const Candidate *c, Arena *arena)
{
    static const char *const signs[] = {
        [CANDIDATE_LE] = "<=", [CANDIDATE_LT] = "<", [CANDIDATE_EQ] = "==", [CANDIDATE_NE] = "!="};
    if (c->kind == CANDIDATE_FRESH || c->kind == CANDIDATE_MINE)
        return NULL;
    if (c->kind == CANDIDATE_FIELD)
        return field_text(f, c, arena);
    if (c->kind == CANDIDATE_MEASURE)
        return arena_print(arena, "decreases %s - %s", operand_text(f, c->b, c->constant, arena),
                           operand_text(f, c->a, c->constant, arena));
    const Cell *cell = &f->prover->cells.at[c->cell];
    if (c->kind <= CANDIDATE_NE)
        return arena_print(arena, "%s %s %s", operand_text(f, c->a, c->constant, arena),
                           signs[c->kind], operand_text(f, c->b, c->constant, arena));
    if (c->kind == CANDIDATE_LINK)
        return arena_print(arena, "%s == NULL || %s->%s == %s", operand_text(f, c->b, 0, arena),
                           operand_text(f, c->b, 0, arena), raw_member(f->prover, cell),
                           operand_text(f, c->a, 0, arena));
    if (c->kind == CANDIDATE_ZERO) {
        const char *dot = strrchr(cell->name, '.'), *field = dot ? dot + 1 : cell->name;
        return arena_print(arena, "%s%s%s%s.%s == %s", c->a >= 0 && c->constant ? "!" : "",
                           c->a >= 0 ? operand_text(f, c->a, 0, arena) : "",
                           c->a >= 0 ? " || " : "", operand_text(f, c->b, 0, arena), field,
                           cell->type.kind == TYPE_PTR ? "null"
                           : cell->type.bits == 1      ? "false"
                                                       : "0");
    }
    if (c->kind == CANDIDATE_KEEPS && cell->kind == CELL_GLOBAL && !c->by)
        return arena_print(arena, "%s is what it was before the loop", cell->name);
    if (c->kind == CANDIDATE_OLD)
        return arena_print(arena, "\\old(%s) == %s", cell->name, cell->name);
    if (c->kind == CANDIDATE_WAS_FREE && cell->kind == CELL_GLOBAL)
        return arena_print(arena, "\\old(%s) == 0", cell->name);
    if (c->kind != CANDIDATE_HELD && c->kind != CANDIDATE_FREE)
        return NULL;
    const char *sign = c->kind == CANDIDATE_HELD ? "==" : "!=";
    if (f->prover->storage->arrows)
        return raw_candidate_text(f, c, arena);
    if (cell->kind == CELL_ELEMENT)
        return arena_print(arena, "%s[%s] %s tid", f->prover->cells.at[c->by].name,
                           operand_text(f, c->b, 0, arena), sign);
    if (cell->kind == CELL_FIELD)
        return arena_print(arena, "%s of %s %s tid", cell->name, operand_text(f, c->a, 0, arena),
                           sign);
    return arena_print(arena, "%s %s tid", cell->name, sign);
}
