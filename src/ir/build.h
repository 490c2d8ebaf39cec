/* build.h -- front ends (and the parser of the text form) make a Program with these functions.
 *
 *   Builder b; build_begin(&b, program);
 *   build_proc_begin(&b, proc);                 proc from build_declare_proc
 *   Ref x = build_register(&b, "x", TYPE_S32);  parameters first, in order
 *   Label loop = build_label(&b);
 *   build_place(&b, loop);
 *   build_emit(&b, (Instr){.op = OP_ADD, .flags = FLAG_TRAP, .type = TYPE_S32, .dst = x, .a = x,
 *                          .b = build_constant(&b, 1)});
 *   build_emit(&b, (Instr){.op = OP_JUMP, .target = loop});
 *   build_proc_end(&b);
 *
 * While a procedure is built, targets (`target` and `other` where the shape says L, M, h, u, and
 * the targets in lists of cases and guards) are Labels; build_proc_end turns them into program
 * counters. */
#ifndef IR_BUILD_H
#define IR_BUILD_H

#include "ir/program.h"

typedef uint32_t Label; /* 0 is no label */

typedef struct Builder {
    Program *program;
    uint32_t proc;        /* that is being built */
    Pos pos;              /* given to each instruction emitted */
    VEC(uint32_t) labels; /* label -> pc, 0: not placed */
    Ref recent[64];       /* constants made lately, by hash of their value */
} Builder;

void build_begin(Builder *b, Program *program);
void build_end(Builder *b);

uint32_t build_declare_proc(Builder *b, const char *name, Pos pos);
void build_proc_begin(Builder *b, uint32_t proc);
void build_proc_end(Builder *b);

Ref build_register(Builder *b, const char *name, Type type); /* name NULL: a temporary */
Ref build_constant(Builder *b, uint64_t value);              /* sign-extend negative ones */
Label build_label(Builder *b);
void build_place(Builder *b, Label label);    /* here */
uint32_t build_emit(Builder *b, Instr instr); /* fields not in the shape are cleared; returns pc */
uint32_t build_list(Builder *b, const int32_t *at, size_t len);

uint32_t build_string(Builder *b, const char *text);
uint32_t build_exception(Builder *b, const char *name);
uint32_t build_region(Builder *b, const char *name, RegionKind kind); /* same name: same region */
uint32_t build_layout(Builder *b, const char *name, LayoutKind kind);
/* Adds a field at the next free offset that its type allows, whatever field.offset says; the size
 * of the layout grows with it and is always a multiple of its alignment.  Returns the offset. */
uint32_t build_field(Builder *b, uint32_t layout, Field field);
/* Adds a field to a raw layout where field.offset says; the size of the layout stays. */
void build_raw_field(Builder *b, uint32_t layout, Field field);
uint32_t build_global(Builder *b, const char *name, uint32_t layout, Pos pos);
void build_access(Builder *b, Access access); /* its text is copied */
uint32_t build_name_list(Builder *b);
void build_name(Builder *b, uint32_t list, const char *name);

#endif
