/* native_value.c -- random expressions: places, integers of all widths, floats, conversions. */
#include "c_subject.h"
#include "native.h"

enum { DEEPEST = 3 };

#define text(g, ...) arena_print(&(g)->arena, __VA_ARGS__)

uint32_t gen_draw(Gen *g, uint32_t below)
{
    return dice_draw(&g->dice, below);
}

/* ---- places ---- */

const char *value_index(Gen *g, int count)
{
    if (gen_draw(g, 2) || g->depth > 2)
        return text(g, "%u", gen_draw(g, (uint32_t)count));
    CExpr e = value_int(g);
    if ((count & (count - 1)) == 0 && gen_draw(g, 2))
        return text(g, "(%s) & %d", e.text, count - 1);
    return text(g, "(unsigned%s)(%s) %% %d", gen_draw(g, 2) ? " char" : "", e.text, count);
}

static CPlace step_into(Gen *g, CPlace p)
{
    if (p.type->kind == C_ARRAY) {
        p.text = text(g, "%s[%s]", p.text, value_index(g, p.type->count));
        p.type = p.type->to;
        return p;
    }
    const CMember *m;
    do
        m = &p.type->members[gen_draw(g, (uint32_t)p.type->member_count)];
    while (!m->name[0]);
    p.aligned &= !p.type->packed;
    p.text = text(g, "%s.%s", p.text, m->name);
    p.field = m->bits;
    p.type = m->type;
    return p;
}

static CPlace through(Gen *g, CPlace p)
{
    bool record = p.type->to->kind == C_RECORD;
    p.text = text(g, record || gen_draw(g, 2) ? "(*%s)" : "%s[0]", p.text);
    p.type = p.type->to;
    p.field = -1;
    p.aligned = true;
    p.root = -1; /* any */
    return p;
}

static CPlace start_at(Gen *g)
{
    int root = (int)gen_draw(g, (uint32_t)g->variable_count);
    const CVariable *v = &g->variables[root];
    return (CPlace){v->name, v->type, -1, root, v->constant, v->bound, true};
}

CPlace place_scalar(Gen *g, bool to_write)
{
    CPlace p;
    do {
        p = start_at(g);
        while (p.type->kind > C_FLOAT)
            p = p.type->kind == C_POINTER ? through(g, p) : step_into(g, p);
    } while (to_write && p.constant);
    return p;
}

CPlace place_of(Gen *g, const CType *type, bool to_write)
{
    CPlace none = {.text = NULL};
    for (int tries = 0; tries < 30; tries++) {
        CPlace p = start_at(g);
        for (;;) {
            if (p.field < 0 && ctype_same(p.type, type) && !(to_write && p.constant))
                return p;
            if (p.type->kind <= C_FLOAT)
                break;
            p = p.type->kind == C_POINTER ? through(g, p) : step_into(g, p);
        }
    }
    return none;
}

/* ---- integers ---- */

static CExpr make(Gen *g, const char *text, int width, bool is_signed, int bits)
{
    return (CExpr){text, ctype_int(g, width, is_signed), bits};
}

/* The value of an integer place, promoted.  Compilers disagree about the types of fields that are
 * wider than int. */
CExpr value_read(Gen *g, const CPlace *p)
{
    int width = p->type->width, bits = p->field > 0 ? p->field : width;
    bool is_signed = p->type->is_signed;
    if (width < 32 || (p->field > 0 && width == 32 && bits < 32))
        return make(g, p->text, 32, true, is_signed ? bits - 1 : bits);
    const char *name = text(g, "(%s)%s", p->type->name, p->text);
    return make(g, p->field > 0 ? name : p->text, width, is_signed, is_signed ? bits - 1 : bits);
}

static CExpr constant(Gen *g)
{
    switch (gen_draw(g, 12)) {
    case 0:
        return make(g, "(-2147483647 - 1)", 32, true, 31);
    case 1:
        return make(g, "(-9223372036854775807LL - 1)", 64, true, 63);
    case 2:
        return make(g, GEN_PICK(g, "2147483647", "-2147483647", "0x7fff0001"), 32, true, 31);
    case 3:
        return make(g, GEN_PICK(g, "4294967295u", "0x80000000u", "3000000000u", "1u"), 32, false,
                    32);
    case 4:
        return make(g, GEN_PICK(g, "9223372036854775807LL", "-4294967296LL", "0x123456789abcLL"),
                    64, true, 63);
    case 5:
        return make(g, GEN_PICK(g, "0xffffffffffffffffULL", "0x8000000000000000ULL", "77ULL"), 64,
                    false, 64);
    case 6:
        return make(g, GEN_PICK(g, "'a'", "'\\377'", "-128", "127", "255", "-1"), 32, true, 8);
    default:
        return make(g, GEN_PICK(g, "0", "1", "2", "-1", "3", "7", "-8"), 32, true, 4);
    }
}

static CExpr leaf(Gen *g)
{
    if (gen_draw(g, 4) == 0)
        return constant(g);
    for (int tries = 0; tries < 4; tries++) {
        CPlace p = place_scalar(g, false);
        if (p.type->kind == C_INT)
            return value_read(g, &p);
    }
    return constant(g);
}

/* The type of both operands after the usual conversions. */
static const CType *common(Gen *g, const CExpr *a, const CExpr *b)
{
    if (a->type->width != b->type->width)
        return a->type->width > b->type->width ? a->type : b->type;
    return ctype_int(g, a->type->width, a->type->is_signed && b->type->is_signed);
}

static CExpr arithmetic(Gen *g, CExpr a, CExpr b)
{
    const char *op = GEN_PICK(g, "+", "-", "*");
    const CType *type = common(g, &a, &b);
    int bits = *op == '*' ? a.bits + b.bits : (a.bits > b.bits ? a.bits : b.bits) + 1;
    if (type->is_signed && bits > type->width - 2) { /* it could overflow */
        type = ctype_int(g, type->width, false);
        a.text = text(g, "(%s)(%s)", type->name, a.text);
    }
    if (!type->is_signed)
        bits = type->width;
    return (CExpr){text(g, "(%s) %s (%s)", a.text, op, b.text), type, bits};
}

static CExpr divide(Gen *g, CExpr a, CExpr b)
{
    const CType *type = common(g, &a, &b);
    const char *op = GEN_PICK(g, "/", "%");
    int bits = type->is_signed ? a.bits : type->width;
    if (!type->is_signed)
        return (CExpr){text(g, "(%s) %s ((%s) ? (%s) : 3)", a.text, op, b.text, b.text), type,
                       bits};
    const char *most = type->width == 32 ? "2147483647" : "9223372036854775807LL";
    if (gen_draw(g, 2))
        return (CExpr){
            text(g, "QUOTIENT(%s, %s, %s, %s, %s)", type->name, most, op, a.text, b.text), type,
            bits + 1 < type->width ? bits + 1 : type->width - 1};
    return (CExpr){text(g, "(%s) %s (((%s) & 7) - 9)", a.text, op, b.text), type, bits};
}

static CExpr shift(Gen *g, CExpr a, CExpr b)
{
    int width = a.type->width;
    if (gen_draw(g, 2))
        return (CExpr){text(g, "(%s) >> ((%s) & %d)", a.text, b.text, width - 1), a.type, a.bits};
    const CType *type = ctype_int(g, width, false);
    return (CExpr){text(g, "(%s)(%s) << ((%s) & %d)", type->name, a.text, b.text, width - 1), type,
                   width};
}

static CExpr bitwise(Gen *g, CExpr a, CExpr b)
{
    const char *op = GEN_PICK(g, "&", "|", "^");
    const CType *type = common(g, &a, &b);
    int bits = a.bits > b.bits ? a.bits : b.bits;
    return (CExpr){text(g, "(%s) %s (%s)", a.text, op, b.text), type,
                   type->is_signed ? bits : type->width};
}

static CExpr unary(Gen *g, CExpr a)
{
    switch (gen_draw(g, 4)) {
    case 0:
        return make(g, text(g, "!(%s)", a.text), 32, true, 1);
    case 1:
        return (CExpr){text(g, "~(%s)", a.text), a.type,
                       a.type->is_signed ? a.bits : a.type->width};
    case 2:
        if (a.type->is_signed && a.bits > a.type->width - 2)
            return a;
        return (CExpr){text(g, "-(%s)", a.text), a.type,
                       a.type->is_signed ? a.bits : a.type->width};
    default:
        return (CExpr){text(g, "((void)%s, %s)", constant(g).text, a.text), a.type, a.bits};
    }
}

static CExpr cast(Gen *g)
{
    const CType *type;
    do
        type = ctype_scalar(g);
    while (type->kind != C_INT);
    bool small = type->width < 32;
    int bits = type->is_signed ? type->width - 1 : type->width;
    const char *from;
    if (gen_draw(g, 5) == 0) { /* a float that fits */
        const char *low = type->is_signed ? type->width == 64   ? "-9.2e18"
                                            : type->width == 32 ? "-2147483648."
                                            : type->width == 16 ? "-32768."
                                                                : "-128."
                                          : "0.";
        const char *high = type->width == 64   ? "9.2e18"
                           : type->width == 32 ? type->is_signed ? "2147483647." : "4294967295."
                           : type->width == 16 ? "32767."
                           : type->width == 8  ? "127."
                                               : "1.";
        from = text(g, "WHOLE(%s, %s, %s, %s)", type->name, low, high, value_float(g).text);
    } else {
        from = text(g, "(%s)(%s)", type->name, value_int(g).text);
    }
    return make(g, from, small ? 32 : type->width, small || type->is_signed, bits);
}

static CExpr decide(Gen *g)
{
    bool floats = gen_draw(g, 4) == 0;
    CExpr a = floats ? value_float(g) : value_int(g), b = floats ? value_float(g) : value_int(g);
    if (floats && gen_draw(g, 3) == 0)
        return make(g,
                    text(g, "%s((double)(%s), %s)",
                         GEN_PICK(g, "__builtin_isunordered", "__builtin_isless",
                                  "!__builtin_isgreaterequal", "__builtin_islessgreater",
                                  "!__builtin_islessequal", "__builtin_isgreater"),
                         a.text, b.text),
                    32, true, 1);
    const char *op = GEN_PICK(g, "<", "<=", "==", "!=", ">", ">=", "&&", "||");
    const char *format = gen_draw(g, 4) ? "(%s) %s (%s)" : "!((%s) %s (%s))";
    return make(g, text(g, format, a.text, op, b.text), 32, true, 1);
}

static CExpr choose(Gen *g)
{
    CExpr condition = decide(g), a = value_int(g), b = value_int(g);
    return (CExpr){text(g, "(%s) ? (%s) : (%s)", condition.text, a.text, b.text), common(g, &a, &b),
                   common(g, &a, &b)->is_signed ? (a.bits > b.bits ? a.bits : b.bits)
                                                : common(g, &a, &b)->width};
}

/* What compilers know of bits. */
static CExpr builtin(Gen *g, CExpr a)
{
    switch (gen_draw(g, 8)) {
    case 0:
        return make(g, text(g, "__builtin_popcountll(%s)", a.text), 32, true, 7);
    case 1:
        return make(g, text(g, "__builtin_clz((%s) | 1u)", a.text), 32, true, 6);
    case 2:
        return make(g, text(g, "__builtin_ctzll((%s) | 0x8000000000000000ull)", a.text), 32, true,
                    7);
    case 3:
        return make(g, text(g, "__builtin_bswap32(%s)", a.text), 32, false, 32);
    case 4:
        return make(g, text(g, "__builtin_bswap64(%s)", a.text), 64, false, 64);
    case 5:
        return make(g, text(g, "(int)__builtin_bswap16(%s)", a.text), 32, true, 16);
    case 6:
        return make(g, text(g, "__builtin_parity(%s)", a.text), 32, true, 1);
    default:
        return make(g, text(g, "__builtin_ffsll(%s)", a.text), 32, true, 7);
    }
}

CExpr value_int(Gen *g)
{
    if (g->depth >= DEEPEST || gen_draw(g, 3) == 0)
        return leaf(g);
    g->depth++;
    static CExpr (*const binary[])(Gen *, CExpr, CExpr) = {
        arithmetic, arithmetic, arithmetic, divide, shift, shift, bitwise, bitwise};
    enum { BINARY = sizeof binary / sizeof *binary };
    uint32_t kind = gen_draw(g, BINARY + 5);
    CExpr e;
    if (kind < BINARY) {
        CExpr a = value_int(g), b = value_int(g);
        e = binary[kind](g, a, b);
    } else if (kind == BINARY) {
        e = unary(g, value_int(g));
    } else if (kind == BINARY + 1) {
        e = decide(g);
    } else if (kind == BINARY + 2) {
        e = gen_draw(g, 3) ? choose(g) : builtin(g, value_int(g));
    } else {
        e = cast(g);
    }
    g->depth--;
    return e;
}

/* ---- floats ---- */

static const char *float_leaf(Gen *g)
{
    for (int tries = 0; tries < 6; tries++) {
        CPlace p = place_scalar(g, false);
        if (p.type->kind == C_FLOAT)
            return p.text;
    }
    if (gen_draw(g, 2))
        return GEN_PICK(g, "0.5", "-1.25f", "3.0", "1e-3", "-1e9", "16777217.f", "0.1f", "1e300",
                        "-0.0", "5e-324", "1e-310", "1e-40f", "__builtin_inf()",
                        "__builtin_nan(\"\")", "3.4028234e38f", "-2147483648.0");
    return text(g, gen_draw(g, 2) ? "(float)(%s)" : "(double)(%s)", value_int(g).text);
}

CExpr value_float(Gen *g)
{
    CExpr e = {.type = NULL, .bits = 0};
    if (g->depth >= DEEPEST || gen_draw(g, 3) == 0) {
        e.text = float_leaf(g);
        return e;
    }
    g->depth++;
    if (gen_draw(g, 5) == 0)
        e.text = text(g, gen_draw(g, 2) ? "(float)(%s)" : "(double)(%s)", value_float(g).text);
    else if (gen_draw(g, 6) == 0)
        e.text = text(g, "-(%s)", value_float(g).text);
    else {
        const char *op = GEN_PICK(g, "+", "-", "*", "/"), *left = value_float(g).text;
        e.text = text(g, "(%s) %s (%s)", left, op, value_float(g).text);
    }
    g->depth--;
    return e;
}

const char *value_for(Gen *g, const CType *type)
{
    bool mixed = gen_draw(g, 6) == 0;
    if (type->kind == C_FLOAT)
        return mixed ? value_int(g).text : text(g, "NUMBER(%s)", value_float(g).text);
    return value_int(g).text;
}
