/* reach.h -- finds the functions that main can reach, and the variables that they name.
 *
 * Models in lib/ ask `__heddle_uses("f")` and `__heddle_option("o")`; the front end answers when it
 * lowers them, and blocks behind a branch that is decided so are not reached. */
#ifndef FRONT_C_LOWER_REACH_H
#define FRONT_C_LOWER_REACH_H

#include "front/c/lower/unit.h"

/* Fills u->reached, from this function on. */
void reach_find(Unit *u, LLVMValueRef function);
/* The number of blocks that control can go to from a terminator, and block k of them. */
unsigned reach_successors(Unit *u, LLVMValueRef terminator);
LLVMBasicBlockRef reach_successor(Unit *u, LLVMValueRef terminator, unsigned k);
/* The answer to a question of lib/: 0 no, 1 yes, -1: the value is no such question. */
int reach_answer(Unit *u, LLVMValueRef value);
/* Does the program name this function itself? */
bool reach_uses(const Unit *u, const char *name);

#endif
