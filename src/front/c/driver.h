/* driver.h -- from C files to one LLVM module: clang as a child process, then the linker of LLVM.
 */
#ifndef FRONT_C_DRIVER_H
#define FRONT_C_DRIVER_H

#include <llvm-c/Core.h>

#include "front/c/c.h"

/* The attribute of functions that come from lib/. */
#define DRIVER_LIB "heddle-lib"

/* Compiles the files and links them with the models in lib/ that they use; what the files define
 * themselves goes before the models.  Debug information is in the form of intrinsics.  NULL if
 * there was an error; it has been shown, or is in diag. */
LLVMModuleRef driver_compile(LLVMContextRef context, const Sources *sources, const int *files,
                             size_t count, const COptions *options, Diag *diag);

#endif
