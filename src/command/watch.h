/* watch.h -- `heddle watch`: asks again whenever a file has changed. */
#ifndef COMMAND_WATCH_H
#define COMMAND_WATCH_H

#include "command/session.h"

/* Goes on until a signal ends it; the exit status if it cannot begin. */
int watch_run(Session *s);

#endif
