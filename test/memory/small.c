/* small.c -- see small.h. */
#include "small.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/parse.h"

static const char order_letters[] = "pxarbs";

/* ---- from text to the intermediate form ---- */

typedef struct Printer {
    char *to;
    size_t size, len;
    int thread, label;
    bool drains;
} Printer;

static void put(Printer *p, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(p->to + p->len, p->size - p->len, format, arguments);
    va_end(arguments);
    p->len += (size_t)n;
    assert(p->len < p->size);
}

/* `.atomic.relaxed` of `x` */
static const char *order_flag(char letter)
{
    static const char *const flags[] = {"",
                                        ".atomic.relaxed",
                                        ".atomic.acquire",
                                        ".atomic.release",
                                        ".atomic.acq_rel",
                                        ".atomic.seq_cst"};
    const char *found = strchr(order_letters, letter);
    assert(letter && found);
    return flags[found - order_letters];
}

/* The order of the read of an update. */
static const char *read_flag(char letter)
{
    return letter == 's'                    ? ".atomic.seq_cst"
           : letter == 'b' || letter == 'a' ? ".atomic.acquire"
                                            : ".atomic.relaxed";
}

/* What was read becomes a part of what the thread leaves. */
static void put_seen(Printer *p)
{
    put(p, "    %%seen = mul s64 %%seen, 16\n    %%wide = cast s64 %%v : s32\n");
    put(p, "    %%seen = add s64 %%seen, %%wide\n    %%seen = add s64 %%seen, 1\n");
}

static const char *put_update(Printer *p, const char *at)
{
    char kind = at[0], cell = at[1];
    const char *order = kind == 'I' ? at + 2 : kind == 'U' ? at + 3 : at + 4;
    const char *reads = kind == 'C' ? order_flag(order[1]) : read_flag(*order);
    int label = p->label++;
    put(p, "    point\n    atomic\n    %%v = load%s.update s32 [@%c] %c\n", reads, cell, cell);
    if (kind == 'C')
        put(p, "    %%same = eq s32 %%v, %c\n    branch %%same, b%d, c%d\n  b%d:\n", at[2], label,
            label, label);
    if (kind == 'I')
        put(p, "    %%next = add s32 %%v, 1\n    store%s.update s32 [@%c], %%next %c\n",
            order_flag(*order), cell, cell);
    else
        put(p, "    store%s.update s32 [@%c], %c %c\n", order_flag(*order), cell, order[-1], cell);
    if (kind == 'C')
        put(p, "  c%d:\n", label);
    put(p, "    end\n");
    put_seen(p);
    return order + (kind == 'C' ? 2 : 1);
}

/* One deed; what follows it. */
static const char *put_deed(Printer *p, const char *at)
{
    switch (*at) {
    case 'R':
        put(p, "    point\n    %%v = load%s s32 [@%c] %c\n", order_flag(at[2]), at[1], at[1]);
        put_seen(p);
        return at + 3;
    case 'W':
        put(p, "    point\n    store%s s32 [@%c], %c %c\n", order_flag(at[3]), at[1], at[2], at[1]);
        return at + 4;
    case 'F':
        put(p, "    point\n    fence%s\n", order_flag(at[1]) + strlen(".atomic"));
        return at + 2;
    case 'L':
        put(p, "  b%d:\n    point\n    acquire @lock lock head b%d\n", p->label, p->label);
        p->label++;
        return at + 1;
    case 'N':
        put(p, "    point\n    release @lock lock\n");
        return at + 1;
    case 'A':
        put(p, "    %%same = eq s32 %%v, %c\n    branch %%same, b%d, leave\n  b%d:\n", at[1],
            p->label, p->label);
        p->label++;
        return at + 2;
    default:
        return put_update(p, at);
    }
}

static void begin_thread(Printer *p)
{
    put(p, "\nglobal seen%d: s64\nthread T%d\n", p->thread, p->thread);
    put(p, "library proc Keep%d(%%seen: s64) {\n", p->thread);
    put(p, "    store.atomic%s s64 [@seen%d], %%seen seen%d\n", p->drains ? ".acq_rel" : "",
        p->thread, p->thread);
    put(p, "    return\n}\n\nproc T%d() {\n    %%seen = mov s64 0\n    %%v = mov s32 0\n",
        p->thread);
}

static void end_thread(Printer *p)
{
    put(p, "  leave:\n%s", p->drains ? "    point\n" : "");
    put(p, "    call Keep%d(%%seen)\n    return\n}\n", p->thread++);
}

void small_print(const char *text, char *ir, size_t size)
{
    Printer p = {.to = ir, .size = size, .drains = *text == '!'};
    text += p.drains;
    put(&p, "# %s\nglobal x: s32\nglobal y: s32\nglobal z: s32\nglobal w: s32\nglobal lock: tid\n",
        text);
    begin_thread(&p);
    while (*text) {
        if (*text == ' ') {
            text++;
        } else if (*text == '|') {
            text++;
            end_thread(&p);
            begin_thread(&p);
        } else {
            text = put_deed(&p, text);
        }
    }
    end_thread(&p);
}

Program *small_program(const char *text)
{
    char ir[1 << 14];
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    small_print(text, ir, sizeof ir);
    int file = source_add(&sources, "small.ir", ir, strlen(ir));
    Program *program = ir_parse(&sources, file, &diag);
    if (!program) {
        diag_print(&diag, stderr);
        fputs(ir, stderr);
        exit(2);
    }
    diag_free(&diag);
    source_free(&sources);
    return program;
}

/* ---- random texts ---- */

typedef struct Author {
    uint64_t seed;
    char *to;
    size_t len;
    bool few;  /* orders: relaxed and seq_cst alone */
    int plain; /* of 16 accesses to the last cell */
    int cells, value;
    bool ones; /* all that is written is 1, often by updates */
    bool locks, held;
} Author;

static uint32_t any(Author *a, uint32_t count)
{
    a->seed ^= a->seed << 13;
    a->seed ^= a->seed >> 7;
    a->seed ^= a->seed << 17;
    return (uint32_t)(a->seed * 2685821657736338717u >> 33) % count;
}

static void say(Author *a, char letter)
{
    assert(a->len + 1 < SMALL_TEXT);
    a->to[a->len++] = letter;
    a->to[a->len] = 0;
}

static char order(Author *a, const char *letters)
{
    char letter = letters[any(a, (uint32_t)strlen(letters))];
    return !a->few || letter == 's' ? letter : 'x';
}

static char cell(Author *a)
{
    return (char)('x' + any(a, (uint32_t)a->cells));
}

static void value(Author *a)
{
    say(a, (char)(a->ones ? '1' : '1' + a->value++ % 8));
}

static void update(Author *a)
{
    uint32_t kind = any(a, 4);
    say(a, kind < 2 ? 'U' : kind == 2 ? 'I' : 'C');
    say(a, cell(a));
    if (kind == 3)
        say(a, (char)('0' + any(a, 3)));
    if (kind != 2)
        value(a);
    say(a, order(a, "xarbss"));
    if (kind == 3)
        say(a, order(a, "xas"));
}

static void access(Author *a, bool write)
{
    char place = cell(a);
    bool plain = place == 'w' + a->cells && (int)any(a, 16) < a->plain;
    say(a, write ? 'W' : 'R');
    say(a, place);
    if (write)
        value(a);
    say(a, plain ? 'p' : order(a, write ? "xrrss" : "xaass"));
}

static void deed(Author *a)
{
    uint32_t kind = any(a, 100);
    if (a->locks && kind < 25) {
        say(a, a->held ? 'N' : 'L');
        a->held = !a->held;
    } else if (kind < 58) {
        access(a, false);
        if (any(a, 6) == 0) {
            say(a, ' ');
            say(a, 'A');
            say(a, (char)('0' + any(a, (uint32_t)(a->value + a->ones) + 1) % 9));
        }
    } else if (kind < (a->ones ? 65 : 80)) {
        access(a, true);
    } else if (kind < 90 && !a->ones) {
        say(a, 'F');
        say(a, order(a, "arbsss"));
    } else {
        update(a);
    }
}

static void thread(Author *a, uint32_t deeds)
{
    for (uint32_t k = 0; k < deeds; k++) {
        say(a, ' ');
        deed(a);
    }
    if (a->held) {
        say(a, ' ');
        say(a, 'N');
    }
    a->held = false;
}

void small_random(uint64_t seed, char text[SMALL_TEXT])
{
    Author a = {.seed = (seed + 1) * 0x9e3779b97f4a7c15u, .to = text};
    *text = 0;
    for (int k = 0; k < 4; k++)
        any(&a, 2);
    uint32_t threads = 2 + (any(&a, 5) > 1) + (any(&a, 6) == 0);
    a.cells = 1 + (int)(any(&a, 5) + 2) / 3;
    a.few = any(&a, 4) == 0;
    a.plain = any(&a, 3) == 0 ? 4 + (int)any(&a, 12) : 0;
    a.locks = any(&a, 6) == 0;
    a.ones = any(&a, 5) == 0;
    for (uint32_t t = 0; t < threads; t++) {
        if (t)
            say(&a, '|');
        thread(&a, 1 + any(&a, threads == 2 ? 4 : threads == 3 ? 3 : 2));
    }
}
