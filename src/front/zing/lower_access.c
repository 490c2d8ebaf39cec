/* lower_access.c -- access predicates: each becomes a pure procedure (%tid, %object, %index) -> u1,
 * and the regions of its variable get an Access that names it. */
#include "front/zing/lower.h"

#include <assert.h>
#include <string.h>

/* What the variable is that the expression names; a predicate takes a lock for its holder. */
static const ZType *named_type(const ZExpr *e)
{
    if (e->kind == ZE_NAME || e->kind == ZE_FIELD)
        return e->symbol ? e->symbol->type : NULL;
    return e->kind == ZE_INDEX ? e->index.object->type->element : NULL;
}

static bool names_lock(const ZExpr *e)
{
    const ZType *type = named_type(e);
    return type && ztype_is_lock(type);
}

bool lower_asks_holder(const ZExpr *e)
{
    ZBinaryOp op = e->binary.op;
    if (op == ZB_IN)
        return e->binary.right->type->kind == ZK_RWLOCK;
    return (op == ZB_EQ || op == ZB_NE) &&
           names_lock(e->binary.left) != names_lock(e->binary.right) &&
           e->binary.left->type->kind == ZK_THREAD && e->binary.right->type->kind == ZK_THREAD;
}

Ref lower_holder(Lower *l, const ZExpr *e)
{
    bool swap = names_lock(e->binary.left);
    const ZExpr *lock = swap ? e->binary.left : e->binary.right;
    Ref thread = lower_scalar(l, swap ? e->binary.right : e->binary.left);
    Ref result = lower_temp(l, TYPE_U1);
    Place place = lower_place(l, lock);
    const Field *field = &l->program->layouts.at[place.layout].fields.at[place.first];
    int rw = named_type(lock)->kind == ZK_RWLOCK ? FLAG_RW : 0;
    int shared = e->binary.op == ZB_IN ? FLAG_SHARED : 0;
    int old = l->old ? FLAG_OLD : 0;
    assert(!place.refs);
    lower_emit(l, e->pos,
               (Instr){.op = OP_HELD,
                       .flags = (uint16_t)(rw | shared | old),
                       .dst = result,
                       .a = place.base,
                       .b = thread,
                       .offset = (int32_t)field->offset,
                       .region = field->region});
    if (e->binary.op == ZB_NE)
        lower_emit(l, e->pos, (Instr){.op = OP_NOT, .type = TYPE_U1, .dst = result, .a = result});
    return result;
}

/* The index is an int in the source. */
static void add_index(Lower *l, const ZPredicate *predicate, Ref index)
{
    Ref ref = build_register(&l->b, predicate->index.text, TYPE_S32);
    predicate->symbol->reg = ref;
    lower_emit(l, predicate->pos,
               (Instr){.op = OP_CAST, .type = TYPE_S32, .from = TYPE_S64, .dst = ref, .a = index});
}

static uint32_t lower_predicate(Lower *l, const ZMember *member, const ZPredicate *predicate,
                                const char *region)
{
    const char *name =
        arena_print(l->arena, "%.*s:%s", (int)strlen(predicate->word) - 3, predicate->word, region);
    uint32_t index = build_declare_proc(&l->b, name, predicate->pos);
    lower_reset(l);
    build_proc_begin(&l->b, index);
    Proc *proc = &l->program->procs.at[index];
    proc->pure = true;
    proc->params = 3;
    vec_push(&proc->results, TYPE_U1);
    l->thread = build_register(&l->b, "tid", TYPE_THREAD);
    l->object = build_register(&l->b, "object", TYPE_POINTER);
    Ref element = build_register(&l->b, "index", TYPE_S64);
    if (predicate->index.text) {
        l->array = member->symbol;
        add_index(l, predicate, element);
    } else if (member->symbol->kind == ZY_FIELD)
        l->self = l->object;
    Ref result = lower_scalar(l, predicate->test);
    lower_emit(l, predicate->pos, (Instr){.op = OP_RETURN, .list = build_list(&l->b, &result, 1)});
    build_proc_end(&l->b);
    lower_quantified(l);
    return index;
}

/* All regions of the cells [first, first + len) of the layout get the same predicates. */
static void add_accesses(Lower *l, Access access, uint32_t layout, uint32_t first, size_t len)
{
    for (size_t i = first; i < first + len; i++) {
        bool is_new = true;
        access.region = l->program->layouts.at[layout].fields.at[i].region;
        vec_each (Access, known, &l->program->accesses)
            is_new = is_new && known->region != access.region;
        if (is_new)
            build_access(&l->b, access);
    }
}

/* The predicates of the variable, or those of its elements. */
static bool make_access(Lower *l, const ZMember *member, bool of_elements, Access *access)
{
    const ZSymbol *symbol = member->symbol;
    const char *region = of_elements ? arena_print(l->arena, "%s[]", symbol->type->name)
                                     : lower_full_name(l, symbol);
    *access = (Access){.read = -1, .write = -1};
    vec_each (ZPredicate, predicate, &member->predicates) {
        if ((predicate->index.text != NULL) != of_elements)
            continue;
        int32_t proc = (int32_t)lower_predicate(l, member, predicate, region);
        access->read = predicate->read ? proc : access->read;
        access->write = predicate->write ? proc : access->write;
        access->pos = access->text ? access->pos : predicate->pos;
        access->text = access->text ? arena_print(l->arena, "%s; %s", access->text, predicate->text)
                                    : predicate->text;
    }
    return access->text != NULL;
}

void lower_accesses(Lower *l, const ZMember *member)
{
    const ZSymbol *symbol = member->symbol;
    const ZType *type = symbol->type;
    Access access;
    if (symbol->kind != ZY_FIELD && symbol->kind != ZY_STATIC)
        return;
    if (make_access(l, member, false, &access)) {
        uint32_t layout = symbol->kind == ZY_STATIC ? l->program->globals.at[symbol->global].layout
                                                    : symbol->owner->layout;
        add_accesses(l, access, layout, symbol->first, type->cells.len);
    }
    if (type->annotated == member && make_access(l, member, true, &access))
        add_accesses(l, access, type->layout, 0, type->element->cells.len);
}
