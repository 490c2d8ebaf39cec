/* lower_expr.c -- expressions. */
#include "front/spl/lower.h"

static const Type REAL = {TYPE_FLOAT, 64};

Type spl_lower_type(const SType *type)
{
    switch (type->kind) {
    case ST_BOOL:
        return TYPE_U1;
    case ST_INT:
    case ST_ENUM:
        return TYPE_S32;
    case ST_FLOAT:
        return REAL;
    case ST_OBJECT:
    case ST_NULL:
        return TYPE_POINTER;
    case ST_VOID:
    case ST_WRONG:
        break;
    }
    return (Type){0};
}

uint32_t spl_lower_names(const SType *type)
{
    return type->kind == ST_ENUM ? type->decl->names : 0;
}

/* A variable begins as 0, or as the least value if 0 is none of its values. */
uint64_t spl_lower_default(const SType *type)
{
    bool zero = !type->bounded || (type->low <= 0 && type->high >= 0);
    return zero ? 0 : (uint64_t)(int64_t)type->low;
}

static Ref temporary(Lower *l, Type type)
{
    return build_register(&l->b, NULL, type);
}

static Ref constant(Lower *l, uint64_t value)
{
    return build_constant(&l->b, value);
}

/* Every access is an action of its own where tasks interleave. */
static void emit_point(Lower *l)
{
    if (l->concurrent && l->method)
        emit(l, (Instr){.op = OP_POINT});
}

static Ref real_constant(Lower *l, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return constant(l, bits);
}

/* ---- values of a type ---- */

static Ref to_real(Lower *l, const SExpr *e)
{
    Ref value = spl_lower_expr(l, e);
    if (e->type.kind == ST_FLOAT)
        return value;
    Ref real = temporary(l, REAL);
    emit(l, (Instr){.op = OP_CAST, .type = REAL, .from = TYPE_S32, .dst = real, .a = value});
    return real;
}

static void check_range(Lower *l, Ref value, const SType *type, const char *variable)
{
    Label above = build_label(&l->b), good = build_label(&l->b), bad = build_label(&l->b);
    Ref ok = temporary(l, TYPE_U1);
    Ref low = constant(l, (uint64_t)(int64_t)type->low),
        high = constant(l, (uint64_t)(int64_t)type->high);
    const char *text = arena_print(&l->unit->arena, "a value outside the range %d..%d of %s",
                                   type->low, type->high, variable);
    emit(l, (Instr){.op = OP_LE, .type = TYPE_S32, .dst = ok, .a = low, .b = value});
    emit(l, (Instr){.op = OP_BRANCH, .a = ok, .target = above, .other = bad});
    build_place(&l->b, above);
    emit(l, (Instr){.op = OP_LE, .type = TYPE_S32, .dst = ok, .a = value, .b = high});
    emit(l, (Instr){.op = OP_BRANCH, .a = ok, .target = good, .other = bad});
    build_place(&l->b, bad);
    emit(l, (Instr){.op = OP_FAIL, .offset = ERR_RANGE, .other = build_string(&l->b, text)});
    build_place(&l->b, good);
}

static bool is_in_range(const SExpr *e, const SType *type)
{
    if (e->kind == SE_INTEGER)
        return true; /* check.c */
    return e->type.bounded && e->type.low >= type->low && e->type.high <= type->high;
}

Ref spl_lower_as(Lower *l, const SExpr *e, const SType *type, const char *variable)
{
    if (type->kind == ST_FLOAT)
        return to_real(l, e);
    Ref value = spl_lower_expr(l, e);
    if (type->kind == ST_INT && type->bounded && !is_in_range(e, type))
        check_range(l, value, type, variable);
    return value;
}

/* ---- fields ---- */

static Ref this_object(void)
{
    return 0; /* the first register of every method */
}

Ref spl_lower_object(Lower *l, const SExpr *e)
{
    return e->is_field ? this_object() : spl_lower_expr(l, e->object);
}

static Ref load_field(Lower *l, const SExpr *e)
{
    Ref object = spl_lower_object(l, e);
    Ref value = temporary(l, spl_lower_type(&e->type));
    emit_point(l);
    l->b.pos = e->pos;
    emit(l, (Instr){.op = OP_LOAD,
                    .type = spl_lower_type(&e->type),
                    .dst = value,
                    .a = object,
                    .offset = (int32_t)e->variable->offset,
                    .region = e->variable->region});
    return value;
}

static void store_field(Lower *l, Ref object, const SVariable *field, Ref value)
{
    emit(l, (Instr){.op = OP_STORE,
                    .type = spl_lower_type(&field->type),
                    .a = object,
                    .offset = (int32_t)field->offset,
                    .b = value,
                    .region = field->region});
}

void spl_lower_store(Lower *l, const SExpr *target, Ref value)
{
    const SVariable *variable = target->variable;
    if (target->kind == SE_NAME && !target->is_field) {
        emit(l, (Instr){.op = OP_MOV,
                        .type = spl_lower_type(&variable->type),
                        .dst = variable->ref,
                        .a = value});
        return;
    }
    Ref object = spl_lower_object(l, target);
    emit_point(l);
    l->b.pos = target->pos;
    store_field(l, object, variable, value);
}

Ref spl_lower_new(Lower *l, const SDecl *decl)
{
    Ref object = temporary(l, TYPE_POINTER);
    emit(l, (Instr){.op = OP_ALLOC, .dst = object, .other = decl->layout, .b = constant(l, 1)});
    for (size_t k = 0; k < decl->fields.len; k++) {
        const SVariable *field = decl->fields.at[k];
        if (field->init)
            store_field(l, object, field, spl_lower_as(l, field->init, &field->type, ""));
        else if (spl_lower_default(&field->type))
            store_field(l, object, field, constant(l, spl_lower_default(&field->type)));
    }
    return object;
}

/* ---- calls ---- */

typedef VEC(int32_t) Refs;

/* A method of null is an error, even if it needs no object. */
static void check_null(Lower *l, Ref object)
{
    Ref class = temporary(l, TYPE_U32);
    emit(l, (Instr){.op = OP_CLASSOF, .dst = class, .a = object});
}

static void lower_post(Lower *l, const SExpr *e, const Refs *args)
{
    if (!l->concurrent) {
        build_post(&l->b, &l->bags, e->method->proc, args->at, args->len);
        return;
    }
    emit(l, (Instr){.op = OP_FORK,
                    .dst = temporary(l, TYPE_THREAD),
                    .other = e->method->runner,
                    .list = build_list(&l->b, args->at, args->len)});
}

static Ref lower_sync_call(Lower *l, const SExpr *e, const Refs *args)
{
    Refs results = {0};
    if (e->method->result.kind != ST_VOID)
        vec_push(&results, temporary(l, spl_lower_type(&e->method->result)));
    emit(l, (Instr){.op = OP_CALL,
                    .other = e->method->proc,
                    .dsts = build_list(&l->b, results.at, results.len),
                    .list = build_list(&l->b, args->at, args->len)});
    Ref result = results.len ? results.at[0] : NO_REF;
    vec_free(&results);
    return result;
}

Ref spl_lower_call(Lower *l, const SExpr *e)
{
    Refs args = {0};
    Ref object = e->object ? spl_lower_expr(l, e->object) : this_object();
    vec_push(&args, object);
    for (size_t k = 0; k < e->args.len; k++) {
        const SVariable *param = e->method->params.at[k];
        vec_push(&args, spl_lower_as(l, e->args.at[k], &param->type, param->name.text));
    }
    l->b.pos = e->pos;
    if (e->object && e->object->kind != SE_THIS && e->object->kind != SE_NEW)
        check_null(l, object);
    Ref result = NO_REF;
    if (e->method->owner->kind == SD_THREAD)
        lower_post(l, e, &args);
    else
        result = lower_sync_call(l, e, &args);
    vec_free(&args);
    return result;
}

/* ---- operators ---- */

static Op op_of(TokenKind op)
{
    static const Op ops[TOKENS] = {
        [TK_PLUS] = OP_ADD,    [TK_MINUS] = OP_SUB, [TK_STAR] = OP_MUL, [TK_SLASH] = OP_DIV,
        [TK_PERCENT] = OP_REM, [TK_EQ] = OP_EQ,     [TK_NE] = OP_NE,    [TK_LT] = OP_LT,
        [TK_GT] = OP_LT,       [TK_LE] = OP_LE,     [TK_GE] = OP_LE,    [TK_NOT] = OP_NOT,
    };
    return ops[op];
}

/* && and ||: the right operand is looked at only if the left one does not decide. */
static Ref lower_logical(Lower *l, const SExpr *e)
{
    Ref result = temporary(l, TYPE_U1);
    Label more = build_label(&l->b), done = build_label(&l->b);
    bool both = e->op == TK_AND;
    Ref left = spl_lower_expr(l, e->args.at[0]);
    emit(l, (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = result, .a = left});
    emit(l, (Instr){.op = OP_BRANCH,
                    .a = result,
                    .target = both ? more : done,
                    .other = both ? done : more});
    build_place(&l->b, more);
    Ref right = spl_lower_expr(l, e->args.at[1]);
    emit(l, (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = result, .a = right});
    build_place(&l->b, done);
    return result;
}

static Ref lower_unary(Lower *l, const SExpr *e)
{
    Type type = spl_lower_type(&e->type);
    Ref value = spl_lower_expr(l, e->args.at[0]), result = temporary(l, type);
    l->b.pos = e->pos;
    Op op = e->op == TK_NOT ? OP_NOT : OP_NEG;
    emit(l, (Instr){.op = op, .type = type, .dst = result, .a = value});
    return result;
}

static Ref lower_operator(Lower *l, const SExpr *e)
{
    if (e->op == TK_AND || e->op == TK_OR)
        return lower_logical(l, e);
    if (e->args.len == 1)
        return lower_unary(l, e);
    const SExpr *a = e->args.at[0], *b = e->args.at[1];
    bool real = a->type.kind == ST_FLOAT || b->type.kind == ST_FLOAT;
    Type type = real ? REAL : spl_lower_type(&a->type);
    Ref left = real ? to_real(l, a) : spl_lower_expr(l, a);
    Ref right = real ? to_real(l, b) : spl_lower_expr(l, b);
    bool swap = e->op == TK_GT || e->op == TK_GE;
    Ref result = temporary(l, spl_lower_type(&e->type));
    l->b.pos = e->pos;
    emit(l, (Instr){.op = op_of(e->op),
                    .type = type,
                    .dst = result,
                    .a = swap ? right : left,
                    .b = swap ? left : right});
    return result;
}

static Ref lower_choose(Lower *l, const SExpr *e)
{
    Type type = spl_lower_type(&e->type);
    Ref low, high;
    if (e->args.len) {
        low = spl_lower_expr(l, e->args.at[0]);
        high = spl_lower_expr(l, e->args.at[1]);
    } else {
        const SType *t = &e->type;
        int64_t most = t->kind == ST_BOOL   ? 1
                       : t->kind == ST_ENUM ? (int64_t)t->decl->constants.len - 1
                                            : t->high;
        low = constant(l, (uint64_t)(int64_t)t->low);
        high = constant(l, (uint64_t)most);
    }
    Ref result = temporary(l, type);
    l->b.pos = e->pos;
    emit(l, (Instr){.op = OP_CHOOSE, .type = type, .dst = result, .a = low, .b = high});
    return result;
}

Ref spl_lower_expr(Lower *l, const SExpr *e)
{
    switch (e->kind) {
    case SE_INTEGER:
    case SE_BOOL:
        return constant(l, (uint64_t)e->integer);
    case SE_REAL:
        return real_constant(l, e->real);
    case SE_NULL:
        return constant(l, 0);
    case SE_THIS:
        return this_object();
    case SE_NEW:
        return spl_lower_new(l, e->type.decl);
    case SE_NAME:
    case SE_FIELD:
        if (!e->variable)
            return constant(l, (uint64_t)e->integer);
        return e->kind == SE_NAME && !e->is_field ? e->variable->ref : load_field(l, e);
    case SE_CALL:
        return spl_lower_call(l, e);
    case SE_OPERATOR:
        return lower_operator(l, e);
    case SE_CHOOSE:
        return lower_choose(l, e);
    }
    return NO_REF;
}
