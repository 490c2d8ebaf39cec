/* lower_access.c -- access predicates: each becomes a pure procedure (%tid, %object, %index) -> u1,
 * and the regions of its variable get an Access that names it. */
#include "front/zing/lower.h"

#include <assert.h>
#include <string.h>

enum { READERS = 64 }; /* bits of the second cell of a reader-writer lock */

static Ref emit(Lower *l, Op op, Type type, Ref a, Ref b, Pos pos)
{
    Ref dst = lower_temp(l, type);
    lower_emit(l, pos, (Instr){.op = (uint8_t)op, .type = type, .dst = dst, .a = a, .b = b});
    return dst;
}

/* The bit of thread number n (its tid, less one) among the readers. */
Ref lower_reads(Lower *l, const ZExpr *e)
{
    static const Type u64 = {TYPE_UNSIGNED, 64};
    Label inside = lower_label(l), done = lower_label(l);
    Ref thread = lower_scalar(l, e->binary.left), number = lower_temp(l, u64);
    Ref result = lower_temp(l, TYPE_U1), mask = lower_temp(l, u64);
    Place lock = lower_place(l, e->binary.right);
    const Field *readers = &l->program->layouts.at[lock.layout].fields.at[lock.first + 1];
    assert(!lock.refs && type_equal(readers->type, u64));
    lower_emit(
        l, e->pos,
        (Instr){.op = OP_CAST, .type = u64, .from = TYPE_THREAD, .dst = number, .a = thread});
    number = emit(l, OP_SUB, u64, number, lower_constant(l, 1), e->pos);
    lower_emit(
        l, e->pos,
        (Instr){
            .op = OP_LT, .type = u64, .dst = result, .a = number, .b = lower_constant(l, READERS)});
    lower_branch(l, e->pos, result, inside, done);
    lower_here(l, inside);
    lower_emit(l, e->pos,
               (Instr){.op = OP_LOAD,
                       .type = u64,
                       .dst = mask,
                       .a = lock.base,
                       .offset = (int32_t)readers->offset,
                       .region = readers->region});
    mask = emit(l, OP_SHR, u64, mask, number, e->pos);
    mask = emit(l, OP_AND, u64, mask, lower_constant(l, 1), e->pos);
    lower_emit(
        l, e->pos,
        (Instr){.op = OP_NE, .type = u64, .dst = result, .a = mask, .b = lower_constant(l, 0)});
    lower_here(l, done);
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
