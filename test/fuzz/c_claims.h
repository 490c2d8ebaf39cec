/* c_claims.h -- checks what heddle claims about inputs (front/c/input/claim.h). */
#ifndef TEST_FUZZ_C_CLAIMS_H
#define TEST_FUZZ_C_CLAIMS_H

#include "front/c/input/claim.h"

typedef struct Claims {
    uint64_t checked; /* claims */
    uint64_t solved;  /* questions that the solver answered */
    uint64_t open;    /* ... or did not */
    uint64_t wrong;   /* claims that do not hold; each is shown on standard error */
} Claims;

/* For COptions.on_claim; data: Claims.  Inputs of at most 16 bits are tried with all values; wider
 * ones with some, and the solver is asked about the others. */
void claims_check(void *data, const struct Claim *claim);

#endif
