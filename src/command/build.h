/* build.h -- heddle check -p FOLDER: the programs of a project. */
#ifndef COMMAND_BUILD_H
#define COMMAND_BUILD_H

#include "command/session.h"

/* With files: they are one program, and each is compiled as the project says. */
int session_take_build(Session *s);
/* Without: every program of the project, each by a heddle of its own.  The exit status is that of the
 * worst answer. */
int session_check_build(Session *s);

#endif
