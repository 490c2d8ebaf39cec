/* measure.c -- loops that surely end.
 *
 * A measure is the distance from a variable, or a constant, to another one.  A round that comes back
 * to the head must have begun with lo <= hi, and have made the distance smaller, or have brought lo
 * beyond hi; there it would be the last one.  The variables are the thread's own, so nobody else
 * changes them, and what they are where one round ends is what they are where the next one begins:
 * distances of rounds in a row are natural numbers that get smaller.  Words wrap around; where
 * lo <= hi their difference without a sign does not.
 *
 * Measures are candidates (Houdini) of which nothing is assumed.  A loop with `decreases E` has one
 * that the program itself computes in ghosts, and claims: front/c/note/moment.h, zing/parse_expr.c. */
#include "engine/prove/loop/candidate.h"

#include "engine/prove/loop/loop.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "symbolic/candidate.h"

/* ---- its meaning ---- */

typedef struct Distance {
    Term lo, hi;
} Distance;

static Distance distance_of(Attempt *f, const Sym *regs, const Candidate *c, Type type)
{
    Term constant = value_constant(f, (uint64_t)c->constant, type).t;
    return (Distance){c->a >= 0 ? regs[c->a].t : constant, c->b >= 0 ? regs[c->b].t : constant};
}

/* A round has come back to the head. */
Term measure_meaning(Attempt *f, const State *s, const Candidate *c, const LoopEntry *entry)
{
    Terms *terms = &f->terms;
    Type type = flat_register(f, (uint32_t)(c->a >= 0 ? c->a : c->b))->type;
    if (!entry || !entry->regs)
        return term_bool(terms, true); /* it is the first one that begins */
    Distance was = distance_of(f, entry->regs, c, type), is = distance_of(f, s->regs, c, type);
    Relation le = relation_of(type, true);
    Term began = relation_term(terms, le, was.lo, was.hi), shrinks;
    if (f->prover->machine)
        shrinks = relation_term(terms, REL_ULT, term_bits(terms, TERM_BITS_SUB, is.hi, is.lo),
                                term_bits(terms, TERM_BITS_SUB, was.hi, was.lo));
    else
        shrinks = term_lt(terms, term_sub(terms, is.hi, is.lo), term_sub(terms, was.hi, was.lo));
    Term last = term_not(terms, relation_term(terms, le, is.lo, is.hi));
    return term_and(terms, began, term_or(terms, last, shrinks));
}

/* ---- which of them ---- */

static void propose(Attempt *f, uint32_t head, int32_t a, int32_t b, int64_t constant)
{
    Candidate c = {.head = head, .kind = CANDIDATE_MEASURE, .a = a, .b = b, .constant = constant};
    loop_propose(f, c);
    c.a = b;
    c.b = a;
    loop_propose(f, c);
}

/* `decreases E`, which the other claims at the head stand beside. */
static bool is_measured(const Attempt *f, uint32_t head)
{
    for (uint32_t code = head + 1; code < f->flat.code.len; code++) {
        const Instr *i = f->flat.code.at[code].instr;
        if (i->op == OP_CLAIM && strncmp(f->program->strings.at[i->target], "decreases ", 10) == 0)
            return true;
        if (i->op != OP_SELF && i->op != OP_CLAIM)
            return false;
    }
    return false;
}

/* Products and remainders of two variables are hard for solvers: there `decreases` is to be
 * written. */
static bool is_hard(const Attempt *f, uint32_t head)
{
    vec_each (uint64_t, pair, &f->flat.in_loop) {
        const Instr *i = f->flat.code.at[(uint32_t)*pair].instr;
        bool product = i->op == OP_MUL && i->a >= 0 && i->b >= 0;
        if (*pair >> 32 == head && (product || ((i->op == OP_DIV || i->op == OP_REM) && i->b >= 0)))
            return true;
    }
    return false;
}

/* A variable that can be named at the head, or -1 for a constant; false: it is neither. */
static bool is_side(const Attempt *f, uint32_t head, const Code *code, Ref ref, int32_t *reg)
{
    *reg = ref >= 0 ? (int32_t)f->flat.frames.at[code->frame].base + ref : -1;
    return ref != NO_REF && (ref < 0 || loop_sees(f, head, (uint32_t)*reg));
}

/* What the loop compares. */
void measure_candidates(Attempt *f, uint32_t head, const bool *regs)
{
    if (is_hard(f, head) || is_measured(f, head))
        return;
    for (size_t n = 0; n < f->flat.in_loop.len; n++) {
        const Code *code = &f->flat.code.at[(uint32_t)f->flat.in_loop.at[n]];
        const Instr *i = code->instr;
        bool number =
            (i->type.kind == TYPE_SIGNED || i->type.kind == TYPE_UNSIGNED) && i->type.bits > 1;
        int32_t a, b;
        if (f->flat.in_loop.at[n] >> 32 != head || code->kind != CODE_INSTR || i->op < OP_EQ ||
            i->op > OP_LE || !number || !is_side(f, head, code, i->a, &a) ||
            !is_side(f, head, code, i->b, &b))
            continue;
        Ref constant = a < 0 ? i->a : b < 0 ? i->b : NO_REF;
        if ((a >= 0 && regs[a]) || (b >= 0 && regs[b]))
            propose(f, head, a, b,
                    constant == NO_REF ? 0 : (int64_t)f->program->constants.at[~constant]);
    }
}

/* ---- which loops end ---- */

bool measure_ends(const Attempt *f, uint32_t head)
{
    vec_each (Candidate, c, &f->candidates)
        if (c->kind == CANDIDATE_MEASURE && c->head == head && !c->dropped)
            return true;
    return is_measured(f, head);
}

void measure_conclude(const Attempt *f)
{
    Prover *p = f->prover;
    bool ends = true;
    for (uint32_t head = 0; head < f->flat.code.len; head++)
        ends = ends && (!f->flat.code.at[head].head || measure_ends(f, head));
    if (!f->abs)
        p->halts.at[f->proc] = ends;
}
