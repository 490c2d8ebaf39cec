/* blind.h -- programs in which less is looked at, for the slicing before a search. */
#ifndef TEST_FUZZ_BLIND_H
#define TEST_FUZZ_BLIND_H

#include "ir/program.h"

/* Takes away assertions, about half of them or all; the number says which. */
void blind_program(Program *program, uint64_t number);

#endif
