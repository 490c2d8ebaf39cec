/* check_expr.c -- the types of expressions. */
#include "front/zing/check.h"

#include <string.h>

static ZType *error(Check *c)
{
    return c->model->types.error;
}

static ZType *word(Check *c, ZTypeWord w)
{
    return c->model->types.word[w];
}

static const char *name_of(const ZExpr *e)
{
    return e->type->name;
}

/* ---- values that must fit ---- */

ZType *check_value(Check *c, ZExpr *e)
{
    ZType *type = check_expr(c, e);
    if (c->context == IN_PREDICATE && ztype_is_lock(type))
        return e->type = c->model->types.thread; /* who holds it */
    if (type->kind != ZK_VOID)
        return type;
    diag_error(c->diag, e->pos, "this call has no value: the method is void");
    return e->type = error(c);
}

static bool fits(const Type cell, int64_t value)
{
    if (cell.kind == TYPE_UNSIGNED)
        return value >= 0 && (cell.bits >= 63 || value >> cell.bits == 0);
    return cell.bits == 64 ||
           (value >= -((int64_t)1 << (cell.bits - 1)) && value < (int64_t)1 << (cell.bits - 1));
}

void check_constant(Check *c, const ZExpr *e, const ZType *to)
{
    int64_t value;
    if (!ztype_is_integer(to) || !zing_fold(e, &value))
        return;
    if (to->kind == ZK_RANGE && (value < to->low || value > to->high))
        diag_error(c->diag, e->pos, "%lld is outside the range '%s', which is %lld..%lld",
                   (long long)value, to->name, (long long)to->low, (long long)to->high);
    else if (!fits(to->cell, value) && !c->options->unchecked)
        diag_warn(c->diag, e->pos, "%lld does not fit '%s': this is an overflow when it runs",
                  (long long)value, to->name);
}

/* No thread has the number 0: it stands for none, as in the paper's m == 0. */
static void zero_is_none(const Check *c, const ZType *thread, ZExpr *zero)
{
    bool fits = thread->kind == ZK_THREAD && zero->kind == ZE_INT && !zero->integer.value;
    if (c->context != IN_PREDICATE || !fits)
        return;
    zero->kind = ZE_NULL;
    zero->type = c->model->types.null;
}

void check_fits(Check *c, ZExpr *e, ZType *to, const char *what)
{
    (void)check_value(c, e);
    zero_is_none(c, to, e);
    ZType *from = e->type;
    if (ztype_assignable(from, to)) {
        ztype_note_conversion(from, to);
        check_constant(c, e, to);
        return;
    }
    if (ztype_is_lock(to) || ztype_is_lock(from))
        diag_error(c->diag, e->pos,
                   "a %s cannot be copied or assigned; use acquire and release on it",
                   ztype_is_lock(to) ? to->name : from->name);
    else if (from->kind == ZK_NULL)
        diag_error(c->diag, e->pos, "%s is of type '%s', which is never null", what, to->name);
    else
        diag_error(c->diag, e->pos, "%s is of type '%s', and this value is of type '%s'", what,
                   to->name, from->name);
}

void check_condition(Check *c, ZExpr *e, const char *what)
{
    ZType *type = check_value(c, e);
    if (type->kind != ZK_BOOL && !ztype_is_error(type))
        diag_error(c->diag, e->pos, "%s needs a bool, and this is of type '%s'; write a comparison",
                   what, type->name);
}

bool check_is_variable(const ZExpr *e)
{
    if (e->kind == ZE_NAME)
        return e->symbol && (e->symbol->kind == ZY_LOCAL || e->symbol->kind == ZY_PARAM ||
                             e->symbol->kind == ZY_FIELD || e->symbol->kind == ZY_STATIC);
    if (e->kind == ZE_INDEX)
        return true;
    if (e->kind != ZE_FIELD || !e->symbol)
        return false;
    if (e->symbol->kind == ZY_STATIC)
        return true;
    return e->symbol->kind == ZY_FIELD &&
           (e->field.object->type->kind != ZK_STRUCT || check_is_variable(e->field.object));
}

ZType *check_target(Check *c, ZExpr *e)
{
    ZType *type = check_value(c, e);
    if (ztype_is_error(type) || check_is_variable(e))
        return type;
    diag_error(c->diag, e->pos, "this cannot be assigned to: it is not a variable");
    return e->type = error(c);
}

/* ---- literals ---- */

static ZType *check_integer(Check *c, const ZExpr *e)
{
    uint64_t value = e->integer.value;
    bool is_long = e->integer.is_long, is_unsigned = e->integer.is_unsigned;
    if (!is_long && !is_unsigned && value <= INT32_MAX)
        return word(c, ZT_INT);
    if (!is_long && value <= UINT32_MAX)
        return word(c, ZT_UINT);
    return !is_unsigned && value <= INT64_MAX ? word(c, ZT_LONG) : word(c, ZT_ULONG);
}

static ZType *check_self(Check *c, const ZExpr *e)
{
    if (c->context == IN_INITIALISER && !c->has_this)
        diag_error(c->diag, e->pos, "no thread runs yet when static variables are initialised");
    return word(c, ZT_INT);
}

static ZType *check_this(Check *c, const ZExpr *e)
{
    if (c->has_this)
        return c->owner;
    diag_error(c->diag, e->pos, "there is no 'this' here: %s",
               c->context == IN_PREDICATE ? check_no_this(c) : "the method is static");
    return error(c);
}

/* ---- operators ---- */

static ZType *bad_operand(Check *c, const ZExpr *e, const char *op, const ZType *type)
{
    diag_error(c->diag, e->pos, "'%s' does not work on a value of type '%s'", op, type->name);
    return error(c);
}

static ZType *bad_operands(Check *c, const ZExpr *e)
{
    const char *op = zing_binary_text(e->binary.op);
    const ZType *a = e->binary.left->type, *b = e->binary.right->type;
    if (a->kind == ZK_STRUCT && a == b)
        diag_error(c->diag, e->pos, "structs cannot be compared with '%s'; compare their fields",
                   op);
    else if (a->kind == ZK_STRING && a == b)
        diag_error(c->diag, e->pos, "'%s' does not work on strings; only == and != do", op);
    else if (a->kind == ZK_SET || b->kind == ZK_SET)
        diag_error(c->diag, e->pos,
                   "'%s' on a set can only be the whole statement s = s + x or s = s - x", op);
    else
        diag_error(c->diag, e->pos, "'%s' does not work on '%s' and '%s'", op, a->name, b->name);
    return error(c);
}

/* -2147483648 is an int, and -9223372036854775808 a long. */
static ZType *negate_literal(Check *c, const ZExpr *literal)
{
    if (literal->kind != ZE_INT || literal->integer.is_unsigned || literal->integer.is_hex)
        return NULL;
    if (literal->integer.value == (uint64_t)INT32_MAX + 1 && !literal->integer.is_long)
        return word(c, ZT_INT);
    return literal->integer.value == (uint64_t)INT64_MAX + 1 ? word(c, ZT_LONG) : NULL;
}

static ZType *check_unary(Check *c, ZExpr *e)
{
    ZUnaryOp op = e->unary.op;
    ZType *type = check_value(c, e->unary.operand);
    const char *text = zing_unary_text(op);
    if (ztype_is_error(type))
        return type;
    if (op == ZU_NOT)
        return type->kind == ZK_BOOL ? type : bad_operand(c, e, text, type);
    if (!ztype_is_numeric(type) || (op == ZU_INVERT && !ztype_is_integer(type)))
        return bad_operand(c, e, text, type);
    ZType *promoted = ztype_promote_one(&c->model->types, type);
    if (op != ZU_MINUS)
        return promoted;
    ZType *literal = negate_literal(c, e->unary.operand);
    if (literal)
        return literal;
    if (promoted == word(c, ZT_ULONG))
        return bad_operand(c, e, text, type);
    return promoted == word(c, ZT_UINT) ? word(c, ZT_LONG) : promoted;
}

static bool is_enum_and_literal(const ZExpr *a, const ZExpr *b)
{
    return a->type->kind == ZK_ENUM && zing_is_literal(b);
}

static ZType *no_common_type(Check *c, const ZExpr *e, const ZExpr *a, const ZExpr *b)
{
    diag_error(c->diag, e->pos,
               "'%s' and '%s' have no common type; assign one of them to a variable of the "
               "other's type first",
               name_of(a), name_of(b));
    return error(c);
}

static bool is_thread_and_number(const ZExpr *a, const ZExpr *b)
{
    return a->type->kind == ZK_THREAD && ztype_is_integer(b->type);
}

/* The comparisons; `ordered`: not only == and !=. */
static ZType *check_comparison(Check *c, const ZExpr *e, bool ordered)
{
    zero_is_none(c, e->binary.left->type, e->binary.right);
    zero_is_none(c, e->binary.right->type, e->binary.left);
    const ZExpr *a = e->binary.left, *b = e->binary.right;
    ZType *truth = word(c, ZT_BOOL);
    if (ztype_is_numeric(a->type) && ztype_is_numeric(b->type)) {
        if (!ztype_promote(&c->model->types, a, b))
            return no_common_type(c, e, a, b);
        return truth;
    }
    if (a->type->kind == ZK_ENUM && a->type == b->type)
        return truth;
    if (is_enum_and_literal(a, b) || is_enum_and_literal(b, a))
        return truth;
    if (ordered)
        return bad_operands(c, e);
    if (a->type == b->type && (a->type->kind == ZK_BOOL || a->type->kind == ZK_STRING))
        return truth;
    if (ztype_comparable(a->type, b->type))
        return truth;
    if (c->context == IN_PREDICATE && (is_thread_and_number(a, b) || is_thread_and_number(b, a))) {
        diag_error(c->diag, e->pos,
                   "a thread is not a number; write 'self' for the number of the thread 'tid'");
        return error(c);
    }
    if (ztype_is_lock(a->type) || ztype_is_lock(b->type)) {
        diag_error(c->diag, e->pos, "locks cannot be compared; use acquire and release");
        return error(c);
    }
    return bad_operands(c, e);
}

static ZType *check_in(Check *c, const ZExpr *e)
{
    const ZType *x = e->binary.left->type, *set = e->binary.right->type;
    if (c->context == IN_PREDICATE && set->kind == ZK_RWLOCK) {
        if (x->kind != ZK_THREAD)
            diag_error(c->diag, e->binary.left->pos,
                       "threads read under an rwlock, and this is of type '%s'; write tid in ...",
                       x->name);
    } else if (set->kind != ZK_SET)
        diag_error(c->diag, e->binary.right->pos,
                   "'in' needs a set on its right side, and this is of type '%s'", set->name);
    else if (!ztype_same(x, set->element) &&
             !(x->kind == ZK_NULL && ztype_is_reference(set->element)))
        diag_error(c->diag, e->binary.left->pos,
                   "the set has elements of type '%s', and this is of type '%s'",
                   set->element->name, x->name);
    return word(c, ZT_BOOL);
}

static ZType *check_bits(Check *c, const ZExpr *e)
{
    const ZExpr *a = e->binary.left, *b = e->binary.right;
    if (a->type->kind == ZK_BOOL && b->type->kind == ZK_BOOL)
        return a->type;
    if (!ztype_is_integer(a->type) || !ztype_is_integer(b->type))
        return bad_operands(c, e);
    ZType *type = ztype_promote(&c->model->types, a, b);
    return type ? type : no_common_type(c, e, a, b);
}

static ZType *check_arithmetic(Check *c, const ZExpr *e)
{
    const ZExpr *a = e->binary.left, *b = e->binary.right;
    if (!ztype_is_numeric(a->type) || !ztype_is_numeric(b->type))
        return bad_operands(c, e);
    ZType *type = ztype_promote(&c->model->types, a, b);
    if (type && type->kind == ZK_REAL && e->binary.op == ZB_MOD)
        return bad_operands(c, e);
    return type ? type : no_common_type(c, e, a, b);
}

static ZType *check_shift(Check *c, const ZExpr *e)
{
    const ZExpr *a = e->binary.left, *b = e->binary.right;
    bool small = ztype_is_integer(b->type) &&
                 ztype_promote_one(&c->model->types, b->type) == word(c, ZT_INT);
    if (!ztype_is_integer(a->type) || !small)
        return bad_operands(c, e);
    return ztype_promote_one(&c->model->types, a->type);
}

/* Both sides have their types; neither is wrong. */
static ZType *combine(Check *c, const ZExpr *e)
{
    switch (e->binary.op) {
    case ZB_MUL:
    case ZB_DIV:
    case ZB_MOD:
    case ZB_ADD:
    case ZB_SUB:
        return check_arithmetic(c, e);
    case ZB_SHL:
    case ZB_SHR:
        return check_shift(c, e);
    case ZB_LT:
    case ZB_LE:
    case ZB_GT:
    case ZB_GE:
        return check_comparison(c, e, true);
    case ZB_EQ:
    case ZB_NE:
        return check_comparison(c, e, false);
    case ZB_IN:
        return check_in(c, e);
    case ZB_AND:
    case ZB_XOR:
    case ZB_OR:
        return check_bits(c, e);
    case ZB_LAND:
    case ZB_LOR:
        break;
    }
    if (e->binary.left->type->kind != ZK_BOOL || e->binary.right->type->kind != ZK_BOOL)
        return bad_operands(c, e);
    return word(c, ZT_BOOL);
}

/* In an access predicate `x in rw` asks who reads under the rwlock. */
static ZType *check_right(Check *c, ZExpr *e)
{
    bool is_raw = c->context == IN_PREDICATE && e->binary.op == ZB_IN;
    return is_raw ? check_expr(c, e->binary.right) : check_value(c, e->binary.right);
}

static ZType *check_binary(Check *c, ZExpr *e)
{
    ZType *a = check_value(c, e->binary.left), *b = check_right(c, e);
    return ztype_is_error(a) || ztype_is_error(b) ? error(c) : combine(c, e);
}

static ZType *check_conditional(Check *c, ZExpr *e)
{
    check_condition(c, e->conditional.test, "the test of '?:'");
    ZExpr *x = e->conditional.yes, *y = e->conditional.no;
    ZType *a = check_value(c, x), *b = check_value(c, y);
    if (ztype_is_error(a) || ztype_is_error(b))
        return error(c);
    if (a == b && !ztype_is_lock(a))
        return a;
    if (ztype_is_numeric(a) && ztype_is_numeric(b)) {
        ZType *type = ztype_promote(&c->model->types, x, y);
        return type ? type : no_common_type(c, e, x, y);
    }
    if (a->kind != ZK_OBJECT && ztype_assignable(a, b))
        return b;
    if (b->kind != ZK_OBJECT && ztype_assignable(b, a))
        return a;
    return no_common_type(c, e, x, y);
}

/* ---- assignments ---- */

/* Do both denote the same variable, plainly?  `s`, `o.s`, `a[i]`. */
static bool same_variable(const ZExpr *a, const ZExpr *b)
{
    int64_t x, y;
    if (a->kind == ZE_THIS)
        return b->kind == ZE_THIS;
    if (zing_fold(a, &x))
        return zing_fold(b, &y) && x == y;
    if (a->kind != b->kind || a->symbol != b->symbol)
        return false;
    if (a->kind == ZE_NAME)
        return true;
    if (a->kind == ZE_FIELD)
        return a->symbol->kind == ZY_STATIC || same_variable(a->field.object, b->field.object);
    return a->kind == ZE_INDEX && same_variable(a->index.object, b->index.object) &&
           same_variable(a->index.index, b->index.index);
}

/* x or a set of the same type, to be added to or removed from a set. */
static void check_set_operand(Check *c, const ZExpr *x, const ZType *set)
{
    const ZType *type = x->type;
    bool null = type->kind == ZK_NULL && ztype_is_reference(set->element);
    if (type == set || null || ztype_same(type, set->element))
        return; /* an element, or null, or a whole set */
    diag_error(c->diag, x->pos,
               "'%s' has elements of type '%s', and this is of type '%s'; only an element or "
               "another '%s' can be added or removed",
               set->name, set->element->name, type->name, set->name);
}

/* s = s + x, s = s - x, s = x + s. */
static void check_set_update(Check *c, ZExpr *e)
{
    const ZExpr *target = e->assign.target;
    ZExpr *sum = e->assign.value, *left = sum->binary.left, *right = sum->binary.right;
    ZType *set = target->type;
    sum->type = set;
    check_value(c, left);
    check_value(c, right);
    if (same_variable(target, left)) {
        check_set_operand(c, right, set);
        return;
    }
    if (sum->binary.op == ZB_ADD && same_variable(target, right)) {
        sum->binary.left = right;
        sum->binary.right = left;
        check_set_operand(c, left, set);
        return;
    }
    diag_error(c->diag, sum->pos,
               "a set changes only in place: write s = s + x or s = s - x with the same set on "
               "both sides");
}

static bool is_sum(const ZExpr *e)
{
    return e->kind == ZE_BINARY && (e->binary.op == ZB_ADD || e->binary.op == ZB_SUB);
}

static ZType *check_compound(Check *c, ZExpr *e, ZType *type)
{
    ZBinaryOp op = e->assign.op;
    ZType *other = check_value(c, e->assign.value);
    if (type->kind == ZK_SET && (op == ZB_ADD || op == ZB_SUB))
        check_set_operand(c, e->assign.value, type);
    if (ztype_is_error(other) || type->kind == ZK_SET)
        return type;
    ZExpr sum = {.kind = ZE_BINARY, .pos = e->pos};
    sum.binary.op = op;
    sum.binary.left = e->assign.target;
    sum.binary.right = e->assign.value;
    combine(c, &sum);
    return type;
}

static ZType *check_assign(Check *c, ZExpr *e)
{
    ZExpr *target = e->assign.target, *value = e->assign.value;
    ZType *type = check_target(c, target);
    if (ztype_is_error(type)) {
        check_value(c, value);
        return type;
    }
    if (e->assign.is_compound)
        return check_compound(c, e, type);
    if (type->kind == ZK_SET && is_sum(value)) {
        check_set_update(c, e);
        return type;
    }
    const char *what = "the target";
    if (target->kind == ZE_NAME)
        what = arena_print(c->arena, "the variable '%s'", target->name);
    else if (target->kind == ZE_FIELD)
        what = arena_print(c->arena, "the field '%s'", target->field.name);
    check_fits(c, value, type, what);
    return type;
}

static ZType *check_step(Check *c, ZExpr *e)
{
    ZType *type = check_target(c, e->step.target);
    if (ztype_is_numeric(type) || ztype_is_error(type))
        return type;
    return bad_operand(c, e, e->step.is_decrement ? "--" : "++", type);
}

/* ---- objects ---- */

static ZType *check_index(Check *c, ZExpr *e)
{
    ZType *array = check_value(c, e->index.object), *index = check_value(c, e->index.index);
    if (ztype_is_error(array))
        return array;
    if (array->kind != ZK_ARRAY) {
        diag_error(c->diag, e->pos, "only an array can be indexed, and this is of type '%s'",
                   array->name);
        return error(c);
    }
    bool right = ztype_is_integer(index) || ztype_is_error(index) ||
                 (index->kind == ZK_ENUM && (!array->index || array->index == index));
    if (!right)
        diag_error(c->diag, e->index.index->pos,
                   "the index of '%s' must be of type '%s', and this is of type '%s'", array->name,
                   array->index ? array->index->name : "int", index->name);
    return array->element;
}

static ZType *check_new(Check *c, ZExpr *e)
{
    ZType *type = check_type_name(c, e->create.name);
    ZExpr *size = e->create.size;
    if (size) {
        ZType *count = check_value(c, size);
        if (!ztype_is_integer(count) && !ztype_is_error(count))
            diag_error(c->diag, size->pos, "the size must be an int, and this is of type '%s'",
                       count->name);
    }
    if (ztype_is_error(type))
        return type;
    if (type->kind != ZK_CLASS && type->kind != ZK_ARRAY && type->kind != ZK_SET &&
        type->kind != ZK_CHAN) {
        diag_error(c->diag, e->pos,
                   "new makes objects of a class, array, set or chan type; '%s' is none of them",
                   type->name);
        return error(c);
    }
    bool dynamic = type->kind == ZK_ARRAY && !type->count;
    if (dynamic && !size)
        diag_error(c->diag, e->pos, "'%s' is an array without a fixed size; write new %s[size]",
                   type->name, type->name);
    else if (!dynamic && size)
        diag_error(c->diag, size->pos, "'%s' takes no size; write new %s", type->name, type->name);
    return type;
}

/* The type that the operand of choose or sizeof names, or NULL: it is an expression. */
static ZType *operand_type(Check *c, ZExpr *e)
{
    if (e->operand.name)
        return check_type_name(c, e->operand.name);
    ZExpr *value = e->operand.value;
    ZType *type = value->kind == ZE_NAME ? check_find_type(c, value->name) : NULL;
    if (!type)
        return NULL;
    value->symbol = type->decl ? type->decl->symbol : NULL;
    return value->type = type;
}

static ZType *check_choose(Check *c, ZExpr *e)
{
    if (c->context == IN_WAIT)
        diag_error(c->diag, e->pos,
                   "wait(...) cannot choose; choose before the select and wait for the variable");
    else if (c->context == IN_INITIALISER)
        diag_error(c->diag, e->pos,
                   "an initialiser cannot choose: it runs before the first step; choose in a "
                   "method");
    ZType *type = operand_type(c, e);
    if (type && (type->kind == ZK_BOOL || type->kind == ZK_ENUM || type->kind == ZK_RANGE ||
                 ztype_is_error(type)))
        return type;
    ZType *collection = type ? type : check_value(c, e->operand.value);
    if (!type && (collection->kind == ZK_SET || collection->kind == ZK_ARRAY))
        return collection->element;
    if (!ztype_is_error(collection))
        diag_error(c->diag, e->pos,
                   "choose needs bool, an enum, a range, or a variable of a set or array type; "
                   "'%s' is none of them",
                   collection->name);
    return error(c);
}

static ZType *check_sizeof(Check *c, ZExpr *e)
{
    ZType *type = operand_type(c, e), *value = type ? NULL : check_value(c, e->operand.value);
    bool right = type ? type->kind == ZK_ARRAY && type->count
                      : value->kind == ZK_ARRAY || value->kind == ZK_SET || value->kind == ZK_CHAN;
    if (!right && !ztype_is_error(type ? type : value))
        diag_error(c->diag, e->pos,
                   "sizeof needs an array type of fixed size, or a variable of an array, set or "
                   "chan type");
    return word(c, ZT_INT);
}

static ZType *check_typeof(Check *c, const ZExpr *e)
{
    diag_error(c->diag, e->pos, "typeof is not supported: nothing can be done with its value");
    return error(c);
}

/* \old and \result belong into actions. */
static ZType *check_special(Check *c, ZExpr *e)
{
    bool in_action = c->clause && strcmp(c->clause, "action") == 0;
    ZType *type = e->kind == ZE_OLD ? check_value(c, e->unary.operand) : NULL;
    if (!in_action) {
        diag_error(c->diag, e->pos, "only the actions of 'performs' have %s",
                   e->kind == ZE_OLD ? "\\old(...): what was there when the action began"
                                     : "\\result: what the method returns");
        return error(c);
    }
    if (type)
        return type;
    if (c->method->type->kind != ZK_VOID)
        return c->method->type;
    diag_error(c->diag, e->pos, "'%s' is void and has no result", c->method->name);
    return error(c);
}

static ZType *check_kind(Check *c, ZExpr *e)
{
    switch (e->kind) {
    case ZE_INT:
        return check_integer(c, e);
    case ZE_REAL:
        return word(c, e->real.suffix == 'F'   ? ZT_FLOAT
                       : e->real.suffix == 'M' ? ZT_DECIMAL
                                               : ZT_DOUBLE);
    case ZE_STRING:
        return word(c, ZT_STRING);
    case ZE_BOOL:
        return word(c, ZT_BOOL);
    case ZE_NULL:
        return c->model->types.null;
    case ZE_THIS:
        return check_this(c, e);
    case ZE_SELF:
        return check_self(c, e);
    case ZE_NAME:
        return check_name(c, e);
    case ZE_FIELD:
        return check_field(c, e);
    case ZE_INDEX:
        return check_index(c, e);
    case ZE_CALL:
        return check_call(c, e, false);
    case ZE_UNARY:
        return check_unary(c, e);
    case ZE_BINARY:
        return check_binary(c, e);
    case ZE_ASSIGN:
        return check_assign(c, e);
    case ZE_STEP:
        return check_step(c, e);
    case ZE_CONDITIONAL:
        return check_conditional(c, e);
    case ZE_NEW:
        return check_new(c, e);
    case ZE_CHOOSE:
        return check_choose(c, e);
    case ZE_SIZEOF:
        return check_sizeof(c, e);
    case ZE_TYPEOF:
        return check_typeof(c, e);
    case ZE_OLD:
    case ZE_RESULT:
        return check_special(c, e);
    case ZE_QUANTIFIER:
        return check_quantifier(c, e);
    case ZE_ASYNC:
        check_call(c, e->async, true);
        if (e->posts && e->async->symbol)
            e->async->symbol->is_called = true; /* by the event loop */
        e->async->type = c->model->types.thread;
        return c->model->types.thread;
    }
    return error(c);
}

/* What an access predicate must not do; NULL: it may. */
static const char *forbidden(ZExprKind kind)
{
    return kind == ZE_CALL                        ? "call a method"
           : kind == ZE_ASSIGN || kind == ZE_STEP ? "assign"
           : kind == ZE_NEW                       ? "make objects"
           : kind == ZE_CHOOSE                    ? "choose"
           : kind == ZE_ASYNC                     ? "start threads"
                                                  : NULL;
}

ZType *check_expr(Check *c, ZExpr *e)
{
    bool asks = c->context == IN_PREDICATE && e != c->statement; /* no ghost assignment */
    const char *deed = asks ? forbidden(e->kind) : NULL;
    if (deed)
        diag_error(c->diag, e->pos, "%s must not %s: it only asks",
                   c->clause ? "an annotation" : "an access predicate", deed);
    return e->type = deed ? error(c) : check_kind(c, e);
}
