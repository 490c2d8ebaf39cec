/* print.h -- output whose format is known before the program runs. */
#ifndef FRONT_C_DRIVER_PRINT_H
#define FRONT_C_DRIVER_PRINT_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Replaces calls of printf, fprintf, dprintf, puts and fputs by trace statements, where the text of
 * the format is a literal that fits the arguments and nobody asks for the result: what is printed
 * matters to people only.  Strings are read all the same.  Other calls stay: the models of lib/
 * carry them out.  On the user's module, before it is linked with the models. */
void print_rewrite(LLVMModuleRef module, bool ilp32);

#endif
