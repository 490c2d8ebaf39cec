/* peers.h -- processes, on one machine or many, that search together: heddle-mpi (src/mpi/).
 *
 * All of them do the same, up to where each calls one of these functions; each call ends when all have called it. */
#ifndef BASE_PEERS_H
#define BASE_PEERS_H

#include "base/parcel.h"

typedef struct Peers {
    unsigned number, count;                 /* this one; all of them */
    bool apart;                             /* it has come to another end than the others */
    void (*sum)(uint64_t *at, size_t len);  /* each number becomes the sum of all peers' */
    void (*most)(uint64_t *at, size_t len); /* idem: the largest */
    void (*join)(uint8_t *at, size_t len);  /* idem: the bits that are set anywhere */
    /* What each has put into out[k] is in in[its number] of peer k. */
    void (*swap)(const struct Peers *peers, const Parcel *out, Parcel *in);
    /* What each has is in in[its number] of all. */
    void (*tell)(const struct Peers *peers, const Parcel *mine, Parcel *in);
    uint64_t *sent; /* bytes that this one has sent to others by swap and tell */
} Peers;

/* At the very beginning of the process.  NULL: nobody else was started. */
Peers *peers_begin(int *argc, char ***argv);
/* At its very end: the status with which it ends.  Only number 0 has one of its own. */
int peers_end(Peers *peers, int status);

#endif
