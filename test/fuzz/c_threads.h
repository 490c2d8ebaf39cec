/* c_threads.h -- random C programs with two to four threads: locks of all kinds, condition
 * variables, semaphores, barriers, atomics, lists on the heap, thread-local data, annotations. */
#ifndef TEST_FUZZ_C_THREADS_H
#define TEST_FUZZ_C_THREADS_H

#include <stdint.h>
#include <stdio.h>

void threads_write(uint64_t *dice, FILE *out);

#endif
