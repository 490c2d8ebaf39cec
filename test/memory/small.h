/* small.h -- programs of a few accesses, as texts: those that everybody knows, and random ones.
 *
 * Threads are apart by `|`, what they do by blanks:
 *
 *   Rxa    reads x, acquire         Wx1r   writes 1 to x, release
 *   Ux1b   exchanges x for 1        Cx01bx compares x with 0, and exchanges it for 1; failure: relaxed
 *   Ixx    adds one to x            Fs     a fence, seq_cst
 *   L N    takes and gives back the lock
 *   H G    takes the reader-writer lock for writing, gives it back; S T: for reading
 *   P Q    the library adds one to a number, or looks at it, and puts threads in order by that
 *   V M    ... and puts nobody in order
 *   Dx     adds one to x in a region that happens at once, by plain accesses
 *   K1 J1  starts the second thread, whose text begins with a *; waits for its end
 *   A1     ends unless what it has read last is 1
 *
 * A `!` in front: the last thing that each thread does puts all in memory that it has written.
 * Cells are x, y, z, w, and a, b, c, d, e.  Orders: p plain, x relaxed, a acquire, r release, b both, s seq_cst. */
#ifndef TEST_MEMORY_SMALL_H
#define TEST_MEMORY_SMALL_H

#include <stdbool.h>
#include <stddef.h>

#include "ir/program.h"

enum { SMALL_TEXT = 512 };

/* The text in the intermediate form.  Each thread leaves what it has read in a global of its own. */
void small_print(const char *text, char *ir, size_t size);
/* It has more than accesses to the first four cells, fences and the lock. */
bool small_has_more(const char *text);
/* The program. */
Program *small_program(const char *text);
/* The same seed gives the same text. */
void small_random(uint64_t seed, char text[SMALL_TEXT]);

#endif
