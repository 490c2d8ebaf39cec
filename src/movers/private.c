/* private.c -- globals, and parts of them, that only one thread touches.
 *
 * The discipline of a word of a global is `tid == t`, t being the thread that touches it first
 * while there are others.  Another one that touches it breaks it for the rest of the search. */
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

static bool word_moves(Movers *v, uint32_t object, uint32_t word, uint32_t me)
{
    bool is_new;
    uint32_t id = pairs_add(&v->words, object, word, &is_new);
    if (is_new)
        vec_push(&v->word_owner, me);
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
            vec_push(&v->word_owner, me);
        if (v->word_owner.at[id] != me)
            return false;
    }
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
