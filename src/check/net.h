/* net.h -- goes over the answers about nets: runs of transitions again, proofs of safety.
 *
 * Shares no code with the engine, and looks only at the net as it was read. */
#ifndef CHECK_NET_H
#define CHECK_NET_H

#include "result/job.h"

/* Fires the transitions of bug->steps (their first choice is the number) one after the other.  An
 * open place gets as many tokens at the beginning as the run needs.  True if each can fire and a
 * target is covered at the end; then everything else in the bug is filled in.  False: `why` says
 * what differed. */
bool check_net_replay(Job *job, Bug *bug, char *why, size_t size);

typedef enum ProofCheck {
    PROOF_HOLDS,
    PROOF_FAILS,    /* `why` says where */
    PROOF_TOO_LARGE /* to be checked in reasonable time */
} ProofCheck;

ProofCheck check_net_proof(const Net *net, const Proof *proof, char *why, size_t size);

#endif
