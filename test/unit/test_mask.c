/* test_mask.c -- bits that were never written, through every operation on two bytes: a bit of the result that could be either is
 * marked, or there is a doubt, or it is an error; and of what is marked something could be either.  What the result can be is
 * found by running the same instruction with all values of the open bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "machine/internal.h"
#include "machine/state.h"

enum { OBJECT = 1, RESULT_AT = 8, ROUNDS = 1000, MOST_OPEN = 3 };

typedef struct Operand {
    uint64_t value, mask;
} Operand;

typedef struct Fixture {
    Machine *m;
    State state;
    Outcomes out;
    Type result_type;
    uint64_t dice;
    Operand operands[2];
    uint32_t touches;
    bool ends; /* the last instruction was reached */
    Word result;
} Fixture;

/* The operation, the type of its operands, and that of its result. */
typedef struct Operation {
    const char *text;
    Type from, to;
} Operation;

#define SAME(text)                                                                                 \
    {text " u8 %a, %b", U8, U8},                                                                   \
    {                                                                                              \
        text " s8 %a, %b", S8, S8                                                                  \
    }
#define TRUTH(text)                                                                                \
    {text " u8 %a, %b", U8, U1},                                                                   \
    {                                                                                              \
        text " s8 %a, %b", S8, U1                                                                  \
    }
#define U1                                                                                         \
    {                                                                                              \
        TYPE_UNSIGNED, 1                                                                           \
    }
#define U8                                                                                         \
    {                                                                                              \
        TYPE_UNSIGNED, 8                                                                           \
    }
#define S8                                                                                         \
    {                                                                                              \
        TYPE_SIGNED, 8                                                                             \
    }
#define S16                                                                                        \
    {                                                                                              \
        TYPE_SIGNED, 16                                                                            \
    }

static const Operation operations[] = {
    SAME("add"),
    SAME("sub"),
    SAME("mul"),
    SAME("div"),
    SAME("rem"),
    SAME("and"),
    SAME("or"),
    SAME("xor"),
    SAME("shl"),
    SAME("shr"),
    TRUTH("eq"),
    TRUTH("ne"),
    TRUTH("lt"),
    TRUTH("le"),
    {"neg s8 %a", S8, S8},
    {"not u8 %a", U8, U8},
    {"mov u8 %a", U8, U8},
    {"cast s16 %a : s8", S8, S16},
    {"cast s16 %a : u8", U8, S16},
    {"cast u1 %a : u8", U8, U1},
    {"cast s8 %a : s16", S16, S8},
};

static uint32_t draw(Fixture *f, uint32_t below)
{
    f->dice = f->dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(f->dice >> 33) % below;
}

/* A number with a few open bits; often 0, a power of two, or all ones. */
static Operand draw_operand(Fixture *f, uint32_t bits)
{
    static const uint8_t often[] = {0, 0, 1, 2, 4, 64, 128, 255};
    Operand x = {draw(f, 2) ? draw(f, 1u << bits) : often[draw(f, sizeof often)], 0};
    for (uint32_t k = draw(f, MOST_OPEN + 1); k > 0; k--)
        x.mask |= (uint64_t)1 << draw(f, bits);
    x.value &= ~x.mask;
    return x;
}

/* ---- a run ---- */

static void on_begin(void *self, bool at_choice)
{
    (void)self, (void)at_choice;
}

static bool on_point(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return false;
}

static void put(Fixture *f, uint32_t at, Type type, Operand x)
{
    assert_true(raw_store(f->m, OBJECT, at, type, (Word){x.value, x.mask}));
}

/* In the first load memory gets the operands, and before the last one it has the result. */
static bool on_touch(void *self, const Touch *touch)
{
    static const Instr load = {.op = OP_LOAD};
    Fixture *f = self;
    (void)touch;
    if (f->touches == 0) {
        put(f, 0, (Type){TYPE_UNSIGNED, 16}, f->operands[0]);
        put(f, 2, (Type){TYPE_UNSIGNED, 16}, f->operands[1]);
    }
    if (++f->touches == 5) {
        f->ends = true;
        assert_true(raw_load(f->m, &load, store_object(f->m, OBJECT), RESULT_AT, f->result_type,
                             &f->result));
    }
    return true;
}

static bool is_doubtful(Fixture *f)
{
    bool doubt = f->m->doubts.reason.text != NULL;
    f->m->doubts.reason.text = NULL;
    return doubt;
}

/* What comes of these operands; false: it is an error. */
static bool run(Fixture *f, Operand a, Operand b)
{
    const Watcher watcher = {.self = f, .begin = on_begin, .touch = on_touch, .point = on_point};
    f->operands[0] = a;
    f->operands[1] = b;
    f->touches = 0;
    f->ends = false;
    state_run(f->m, &f->state, 0, &watcher, &f->out);
    return f->ends;
}

/* ---- all values of the open bits ---- */

/* The next value of the bits of the mask; false: that was the last one. */
static bool next(Operand *x, uint64_t mask)
{
    x->value = (x->value & ~mask) | (((x->value & mask) - mask) & mask);
    return (x->value & mask) != 0;
}

/* The bits of the result that are not the same for all values of the open ones. */
static uint64_t really_open(Fixture *f, Operand a, Operand b, bool *some_fails)
{
    uint64_t first = 0, open = 0;
    bool any = false;
    Operand x = {a.value, 0}, y = {b.value, 0};
    do
        do {
            bool good = run(f, x, y);
            assert_false(is_doubtful(f));
            assert_true(!good || !f->result.unwritten);
            *some_fails |= !good;
            if (!good)
                continue;
            first = any ? first : f->result.value;
            any = true;
            open |= first ^ f->result.value;
        } while (next(&y, b.mask));
    while (next(&x, a.mask));
    return open;
}

static void check_once(Fixture *f, uint32_t bits)
{
    Operand a = draw_operand(f, bits), b = draw_operand(f, bits);
    bool some_fails = false;
    uint64_t width = ((uint64_t)1 << f->result_type.bits) - 1;
    uint64_t open = really_open(f, a, b, &some_fails) & width;
    bool good = run(f, a, b), doubtful = is_doubtful(f);
    uint64_t marked = f->result.unwritten & width;
    if (!good) {
        assert_true(some_fails || a.mask || b.mask);
        return;
    }
    if (doubtful)
        return;
    if ((open & ~marked) || (marked && !open))
        print_error("%#x with %#x open, %#x with %#x open: %#x can be either, and %#x is marked\n",
                    (unsigned)a.value, (unsigned)a.mask, (unsigned)b.value, (unsigned)b.mask,
                    (unsigned)open, (unsigned)marked);
    assert_false(some_fails);
    assert_true((open & ~marked) == 0);
    assert_true(!marked || open);
}

static void check_operation(const Operation *operation)
{
    static const char text[] = "pointers 8\n"
                               "layout bytes raw size 1 { u8 region bytes[] }\n"
                               "global all: bytes * 16\n"
                               "thread Main\n"
                               "proc Main() {\n"
                               "    point\n"
                               "    %%first = load u8 [@all + 12]\n"
                               "    %%a = load %s [@all]\n"
                               "    %%b = load %s [@all + 2]\n"
                               "    %%c = %s\n"
                               "    store %s [@all + 8], %%c\n"
                               "    %%d = load %s [@all + 8]\n"
                               "    return\n"
                               "}\n";
    char from[8], to[8], program[1000];
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    static Fixture f;
    f = (Fixture){.dice = (uint64_t)(operation - operations) + 1, .result_type = operation->to};
    snprintf(from, sizeof from, "%c%u", operation->from.kind == TYPE_SIGNED ? 's' : 'u',
             operation->from.bits);
    snprintf(to, sizeof to, "%c%u", operation->to.kind == TYPE_SIGNED ? 's' : 'u',
             operation->to.bits);
    int len = snprintf(program, sizeof program, text, from, from, operation->text, to, to);
    Program *p = ir_parse(&sources, source_add(&sources, "mask.ir", program, (size_t)len), &diag);
    diag_print(&diag, stderr);
    assert_non_null(p);
    f.m = machine_new(p, (MachineOptions){.track_owners = true});
    machine_initial(f.m, &f.out);
    state_initial(f.m, &f.out.all.at[0], &f.state);
    for (uint32_t k = 0; k < ROUNDS; k++)
        check_once(&f, operation->from.bits);
    state_free(&f.state);
    outcomes_free(&f.out);
    machine_free(f.m);
    program_free(p);
    diag_free(&diag);
    source_free(&sources);
}

static void masks_are_right(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        check_operation(&operations[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(masks_are_right)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
