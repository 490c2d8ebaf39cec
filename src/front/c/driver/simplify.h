/* simplify.h -- constructs that have a simpler form. */
#ifndef FRONT_C_DRIVER_SIMPLIFY_H
#define FRONT_C_DRIVER_SIMPLIFY_H

#include <llvm-c/Core.h>

/* Labels whose address is taken become variables, and a jump to one a row of comparisons; arithmetic
 * on vectors becomes arithmetic on their elements.  On the user's module, before it is linked with the
 * models. */
void simplify_module(LLVMModuleRef module);

#endif
