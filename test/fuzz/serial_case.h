/* serial_case.h -- random programs whose methods have a `performs` of one action, or of one of
 * several, which is often right: made, printed, and run here, by code that shares nothing with
 * heddle.
 *
 *   serial_case.c   makes them and prints them, as Zing or as C
 *   serial_world.c  runs them: every order of their threads, and each call by itself */
#ifndef TEST_FUZZ_SERIAL_CASE_H
#define TEST_FUZZ_SERIAL_CASE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Case Case;

Case *case_new(uint64_t seed); /* for free() */
void case_print(const Case *c, bool in_c, FILE *out);

/* Some call, made at a moment to which the threads can come, does what none of its actions is, if
 * nobody interrupts it.  Counts the calls. */
bool case_breaks(const Case *c, uint64_t *calls);

#endif
