/* usage_inner.h -- the data of usage.h; for usage.c and observe.c only. */
#ifndef FRONT_C_INPUT_USAGE_INNER_H
#define FRONT_C_INPUT_USAGE_INNER_H

#include "front/c/input/usage.h"

typedef enum UseKind {
    USE_TEST,   /* compared with a constant */
    USE_SWITCH, /* idem, with several */
    USE_EQUAL,  /* compared with another of the same sort */
    USE_STEP,   /* computed with a constant, or made wider or narrower (step.c) */
    USE_COPY,   /* it becomes another one, as it is */
    USE_MIX     /* any other computation */
} UseKind;

typedef struct Use {
    UseKind kind;
    uint32_t sort, result;
    LLVMValueRef instr;
} Use;

typedef struct Sort {
    uint32_t parent;  /* itself: it stands for the sort */
    uint32_t pointee; /* 0: none yet */
    uint8_t width;    /* of accesses through such a pointer, in bits; 0: none yet */
    uint64_t stride;  /* such pointers are apart by multiples of so many bytes; 0: not at all */
    bool mixed;       /* accesses through it have several widths, or overlap */
    bool looked, open, live;
    bool signs, zeros; /* its values are widened somewhere by their sign, or by zeros */
    bool made;         /* values come in that are neither inputs nor known constants */
    uint8_t cut;       /* the least width to which values were cut that come in; 0: none were */
} Sort;

static inline void sort_cut(Sort *sort, unsigned bits)
{
    if (bits && (!sort->cut || bits < sort->cut))
        sort->cut = (uint8_t)bits;
}

typedef struct Member {
    uint32_t sort;
    LLVMValueRef value;
} Member;

struct Sorts {
    Unit *u;
    LLVMModuleRef module;
    Map reached; /* its blocks that main leads to */
    bool owned;  /* it is a copy of the unit's */
    Map map;     /* value -> sort */
    Map results; /* function -> sort of its result */
    VEC(Sort) sorts;
    VEC(Use) uses;
    VEC(Member) constants; /* NULL: zero */
    VEC(Member) inputs;
    VEC(LLVMValueRef) taken;   /* functions whose address is taken */
    VEC(LLVMValueRef) foreign; /* idem, that have no body */
    VEC(LLVMValueRef)
    twins; /* of a copy: the unit's instructions, by the numbers they were given */
};

/* ---- stride.c ---- */

uint64_t stride_join(uint64_t a, uint64_t b); /* what both are multiples of */
/* By multiples of how many bytes the address, of a member or an element, is away from its base; 0:
 * it is the same. */
uint64_t stride_of(const Unit *u, LLVMValueRef address);

uint64_t stride_from_base(const Unit *u, LLVMValueRef value); /* the same of a constant */
/* May accesses of one width overlap, as their addresses are not apart by multiples of it? */
bool stride_overlaps(const Unit *u, const Sort *sort);

/* ---- observe.c ---- */

/* Does nobody take the address of the function, but to start threads? */
bool function_is_called_only(LLVMValueRef function);

/* ---- usage.c ---- */

uint32_t sort_root(const Sorts *s, uint32_t id); /* the one that stands for its sort */
Sort *sort_get(const Sorts *s, uint32_t id);     /* idem */
bool sort_is_number(LLVMValueRef value);         /* a constant, or nothing in particular */
LLVMValueRef sort_twin(const Sorts *s,
                       LLVMValueRef instr); /* the unit's own; NULL: there is none */

#endif
