/* own.h -- what own.c and ticket.c share: locks that programs write themselves. */
#ifndef MOVERS_OWN_H
#define MOVERS_OWN_H

#include "movers/movers.h"

enum { LONGEST_WAY = 16, MOST_PLACES = 256 };

static inline uint64_t cell_of(const Touch *touch)
{
    return (uint64_t)touch->object << 32 | (uint32_t)touch->offset;
}

static inline uint64_t cut_to(uint64_t value, uint32_t bytes)
{
    return bytes < 8 ? value & (((uint64_t)1 << 8 * bytes) - 1) : value;
}

static inline uint64_t value_now(Movers *v, uint64_t cell, uint32_t bytes)
{
    uint64_t value = 0;
    machine_peek(v->m, (uint32_t)(cell >> 32), (int32_t)cell, (Type){TYPE_UNSIGNED, 8 * bytes},
                 &value);
    return value;
}

static inline Here here_after(const Outcome *o)
{
    return (Here){o->g, o->l, o->s};
}

static inline bool is_same_place(const Here *a, const Here *b)
{
    return a->g.ix == b->g.ix && a->l.ix == b->l.ix && a->s.ix == b->s.ix;
}

/* own.c */
int32_t own_offset(const Movers *v, uint32_t layout, int32_t offset); /* in its element */
bool own_lose(Movers *v, OwnLock *lock); /* it is no lock; returns false */
/* In the running action. */
void own_note_read(Movers *v, uint64_t cell);
bool own_has_read(const Movers *v, uint64_t cell);
/* For questions: lets all pass but what `touch` refuses, and ends after an action. */
Watcher own_asker(Movers *v, bool (*touch)(void *self, const Touch *touch));
/* Somebody who waits touches other memory than the lock; false: he does more than that. */
bool own_ask_other(Movers *v, const Touch *touch);

/* ticket.c: the lock of which this cell says who is served; NULL: there is none. */
OwnLock *ticket_at(Movers *v, uint64_t cell);
bool ticket_draw(Movers *v, OwnLock *lock, const Touch *touch, bool *right, bool *left);
bool ticket_serve(Movers *v, OwnLock *lock, const Touch *touch, bool *right, bool *left);
/* A cell that is counted up, by an action that touches it: which one says who is served? */
void ticket_watch(Movers *v, OwnLock *lock, const Touch *touch);
/* The question of v->own.look. */
bool ticket_waits(Movers *v, Tid t);
bool ticket_find(Movers *v, Tid t);
void ticket_write_alone(Movers *v, const Touch *touch);
void ticket_start(Movers *v, OwnLock *lock); /* a search begins */

#endif
