/* raw.c -- memory as C has it: bytes that may hold anything anywhere.
 *
 * Beside its bytes a raw object has shadows, one for each word of the size of a pointer:
 *
 *   0                            plain bytes
 *   the number of an object      the word is a pointer into it; the bytes are the offset
 *   UNWRITTEN | mask             these bytes of it were never written; they are zero
 *   ... | REMAINS                ... were those of a pointer, and nobody knows them any more
 *   IN_PART + number             these bits of it were never written, and are zero:
 * Tables.bit_masks
 *
 * Behind those of the words are two for the object itself, see address.c.
 * Shadows that are zero at the end are not stored, so an object without pointers costs nothing. A
 * pointer keeps its object as long as it is moved as a whole word; looking at its bytes as a number
 * is a limit of heddle, and not wrong. */
#include "machine/internal.h"

static const uint32_t unwritten_mark = 0x80000000u, in_part = 0xc0000000u;
/* With the first of these: the bytes were a part of a pointer the rest of which was overwritten. */
static const uint32_t remains_mark = 0x100u;

static inline bool is_unwritten(uint32_t shadow)
{
    return shadow >= unwritten_mark && shadow < PROC_OBJECT;
}

/* Eight bits for each of a mask of bytes. */
static uint64_t bits_of_bytes(uint32_t bytes)
{
    uint64_t bits = 0;
    for (uint32_t k = 0; k < 8; k++)
        bits |= bytes >> k & 1 ? (uint64_t)0xff << 8 * k : 0;
    return bits;
}

/* The bits of a word that were never written. */
static uint64_t bits_of(const Machine *m, uint32_t shadow)
{
    if (shadow >= in_part)
        return (uint64_t)pairs_left(&m->tables.bit_masks, shadow - in_part) << 32 |
               pairs_right(&m->tables.bit_masks, shadow - in_part);
    return bits_of_bytes(shadow & 0xff);
}

static uint32_t shadow_of(Machine *m, uint64_t bits)
{
    uint32_t bytes = 0;
    bool is_new;
    for (uint32_t k = 0; k < 8; k++)
        bytes |= (uint32_t)((bits >> 8 * k & 0xff) != 0) << k;
    if (bits == bits_of_bytes(bytes))
        return bits ? unwritten_mark | bytes : 0;
    return in_part +
           pairs_add(&m->tables.bit_masks, (uint32_t)(bits >> 32), (uint32_t)bits, &is_new);
}

uint32_t raw_of_pair(Machine *m, uint32_t left, uint32_t right)
{
    bool is_new;
    return in_part + pairs_add(&m->tables.bit_masks, left, right, &is_new);
}

void raw_pair(const Machine *m, uint32_t note, uint32_t *left, uint32_t *right)
{
    hard_assert(note >= in_part && is_unwritten(note));
    *left = pairs_left(&m->tables.bit_masks, note - in_part);
    *right = pairs_right(&m->tables.bit_masks, note - in_part);
}

uint32_t raw_plain_note(uint32_t number)
{
    return unwritten_mark | number;
}

uint32_t raw_note(const Machine *m, const Slot *slot, uint32_t note)
{
    uint32_t at = raw_shadow_count(m, slot->size) + note;
    return at < slot->shadows ? slot->shadow[at] : 0;
}

void raw_set_note(Machine *m, uint32_t object, uint32_t note, uint32_t value)
{
    store_write(m, object);
    Slot *slot = &m->store.slots.at[object];
    uint32_t at = raw_shadow_count(m, slot->size) + note;
    hard_assert(at < slot->shadows);
    slot->shadow[at] = value;
}

static inline bool is_pointer(uint32_t shadow)
{
    return shadow && !is_unwritten(shadow);
}

static inline uint32_t shadow_at(const Slot *slot, uint32_t word)
{
    return word < slot->shadows ? slot->shadow[word] : 0;
}

/* A pointer that is copied byte by byte: the upper half of its word, which has nothing else to say, tells
 * which bytes are there.  What was in the others before is lost, and nobody may read it. */
static const uint32_t part_mark = 0x80000000u;

static uint32_t upper_half(const Machine *m, const Slot *slot, uint32_t word)
{
    uint32_t half = 0, width = m->program->pointer_bytes;
    if (width == sizeof(uint64_t))
        memcpy(&half, slot->bytes + word * width + sizeof half, sizeof half);
    return half;
}

static bool is_whole(const Machine *m, const Slot *slot, uint32_t word)
{
    return !(upper_half(m, slot, word) & part_mark);
}

/* The bytes of word number `word` that lie in [offset, offset + bytes), as a mask. */
static inline uint32_t covered(uint32_t width, uint32_t word, uint32_t offset, uint32_t bytes)
{
    uint32_t begin = word * width, from = offset > begin ? offset - begin : 0;
    uint32_t end = offset + bytes - begin < width ? offset + bytes - begin : width;
    return ((1u << (end - from)) - 1) << from;
}

uint32_t raw_cell_bytes(const Machine *m, Type type)
{
    return type.kind == TYPE_PTR ? m->program->pointer_bytes : type_bytes(type);
}

uint32_t raw_shadow_count(const Machine *m, uint32_t size)
{
    return (size + m->program->pointer_bytes - 1) / m->program->pointer_bytes;
}

void raw_set_unwritten(Machine *m, Slot *slot)
{
    uint32_t width = m->program->pointer_bytes;
    for (uint32_t word = 0; word < raw_shadow_count(m, slot->size); word++)
        slot->shadow[word] = unwritten_mark | covered(width, word, 0, slot->size);
}

uint64_t raw_number_as_pointer(Machine *m, uint64_t number)
{
    if (m->program->pointer_bytes == 4)
        return (uint32_t)number;
    uint32_t high = (uint32_t)(number >> 32);
    const uint64_t address = ((uint64_t)1 << 48) - 1;
    if (number && !(number & address))
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "a pointer gets a tag in its 16 upper bits, and heddle follows tags in the lower "
                 "ones alone: put the tag there, or beside the pointer in a struct of 16 bytes");
    else if (number == address || number == address >> 1)
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "a tag is taken out of the 16 upper bits of a pointer, and heddle follows tags in the "
            "lower ones alone: put it there, or beside the pointer in a struct of 16 bytes");
    else if (high && high != UINT32_MAX)
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "the number %llu is used as a pointer, and heddle has no memory at fixed addresses: "
            "use the address of a variable instead",
            (unsigned long long)number);
    return number;
}

/* The bits of a number of at most eight bytes that were never written. */
static uint64_t unwritten_bits(const Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes)
{
    uint32_t width = m->program->pointer_bytes;
    uint64_t bits = 0;
    for (uint32_t k = 0; k < bytes; k++) {
        uint32_t at = offset + k, shadow = shadow_at(slot, at / width);
        if (is_unwritten(shadow))
            bits |= (bits_of(m, shadow) >> 8 * (at % width) & 0xff) << 8 * k;
    }
    return bits;
}

/* Bits that were never written are on their way to a register; an error if they are all. */
static bool may_load(Machine *m, const Instr *i, uint64_t bits, uint32_t bytes)
{
    if (bits && i->flags & FLAG_CHECK && bits == bits_of_bytes((1u << bytes) - 1)) {
        run_fail(m, ERR_UNINITIALISED, "this memory is read, and was never written");
        return false;
    }
    return true;
}

/* Is there a pointer among these bytes? */
static bool meets_pointer(const Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes)
{
    uint32_t width = m->program->pointer_bytes;
    for (uint32_t word = offset / width; word * width < offset + bytes; word++)
        if (is_pointer(shadow_at(slot, word)))
            return true;
    return false;
}

/* As much of the bytes of a pointer as anybody looks at.  No address has more than 48 bits. */
static bool read_address(Machine *m, const Instr *i, const Slot *slot, uint32_t offset, Type type,
                         uint64_t *value)
{
    uint32_t width = m->program->pointer_bytes, first = offset % width, bytes = type_bytes(type);
    uint64_t pointer, number;
    bool integer = type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED;
    if (!integer || first + bytes > width || i->op != OP_LOAD ||
        !raw_peek_pointer(m, slot, offset - first, &pointer) ||
        !is_whole(m, slot, (offset - first) / width)) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "the bytes of a pointer are used as a number, and addresses are different in "
                 "each run: give the object a number of its own, and use that");
        return false;
    }
    Demand asked = address_demand(m, (uint32_t)(i - m->program->code.at));
    if (first || bytes < width)
        asked = demand_of_low_bits(asked, 8 * bytes);
    bool fits = asked != DEMAND_ALL && (uint64_t)asked << 8 * first <= UINT32_MAX / 2 + 1;
    *value = 0;
    if (8 * first >= 48)
        return true;
    if (!address_modulo(m, pointer, fits ? asked << 8 * first : DEMAND_ALL, false, &number))
        return false;
    *value = value_fit(type, number >> 8 * first);
    return true;
}

/* False, and the run has failed, if the bytes cannot be read as this type. */
static bool may_read(Machine *m, const Instr *i, const Slot *slot, uint32_t offset, uint32_t bytes,
                     uint64_t *bits)
{
    uint32_t width = m->program->pointer_bytes;
    bool unwritten = false, remains = false;
    for (uint32_t word = offset / width; word * width < offset + bytes; word++) {
        uint32_t shadow = shadow_at(slot, word);
        unwritten |= shadow != 0;
        remains |= is_unwritten(shadow) && shadow < in_part && shadow & remains_mark &&
                   shadow & covered(width, word, offset, bytes);
    }
    *bits = unwritten ? unwritten_bits(m, slot, offset, bytes) : 0;
    if (remains) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "a pointer is read of which some bytes were overwritten, and addresses are "
                 "different in "
                 "each run: write all of it");
        return false;
    }
    return may_load(m, i, *bits, bytes);
}

bool raw_load(Machine *m, const Instr *i, const Slot *slot, uint32_t offset, Type type, Word *word)
{
    uint32_t bytes = raw_cell_bytes(m, type);
    uint64_t value = 0;
    hard_assert(offset + (uint64_t)bytes <= slot->size);
    word->unwritten = 0;
    if (m->sharing.on && type.kind != TYPE_TID)
        rename_note_read(m, slot, offset, bytes);
    memcpy(&value, slot->bytes + offset, bytes);
    if (i->op == OP_LOAD && i->flags & FLAG_PEEK) {
        bool own = raw_peek_pointer(m, slot, offset, &word->value) &&
                   is_whole(m, slot, offset / bytes) &&
                   store_object(m, (uint32_t)(word->value >> 32)) == slot;
        word->value = own ? word->value : 0;
        return true;
    }
    bool address = slot->shadows && meets_pointer(m, slot, offset, bytes);
    if (address && type.kind != TYPE_PTR)
        return read_address(m, i, slot, offset, type, &word->value);
    if (type.kind == TYPE_PTR) {
        uint32_t shadow = offset % bytes ? 0 : shadow_at(slot, offset / bytes);
        if (address && (!is_pointer(shadow) || !is_whole(m, slot, offset / bytes))) {
            run_fail(
                m, ERR_INTERNAL_LIMIT,
                "a part of a pointer is read, of which heddle keeps none: copy all of its bytes");
            return false;
        }
        if (is_pointer(shadow)) {
            word->value = (uint64_t)shadow << 32 | (uint32_t)value;
            return true;
        }
        word->value = raw_number_as_pointer(m, value);
    } else {
        word->value = type.kind == TYPE_SIGNED || type.bits % 8 ? value_fit(type, value) : value;
    }
    return m->status == RUNNING &&
           (!slot->shadows || may_read(m, i, slot, offset, bytes, &word->unwritten));
}

/* The pointer that is there, if there is one. */
bool raw_peek_pointer(const Machine *m, const Slot *slot, uint32_t offset, uint64_t *value)
{
    uint32_t width = m->program->pointer_bytes, low;
    uint32_t shadow = offset % width ? 0 : shadow_at(slot, offset / width);
    memcpy(&low, slot->bytes + offset, sizeof low);
    *value = (uint64_t)shadow << 32 | low;
    return is_pointer(shadow);
}

bool raw_is_unwritten(const Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes)
{
    uint32_t width = m->program->pointer_bytes;
    for (uint32_t word = offset / width; word * width < offset + bytes; word++) {
        uint32_t shadow = shadow_at(slot, word);
        uint32_t mask = covered(width, word, offset, bytes);
        if (is_unwritten(shadow) && (bits_of(m, shadow) & bits_of_bytes(mask)))
            return true;
    }
    return false;
}

bool raw_holds_pointer(const Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes)
{
    uint32_t width = m->program->pointer_bytes;
    for (uint32_t word = offset / width; word * width < offset + bytes; word++)
        if (is_pointer(shadow_at(slot, word)))
            return true;
    return false;
}

bool raw_bits_unwritten(const Machine *m, const Slot *slot, uint64_t bit, uint32_t bits)
{
    uint32_t width = m->program->pointer_bytes;
    for (uint64_t end = bit + bits; bit < end; bit = bit / 8 * 8 + 8) {
        uint32_t at = (uint32_t)(bit / 8), shadow = shadow_at(slot, at / width);
        uint32_t mask = 0xffu << bit % 8 & (end - bit / 8 * 8 < 8 ? (1u << end % 8) - 1 : 0xff);
        if (is_unwritten(shadow) && (bits_of(m, shadow) >> 8 * (at % width) & mask))
            return true;
    }
    return false;
}

/* The bytes of a word that stay when others are written over. */
static void overwrite(Machine *m, Slot *slot, uint32_t word, uint32_t mask)
{
    hard_assert(slot->dirty && word < slot->shadows);
    uint32_t width = m->program->pointer_bytes, whole = (1u << width) - 1;
    uint32_t *shadow = &slot->shadow[word];
    if (!*shadow)
        return;
    if (is_pointer(*shadow)) { /* what is left of a pointer is not known */
        *shadow = unwritten_mark | remains_mark | whole;
        m->result.pointers_changed = true;
        for (uint32_t k = 0; k < width && word * width + k < slot->size; k++)
            slot->bytes[word * width + k] = 0;
    }
    if (*shadow >= in_part)
        *shadow = shadow_of(m, bits_of(m, *shadow) & ~bits_of_bytes(mask));
    else
        *shadow &= ~mask;
    if ((*shadow & ~remains_mark) == unwritten_mark)
        *shadow = 0;
}

/* These bits of a byte that was just written were not; where there is no place to note it, only
 * padding may be so. */
static void put_mask(Machine *m, Slot *slot, uint32_t offset, uint8_t mask)
{
    uint32_t width = m->program->pointer_bytes, word = offset / width;
    if (!mask)
        return;
    if (word < slot->shadows)
        slot->shadow[word] =
            shadow_of(m, bits_of(m, slot->shadow[word]) | (uint64_t)mask << 8 * (offset % width));
    else if (raw_region(m, slot->layout, offset))
        mask_doubt(m);
}

/* The same for what an instruction stores. */
static void put_masks(Machine *m, uint32_t object, uint32_t offset, uint32_t bytes, uint64_t mask)
{
    for (uint32_t k = 0; mask && k < bytes; k++)
        put_mask(m, &m->store.slots.at[object], offset + k, (uint8_t)(mask >> 8 * k));
}

static void overwrite_all(Machine *m, Slot *slot, uint32_t offset, uint32_t bytes)
{
    uint32_t width = m->program->pointer_bytes;
    for (uint32_t word = offset / width; word * width < offset + bytes; word++)
        if (word < slot->shadows)
            overwrite(m, slot, word, covered(width, word, offset, bytes));
}

static bool stays_as_it_is(const Slot *slot, uint32_t offset, uint32_t bytes, uint64_t value,
                           uint32_t shadow)
{
    return memcmp(slot->bytes + offset, &value, bytes) == 0 && offset % bytes == 0 &&
           shadow_at(slot, offset / bytes) == shadow;
}

static bool store_pointer(Machine *m, uint32_t object, uint32_t offset, Word stored)
{
    uint64_t value = stored.value;
    uint32_t width = m->program->pointer_bytes, target = (uint32_t)(value >> 32);
    bool number = target == 0 || target == UINT32_MAX;
    Slot *slot = store_object(m, object);
    uint64_t word = number ? value : (uint32_t)value;
    if (!stored.unwritten && stays_as_it_is(slot, offset, width, word, number ? 0 : target))
        return true;
    if (!number && (offset % width || !slot->raw)) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "a pointer is stored where heddle cannot keep one: in memory that was "
                 "declared for something else, or not aligned (a packed struct); align it");
        return false;
    }
    memcpy(store_write(m, object) + offset, &word, width);
    slot = &m->store.slots.at[object];
    overwrite_all(m, slot, offset, width);
    memcpy(slot->bytes + offset, &word, width);
    hard_assert(number || offset / width < slot->shadows);
    if (!number)
        slot->shadow[offset / width] = target;
    put_masks(m, object, offset, width, stored.unwritten);
    m->result.pointers_changed = true;
    return true;
}

bool raw_store(Machine *m, uint32_t object, uint32_t offset, Type type, Word word)
{
    if (type.kind == TYPE_PTR)
        return store_pointer(m, object, offset, word);
    uint32_t bytes = type_bytes(type), width = m->program->pointer_bytes;
    Slot *slot = store_object(m, object);
    bool plain = !slot->shadows || (shadow_at(slot, offset / width) == 0 &&
                                    shadow_at(slot, (offset + bytes / 2) / width) == 0 &&
                                    shadow_at(slot, (offset + bytes - 1) / width) == 0);
    if (plain && !word.unwritten && memcmp(slot->bytes + offset, &word.value, bytes) == 0)
        return true;
    store_write(m, object);
    slot = &m->store.slots.at[object];
    if (!plain)
        overwrite_all(m, slot, offset, bytes);
    memcpy(slot->bytes + offset, &word.value, bytes);
    put_masks(m, object, offset, bytes, word.unwritten);
    return true;
}

/* ---- many bytes at once ---- */

/* A byte on its way: its contents and, of a pointer, the object and which byte of it. */
typedef struct Byte {
    uint32_t shadow;
    uint32_t offset; /* of a pointer */
    uint8_t value, which;
    uint8_t mask; /* the bits that were never written */
    bool lost;    /* it is not among the bytes of a pointer that are there */
} Byte;

static Byte byte_at(const Machine *m, const Slot *slot, uint32_t offset)
{
    uint32_t width = m->program->pointer_bytes, which = offset % width;
    uint32_t shadow = shadow_at(slot, offset / width);
    uint64_t bits = is_unwritten(shadow) ? bits_of(m, shadow) >> 8 * which : 0;
    Byte byte = {.shadow = is_unwritten(shadow) ? 0 : shadow,
                 .value = slot->bytes[offset],
                 .which = (uint8_t)which,
                 .mask = (uint8_t)bits};
    if (is_pointer(byte.shadow)) {
        uint32_t half = upper_half(m, slot, offset / width);
        memcpy(&byte.offset, slot->bytes + (offset - which), sizeof byte.offset);
        byte.lost = half & part_mark && !(half >> which & 1);
    }
    return byte;
}

/* Is a whole pointer on its way to this aligned word? */
static bool whole_pointer(const Byte *bytes, uint32_t width)
{
    for (uint32_t k = 0; k < width; k++)
        if (bytes[k].shadow != bytes[0].shadow || bytes[k].offset != bytes[0].offset ||
            bytes[k].which != k || bytes[k].lost)
            return false;
    return is_pointer(bytes[0].shadow);
}

/* A byte of a pointer comes to its place in a word; with the last one the pointer is there. */
static bool put_part(Machine *m, Slot *slot, uint32_t offset, Byte byte)
{
    uint32_t width = m->program->pointer_bytes, word = offset / width, all = (1u << width) - 1;
    if (byte.lost || byte.which != offset % width || width != sizeof(uint64_t) || !slot->raw ||
        (word + 1) * width > slot->size) {
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "a part of a pointer is copied to where heddle keeps none: copy all of its bytes, in "
            "their order, to a place for a pointer");
        return false;
    }
    uint32_t half = upper_half(m, slot, word), there = 0, low;
    memcpy(&low, slot->bytes + word * width, sizeof low);
    if (slot->shadow[word] == byte.shadow && low == byte.offset)
        there = half & part_mark ? half & all : all;
    there |= 1u << byte.which;
    half = there == all ? 0 : part_mark | there;
    slot->shadow[word] = byte.shadow;
    memcpy(slot->bytes + word * width, &byte.offset, sizeof byte.offset);
    memcpy(slot->bytes + word * width + sizeof half, &half, sizeof half);
    return true;
}

static bool put_byte(Machine *m, Slot *slot, uint32_t offset, Byte byte)
{
    uint32_t width = m->program->pointer_bytes, word = offset / width, bit = 1u << offset % width;
    if (is_pointer(byte.shadow))
        return put_part(m, slot, offset, byte);
    if (word < slot->shadows)
        overwrite(m, slot, word, bit);
    slot->bytes[offset] = byte.value;
    put_mask(m, slot, offset, byte.mask);
    return true;
}

static bool put_bytes(Machine *m, uint32_t object, uint32_t offset, const Byte *bytes, uint32_t n)
{
    uint32_t width = m->program->pointer_bytes;
    store_write(m, object);
    Slot *slot = &m->store.slots.at[object];
    for (uint32_t k = 0; k < n;) {
        uint32_t at = offset + k;
        if (at % width || n - k < width || !whole_pointer(bytes + k, width)) {
            if (!put_byte(m, slot, at, bytes[k]))
                return false;
            k++;
            continue;
        }
        if (!slot->raw) {
            run_fail(m, ERR_INTERNAL_LIMIT,
                     "a pointer is stored where heddle cannot keep one: in memory that was "
                     "declared for something else, or not aligned (a packed struct); align it");
            return false;
        }
        for (uint32_t b = 0; b < width; b++)
            slot->bytes[at + b] = bytes[k + b].value;
        slot->shadow[at / width] = bytes[k].shadow;
        k += width;
    }
    m->result.pointers_changed = true;
    return true;
}

/* Are these bytes numbers, and all written? */
static bool are_plain(const Machine *m, const Slot *slot, uint32_t offset, uint32_t n)
{
    uint32_t width = m->program->pointer_bytes;
    for (uint32_t word = offset / width; word < slot->shadows && word * width < offset + n; word++)
        if (slot->shadow[word])
            return false;
    return true;
}

bool raw_copy(Machine *m, uint64_t to, uint64_t from, uint32_t n)
{
    uint32_t object = (uint32_t)(to >> 32);
    const Slot *source = store_object(m, (uint32_t)(from >> 32));
    if (m->sharing.on)
        rename_note_read(m, source, (uint32_t)from, n);
    if (m->symmetry.follows)
        names_note_copy(m, to, from, n);
    if (are_plain(m, source, (uint32_t)from, n)) {
        store_write(m, object);
        Slot *slot = &m->store.slots.at[object];
        overwrite_all(m, slot, (uint32_t)to, n);
        source = store_object(m, (uint32_t)(from >> 32));
        memmove(slot->bytes + (uint32_t)to, source->bytes + (uint32_t)from, n);
        return true;
    }
    Byte *bytes = arena_alloc(&m->store.step, n * sizeof *bytes + 1);
    for (uint32_t k = 0; k < n; k++)
        bytes[k] = byte_at(m, source, (uint32_t)from + k);
    if (!put_bytes(m, object, (uint32_t)to, bytes, n))
        return false;
    for (uint32_t k = 0; k < n; k++)
        if (is_pointer(bytes[k].shadow) && (!k || !bytes[k].which))
            object_publish(m, object, pointer_make(bytes[k].shadow, 0));
    return true;
}

/* Are all of them bytes of one pointer, one behind the other? */
static bool is_piece(const Byte *bytes, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        if (bytes[k].shadow != bytes[0].shadow || bytes[k].offset != bytes[0].offset ||
            bytes[k].which != bytes[0].which + k || bytes[k].lost)
            return false;
    return is_pointer(bytes[0].shadow);
}

/* Of a part of a pointer the word is its offset and, above, which byte is the first. */
bool raw_take(Machine *m, uint64_t from, uint32_t n, Raw *raw)
{
    const Slot *source = store_object(m, (uint32_t)(from >> 32));
    Byte bytes[sizeof raw->word] = {{0}};
    *raw = (Raw){.bytes = n};
    if (m->sharing.on)
        rename_note_read(m, source, (uint32_t)from, n);
    if (m->symmetry.follows)
        names_note_read(m, source, (uint32_t)from, n);
    for (uint32_t k = 0; k < n; k++)
        bytes[k] = byte_at(m, source, (uint32_t)from + k);
    if (is_piece(bytes, n) && (!m->model || n == m->program->pointer_bytes)) {
        raw->shadow = bytes[0].shadow;
        raw->word = (uint64_t)bytes[0].which << 32 | bytes[0].offset;
        return true;
    }
    memcpy(&raw->word, source->bytes + (uint32_t)from, n);
    uint64_t bits = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (is_pointer(bytes[k].shadow)) {
            run_fail(m, ERR_INTERNAL_LIMIT,
                     "a part of a pointer is copied, of which heddle keeps "
                     "none: copy all of its bytes at once");
            return false;
        }
        bits |= (uint64_t)bytes[k].mask << 8 * k;
    }
    raw->shadow = shadow_of(m, bits);
    return true;
}

bool raw_put(Machine *m, uint64_t to, const Raw *raw)
{
    Byte bytes[sizeof raw->word];
    if (m->symmetry.follows)
        names_note_fill(m, store_object(m, (uint32_t)(to >> 32)), (uint32_t)to, raw->bytes,
                        raw->word);
    bool pointer = is_pointer(raw->shadow);
    uint64_t bits = pointer ? 0 : bits_of(m, raw->shadow);
    for (uint32_t k = 0; k < raw->bytes; k++)
        bytes[k] = (Byte){.shadow = pointer ? raw->shadow : 0,
                          .offset = pointer ? (uint32_t)raw->word : 0,
                          .value = (uint8_t)((pointer ? (uint32_t)raw->word : raw->word) >> 8 * k),
                          .which = (uint8_t)((pointer ? raw->word >> 32 : 0) + k),
                          .mask = (uint8_t)(bits >> 8 * k)};
    if (!put_bytes(m, (uint32_t)(to >> 32), (uint32_t)to, bytes, raw->bytes))
        return false;
    if (pointer)
        object_publish(m, (uint32_t)(to >> 32), pointer_make(raw->shadow, 0));
    return true;
}

bool raw_is_pointer(uint32_t shadow)
{
    return is_pointer(shadow);
}

uint32_t raw_pointer_at(const Machine *m, const Slot *slot, uint32_t at)
{
    uint32_t shadow = shadow_at(slot, at / m->program->pointer_bytes);
    return is_pointer(shadow) ? shadow : 0;
}

bool raw_fill(Machine *m, uint64_t to, uint8_t value, uint32_t n)
{
    uint32_t object = (uint32_t)(to >> 32);
    store_write(m, object);
    Slot *slot = &m->store.slots.at[object];
    if (m->symmetry.follows)
        names_note_fill(m, slot, (uint32_t)to, n, value);
    overwrite_all(m, slot, (uint32_t)to, n);
    memset(slot->bytes + (uint32_t)to, value, n);
    return true;
}

/* ---- regions and scalars ---- */

/* A union, or several bit-fields: bytes with no type of their own, but not an array of bytes. */
static bool is_mixed(const Program *p, const Layout *layout, const Field *field)
{
    const char *name = p->regions.at[field->region].name;
    size_t len = name ? strlen(name) : 0;
    bool array = len > 2 && strcmp(name + len - 2, "[]") == 0;
    uint32_t size = program_field_size(p, field);
    return field->type.kind == TYPE_UNSIGNED && field->type.bits == 8 && size > 1 &&
           (!array || size == layout->size);
}

/* Bytes without a type are taken together up to the next word. */
static uint32_t find_scalar(const Program *p, const Layout *layout, uint32_t offset)
{
    uint32_t word = sizeof(uint64_t) - offset % sizeof(uint64_t), gap = layout->size - offset;
    vec_each (Field, field, &layout->fields) {
        uint32_t bytes = field->type.kind == TYPE_PTR ? p->pointer_bytes : type_bytes(field->type);
        uint32_t end = field->offset + program_field_size(p, field);
        if (offset >= field->offset && offset < end && is_mixed(p, layout, field))
            return end - offset < word ? end - offset : word;
        if (offset >= field->offset && offset < end)
            return bytes - (offset - field->offset) % bytes;
        if (field->offset > offset && field->offset - offset < gap)
            gap = field->offset - offset;
    }
    return gap < word ? gap : word;
}

/* Memory that C programs allocate without saying for what. */
bool raw_is_untyped(const Layout *layout)
{
    static const char name[] = "bytes";
    size_t len = sizeof name - 1;
    return layout->kind == LAYOUT_RAW && layout->size == 1 &&
           strncmp(layout->name, name, len) == 0 &&
           (!layout->name[len] || (layout->name[len] == '.' && layout->align));
}

uint32_t raw_scalar(const Machine *m, const Slot *slot, uint32_t offset)
{
    const Layout *layout = &m->program->layouts.at[slot->layout];
    uint32_t first = m->facts.raw_first.at[slot->layout];
    uint32_t size = m->facts.raw_first.at[slot->layout + 1] - first;
    if (!layout->size)
        return 0;
    return size ? m->facts.raw_scalars.at[first + offset % size]
                : find_scalar(m->program, layout, offset % layout->size);
}

/* Who touches bytes between fields touches the field before them, so that a copy under a lock has a
 * discipline as a whole.  Access predicates are about fields alone. */
static void fill_gaps(Machine *m, uint32_t first)
{
    for (uint32_t at = first; at < m->facts.raw_regions.len; at++) {
        uint32_t region = m->facts.raw_regions.at[at];
        bool gap = !region && at > first && !m->program->accesses.len;
        vec_push(&m->facts.raw_touched, gap ? m->facts.raw_touched.at[at - 1] : region);
    }
}

/* From each byte of an element how many have its region, from one element to the next; `size`: all.
 */
static void count_runs(Machine *m, uint32_t first)
{
    uint32_t size = (uint32_t)m->facts.raw_touched.len - first, run = 0;
    const uint32_t *regions = m->facts.raw_touched.at + first;
    vec_resize(&m->facts.raw_runs, m->facts.raw_touched.len);
    for (uint32_t k = 2 * size; k-- > 0;) { /* twice around, so that the last runs are whole */
        bool same = regions[k % size] == regions[(k + 1) % size];
        run = !same ? 1 : run < size ? run + 1 : size;
        m->facts.raw_runs.at[first + k % size] = run;
    }
}

/* The region of each byte of an element; big elements are not worth it. */
void raw_prepare_regions(Machine *m)
{
    enum { MOST = 1 << 16 };
    const Program *p = m->program;
    vec_each (Layout, layout, &p->layouts) {
        vec_push(&m->facts.raw_first, (uint32_t)m->facts.raw_regions.len);
        if (layout->kind != LAYOUT_RAW || layout->size > MOST)
            continue;
        vec_resize(&m->facts.raw_regions, m->facts.raw_regions.len + layout->size);
        for (uint32_t k = 0; k < layout->size; k++)
            vec_push(&m->facts.raw_scalars,
                     raw_is_untyped(layout) ? 0 : (uint8_t)find_scalar(p, layout, k));
        uint32_t *regions = m->facts.raw_regions.at + vec_last(&m->facts.raw_first);
        vec_each (Field, field, &layout->fields)
            for (uint32_t k = 0; k < program_field_size(p, field); k++)
                regions[field->offset + k] = field->region;
        fill_gaps(m, vec_last(&m->facts.raw_first));
        count_runs(m, vec_last(&m->facts.raw_first));
    }
    vec_push(&m->facts.raw_first, (uint32_t)m->facts.raw_regions.len);
}

const uint8_t *raw_scalars(const Machine *m, const Slot *slot, uint32_t *size)
{
    uint32_t first = m->facts.raw_first.at[slot->layout];
    *size = m->facts.raw_first.at[slot->layout + 1] - first;
    return m->facts.raw_scalars.at + first;
}

uint32_t raw_region(const Machine *m, uint32_t layout, uint32_t offset)
{
    uint32_t first = m->facts.raw_first.at[layout],
             size = m->facts.raw_first.at[layout + 1] - first;
    return size ? m->facts.raw_regions.at[first + offset % size] : 0;
}

uint32_t raw_touched_region(const Machine *m, uint32_t layout, uint32_t offset)
{
    uint32_t first = m->facts.raw_first.at[layout],
             size = m->facts.raw_first.at[layout + 1] - first;
    return size ? m->facts.raw_touched.at[first + offset % size] : 0;
}

/* How many of these bytes belong to the region of the first one. */
uint32_t raw_region_run(const Machine *m, uint32_t layout, uint32_t offset, uint32_t bytes)
{
    uint32_t first = m->facts.raw_first.at[layout],
             size = m->facts.raw_first.at[layout + 1] - first;
    if (!size)
        return bytes;
    uint32_t run = m->facts.raw_runs.at[first + offset % size];
    return run < size && run < bytes ? run : bytes; /* an element of one region: all of them */
}
