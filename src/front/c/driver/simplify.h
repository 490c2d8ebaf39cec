/* simplify.h -- constructs that have a simpler form. */
#ifndef FRONT_C_DRIVER_SIMPLIFY_H
#define FRONT_C_DRIVER_SIMPLIFY_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Labels whose address is taken become variables, and a jump to one a row of comparisons; arithmetic
 * on vectors becomes arithmetic on their elements.  On the user's module, before it is linked with the
 * models. */
void simplify_module(LLVMModuleRef module);

/* Does inline assembly of the module ask the system?  Then it needs the model of lib/ that does what the instruction
 * `syscall` does. */
bool simplify_asks_system(LLVMModuleRef module);
#define SIMPLIFY_SYSTEM_CALL "__heddle_system_call"

/* Does it, or what __rdtsc becomes, read the processor's counter?  Then it needs that model. */
bool simplify_asks_ticks(LLVMModuleRef module);
#define SIMPLIFY_TICKS "__heddle_ticks"

#endif
