/* forward.h -- the structs that all rooms of the prover hand on.  model.h has the first two. */
#ifndef ENGINE_PROVE_FORWARD_H
#define ENGINE_PROVE_FORWARD_H

typedef struct Prover Prover;   /* the program */
typedef struct Attempt Attempt; /* one check of one method */
typedef struct State State;     /* a symbolic state: method/state.h */
typedef struct Storage Storage; /* the kind of memory: cell/storage.h */

#endif
