/* signatures.c -- see signatures.h. */
#include "base/signatures.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"

enum { SEGMENT_BITS = 16, SEGMENTS = 1 << SEGMENT_BITS };
enum { GROWTH = 8 }; /* segments grow by one part of so many */

void signatures_begin(Signatures *set, unsigned bits)
{
    assert(bits >= SIGNATURE_LEAST && bits <= SIGNATURE_MOST);
    *set = (Signatures){.bits = bits, .width = 1};
    while (SEGMENT_BITS + 8 * set->width < bits)
        set->width++;
    set->lens = memory_alloc(SEGMENTS * sizeof *set->lens);
}

static size_t room(const Signatures *set, uint32_t cap)
{
    return (size_t)SEGMENTS * cap * set->width;
}

void signatures_free(Signatures *set)
{
    if (set->at)
        munmap(set->at, room(set, set->cap));
    memory_free(set->lens);
    *set = (Signatures){0};
}

uint64_t signatures_bytes(const Signatures *set)
{
    return SEGMENTS * sizeof *set->lens + room(set, set->cap);
}

/* All segments have the same room, and lie one behind the other: so they grow where they are, and nothing is left between
 * them.  The last one moves first. */
static void grow(Signatures *set)
{
    uint32_t cap = set->cap + set->cap / GROWTH + 1;
    size_t old = (size_t)set->cap * set->width, new = (size_t)cap * set->width;
    void *at = set->at ? mremap(set->at, room(set, set->cap), room(set, cap), MREMAP_MAYMOVE)
                       : mmap(NULL, room(set, cap), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        memory_exhausted();
    set->at = at;
    for (uint32_t k = SEGMENTS; k-- > 0;)
        memmove(set->at + k * new, set->at + k * old, (size_t)set->lens[k] * set->width);
    set->cap = cap;
}

/* The first bits of a number of so many. */
static uint64_t cut(uint64_t number, unsigned of, unsigned bits)
{
    return bits == 0 ? 0 : bits < of ? number >> (of - bits) : number;
}

static uint64_t value_at(const Signatures *set, uint32_t segment, uint32_t place)
{
    const uint8_t *at = set->at + ((size_t)segment * set->cap + place) * set->width;
    uint64_t value = 0;
    for (unsigned k = 0; k < set->width; k++)
        value = value << 8 | at[k];
    return value;
}

/* Where the value is, or belongs. */
static uint32_t find(const Signatures *set, uint32_t segment, uint64_t value)
{
    uint32_t low = 0, high = set->lens[segment];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (value_at(set, segment, middle) < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(Signatures *set, uint32_t segment, uint32_t place, uint64_t value)
{
    uint32_t *len = &set->lens[segment];
    if (*len == set->cap)
        grow(set);
    uint8_t *at = set->at + ((size_t)segment * set->cap + place) * set->width;
    memmove(at + set->width, at, (size_t)(*len - place) * set->width);
    for (unsigned k = set->width; k-- > 0; value >>= 8)
        at[k] = (uint8_t)value;
    ++*len;
    set->count++;
}

bool signatures_add(Signatures *set, Signature signature)
{
    unsigned more = set->bits > SEGMENT_BITS ? set->bits - SEGMENT_BITS : 0;
    uint32_t segment = (uint32_t)cut(signature.high, 64, set->bits - more);
    uint64_t rest = signature.high << SEGMENT_BITS | signature.low >> (64 - SEGMENT_BITS);
    uint64_t value = cut(rest, 64, more);
    uint32_t place = find(set, segment, value);
    if (place < set->lens[segment] && value_at(set, segment, place) == value)
        return false;
    insert(set, segment, place, value);
    return true;
}

void signatures_check(const Signatures *set)
{
    uint64_t count = 0;
    for (uint32_t k = 0; k < SEGMENTS; k++) {
        assert(set->lens[k] <= set->cap);
        for (uint32_t place = 1; place < set->lens[k]; place++)
            assert(value_at(set, k, place - 1) < value_at(set, k, place));
        count += set->lens[k];
    }
    assert(count == set->count);
}

/* Until the first one is missed the search is the one that keeps everything, and it meets new states one by one: the
 * one behind i others is taken for one of these with probability i / 2^bits.  So that one is missed while there are at most
 * n has the sum of these, whatever number of states there are (Stern and Dill, CHARME 1995, section 3, without its use of
 * the length of a way).  The other term is more than enough for what happens on the way to a hash of 128 bits,
 * which is made in less than 2^27 steps. */
double signatures_confuse(uint64_t count, unsigned bits)
{
    double n = (double)count;
    double all = n * (n + 1) / 2 * (ldexp(1, -(int)bits) + ldexp(1, -100));
    return all < 1 ? all : 1;
}
