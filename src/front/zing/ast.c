/* ast.c -- the table of names, and the texts of operators and expressions; see ast.h. */
#include "front/zing/ast.h"

#include <string.h>

#include "front/zing/lex.h"

/* Open addressing; the size is a power of two, a quarter of the slots or more are empty. */
struct ZNameTable {
    const char **slots;
    size_t size, used;
};

static uint32_t hash(const char *text, size_t len)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h;
}

/* The slot that holds the name, or the empty one where it belongs. */
static const char **find(const struct ZNameTable *table, const char *text, size_t len)
{
    size_t i = hash(text, len) & (table->size - 1);
    while (table->slots[i] && (strncmp(table->slots[i], text, len) || table->slots[i][len]))
        i = (i + 1) & (table->size - 1);
    return &table->slots[i];
}

static void grow(ZUnit *unit, struct ZNameTable *table)
{
    struct ZNameTable bigger = {.size = table->size ? table->size * 2 : 64, .used = table->used};
    bigger.slots = arena_array(unit->arena, const char *, bigger.size);
    for (size_t i = 0; i < table->size; i++)
        if (table->slots[i])
            *find(&bigger, table->slots[i], strlen(table->slots[i])) = table->slots[i];
    *table = bigger;
}

const char *zing_intern_bytes(ZUnit *unit, const char *text, size_t len)
{
    assert(!memchr(text, 0, len));
    if (!unit->names)
        unit->names = arena_new(unit->arena, struct ZNameTable);
    struct ZNameTable *table = unit->names;
    if (4 * (table->used + 1) > 3 * table->size)
        grow(unit, table);
    const char **slot = find(table, text, len);
    if (!*slot) {
        *slot = arena_copy(unit->arena, text, len);
        table->used++;
    }
    return *slot;
}

const char *zing_intern(ZUnit *unit, const char *text)
{
    return zing_intern_bytes(unit, text, strlen(text));
}

const char *zing_unary_text(ZUnaryOp op)
{
    static const char *const text[] = {
        [ZU_PLUS] = "+", [ZU_MINUS] = "-", [ZU_NOT] = "!", [ZU_INVERT] = "~"};
    return text[op];
}

const char *zing_binary_text(ZBinaryOp op)
{
    static const char *const text[] = {
        [ZB_MUL] = "*",  [ZB_DIV] = "/",  [ZB_MOD] = "%",   [ZB_ADD] = "+", [ZB_SUB] = "-",
        [ZB_SHL] = "<<", [ZB_SHR] = ">>", [ZB_LT] = "<",    [ZB_LE] = "<=", [ZB_GT] = ">",
        [ZB_GE] = ">=",  [ZB_IN] = "in",  [ZB_EQ] = "==",   [ZB_NE] = "!=", [ZB_AND] = "&",
        [ZB_XOR] = "^",  [ZB_OR] = "|",   [ZB_LAND] = "&&", [ZB_LOR] = "||"};
    return text[op];
}

const char *zing_expr_text(const Sources *sources, const ZExpr *expr, Arena *arena)
{
    const char *from = sources->files.at[expr->pos.file].text + expr->begin;
    size_t len = expr->end - expr->begin, used = 0;
    char *text = arena_alloc(arena, len + 1);
    for (size_t i = 0; i < len; i++) {
        bool blank = strchr(" \t\r\n", from[i]) != NULL;
        if (!blank || (used && text[used - 1] != ' '))
            text[used++] = blank ? ' ' : from[i];
    }
    return text;
}
