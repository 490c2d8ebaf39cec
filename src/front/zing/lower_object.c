/* lower_object.c -- calls, threads, new objects, collections, locks. */
#include "front/zing/lower.h"

#include <assert.h>

typedef VEC(int32_t) Operands;

static void add_all(Operands *operands, Value value)
{
    for (uint32_t i = 0; i < value.len; i++)
        vec_push(operands, value.at[i]);
}

/* ---- calls ---- */

/* An argument from i on that changes variables: it must not disturb what is evaluated already. */
static const ZExpr *later_writer(const ZArgs *args, size_t i)
{
    for (; i < args->len; i++)
        if (!args->at[i].is_out && lower_writes(args->at[i].value))
            return args->at[i].value;
    return NULL;
}

static void add_args(Lower *l, const ZExpr *e, const ZMember *method, Operands *operands)
{
    const ZArgs *args = &e->call.args;
    for (size_t i = 0; i < args->len; i++) {
        const ZExpr *arg = args->at[i].value;
        const ZParam *param = &method->params.at[i];
        if (args->at[i].is_out)
            continue;
        Value value = lower_stable(l, arg, later_writer(args, i + 1));
        add_all(operands,
                lower_convert(l, value, arg->type, param->type->type, param->name, arg->pos));
    }
}

/* `this` of the callee, if it has one, and the arguments. */
static void add_operands(Lower *l, const ZExpr *e, Operands *operands)
{
    const ZExpr *callee = e->call.callee;
    const ZSymbol *method = e->symbol;
    if (!method->is_static && callee->kind == ZE_NAME)
        vec_push(operands, l->self);
    else if (!method->is_static)
        add_all(operands, lower_stable(l, callee->field.object, later_writer(&e->call.args, 0)));
    add_args(l, e, method->member, operands);
}

static Value temps_for(Lower *l, const ZType *type)
{
    Ref *refs = arena_array(l->arena, Ref, type->cells.len);
    for (uint32_t i = 0; i < type->cells.len; i++)
        refs[i] = lower_temp(l, type->cells.at[i].type);
    return (Value){refs, (uint32_t)type->cells.len};
}

/* One direct call or fork; `results` are where the values go. */
static void emit_call(Lower *l, const ZSymbol *method, const Operands *operands,
                      const Operands *results, bool is_async, Pos pos)
{
    if (is_async && !results->len) { /* a task */
        lower_post(l, pos, method->proc, operands->at, operands->len);
        return;
    }
    Instr instr = {.op = is_async ? OP_FORK : OP_CALL,
                   .other = is_async ? method->thread_proc : method->proc,
                   .list = build_list(&l->b, operands->at, operands->len)};
    if (is_async)
        instr.dst = results->at[0];
    else {
        instr.dsts = build_list(&l->b, results->at, results->len);
        instr.flags = l->guard ? FLAG_GUARD : 0;
        instr.target = l->guard ? 0 : lower_pad(l);
    }
    lower_emit(l, pos, instr);
}

/* A call through an interface: which class has the object?  (Null fails at classof.) */
static void emit_dispatch(Lower *l, const ZSymbol *method, const Operands *operands,
                          const Operands *results, bool is_async, Pos pos)
{
    Label bad = lower_label(l), done = lower_label(l);
    Ref found = lower_temp(l, TYPE_U32);
    Operands cases = {0};
    const ZUnit *unit = l->model->unit;
    vec_each (ZDecl *, decl, &unit->decls)
        if ((*decl)->kind == ZD_CLASS && ztype_implements((*decl)->type, method->owner)) {
            vec_push(&cases, lower_constant(l, (*decl)->type->layout));
            vec_push(&cases, (int32_t)lower_label(l));
        }
    lower_emit(l, pos, (Instr){.op = OP_CLASSOF, .dst = found, .a = operands->at[0]});
    lower_use(l, bad);
    uint32_t list = lower_pairs(l, cases.at, cases.len);
    lower_emit(l, pos,
               (Instr){.op = OP_SWITCH, .type = TYPE_U32, .a = found, .list = list, .target = bad});
    size_t next = 0;
    vec_each (ZDecl *, decl, &unit->decls)
        if ((*decl)->kind == ZD_CLASS && ztype_implements((*decl)->type, method->owner)) {
            lower_here(l, (Label)cases.at[2 * next++ + 1]);
            emit_call(l, ztype_member((*decl)->type, method->name), operands, results, is_async,
                      pos);
            lower_jump(l, pos, done);
        }
    lower_here(l, bad);
    lower_fail(l, pos, ERR_WRONG_CLASS,
               arena_print(l->arena, "this object does not implement '%s'", method->owner->name));
    lower_here(l, done);
    vec_free(&cases);
}

static void emit_any_call(Lower *l, const ZExpr *e, const Operands *results, bool is_async)
{
    const ZSymbol *method = e->symbol;
    Operands operands = {0};
    add_operands(l, e, &operands);
    if (method->owner && method->owner->kind == ZK_INTERFACE)
        emit_dispatch(l, method, &operands, results, is_async, e->pos);
    else
        emit_call(l, method, &operands, results, is_async, e->pos);
    vec_free(&operands);
}

Value lower_call(Lower *l, const ZExpr *e)
{
    const ZSymbol *method = e->symbol;
    const ZParams *params = &method->member->params;
    Operands results = {0};
    Value value = temps_for(l, method->type);
    add_all(&results, value);
    Value *outs = arena_array(l->arena, Value, params->len);
    for (size_t i = 0; i < params->len; i++)
        if (params->at[i].is_out) {
            outs[i] = temps_for(l, params->at[i].type->type);
            add_all(&results, outs[i]);
        }
    emit_any_call(l, e, &results, false);
    vec_free(&results);
    for (size_t i = 0; i < params->len; i++) {
        if (!params->at[i].is_out)
            continue;
        const ZExpr *target = e->call.args.at[i].value;
        Place place = lower_place(l, target);
        Value out = lower_convert(l, outs[i], params->at[i].type->type, target->type,
                                  params->at[i].name, target->pos);
        lower_store(l, &place, out, target->pos);
    }
    return value;
}

Ref lower_async(Lower *l, const ZExpr *e)
{
    Ref thread = lower_temp(l, TYPE_THREAD);
    Operands results = {0};
    if (!e->posts)
        vec_push(&results, thread);
    emit_any_call(l, e->async, &results, true);
    vec_free(&results);
    return thread;
}

/* ---- new ---- */

static void initialise_fields(Lower *l, const ZType *type, Ref object, Pos pos)
{
    if (type->maker) {
        lower_emit(l, pos,
                   (Instr){.op = OP_CALL,
                           .flags = FLAG_GUARD,
                           .other = type->maker - 1,
                           .list = build_list(&l->b, &object, 1)});
        return;
    }
    vec_each (ZMember *, member, &type->decl->body.members) {
        const ZSymbol *symbol = (*member)->symbol;
        int64_t bits;
        if (symbol->kind != ZY_FIELD || !(*member)->init)
            continue;
        Value value = lower_converted(l, (*member)->init, symbol->type, symbol->name);
        if (lower_is_constant(l, value.at[0], &bits) && !bits)
            continue; /* objects begin as zero */
        Place place = lower_field(l, object, symbol, pos);
        lower_store(l, &place, value, pos);
    }
}

Value lower_new(Lower *l, const ZExpr *e)
{
    const ZType *type = e->type;
    Ref count = e->create.size ? lower_index(l, e->create.size)
                               : lower_constant(l, type->kind == ZK_ARRAY ? type->count : 1);
    Ref object = lower_temp(l, TYPE_POINTER);
    lower_emit(l, e->pos,
               (Instr){.op = OP_ALLOC, .dst = object, .other = type->layout, .b = count});
    if (type->kind == ZK_CLASS)
        initialise_fields(l, type, object, e->pos);
    return lower_one(l, object);
}

/* ---- collections ---- */

static uint32_t region_of(const Lower *l, const ZType *collection)
{
    return l->program->layouts.at[collection->layout].fields.at[0].region;
}

Ref lower_length(Lower *l, const ZType *collection, Ref object, Type type, Pos pos)
{
    Ref length = lower_temp(l, type);
    lower_check_class(l, collection, object, pos);
    lower_emit(
        l, pos,
        (Instr){.op = OP_LENGTH, .dst = length, .a = object, .region = region_of(l, collection)});
    return length;
}

Ref lower_sizeof(Lower *l, const ZExpr *e)
{
    const ZExpr *value = e->operand.value;
    if (!value || (value->symbol && value->symbol->kind == ZY_TYPE))
        return lower_constant(l, (value ? value->type : e->operand.name->type)->count);
    return lower_length(l, value->type, lower_scalar(l, value), TYPE_S32, e->pos);
}

static Ref emit_choose(Lower *l, Type type, Ref low, Ref high, Pos pos)
{
    Ref dst = lower_temp(l, type);
    lower_emit(l, pos, (Instr){.op = OP_CHOOSE, .type = type, .dst = dst, .a = low, .b = high});
    return dst;
}

static Value choose_element(Lower *l, const ZExpr *e)
{
    const ZType *type = e->operand.value->type;
    Ref object = lower_scalar(l, e->operand.value);
    Ref length = lower_length(l, type, object, TYPE_S64, e->pos);
    Ref last = lower_temp(l, TYPE_S64);
    lower_emit(
        l, e->pos,
        (Instr){
            .op = OP_SUB, .type = TYPE_S64, .dst = last, .a = length, .b = lower_constant(l, 1)});
    Ref index = emit_choose(l, TYPE_S64, lower_constant(l, 0), last, e->pos);
    Place place = lower_element(l, type, object, index, e->pos);
    return lower_load(l, &place, e->pos);
}

Value lower_choose(Lower *l, const ZExpr *e)
{
    const ZExpr *value = e->operand.value;
    if (value && !(value->symbol && value->symbol->kind == ZY_TYPE))
        return choose_element(l, e);
    const ZType *type = e->type;
    int64_t low = type->kind == ZK_RANGE ? type->low : 0;
    int64_t high = type->kind == ZK_RANGE  ? type->high
                   : type->kind == ZK_BOOL ? 1
                                           : (int64_t)type->count - 1;
    if (high < low) { /* an enum without members */
        lower_fail(l, e->pos, ERR_NO_CHOICE, "choose has nothing to choose from");
        return lower_one(l, lower_constant(l, 0));
    }
    return lower_one(
        l, emit_choose(l, type->cell, lower_constant(l, low), lower_constant(l, high), e->pos));
}

/* The element to be added or removed, or a whole set. */
static Ref set_operand(Lower *l, const ZExpr *x, const ZType *set)
{
    if (x->type == set)
        return lower_scalar(l, x);
    return lower_converted(l, x, set->element, set->name).at[0];
}

void lower_set_update(Lower *l, const ZExpr *e)
{
    const ZExpr *value = e->assign.value;
    bool compound = e->assign.is_compound;
    const ZExpr *place = compound ? e->assign.target : value->binary.left;
    const ZExpr *x = compound ? value : value->binary.right;
    ZBinaryOp op = compound ? e->assign.op : value->binary.op;
    const ZType *set = e->assign.target->type;
    Ref object = lower_stable(l, place, x).at[0];
    Ref operand = set_operand(l, x, set);
    bool all = x->type == set;
    lower_check_class(l, set, object, e->pos);
    if (all)
        lower_check_class(l, set, operand, e->pos);
    lower_emit(l, e->pos,
               (Instr){.op = op == ZB_ADD ? OP_SETADD : OP_SETDEL,
                       .flags = all ? FLAG_ALL : 0,
                       .type = set->element->cell,
                       .a = object,
                       .b = operand,
                       .region = region_of(l, set)});
}

Ref lower_in(Lower *l, const ZExpr *e)
{
    const ZExpr *x = e->binary.left, *set = e->binary.right;
    Ref element = lower_stable(l, x, set).at[0];
    Ref object = lower_scalar(l, set);
    Ref dst = lower_temp(l, TYPE_U1);
    lower_check_class(l, set->type, object, e->pos);
    lower_emit(l, e->pos,
               (Instr){.op = OP_SETHAS,
                       .type = set->type->element->cell,
                       .dst = dst,
                       .a = object,
                       .b = element,
                       .region = region_of(l, set->type)});
    return dst;
}

/* ---- locks ---- */

static void emit_lock(Lower *l, const ZExpr *e, Op op, Label head)
{
    const ZExpr *lock = e->call.args.at[0].value;
    Place place = lower_place(l, lock);
    const Field *field = &l->program->layouts.at[place.layout].fields.at[place.first];
    uint8_t flags = 0;
    assert(!place.refs);
    if (lock->type->kind == ZK_RWLOCK)
        flags = (uint8_t)(FLAG_RW | (e->call.args.len == 2 ? FLAG_SHARED : 0));
    lower_emit(l, e->pos,
               (Instr){.op = (uint8_t)op,
                       .flags = flags,
                       .a = place.base,
                       .offset = (int32_t)field->offset,
                       .region = field->region,
                       .target = head});
}

void lower_lock_wait(Lower *l, const void *call, Label head)
{
    emit_lock(l, call, OP_ACQUIRE, head);
}

void lower_release(Lower *l, const ZExpr *e)
{
    emit_lock(l, e, OP_RELEASE, 0);
}
