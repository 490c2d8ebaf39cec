/* driver.h -- from C files to one LLVM module: clang as a child process, then the linker of LLVM.
 */
#ifndef FRONT_C_DRIVER_H
#define FRONT_C_DRIVER_H

#include <llvm-c/Core.h>

#include "front/c/note/annotate.h"

/* The attribute of functions that come from lib/. */
#define DRIVER_LIB "heddle-lib"

/* Is a variable one of lib/'s? */
bool driver_is_lib(LLVMValueRef global);

typedef VEC(const char *) Names;

/* Compiles the files, with what their annotations become, and links them with the models in lib/
 * that they use; what the files define themselves goes before the models.  Debug information is in
 * the form of intrinsics.  The names of the functions that the files use go to `used`, their texts
 * to `arena`; with landmarks, unless they are NULL.  With options->sanitize, the files are compiled
 * as they are, and nothing is linked to them.  NULL if there was an error; it has been shown, or is
 * in diag. */
LLVMModuleRef driver_compile(LLVMContextRef context, Annotations *annotations, const int *files,
                             size_t count, Arena *arena, Names *used, Landmarks *landmarks);

/* Compiles a file to bitcode in another, which can be an options->part.  False: it has been shown
 * why not, or is in diag. */
bool driver_compile_to(Annotations *annotations, int file, const char *bitcode);

#endif
