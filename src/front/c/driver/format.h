/* format.h -- formats of printf and scanf that do not fit what they are given. */
#ifndef FRONT_C_DRIVER_FORMAT_H
#define FRONT_C_DRIVER_FORMAT_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Puts a failure (`undefined`) before each call of the printf and scanf families whose format is a
 * literal, and one of whose arguments is not of the type that its conversion takes.  On the user's
 * module, before it is linked with the models. */
void format_check(LLVMModuleRef module, bool ilp32);

#endif
