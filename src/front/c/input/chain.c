/* chain.c -- see chain.h. */
#include "front/c/input/chain.h"

enum { MOST_PARTS = 4096, MOST_NODES = 65536 };

typedef unsigned __int128 Wide;
typedef __int128 WideSigned;

/* ---- forwards ---- */

static int64_t extended(uint64_t value, unsigned bits)
{
    return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static uint64_t computed(Step step, uint64_t v)
{
    uint64_t n = step.number;
    switch ((StepOp)step.op) {
    case STEP_ZEXT:
    case STEP_TRUNC:
        return v;
    case STEP_SEXT:
        return (uint64_t)extended(v, step.from);
    case STEP_ADD:
        return v + n;
    case STEP_FROM:
        return n - v;
    case STEP_MUL:
        return v * n;
    case STEP_AND:
        return v & n;
    case STEP_OR:
        return v | n;
    case STEP_XOR:
        return v ^ n;
    case STEP_SHL:
        return v << n;
    case STEP_LSHR:
        return v >> n;
    case STEP_ASHR:
        return (uint64_t)(extended(v, step.from) >> n);
    case STEP_UDIV:
        return v / n;
    case STEP_UREM:
        return v % n;
    case STEP_SDIV:
        return (uint64_t)(extended(v, step.from) / extended(n, step.from));
    case STEP_SREM:
        return (uint64_t)(extended(v, step.from) % extended(n, step.from));
    case STEP_EQ:
        return v == n;
    case STEP_ULT:
        return v < n;
    case STEP_ULE:
        return v <= n;
    case STEP_SLT:
        return extended(v, step.from) < extended(n, step.from);
    case STEP_SLE:
        return extended(v, step.from) <= extended(n, step.from);
    }
    return 0;
}

uint64_t step_value(Step step, uint64_t value)
{
    return computed(step, value & chain_ones(step.from)) & chain_ones(step.bits);
}

uint64_t chain_value(const Chain *chain, uint64_t input)
{
    uint64_t value = input & chain_ones(chain->from);
    for (unsigned k = 0; k < chain->count; k++)
        value = step_value(chain->steps[k], value);
    return value;
}

bool chain_same(const Chain *a, const Chain *b)
{
    if (a->from != b->from || a->count != b->count)
        return false;
    for (unsigned k = 0; k < a->count; k++)
        if (a->steps[k].op != b->steps[k].op || a->steps[k].from != b->steps[k].from ||
            a->steps[k].bits != b->steps[k].bits || a->steps[k].number != b->steps[k].number)
            return false;
    return true;
}

/* Cuts off what the last step extended: the same as less of that step, or as a cut before it. */
static bool cut_extension(Chain *chain, unsigned bits)
{
    Step *last = &chain->steps[chain->count - 1];
    unsigned from = last->from;
    chain->bits = (uint8_t)(bits > from ? bits : from);
    if (bits > from) {
        last->bits = (uint8_t)bits;
        return true;
    }
    *last = (Step){0};
    chain->count--;
    return bits == from || chain_append(chain, (Step){STEP_TRUNC, (uint8_t)from, (uint8_t)bits, 0});
}

/* Two steps that one does as well, so that what goes round a loop comes back as the same chain: a
 * mask after a mask, and back after a shift to the left. */
static bool merge(Step *last, Step step)
{
    if (last->op == STEP_AND && step.op == STEP_AND) {
        last->number &= step.number;
        return true;
    }
    if (last->op != STEP_SHL || step.op != STEP_LSHR || last->number != step.number)
        return false;
    last->op = STEP_AND;
    last->number = chain_ones(last->from - (unsigned)step.number);
    return true;
}

/* Does it leave every value as it is? */
static bool is_idle(Step step)
{
    return (step.op == STEP_OR || step.op == STEP_XOR || step.op == STEP_ADD) && !step.number;
}

bool chain_append(Chain *chain, Step step)
{
    Step *last = chain->count ? &chain->steps[chain->count - 1] : NULL;
    if (step.from != chain->bits)
        return false;
    if (is_idle(step))
        return true;
    if (last && step.op == STEP_TRUNC && (last->op == STEP_ZEXT || last->op == STEP_SEXT))
        return cut_extension(chain, step.bits);
    if (last && merge(last, step)) {
        Step merged = *last;
        *last = (Step){0};
        chain->count--;
        return chain_append(chain, merged);
    }
    if (chain->count == CHAIN_STEPS)
        return false;
    chain->steps[chain->count++] = step;
    chain->bits = step.bits;
    return true;
}

/* ---- sets ---- */

static void clear(Set *s, unsigned bits)
{
    s->parts.len = 0;
    s->bits = (uint8_t)bits;
}

/* Is it empty, or everything?  Then no bits matter. */
static bool is_trivial(Set *s)
{
    bool full =
        s->parts.len == 1 && s->parts.at[0].low == 0 && s->parts.at[0].high == chain_ones(s->bits);
    if (s->parts.len && !full)
        return false;
    clear(s, 0);
    if (full)
        vec_push(&s->parts, ((Stretch){0, 0}));
    return true;
}

/* Puts the parts in order and joins those that meet. */
static void tidy(Set *s)
{
    for (size_t k = 1; k < s->parts.len; k++) /* most are in order, or nearly */
        for (size_t j = k; j && s->parts.at[j].low < s->parts.at[j - 1].low; j--) {
            Stretch other = s->parts.at[j];
            s->parts.at[j] = s->parts.at[j - 1];
            s->parts.at[j - 1] = other;
        }
    size_t count = 0;
    for (size_t k = 0; k < s->parts.len; k++) {
        Stretch part = s->parts.at[k];
        Stretch *last = count ? &s->parts.at[count - 1] : NULL;
        if (!last || (last->high != UINT64_MAX && last->high + 1 < part.low))
            s->parts.at[count++] = part;
        else if (last->high < part.high)
            last->high = part.high;
    }
    s->parts.len = count;
}

/* Keeps what lies between low and high, and moves it down by `down`. */
static void cut_out(const Set *s, uint64_t low, uint64_t high, uint64_t down, Set *out)
{
    for (size_t k = 0; k < s->parts.len; k++) {
        Stretch part = s->parts.at[k];
        part.low = part.low < low ? low : part.low;
        part.high = part.high > high ? high : part.high;
        if (part.low <= part.high)
            vec_push(&out->parts, ((Stretch){part.low - down, part.high - down}));
    }
}

static void take(Set *s, Set *other)
{
    vec_free(&s->parts);
    *s = *other;
    tidy(s);
}

/* Only the last `bits` bits are not zero. */
static void limit(Set *s, unsigned bits)
{
    Set out = {.bits = (uint8_t)bits};
    cut_out(s, 0, chain_ones(bits), 0, &out);
    take(s, &out);
}

/* Adds a part that may begin behind its end: it goes on at 0 then. */
static void add_round(Set *s, uint64_t low, uint64_t high)
{
    if (low <= high) {
        vec_push(&s->parts, ((Stretch){low, high}));
        return;
    }
    vec_push(&s->parts, ((Stretch){0, high}));
    vec_push(&s->parts, ((Stretch){low, chain_ones(s->bits)}));
}

static void add_within(Set *s, Wide low, Wide high)
{
    Wide most = chain_ones(s->bits);
    if (low <= most && low <= high)
        vec_push(&s->parts, ((Stretch){(uint64_t)low, (uint64_t)(high < most ? high : most)}));
}

/* Says the same of more bits; false: in too many parts. */
static bool spread_out(Set *s, unsigned bits)
{
    unsigned more = bits - s->bits;
    if (!more)
        return true;
    if (more > 12 || (uint64_t)s->parts.len << more > MOST_PARTS)
        return false;
    Set out = {.bits = (uint8_t)bits};
    for (uint64_t copy = 0; copy >> more == 0; copy++)
        for (size_t k = 0; k < s->parts.len; k++) {
            uint64_t base = copy << s->bits;
            vec_push(&out.parts,
                     ((Stretch){base + s->parts.at[k].low, base + s->parts.at[k].high}));
        }
    take(s, &out);
    return true;
}

/* ---- backwards ---- */

/* The value was extended by its sign from `from` bits. */
static void pull_sign(Set *s, unsigned from)
{
    if (s->bits <= from)
        return;
    uint64_t half = chain_ones(from - 1), most = chain_ones(s->bits);
    Set out = {.bits = (uint8_t)from};
    cut_out(s, 0, half, 0, &out);
    cut_out(s, most - half, most, most - chain_ones(from), &out);
    take(s, &out);
}

static void pull_add(Set *s, uint64_t number, bool minus)
{
    uint64_t mask = chain_ones(s->bits);
    Set out = {.bits = s->bits};
    for (size_t k = 0; k < s->parts.len; k++) {
        Stretch part = s->parts.at[k];
        if (minus)
            add_round(&out, (number - part.high) & mask, (number - part.low) & mask);
        else
            add_round(&out, (part.low - number) & mask, (part.high - number) & mask);
    }
    take(s, &out);
}

static void pull_left(Set *s, unsigned shift)
{
    if (shift >= s->bits) { /* nothing but zeros is left of these bits */
        bool zero = s->parts.len && s->parts.at[0].low == 0;
        clear(s, 0);
        if (zero)
            vec_push(&s->parts, ((Stretch){0, 0}));
        return;
    }
    Set out = {.bits = (uint8_t)(s->bits - shift)};
    for (size_t k = 0; k < s->parts.len; k++) {
        Stretch part = s->parts.at[k];
        uint64_t low = (part.low >> shift) + ((part.low & chain_ones(shift)) != 0);
        if (low <= part.high >> shift)
            vec_push(&out.parts, ((Stretch){low, part.high >> shift}));
    }
    take(s, &out);
}

static void pull_right(Set *s, unsigned shift)
{
    for (size_t k = 0; k < s->parts.len; k++) {
        s->parts.at[k].low <<= shift;
        s->parts.at[k].high = s->parts.at[k].high << shift | chain_ones(shift);
    }
    s->bits = (uint8_t)(s->bits + shift);
    tidy(s);
}

/* By an odd number that is not large. */
static bool pull_odd(Set *s, uint64_t number)
{
    if (number > MOST_PARTS || number * s->parts.len > MOST_PARTS)
        return false;
    Set out = {.bits = s->bits};
    for (uint64_t turn = 0; turn < number; turn++)
        for (size_t k = 0; k < s->parts.len; k++) {
            Wide round = (Wide)turn << s->bits;
            Wide low = (round + s->parts.at[k].low + number - 1) / number;
            add_within(&out, low, (round + s->parts.at[k].high) / number);
        }
    take(s, &out);
    return true;
}

static bool pull_multiplied(Set *s, uint64_t number)
{
    number &= chain_ones(s->bits);
    unsigned shift = number ? (unsigned)__builtin_ctzll(number) : 64;
    pull_left(s, shift);
    if (is_trivial(s))
        return true;
    uint64_t odd = number >> shift & chain_ones(s->bits);
    if (odd >> (s->bits - 1) && s->bits > 1) { /* it is shorter with a minus */
        pull_add(s, 0, true);
        odd = (0 - odd) & chain_ones(s->bits);
    }
    return pull_odd(s, odd);
}

static uint64_t bitwise(StepOp op, uint64_t a, uint64_t b)
{
    return op == STEP_AND ? a & b : op == STEP_OR ? a | b : a ^ b;
}

/* Is all between low and high in the set?  0: nothing of it is; -1: a part is. */
static int contains(const Set *s, uint64_t low, uint64_t high)
{
    size_t first = 0, end = s->parts.len;
    while (first < end) { /* the first part that does not end before low */
        size_t middle = (first + end) / 2;
        if (s->parts.at[middle].high < low)
            first = middle + 1;
        else
            end = middle;
    }
    if (first == s->parts.len || s->parts.at[first].low > high)
        return 0;
    return s->parts.at[first].low <= low && s->parts.at[first].high >= high ? 1 : -1;
}

typedef struct Bitwise {
    const Set *results;
    StepOp op;
    uint64_t number;
    unsigned nodes;
    Set inputs;
} Bitwise;

/* All inputs from `input` on whose bits above the last `bits` are the same. */
static bool pull_bits(Bitwise *b, uint64_t input, unsigned bits)
{
    uint64_t rest = chain_ones(bits), number = b->number & rest;
    uint64_t fixed = bitwise(b->op, input & ~rest, b->number & ~rest);
    uint64_t low = b->op == STEP_OR ? fixed | number : fixed;
    uint64_t high = b->op == STEP_AND ? fixed | number : fixed | rest;
    int inside = contains(b->results, low, high);
    if (++b->nodes > MOST_NODES || b->inputs.parts.len > MOST_PARTS)
        return false;
    if (inside > 0) {
        vec_push(&b->inputs.parts, ((Stretch){input, input | rest}));
        return true;
    }
    if (inside == 0)
        return true;
    return pull_bits(b, input, bits - 1) &&
           pull_bits(b, input | (uint64_t)1 << (bits - 1), bits - 1);
}

static bool pull_bitwise(Set *s, StepOp op, uint64_t number)
{
    number &= chain_ones(s->bits);
    /* bits at the top that are the same whatever the input is */
    while (s->bits && ((op == STEP_AND && !(number >> (s->bits - 1))) ||
                       (op == STEP_OR && number >> (s->bits - 1)))) {
        uint64_t top = op == STEP_OR ? (uint64_t)1 << (s->bits - 1) : 0;
        Set out = {.bits = (uint8_t)(s->bits - 1)};
        cut_out(s, top, top + chain_ones(s->bits - 1u), top, &out);
        take(s, &out);
        number &= chain_ones(s->bits);
    }
    Bitwise b = {.results = s, .op = op, .number = number, .inputs = {.bits = s->bits}};
    bool exact = pull_bits(&b, 0, s->bits);
    take(s, &b.inputs);
    return exact;
}

static bool pull_divided(Set *s, unsigned bits, uint64_t number)
{
    if (!spread_out(s, bits))
        return false;
    Set out = {.bits = (uint8_t)bits};
    for (size_t k = 0; k < s->parts.len; k++)
        add_within(&out, (Wide)s->parts.at[k].low * number,
                   (Wide)s->parts.at[k].high * number + number - 1);
    take(s, &out);
    return true;
}

/* Of values up to `most`. */
static bool pull_remainder(Set *s, unsigned bits, uint64_t number, uint64_t most)
{
    if (!(number & (number - 1)))
        return pull_bitwise(s, STEP_AND, number - 1);
    if (!spread_out(s, bits))
        return false;
    Set part = {.bits = (uint8_t)bits}, out = {.bits = (uint8_t)bits};
    cut_out(s, 0, number - 1, 0, &part);
    uint64_t times = most / number + 1;
    bool few = times <= MOST_PARTS && times * (part.parts.len + 1) <= MOST_PARTS;
    for (uint64_t turn = 0; few && turn < times; turn++)
        for (size_t k = 0; k < part.parts.len; k++) {
            Wide base = (Wide)turn * number;
            add_within(&out, base + part.parts.at[k].low, base + part.parts.at[k].high);
        }
    vec_free(&part.parts);
    take(s, &out);
    return few;
}

/* Adds the signed values from low to high. */
static void add_signed(Set *s, WideSigned low, WideSigned high)
{
    WideSigned least = -((WideSigned)1 << (s->bits - 1)), most = -least - 1;
    low = low < least ? least : low;
    high = high > most ? most : high;
    if (low <= high && high >= 0)
        vec_push(&s->parts, ((Stretch){low < 0 ? 0 : (uint64_t)low, (uint64_t)high}));
    if (low <= high && low < 0)
        vec_push(&s->parts, ((Stretch){(uint64_t)low & chain_ones(s->bits),
                                       high < 0 ? (uint64_t)high & chain_ones(s->bits)
                                                : chain_ones(s->bits)}));
}

/* Signed division rounds towards zero. */
static void pull_quotient(Set *out, WideSigned low, WideSigned high, WideSigned number)
{
    WideSigned first = low > 0 ? low * number : (low - 1) * number + 1;
    WideSigned last = high < 0 ? high * number : (high + 1) * number - 1;
    add_signed(out, first, last);
}

static bool pull_signed_divided(Set *s, unsigned bits, uint64_t number)
{
    if (!spread_out(s, bits))
        return false;
    uint64_t half = chain_ones(bits - 1);
    Set out = {.bits = (uint8_t)bits};
    for (size_t k = 0; k < s->parts.len; k++) {
        Stretch part = s->parts.at[k];
        if (part.low <= half)
            pull_quotient(&out, part.low, part.high < half ? part.high : half, number);
        if (part.high > half) {
            uint64_t low = part.low > half ? part.low : half + 1;
            pull_quotient(&out, extended(low, bits), extended(part.high, bits), number);
        }
    }
    take(s, &out);
    return true;
}

/* The remainder has the sign of the dividend. */
static bool pull_signed_remainder(Set *s, unsigned bits, uint64_t number)
{
    if (!spread_out(s, bits))
        return false;
    uint64_t half = chain_ones(bits - 1), times = half / number + 1;
    bool few = times <= MOST_PARTS && 2 * times * (s->parts.len + 1) <= MOST_PARTS;
    Set out = {.bits = (uint8_t)bits}, plus = {.bits = (uint8_t)bits}, minus = plus;
    cut_out(s, 0, number - 1, 0, &plus);
    pull_add(s, 0, true); /* -r */
    cut_out(s, 0, number - 1, 0, &minus);
    for (uint64_t turn = 0; few && turn < times + 1; turn++) {
        WideSigned base = (WideSigned)turn * number;
        for (size_t k = 0; k < plus.parts.len; k++)
            add_signed(&out, base + plus.parts.at[k].low, base + plus.parts.at[k].high);
        for (size_t k = 0; k < minus.parts.len; k++) {
            WideSigned low = -(base + minus.parts.at[k].high),
                       high = -(base + minus.parts.at[k].low);
            add_signed(&out, low, high < 0 ? high : -1);
        }
    }
    vec_free(&plus.parts);
    vec_free(&minus.parts);
    take(s, &out);
    return few;
}

/* The set has the one bit that a comparison gives. */
static void pull_compared(Set *s, Step step)
{
    bool holds = s->parts.at[0].low == 1;
    unsigned bits = step.from;
    uint64_t n = step.number, mask = chain_ones(bits);
    WideSigned least = -((WideSigned)1 << (bits - 1)), sign = extended(n, bits);
    clear(s, bits);
    if (step.op == STEP_EQ)
        vec_push(&s->parts, ((Stretch){n, n}));
    else if (step.op == STEP_ULE || (step.op == STEP_ULT && n))
        vec_push(&s->parts, ((Stretch){0, step.op == STEP_ULT ? n - 1 : n}));
    else if (step.op == STEP_SLT || step.op == STEP_SLE)
        add_signed(s, least, step.op == STEP_SLT ? sign - 1 : sign);
    tidy(s);
    if (holds)
        return;
    Set out = {.bits = (uint8_t)bits};
    uint64_t next = 0;
    bool ended = false;
    for (size_t k = 0; k < s->parts.len; k++) {
        if (s->parts.at[k].low > next)
            vec_push(&out.parts, ((Stretch){next, s->parts.at[k].low - 1}));
        ended = s->parts.at[k].high == mask;
        next = s->parts.at[k].high + 1;
    }
    if (!ended)
        vec_push(&out.parts, ((Stretch){next, mask}));
    take(s, &out);
}

static bool pull_shifted(Set *s, Step step)
{
    unsigned shift = (unsigned)step.number, kept = step.bits - shift;
    if (s->bits > kept && step.op == STEP_LSHR)
        limit(s, kept);
    else if (s->bits > kept)
        pull_sign(s, kept);
    pull_right(s, shift);
    return true;
}

/* The operand is not greater than `most`. */
static bool pull(Set *s, Step step, uint64_t most)
{
    switch ((StepOp)step.op) {
    case STEP_ZEXT:
        if (s->bits > step.from)
            limit(s, step.from);
        return true;
    case STEP_SEXT:
        pull_sign(s, step.from);
        return true;
    case STEP_TRUNC:
        return true;
    case STEP_ADD:
    case STEP_FROM:
        pull_add(s, step.number, step.op == STEP_FROM);
        return true;
    case STEP_MUL:
        return pull_multiplied(s, step.number);
    case STEP_AND:
    case STEP_OR:
    case STEP_XOR:
        return pull_bitwise(s, (StepOp)step.op, step.number);
    case STEP_SHL:
        pull_left(s, (unsigned)step.number);
        return true;
    case STEP_LSHR:
    case STEP_ASHR:
        return pull_shifted(s, step);
    case STEP_UDIV:
        return pull_divided(s, step.bits, step.number);
    case STEP_UREM:
        return pull_remainder(s, step.bits, step.number, most);
    case STEP_SDIV:
        return pull_signed_divided(s, step.bits, step.number);
    case STEP_SREM:
        return most <= chain_ones(step.bits - 1u)
                   ? pull_remainder(s, step.bits, step.number, most)
                   : pull_signed_remainder(s, step.bits, step.number);
    case STEP_EQ:
    case STEP_ULT:
    case STEP_ULE:
    case STEP_SLT:
    case STEP_SLE:
        pull_compared(s, step);
        return true;
    }
    return false;
}

/* ---- bounds ---- */

/* Between which numbers the result is, if the operand is between these. */
static Stretch bounds(Step step, Stretch v)
{
    Stretch all = {0, chain_ones(step.bits)};
    uint64_t n = step.number, half = chain_ones(step.from - 1u);
    switch ((StepOp)step.op) {
    case STEP_ZEXT:
        return v;
    case STEP_SEXT:
        return v.high <= half ? v : all;
    case STEP_TRUNC:
        return v.high <= all.high ? v : all;
    case STEP_ADD:
        return v.high <= all.high - n ? (Stretch){v.low + n, v.high + n} : all;
    case STEP_FROM:
        return v.high <= n ? (Stretch){n - v.high, n - v.low} : all;
    case STEP_MUL:
        return !n || v.high <= all.high / n ? (Stretch){v.low * n, v.high * n} : all;
    case STEP_AND:
        return (Stretch){0, v.high < n ? v.high : n};
    case STEP_SHL:
        return v.high <= all.high >> n ? (Stretch){v.low << n, v.high << n} : all;
    case STEP_ASHR:
        return v.high <= half ? (Stretch){v.low >> n, v.high >> n} : all;
    case STEP_LSHR:
        return (Stretch){v.low >> n, v.high >> n};
    case STEP_SDIV:
        return v.high <= half ? (Stretch){v.low / n, v.high / n} : all;
    case STEP_UDIV:
        return (Stretch){v.low / n, v.high / n};
    case STEP_SREM:
        return v.high <= half ? (Stretch){0, v.high < n ? v.high : n - 1} : all;
    case STEP_UREM:
        return (Stretch){0, v.high < n ? v.high : n - 1};
    case STEP_OR:
    case STEP_XOR:
    case STEP_EQ:
    case STEP_ULT:
    case STEP_ULE:
    case STEP_SLT:
    case STEP_SLE:
        return all;
    }
    return all;
}

bool chain_pull(const Chain *chain, Set *set)
{
    uint64_t most[CHAIN_STEPS];
    Stretch operand = {0, chain_ones(chain->from)};
    for (unsigned k = 0; k < chain->count; k++) {
        most[k] = operand.high;
        operand = bounds(chain->steps[k], operand);
    }
    for (unsigned k = chain->count; k-- > 0 && !is_trivial(set);)
        if (!pull(set, chain->steps[k], most[k]) || set->parts.len > MOST_PARTS)
            return false;
    is_trivial(set);
    return true;
}

bool chain_pull_one(const Chain *chain, uint64_t result, Set *set)
{
    clear(set, chain->bits);
    vec_push(&set->parts, ((Stretch){result, result}));
    return chain_pull(chain, set);
}

int chain_few(const Chain *chain, uint64_t *low, uint64_t *high)
{
    Stretch part = {0, chain_ones(chain->from)};
    int found = -1;
    for (unsigned k = 0; k <= chain->count; k++) {
        if (k)
            part = bounds(chain->steps[k - 1], part);
        if (part.high - part.low < CHAIN_FEW) {
            found = (int)k;
            *low = part.low;
            *high = part.high;
        }
    }
    return found;
}
