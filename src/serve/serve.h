/* serve.h -- `heddle serve`: a page with an editor, for people who have a browser and no heddle.
 *
 * Visitors send programs; each is checked by a heddle of its own, behind a wall (wall.h) and within limits
 * (cell.h), of which so many run at once, and so many wait (queue.h). */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ServeOptions {
    const char *address; /* IPv4 or IPv6 */
    unsigned port;       /* 0: one that is free */
    unsigned at_once, waiting;
    unsigned seconds, megabytes; /* of a run */
    bool no_sandbox;
} ServeOptions;

/* Until SIGINT or SIGTERM.  False: why it could not begin. */
bool serve_run(const ServeOptions *options, char *why, size_t size);

#endif
