/* print.h -- instructions as text, for print.c and dot.c. */
#ifndef IR_PRINT_H
#define IR_PRINT_H

#include "ir/program.h"

typedef struct Printer {
    const Program *program;
    FILE *out;
    VEC(char) line;       /* what is being put together */
    const Proc *proc;     /* whose instructions are printed */
    VEC(uint32_t) labels; /* pc - begin -> number of its label plus one, 0: none */
    VEC(bool) by_name;    /* register -> it is written by its name, not by its number */
} Printer;

void print_begin(Printer *p, const Program *program, FILE *out);
void print_end(Printer *p);
/* From here on instructions of proc are printed: numbers its labels, decides how registers are
 * named. */
void print_enter(Printer *p, const Proc *proc);

void print_put(Printer *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void print_put_instr(Printer *p, const Instr *instr);
void print_flush(Printer *p); /* writes what was put together */

/* Calls f with every program counter of the same procedure that the instruction names: targets,
 * heads, handlers. */
typedef void TargetVisitor(void *context, uint32_t target, char letter);
void print_each_target(const Program *program, const Instr *instr, TargetVisitor *f, void *context);

#endif
