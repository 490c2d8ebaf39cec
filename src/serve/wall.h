/* wall.h -- what a run of somebody else's program can reach: next to nothing.
 *
 * Files: Landlock (Linux 5.13) leaves the run its own folder, headers to read, and the executables and
 * shared libraries that heddle and clang are made of; nothing of /etc, /home, /proc or /var.  Network: a
 * network namespace without a device, and a filter of system calls (seccomp) that makes no sockets.
 * Processes: a process namespace of its own, so that no other process can be seen or signalled, and all of
 * the run ends with it.  Whatever of this the kernel refuses is left out; WALL_FILES and one of the other
 * two must be there. */
#ifndef SERVE_WALL_H
#define SERVE_WALL_H

#include <stdbool.h>
#include <stdint.h>

typedef enum WallParts {
    WALL_FILES = 1,  /* Landlock */
    WALL_SPACES = 2, /* namespaces: user, network, processes, IPC, host name */
    WALL_CALLS = 4   /* seccomp */
} WallParts;

/* Which of them this kernel has: WallParts, or-ed. */
uint32_t wall_parts(void);
/* Is that enough to let somebody else's program in? */
bool wall_is_enough(uint32_t parts);
/* `Landlock, namespaces, seccomp`; `none` */
const char *wall_names(uint32_t parts);
/* The rules for files, with all rights to `folder`: a file descriptor, or -1 and errno. */
int wall_rules(const char *folder);

/* The rest is called between fork and exec, and calls nothing that is not safe there.  False: errno says why. */
/* The next child is in namespaces of its own, with the same user and group. */
bool wall_enter_spaces(void);
bool wall_enter_files(int rules);
bool wall_enter_calls(void);

#endif
