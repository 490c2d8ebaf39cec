/* sha256.c -- see sha256.h. */
#include "report/sha256.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Constants {
    uint32_t k[64], h[8];
} Constants;

/* The first 32 bits of the fractional part. */
static uint32_t fraction(long double x)
{
    return (uint32_t)((x - floorl(x)) * 4294967296.0L);
}

/* Of the cube roots of the first 64 primes, and of the square roots of the first 8. */
static void find_constants(Constants *c)
{
    int found = 0;
    for (int n = 2; found < 64; n++) {
        bool prime = true;
        for (int d = 2; d * d <= n; d++)
            prime &= n % d != 0;
        if (!prime)
            continue;
        c->k[found] = fraction(cbrtl(n));
        if (found < 8)
            c->h[found] = fraction(sqrtl(n));
        found++;
    }
}

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void expand(const uint8_t block[64], uint32_t w[64])
{
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
}

static void add_block(Constants *c, const uint8_t block[64])
{
    uint32_t w[64], s[8];
    expand(block, w);
    memcpy(s, c->h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t one =
            s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + choice + c->k[i] + w[i];
        uint32_t two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + most;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        c->h[i] += s[i];
}

void sha256_text(const void *bytes, size_t len, char text[SHA256_TEXT])
{
    Constants c;
    const uint8_t *at = bytes;
    uint8_t last[128] = {0};
    find_constants(&c);
    size_t rest = len % 64, tail = rest < 56 ? 64 : 128;
    for (size_t i = 0; i + 64 <= len; i += 64)
        add_block(&c, at + i);
    if (rest)
        memcpy(last, at + len - rest, rest);
    last[rest] = 0x80;
    for (size_t i = 0; i < 8; i++)
        last[tail - 1 - i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
    for (size_t i = 0; i < tail; i += 64)
        add_block(&c, last + i);
    for (size_t i = 0; i < 8; i++)
        snprintf(text + 8 * i, 9, "%08x", c.h[i]);
}
