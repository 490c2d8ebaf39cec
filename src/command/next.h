/* next.h -- what to do where the answer is bounded or unknown: commands that would help this program.
 *
 * heddle tries them, with little work, and shows those first that give an answer.  It runs the
 * command that it shows. */
#ifndef COMMAND_NEXT_H
#define COMMAND_NEXT_H

#include "base/guard.h"
#include "command/session.h"

/* What may be tried of one suggestion, in steps of each engine; so many times as much where nothing else answers. */
enum { TRIAL_WORK = 60000, TRIAL_LONGER = 4 };

/* What the guard says if it stops `command`: the reason, and what to do next as far as that is known by now. */
GuardTexts next_texts(Session *s, const char *command);
/* The search begins: the guard shall know what to suggest. */
void next_prepare(Session *s);
/* Fills job.next.  `command`: check or prove. */
void next_suggest(Session *s, const char *command);
/* A search takes long: what makes the program smaller is tried now, since there may be no time later. */
void next_try_early(void *session);

#endif
