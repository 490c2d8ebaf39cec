/* signatures.c -- see signatures.h. */
#include "base/signatures.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"

enum { SEGMENT_BITS = 16, SEGMENTS = 1 << SEGMENT_BITS };
enum { GROWTH = 8 }; /* a segment grows by one part of so many */

struct SignatureSegment {
    uint8_t *at;
    uint32_t len, cap; /* in signatures */
};

void signatures_begin(Signatures *set, unsigned bits)
{
    assert(bits >= SIGNATURE_LEAST && bits <= SIGNATURE_MOST);
    *set = (Signatures){.bits = bits, .width = 1};
    while (SEGMENT_BITS + 8 * set->width < bits)
        set->width++;
    set->bytes = SEGMENTS * sizeof *set->segments;
    set->segments = memory_alloc(set->bytes);
}

void signatures_free(Signatures *set)
{
    for (uint32_t k = 0; set->segments && k < SEGMENTS; k++)
        memory_free(set->segments[k].at);
    memory_free(set->segments);
    *set = (Signatures){0};
}

/* The first bits of a number of so many. */
static uint64_t cut(uint64_t number, unsigned of, unsigned bits)
{
    return bits == 0 ? 0 : bits < of ? number >> (of - bits) : number;
}

static uint64_t value_at(const Signatures *set, const SignatureSegment *segment, uint32_t place)
{
    const uint8_t *at = segment->at + (size_t)place * set->width;
    uint64_t value = 0;
    for (unsigned k = 0; k < set->width; k++)
        value = value << 8 | at[k];
    return value;
}

/* Where the value is, or belongs. */
static uint32_t find(const Signatures *set, const SignatureSegment *segment, uint64_t value)
{
    uint32_t low = 0, high = segment->len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (value_at(set, segment, middle) < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(Signatures *set, SignatureSegment *segment, uint32_t place, uint64_t value)
{
    if (segment->len == segment->cap) {
        uint32_t cap = segment->cap + segment->cap / GROWTH + 4;
        segment->at = memory_realloc(segment->at, (size_t)cap * set->width);
        set->bytes += (uint64_t)(cap - segment->cap) * set->width;
        segment->cap = cap;
    }
    uint8_t *at = segment->at + (size_t)place * set->width;
    memmove(at + set->width, at, (size_t)(segment->len - place) * set->width);
    for (unsigned k = set->width; k-- > 0; value >>= 8)
        at[k] = (uint8_t)value;
    segment->len++;
    set->count++;
}

bool signatures_add(Signatures *set, Signature signature)
{
    unsigned more = set->bits > SEGMENT_BITS ? set->bits - SEGMENT_BITS : 0;
    uint64_t first = cut(signature.high, 64, set->bits - more);
    uint64_t rest = signature.high << SEGMENT_BITS | signature.low >> (64 - SEGMENT_BITS);
    SignatureSegment *segment = &set->segments[first];
    uint64_t value = cut(rest, 64, more);
    uint32_t place = find(set, segment, value);
    if (place < segment->len && value_at(set, segment, place) == value)
        return false;
    insert(set, segment, place, value);
    return true;
}

void signatures_check(const Signatures *set)
{
    uint64_t count = 0;
    for (uint32_t k = 0; k < SEGMENTS; k++) {
        const SignatureSegment *segment = &set->segments[k];
        assert(segment->len <= segment->cap);
        for (uint32_t place = 1; place < segment->len; place++)
            assert(value_at(set, segment, place - 1) < value_at(set, segment, place));
        count += segment->len;
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
