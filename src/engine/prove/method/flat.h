/* flat.h -- the method as one graph: its calls inlined, its loops found. */
#ifndef ENGINE_PROVE_METHOD_FLAT_H
#define ENGINE_PROVE_METHOD_FLAT_H

#include "engine/prove/forward.h"
#include "ir/program.h"

typedef enum CodeKind {
    CODE_INSTR,
    CODE_ENTER, /* a call that is inlined */
    CODE_LEAVE, /* ... and its return */
    CODE_SPEC,  /* a call by specification: an action boundary */
    CODE_RETURN /* of the method */
} CodeKind;

typedef struct Code {
    CodeKind kind;
    const Instr *instr;
    uint32_t pc;
    uint32_t frame;    /* the call that it belongs to */
    uint32_t first, n; /* its successors, in Flat.next */
    uint32_t order;    /* in which it is executed: successors later, but for back edges */
    bool boundary;     /* an action ends before it */
    bool atomic;       /* it is inside an atomic region */
    bool head;         /* of a loop */
    bool reached;
    bool unrolled; /* a head whose first rounds have been considered, see unroll.c */
} Code;

typedef struct FlatFrame {
    uint32_t proc, base; /* its first register */
    uint32_t caller;     /* frame; of frame 0: itself */
    uint32_t call;       /* code */
    uint32_t after;      /* code: where it returns to */
    uint32_t depth;      /* of atomic regions around the call */
} FlatFrame;

/* A step out of a loop, on a way to the end of the method. */
typedef struct LoopExit {
    uint32_t head, from, to; /* codes */
} LoopExit;

typedef struct Flat {
    VEC(Code) code;
    VEC(uint32_t) next;
    VEC(FlatFrame) frames;
    VEC(uint32_t) order;   /* codes in the order of execution */
    VEC(uint64_t) in_loop; /* pairs head << 32 | code */
    VEC(LoopExit) exits;
    uint32_t registers;
} Flat;

/* False: f->trouble says why not. */
bool flat_make(Attempt *f);
void flat_free(Flat *flat);
/* Is an action to end before it, but for loops? */
bool flat_is_boundary(const Code *code);

/* unroll.c: the first rounds of a loop are made code of their own; false: there is none left. */
bool unroll_one(Attempt *f);
const Register *flat_register(const Attempt *f, uint32_t reg); /* its declaration */
Pos flat_pos(const Attempt *f, uint32_t code);

#endif
