/* annotate.h -- `heddle infer --prove`. */
#ifndef COMMAND_ANNOTATE_H
#define COMMAND_ANNOTATE_H

#include "command/session.h"

/* Annotations that are proved: they become the disciplines of the job, and the file of -o has them.  0, or the exit
 * status. */
int session_infer_proved(Session *s);

#endif
