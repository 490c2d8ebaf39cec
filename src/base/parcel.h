/* parcel.h -- numbers on their way to another process: small ones take few bytes. */
#ifndef BASE_PARCEL_H
#define BASE_PARCEL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/vec.h"

typedef struct Parcel {
    VEC(uint8_t) bytes;
    size_t at; /* so many were read */
    bool bad;  /* more was read than there is */
} Parcel;

static inline void parcel_clear(Parcel *p)
{
    p->bytes.len = p->at = 0;
    p->bad = false;
}

static inline void parcel_free(Parcel *p)
{
    vec_free(&p->bytes);
}

static inline bool parcel_has_more(const Parcel *p)
{
    return !p->bad && p->at < p->bytes.len;
}

static inline void parcel_put(Parcel *p, uint64_t number)
{
    vec_reserve(&p->bytes, p->bytes.len + 10);
    for (; number >= 0x80; number >>= 7)
        p->bytes.at[p->bytes.len++] = (uint8_t)(number | 0x80);
    p->bytes.at[p->bytes.len++] = (uint8_t)number;
}

static inline uint64_t parcel_get(Parcel *p)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (p->at >= p->bytes.len)
            break;
        uint8_t byte = p->bytes.at[p->at++];
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return number;
    }
    p->bad = true;
    return 0;
}

static inline void parcel_put_bytes(Parcel *p, const void *at, size_t len)
{
    if (!len)
        return;
    vec_reserve(&p->bytes, p->bytes.len + len);
    memcpy(p->bytes.at + p->bytes.len, at, len);
    p->bytes.len += len;
}

static inline void parcel_get_bytes(Parcel *p, void *at, size_t len)
{
    p->bad |= len > p->bytes.len - p->at;
    if (p->bad || !len)
        return;
    memcpy(at, p->bytes.at + p->at, len);
    p->at += len;
}

#endif
