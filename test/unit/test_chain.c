/* test_chain.c -- chains of steps on an input: backwards is forwards turned round. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#ifdef HEDDLE_C
#include "front/c/input/claim.h"

static uint32_t draw(uint64_t *dice, uint32_t below)
{
    *dice = *dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*dice >> 33) % below;
}

static Step random_step(uint64_t *dice, unsigned from, bool last)
{
    static const uint8_t widths[] = {1, 2, 5, 8, 9, 12, 16, 20, 32, 64};
    Step step = {.from = (uint8_t)from, .bits = (uint8_t)from};
    uint64_t number = ((uint64_t)draw(dice, 1u << 31) << 33) ^ *dice >> 7;
    number >>= draw(dice, 64);
    step.number = (draw(dice, 3) ? number : 0 - number) & chain_ones(from);
    step.op = (uint8_t)(last ? STEP_EQ + draw(dice, 5) : draw(dice, STEP_EQ));
    unsigned width = widths[draw(dice, sizeof widths)];
    if (step.op == STEP_TRUNC ? width >= from : step.op < STEP_TRUNC && width <= from)
        step.op = STEP_XOR;
    if (step.op <= STEP_TRUNC) {
        step.bits = (uint8_t)width;
        step.number = 0;
    }
    if (step.op >= STEP_SHL && step.op <= STEP_ASHR)
        step.number = draw(dice, from);
    if (step.op >= STEP_SDIV && step.op <= STEP_SREM)
        step.number &= chain_ones(from - 1);
    if (step.op >= STEP_UDIV && step.op <= STEP_SREM && !step.number)
        step.op = STEP_ADD;
    if (last)
        step.bits = 1;
    return step;
}

static Chain random_chain(uint64_t *dice, unsigned bits)
{
    Chain chain = {.from = (uint8_t)bits, .bits = (uint8_t)bits};
    for (uint32_t steps = draw(dice, 5); steps--;)
        assert_true(chain_append(&chain, random_step(dice, chain.bits, false)));
    if (draw(dice, 4))
        assert_true(chain_append(&chain, random_step(dice, chain.bits, true)));
    return chain;
}

static bool is_in(const Set *set, uint64_t value)
{
    value &= chain_ones(set->bits);
    for (size_t k = 0; k < set->parts.len; k++)
        if (set->parts.at[k].low <= value && value <= set->parts.at[k].high)
            return true;
    return false;
}

/* The inputs that give a result are those that chain_pull finds, of all. */
static void pulled_sets_are_exact(void **unused)
{
    (void)unused;
    uint64_t dice = 7, pulled = 0;
    for (int round = 0; round < 2000; round++) {
        Chain chain = random_chain(&dice, round % 8 ? 8 : 12);
        uint64_t result = chain_value(&chain, draw(&dice, 4096)), high;
        Set set = {0};
        if (draw(&dice, 3) == 0)
            result = draw(&dice, 1u << 31) & chain_ones(chain.bits);
        if (chain_pull_one(&chain, result, &set)) {
            pulled++;
            for (uint64_t value = 0; value <= chain_ones(chain.from); value++)
                assert_int_equal(is_in(&set, value), chain_value(&chain, value) == result);
        }
        int steps = chain_few(&chain, &result, &high);
        Chain part = chain;
        part.count = (uint8_t)(steps < 0 ? 0 : steps);
        for (uint64_t value = 0; steps >= 0 && value <= chain_ones(chain.from); value++) {
            uint64_t few = chain_value(&part, value);
            assert_true(result <= few && few <= high);
        }
        vec_free(&set.parts);
    }
    assert_true(pulled > 1500);
}

/* Every kind of values has one that stands for it, and no two are of one kind. */
static void values_stand_for_all(void **unused)
{
    (void)unused;
    uint64_t dice = 11, found = 0;
    for (int round = 0; round < 300; round++) {
        unsigned bits = round % 2 ? 8 : 9;
        Range full = {0, chain_ones(bits), false, (uint8_t)bits};
        if (round % 3 == 0)
            full = (Range){(uint64_t)(INT64_MIN >> (64 - bits)), chain_ones(bits - 1), true,
                           (uint8_t)bits};
        Claim claim = {.full = full, .narrow = full, .pairs = round % 5 == 0};
        for (uint32_t k = 1 + draw(&dice, 3); k--;) {
            Chain chain = random_chain(&dice, bits);
            claim_see(&claim, &chain);
        }
        bool exact = claim_find_values(&claim);
        found += exact;
        for (uint64_t value = 0; exact && value <= chain_ones(bits); value++) {
            unsigned alike = 0, members = 0;
            for (uint64_t other = 0; other <= chain_ones(bits); other++) {
                bool same = true, tried = false;
                vec_each (Chain, chain, &claim.seen)
                    same &= chain_value(chain, value) == chain_value(chain, other);
                for (size_t k = 0; same && k < claim.values.len; k++)
                    tried |= (claim.values.at[k] & chain_ones(bits)) == other;
                members += same;
                alike += tried;
            }
            assert_int_equal(alike, claim.pairs && members > 1 ? 2 : 1);
            value += draw(&dice, 16);
        }
        claim_free(&claim);
    }
    assert_true(found > 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pulled_sets_are_exact),
        cmocka_unit_test(values_stand_for_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    return 0; /* without the front end for C there are no inputs */
}
#endif
