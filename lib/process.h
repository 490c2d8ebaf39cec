/* process.h -- the process and its children.  Private to lib/. */
#ifndef HEDDLE_PROCESS_H
#define HEDDLE_PROCESS_H

#include "intrinsics.h"

enum { PROCESS = 4321 };
#define FORKS (__heddle_uses("fork") || __heddle_uses("vfork"))

extern _Bool __heddle_process_forked;
int __heddle_process_number(void);
_Bool __heddle_process_is_child(int process); /* of ours, for which nobody has waited */

/* By clone, with our memory: a thread that is a process of its own. */
#define CLONES __heddle_uses("clone")
extern _Thread_local int __heddle_process_cloned; /* its number; 0: this thread is none */

#endif
