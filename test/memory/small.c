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

static void put_take(Printer *p, const char *flags, const char *lock)
{
    put(p, "  b%d:\n    point\n    acquire%s @%s %s head b%d\n", p->label, flags, lock, lock,
        p->label);
    p->label++;
}

/* What threads do to each other without memory of their own; what follows it, or NULL. */
static const char *put_sync(Printer *p, const char *at)
{
    static const char *const calls[] = {"Post", "Look", "Count", "Glance"};
    switch (*at) {
    case 'L':
        put_take(p, "", "lock");
        return at + 1;
    case 'N':
        put(p, "    point\n    release @lock lock\n");
        return at + 1;
    case 'H':
        put_take(p, ".rw", "rw");
        return at + 1;
    case 'S':
        put_take(p, ".shared.rw", "rw");
        return at + 1;
    case 'G':
        put(p, "    point\n    release.rw @rw rw\n");
        return at + 1;
    case 'T':
        put(p, "    point\n    release.shared.rw @rw rw\n");
        return at + 1;
    case 'P':
    case 'Q':
    case 'V':
    case 'M':
        put(p, "    point\n    %%v = call %s()\n", calls[strchr("PQVM", *at) - "PQVM"]);
        put_seen(p);
        return at + 1;
    case 'K':
        put(p, "    point\n    %%t%c = fork T%c()\n", at[1], at[1]);
        return at + 2;
    case 'J':
        put(p, "  b%d:\n    point\n    join %%t%c head b%d\n", p->label, at[1], p->label);
        p->label++;
        return at + 2;
    default:
        return NULL;
    }
}

/* One deed; what follows it. */
static const char *put_deed(Printer *p, const char *at)
{
    const char *next = put_sync(p, at);
    if (next)
        return next;
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
    case 'D':
        put(p, "    point\n    atomic\n    %%v = load s32 [@%c] %c\n", at[1], at[1]);
        put(p, "    %%next = add s32 %%v, 1\n    store s32 [@%c], %%next %c\n    end\n", at[1],
            at[1]);
        put_seen(p);
        return at + 2;
    case 'A':
        put(p, "    %%same = eq s32 %%v, %c\n    branch %%same, b%d, leave\n  b%d:\n", at[1],
            p->label, p->label);
        p->label++;
        return at + 2;
    default:
        return put_update(p, at);
    }
}

static void begin_thread(Printer *p, bool is_started)
{
    put(p, "\nglobal seen%d: s64\n", p->thread);
    if (!is_started)
        put(p, "thread T%d\n", p->thread);
    put(p, "library proc Keep%d(%%seen: s64) {\n", p->thread);
    put(p, "    store.atomic%s s64 [@seen%d], %%seen seen%d\n", p->drains ? ".acq_rel" : "",
        p->thread, p->thread);
    put(p, "    return\n}\n\nproc T%d() {\n    reg %%t1: tid, %%t2: tid, %%t3: tid\n", p->thread);
    put(p, "    %%seen = mov s64 0\n    %%v = mov s32 0\n");
}

static void end_thread(Printer *p)
{
    put(p, "  leave:\n%s", p->drains ? "    point\n" : "");
    put(p, "    call Keep%d(%%seen)\n    return\n}\n", p->thread++);
}

/* What the library does to a number of its own. */
static void put_library(Printer *p, const char *name, const char *order, bool adds)
{
    put(p, "\nlibrary proc %s() -> s32 {\n    reg %%v: s32\n    atomic\n", name);
    put(p, "    %%v = load.atomic%s s32 [@posted] posted\n", order);
    if (adds)
        put(p, "    %%v = add s32 %%v, 1\n    store.atomic%s s32 [@posted], %%v posted\n", order);
    put(p, "    end\n    return %%v\n}\n");
}

static void put_globals(Printer *p, const char *text)
{
    put(p, "# %s\nglobal x: s32\nglobal y: s32\nglobal z: s32\nglobal w: s32\nglobal lock: tid\n",
        text);
    if (!small_has_more(text))
        return;
    put(p, "layout RwLock record { writer: tid region rw, readers: u64 region rw }\n"
           "global rw: RwLock\nglobal posted: s32\n");
    for (char c = 'a'; c <= 'e'; c++)
        put(p, "global %c: s32\n", c);
    put_library(p, "Post", ".acq_rel", true);
    put_library(p, "Look", ".acq_rel", false);
    put_library(p, "Count", "", true);
    put_library(p, "Glance", "", false);
}

bool small_has_more(const char *text)
{
    for (const char *at = text; *at; at++) {
        bool begins = at == text || at[-1] == ' ';
        if ((begins && strchr("HGSTPQVMDKJ*", *at)) ||
            (begins && strchr("RWUIC", *at) && strchr("abcde", at[1])))
            return true;
    }
    return false;
}

void small_print(const char *text, char *ir, size_t size)
{
    Printer p = {.to = ir, .size = size, .drains = *text == '!'};
    text += p.drains;
    put_globals(&p, text);
    begin_thread(&p, false);
    while (*text) {
        if (*text == ' ') {
            text++;
        } else if (*text == '|') {
            text++;
            text += strspn(text, " ");
            end_thread(&p);
            begin_thread(&p, *text == '*');
            text += *text == '*';
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
    bool locks, shares, calls, regions;
    char held;       /* gives back the lock that the thread holds; 0: it holds none */
    char starts;     /* the thread that this one is to start, then: waits for; 0: none */
    bool is_started; /* it is */
    bool pads;       /* the thread is to write cells that nobody reads */
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

/* Takes a lock, or gives it back. */
static void lock(Author *a)
{
    static const char takes[] = "LHS", gives[] = "NGT";
    uint32_t kind = a->shares ? 1 + any(a, 2) : 0;
    say(a, a->held ? a->held : takes[kind]);
    a->held = a->held ? 0 : gives[kind];
}

/* What threads do to each other. */
static void start_or_wait(Author *a)
{
    say(a, a->is_started ? 'J' : 'K');
    say(a, a->starts);
    a->starts = a->is_started ? 0 : a->starts;
    a->is_started = true;
}

static void deed(Author *a)
{
    uint32_t kind = any(a, 100);
    if ((a->locks || a->shares) && kind < 25) {
        lock(a);
    } else if (a->calls && kind < 20) {
        say(a, "PPQQVM"[any(a, 6)]);
    } else if (a->regions && kind < 25) {
        say(a, 'D');
        say(a, cell(a));
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
    uint32_t start = a->starts ? any(a, deeds + 1) : deeds, pads = any(a, deeds);
    for (uint32_t k = 0; k < deeds; k++) {
        if (a->pads && k == pads)
            for (const char *c = " Wa1x Wb1x Wc1x Wd1x We1x"; *c; c++)
                say(a, *c);
        if (a->starts && !a->held && k >= start) {
            say(a, ' ');
            start_or_wait(a);
            start = k + 1 + any(a, 3);
        }
        say(a, ' ');
        deed(a);
    }
    if (a->held) {
        say(a, ' ');
        say(a, a->held);
    }
    if (a->starts && !a->is_started) {
        say(a, ' ');
        start_or_wait(a);
    }
    if (a->starts && any(a, 4)) {
        say(a, ' ');
        start_or_wait(a);
        say(a, ' ');
        access(a, any(a, 2));
    }
    a->held = a->starts = 0;
    a->pads = false;
}

/* Threads that run one behind the other, though nothing puts them in order: whatever an access may do late it must do then. */
static void link(Author *a, const char *text, uint32_t number)
{
    for (const char *c = text; *c; c++)
        say(a, *c);
    say(a, (char)('0' + number));
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
    uint32_t more = any(&a, 10), starts = any(&a, threads - 1);
    a.shares = more == 0;
    a.calls = more == 1;
    a.regions = more == 2;
    bool pads = any(&a, 16) == 0, is_started = more == 3 || more == 4, chained = more > 7;
    for (uint32_t t = 0; t < threads; t++) {
        if (t)
            say(&a, '|');
        if (is_started && t == threads - 1)
            for (const char *c = " *"; *c; c++)
                say(&a, *c);
        if (is_started && t == starts)
            a.starts = (char)('0' + threads - 1), a.is_started = false;
        a.pads = pads && !t;
        if (chained && t)
            link(&a, " Rwx A", t);
        thread(&a, 1 + any(&a, threads == 2 ? 4 : threads == 3 ? 3 : 2));
        if (chained && t + 1 < threads) {
            link(&a, " Ww", t + 1);
            say(&a, 'x');
        }
    }
}
