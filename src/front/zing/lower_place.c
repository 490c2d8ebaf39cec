/* lower_place.c -- variables: where they live, reading and writing them. */
#include "front/zing/lower.h"

#include <assert.h>

Value lower_registers(Lower *l, Ref first, uint32_t len)
{
    Ref *refs = arena_array(l->arena, Ref, len);
    for (uint32_t i = 0; i < len; i++)
        refs[i] = first + (Ref)i;
    return (Value){refs, len};
}

Value lower_one(Lower *l, Ref ref)
{
    return lower_registers(l, ref, 1);
}

Place lower_static(Lower *l, const ZSymbol *symbol)
{
    return (Place){.base = build_constant(&l->b, pointer_make(symbol->global, 0)),
                   .layout = l->program->globals.at[symbol->global].layout,
                   .first = symbol->first,
                   .type = symbol->type};
}

/* Zing lets an `object` of any class be put into a variable, and breaks where it is used. */
void lower_check_class(Lower *l, const ZType *type, Ref object, Pos pos)
{
    if (!type->is_narrowed)
        return;
    Label bad = lower_label(l), done = lower_label(l);
    Ref found = lower_temp(l, TYPE_U32);
    int32_t right[] = {lower_constant(l, type->layout), (int32_t)done};
    lower_emit(l, pos, (Instr){.op = OP_CLASSOF, .dst = found, .a = object});
    lower_use(l, bad);
    uint32_t list = lower_pairs(l, right, 2);
    lower_emit(l, pos,
               (Instr){.op = OP_SWITCH, .type = TYPE_U32, .a = found, .list = list, .target = bad});
    lower_here(l, bad);
    lower_fail(l, pos, ERR_WRONG_CLASS,
               arena_print(l->arena, "this object is not of type '%s'", type->name));
    lower_here(l, done);
}

Place lower_field(Lower *l, Ref object, const ZSymbol *field, Pos pos)
{
    lower_check_class(l, field->owner, object, pos);
    return (Place){
        .base = object, .layout = field->owner->layout, .first = field->first, .type = field->type};
}

Place lower_local(Lower *l, const ZSymbol *symbol)
{
    Value registers = lower_registers(l, symbol->reg, (uint32_t)symbol->type->cells.len);
    return (Place){.refs = registers.at, .type = symbol->type};
}

Place lower_element(Lower *l, const ZType *collection, Ref object, Ref index, Pos pos)
{
    Place place = {.layout = collection->layout, .type = collection->element};
    lower_check_class(l, collection, object, pos);
    place.base = lower_temp(l, TYPE_POINTER);
    lower_emit(l, pos,
               (Instr){.op = OP_INDEX,
                       .dst = place.base,
                       .a = object,
                       .b = index,
                       .offset = (int32_t)l->program->layouts.at[collection->layout].size});
    return place;
}

static Place name_place(Lower *l, const ZSymbol *symbol, Pos pos)
{
    switch (symbol->kind) {
    case ZY_STATIC:
        return lower_static(l, symbol);
    case ZY_FIELD:
        return lower_field(l, l->self, symbol, pos);
    case ZY_LOCAL:
    case ZY_PARAM:
        return lower_local(l, symbol);
    case ZY_TYPE:
    case ZY_METHOD:
    case ZY_ENUMERATOR:
    case ZY_LABEL:
    case ZY_BLOCK:
    case ZY_SELF:
    case ZY_ACQUIRE:
    case ZY_RELEASE:
        break;
    }
    assert(!"a name that is not a variable");
    return (Place){0};
}

/* A field of a struct is some of the cells of the struct. */
static Place field_place(Lower *l, const ZExpr *e)
{
    const ZSymbol *field = e->symbol;
    const ZExpr *object = e->field.object;
    if (field->kind == ZY_STATIC)
        return lower_static(l, field);
    if (object->type->kind != ZK_STRUCT)
        return lower_field(l, lower_scalar(l, object), field, e->pos);
    Place place = lower_place(l, object);
    if (place.refs)
        place.refs += field->first;
    else
        place.first += field->first;
    place.type = field->type;
    return place;
}

static Place index_place(Lower *l, const ZExpr *e)
{
    const ZExpr *array = e->index.object;
    Value object = lower_stable(l, array, e->index.index);
    Ref index = lower_index(l, e->index.index);
    return lower_element(l, array->type, object.at[0], index, e->pos);
}

/* Is it the annotated array itself, in a predicate of its elements? */
static bool is_array(const Lower *l, const ZExpr *e)
{
    return l->array && e->symbol == l->array &&
           (e->kind == ZE_NAME || e->symbol->kind == ZY_STATIC);
}

Place lower_place(Lower *l, const ZExpr *e)
{
    if (is_array(l, e))
        return (Place){.refs = lower_one(l, l->object).at, .type = e->type};
    if (e->kind == ZE_NAME)
        return name_place(l, e->symbol, e->pos);
    if (e->kind == ZE_FIELD)
        return field_place(l, e);
    if (e->kind == ZE_INDEX)
        return index_place(l, e);
    return (Place){.refs = lower_value(l, e).at, .type = e->type};
}

static const Field *cell_of(const Lower *l, const Place *place, uint32_t i)
{
    const Layout *layout = &l->program->layouts.at[place->layout];
    assert(place->first + i < layout->fields.len);
    return &layout->fields.at[place->first + i];
}

Value lower_load(Lower *l, const Place *place, Pos pos)
{
    uint32_t len = (uint32_t)place->type->cells.len;
    if (place->refs)
        return (Value){place->refs, len};
    Ref *refs = arena_array(l->arena, Ref, len);
    for (uint32_t i = 0; i < len; i++) {
        const Field *cell = cell_of(l, place, i);
        refs[i] = lower_temp(l, cell->type);
        lower_emit(l, pos,
                   (Instr){.op = OP_LOAD,
                           .flags = (l->old ? FLAG_OLD : 0) | (l->ghost ? FLAG_ATOMIC : 0),
                           .type = cell->type,
                           .dst = refs[i],
                           .a = place->base,
                           .offset = (int32_t)cell->offset,
                           .region = cell->region});
    }
    return (Value){refs, len};
}

void lower_store(Lower *l, const Place *place, Value value, Pos pos)
{
    assert(value.len == place->type->cells.len);
    for (uint32_t i = 0; i < value.len; i++) {
        if (place->refs) {
            if (place->refs[i] != value.at[i])
                lower_emit(l, pos,
                           (Instr){.op = OP_MOV,
                                   .type = place->type->cells.at[i].type,
                                   .dst = place->refs[i],
                                   .a = value.at[i]});
            continue;
        }
        const Field *cell = cell_of(l, place, i);
        lower_emit(l, pos,
                   (Instr){.op = OP_STORE,
                           .flags = l->ghost ? FLAG_ATOMIC : 0,
                           .type = cell->type,
                           .a = place->base,
                           .b = value.at[i],
                           .offset = (int32_t)cell->offset,
                           .region = cell->region});
    }
}
