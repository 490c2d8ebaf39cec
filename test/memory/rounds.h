/* rounds.h -- random programs whose threads look, and look again, until what they have seen suits them.
 *
 * Two or three threads compare and exchange, and try again if somebody was faster; wait for a value or for two that are
 * the same; take locks that they look at first, or draw a number and wait for it; read between two looks at a number
 * that a writer counts; put nodes on a stack and take them off; or count how often they have tried.  They access
 * plain data in between, where it is protected and where it is not.  Some are stuck for good. */
#ifndef TEST_MEMORY_ROUNDS_H
#define TEST_MEMORY_ROUNDS_H

#include <stddef.h>
#include <stdint.h>

/* In the intermediate form; the same seed gives the same text. */
void rounds_print(uint64_t seed, char *ir, size_t size);

#endif
