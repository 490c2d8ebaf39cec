/* lower.c -- emitting instructions: labels, points, temporaries.  See lower.h. */
#include "front/zing/lower.h"

#include <string.h>

void lower_reset(Lower *l)
{
    l->depth = 0;
    l->loop = NULL;
    l->attempt = NULL;
    l->scope = NULL;
    l->after = NULL;
    l->fused = false;
    l->guard = l->has_labels = l->dead = false;
    l->entry = l->skip = l->skip_head = l->rethrow = 0;
    l->exception = NO_REF;
    l->self = l->thread = l->object = NO_REF;
    l->array = NULL;
    l->result = NO_REF;
    l->old = l->ghost = false;
    l->temps.len = l->locals.len = l->used.len = 0;
}

/* ---- labels ---- */

Label lower_label(Lower *l)
{
    return build_label(&l->b);
}

void lower_use(Lower *l, Label label)
{
    if (l->dead)
        return;
    if (label >= l->used.len)
        vec_resize(&l->used, label + 1);
    l->used.at[label] = true;
}

static void place(Lower *l, Label label)
{
    build_place(&l->b, label);
    if (label < l->used.len && l->used.at[label])
        l->dead = false;
}

static uint32_t put(Lower *l, Pos pos, Instr instr)
{
    if (l->dead)
        return 0;
    l->b.pos = pos;
    uint32_t pc = build_emit(&l->b, instr);
    l->dead = !op_info[instr.op].next;
    return pc;
}

/* Something comes between the point that was passed and the next statement. */
static void settle(Lower *l)
{
    l->entry = 0;
    if (l->skip) {
        place(l, l->skip);
        l->skip = 0;
    }
}

uint32_t lower_emit(Lower *l, Pos pos, Instr instr)
{
    settle(l);
    return put(l, pos, instr);
}

void lower_post(Lower *l, Pos pos, uint32_t proc, const Ref *args, size_t len)
{
    settle(l);
    l->b.pos = pos;
    if (!l->dead)
        build_post(&l->b, &l->bags, proc, args, len);
}

void lower_here(Lower *l, Label label)
{
    settle(l);
    place(l, label);
}

/* Those who have passed the entry point go around the next point, the others stop at it. */
static void split_entry(Lower *l)
{
    if (!l->entry || l->dead)
        return;
    l->skip = lower_label(l);
    l->skip_head = l->entry;
    l->entry = 0;
    lower_use(l, l->skip);
    put(l, l->b.pos, (Instr){.op = OP_JUMP, .target = l->skip});
}

void lower_arrive(Lower *l, Label label)
{
    split_entry(l);
    build_place(&l->b, label);
    l->dead = false;
}

void lower_jump(Lower *l, Pos pos, Label label)
{
    settle(l);
    lower_use(l, label);
    put(l, pos, (Instr){.op = OP_JUMP, .target = label});
}

void lower_branch(Lower *l, Pos pos, Ref condition, Label yes, Label no)
{
    int64_t value;
    if (lower_is_constant(l, condition, &value)) {
        lower_jump(l, pos, value ? yes : no);
        return;
    }
    settle(l);
    lower_use(l, yes);
    lower_use(l, no);
    put(l, pos, (Instr){.op = OP_BRANCH, .a = condition, .target = yes, .other = no});
}

uint32_t lower_pairs(Lower *l, const int32_t *pairs, size_t len)
{
    for (size_t i = 1; i < len; i += 2)
        lower_use(l, (Label)pairs[i]);
    return build_list(&l->b, pairs, len);
}

void lower_fail(Lower *l, Pos pos, ErrorKind error, const char *message)
{
    lower_emit(
        l, pos,
        (Instr){.op = OP_FAIL, .offset = (int32_t)error, .other = build_string(&l->b, message)});
}

/* ---- operands ---- */

Ref lower_constant(Lower *l, int64_t value)
{
    return build_constant(&l->b, (uint64_t)value);
}

bool lower_is_constant(const Lower *l, Ref ref, int64_t *value)
{
    if (ref >= 0 || ref == NO_REF)
        return false;
    *value = (int64_t)l->program->constants.at[~ref];
    return true;
}

Ref lower_temp(Lower *l, Type type)
{
    vec_each (Temp, temp, &l->temps)
        if (!temp->busy && type_equal(temp->type, type)) {
            temp->busy = true;
            return temp->ref;
        }
    Ref ref = build_register(&l->b, NULL, type);
    vec_push(&l->temps, ((Temp){ref, type, true}));
    return ref;
}

bool lower_is_variable(const Lower *l, Ref ref)
{
    return ref >= 0 && l->program->procs.at[l->b.proc].registers.at[ref].name != NULL;
}

static void free_temps(Lower *l)
{
    vec_each (Temp, temp, &l->temps)
        temp->busy = false;
}

/* ---- points ---- */

static Label put_point(Lower *l, Pos pos)
{
    Label head = lower_label(l);
    build_place(&l->b, head);
    put(l, pos, (Instr){.op = OP_POINT});
    return head;
}

Label lower_step(Lower *l, Pos pos)
{
    Label head = l->entry;
    free_temps(l);
    l->b.pos = pos;
    if (head) {
        l->entry = 0;
        return head;
    }
    if (!l->options->cooperative)
        head = put_point(l, pos);
    settle(l);
    return head;
}

Label lower_continue(Lower *l, Pos pos)
{
    free_temps(l);
    l->b.pos = pos;
    return l->entry;
}

/* In cooperative mode a wait without a yield before it must not block: its head is a point that
 * nothing leads to. */
static Label unreachable_point(Lower *l, Pos pos)
{
    Label over = lower_label(l);
    bool dead = l->dead;
    lower_use(l, over);
    put(l, pos, (Instr){.op = OP_JUMP, .target = over});
    l->dead = dead;
    Label head = put_point(l, pos);
    place(l, over);
    return head;
}

void lower_wait(Lower *l, Pos pos, Waiter *wait, const void *what)
{
    Label head = l->entry, skip = l->skip, skip_head = l->skip_head;
    free_temps(l);
    l->entry = l->skip = 0;
    if (!head)
        head = l->options->cooperative ? unreachable_point(l, pos) : put_point(l, pos);
    wait(l, what, head);
    if (!skip)
        return;
    Label done = lower_label(l);
    lower_jump(l, pos, done);
    lower_here(l, skip);
    wait(l, what, skip_head);
    lower_here(l, done);
}

Label lower_loop_head(Lower *l, Pos pos)
{
    Label again = lower_label(l);
    bool dead = l->dead && !l->has_labels;
    split_entry(l);
    build_place(&l->b, again);
    l->dead = dead;
    lower_step(l, pos);
    return again;
}
