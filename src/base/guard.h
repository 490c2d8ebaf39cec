/* guard.h -- limits that hold in every phase, and what is left behind when a run is stopped.
 *
 * Engines ask their budget every few thousand steps and end with all that they know.  But nobody
 * asks while clang, LLVM or a solver works, or while one action of the program has no end.  So a
 * timer looks at the clock, the time of the processor and the memory, too.  When a limit was passed by more than a little,
 * the guard prints a text that was prepared for it and ends the process with the exit status of
 * "unknown".  Signals that end the process, and the guard itself, first end clang and remove the
 * temporary folders. */
#ifndef BASE_GUARD_H
#define BASE_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What the guard says on standard output; the texts must stay. */
typedef struct GuardTexts {
    const char *time, *cpu, *memory;
} GuardTexts;

/* 0: no limit. */
typedef struct GuardLimits {
    int64_t seconds, cpu_seconds, megabytes;
} GuardLimits;

/* From now on. */
void guard_begin(GuardLimits limits, GuardTexts texts);
/* It says this from now on. */
void guard_say(GuardTexts texts);
/* Something else is printed now: the guard does not stop the run any more. */
void guard_end(void);
/* For a while it does not stop the run: something is done that must be done whole. */
void guard_hold(bool hold);
/* So many bytes are about to be taken. */
void guard_memory(size_t bytes);
/* Memory that lies in files does not count from now on. */
void guard_forget_files(void);
/* SIGINT, SIGTERM and SIGHUP end the process, but leave nothing behind. */
void guard_catch_signals(void);
/* mkdtemp; the folder goes with the process, unless it is left before.  False: errno says why.  `name` must stay. */
bool guard_make_folder(char *name);
/* The caller has removed it. */
void guard_leave_folder(const char *name);
/* The child that is there at the moment; 0: none. */
void guard_child(pid_t child);

#endif
