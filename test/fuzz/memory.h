/* memory.h -- random C programs about memory and its locks, for c_memory.c.
 *
 * A program is about few places and few locks, which are drawn first, so that its threads meet.
 * Many programs stand in one file, each with a main of its own; and each stands there twice: as it
 * is, and with copies written out scalar by scalar, and with a point before each access (SPLIT). */
#ifndef TEST_FUZZ_MEMORY_H
#define TEST_FUZZ_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What is there depends on the seed and the theme alone. */
typedef struct MemoryProgram {
    uint64_t seed;
    char *text;   /* to be freed */
    bool assumes; /* a thread may stay in an assume for ever: it waits in the second form */
} MemoryProgram;

/* theme: a row of the table of themes, from 1 on; 0: any. */
MemoryProgram memory_make(uint64_t seed, uint32_t theme);

/* The file with these programs; the main of number k is memory_main. */
void memory_write(FILE *out, const MemoryProgram *programs, uint32_t count);
void memory_main(char *name, size_t size, uint64_t seed, bool split);

/* One program, with a function main; -DSPLIT chooses the second form. */
void memory_print(FILE *out, const MemoryProgram *program);

#endif
