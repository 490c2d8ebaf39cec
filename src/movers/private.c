/* private.c -- globals, and parts of them, that only one thread touches.
 *
 * The discipline of a word of a global is `tid == t`, t being the thread that touches it first
 * while there are others.  Another one that touches it breaks it for the rest of the search. */
#include "machine/symmetry.h"
#include "movers/movers.h"

enum { WORD = 8 };
static const uint32_t shared = UINT32_MAX;

static void meet_word(Movers *v, uint32_t id)
{
    vec_each (uint32_t, met, &v->met_words)
        if (*met == id)
            return;
    vec_push(&v->met_words, id);
}

static void own_word(Movers *v, uint32_t me)
{
    vec_push(&v->word_owner, me);
    vec_push(&v->word_counts, false);
}

/* That no other thread touches it makes a mover of an access: who owns it must keep its name, or
 * another one could have it when it touches the word. */
static void rely(Movers *v, const Touch *touch, uint32_t first, uint32_t last)
{
    bool is_new;
    if (rule_is_kept(v, touch))
        return;
    for (uint32_t word = first; word <= last; word++) {
        uint32_t id = pairs_add(&v->words, touch->object, word, &is_new);
        if (v->word_counts.at[id])
            continue;
        v->word_counts.at[id] = true;
        symmetry_fix(v->m, (Tid){v->word_owner.at[id] - 1});
    }
}

void private_fix(Movers *v)
{
    for (size_t k = 0; k < v->word_owner.len; k++)
        if (v->word_owner.at[k] != shared && v->word_counts.at[k])
            symmetry_fix(v->m, (Tid){v->word_owner.at[k] - 1});
}

static bool word_moves(Movers *v, uint32_t object, uint32_t word, uint32_t me)
{
    bool is_new;
    uint32_t id = pairs_add(&v->words, object, word, &is_new);
    if (is_new)
        own_word(v, me);
    hard_assert(id < v->word_owner.len && me != shared);
    if (v->stands_for_others)
        meet_word(v, id);
    uint32_t *owner = &v->word_owner.at[id];
    if (*owner == me || *owner == shared)
        return *owner == me;
    *owner = shared;
    v->broken = true;
    return false;
}

bool private_moves(Movers *v, const Touch *touch)
{
    uint32_t me = (v->stands_for_others ? v->real : machine_running(v->m)).ix + 1;
    uint32_t first = (uint32_t)touch->offset / WORD;
    uint32_t last = ((uint32_t)touch->offset + (touch->bytes ? touch->bytes - 1 : 0)) / WORD;
    bool moves = true;
    if (touch->object >= v->program->globals.len)
        return false;
    /* Each of the words, also behind a shared one: all of them are touched. */
    for (uint32_t word = first; word <= last; word++)
        moves &= word_moves(v, touch->object, word, me);
    if (moves)
        rely(v, touch, first, last);
    return moves;
}

bool private_is(Movers *v, const Touch *touch)
{
    uint32_t me = (v->stands_for_others ? v->real : machine_running(v->m)).ix + 1;
    uint32_t first = (uint32_t)touch->offset / WORD;
    uint32_t last = ((uint32_t)touch->offset + touch->bytes - 1) / WORD;
    assert(touch->bytes);
    if (touch->object >= v->program->globals.len)
        return false;
    for (uint32_t word = first; word <= last; word++) {
        bool is_new;
        uint32_t id = pairs_add(&v->words, touch->object, word, &is_new);
        if (is_new)
            own_word(v, me);
        if (v->word_owner.at[id] != me)
            return false;
    }
    rely(v, touch, first, last);
    return true;
}

void private_reuse(Movers *v, Tid t, uint32_t word)
{
    assert(word < v->word_owner.len);
    uint32_t *owner = &v->word_owner.at[word];
    if (*owner == shared || *owner == t.ix + 1)
        return;
    *owner = shared;
    v->broken = true;
}
