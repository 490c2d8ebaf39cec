/* before.h -- functions that run before main, and after it. */
#ifndef FRONT_C_DRIVER_BEFORE_H
#define FRONT_C_DRIVER_BEFORE_H

#include <llvm-c/Core.h>

/* main begins with calls of the functions that have the attribute constructor, in their order, and
 * with atexit for those that have the attribute destructor.  On the user's module, before it is
 * linked with the models. */
void before_main(LLVMModuleRef module);

#endif
