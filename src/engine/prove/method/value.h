/* value.h -- values of a method, and pure procedures as terms. */
#ifndef ENGINE_PROVE_METHOD_VALUE_H
#define ENGINE_PROVE_METHOD_VALUE_H

#include "engine/prove/model.h"

Sym value_constant(Attempt *f, uint64_t bits, Type type);
/* EQ and NE of pointers; NO_TERM: it is not known. */
Term value_compare_pointers(Attempt *f, const Instr *i, Sym a, Sym b);
Term value_tid(void *of, Term thread);      /* raw: what `tid` is */
Term value_equal(void *of, Term a, Term b); /* of numbers, which may be those of threads */
Term value_bool(Attempt *f, Sym s);
Term value_number(Attempt *f, Term thread); /* of a thread: from 0 on */
/* raw: the number of the thread is its own. */
Term value_has_own(Attempt *f, Term thread);
Term value_nobody(Attempt *f); /* no thread has the number 0 */
/* a < b, or a <= b, for numbers of this type. */
Term value_less(Attempt *f, Term a, Term b, bool or_equal, Type type);
/* raw, mathematical integers: a number of the program is one of its type. */
void value_know_range(Attempt *f, State *s, Term value, Type type);
/* ... that was loaded; in Zing numbers without a sign are not negative. */
void value_know_loaded(Attempt *f, State *s, Term value, Type type);
/* Of an array: how many elements it has, in this type. */
Sym value_length(Attempt *f, Term object, Type type);
/* What is stored as one type and read as another one of the same size. */
Sym value_convert(Attempt *f, const Theory *t, Sym value, Type from, Type to);

/* pure.c: `results` has room for all */
bool pure_call(Attempt *f, uint32_t proc, const Sym *args, const Term *now, const Term *old,
               Sym *results);
/* At what objects of a layout: */
typedef struct Look {
    const State *of; /* raw: those of this state, or NULL */
    Location only;   /* raw: of all objects with the layout of this place only its own; none: all */
} Look;
bool pure_look(Attempt *f, const Look *look, uint32_t proc, const Sym *args, const Term *now,
               const Term *old, Term *result);
bool pure_test(Attempt *f, uint32_t proc, const Sym *args, const Term *now, const Term *old,
               Term *result);

#endif
