/* assembly.h -- inline assembly while it is run, see assembly.c.  Private to assembly.c, which reads
 * the text, and processor.c, which knows what the instructions do. */
#ifndef FRONT_C_LOWER_ASSEMBLY_H
#define FRONT_C_LOWER_ASSEMBLY_H

#include "front/c/lower/func.h"

enum { MOST_OPERANDS = 16 };

/* The registers that have names; then one for each operand that has not. */
enum {
    REG_A,
    REG_B,
    REG_C,
    REG_D,
    REG_SI,
    REG_DI,
    REG_SP,
    REG_8,
    REG_9,
    REG_10,
    NAMED,
    CELLS = NAMED + MOST_OPERANDS
};

typedef struct Operand {
    bool output;
    bool memory;        /* `value` is its address */
    bool immediate;     /* a number may be a part of the instruction */
    const char *flag;   /* the condition that it tells; NULL: none */
    unsigned cell;      /* where it is, if it is no memory */
    LLVMValueRef value; /* an input */
    LLVMTypeRef type;
} Operand;

typedef struct Assembly {
    Unit *u;
    LLVMBuilderRef build;
    LLVMValueRef call;
    bool failed;
    Operand operands[MOST_OPERANDS];
    unsigned count;
    LLVMValueRef cells[CELLS];      /* NULL: not known */
    LLVMValueRef zero, sign, carry; /* flags, one bit each; idem */
    bool locked, repeated;          /* prefixes of the next instruction */
} Assembly;

/* An operand in the text. */
typedef enum PlaceKind { PLACE_NONE, PLACE_CELL, PLACE_MEMORY, PLACE_NUMBER } PlaceKind;
typedef struct Where {
    PlaceKind kind;
    unsigned cell, bits; /* bits 0: the text does not say */
    LLVMValueRef value;  /* address, or number */
} Where;

typedef struct Statement {
    const char *name; /* without its suffix */
    unsigned bits;    /* of its operands */
    Where at[2];      /* as they are written: the last one is written to */
    unsigned count;
} Statement;

/* A number of so many bits. */
LLVMValueRef assembly_number(const Assembly *a, unsigned bits, uint64_t value);
/* 0: neither a number nor a pointer. */
unsigned assembly_bits(const Assembly *a, LLVMTypeRef type);
/* Some value, and the assembly is not understood. */
LLVMValueRef assembly_give_up(Assembly *a, unsigned bits);
LLVMValueRef assembly_to_type(Assembly *a, LLVMValueRef value, LLVMTypeRef type);
/* The bit that a condition says, `z` or the like; NULL: it is not known. */
LLVMValueRef assembly_condition(Assembly *a, const char *name);
void assembly_run(Assembly *a, const Statement *s);

#endif
