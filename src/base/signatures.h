/* signatures.h -- a set of things of which only some bits of a hash are kept.
 *
 * "Reliable hashing without collision detection" (Wolper and Leroy, CAV 1993): two things with the same
 * signature are taken for one.  The first sixteen bits say in which segment it is; the others are kept there, sorted, in
 * as many bytes as they need, so a signature of 64 bits takes six bytes and little more. */
#ifndef BASE_SIGNATURES_H
#define BASE_SIGNATURES_H

#include <stdbool.h>
#include <stdint.h>

enum { SIGNATURE_LEAST = 8, SIGNATURE_MOST = 80 }; /* bits */

/* Of a thing: as good as chance.  The last 48 bits are in no signature. */
typedef struct Signature {
    uint64_t high, low;
} Signature;

typedef struct Signatures {
    unsigned bits, width; /* bytes of what is kept */
    uint8_t *at;          /* segment after segment, each with room for so many: */
    uint32_t cap;
    uint32_t *lens; /* by segment: so many are there */
    uint64_t count;
} Signatures;

void signatures_begin(Signatures *set, unsigned bits);
/* False: one like it was there. */
bool signatures_add(Signatures *set, Signature signature);
void signatures_free(Signatures *set);
uint64_t signatures_bytes(const Signatures *set);
/* A walker, see check.h: each segment is sorted, and none is there twice. */
void signatures_check(const Signatures *set);
/* Two of so many different things have the same signature with this probability at most. */
double signatures_confuse(uint64_t count, unsigned bits);

#endif
