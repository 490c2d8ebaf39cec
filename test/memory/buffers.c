/* buffers.c -- what may come of a small program (small.h) in x86-TSO, by the paper's machine (Sewell et al.,
 * CACM 2010): each thread has a queue of stores, and each of these leaves it by a step of its own.
 *
 * All states are looked at, action by action.  It shares nothing with machine/memory/tso.c, where
 * stores leave when somebody looks. */
#include <assert.h>

#include "models.h"
#include "small.h"

enum { MOST_THREADS = 4, MOST_STORES = 10, CELLS = 4, NOBODY = 255 };

/* What a thread is; bytes only, so that states can be compared. */
typedef struct Runner {
    uint8_t at; /* in the text; where it ends: the thread has left */
    uint8_t v, len;
    uint8_t cell[MOST_STORES], value[MOST_STORES]; /* the oldest first */
    uint64_t seen;
} Runner;

typedef struct Place {
    uint8_t cells[CELLS], holder;
    Runner threads[MOST_THREADS];
} Place;

typedef struct Buffers {
    const char *text;
    uint8_t threads, end;
    VEC(Place) all;
    VEC(uint32_t) table; /* of indexes in all, + 1 */
    Survey *survey;
} Buffers;

/* ---- states ---- */

static uint64_t hash_of(const Place *place)
{
    const uint8_t *bytes = (const uint8_t *)place;
    uint64_t hash = 14695981039346656037u;
    for (size_t k = 0; k < sizeof *place; k++)
        hash = (hash ^ bytes[k]) * 1099511628211u;
    return hash ^ hash >> 32;
}

static void enter(Buffers *b, uint32_t id)
{
    size_t k = hash_of(&b->all.at[id]) & (b->table.len - 1);
    while (b->table.at[k])
        k = (k + 1) & (b->table.len - 1);
    b->table.at[k] = id + 1;
}

static void grow(Buffers *b)
{
    size_t len = b->table.len ? b->table.len * 2 : 256;
    b->table.len = 0;
    for (size_t k = 0; k < len; k++)
        vec_push(&b->table, 0);
    for (uint32_t id = 0; id < b->all.len; id++)
        enter(b, id);
}

static void add(Buffers *b, const Place *place)
{
    if (b->all.len * 2 >= b->table.len)
        grow(b);
    size_t k = hash_of(place) & (b->table.len - 1);
    for (; b->table.at[k]; k = (k + 1) & (b->table.len - 1))
        if (memcmp(&b->all.at[b->table.at[k] - 1], place, sizeof *place) == 0)
            return;
    vec_push(&b->all, *place);
    b->table.at[k] = (uint32_t)b->all.len;
}

/* ---- steps ---- */

static uint8_t cell_of(const char *deed)
{
    return deed[1] == 'w' ? CELLS - 1 : (uint8_t)(deed[1] - 'x');
}

static void see(Runner *t, uint8_t value)
{
    t->v = value;
    t->seen = t->seen * 16 + value + 1;
}

static uint8_t load(const Place *p, const Runner *t, uint8_t cell)
{
    for (uint8_t k = t->len; k > 0; k--)
        if (t->cell[k - 1] == cell)
            return t->value[k - 1];
    return p->cells[cell];
}

/* A locked instruction: only with an empty queue. */
static bool update(Place *p, Runner *t, const char *deed)
{
    uint8_t *cell = &p->cells[cell_of(deed)], old = *cell;
    if (t->len)
        return false;
    if (deed[0] == 'I')
        *cell = old + 1;
    else if (deed[0] == 'U' || old == deed[2] - '0')
        *cell = (uint8_t)(deed[deed[0] == 'U' ? 2 : 3] - '0');
    see(t, old);
    t->at += deed[0] == 'I' ? 3 : deed[0] == 'U' ? 4 : 6;
    return true;
}

static bool store(Place *p, Runner *t, const char *deed)
{
    uint8_t cell = cell_of(deed), value = (uint8_t)(deed[2] - '0');
    if (deed[3] == 's') {
        p->cells[cell] = value;
    } else {
        assert(t->len < MOST_STORES);
        t->cell[t->len] = cell;
        t->value[t->len++] = value;
    }
    t->at += 4;
    return true;
}

/* What the thread does next; false: it must wait. */
static bool act(const Buffers *b, Place *p, uint8_t thread)
{
    Runner *t = &p->threads[thread];
    const char *deed = b->text + t->at;
    switch (*deed) {
    case 'R':
        see(t, load(p, t, cell_of(deed)));
        t->at += 3;
        return true;
    case 'W':
        return !(deed[3] == 's' && t->len) && store(p, t, deed);
    case 'F':
        t->at += 2;
        return !(deed[1] == 's' && t->len);
    case 'L':
        if (t->len || p->holder != NOBODY)
            return false;
        p->holder = thread;
        t->at++;
        return true;
    case 'N':
        if (t->len)
            return false;
        p->holder = NOBODY;
        t->at++;
        return true;
    case 'A':
        t->at = t->v == deed[1] - '0' ? (uint8_t)(t->at + 2) : b->end;
        return true;
    default:
        return update(p, t, deed);
    }
}

static bool has_left(const Buffers *b, const Runner *t)
{
    return b->text[t->at] == '|' || !b->text[t->at];
}

static void run(Buffers *b, Place place, uint8_t thread)
{
    Runner *t = &place.threads[thread];
    if (has_left(b, t) || !act(b, &place, thread))
        return;
    while (b->text[t->at] == ' ')
        t->at++;
    add(b, &place);
}

static void leave_queue(Buffers *b, Place place, uint8_t thread)
{
    Runner *t = &place.threads[thread];
    if (!t->len)
        return;
    place.cells[t->cell[0]] = t->value[0];
    t->len--;
    memmove(t->cell, t->cell + 1, t->len);
    memmove(t->value, t->value + 1, t->len);
    t->cell[t->len] = t->value[t->len] = 0;
    add(b, &place);
}

static void expand(Buffers *b, Place place)
{
    bool done = true;
    for (uint8_t t = 0; t < b->threads; t++) {
        run(b, place, t);
        leave_queue(b, place, t);
        done &= has_left(b, &place.threads[t]) && !place.threads[t].len;
    }
    if (!done)
        return;
    uint64_t hash = SURVEY_NOTHING;
    for (int c = 0; c < CELLS; c++)
        hash = survey_add(hash, place.cells[c]);
    for (uint8_t t = 0; t < b->threads; t++)
        hash = survey_add(hash, place.threads[t].seen);
    vec_push(&b->survey->outcomes, hash);
}

Survey buffers_survey(const char *text)
{
    Survey result = {0};
    Buffers b = {.text = text, .end = (uint8_t)strlen(text), .survey = &result};
    Place first;
    memset(&first, 0, sizeof first); /* also between its parts */
    first.holder = NOBODY;
    assert(strlen(text) < 256);
    for (const char *at = text; at; at = strchr(at, '|')) {
        at += *at == '|';
        assert(b.threads < MOST_THREADS);
        first.threads[b.threads++].at = (uint8_t)(at + strspn(at, " ") - text);
    }
    add(&b, &first);
    for (uint32_t id = 0; id < b.all.len; id++)
        expand(&b, b.all.at[id]);
    result.states = (uint32_t)b.all.len;
    survey_sort(&result);
    vec_free(&b.all);
    vec_free(&b.table);
    return result;
}
