/* test_raw.c -- raw memory against an array of bytes with a mask each: random stores, loads, copies, fills and pointers, of all
 * sizes at all offsets, with pointers of 8 and of 4 bytes; pointers that are copied byte by byte; and what it must refuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "machine/internal.h"
#include "machine/state.h"

enum { FIRST = 1, SECOND, OBJECTS, SIZE = 45, ROUNDS = 40000 };

/* A byte of the model: its value and the bits of it that were never written, or byte `which` of a pointer to `object`, with
 * the offset as its value. */
typedef struct Byte {
    uint8_t value, mask, which, object;
} Byte;

typedef struct Fixture {
    Machine *m;
    uint32_t width;
    uint64_t dice;
    Byte model[OBJECTS][SIZE];
    bool looked, broken[SIZE];
} Fixture;

static const char text[] = "pointers %d\n"
                           "layout bytes raw size 1 { u8 region bytes[] }\n"
                           "global first: bytes * 45\n"
                           "global second: bytes * 45\n"
                           "thread Main\n"
                           "proc Main() {\n"
                           "    point\n"
                           "    store u8 [@first], 1\n"
                           "    return\n"
                           "}\n";

static uint32_t draw(Fixture *f, uint32_t below)
{
    f->dice = f->dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(f->dice >> 33) % below;
}

/* Which byte: of a pointer the rest of which was written over; not there yet of one that is copied byte by byte. */
enum { REMAINS = 9, MISSING };

/* Heddle keeps no part of a pointer: do these bytes have none? */
static bool is_plain(const Byte *at, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        if (at[k].object)
            return false;
    return true;
}

/* What is left of pointers that are written over in part means nothing. */
static void break_pointers(Fixture *f, uint32_t object, uint32_t at, uint32_t n)
{
    for (uint32_t word = at / f->width * f->width; word < at + n; word += f->width)
        for (uint32_t k = word; k < word + f->width && k < SIZE && f->model[object][word].object;
             k++)
            f->broken[k] = true;
    for (uint32_t k = 0; k < SIZE; k++)
        if (f->broken[k])
            f->model[object][k] = (Byte){0, 0xff, REMAINS, 0};
    memset(f->broken, 0, sizeof f->broken);
}

/* Do they begin and end outside of pointers? */
static bool cuts_none(const Fixture *f, const Byte *object, uint32_t at, uint32_t n)
{
    return !(object[at].object && object[at].which) &&
           !(object[at + n - 1].object && object[at + n - 1].which + 1u != f->width);
}

/* Do all pointers among them come to a place where one can be? */
static bool can_go(const Fixture *f, const Byte *from, uint32_t to, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        if (from[k].object && (to + k) % f->width != from[k].which)
            return false;
    return true;
}

/* Machine and model have the same pointer in this word, but perhaps not all bytes of it. */
static bool is_in_parts(const Byte *word, uint32_t width)
{
    for (uint32_t k = 0; k < width; k++)
        if (word[k].object && word[k].which == MISSING)
            return true;
    return false;
}

/* What the machine does not know is a limit, after which the run would end; here it goes on. */
static void check_refused(Fixture *f, bool done)
{
    assert_false(done);
    assert_int_equal(f->m->status, FAILED);
    assert_int_equal(f->m->result.error, ERR_INTERNAL_LIMIT);
    f->m->status = RUNNING;
}

/* ---- what memory says ---- */

static uint64_t masks(const Byte *at, uint32_t n)
{
    uint64_t bits = 0;
    for (uint32_t k = 0; k < n; k++)
        bits |= (uint64_t)at[k].mask << 8 * k;
    return bits;
}

static void check_load(Fixture *f, uint32_t object, uint32_t at, uint32_t n)
{
    static const Instr load = {.op = OP_LOAD};
    const Byte *model = &f->model[object][at];
    uint64_t value = 0;
    Word word;
    for (uint32_t k = 0; k < n; k++)
        value |= (uint64_t)model[k].value << 8 * k;
    for (uint32_t k = 0; k < n; k++)
        if (model[k].which == REMAINS) /* a limit, or unwritten: never a value */
            return;
    assert_true(raw_load(f->m, &load, store_object(f->m, object), at,
                         (Type){TYPE_UNSIGNED, (uint8_t)(8 * n)}, &word));
    assert_true(word.unwritten == masks(model, n));
    assert_true((word.value & ~word.unwritten) == (value & ~word.unwritten));
}

/* A number of which some bytes, and not all, lie in a pointer, or a pointer in the wrong place. */
static void check_part(Fixture *f, uint32_t object, uint32_t at, uint32_t n)
{
    static const Instr load = {.op = OP_LOAD};
    const Byte *model = f->model[object];
    uint32_t first = at / f->width * f->width, last = (at + n - 1) / f->width * f->width;
    const Slot *slot = store_object(f->m, object);
    Type number = {TYPE_UNSIGNED, (uint8_t)(8 * n)};
    Word word;
    if (first != last && (model[first].object || model[last].object))
        check_refused(f, raw_load(f->m, &load, slot, at, number, &word));
    if (n != f->width || !(model[first].object || model[last].object))
        return;
    bool there = at == first && !is_in_parts(&model[at], n);
    bool done = raw_load(f->m, &load, slot, at, TYPE_POINTER, &word);
    if (!there)
        check_refused(f, done);
    else
        assert_true(done && word.value == pointer_make(model[at].object, model[at].value));
}

static void check_bits(Fixture *f, uint32_t object)
{
    uint32_t bit = draw(f, 8 * SIZE), bits = 1 + draw(f, 64);
    uint32_t at = draw(f, SIZE), n = 1 + draw(f, SIZE - at);
    const Byte *model = f->model[object];
    const Slot *slot = store_object(f->m, object);
    bool some = false, any = masks(&model[at], 1) != 0, pointer = !is_plain(&model[at], n);
    if (bit + bits > 8 * SIZE)
        bits = 8 * SIZE - bit;
    for (uint32_t k = bit; k < bit + bits; k++)
        some |= model[k / 8].mask >> k % 8 & 1;
    for (uint32_t k = 0; k < n; k++)
        any |= model[at + k].mask != 0;
    assert_int_equal(raw_bits_unwritten(f->m, slot, bit, bits), some);
    assert_int_equal(raw_is_unwritten(f->m, slot, at, n), any);
    uint32_t first = at / f->width * f->width, last = (at + n - 1) / f->width * f->width;
    pointer |= model[first].object || model[last].object;
    assert_int_equal(raw_holds_pointer(f->m, slot, at, n), pointer);
}

static void check_pointers(Fixture *f, uint32_t object)
{
    const Slot *slot = store_object(f->m, object);
    for (uint32_t at = 0; at + f->width <= SIZE; at++) {
        uint64_t value;
        const Byte *byte = &f->model[object][at];
        bool is = raw_peek_pointer(f->m, slot, at, &value);
        if (at % f->width == 0 && is_in_parts(byte, f->width))
            continue;
        assert_int_equal(is, byte->object && !byte->which);
        assert_true(!is || value == pointer_make(byte->object, byte->value));
    }
}

/* ---- what is done to it ---- */

static void store(Fixture *f, uint32_t object)
{
    uint32_t n = 1u << draw(f, 4), at = draw(f, SIZE - n + 1);
    Byte *model = &f->model[object][at];
    Word word = {(uint64_t)draw(f, 1u << 31) << 33 ^ draw(f, 1u << 31), 0};
    if (draw(f, 3) == 0)
        word.unwritten = draw(f, 2) ? (uint64_t)0xff << 8 * draw(f, 8)
                                    : (uint64_t)draw(f, 1u << 20) << draw(f, 40);
    word.unwritten &= n == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * n) - 1;
    word.value &= ~word.unwritten & (n == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * n) - 1);
    if (draw(f, 4) == 0)
        word.value = 0; /* which may be there already */
    break_pointers(f, object, at, n);
    assert_true(raw_store(f->m, object, at, (Type){TYPE_UNSIGNED, (uint8_t)(8 * n)}, word));
    for (uint32_t k = 0; k < n; k++)
        model[k] = (Byte){(uint8_t)(word.value >> 8 * k), (uint8_t)(word.unwritten >> 8 * k), 0, 0};
}

static void store_pointer(Fixture *f, uint32_t object)
{
    uint32_t at = draw(f, SIZE / f->width) * f->width;
    uint8_t to = (uint8_t)(1 + draw(f, 2)), offset = (uint8_t)draw(f, 9);
    assert_true(raw_store(f->m, object, at, TYPE_POINTER, (Word){pointer_make(to, offset), 0}));
    for (uint32_t k = 0; k < f->width; k++)
        f->model[object][at + k] = (Byte){offset, 0, (uint8_t)k, to};
}

static void copy(Fixture *f, uint32_t object)
{
    uint32_t other = FIRST + draw(f, 2), in_parts = draw(f, 2);
    uint32_t n = 1 + draw(f, in_parts ? 8 : SIZE), from = draw(f, SIZE - n + 1),
             to = draw(f, SIZE - n + 1);
    Byte held[SIZE];
    memcpy(held, &f->model[other][from], n * sizeof *held);
    bool whole = is_plain(held, n) || (n == f->width && !held[0].which && held[0].object);
    if (!cuts_none(f, f->model[other], from, n) || !can_go(f, held, to, n) || (in_parts && !whole))
        return;
    uint64_t target = pointer_make(object, to), source = pointer_make(other, from);
    Raw raw;
    if (in_parts)
        assert_true(raw_take(f->m, source, n, &raw) && raw.bytes == n &&
                    raw_put(f->m, target, &raw));
    else
        assert_true(raw_copy(f->m, target, source, n));
    break_pointers(f, object, to, n);
    memcpy(&f->model[object][to], held, n * sizeof *held);
}

/* A byte of a pointer comes into a word: with others of the same pointer, or alone. */
static void join_part(Fixture *f, Byte *word, Byte part)
{
    bool same = false;
    for (uint32_t k = 0; k < f->width; k++)
        same |= word[k].object == part.object && word[k].value == part.value;
    for (uint32_t k = 0; k < f->width && !same; k++)
        word[k] = (Byte){part.value, 0, MISSING, part.object};
    word[part.which] = part;
}

static void copy_byte(Fixture *f, uint32_t object)
{
    uint32_t other = FIRST + draw(f, 2), from = draw(f, SIZE), to = draw(f, SIZE);
    Byte part = f->model[other][from];
    if (draw(f, 4) &&
        to / f->width * f->width + from % f->width < SIZE) /* most often to its place */
        to = to / f->width * f->width + from % f->width;
    uint32_t word = to / f->width * f->width;
    if (part.which == REMAINS || (object == other && to == from))
        return;
    bool good = f->width == 8 && part.which == to % f->width && word + f->width <= SIZE;
    bool done = raw_copy(f->m, pointer_make(object, to), pointer_make(other, from), 1);
    if (part.object && !good) {
        check_refused(f, done);
        return;
    }
    assert_true(done);
    if (part.object) {
        join_part(f, &f->model[object][word], part);
        return;
    }
    break_pointers(f, object, to, 1);
    f->model[object][to] = part;
}

static void copy_bytes(Fixture *f, uint32_t object)
{
    uint32_t word = draw(f, SIZE / f->width) * f->width, other = FIRST + draw(f, 2),
             from = draw(f, SIZE / f->width) * f->width, most = 1 + draw(f, f->width);
    const Byte *model = f->model[other];
    bool whole = f->width == 8 && model[from].object && !is_in_parts(&model[from], f->width);
    for (uint32_t k = 0; k < most && whole && !(object == other && word == from); k++) {
        assert_true(
            raw_copy(f->m, pointer_make(object, word + k), pointer_make(other, from + k), 1));
        join_part(f, &f->model[object][word], model[from + k]);
    }
}

static void fill(Fixture *f, uint32_t object)
{
    uint32_t n = 1 + draw(f, SIZE / 2), at = draw(f, SIZE - n + 1);
    uint8_t value = (uint8_t)draw(f, 256);
    break_pointers(f, object, at, n);
    assert_true(raw_fill(f->m, pointer_make(object, at), value, n));
    for (uint32_t k = 0; k < n; k++)
        f->model[object][at + k] = (Byte){value, 0, 0, 0};
}

static bool on_touch(void *self, const Touch *touch)
{
    static void (*const changes[])(Fixture *, uint32_t) = {store, store, store_pointer, copy,
                                                           copy,  fill,  copy_byte,     copy_bytes};
    Fixture *f = self;
    (void)touch;
    f->looked = true;
    for (uint32_t k = 0; k < ROUNDS; k++) {
        uint32_t n = 1u << draw(f, 4), at = draw(f, SIZE - n + 1), object = FIRST + draw(f, 2);
        changes[draw(f, 8)](f, FIRST + draw(f, 2));
        uint32_t first = at / f->width * f->width,
                 end = (at + n - 1) / f->width * f->width + f->width;
        if (is_plain(&f->model[object][first], (end > SIZE ? SIZE : end) - first))
            check_load(f, object, at, n);
        check_part(f, object, at, n);
        check_bits(f, object);
        check_pointers(f, object);
    }
    return true;
}

/* ---- the run in which it is done ---- */

static void on_begin(void *self, bool at_choice)
{
    (void)self, (void)at_choice;
}

static bool on_point(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return false;
}

static void check_width(uint32_t width)
{
    char program[1000];
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    State state = {0};
    Outcomes out = {0};
    static Fixture f;
    f = (Fixture){.width = width, .dice = width};
    int len = snprintf(program, sizeof program, text, (int)width);
    Program *p = ir_parse(&sources, source_add(&sources, "raw.ir", program, (size_t)len), &diag);
    diag_print(&diag, stderr);
    assert_non_null(p);
    f.m = machine_new(p, (MachineOptions){.track_owners = true});
    machine_initial(f.m, &out);
    state_initial(f.m, &out.all.at[0], &state);
    const Watcher watcher = {.self = &f, .begin = on_begin, .touch = on_touch, .point = on_point};
    state_run(f.m, &state, 0, &watcher, &out);
    assert_true(f.looked);
    state_free(&state);
    outcomes_free(&out);
    machine_free(f.m);
    program_free(p);
    diag_free(&diag);
    source_free(&sources);
}

static void bytes_are_kept(void **unused)
{
    (void)unused;
    check_width(8);
    check_width(4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_are_kept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
