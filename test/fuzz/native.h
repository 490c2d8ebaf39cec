/* native.h -- random C functions without undefined behaviour, for c_native.c.
 *
 * A program is a prelude, some cases and a main that runs them one after the other.  A case is a
 * function with types, variables and helpers of its own; it depends on its number and the seed
 * alone.  CHECK(x) in a case is a value that heddle must compute as the processor does.
 *
 * What every case keeps to: signed arithmetic has operands that are small enough (the magnitudes
 * are followed, see CExpr), expressions have no side effects, all memory is written before it is
 * read, and no more is said about padding than compilers agree on. */
#ifndef TEST_FUZZ_NATIVE_H
#define TEST_FUZZ_NATIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/memory.h"

enum { MOST_MEMBERS = 6, MOST_TYPES = 12, MOST_VARIABLES = 28, MOST_HELPERS = 3, MOST_ARGS = 4 };

typedef enum CKind { C_INT, C_FLOAT, C_POINTER, C_RECORD, C_ARRAY } CKind;
typedef struct CType CType;
typedef struct CMember {
    const char *name; /* "": an unnamed bit-field */
    const CType *type;
    int bits; /* of a bit-field; -1: none */
} CMember;
struct CType {
    CKind kind;
    const char *name; /* not of pointers and arrays */
    int width;        /* of a number, in bits; 1: _Bool */
    bool is_signed;
    const CType *to; /* of a pointer, an array */
    int count;       /* of an array */
    bool is_union, packed;
    CMember members[MOST_MEMBERS];
    int member_count;
    int size, align; /* in bytes; size 0: not known, there are bit-fields */
    bool solid;      /* every bit of it is a part of the value, and every pattern is a value */
    bool has_pointer, has_union;
};

typedef struct CVariable {
    const char *name;
    const CType *type;
    bool constant; /* it must not be written */
    bool bound;    /* a place that outlives every pointer of the case */
} CVariable;

typedef struct CHelper {
    const char *name;
    const CType *result;
    const CType *arguments[MOST_ARGS];
    int count;
} CHelper;

typedef struct Gen {
    uint64_t dice;
    bool ilp32;
    int number; /* of the case */
    FILE *out;
    Arena arena;
    int depth, names, loops, indent;
    const CType *types[MOST_TYPES]; /* records and arrays */
    int type_count;
    CVariable variables[MOST_VARIABLES];
    int variable_count;
    CHelper helpers[MOST_HELPERS];
    int helper_count;
    bool leaf; /* in a helper: no calls */
} Gen;

uint32_t gen_draw(Gen *g, uint32_t below);
#define GEN_PICK(g, ...) DICE_PICK(&(g)->dice, __VA_ARGS__)

/* ---- types (native_type.c) ---- */

const CType *ctype_int(Gen *g, int width, bool is_signed); /* 32 or 64: int, long long */
const CType *ctype_scalar(Gen *g);
const CType *ctype_pointer(Gen *g, const CType *to);
void ctype_make(Gen *g); /* one more in g->types, declared */
bool ctype_same(const CType *a, const CType *b);
const char *ctype_declare(Gen *g, const CType *type, const char *name);
/* A constant that a variable of that type can begin with. */
const char *ctype_initial(Gen *g, const CType *type);

/* ---- values (native_value.c) ---- */

/* An expression without side effects; its absolute value is at most 2^bits. */
typedef struct CExpr {
    const char *text;
    const CType *type; /* after the promotions */
    int bits;
} CExpr;
typedef struct CPlace {
    const char *text;
    const CType *type;
    int field; /* the width of a bit-field; -1: none */
    int root;  /* the variable */
    bool constant, bound;
    bool aligned; /* it is in no packed record: its address may be used */
} CPlace;

CExpr value_int(Gen *g);
CExpr value_float(Gen *g);
/* Of any number type; conversions are those of an assignment to it. */
const char *value_for(Gen *g, const CType *type);
CExpr value_read(Gen *g, const CPlace *place); /* the value of an integer place */
/* An index below count. */
const char *value_index(Gen *g, int count);
/* A part of some variable.  A scalar, or if `type` is not NULL something of that type; text NULL:
 * there is none. */
CPlace place_scalar(Gen *g, bool to_write);
CPlace place_of(Gen *g, const CType *type, bool to_write);

/* ---- code (native_code.c, native_library.c, native_form.c) ---- */

void put(Gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void put_check(Gen *g, const CPlace *place);
void put_library(Gen *g); /* a block that uses the library, or a special form */
/* Templates and texts for it (native_form.c). */
const char *form_pick(Gen *g, bool plain); /* plain: without the C library */
const char *form_edge(Gen *g);
const char *form_limit(Gen *g, bool is_float);
const char *form_digits(Gen *g);
/* Types, variables, helpers and the function of one case. */
void case_write(Gen *g);
extern const char native_prelude[];

#endif
