/* native_code.c -- random statements, helpers and cases. */
#include <stdarg.h>

#include "c_subject.h"
#include "native.h"

#define text(g, ...) arena_print(&(g)->arena, __VA_ARGS__)

void put(Gen *g, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(g->out, "%*s", 4 * g->indent, "");
    vfprintf(g->out, format, list);
    fputc('\n', g->out);
    va_end(list);
}

static int add_variable(Gen *g, const char *name, const CType *type, bool constant, bool bound)
{
    if (g->variable_count == MOST_VARIABLES)
        g->variable_count--;
    g->variables[g->variable_count] = (CVariable){name, type, constant, bound};
    return g->variable_count++;
}

static const CType *some_type(Gen *g)
{
    return gen_draw(g, 2) && g->type_count ? g->types[gen_draw(g, (uint32_t)g->type_count)]
                                           : ctype_scalar(g);
}

void put_check(Gen *g, const CPlace *p)
{
    if (p->type->kind == C_POINTER)
        put(g, "CHECK(%s - cells%d); CHECK(*%s);", p->text, g->number, p->text);
    else
        put(g, "%s(%s);", p->type->kind == C_FLOAT ? "CHECK_FLOAT" : "CHECK", p->text);
}

/* ---- simple statements ---- */

static void put_assign(Gen *g)
{
    CPlace p = place_scalar(g, true);
    put(g, "%s = %s;", p.text, value_for(g, p.type));
}

/* The operation is one on the promoted value, and must not overflow there: an unsigned field of 31
 * bits becomes an int that may be the greatest one. */
static void put_compound(Gen *g)
{
    CPlace p = place_scalar(g, true);
    if (p.type->kind == C_FLOAT) {
        put(g, "%s %s= %s; %s = NUMBER(%s);", p.text, GEN_PICK(g, "+", "-", "*", "/"),
            value_float(g).text, p.text, p.text);
        return;
    }
    bool wide = p.field > 32, narrow = p.type->width < 32 || (p.field > 0 && p.field < 32);
    bool full = p.field == 31 && !p.type->is_signed;
    CExpr e = value_int(g);
    if (gen_draw(g, 4) == 0 && (narrow || !p.type->is_signed) && !full) {
        const char *op = GEN_PICK(g, "++", "--");
        put(g, gen_draw(g, 2) ? "%s%s;" : "%2$s%1$s;", p.text, op);
    } else if (gen_draw(g, 3) == 0) {
        put(g, "%s %s= %s;", p.text, GEN_PICK(g, "&", "|", "^"), e.text);
    } else if (gen_draw(g, 3) == 0 && !wide) {
        put(g, "%s >>= (%s) & %d;", p.text, e.text, narrow ? 31 : p.type->width - 1);
    } else if (gen_draw(g, 3) == 0 && !wide) {
        put(g, "%s %s= 1 + (int)(%s & 15);", p.text, GEN_PICK(g, "/", "%"),
            text(g, "(%s)", e.text));
    } else if (narrow && !wide && !full && (e.bits < 20 || !e.type->is_signed)) {
        put(g, "%s %s= %s;", p.text, GEN_PICK(g, "+", "-"),
            e.type->is_signed ? e.text : text(g, "(unsigned short)(%s)", e.text));
    } else if (!p.type->is_signed && !wide) {
        put(g, "%s %s= (%s)(%s);", p.text, GEN_PICK(g, "+", "-", "*"),
            p.type->width == 64 ? "unsigned long long" : "unsigned", e.text);
    } else {
        put(g, "%s ^= %s;", p.text, e.text);
    }
}

/* Something of the same type elsewhere; text NULL: there is nothing. */
static CPlace twin(Gen *g, const CPlace *p)
{
    CPlace q = {.text = NULL};
    for (int tries = 0; tries < 6; tries++) {
        q = place_of(g, p->type, false);
        if (q.text && q.root >= 0 && p->root >= 0 && q.root != p->root)
            return q;
    }
    q.text = NULL;
    return q;
}

/* Bytes of a variable, of any pattern. */
static void put_bytes(Gen *g, const CPlace *p)
{
    int k = g->names++;
    put(g, "{ unsigned char *b%d = (void *)&%s; unsigned i%d = (unsigned)(%s) %% sizeof %s;", k,
        p->text, k, value_int(g).text, p->text);
    put(g, "  b%d[i%d] %s= 0x%x; CHECK(b%d[i%d]); CHECK(b%d[sizeof %s - 1 - i%d]); }", k, k,
        GEN_PICK(g, "^", "|", "&", ""), gen_draw(g, 64), k, k, k, p->text, k);
}

static void put_move(Gen *g, const CPlace *p, const CType *type)
{
    if (type->count < 2 || type->kind != C_ARRAY)
        return;
    int n = 1 + (int)gen_draw(g, (uint32_t)type->count - 1);
    int most = type->count - n, from = (int)gen_draw(g, (uint32_t)most + 1),
        to = (int)gen_draw(g, (uint32_t)most + 1);
    put(g, "memmove(&%s[%d], %s + %d, %d * sizeof %s[0]);", p->text, to, p->text, from, n, p->text);
}

static void put_bulk(Gen *g)
{
    if (!g->type_count)
        return;
    const CType *type = g->types[gen_draw(g, (uint32_t)g->type_count)];
    CPlace p = place_of(g, type, true);
    if (!p.text)
        return;
    CPlace q = twin(g, &p);
    uint32_t kind = gen_draw(g, 6);
    if (kind == 0 && type->solid) {
        put(g, "memset(&%s, %s, sizeof %s);", p.text, GEN_PICK(g, "0", "1", "63", "-256", "0x1234"),
            p.text);
    } else if (kind == 1) {
        put_move(g, &p, type);
    } else if (kind == 2 && type->solid) {
        put_bytes(g, &p);
    } else if (!q.text) {
        return;
    } else if (kind == 3 || type->kind == C_ARRAY) {
        put(g, "%s(&%s, &%s, sizeof %s);", GEN_PICK(g, "memcpy", "memmove"), p.text, q.text,
            p.text);
    } else if (kind == 4 && type->solid) {
        put(g, "CHECK(SIGN(memcmp(&%s, &%s, sizeof %s)));", p.text, q.text, p.text);
    } else {
        put(g, "%s = %s;", p.text, q.text);
    }
}

/* A pointer variable gets another target, or something happens through one to it. */
static void put_pointer(Gen *g)
{
    int k = (int)gen_draw(g, (uint32_t)g->variable_count);
    CVariable *v = NULL;
    for (int n = 0; n < g->variable_count && !v; n++)
        if (g->variables[(k + n) % g->variable_count].type->kind == C_POINTER)
            v = &g->variables[(k + n) % g->variable_count];
    if (!v || v->constant) {
        put_assign(g);
        return;
    }
    CPlace p = place_of(g, v->type->to, true);
    if (p.text && p.aligned && p.bound && p.field < 0 && strcmp(p.text, v->name) != 0)
        put(g, gen_draw(g, 3) ? "%s = &%s;" : "{ void *v = &%2$s; %1$s = v; }", v->name, p.text);
    if (gen_draw(g, 3) == 0 && v->type->to->kind <= C_FLOAT)
        put(g, "{ %s = &%s; **pp = %s; }", ctype_declare(g, v->type, "*pp"), v->name,
            value_for(g, v->type->to));
}

/* A member that points to a cell. */
static void put_cell(Gen *g)
{
    CPlace p = place_of(g, ctype_pointer(g, ctype_int(g, 32, true)), true);
    if (!p.text || p.root < 0) {
        put_assign(g);
        return;
    }
    put(g, "%s = cells%d + %s;", p.text, g->number, value_index(g, 6));
    put(g, "CHECK(%s - cells%d); CHECK(%s %s &cells%d[%u]);", p.text, g->number, p.text,
        GEN_PICK(g, "<", "==", ">="), g->number, gen_draw(g, 6));
}

/* ---- calls ---- */

static const char *argument_for(Gen *g, const CType *type)
{
    if (type->kind <= C_FLOAT)
        return value_for(g, type);
    if (type->kind == C_POINTER) {
        for (int tries = 0; tries < 8; tries++) {
            CPlace p = place_of(g, type->to, true);
            if (p.text && p.aligned && p.field < 0)
                return text(g, "&%s", p.text);
        }
        return NULL;
    }
    return place_of(g, type, false).text;
}

static void put_call(Gen *g)
{
    if (!g->helper_count || g->leaf) {
        put_compound(g);
        return;
    }
    const CHelper *h = &g->helpers[gen_draw(g, (uint32_t)g->helper_count)];
    const char *arguments = "";
    for (int k = 0; k < h->count; k++) {
        const char *argument = argument_for(g, h->arguments[k]);
        if (!argument)
            return;
        arguments = text(g, "%s%s%s", arguments, k ? ", " : "", argument);
    }
    CPlace p = h->result->kind <= C_FLOAT ? place_scalar(g, true) : place_of(g, h->result, true);
    const char *name = gen_draw(g, 3) ? h->name : text(g, "(*point%s)", h->name);
    if (!p.text)
        return;
    /* The place may depend on what the call changes, and C leaves open which of them comes first. */
    const char *result = ctype_declare(g, h->result, "result");
    bool narrow = h->result->kind == C_FLOAT && p.type->kind == C_INT;
    put(g, "{ %s = %s(%s); %s = %s; }", result, name, arguments, p.text,
        narrow ? "WHOLE(signed char, -100., 100., result)" : "result");
}

static void put_block(Gen *g, int statements);

/* Helpers may be called through a variable of their own, point... */
static void make_helper(Gen *g)
{
    CHelper *h = &g->helpers[g->helper_count];
    int before = g->variable_count;
    const char *list = "";
    *h = (CHelper){.name = text(g, "h%d_%d", g->number, g->helper_count)};
    h->count = 1 + (int)gen_draw(g, MOST_ARGS);
    h->result = some_type(g);
    if (h->result->kind == C_ARRAY)
        h->result = ctype_scalar(g);
    for (int k = 0; k < h->count; k++) {
        const CType *type = some_type(g);
        if (type->kind == C_ARRAY || gen_draw(g, 4) == 0)
            type = ctype_pointer(g, type);
        h->arguments[k] = type;
        const char *name = text(g, "a%d", k);
        list = text(g, "%s%s%s", list, k ? ", " : "", ctype_declare(g, type, name));
        add_variable(g, name, type, type->kind == C_POINTER, false);
        if (type->kind == C_POINTER) /* what it points to may be written */
            g->variables[g->variable_count - 1].constant = false;
    }
    put(g, "static %s", ctype_declare(g, h->result, text(g, "%s(%s)", h->name, list)));
    put(g, "{");
    g->indent++;
    g->leaf = true;
    put_block(g, 2 + (int)gen_draw(g, 3));
    CPlace p = place_of(g, h->result, false);
    if (h->result->kind == C_RECORD && p.text)
        put(g, "return %s;", p.text);
    else if (h->result->kind == C_RECORD)
        put(g, "static %s = %s; return r;", ctype_declare(g, h->result, "r"),
            ctype_initial(g, h->result));
    else
        put(g, "return %s;", value_for(g, h->result));
    g->leaf = false;
    g->indent--;
    put(g, "}");
    put(g, "static %s = %s;", ctype_declare(g, h->result, text(g, "(*point%s)(%s)", h->name, list)),
        h->name);
    g->variable_count = before;
    g->helper_count++;
}

/* ---- statements with statements in them ---- */

static void put_loop(Gen *g)
{
    int k = g->loops++, before = g->variable_count;
    const char *name = text(g, "i%d", k);
    switch (gen_draw(g, 4)) {
    case 0:
        put(g, "for (%s %s = %u; %s; %s--) {", GEN_PICK(g, "int", "unsigned char", "long"), name,
            1 + gen_draw(g, 3), name, name);
        break;
    case 1:
        put(g, "for (int %s = -%u; %s < 1; %s += 2) {", name, gen_draw(g, 4), name, name);
        break;
    case 2:
        put(g, "for (struct { short at; char end; } w%d = {0, %u}; w%d.at < w%d.end; w%d.at++) {",
            k, 1 + gen_draw(g, 3), k, k, k);
        name = text(g, "w%d.at", k);
        break;
    default:
        put(g, "for (unsigned long %s = 0; %s <= %u; ++%s) {", name, name, gen_draw(g, 3), name);
        break;
    }
    add_variable(g, name, ctype_int(g, 32, true), true, false);
    g->variables[g->variable_count - 1].type = ctype_int(g, 32, true);
    g->indent++;
    put_block(g, 2);
    if (gen_draw(g, 3) == 0)
        put(g, "if (%s) %s;", value_int(g).text, GEN_PICK(g, "break", "continue"));
    put_block(g, 1);
    g->indent--;
    put(g, "}");
    g->variable_count = before;
}

static void put_switch(Gen *g)
{
    CExpr e = value_int(g);
    bool wide = e.type->width == 64;
    put(g, "switch (%s) {", gen_draw(g, 2) ? text(g, "(%s) & 3", e.text) : e.text);
    put(g, "case %s:;", GEN_PICK(g, "0", "-1", "2 ... 100"));
    g->indent++;
    put_block(g, 1);
    if (gen_draw(g, 2))
        put(g, "break;");
    g->indent--;
    put(g, "%s:;",
        wide ? GEN_PICK(g, "case 1", "case -4294967296ll", "case 0x100000001ll",
                        "case 0x8000000000000000ull", "case 0x100000000ll ... 0x1ffffffffffffll")
             : GEN_PICK(g, "case 1", "case -2", "case 2147483647", "case -128 ... -2",
                        "case 0x80000000u"));
    g->indent++;
    put_block(g, 1);
    put(g, "break;");
    g->indent--;
    if (gen_draw(g, 2)) {
        put(g, "default:;");
        g->indent++;
        put_block(g, 1);
        g->indent--;
    }
    put(g, "}");
}

static void put_if(Gen *g)
{
    put(g, "if (%s) {", value_int(g).text);
    g->indent++;
    put_block(g, 1 + (int)gen_draw(g, 2));
    g->indent--;
    if (gen_draw(g, 2)) {
        put(g, "} else {");
        g->indent++;
        put_block(g, 1);
        g->indent--;
    }
    put(g, "}");
}

static void put_goto(Gen *g)
{
    int k = g->names++;
    put(g, "{ int again%d = %u;", k, gen_draw(g, 3));
    g->indent++;
    put(g, "up%d_%d:;", g->number, k);
    put_block(g, 2);
    put(g, "if (again%d-- > 0) goto %s%d_%d;", k, GEN_PICK(g, "up", "down"), g->number, k);
    put_block(g, 1);
    g->indent--;
    put(g, "  down%d_%d:; }", g->number, k);
}

static void put_local(Gen *g, const CType *type, bool bound)
{
    const char *name = text(g, "%c%d", bound ? 'v' : 'l', g->names++);
    const char *declared = ctype_declare(g, type, name);
    if (type->kind <= C_FLOAT)
        put(g, "%s%s = %s;", bound ? "" : GEN_PICK(g, "", "volatile ", "static "), declared,
            ctype_initial(g, type));
    else if (type->solid && !type->has_union && gen_draw(g, 2))
        put(g, "%s = %s;", declared, ctype_initial(g, type));
    else /* padding has a value, too */
        put(g, "static const %s = %s; %s; memcpy(&%s, &init%s, sizeof %s);",
            ctype_declare(g, type, text(g, "init%s", name)), ctype_initial(g, type), declared, name,
            name, name);
    add_variable(g, name, type, false, bound);
}

static void put_scope(Gen *g)
{
    int before = g->variable_count;
    put(g, "{");
    g->indent++;
    put_local(g, some_type(g), false);
    put_block(g, 2);
    g->indent--;
    put(g, "}");
    g->variable_count = before;
}

static void put_statement(Gen *g)
{
    uint32_t kind = gen_draw(g, g->indent > 3 ? 12 : 20);
    if (kind < 3)
        put_assign(g);
    else if (kind < 5)
        put_compound(g);
    else if (kind < 7)
        put_bulk(g);
    else if (kind == 7)
        put_pointer(g);
    else if (kind == 8)
        put_cell(g);
    else if (kind < 11)
        put_call(g);
    else if (kind == 11)
        put(g, "CHECK(%s);", value_int(g).text);
    else if (kind == 12)
        put_loop(g);
    else if (kind == 13)
        put_switch(g);
    else if (kind == 14)
        put_if(g);
    else if (kind == 15)
        put_goto(g);
    else if (kind == 16)
        put_scope(g);
    else if (!g->leaf)
        put_library(g);
    else
        put_assign(g);
}

static void put_block(Gen *g, int statements)
{
    int depth = g->depth;
    g->depth = 0;
    for (int k = 0; k < statements; k++)
        put_statement(g);
    g->depth = depth;
}

/* ---- a case ---- */

static void put_globals(Gen *g)
{
    put(g, "static int cells%d[6] = {10, -20, 30, -40, 50, -60};", g->number);
    for (int k = 2 + (int)gen_draw(g, 3); k; k--) {
        const CType *type = some_type(g);
        const char *name = text(g, "g%d_%d", g->number, g->names++);
        bool constant = gen_draw(g, 8) == 0 && type->kind <= C_FLOAT && k > 1;
        put(g, "static %s%s = %s;", constant ? "const " : "", ctype_declare(g, type, name),
            ctype_initial(g, type));
        add_variable(g, name, type, constant, true);
    }
}

/* Pointers to parts of variables: some to the same. */
static void put_pointers(Gen *g)
{
    for (int k = (int)gen_draw(g, 4); k; k--) {
        CPlace p = gen_draw(g, 2) && g->type_count
                       ? place_of(g, g->types[gen_draw(g, (uint32_t)g->type_count)], true)
                       : place_scalar(g, true);
        if (!p.text || !p.aligned || p.field >= 0 || !p.bound || p.root < 0)
            continue;
        const char *name = text(g, "p%d", g->names++);
        put(g, "%s = &%s;", ctype_declare(g, ctype_pointer(g, p.type), name), p.text);
        add_variable(g, name, ctype_pointer(g, p.type), false, false);
    }
}

static void put_last_checks(Gen *g)
{
    for (int k = 0; k < g->variable_count; k++)
        for (int n = g->variables[k].type->kind <= C_FLOAT ? 1 : 2; n; n--) {
            CPlace p = {.text = NULL};
            for (int tries = 0; tries < 20 && (!p.text || p.root != k); tries++)
                p = place_scalar(g, false);
            if (p.root == k)
                put_check(g, &p);
        }
}

void case_write(Gen *g)
{
    g->type_count = g->variable_count = g->helper_count = 0;
    g->depth = g->names = g->loops = g->indent = 0;
    put(g, "/* ---- %d ---- */", g->number);
    for (int k = 1 + (int)gen_draw(g, 3); k; k--)
        ctype_make(g);
    put_globals(g);
    for (int k = (int)gen_draw(g, MOST_HELPERS); k; k--)
        make_helper(g);
    put(g, "static void f%d(void)\n{", g->number);
    g->indent = 1;
    for (int k = (int)gen_draw(g, 3); k; k--)
        put_local(g, some_type(g), true);
    put_pointers(g);
    put_block(g, 3 + (int)gen_draw(g, 4));
    put_last_checks(g);
    g->indent = 0;
    put(g, "}");
    arena_reset(&g->arena);
}
