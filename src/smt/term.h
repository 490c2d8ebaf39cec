/* term.h -- formulas: hash-consed terms, so that equal terms have equal numbers.
 *
 * Sorts are booleans, mathematical integers, bit-vectors of up to 64 bits, and arrays from integers
 * or vectors of 64 bits to any sort.  The functions that make terms simplify on the way: constants
 * are computed, x and not x cancel, reading what was stored gives it back.  An operand's number is
 * always smaller than that of the term, so a pass over the numbers in their order visits operands
 * first. */
#ifndef SMT_TERM_H
#define SMT_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"

typedef struct Term {
    uint32_t ix; /* 0: none */
} Term;
#define NO_TERM ((Term){0})
static inline bool term_same(Term a, Term b)
{
    return a.ix == b.ix;
}

/* A sort: its innermost elements, and how many arrays are around them. */
typedef enum SortBase { SORT_BOOLEAN, SORT_INTEGER, SORT_VECTOR } SortBase;
typedef struct Sort {
    uint8_t base;  /* SortBase */
    uint8_t depth; /* 0: no array; at most MOST_DEPTH */
    uint8_t width; /* SORT_VECTOR: in bits; else 0 */
    uint8_t keys;  /* a bit for each array, from the inside: its index is a vector of 64 bits */
} Sort;
enum { MOST_DEPTH = 4, KEY_BITS = 64 };
#define SORT_BOOL     ((Sort){SORT_BOOLEAN, 0, 0, 0})
#define SORT_INT      ((Sort){SORT_INTEGER, 0, 0, 0})
#define SORT_BITS(w)  ((Sort){SORT_VECTOR, 0, (uint8_t)(w), 0})
#define SORT_ARRAY(s) ((Sort){(s).base, (uint8_t)((s).depth + 1), (s).width, (s).keys})
/* Indexed by vectors. */
#define SORT_TABLE(s)                                                                              \
    ((Sort){(s).base, (uint8_t)((s).depth + 1), (s).width, (uint8_t)((s).keys | 1 << (s).depth)})
static inline bool sort_equal(Sort a, Sort b)
{
    return a.base == b.base && a.depth == b.depth && a.width == b.width && a.keys == b.keys;
}
/* Of an array: of its elements, of its index. */
static inline Sort sort_element(Sort a)
{
    return (Sort){a.base, (uint8_t)(a.depth - 1), a.width, a.keys & ((1 << (a.depth - 1)) - 1)};
}
static inline Sort sort_key(Sort a)
{
    return a.keys >> (a.depth - 1) & 1 ? SORT_BITS(KEY_BITS) : SORT_INT;
}

typedef enum TermOp {
#define TERM(name, text, arity) TERM_##name,
#include "smt/term.def"
#undef TERM
    TERM_OPS
} TermOp;

typedef struct TermInfo {
    const char *text; /* in SMT-LIB */
    int arity;
} TermInfo;
extern const TermInfo term_info[TERM_OPS];

typedef struct Node {
    TermOp op;
    Sort sort;
    Term arg[3];
    int64_t value; /* of TERM_NUMBER (of a vector: with its sign); of TERM_VARIABLE the index of its
                      name */
} Node;

typedef struct Terms {
    Records records;
    VEC(const char *) names; /* of variables */
    VEC(bool) mark;          /* by number; all false between two calls */
    VEC(Term) became;        /* by number; all NO_TERM between two calls: see term_replace */
    VEC(uint32_t) by_name;   /* the same, as a hash table: name index + 1 */
    VEC(bool) quantifies;    /* by number, as far as somebody has asked */
    VEC(uint32_t) bound;     /* numbers of the variables of quantifiers */
    VEC(uint64_t) open;      /* by number, likewise: which of these occur, not under their own */
    Arena arena;
    Term yes, no;
    Term positive;       /* a variable that is known to be greater than 0, or NO_TERM */
    VEC(uint64_t) apart; /* pairs of terms that are known to be different, in order */
} Terms;

void terms_begin(Terms *terms);
void terms_free(Terms *terms);
/* From now on a == b is false.  The solver is to be told before: not of terms made after it. */
void terms_tell_apart(Terms *terms, Term a, Term b);
Node term_node(const Terms *terms, Term term);
Sort term_sort(const Terms *terms, Term term);
uint32_t terms_count(const Terms *terms); /* the largest number of a term */

Term term_bool(Terms *terms, bool value);
Term term_number(Terms *terms, int64_t value);
/* The variable of this name; the same name must always come with the same sort. */
Term term_variable(Terms *terms, const char *name, Sort sort);
const char *term_name(const Terms *terms, Term variable);

Term term_not(Terms *terms, Term a);
Term term_and(Terms *terms, Term a, Term b);
Term term_or(Terms *terms, Term a, Term b);
Term term_implies(Terms *terms, Term a, Term b);
Term term_eq(Terms *terms, Term a, Term b);
Term term_ite(Terms *terms, Term test, Term yes, Term no);
Term term_add(Terms *terms, Term a, Term b);
Term term_sub(Terms *terms, Term a, Term b);
Term term_mul(Terms *terms, Term a, Term b);
Term term_div(Terms *terms, Term a, Term b); /* rounds towards zero */
Term term_rem(Terms *terms, Term a, Term b); /* the sign of a */
Term term_lt(Terms *terms, Term a, Term b);
Term term_le(Terms *terms, Term a, Term b);
/* A number of this sort: an integer, or what remains of it in a vector. */
Term term_constant(Terms *terms, int64_t value, Sort sort);
/* Operations on two vectors of one width, from TERM_BITS_ADD to TERM_ULE. */
Term term_bits(Terms *terms, TermOp op, Term a, Term b);
/* The vector with so many bits: cut off, or extended by its sign or by zeros. */
Term term_resize(Terms *terms, Term a, unsigned width, bool is_signed);
Term term_select(Terms *terms, Term array, Term index);
Term term_store(Terms *terms, Term array, Term index, Term value);
/* For all values of the variable, an integer or a vector, that occurs in the body. */
Term term_forall(Terms *terms, Term variable, Term body);

/* Is it this constant? */
bool term_is_number(const Terms *terms, Term term, int64_t *value);
bool term_is_true(const Terms *terms, Term term);
bool term_is_false(const Terms *terms, Term term);
/* The term with `from[i]` replaced by `to[i]`, everywhere. */
Term term_replace(Terms *terms, Term term, const Term *from, const Term *to, size_t count);

/* Does it occur in the term? */
bool term_contains(Terms *terms, Term term, Term what);
/* The variable, which occurs in no term yet, is one of quantifiers.  True: it is new. */
bool term_bind(Terms *terms, Term variable);
/* Does a variable of quantifiers, or this one, occur in it outside of its quantifier? */
bool term_is_open(Terms *terms, Term term);
bool term_is_open_in(Terms *terms, Term term, Term variable);
/* Is there a quantifier in the term? */
bool term_quantifies(Terms *terms, Term term);

typedef VEC(Term) TermList;
/* Adds the terms below and including `root` to the empty list, operands first; but none with a
 * number below `least`. */
void term_collect(Terms *terms, Term root, uint32_t least, TermList *list);
/* SMT-LIB for a sort, in the caller's buffer. */
enum { SORT_TEXT = 160 };
const char *sort_text(Sort sort, char text[SORT_TEXT]);

#endif
