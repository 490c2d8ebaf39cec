/* lower_expr.c -- the values of expressions: operators, conversions, assignments.
 *
 * Evaluation goes from left to right; && || ?: evaluate only what they need.  One exception, which
 * Zing has for calls: if the right side of an assignment calls or chooses, the left side is looked
 * at afterwards (x.f = g() reads x when g has returned). */
#include "front/zing/lower.h"

#include <assert.h>
#include <string.h>

/* ---- what an expression does ---- */

typedef bool Test(const ZExpr *e);

static bool any_arg(const ZExpr *e, Test *test)
{
    vec_each (ZArg, arg, &e->call.args)
        if (test(arg->value))
            return true;
    const ZExpr *callee = e->call.callee;
    return callee->kind == ZE_FIELD && test(callee->field.object);
}

/* Does the test hold for a part of the expression? */
static bool any_part(const ZExpr *e, Test *test)
{
    switch (e->kind) {
    case ZE_FIELD:
        return test(e->field.object);
    case ZE_INDEX:
        return test(e->index.object) || test(e->index.index);
    case ZE_CALL:
        return any_arg(e, test);
    case ZE_UNARY:
    case ZE_OLD:
        return test(e->unary.operand);
    case ZE_BINARY:
        return test(e->binary.left) || test(e->binary.right);
    case ZE_ASSIGN:
        return test(e->assign.target) || test(e->assign.value);
    case ZE_STEP:
        return test(e->step.target);
    case ZE_CONDITIONAL:
        return test(e->conditional.test) || test(e->conditional.yes) || test(e->conditional.no);
    case ZE_QUANTIFIER:
        return (e->quantifier.range && test(e->quantifier.range)) || test(e->quantifier.body);
    case ZE_NEW:
        return e->create.size && test(e->create.size);
    case ZE_CHOOSE:
    case ZE_SIZEOF:
        return e->operand.value && test(e->operand.value);
    case ZE_ASYNC:
        return any_arg(e->async, test);
    case ZE_INT:
    case ZE_REAL:
    case ZE_STRING:
    case ZE_BOOL:
    case ZE_NULL:
    case ZE_THIS:
    case ZE_SELF:
    case ZE_NAME:
    case ZE_TYPEOF:
    case ZE_RESULT:
        break;
    }
    return false;
}

bool lower_calls(const ZExpr *e)
{
    return e->kind == ZE_CALL || e->kind == ZE_CHOOSE || any_part(e, lower_calls);
}

static bool has_out(const ZExpr *call)
{
    vec_each (ZArg, arg, &call->call.args)
        if (arg->is_out)
            return true;
    return false;
}

bool lower_writes(const ZExpr *e)
{
    return e->kind == ZE_ASSIGN || e->kind == ZE_STEP || (e->kind == ZE_CALL && has_out(e)) ||
           any_part(e, lower_writes);
}

/* ---- conversions ---- */

static bool integer_fits(Type type, int64_t value)
{
    if (type.kind == TYPE_UNSIGNED)
        return value >= 0 && (type.bits == 64 || value >> type.bits == 0);
    return type.bits == 64 ||
           (value >= -((int64_t)1 << (type.bits - 1)) && value < (int64_t)1 << (type.bits - 1));
}

static Ref real_constant(Lower *l, Type type, double value)
{
    uint64_t bits = 0;
    float narrow = (float)value;
    if (type.bits == 32)
        memcpy(&bits, &narrow, sizeof narrow);
    else
        memcpy(&bits, &value, sizeof value);
    return build_constant(&l->b, bits);
}

/* Does every value of type `from` fit `to`? */
static bool widens(Type from, Type to)
{
    if (from.kind == to.kind)
        return from.bits <= to.bits;
    return from.kind == TYPE_UNSIGNED && from.bits < to.bits;
}

static Ref cast(Lower *l, Ref ref, Type from, Type to, Pos pos)
{
    int64_t value;
    bool from_real = from.kind == TYPE_FLOAT, to_real = to.kind == TYPE_FLOAT;
    if (type_equal(from, to))
        return ref;
    if (lower_is_constant(l, ref, &value) && !from_real) {
        bool huge = from.kind == TYPE_UNSIGNED && value < 0;
        if (to_real)
            return real_constant(l, to, huge ? (double)(uint64_t)value : (double)value);
        if (!huge && !(to.kind == TYPE_UNSIGNED && value < 0) && integer_fits(to, value))
            return ref;
    }
    Ref dst = lower_temp(l, to);
    bool safe = to_real || widens(from, to) || l->options->unchecked;
    uint8_t flags = safe ? 0 : FLAG_TRAP;
    lower_emit(
        l, pos,
        (Instr){.op = OP_CAST, .flags = flags, .type = to, .from = from, .dst = dst, .a = ref});
    return dst;
}

static Ref compare(Lower *l, Op op, Type type, Ref a, Ref b, Pos pos)
{
    Ref dst = lower_temp(l, TYPE_U1);
    lower_emit(l, pos, (Instr){.op = (uint8_t)op, .type = type, .dst = dst, .a = a, .b = b});
    return dst;
}

static void check_range(Lower *l, Ref ref, const ZType *range, const char *what, Pos pos)
{
    int64_t value;
    if (lower_is_constant(l, ref, &value) && value >= range->low && value <= range->high)
        return;
    Label above = lower_label(l), bad = lower_label(l), done = lower_label(l);
    Ref low = lower_constant(l, range->low), high = lower_constant(l, range->high);
    lower_branch(l, pos, compare(l, OP_LE, TYPE_S32, low, ref, pos), above, bad);
    lower_here(l, above);
    lower_branch(l, pos, compare(l, OP_LE, TYPE_S32, ref, high, pos), done, bad);
    lower_here(l, bad);
    const char *trace = arena_print(l->arena, "the value {0} is to be put into '%s'", what);
    lower_emit(l, pos,
               (Instr){.op = OP_TRACE,
                       .other = build_string(&l->b, trace),
                       .list = build_list(&l->b, &ref, 1)});
    lower_fail(l, pos, ERR_RANGE,
               arena_print(l->arena, "value outside the range of '%s': '%s' is %lld..%lld", what,
                           range->name, (long long)range->low, (long long)range->high));
    lower_here(l, done);
}

Value lower_convert(Lower *l, Value value, const ZType *from, const ZType *to, const char *what,
                    Pos pos)
{
    if (from == to || value.len != 1)
        return value;
    Ref ref = value.at[0];
    if (ztype_is_numeric(from) && ztype_is_numeric(to))
        ref = cast(l, ref, from->cell, to->cell, pos);
    if (to->kind == ZK_RANGE)
        check_range(l, ref, to, what, pos);
    return ref == value.at[0] ? value : lower_one(l, ref);
}

Value lower_converted(Lower *l, const ZExpr *e, const ZType *to, const char *what)
{
    Value value = lower_value(l, e);
    return lower_convert(l, value, e->type, to, what, e->pos);
}

/* ---- operands ---- */

static Value copy(Lower *l, Value value, const ZType *type, Pos pos)
{
    Ref *refs = arena_array(l->arena, Ref, value.len);
    for (uint32_t i = 0; i < value.len; i++) {
        Type cell = type->cells.at[i].type;
        refs[i] = lower_temp(l, cell);
        lower_emit(l, pos, (Instr){.op = OP_MOV, .type = cell, .dst = refs[i], .a = value.at[i]});
    }
    return (Value){refs, value.len};
}

Value lower_stable(Lower *l, const ZExpr *e, const ZExpr *next)
{
    Value value = lower_value(l, e);
    bool variable = false;
    for (uint32_t i = 0; i < value.len; i++)
        variable = variable || lower_is_variable(l, value.at[i]);
    return variable && next && lower_writes(next) ? copy(l, value, e->type, e->pos) : value;
}

Ref lower_scalar(Lower *l, const ZExpr *e)
{
    Value value = lower_value(l, e);
    assert(value.len == 1);
    return value.at[0];
}

Ref lower_index(Lower *l, const ZExpr *e)
{
    return cast(l, lower_scalar(l, e), e->type->cell, TYPE_S64, e->pos);
}

/* ---- operators ---- */

static Op arithmetic_op(ZBinaryOp op)
{
    static const uint8_t ops[] = {
        [ZB_MUL] = OP_MUL, [ZB_DIV] = OP_DIV, [ZB_MOD] = OP_REM, [ZB_ADD] = OP_ADD,
        [ZB_SUB] = OP_SUB, [ZB_SHL] = OP_SHL, [ZB_SHR] = OP_SHR, [ZB_LT] = OP_LT,
        [ZB_LE] = OP_LE,   [ZB_GT] = OP_LT,   [ZB_GE] = OP_LE,   [ZB_EQ] = OP_EQ,
        [ZB_NE] = OP_NE,   [ZB_AND] = OP_AND, [ZB_XOR] = OP_XOR, [ZB_OR] = OP_OR,
    };
    return (Op)ops[op];
}

static bool traps(const Lower *l, ZBinaryOp op, Type type)
{
    bool can = op == ZB_ADD || op == ZB_SUB || op == ZB_MUL || op == ZB_DIV;
    return can && type.kind != TYPE_FLOAT && !l->options->unchecked;
}

/* Operands a and b are of this type already. */
static Ref arithmetic(Lower *l, ZBinaryOp op, Type type, Ref a, Ref b, Pos pos)
{
    Ref dst = lower_temp(l, type);
    uint8_t flags = traps(l, op, type) ? FLAG_TRAP : 0;
    lower_emit(l, pos,
               (Instr){.op = (uint8_t)arithmetic_op(op),
                       .flags = flags,
                       .type = type,
                       .dst = dst,
                       .a = a,
                       .b = b});
    return dst;
}

static bool is_comparison(ZBinaryOp op)
{
    return op == ZB_LT || op == ZB_LE || op == ZB_GT || op == ZB_GE || op == ZB_EQ || op == ZB_NE;
}

/* The type in which two operands meet; `left` and `right` give constants away. */
static Type common_type(const Lower *l, const ZExpr *left, const ZExpr *right)
{
    const ZType *a = left->type, *b = right->type;
    if (ztype_is_numeric(a) && ztype_is_numeric(b))
        return ztype_promote(&l->model->types, left, right)->cell;
    if (a->kind == ZK_ENUM && b->kind == ZK_ENUM)
        return a->cell;
    if (a->kind == ZK_ENUM || b->kind == ZK_ENUM) /* and an integer literal */
        return TYPE_S64;
    return a->kind == ZK_NULL ? b->cell : a->cell;
}

static Ref shift(Lower *l, ZBinaryOp op, const ZType *type, Ref a, const ZType *from, Ref b,
                 const ZType *amount, Pos pos)
{
    int64_t value;
    a = cast(l, a, from->cell, type->cell, pos);
    if (lower_is_constant(l, b, &value))
        b = lower_constant(l, value & (type->cell.bits - 1));
    else if (!type_equal(amount->cell, type->cell)) {
        Ref wide = lower_temp(l, type->cell);
        lower_emit(
            l, pos,
            (Instr){.op = OP_CAST, .type = type->cell, .from = amount->cell, .dst = wide, .a = b});
        b = wide;
    }
    return arithmetic(l, op, type->cell, a, b, pos);
}

/* a op b for operands that are evaluated already; left and right are the expressions. */
static Ref combine(Lower *l, ZBinaryOp op, const ZExpr *left, const ZExpr *right, Ref a, Ref b,
                   Pos pos)
{
    if (op == ZB_SHL || op == ZB_SHR)
        return shift(l, op, ztype_promote_one(&l->model->types, left->type), a, left->type, b,
                     right->type, pos);
    Type type = common_type(l, left, right);
    if (left->type->kind != ZK_NULL)
        a = cast(l, a, left->type->cell, type, pos);
    if (right->type->kind != ZK_NULL)
        b = cast(l, b, right->type->cell, type, pos);
    if (!is_comparison(op))
        return arithmetic(l, op, type, a, b, pos);
    bool swap = op == ZB_GT || op == ZB_GE;
    return compare(l, arithmetic_op(op), type, swap ? b : a, swap ? a : b, pos);
}

/* The value of a condition as a register; for && and ||. */
static Ref from_condition(Lower *l, const ZExpr *e)
{
    Label yes = lower_label(l), no = lower_label(l), done = lower_label(l);
    Ref dst = lower_temp(l, TYPE_U1);
    lower_condition(l, e, yes, no);
    lower_here(l, yes);
    lower_emit(l, e->pos,
               (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = dst, .a = lower_constant(l, 1)});
    lower_jump(l, e->pos, done);
    lower_here(l, no);
    lower_emit(l, e->pos,
               (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = dst, .a = lower_constant(l, 0)});
    lower_here(l, done);
    return dst;
}

static Ref lower_binary(Lower *l, const ZExpr *e)
{
    if (e->binary.op == ZB_LAND || e->binary.op == ZB_LOR)
        return from_condition(l, e);
    if (lower_asks_holder(e))
        return lower_holder(l, e);
    if (e->binary.op == ZB_IN)
        return lower_in(l, e);
    Ref a = lower_stable(l, e->binary.left, e->binary.right).at[0];
    Ref b = lower_scalar(l, e->binary.right);
    return combine(l, e->binary.op, e->binary.left, e->binary.right, a, b, e->pos);
}

static Ref lower_unary(Lower *l, const ZExpr *e)
{
    const ZExpr *operand = e->unary.operand;
    Type type = e->type->cell;
    Ref a = lower_scalar(l, operand);
    if (e->unary.op != ZU_NOT)
        a = cast(l, a, operand->type->cell, type, e->pos);
    if (e->unary.op == ZU_PLUS)
        return a;
    bool minus = e->unary.op == ZU_MINUS;
    bool trap = minus && type.kind != TYPE_FLOAT && !l->options->unchecked;
    Ref dst = lower_temp(l, type);
    lower_emit(l, e->pos,
               (Instr){.op = minus ? OP_NEG : OP_NOT,
                       .flags = trap ? FLAG_TRAP : 0,
                       .type = type,
                       .dst = dst,
                       .a = a});
    return dst;
}

void lower_condition(Lower *l, const ZExpr *e, Label yes, Label no)
{
    if (e->kind == ZE_UNARY && e->unary.op == ZU_NOT) {
        lower_condition(l, e->unary.operand, no, yes);
        return;
    }
    bool both = e->kind == ZE_BINARY && e->binary.op == ZB_LAND;
    bool either = e->kind == ZE_BINARY && e->binary.op == ZB_LOR;
    if (!both && !either) {
        lower_branch(l, e->pos, lower_scalar(l, e), yes, no);
        return;
    }
    Label next = lower_label(l);
    lower_condition(l, e->binary.left, both ? next : yes, both ? no : next);
    lower_here(l, next);
    lower_condition(l, e->binary.right, yes, no);
}

void lower_test(Lower *l, const ZExpr *e, Label no)
{
    Label yes = lower_label(l);
    if (!zing_is_true(e))
        lower_condition(l, e, yes, no);
    lower_here(l, yes);
}

/* One side of ?:, put into the registers of the result. */
static void lower_side(Lower *l, const ZExpr *e, const ZType *type, const Place *result)
{
    lower_store(l, result, lower_converted(l, e, type, ""), e->pos);
}

static Value lower_conditional(Lower *l, const ZExpr *e)
{
    Label yes = lower_label(l), no = lower_label(l), done = lower_label(l);
    uint32_t len = (uint32_t)e->type->cells.len;
    Ref *refs = arena_array(l->arena, Ref, len);
    for (uint32_t i = 0; i < len; i++)
        refs[i] = lower_temp(l, e->type->cells.at[i].type);
    Place result = {.refs = refs, .type = e->type};
    lower_condition(l, e->conditional.test, yes, no);
    lower_here(l, yes);
    lower_side(l, e->conditional.yes, e->type, &result);
    lower_jump(l, e->pos, done);
    lower_here(l, no);
    lower_side(l, e->conditional.no, e->type, &result);
    lower_here(l, done);
    return (Value){refs, len};
}

/* ---- assignments ---- */

static const char *target_text(Lower *l, const ZExpr *target)
{
    return zing_expr_text(l->program->sources, target, l->arena);
}

/* The place, unmoved by what `next` does. */
static Place stable_place(Lower *l, const ZExpr *e, const ZExpr *next)
{
    Place place = lower_place(l, e);
    if (place.refs || !lower_is_variable(l, place.base) || !lower_writes(next))
        return place;
    Ref base = lower_temp(l, TYPE_POINTER);
    lower_emit(l, e->pos,
               (Instr){.op = OP_MOV, .type = TYPE_POINTER, .dst = base, .a = place.base});
    place.base = base;
    return place;
}

static Value lower_compound(Lower *l, const ZExpr *e)
{
    const ZExpr *target = e->assign.target, *right = e->assign.value;
    Place place = stable_place(l, target, right);
    Value old = lower_load(l, &place, e->pos);
    if (lower_writes(right) && place.refs)
        old = copy(l, old, target->type, e->pos);
    Ref b = lower_scalar(l, right);
    Ref sum = combine(l, e->assign.op, target, right, old.at[0], b, e->pos);
    const ZType *type = target->type; /* of the sum, or as good: bool stays bool */
    if (ztype_is_numeric(type))
        type = e->assign.op == ZB_SHL || e->assign.op == ZB_SHR
                   ? ztype_promote_one(&l->model->types, target->type)
                   : ztype_promote(&l->model->types, target, right);
    Value value =
        lower_convert(l, lower_one(l, sum), type, target->type, target_text(l, target), e->pos);
    lower_store(l, &place, value, e->pos);
    return value;
}

static bool is_set_update(const ZExpr *e)
{
    const ZExpr *value = e->assign.value;
    return e->assign.target->type->kind == ZK_SET &&
           (e->assign.is_compound || (value->kind == ZE_BINARY &&
                                      (value->binary.op == ZB_ADD || value->binary.op == ZB_SUB)));
}

static Value lower_assign(Lower *l, const ZExpr *e)
{
    const ZExpr *target = e->assign.target, *right = e->assign.value;
    if (is_set_update(e)) {
        lower_set_update(l, e);
        return lower_value(l, target);
    }
    if (e->assign.is_compound)
        return lower_compound(l, e);
    bool late = lower_calls(right) || target->kind == ZE_NAME;
    Place place = {0};
    if (!late)
        place = stable_place(l, target, right);
    Value value = lower_converted(l, right, target->type, target_text(l, target));
    if (late)
        place = lower_place(l, target);
    lower_store(l, &place, value, e->pos);
    return value;
}

static Value lower_increment(Lower *l, const ZExpr *e)
{
    const ZExpr *target = e->step.target;
    const ZType *type = ztype_promote_one(&l->model->types, target->type);
    Place place = lower_place(l, target);
    Value old = lower_load(l, &place, e->pos);
    if (place.refs && !e->step.is_prefix)
        old = copy(l, old, target->type, e->pos);
    Ref one = type->kind == ZK_REAL ? real_constant(l, type->cell, 1) : lower_constant(l, 1);
    Ref a = cast(l, old.at[0], target->type->cell, type->cell, e->pos);
    Ref sum = arithmetic(l, e->step.is_decrement ? ZB_SUB : ZB_ADD, type->cell, a, one, e->pos);
    Value value =
        lower_convert(l, lower_one(l, sum), type, target->type, target_text(l, target), e->pos);
    lower_store(l, &place, value, e->pos);
    return e->step.is_prefix ? value : old;
}

/* ---- all expressions ---- */

static Ref own_thread(Lower *l, Pos pos)
{
    if (l->thread != NO_REF)
        return l->thread;
    Ref thread = lower_temp(l, TYPE_THREAD);
    lower_emit(l, pos, (Instr){.op = OP_SELF, .dst = thread});
    return thread;
}

static Ref lower_self(Lower *l, Pos pos)
{
    Ref thread = own_thread(l, pos), number = lower_temp(l, TYPE_S32);
    lower_emit(l, pos, (Instr){.op = OP_NUMBER, .dst = number, .a = thread});
    return number;
}

/* A string as a trace shows it: `"it\n"`. */
static const char *quoted(Lower *l, const char *text)
{
    static const char bytes[] = "\"\\\n\t\r", shown[] = "\"\\ntr";
    char *out = arena_alloc(l->arena, 2 * strlen(text) + 3), *to = out;
    *to++ = '"';
    for (; *text; text++) {
        const char *special = strchr(bytes, *text);
        if (special)
            *to++ = '\\';
        *to++ = special ? shown[special - bytes] : *text;
    }
    *to++ = '"';
    *to = '\0';
    return out;
}

/* The value of a string is its number among Program.strings; the texts of messages have no name. */
static void name_string(Lower *l, uint32_t value, const char *text)
{
    uint32_t list = l->model->types.word[ZT_STRING]->names;
    if (!list)
        return;
    while (l->program->name_lists.at[list].names.len <= value)
        build_name(&l->b, list, "");
    const char **name = &l->program->name_lists.at[list].names.at[value];
    if (!**name)
        *name = arena_print(&l->program->arena, "%s", quoted(l, text));
}

/* Program.strings are C strings: a NUL inside is written as \0. */
static Ref lower_string(Lower *l, const ZExpr *e)
{
    size_t len = e->string.len;
    char *text = arena_alloc(l->arena, 2 * len + 1), *to = text;
    for (size_t i = 0; i < len; i++) {
        if (!e->string.text[i])
            *to++ = '\\';
        *to++ = e->string.text[i] ? e->string.text[i] : '0';
    }
    uint32_t value = build_string(&l->b, text);
    name_string(l, value, text);
    return lower_constant(l, value);
}

static Ref lower_atom(Lower *l, const ZExpr *e)
{
    int64_t value;
    if (ztype_is_integer(e->type) && zing_fold(e, &value) && integer_fits(e->type->cell, value))
        return lower_constant(l, value);
    if (e->kind == ZE_INT)
        return build_constant(&l->b, e->integer.value);
    if (e->kind == ZE_REAL)
        return real_constant(l, e->type->cell, e->real.value);
    if (e->kind == ZE_STRING)
        return lower_string(l, e);
    if (e->kind == ZE_BOOL)
        return lower_constant(l, e->truth);
    if (e->kind == ZE_NULL)
        return lower_constant(l, 0);
    if (e->kind == ZE_UNARY)
        return lower_unary(l, e);
    return lower_binary(l, e);
}

static Value lower_variable(Lower *l, const ZExpr *e)
{
    if (e->symbol && e->symbol->kind == ZY_SELF)
        return lower_one(l, e->symbol->type->kind == ZK_THREAD ? own_thread(l, e->pos)
                                                               : lower_self(l, e->pos));
    if (e->symbol && e->symbol->kind == ZY_ENUMERATOR)
        return lower_one(l, lower_constant(l, e->symbol->number));
    Place place = lower_place(l, e);
    return lower_load(l, &place, e->pos);
}

/* Everything inside is as it was when the action began. */
static Value lower_old(Lower *l, const ZExpr *e)
{
    bool outer = l->old;
    l->old = true;
    Value value = lower_value(l, e->unary.operand);
    l->old = outer;
    return value;
}

Value lower_value(Lower *l, const ZExpr *e)
{
    switch (e->kind) {
    case ZE_INT:
    case ZE_REAL:
    case ZE_STRING:
    case ZE_BOOL:
    case ZE_NULL:
    case ZE_UNARY:
    case ZE_BINARY:
        return lower_one(l, lower_atom(l, e));
    case ZE_THIS:
        return lower_one(l, l->self);
    case ZE_SELF:
        return lower_one(l, lower_self(l, e->pos));
    case ZE_NAME:
    case ZE_FIELD:
    case ZE_INDEX:
        return lower_variable(l, e);
    case ZE_CALL:
        return lower_call(l, e);
    case ZE_ASSIGN:
        return lower_assign(l, e);
    case ZE_STEP:
        return lower_increment(l, e);
    case ZE_CONDITIONAL:
        return lower_conditional(l, e);
    case ZE_NEW:
        return lower_new(l, e);
    case ZE_CHOOSE:
        return lower_choose(l, e);
    case ZE_SIZEOF:
        return lower_one(l, lower_sizeof(l, e));
    case ZE_ASYNC:
        return lower_one(l, lower_async(l, e));
    case ZE_QUANTIFIER:
        return lower_one(l, lower_quantifier(l, e));
    case ZE_OLD:
        return lower_old(l, e);
    case ZE_RESULT:
        return lower_registers(l, l->result, (uint32_t)e->type->cells.len);
    case ZE_TYPEOF:
        break;
    }
    assert(!"an expression without a value");
    return (Value){0};
}
