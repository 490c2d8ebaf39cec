/* token.c -- see token.h. */
#include "engine/bag/crowd/token.h"

void tokens_begin(Tokens *t, Machine *m)
{
    bool is_new;
    *t = (Tokens){.m = m};
    pairs_add(&t->holders, 0, 0, &is_new); /* NO_TOKEN */
}

void tokens_free(Tokens *t)
{
    pairs_free(&t->places);
    pairs_free(&t->holders);
    pairs_free(&t->asked);
    vec_free(&t->answers);
    vec_free(&t->moves);
    vec_free(&t->forked);
    vec_free(&t->touched);
    outcomes_free(&t->out);
}

uint32_t token_of(Tokens *t, LocalId l, StackId s, HeldId held, bool initial)
{
    bool is_new;
    if (!l.ix)
        return NO_TOKEN;
    uint32_t place = pairs_add(&t->places, l.ix, s.ix, &is_new);
    uint32_t token = pairs_add(&t->holders, place + 1, held.ix << 1 | initial, &is_new);
    assert(token != NO_TOKEN && held.ix < UINT32_MAX / 2);
    return token;
}

bool token_is_initial(const Tokens *t, uint32_t token)
{
    return pairs_right(&t->holders, token) & 1;
}

static LocalId local_of(const Tokens *t, uint32_t token)
{
    assert(token != NO_TOKEN);
    return (LocalId){pairs_left(&t->places, pairs_left(&t->holders, token) - 1)};
}

bool token_chooses(const Tokens *t, uint32_t token)
{
    return machine_at_choice(t->m, local_of(t, token));
}

static void add_move(Tokens *t, uint32_t token, const Outcome *o)
{
    Move move = {.kind = o->kind,
                 .g = o->g,
                 .first_fork = (uint32_t)t->forked.len,
                 .forks = (uint32_t)o->forked.len,
                 .error = o->error,
                 .pc = o->pc,
                 .message = o->message};
    if (outcome_has_successor(o))
        move.token = token_of(t, o->l, o->s, o->held, token_is_initial(t, token));
    for (size_t k = 0; k < o->forked.len; k++)
        vec_push(&t->forked, token_of(t, o->forked.at[k].l, (StackId){0}, (HeldId){0}, false));
    if (o->kind == OUTCOME_WRONG && error_info[o->error].property == PROPERTY_NONE &&
        !t->limit.text)
        t->limit = machine_reason(t->m, o->message, o->pc);
    vec_push(&t->moves, move);
}

static void add_touches(Tokens *t, const Outcome *o)
{
    vec_each (Touch, touch, &o->touched)
        if (touch->kind == TOUCH_DATA)
            vec_push(&t->touched, *touch);
}

const Moves *token_moves(Tokens *t, GlobalId g, uint32_t token)
{
    bool is_new;
    uint32_t id = pairs_add(&t->asked, g.ix, token, &is_new);
    if (!is_new)
        return &t->answers.at[id];
    uint32_t place = pairs_left(&t->holders, token) - 1;
    HeldId held = {pairs_right(&t->holders, token) >> 1};
    machine_step_token(t->m, g, local_of(t, token), (StackId){pairs_right(&t->places, place)}, held,
                       &t->out);
    Moves moves = {.first = (uint32_t)t->moves.len, .first_touch = (uint32_t)t->touched.len};
    for (size_t k = 0; k < t->out.len; k++) {
        add_move(t, token, &t->out.all.at[k]);
        add_touches(t, &t->out.all.at[k]);
    }
    moves.len = (uint32_t)t->moves.len - moves.first;
    moves.touches = (uint32_t)t->touched.len - moves.first_touch;
    assert(id == t->answers.len);
    vec_push(&t->answers, moves);
    return &t->answers.at[id];
}
