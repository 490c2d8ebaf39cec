/* unroll.c -- the first rounds of loops that count to a small constant, each as code of its own.
 *
 * Copies of the rounds stand before the loop, which stays: that changes nothing in what the method
 * does, however many there are.  Where the count is known when the loop begins, control never comes
 * to the loop itself, and no invariant of it is needed.  It is tried when a proof fails otherwise. */
#include "engine/prove/method/flat.h"

#include "engine/prove/model.h"
#include "symbolic/candidate.h"

enum { MOST_ROUNDS = 16, MOST_UNROLLED = 3000, MOST_LOOPS = 8 };

/* The largest small constant that the loop compares with, or that a variable that it changes begins
 * with. */
static uint32_t count_rounds(const Attempt *f, const bool *inside)
{
    const Flat *flat = &f->flat;
    uint64_t most = 0;
    VEC(bool) changed = {0};
    vec_resize(&changed, flat->registers + 1);
    for (uint32_t c = 0; c < flat->code.len; c++)
        if (inside[c] && flat->code.at[c].instr->dst >= 0)
            changed.at[flat->frames.at[flat->code.at[c].frame].base +
                       (uint32_t)flat->code.at[c].instr->dst] = true;
    for (uint32_t c = 0; c < flat->code.len; c++) {
        const Instr *i = flat->code.at[c].instr;
        bool compares = i->op == OP_LT || i->op == OP_LE || i->op == OP_EQ || i->op == OP_NE;
        bool begins = i->op == OP_MOV && !inside[c] && i->dst >= 0 &&
                      changed.at[flat->frames.at[flat->code.at[c].frame].base + (uint32_t)i->dst];
        Ref refs[2] = {i->a, compares ? i->b : NO_REF};
        for (int k = 0; k < 2 && ((compares && inside[c]) || begins); k++) {
            uint64_t value =
                refs[k] < 0 && refs[k] != NO_REF ? f->program->constants.at[~refs[k]] : 0;
            most = value <= MOST_ROUNDS && value > most ? value : most;
        }
    }
    vec_free(&changed);
    return (uint32_t)most;
}

/* One more round before the loop: those who came to its first code (the head, or the round before)
 * come to the copy, and the copy goes on to the head. */
static uint32_t copy_round(Flat *flat, uint32_t head, const bool *inside, size_t codes)
{
    VEC(uint32_t) to = {0};
    vec_resize(&to, codes);
    size_t from = flat->code.len;
    for (uint32_t c = 0; c < codes; c++)
        if (inside[c]) {
            to.at[c] = (uint32_t)flat->code.len;
            Code copy = flat->code.at[c];
            copy.boundary = flat_is_boundary(&copy);
            vec_push(&flat->code, copy);
        }
    for (size_t k = from; k < flat->code.len; k++) {
        Code *copy = &flat->code.at[k];
        uint32_t first = (uint32_t)flat->next.len;
        for (uint32_t n = 0; n < copy->n; n++) {
            uint32_t next = flat->next.at[copy->first + n];
            vec_push(&flat->next,
                     next != head && next < codes && inside[next] ? to.at[next] : next);
        }
        copy->first = first;
    }
    uint32_t start = to.at[head];
    vec_free(&to);
    return start;
}

static void redirect(Flat *flat, uint32_t code, uint32_t from, uint32_t to)
{
    for (uint32_t n = 0; n < flat->code.at[code].n; n++) {
        uint32_t *next = &flat->next.at[flat->code.at[code].first + n];
        *next = *next == from ? to : *next;
    }
}

bool unroll_one(Attempt *f)
{
    Flat *flat = &f->flat;
    size_t codes = flat->code.len;
    bool *inside = arena_array(&f->arena, bool, codes + 1);
    for (uint32_t head = 0; head < codes; head++) {
        uint32_t size = 0;
        if (!flat->code.at[head].head || flat->code.at[head].unrolled)
            continue;
        memset(inside, 0, codes);
        vec_each (uint64_t, pair, &flat->in_loop)
            if (*pair >> 32 == head) {
                inside[(uint32_t)*pair] = true;
                size++;
            }
        uint32_t rounds = count_rounds(f, inside);
        flat->code.at[head].unrolled = true;
        if (!rounds || codes + (size_t)size * (rounds + 1) > MOST_UNROLLED)
            continue;
        uint32_t last = UINT32_MAX;
        for (uint32_t k = 0; k <= rounds; k++) {
            size_t begin = flat->code.len;
            uint32_t start = copy_round(flat, head, inside, codes);
            for (uint32_t c = 0; c < codes && last == UINT32_MAX; c++)
                if (!inside[c])
                    redirect(flat, c, head, start);
            for (size_t c = last; last != UINT32_MAX && c < begin; c++)
                redirect(flat, (uint32_t)c, head, start);
            last = (uint32_t)begin;
        }
        return true;
    }
    return false;
}
