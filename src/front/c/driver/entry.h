/* entry.h -- another function than main is the first: --entry. */
#ifndef FRONT_C_DRIVER_ENTRY_H
#define FRONT_C_DRIVER_ENTRY_H

#include <llvm-c/Core.h>

/* main becomes a function that calls this one.  NULL, or a sentence about why it cannot. */
const char *entry_make(LLVMModuleRef module, const char *name);

#endif
