/* peers.h -- what heddle-mpi is for, and what it refuses.  All of these return 0 or the exit status, and nothing is refused in
 * plain heddle. */
#ifndef COMMAND_PEERS_H
#define COMMAND_PEERS_H

#include "command/session.h"

int peers_check_command(Session *s, bool checks);
int peers_check(Session *s);     /* the program is there; explore is chosen */
int peers_check_job(Session *s); /* so is the question */

#endif
