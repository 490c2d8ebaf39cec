/* inner.h -- what the parts of slicing share; not for others. */
#ifndef FLOW_INNER_H
#define FLOW_INNER_H

#include "flow/live.h"
#include "flow/points.h"
#include "flow/rounds.h"

/* Bytes that somebody loads and looks at. */
typedef struct Seen {
    Place place;
    uint32_t bytes;
} Seen;
typedef VEC(Seen) SeenList;

static inline bool seen_covers(const Seen *old, const Seen *now)
{
    return old->place.object == now->place.object && old->place.offset == now->place.offset &&
           old->place.stride == now->place.stride && old->bytes >= now->bytes;
}

typedef struct Looks {
    const Program *program;
    bool stores; /* values in memory may be dropped */
    bool prints; /* to show a value is to look at it */
    Points points;
    VEC(uint64_t) before; /* sets of registers that are looked at from an instruction on */
    VEC(size_t) first;    /* instruction -> its set in `before` */
    VEC(uint32_t) words;  /* procedure -> words of its sets */
    VEC(bool) results;    /* node of a result (Points) -> it is looked at */
    VEC(bool) masked;     /* node of a register or result -> see masks_find */
    VEC(bool) fails;      /* instruction with `.trap` -> its result may not fit */
    VEC(bool) tried;      /* ... and whether that was asked */
    Rounds rounds;
    bool has_rounds;
    SeenList seen;
    SeenList kept;  /* where constants are stored again and again, and stay */
    SeenList taken; /* where values that are stored are taken out */
    bool all;       /* memory is looked at everywhere */
    bool grows;
    VEC(uint64_t) scratch;
    Successors next;
} Looks;

/* slice.c: what is looked at; false: nothing is known. */
bool looks_find(Looks *l);
/* A store into memory whose contents nobody looks at? */
bool looks_is_blind(const Looks *l, uint32_t proc, const Instr *i);
void looks_free(Looks *l);
/* masks.c: which registers may have bits that were never written? */
void masks_find(Looks *l);
/* fits.c: can the result of an instruction with `.trap` not overflow? */
bool fits_prove(Looks *l, uint32_t proc, uint32_t pc);

#endif
