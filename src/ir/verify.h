/* verify.h -- types and functions that the two files of the verifier share. */
#ifndef IR_VERIFY_H
#define IR_VERIFY_H

#include "ir/program.h"

typedef struct Verifier {
    const Program *program;
    const Proc *proc; /* that is being checked */
    uint32_t pc;      /* 0: not in an instruction */
    char *why;
    size_t size;
} Verifier;

/* Says what is wrong; returns false. */
bool verify_fails(Verifier *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool verify_type(Verifier *v, Type type);
/* Does the instruction at v->pc use its fields rightly, seen by itself? */
bool verify_instr(Verifier *v);
/* The specifications of procedures, and the claims in them (verify_spec.c). */
bool verify_specs(Verifier *v);

#endif
