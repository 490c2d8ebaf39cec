/* types.c -- see types.h. */
#include "front/zing/types.h"

#include <assert.h>
#include <string.h>

static ZType *make(Arena *arena, ZKind kind, const char *name, Type cell)
{
    ZType *type = arena_new(arena, ZType);
    type->kind = kind;
    type->name = name;
    type->cell = cell;
    return type;
}

void ztypes_make(ZTypes *types, Arena *arena)
{
    static const struct {
        ZKind kind;
        const char *name;
        Type cell;
    } words[ZT_NAME] = {
        [ZT_BOOL] = {ZK_BOOL, "bool", {TYPE_UNSIGNED, 1}},
        [ZT_BYTE] = {ZK_INTEGER, "byte", {TYPE_UNSIGNED, 8}},
        [ZT_SBYTE] = {ZK_INTEGER, "sbyte", {TYPE_SIGNED, 8}},
        [ZT_SHORT] = {ZK_INTEGER, "short", {TYPE_SIGNED, 16}},
        [ZT_USHORT] = {ZK_INTEGER, "ushort", {TYPE_UNSIGNED, 16}},
        [ZT_INT] = {ZK_INTEGER, "int", {TYPE_SIGNED, 32}},
        [ZT_UINT] = {ZK_INTEGER, "uint", {TYPE_UNSIGNED, 32}},
        [ZT_LONG] = {ZK_INTEGER, "long", {TYPE_SIGNED, 64}},
        [ZT_ULONG] = {ZK_INTEGER, "ulong", {TYPE_UNSIGNED, 64}},
        [ZT_FLOAT] = {ZK_REAL, "float", {TYPE_FLOAT, 32}},
        [ZT_DOUBLE] = {ZK_REAL, "double", {TYPE_FLOAT, 64}},
        [ZT_DECIMAL] = {ZK_REAL, "decimal", {TYPE_FLOAT, 64}},
        [ZT_OBJECT] = {ZK_OBJECT, "object", {TYPE_PTR, 64}},
        [ZT_STRING] = {ZK_STRING, "string", {TYPE_UNSIGNED, 32}},
        [ZT_VOID] = {ZK_VOID, "void", {TYPE_VOID, 0}},
    };
    for (int word = 0; word < ZT_NAME; word++)
        types->word[word] = make(arena, words[word].kind, words[word].name, words[word].cell);
    types->error = make(arena, ZK_ERROR, "?", (Type){TYPE_VOID, 0});
    types->null = make(arena, ZK_NULL, "null", TYPE_POINTER);
    types->mutex = make(arena, ZK_MUTEX, "mutex", TYPE_THREAD);
    types->rwlock = make(arena, ZK_RWLOCK, "rwlock", TYPE_THREAD);
    types->thread = make(arena, ZK_THREAD, "thread", TYPE_THREAD);
}

bool ztype_is_integer(const ZType *type)
{
    return type->kind == ZK_INTEGER || type->kind == ZK_RANGE;
}

bool ztype_is_numeric(const ZType *type)
{
    return ztype_is_integer(type) || type->kind == ZK_REAL;
}

bool ztype_is_reference(const ZType *type)
{
    return type->kind >= ZK_OBJECT;
}

bool ztype_is_lock(const ZType *type)
{
    return type->kind == ZK_MUTEX || type->kind == ZK_RWLOCK;
}

bool ztype_is_error(const ZType *type)
{
    return type->kind == ZK_ERROR;
}

void ztype_note_conversion(const ZType *from, ZType *to)
{
    if (from->kind == ZK_OBJECT && to->kind != ZK_OBJECT)
        to->is_narrowed = true;
}

bool ztype_implements(const ZType *type, const ZType *interface)
{
    vec_each (ZType *, known, &type->interfaces)
        if (*known == interface)
            return true;
    return false;
}

/* ---- C#'s numeric promotions ---- */

ZType *ztype_promote_one(const ZTypes *types, ZType *type)
{
    if (type->kind == ZK_INTEGER && type->cell.bits >= 32)
        return type;
    return ztype_is_integer(type) ? types->word[ZT_INT] : type;
}

static bool adapts(const ZExpr *expr, const ZType *type)
{
    int64_t value;
    return type->kind == ZK_INTEGER && type->cell.kind == TYPE_SIGNED && zing_fold(expr, &value) &&
           value >= 0;
}

static ZType *promote_integers(const ZTypes *types, const ZExpr *a, const ZExpr *b)
{
    ZType *x = ztype_promote_one(types, a->type), *y = ztype_promote_one(types, b->type);
    ZType *ulong_type = types->word[ZT_ULONG], *uint_type = types->word[ZT_UINT];
    if (x == y)
        return x;
    if (x == ulong_type || y == ulong_type) {
        const ZExpr *other = x == ulong_type ? b : a;
        ZType *type = x == ulong_type ? y : x;
        return type == uint_type || adapts(other, type) ? ulong_type : NULL;
    }
    if (x == types->word[ZT_LONG] || y == types->word[ZT_LONG])
        return types->word[ZT_LONG];
    return adapts(x == uint_type ? b : a, types->word[ZT_INT]) ? uint_type : types->word[ZT_LONG];
}

ZType *ztype_promote(const ZTypes *types, const ZExpr *a, const ZExpr *b)
{
    ZType *x = a->type, *y = b->type;
    assert(ztype_is_numeric(x) && ztype_is_numeric(y));
    if (x->kind != ZK_REAL && y->kind != ZK_REAL)
        return promote_integers(types, a, b);
    ZType *decimal_type = types->word[ZT_DECIMAL], *double_type = types->word[ZT_DOUBLE];
    if (x == decimal_type || y == decimal_type) {
        ZType *other = x == decimal_type ? y : x;
        return other->kind == ZK_REAL && other != decimal_type ? NULL : decimal_type;
    }
    return x == double_type || y == double_type ? double_type : types->word[ZT_FLOAT];
}

bool ztype_same(const ZType *a, const ZType *b)
{
    bool a_is_int = a->kind == ZK_RANGE || (a->kind == ZK_INTEGER && !strcmp(a->name, "int"));
    bool b_is_int = b->kind == ZK_RANGE || (b->kind == ZK_INTEGER && !strcmp(b->name, "int"));
    return a == b || (a_is_int && b_is_int) || ztype_is_error(a) || ztype_is_error(b);
}

bool ztype_assignable(const ZType *from, const ZType *to)
{
    if (ztype_is_error(from) || ztype_is_error(to))
        return true;
    if (ztype_is_lock(to) || to->kind == ZK_VOID)
        return false;
    if (from == to || (ztype_is_numeric(from) && ztype_is_numeric(to)))
        return true;
    if (from->kind == ZK_NULL)
        return ztype_is_reference(to) || to->kind == ZK_THREAD;
    if (!ztype_is_reference(from) || !ztype_is_reference(to))
        return false;
    return from->kind == ZK_OBJECT || to->kind == ZK_OBJECT || ztype_implements(from, to);
}

bool ztype_comparable(const ZType *a, const ZType *b)
{
    if (a->kind == ZK_NULL || b->kind == ZK_NULL) {
        const ZType *other = a->kind == ZK_NULL ? b : a;
        return other->kind == ZK_NULL || other->kind == ZK_THREAD || ztype_is_reference(other);
    }
    if (a->kind == ZK_THREAD)
        return b->kind == ZK_THREAD;
    if (!ztype_is_reference(a) || !ztype_is_reference(b))
        return false;
    bool interfaces = a->kind == ZK_INTERFACE && b->kind == ZK_INTERFACE;
    return interfaces || ztype_assignable(a, b) || ztype_assignable(b, a);
}

ZSymbol *ztype_member(const ZType *type, const char *name)
{
    if (type->kind == ZK_ENUM) {
        for (uint32_t i = 0; i < type->count; i++)
            if (type->members[i].name == name)
                return &type->members[i];
        return NULL;
    }
    if (type->kind != ZK_CLASS && type->kind != ZK_STRUCT && type->kind != ZK_INTERFACE)
        return NULL;
    vec_each (ZMember *, member, &type->decl->body.members)
        if ((*member)->name == name)
            return (*member)->symbol;
    return NULL;
}

/* ---- constants ---- */

static bool fold_binary(ZBinaryOp op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case ZB_ADD:
        return !__builtin_add_overflow(a, b, value);
    case ZB_SUB:
        return !__builtin_sub_overflow(a, b, value);
    case ZB_MUL:
        return !__builtin_mul_overflow(a, b, value);
    case ZB_DIV:
    case ZB_MOD:
        if (!b || b == -1)
            return false;
        *value = op == ZB_DIV ? a / b : a % b;
        return true;
    case ZB_SHL:
    case ZB_SHR:
    case ZB_LT:
    case ZB_LE:
    case ZB_GT:
    case ZB_GE:
    case ZB_IN:
    case ZB_EQ:
    case ZB_NE:
    case ZB_AND:
    case ZB_XOR:
    case ZB_OR:
    case ZB_LAND:
    case ZB_LOR:
        break;
    }
    return false;
}

bool zing_fold(const ZExpr *expr, int64_t *value)
{
    int64_t a, b;
    if (expr->kind == ZE_INT) {
        *value = (int64_t)expr->integer.value;
        return *value >= 0;
    }
    if (expr->kind == ZE_UNARY && expr->unary.op == ZU_MINUS) {
        bool lowest = expr->unary.operand->kind == ZE_INT &&
                      expr->unary.operand->integer.value == (uint64_t)INT64_MAX + 1;
        if (!lowest && !zing_fold(expr->unary.operand, &a))
            return false;
        *value = lowest ? INT64_MIN : -a;
        return lowest || a != INT64_MIN;
    }
    if (expr->kind == ZE_UNARY && expr->unary.op == ZU_PLUS)
        return zing_fold(expr->unary.operand, value);
    return expr->kind == ZE_BINARY && zing_fold(expr->binary.left, &a) &&
           zing_fold(expr->binary.right, &b) && fold_binary(expr->binary.op, a, b, value);
}

bool zing_is_true(const ZExpr *expr)
{
    if (expr->kind == ZE_BOOL)
        return expr->truth;
    if (expr->kind != ZE_BINARY)
        return false;
    bool left = zing_is_true(expr->binary.left), right = zing_is_true(expr->binary.right);
    return (expr->binary.op == ZB_LAND && left && right) ||
           (expr->binary.op == ZB_LOR && (left || right));
}

bool zing_is_literal(const ZExpr *expr)
{
    if (expr->kind == ZE_UNARY && (expr->unary.op == ZU_MINUS || expr->unary.op == ZU_PLUS))
        expr = expr->unary.operand;
    return expr->kind == ZE_INT;
}

const ZStmt *zing_first_statement(const ZStmt *stmt)
{
    for (;;)
        if (stmt->kind == ZS_LABEL)
            stmt = stmt->label.body;
        else if (stmt->kind == ZS_ATTRIBUTED)
            stmt = stmt->attributed.body;
        else if (stmt->kind == ZS_BLOCK && stmt->block.len) {
            size_t i = 0;
            while (i + 1 < stmt->block.len &&
                   (stmt->block.at[i]->is_ghost || stmt->block.at[i]->kind == ZS_WITNESS ||
                    (stmt->block.at[i]->kind == ZS_VARIABLE && !stmt->block.at[i]->variable.init)))
                i++;
            stmt = stmt->block.at[i];
        } else
            return stmt;
}

/* ---- suggestions ---- */

enum { LONGEST_NAME = 64 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters must be changed, added, removed or swapped with their neighbour to turn a into
 * b? Upper and lower case are the same letter.  A large number for long names. */
static size_t distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), rows[3][LONGEST_NAME + 1];
    if (n > LONGEST_NAME || m > LONGEST_NAME)
        return LONGEST_NAME;
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3], *above = rows[(i - 1) % 3], *higher = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = least(above[j - 1] + ((a[i - 1] | 32) != (b[j - 1] | 32)),
                           least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], higher[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

void zing_suggest(const char *name, const char *candidate, const char **best)
{
    size_t limit = strlen(name) > 5 ? 2 : 1, d = distance(name, candidate);
    if (d <= limit && d < strlen(name) && (!*best || d < distance(name, *best)))
        *best = candidate;
}
