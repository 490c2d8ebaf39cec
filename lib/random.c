/* random.c -- seeds make no difference: rand and its relatives are inputs that the front end knows.
 * Of random bytes and fractions a few are tried. */
#include "intrinsics.h"

void srand(unsigned seed)
{
    (void)seed;
}

void srandom(unsigned seed)
{
    (void)seed;
}

void srand48(long seed)
{
    (void)seed;
}

static PLAIN void random_fill(unsigned char *to, size_t count)
{
    __heddle_doubt("of random bytes only a few were tried (getrandom, getentropy); make them with "
                   "heddle_choose");
    int which = (int)__heddle_choose(-1, 1);
    for (size_t k = 0; k < count; k++)
        to[k] = (unsigned char)which;
}

PLAIN long getrandom(void *to, size_t count, unsigned flags)
{
    if (flags > 7)
        return error_is(EINVAL);
    random_fill(to, count);
    return (long)count;
}

PLAIN int getentropy(void *to, size_t count)
{
    enum { MOST = 256, EIO = 5 };
    if (count > MOST)
        return error_is(EIO);
    random_fill(to, count);
    return 0;
}

/* From 0 to 1, without 1. */
static double random_fraction(void)
{
    if (!__heddle_matters())
        return 0;
    __heddle_doubt("of random fractions only three were tried (drand48, erand48); make them with "
                   "heddle_choose");
    return (double)__heddle_choose(0, 2) * 0.4999999999999999;
}

double drand48(void)
{
    return random_fraction();
}

PLAIN double erand48(unsigned short state[3])
{
    state[0]++;
    return random_fraction();
}
