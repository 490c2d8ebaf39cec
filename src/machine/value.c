/* value.c -- integers of 1 to 64 bits, floats, comparison, conversion; pointer arithmetic. */
#include "machine/internal.h"

#include <math.h>

uint64_t value_fit(Type type, uint64_t value)
{
    if (type.bits >= 64)
        return value;
    uint64_t mask = ((uint64_t)1 << type.bits) - 1;
    uint64_t low = value & mask;
    if (type.kind == TYPE_SIGNED && low >> (type.bits - 1))
        return low | ~mask;
    return low;
}

uint64_t value_load(const uint8_t *at, Type type)
{
    uint64_t value = 0;
    memcpy(&value, at, type_bytes(type));
    return type.kind == TYPE_SIGNED ? value_fit(type, value) : value;
}

void value_store(uint8_t *at, Type type, uint64_t value)
{
    memcpy(at, &value, type_bytes(type));
}

static double to_double(Type type, uint64_t value)
{
    if (type.bits == 32) {
        uint32_t low = (uint32_t)value;
        float f;
        memcpy(&f, &low, sizeof f);
        return (double)f;
    }
    double d;
    memcpy(&d, &value, sizeof d);
    return d;
}

static uint64_t from_double(Type type, double d)
{
    if (type.bits == 32) {
        float f = (float)d;
        uint32_t low;
        memcpy(&low, &f, sizeof low);
        return low;
    }
    uint64_t value;
    memcpy(&value, &d, sizeof value);
    return value;
}

/* Stores the 64-bit result of an integer operation; `overflow` tells that even 64 bits were too
 * few. */
static void set_integer(Machine *m, const Instr *i, uint64_t result, bool overflow)
{
    uint64_t fit = value_fit(i->type, result);
    if ((i->flags & FLAG_TRAP) && (overflow || fit != result)) {
        run_fail(m, ERR_OVERFLOW,
                 "arithmetic overflow: the result of this operation does not fit %u bits",
                 i->type.bits);
        return;
    }
    m->regs[i->dst] = fit;
}

/* A number that stands where a pointer could, and was never the address of an object. */
static bool is_number(uint64_t pointer)
{
    return pointer >> 32 == 0 || pointer >> 32 == UINT32_MAX;
}

/* The same for an operand; a literal mask may have high bits that no object has for its number. */
static bool is_plain(const Machine *m, Ref ref)
{
    uint64_t value = get(m, ref);
    return is_number(value) ||
           (ref < 0 && value >> 32 >= m->store.slots.len && value >> 32 < PROC_OBJECT);
}

static void fail_address(Machine *m)
{
    run_fail(
        m, ERR_INTERNAL_LIMIT,
        "an address is used as a number, and is different in each run: it is added to another one, "
        "combined with one, or moved too far: give the object a number of its own, and use that");
}

/* A number that was computed in the place of an address. */
static void set_plain(Machine *m, const Instr *i, uint64_t result)
{
    if (m->program->pointer_bytes == 4)
        result = (uint32_t)result;
    else if (!is_number(result))
        fail_address(m);
    m->regs[i->dst] = result;
}

/* Sum and difference: an address stays in its object. */
static void add_address(Machine *m, const Instr *i, bool minus)
{
    uint64_t a = get(m, i->a), b = get(m, i->b);
    bool first = !is_plain(m, i->a), second = !is_plain(m, i->b);
    int64_t distance = (int64_t)(first ? b : a);
    if (m->program->pointer_bytes == 4)
        distance = (int32_t)(uint32_t)distance;
    int64_t offset =
        (int64_t)(int32_t)(uint32_t)(first ? a : b) + (minus ? -1 : 1) * (__int128)distance;
    if (!first && !second)
        set_plain(m, i, minus ? a - b : a + b);
    else if (first && second && minus && a >> 32 == b >> 32)
        m->regs[i->dst] = (uint64_t)((int64_t)(int32_t)(uint32_t)a - (int32_t)(uint32_t)b);
    else if ((first && second) || (second && minus) || distance > INT32_MAX ||
             distance < INT32_MIN || offset > INT32_MAX || offset < INT32_MIN)
        fail_address(m);
    else
        m->regs[i->dst] = pointer_make((uint32_t)((first ? a : b) >> 32), (int32_t)offset);
}

typedef enum Sign { PLUS, MINUS, TIMES } Sign;

static bool overflows(Sign sign, bool is_signed, uint64_t a, uint64_t b, uint64_t *result)
{
    int64_t x = (int64_t)a, y = (int64_t)b, z = 0;
    bool over = false;
    switch (sign) {
    case PLUS:
        over = is_signed ? __builtin_add_overflow(x, y, &z) : __builtin_add_overflow(a, b, result);
        break;
    case MINUS:
        over = is_signed ? __builtin_sub_overflow(x, y, &z) : __builtin_sub_overflow(a, b, result);
        break;
    case TIMES:
        over = is_signed ? __builtin_mul_overflow(x, y, &z) : __builtin_mul_overflow(a, b, result);
        break;
    }
    if (is_signed)
        *result = (uint64_t)z;
    return over;
}

static inline void arithmetic(Machine *m, const Instr *i, Sign sign)
{
    uint64_t a = get(m, i->a), b = get(m, i->b), result;
    if (i->type.kind == TYPE_PTR) {
        if (sign == TIMES)
            fail_address(m);
        else
            add_address(m, i, sign == MINUS);
        return;
    }
    if (i->type.kind == TYPE_FLOAT) {
        double x = to_double(i->type, a), y = to_double(i->type, b);
        double z = sign == PLUS ? x + y : sign == MINUS ? x - y : x * y;
        m->regs[i->dst] = from_double(i->type, z);
        return;
    }
    bool over = overflows(sign, i->type.kind == TYPE_SIGNED, a, b, &result);
    set_integer(m, i, result, over);
}

void do_MOV(Machine *m, const Instr *i)
{
    bool all = i->flags & FLAG_ALL && m->options.inputs;
    m->regs[i->dst] = all ? 1 : get(m, i->a);
}

void do_ADD(Machine *m, const Instr *i)
{
    arithmetic(m, i, PLUS);
}

void do_SUB(Machine *m, const Instr *i)
{
    arithmetic(m, i, MINUS);
}

void do_MUL(Machine *m, const Instr *i)
{
    arithmetic(m, i, TIMES);
}

static int64_t least(Type type)
{
    return (int64_t)(~(uint64_t)0 << (type.bits - 1));
}

/* True, and the run has failed, if the quotient does not exist. */
static bool divides_by_zero(Machine *m, uint64_t b)
{
    if (!b)
        run_fail(m, ERR_DIVISION, "division by zero");
    return !b;
}

/* By -1: true, and the run has failed, if a is the least number and that is an error. */
static bool lacks_quotient(Machine *m, const Instr *i, uint64_t a)
{
    if (!(i->flags & FLAG_CHECK) || (int64_t)a != least(i->type))
        return false;
    if (i->flags & FLAG_TRAP)
        run_fail(m, ERR_OVERFLOW, "arithmetic overflow: the least number is divided by -1");
    else
        run_fail(m, ERR_QUOTIENT, "%lld is divided by -1: the quotient does not fit %u bits",
                 (long long)a, i->type.bits);
    return true;
}

void do_DIV(Machine *m, const Instr *i)
{
    uint64_t a = get(m, i->a), b = get(m, i->b);
    if (i->type.kind == TYPE_FLOAT) {
        m->regs[i->dst] = from_double(i->type, to_double(i->type, a) / to_double(i->type, b));
        return;
    }
    if (divides_by_zero(m, b))
        return;
    if (i->type.kind != TYPE_SIGNED)
        m->regs[i->dst] = a / b;
    else if ((int64_t)b == -1 && lacks_quotient(m, i, a))
        return;
    else if ((int64_t)b == -1) /* the least number has no positive counterpart */
        set_integer(m, i, 0 - a, (int64_t)a == least(i->type));
    else
        m->regs[i->dst] = (uint64_t)((int64_t)a / (int64_t)b);
}

void do_REM(Machine *m, const Instr *i)
{
    uint64_t a = get(m, i->a), b = get(m, i->b);
    if (i->type.kind == TYPE_FLOAT) {
        double x = to_double(i->type, a), y = to_double(i->type, b);
        m->regs[i->dst] = from_double(i->type, fmod(x, y));
        return;
    }
    if (divides_by_zero(m, b))
        return;
    if (i->type.kind != TYPE_SIGNED)
        m->regs[i->dst] = a % b;
    else if ((int64_t)b != -1 || !lacks_quotient(m, i, a))
        m->regs[i->dst] = (int64_t)b == -1 ? 0 : (uint64_t)((int64_t)a % (int64_t)b);
}

static void combine_addresses(Machine *m, const Instr *i, uint64_t result)
{
    uint64_t a = get(m, i->a), b = get(m, i->b);
    bool first = !is_plain(m, i->a), second = !is_plain(m, i->b);
    if (!first && !second)
        set_plain(m, i, result);
    else if (first && second && a == b)
        m->regs[i->dst] = result;
    else if (first && second)
        fail_address(m);
    else
        address_bits(m, i, first ? a : b, first ? b : a);
}

static inline void set_bits(Machine *m, const Instr *i, uint64_t result)
{
    if (i->type.kind == TYPE_PTR)
        combine_addresses(m, i, result);
    else
        m->regs[i->dst] = result;
}

void do_AND(Machine *m, const Instr *i)
{
    set_bits(m, i, get(m, i->a) & get(m, i->b));
}

void do_OR(Machine *m, const Instr *i)
{
    set_bits(m, i, get(m, i->a) | get(m, i->b));
}

void do_XOR(Machine *m, const Instr *i)
{
    set_bits(m, i, get(m, i->a) ^ get(m, i->b));
}

/* By how many bits to shift.  The amount has the type of what is shifted. */
static uint64_t shift_amount(Machine *m, const Instr *i)
{
    uint64_t amount = get(m, i->b);
    if (amount >= i->type.bits && i->flags & FLAG_CHECK) {
        int64_t number = (int64_t)value_fit((Type){TYPE_SIGNED, i->type.bits}, amount);
        if (number < 0)
            run_fail(m, ERR_SHIFT, "shift by %lld, which is negative", (long long)number);
        else
            run_fail(m, ERR_SHIFT, "shift by %llu of a number that has %u bits",
                     (unsigned long long)amount, i->type.bits);
    }
    return amount % i->type.bits;
}

void do_SHL(Machine *m, const Instr *i)
{
    m->regs[i->dst] = value_fit(i->type, get(m, i->a) << shift_amount(m, i));
}

void do_SHR(Machine *m, const Instr *i)
{
    uint64_t a = get(m, i->a), amount = shift_amount(m, i);
    m->regs[i->dst] = i->type.kind == TYPE_SIGNED ? (uint64_t)((int64_t)a >> amount) : a >> amount;
}

void do_NEG(Machine *m, const Instr *i)
{
    uint64_t a = get(m, i->a);
    if (i->type.kind == TYPE_FLOAT)
        m->regs[i->dst] = from_double(i->type, -to_double(i->type, a));
    else
        set_integer(m, i, 0 - a, i->type.kind == TYPE_SIGNED ? (int64_t)a == INT64_MIN : a != 0);
}

void do_NOT(Machine *m, const Instr *i)
{
    m->regs[i->dst] = value_fit(i->type, ~get(m, i->a));
}

/* -1, 0, 1; 2 where floats are unordered. */
static inline int compare(Type type, uint64_t a, uint64_t b)
{
    if (type.kind == TYPE_SIGNED)
        return ((int64_t)a > (int64_t)b) - ((int64_t)a < (int64_t)b);
    if (type.kind != TYPE_FLOAT)
        return (a > b) - (a < b);
    double x = to_double(type, a), y = to_double(type, b);
    return x < y ? -1 : x > y ? 1 : x == y ? 0 : 2;
}

/* Could they be the same address in a real run, though the objects are different ones?  What has
 * ended leaves its place to others, and behind the end of an object the next one may begin. */
static bool may_coincide(Machine *m, uint64_t a, uint64_t b)
{
    const Slot *slot = store_object(m, (uint32_t)(a >> 32));
    int32_t offset = (int32_t)(uint32_t)a, size = slot ? (int32_t)slot->size : 0;
    if (!slot)
        return false;
    return !slot->layout || offset < 0 || offset > size ||
           (size && offset == size && (int32_t)(uint32_t)b <= 0);
}

/* Objects of heddle never share an address. */
static void doubt_places(Machine *m, uint64_t a, uint64_t b)
{
    if (a >> 32 == b >> 32 || is_number(a) || is_number(b) || m->doubts.reason.text)
        return;
    if (m->watcher && m->watcher->compare)
        m->watcher->compare(m->watcher->self, (uint32_t)(a >> 32), (uint32_t)(b >> 32));
    if (may_coincide(m, a, b) || may_coincide(m, b, a))
        run_doubt(m, "the address of an object that has ended, or of what lies behind its end, is "
                     "compared with that of another object: they may be the same, and were taken "
                     "as different");
}

void do_EQ(Machine *m, const Instr *i)
{
    if (i->type.kind == TYPE_PTR)
        doubt_places(m, get(m, i->a), get(m, i->b));
    m->regs[i->dst] = compare(i->type, get(m, i->a), get(m, i->b)) == 0;
}

void do_NE(Machine *m, const Instr *i)
{
    if (i->type.kind == TYPE_PTR)
        doubt_places(m, get(m, i->a), get(m, i->b));
    m->regs[i->dst] = compare(i->type, get(m, i->a), get(m, i->b)) != 0;
}

/* Where a number lies that is compared with the address of an object: -1 before all of them, 1
 * behind all, 0 not known.  No object lies in the first or the last page of the memory. */
static int side_of(const Machine *m, uint64_t number)
{
    enum { PAGE = 4096 };
    bool end = m->program->pointer_bytes == 4 || number >> 32 == UINT32_MAX;
    if (number < PAGE)
        return -1;
    return end && (uint32_t)number > UINT32_MAX - PAGE;
}

/* What a pointer leads to, for people. */
static const char *pointed_name(Machine *m, uint64_t pointer)
{
    const Slot *slot = is_number(pointer) ? NULL : store_object(m, (uint32_t)(pointer >> 32));
    return slot && slot->layout ? describe_base(m, (uint32_t)(pointer >> 32))
                                : describe_value(m, TYPE_POINTER, 0, pointer);
}

/* -1, 0, 1.  False: the run has failed, or stopped to choose. */
static bool order_pointers(Machine *m, uint64_t a, uint64_t b, int *order)
{
    *order = (a > b) - (a < b);
    if (a >> 32 == b >> 32 && !is_number(a)) {
        *order = ((int32_t)a > (int32_t)b) - ((int32_t)a < (int32_t)b);
        return true;
    }
    if (is_number(a) && is_number(b))
        return true;
    if (!is_number(a) && !is_number(b))
        return address_order(m, a, b, order);
    *order = is_number(a) ? side_of(m, a) : -side_of(m, b);
    if (!*order)
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "an address is compared with a number (%s and %s), and which is less is not known: "
            "compare it with another address",
            pointed_name(m, a), pointed_name(m, b));
    return *order != 0;
}

void do_LT(Machine *m, const Instr *i)
{
    int order = i->type.kind == TYPE_PTR ? 0 : compare(i->type, get(m, i->a), get(m, i->b));
    if (i->type.kind != TYPE_PTR || order_pointers(m, get(m, i->a), get(m, i->b), &order))
        m->regs[i->dst] = order == -1;
}

void do_LE(Machine *m, const Instr *i)
{
    int order = i->type.kind == TYPE_PTR ? 0 : compare(i->type, get(m, i->a), get(m, i->b));
    if (i->type.kind != TYPE_PTR || order_pointers(m, get(m, i->a), get(m, i->b), &order))
        m->regs[i->dst] = order == -1 || order == 0;
}

/* What the processor makes of a float as a signed integer of 32 or 64 bits: of one that does not
 * fit the least of them. */
static uint64_t convert_double(double d, uint32_t bits)
{
    double end = bits == 32 ? 0x1p31 : 0x1p63;
    if (d > -end - 1 && d >= -0x1p63 && d < end)
        return (uint64_t)(int64_t)d;
    return bits == 32 ? (uint64_t)INT32_MIN : (uint64_t)INT64_MIN;
}

/* The integer nearest to zero from d; if there is none of the type false, and what an x86-64
 * computes. */
static bool truncate_double(Type type, double d, uint64_t *value)
{
    bool is_signed = type.kind == TYPE_SIGNED;
    double whole = trunc(d), end = ldexp(1, type.bits - (is_signed ? 1 : 0));
    bool fits = whole >= (is_signed ? -end : 0) && whole < end;
    if (!is_signed && type.bits > 32 && d >= 0x1p63)
        *value = convert_double(d - 0x1p63, 64) | (uint64_t)INT64_MIN;
    else
        *value =
            convert_double(d, is_signed ? (type.bits > 32 ? 64 : 32) : (type.bits > 16 ? 64 : 32));
    return fits;
}

/* A float as an integer. */
static void cast_double(Machine *m, const Instr *i, double d)
{
    uint64_t value;
    bool fits = truncate_double(i->type, d, &value);
    if (fits || !(i->flags & (FLAG_TRAP | FLAG_CHECK)))
        m->regs[i->dst] = value_fit(i->type, value);
    else if (i->flags & FLAG_CHECK)
        run_fail(m, ERR_CONVERSION, "%g does not fit the %s type of %u bits that it becomes", d,
                 i->type.kind == TYPE_SIGNED ? "signed" : "unsigned", i->type.bits);
    else
        run_fail(m, ERR_OVERFLOW,
                 "arithmetic overflow: the value %g does not fit its new type of %u bits", d,
                 i->type.bits);
}

/* From or to a float. */
static void cast_float(Machine *m, const Instr *i, uint64_t a)
{
    bool is_signed = i->from.kind == TYPE_SIGNED, single = i->type.bits == 32;
    if (i->type.kind != TYPE_FLOAT)
        cast_double(m, i, to_double(i->from, a));
    else if (i->from.kind == TYPE_FLOAT)
        m->regs[i->dst] = from_double(i->type, to_double(i->from, a));
    else { /* rounded once */
        double d = single      ? (double)(is_signed ? (float)(int64_t)a : (float)a)
                   : is_signed ? (double)(int64_t)a
                               : (double)a;
        m->regs[i->dst] = from_double(i->type, d);
    }
}

/* As much of an address as anybody looks at, as a number. */
static void cast_address(Machine *m, const Instr *i, uint64_t pointer)
{
    uint64_t number;
    bool integer = i->type.kind == TYPE_SIGNED || i->type.kind == TYPE_UNSIGNED;
    Demand asked = integer ? address_demand(m, m->pc - 1) : DEMAND_ALL;
    if (i->type.bits < 8 * m->program->pointer_bytes)
        asked = demand_of_low_bits(asked, i->type.bits);
    if (address_modulo(m, pointer, asked, true, &number))
        m->regs[i->dst] = value_fit(i->type, number);
}

/* From or to something else than an integer; `*done`: it is. */
static void cast_other(Machine *m, const Instr *i, uint64_t a, bool *done)
{
    *done = true;
    if (i->type.kind == TYPE_PTR)
        m->regs[i->dst] = raw_number_as_pointer(m, a);
    else if (i->from.kind == TYPE_PTR && a >> 32 && a >> 32 != UINT32_MAX)
        cast_address(m, i, a);
    else if (i->type.kind == TYPE_FLOAT || i->from.kind == TYPE_FLOAT)
        cast_float(m, i, a);
    else
        *done = false;
    if (i->from.kind == TYPE_TID && a == (uint64_t)m->sharing.self.ix + 1)
        rename_ask(m);
}

void do_CAST(Machine *m, const Instr *i)
{
    uint64_t a = get(m, i->a);
    bool from_signed = i->from.kind == TYPE_SIGNED, to_signed = i->type.kind == TYPE_SIGNED;
    bool integers = (from_signed || i->from.kind == TYPE_UNSIGNED) &&
                    (to_signed || i->type.kind == TYPE_UNSIGNED);
    bool done = false;
    if (!integers)
        cast_other(m, i, a, &done);
    if (done)
        return;
    uint64_t fit = value_fit(i->type, a);
    /* not a negative number, nor one beyond the signed ones */
    bool fits = from_signed == to_signed || !(a >> 63);
    if ((i->flags & FLAG_TRAP) && (!fits || fit != a))
        run_fail(m, ERR_OVERFLOW,
                 "arithmetic overflow: the value %lld does not fit its new type of %u bits",
                 (long long)a, i->type.bits);
    else
        m->regs[i->dst] = fit;
}

uint64_t address_move(uint64_t pointer, __int128 distance)
{
    __int128 offset = (int32_t)(uint32_t)pointer + distance;
    if (offset > INT32_MAX)
        offset = INT32_MAX;
    if (offset < INT32_MIN)
        offset = INT32_MIN;
    return pointer_make((uint32_t)(pointer >> 32), (int32_t)offset);
}

void do_INDEX(Machine *m, const Instr *i)
{
    uint64_t pointer = get(m, i->a), index = get(m, i->b);
    if (i->other && index >= i->other) {
        run_fail(m, ERR_OUT_OF_BOUNDS, "index %lld is outside of its array", (long long)index);
        return;
    }
    m->regs[i->dst] = address_move(pointer, (__int128)(int64_t)index * i->offset);
}

void do_FIELD(Machine *m, const Instr *i)
{
    m->regs[i->dst] = address_move(get(m, i->a), i->offset);
}

/* Two places must have no byte in common; if they are of the same size, they may be the same. */
void do_APART(Machine *m, const Instr *i)
{
    const List *l = &m->program->lists.at[i->list];
    uint64_t to = get(m, l->at[0]), from = get(m, l->at[1]);
    int64_t bytes = (int64_t)get(m, l->at[2]), read = bytes;
    int64_t distance = (int64_t)(int32_t)(uint32_t)to - (int32_t)(uint32_t)from;
    if (l->len > 3)
        read = (int64_t)get(m, l->at[3]);
    if (to >> 32 != from >> 32 || distance >= read || -distance >= bytes)
        return;
    if (l->len > 3 && bytes && read)
        run_fail(m, ERR_OVERLAP, "%lld bytes are written over those that are read",
                 (long long)bytes);
    else if (distance)
        run_fail(m, ERR_OVERLAP,
                 "%lld bytes are copied to a place that is %lld bytes %s: they overlap",
                 (long long)bytes, (long long)(distance < 0 ? -distance : distance),
                 distance < 0 ? "before" : "behind");
}

void do_FORGET(Machine *m, const Instr *i)
{
    const List *dsts = &m->program->lists.at[i->dsts];
    for (uint32_t k = 0; k < dsts->len; k++)
        m->regs[dsts->at[k]] = 0;
}

void do_DISTANCE(Machine *m, const Instr *i)
{
    uint64_t a = get(m, i->a), b = get(m, i->b);
    if (a >> 32 != b >> 32)
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "pointers into two objects are subtracted (%s and %s), and their distance is not "
                 "known: subtract only pointers into one array",
                 pointed_name(m, a), pointed_name(m, b));
    else
        m->regs[i->dst] = (uint64_t)((int64_t)(int32_t)(uint32_t)a - (int32_t)(uint32_t)b);
}
