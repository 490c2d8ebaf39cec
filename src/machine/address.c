/* address.c -- addresses as numbers.
 *
 * A pointer is an object and an offset.  Which number its address is, nobody knows before a run: the
 * allocator, the linker and the stack choose.  So the answers must be those for all numbers.  As much as a
 * program looks at is chosen when it first looks, and remembered with the object:
 *
 *   the address modulo N    flow/demand.h says how much an instruction asks for: of (a >> 4) % 8 the address
 *                           modulo 128.  Before, it is known modulo the alignment, where it is 0.  Who asks
 *                           for more makes N the least common multiple, with a choice between the
 *                           numbers that are left.
 *   its place in the order  of the objects whose addresses were compared by `<`: 1, 2, 3, ...  An object that
 *                           comes in takes any place between the others.
 *
 * Why that is all, and no more: modulo N and in the order objects are free of each other.  There are 2^47
 * addresses, N is less than 2^31, and gaps may be of any size: whatever was chosen, some layout has it.  The
 * two choices depend on no other thread: it is as if they had been made when the object began, and a run
 * had not looked yet.  So an action that looks commutes with all others, as one that reads a constant does.
 *
 * Both are kept in shadows behind those of the last word (raw.c), which no access reaches: a store that is
 * interned or renamed has them with the object, and objects that end take them along. */
#include "machine/internal.h"

enum {
    MOST_CHOSEN = 1 << 12, /* of one choice */
    MOST_ORDERED = 7,      /* objects, 5040 orders */
    HEAP_ALIGN = 16        /* of what has so many bytes; half of that for less */
};

/* ---- what is remembered ---- */

/* Two behind the last word. */
typedef enum Note { NOTE_MODULO, NOTE_PLACE } Note;

/* NULL, and the run has failed, if the address cannot be chosen. */
static const Slot *placed_object(Machine *m, uint64_t pointer)
{
    uint32_t object = (uint32_t)(pointer >> 32);
    const Slot *slot = object < PROC_OBJECT ? store_object(m, object) : NULL;
    const char *why = NULL;
    bool small = object < m->facts.is_small.len && m->facts.is_small.at[object];
    if (object >= PROC_OBJECT)
        why = "it is that of a function";
    else if (!slot || !slot->layout)
        why = "its object has ended";
    else if (!slot->raw || small)
        why = "heddle keeps no address for such an object";
    else if (m->program->layouts.at[slot->layout].align == ALIGN_APART)
        why = "it is that of a thread-local variable";
    else if (m->ask || vec_last(&m->frames).flags & FRAME_GUARD)
        why = "a predicate asks for it";
    if (why)
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "an address is used as a number, and is different in each run; %s, so heddle does not "
            "try them all: give the object a number of its own, and use that",
            why);
    return why ? NULL : slot;
}

/* What is known of every address of such an object. */
static uint32_t alignment(const Machine *m, const Slot *slot, uint32_t object)
{
    uint32_t align = m->program->layouts.at[slot->layout].align;
    uint32_t heap = m->program->pointer_bytes == 8 ? HEAP_ALIGN : HEAP_ALIGN / 2;
    if (align || object < m->program->globals.len)
        return align ? align : 1;
    return slot->size >= heap ? heap : heap / 2;
}

/* ---- modulo ---- */

/* One of so many; UINT32_MAX: the step stopped here, or has failed.  `stops`: nothing was done yet. */
static uint32_t choose(Machine *m, uint64_t count, bool stops)
{
    if (count > MOST_CHOSEN) {
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "an address is used as a number, and is different in each run: so much of it is looked "
            "at (by a hash, a product, a division, a store or a comparison with a number) that "
            "heddle does not try all: give the object a number of its own, and use that, or look "
            "at a few bits");
        return UINT32_MAX;
    }
    return count == 1 ? 0 : stops ? run_choose(m, count) : run_choose_here(m, (uint32_t)count);
}

static void describe_choice(Machine *m, uint32_t object, uint32_t modulus, uint32_t value)
{
    if (m->options.record)
        describe_text(m, arena_print(&m->arena, "the address of %s is %u modulo %u",
                                     describe_base(m, object), value, modulus));
}

/* The address of the beginning of the object, modulo `*modulus`, which becomes a multiple of what was asked. */
static bool place_object(Machine *m, uint32_t object, Demand asked, bool stops, uint32_t *modulus,
                         uint32_t *value)
{
    const Slot *slot = &m->store.slots.at[object];
    uint32_t note = raw_note(m, slot, NOTE_MODULO);
    *modulus = alignment(m, slot, object);
    *value = 0;
    if (note)
        raw_pair(m, note, modulus, value);
    Demand both = demand_join(*modulus, asked);
    uint64_t count = both == DEMAND_ALL ? UINT64_MAX : both / *modulus;
    if (count == 1)
        return true;
    uint32_t taken = choose(m, count, stops);
    if (taken == UINT32_MAX)
        return false;
    *value += taken * *modulus;
    *modulus = both;
    raw_set_note(m, object, NOTE_MODULO, raw_of_pair(m, *modulus, *value));
    describe_choice(m, object, *modulus, *value);
    return true;
}

bool address_modulo(Machine *m, uint64_t pointer, Demand asked, bool stops, uint64_t *number)
{
    uint32_t modulus, value;
    *number = 0;
    if (asked == DEMAND_NONE)
        return true;
    if (!placed_object(m, pointer) ||
        !place_object(m, (uint32_t)(pointer >> 32), asked, stops, &modulus, &value))
        return false;
    int64_t sum = ((int64_t)value + (int32_t)(uint32_t)pointer) % (int64_t)modulus;
    *number = (uint64_t)(sum < 0 ? sum + modulus : sum);
    return true;
}

/* ---- bits ---- */

/* The low bits of an address, as many as the mask has. */
static bool low_bits(Machine *m, uint64_t pointer, uint64_t mask, uint64_t *bits)
{
    uint32_t len = mask ? 64 - (uint32_t)__builtin_clzll(mask) : 0;
    if (!address_modulo(m, pointer, len < 32 ? (Demand)1 << len : DEMAND_ALL, true, bits))
        return false;
    *bits &= mask;
    return true;
}

/* A mask for an address, as a signed number: bits that no address has do not count. */
static int64_t mask_of_address(const Machine *m, uint64_t mask)
{
    enum { UNUSED_BITS = 17 }; /* addresses have 47 bits */
    if (m->program->pointer_bytes == 4)
        return (int32_t)(uint32_t)mask;
    return (int64_t)(mask << UNUSED_BITS) >> UNUSED_BITS;
}

static void fail_bits(Machine *m)
{
    run_fail(
        m, ERR_INTERNAL_LIMIT,
        "an address is used as a number, and is different in each run; it is combined with another "
        "one, or with a number of more than 32 bits: give the object a number of its own, and use "
        "that");
}

void address_bits(Machine *m, const Instr *i, uint64_t pointer, uint64_t number)
{
    int64_t mask = i->op == OP_AND ? mask_of_address(m, number) : (int64_t)number;
    bool clears = i->op == OP_AND && mask < 0;
    uint64_t bits, looked = clears ? (uint64_t)~mask : (uint64_t)mask;
    if (looked >> 31) {
        fail_bits(m);
        return;
    }
    if (!low_bits(m, pointer, looked, &bits))
        return;
    if (i->op == OP_AND && !clears)
        m->regs[i->dst] = bits;
    else if (i->op == OP_AND)
        m->regs[i->dst] = address_move(pointer, -(__int128)bits);
    else if (i->op == OP_OR)
        m->regs[i->dst] = address_move(pointer, (__int128)(looked - bits));
    else
        m->regs[i->dst] = address_move(pointer, (__int128)looked - 2 * (__int128)bits);
}

/* ---- order ---- */

static uint32_t place_of(Machine *m, uint32_t object)
{
    return raw_note(m, store_object(m, object), NOTE_PLACE) & UINT8_MAX;
}

static void set_place(Machine *m, uint32_t object, uint32_t place)
{
    raw_set_note(m, object, NOTE_PLACE, raw_plain_note(place));
}

static bool is_placed(Machine *m, uint32_t object)
{
    const Slot *slot = store_object(m, object);
    bool small = object < m->facts.is_small.len && m->facts.is_small.at[object];
    return slot && slot->layout && slot->raw && !small && place_of(m, object);
}

/* The object takes one of the places between those that have one. */
static bool enter_order(Machine *m, uint32_t object)
{
    uint32_t most = 0, taken;
    m->recall.spoiled = true; /* it depends on all objects that there are */
    for (uint32_t k = 1; k < m->store.slots.len; k++)
        if (is_placed(m, k) && place_of(m, k) > most)
            most = place_of(m, k);
    if (most >= MOST_ORDERED) {
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "the addresses of more than %d objects are compared, and heddle does not try all of "
            "their orders: compare indices, or numbers that the objects have",
            MOST_ORDERED);
        return false;
    }
    taken = most ? run_choose(m, most + 1) : 0;
    if (taken == UINT32_MAX)
        return false;
    for (uint32_t k = 1; k < m->store.slots.len; k++)
        if (is_placed(m, k) && place_of(m, k) > taken)
            set_place(m, k, place_of(m, k) + 1);
    set_place(m, object, taken + 1);
    return true;
}

/* Where an object has ended the places behind it move up. */
void address_leave(Machine *m, uint32_t object)
{
    if (!is_placed(m, object))
        return;
    uint32_t place = place_of(m, object);
    m->recall.spoiled = true;
    for (uint32_t k = 1; k < m->store.slots.len; k++)
        if (is_placed(m, k) && place_of(m, k) > place)
            set_place(m, k, place_of(m, k) - 1);
}

/* At an end of an object another one may begin. */
static bool is_inside(const Slot *slot, uint64_t pointer)
{
    return (int32_t)(uint32_t)pointer >= 0 && (uint32_t)pointer < slot->size;
}

bool address_order(Machine *m, uint64_t a, uint64_t b, int *order)
{
    uint32_t x = (uint32_t)(a >> 32), y = (uint32_t)(b >> 32);
    const Slot *first = placed_object(m, a), *second = first ? placed_object(m, b) : NULL;
    if (!first || !second)
        return false;
    if (m->options.anonymous || m->options.footprints || m->options.share) {
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "the addresses of two objects are compared, and this engine does not see all objects "
            "that have an order: --engine=explore does");
        return false;
    }
    if (!is_inside(first, a) || !is_inside(second, b)) {
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "the addresses of two objects are compared, one of which lies outside of its object: "
            "which is less is not known; compare indices");
        return false;
    }
    if ((!is_placed(m, x) && !enter_order(m, x)) || (!is_placed(m, y) && !enter_order(m, y)))
        return false;
    *order = place_of(m, x) < place_of(m, y) ? -1 : 1;
    return true;
}

Demand address_demand(Machine *m, uint32_t pc)
{
    if (!m->facts.demands.len)
        flow_demand(m->program, &m->facts.demands);
    return m->facts.demands.at[pc];
}

bool address_may_choose(const Program *program, const Instr *i)
{
    bool number = i->type.kind == TYPE_SIGNED || i->type.kind == TYPE_UNSIGNED;
    if (!program_is_raw(program))
        return false;
    if (i->op == OP_CAST)
        return i->from.kind == TYPE_PTR && number;
    return i->type.kind == TYPE_PTR && (i->op == OP_AND || i->op == OP_OR || i->op == OP_XOR ||
                                        i->op == OP_LT || i->op == OP_LE);
}
