/* checkpoint.h -- --checkpoint=FILE and `heddle resume FILE`: the command line around engine/explore/checkpoint.c. */
#ifndef COMMAND_CHECKPOINT_H
#define COMMAND_CHECKPOINT_H

#include "command/session.h"

/* All of these return 0 or the exit status. */
/* resume: the command line becomes that of the search in the file, with the options that are given now. */
int checkpoint_take(Session *s);
/* check: can the search be saved there?  After the input was read. */
int checkpoint_begin(Session *s);
/* Of the program as it is searched; if it goes on with a search: is it that one? */
int checkpoint_name(Session *s);
void checkpoint_end(Session *s);
/* What the engine has said of it. */
int checkpoint_status(Session *s);
/* A file cannot be read: what helps, if a search goes on in another folder than it began in; else "". */
const char *checkpoint_elsewhere(Session *s);

#endif
