/* wide.h -- arithmetic on 128 bits. */
#ifndef FRONT_C_DRIVER_WIDE_H
#define FRONT_C_DRIVER_WIDE_H

#include <llvm-c/Core.h>

/* Turns sums, products, quotients, shifts, comparisons and conversions of __int128 into calls of
 * lib/wide.c and instructions on words of 64 bits.  What moves such a number, masks it, shifts it by
 * a constant or cuts words out of it stays: lower/wide.c knows these.  On the user's module, before
 * it is linked with the models. */
void wide_rewrite(LLVMModuleRef module);

#endif
