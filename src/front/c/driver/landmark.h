/* landmark.h -- instructions of the user's program that a trace and the real binary have in common.
 *
 * clang compiles the files twice: for heddle, and for the binary, where sanitizers add instructions
 * and annotations are comments.  What stays the same is the place in the source: an access or a
 * call is named by its function, kind, line, column, and the how manieth of these it is. */
#ifndef FRONT_C_DRIVER_LANDMARK_H
#define FRONT_C_DRIVER_LANDMARK_H

#include "front/c/lower/func.h"

/* Calls visit for each instruction of the module that can be a landmark; the key lives as long as
 * the call. */
typedef void LandmarkVisit(void *self, LLVMValueRef instr, const char *key);
void landmark_walk(LLVMModuleRef module, LandmarkVisit *visit, void *self);

/* Gives each its number, before anything in the module is changed. */
void landmark_number(LLVMModuleRef module, Arena *arena, Landmarks *landmarks);
/* Another instruction stands for it now. */
void landmark_move(LLVMContextRef context, LLVMValueRef from, LLVMValueRef to);
/* Marks what the front end has lowered from the instruction since there were so many of them. */
void landmark_mark(Func *f, LLVMValueRef instr, size_t before);
/* The same in a function of lib/: only copies are of interest, and that a thread is
 * cancelled or sleeps. */
void landmark_mark_library(Func *f, LLVMValueRef instr, size_t before);
/* The entry of a function is passed by the instruction that is emitted next. */
void landmark_mark_entry(Func *f);
/* Is its body elsewhere?  Some headers have one, for optimizers. */
bool landmark_is_foreign(LLVMValueRef function);
/* A call that the user's program does not make: of main, which gets so many arguments. */
void landmark_mark_argc(Unit *u, Ref argc);

#endif
