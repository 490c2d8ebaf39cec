/* write_inner.h -- what the two files of the writer share. */
#ifndef FRONT_BP_WRITE_INNER_H
#define FRONT_BP_WRITE_INNER_H

#include "ir/print.h"

enum { LONGEST_VALUE = 300 };

typedef VEC(const char *) VEC_OF_TEXT;

/* A shared variable. */
typedef struct Cell {
    uint32_t object;
    int64_t offset;
    const char *name, *original;
    unsigned first;
} Cell;

/* A register of the procedure that is being written. */
typedef struct Var {
    const char *name;    /* NULL: nobody has needed one */
    const char *pending; /* its value, not computed yet */
    uint32_t sets, uses;
    bool declared; /* it is no parameter */
} Var;

/* A thread that is started with arguments. */
typedef struct Start {
    uint32_t pc, arg; /* the first of its arguments in `more` */
} Start;

typedef struct Writer {
    const Program *program;
    uint32_t properties;
    Reason *why;
    Arena *reasons; /* what *why has is there */
    Arena arena;
    VEC(char) text;
    VEC_OF_TEXT names; /* that are taken */
    VEC(Cell) cells;
    VEC_OF_TEXT procs;
    VEC(uint8_t) depth; /* of atomic regions at an instruction, plus 1; 0: nothing leads there */
    const Proc *proc;
    VEC(Var) vars;
    VEC(bool) labels; /* pc - begin -> there is one */
    VEC(Start) starts;
    VEC_OF_TEXT more;    /* variables for arguments of threads */
    VEC_OF_TEXT results; /* variables for results */
} Writer;

void write_refuse(Writer *w, const char *why, uint32_t pc);
/* How often each register is set and used. */
void write_count(Writer *w);
/* Which code is reached, how deep in regions it is; refuses actions that go over a call. */
void write_look(Writer *w);
void write_free(Writer *w);

#endif
