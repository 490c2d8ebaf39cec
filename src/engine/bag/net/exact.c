/* exact.c -- see exact.h. */
#include "engine/bag/net/exact.h"

#include <gmp.h>
#include <math.h>

enum { MOST_DENOMINATOR = 100000 };
static const double nothing = 1e-9; /* a weight that small is a rounding error */

/* The nearest fraction with a small denominator (continued fraction); false: none is near. */
static bool near_fraction(double x, mpq_t fraction)
{
    double rest = x;
    int64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0; /* the last two convergents */
    for (int i = 0; i < 40; i++) {
        double whole = floor(rest);
        if (whole > WEIGHT_MOST)
            return false;
        int64_t p = (int64_t)whole * p1 + p0, q = (int64_t)whole * q1 + q0;
        if (q > MOST_DENOMINATOR || p > (int64_t)WEIGHT_MOST * MOST_DENOMINATOR)
            return false;
        p0 = p1;
        q0 = q1;
        p1 = p;
        q1 = q;
        if (fabs(x - (double)p / (double)q) <= nothing * (1 + x)) {
            mpq_set_si(fraction, p, (unsigned long)q);
            mpq_canonicalize(fraction);
            return true;
        }
        rest = 1 / (rest - whole);
    }
    return false;
}

static bool scale(const double *y, uint32_t len, double unit, int64_t *weights)
{
    mpq_t fraction;
    mpz_t common, weight;
    bool ok = true;
    mpq_init(fraction);
    mpz_init_set_ui(common, 1);
    mpz_init(weight);
    for (uint32_t i = 0; ok && i < len; i++)
        if (y[i] > nothing * unit) {
            ok = near_fraction(y[i] / unit, fraction);
            mpz_lcm(common, common, mpq_denref(fraction));
            ok = ok && mpz_cmp_si(common, WEIGHT_MOST) <= 0;
        }
    for (uint32_t i = 0; ok && i < len; i++) {
        weights[i] = 0;
        if (y[i] <= nothing * unit)
            continue;
        near_fraction(y[i] / unit, fraction);
        mpz_divexact(weight, common, mpq_denref(fraction));
        mpz_mul(weight, weight, mpq_numref(fraction));
        ok = mpz_cmp_si(weight, WEIGHT_MOST) <= 0;
        weights[i] = ok ? mpz_get_si(weight) : 0;
        assert(weights[i] >= 0 && weights[i] <= WEIGHT_MOST);
    }
    mpq_clear(fraction);
    mpz_clear(common);
    mpz_clear(weight);
    return ok;
}

bool exact_weights(const double *y, uint32_t len, int64_t *weights)
{
    double least = INFINITY, most = 0;
    for (uint32_t i = 0; i < len; i++)
        most = fmax(most, y[i]);
    for (uint32_t i = 0; i < len; i++)
        if (y[i] > nothing * most)
            least = fmin(least, y[i]);
    if (most <= 0 || !isfinite(most))
        return false;
    return scale(y, len, least, weights) || scale(y, len, most, weights);
}

__int128 exact_change(const Core *core, const int64_t *weights, uint32_t transition)
{
    __int128 sum = 0;
    for (size_t i = core->arc_first[transition]; i < core->arc_first[transition + 1]; i++)
        sum += (__int128)weights[core->arcs.at[i].place] * core->arcs.at[i].change;
    return sum;
}

__int128 exact_product(const int64_t *weights, Bag bag)
{
    __int128 sum = 0;
    for (uint32_t i = 0; i < bag.len; i++)
        sum += (__int128)weights[bag.at[i].place] * bag.at[i].count;
    return sum;
}
