/* lower_flow.c -- loops, goto, exceptions: everything that leaves blocks and atomic regions.
 *
 * A goto out of an atomic block to a label that stands directly on another one does not end the
 * action: it goes behind the `atomic` of the other.  A goto into an atomic block from outside is an
 * action of its own, and the next one begins inside the block (a point of its own, lower_finish).
 */
#include "front/zing/lower.h"

#include <assert.h>

/* ---- leaving blocks and atomic regions ---- */

static void change_depth(Lower *l, uint32_t from, uint32_t to, Pos pos)
{
    for (; from > to; from--)
        lower_emit(l, pos, (Instr){.op = OP_END});
    for (; from < to; from++)
        lower_emit(l, pos, (Instr){.op = OP_ATOMIC});
}

static void leave_to(Lower *l, const ZScope *scope, uint32_t depth, Label label, Pos pos)
{
    lower_forget(l, scope, pos);
    change_depth(l, l->depth, depth, pos);
    lower_jump(l, pos, label);
}

/* ---- loops ---- */

void lower_loop(Lower *l, const ZStmt *s)
{
    Loop loop = {.outer = l->loop, .depth = l->depth, .exit = lower_label(l)};
    lower_enter(l, s->symbol->scope);
    if (s->kind == ZS_FOR && s->loop.init)
        lower_stmt(l, s->loop.init);
    Label head = lower_loop_head(l, s->pos);
    bool steps = s->kind == ZS_FOR && s->loop.step;
    loop.scope = l->scope;
    loop.again = steps ? lower_label(l) : head;
    lower_invariants(l, s);
    if (s->loop.test)
        lower_test(l, s->loop.test, loop.exit);
    const ZScope *after = l->after;
    l->after = l->scope;
    l->loop = &loop;
    lower_body(l, s->loop.body);
    l->loop = loop.outer;
    l->after = after;
    if (steps) {
        lower_here(l, loop.again);
        lower_step(l, s->loop.step->pos);
        lower_value(l, s->loop.step);
    }
    lower_jump(l, s->loop.body->end, head);
    lower_here(l, loop.exit);
    lower_leave(l, s->end);
}

static Ref index_register(Lower *l, const ZStmt *s)
{
    const char *name = arena_print(l->arena, "%s.index", s->foreach.name.text);
    return build_register(&l->b, name, TYPE_S32);
}

/* Is there another element? */
static void foreach_test(Lower *l, const ZStmt *s, Ref index, Label body, Label exit)
{
    const ZExpr *collection = s->foreach.collection;
    Pos pos = collection->pos;
    Ref object = lower_scalar(l, collection);
    Ref length = lower_length(l, collection->type, object, TYPE_S32, pos);
    Ref more = lower_temp(l, TYPE_U1);
    lower_emit(l, pos,
               (Instr){.op = OP_LT, .type = TYPE_S32, .dst = more, .a = index, .b = length});
    lower_branch(l, pos, more, body, exit);
}

static void foreach_fetch(Lower *l, const ZStmt *s, Ref index)
{
    const ZExpr *collection = s->foreach.collection;
    Ref wide = lower_temp(l, TYPE_S64), object = lower_scalar(l, collection);
    lower_emit(l, s->pos,
               (Instr){.op = OP_CAST, .type = TYPE_S64, .from = TYPE_S32, .dst = wide, .a = index});
    Place element = lower_element(l, collection->type, object, wide, s->pos);
    Value value = lower_load(l, &element, s->pos);
    Place variable = lower_local(l, s->symbol);
    value = lower_convert(l, value, element.type, s->symbol->type, s->symbol->name, s->pos);
    lower_store(l, &variable, value, s->foreach.name.pos);
}

static void set_index(Lower *l, Ref index, Ref from, Op op, Pos pos)
{
    lower_emit(l, pos,
               (Instr){.op = (uint8_t)op,
                       .type = TYPE_S32,
                       .dst = index,
                       .a = from,
                       .b = lower_constant(l, 1)});
}

/* The element is fetched in the same action as the first statement of the body.  The collection is
 * looked at anew in every round. */
void lower_foreach(Lower *l, const ZStmt *s)
{
    ZScope *outer = l->scope, *scope = s->symbol->stmt == s ? s->symbol->scope : outer;
    Label test = lower_label(l), body = lower_label(l);
    Loop loop = {.outer = l->loop,
                 .scope = scope,
                 .depth = l->depth,
                 .again = lower_label(l),
                 .exit = lower_label(l)};
    if (scope != outer)
        lower_enter(l, scope);
    Ref index = index_register(l, s);
    bool dead = l->dead && !l->has_labels;
    lower_step(l, s->pos);
    set_index(l, index, lower_constant(l, 0), OP_MOV, s->pos);
    lower_jump(l, s->pos, test);
    lower_here(l, test);
    l->dead = dead;
    foreach_test(l, s, index, body, loop.exit);
    lower_here(l, body);
    Label fetched = lower_step(l, s->pos);
    foreach_fetch(l, s, index);
    const ZScope *after = l->after;
    l->after = outer;
    l->entry = fetched;
    l->loop = &loop;
    lower_body(l, s->foreach.body);
    l->loop = loop.outer;
    l->after = after;
    lower_arrive(l, loop.again);
    l->dead = dead;
    lower_step(l, s->pos);
    set_index(l, index, index, OP_ADD, s->pos);
    lower_jump(l, s->pos, test);
    lower_here(l, loop.exit);
    if (scope != outer)
        lower_leave(l, s->end);
    l->scope = outer;
}

void lower_exit(Lower *l, const ZStmt *s)
{
    const Loop *loop = l->loop;
    lower_step(l, s->pos);
    leave_to(l, loop->scope, loop->depth, s->kind == ZS_BREAK ? loop->exit : loop->again, s->pos);
}

/* ---- goto ---- */

void lower_prepare_labels(Lower *l)
{
    lower_find_targets(l);
    for (ZSymbol *label = l->method->labels; label; label = label->next) {
        const ZStmt *first = zing_first_statement(label->stmt);
        label->label = lower_label(l);
        label->inside = lower_label(l);
        l->has_labels = l->has_labels || label->is_used;
        if (first->kind == ZS_ATOMIC)
            first->symbol->inside = lower_label(l);
    }
}

/* Where locals are cleared at the label, that is the beginning of the statement's action. */
void lower_labelled(Lower *l, const ZStmt *s)
{
    const ZSymbol *label = s->symbol;
    if (label->is_used)
        lower_arrive(l, label->label);
    if (label->is_used && lower_label_forgets(l, label)) {
        Label head = lower_step(l, s->label.body->pos);
        lower_forget_at_label(l, label, s->pos);
        l->entry = head;
    }
    lower_stmt(l, s->label.body);
}

void lower_goto(Lower *l, const ZStmt *s)
{
    const ZSymbol *label = s->symbol;
    const ZStmt *first = zing_first_statement(label->stmt);
    bool into = !l->depth && label->number;
    bool behind = first->kind == ZS_ATOMIC && l->depth > label->number;
    lower_step(l, s->pos);
    lower_forget_to_label(l, label, s->pos);
    if (behind)
        lower_forget_at_label(l, label, s->pos);
    change_depth(l, l->depth, into ? 0 : label->number + behind, s->pos);
    lower_jump(l, s->pos, into ? label->inside : behind ? first->symbol->inside : label->label);
}

/* The point at which a goto from outside enters an atomic block. */
static void lower_entrance(Lower *l, const ZSymbol *label)
{
    const ZStmt *first = zing_first_statement(label->stmt);
    l->dead = true;
    lower_here(l, label->inside);
    if (l->dead)
        return;
    Label head = lower_step(l, label->stmt->label.body->pos);
    change_depth(l, 0, label->number, label->pos);
    if (head && first->kind == ZS_SELECT)
        lower_select_wait(l, first, head);
    else
        lower_jump(l, label->pos, label->label);
}

/* ---- exceptions ---- */

static Ref exception_register(Lower *l)
{
    if (l->exception == NO_REF)
        l->exception = build_register(&l->b, NULL, TYPE_U32);
    return l->exception;
}

Label lower_pad(Lower *l)
{
    Attempt *attempt = l->attempt;
    if (!attempt)
        return 0;
    Pad *pad = attempt->pads;
    while (pad && pad->depth != l->depth)
        pad = pad->next;
    if (!pad) {
        pad = arena_new(l->arena, Pad);
        *pad = (Pad){.next = attempt->pads, .depth = l->depth, .label = lower_label(l)};
        attempt->pads = pad;
    }
    lower_use(l, pad->label);
    return pad->label;
}

static bool catches(const ZHandler *handler, const char *name)
{
    return !handler->name || handler->name == name;
}

void lower_raise(Lower *l, const ZStmt *s)
{
    const char *name = s->name.text;
    lower_step(l, s->pos);
    for (Attempt *attempt = l->attempt; attempt; attempt = attempt->outer) {
        const ZHandlers *handlers = &attempt->stmt->attempt.handlers;
        for (size_t i = 0; i < handlers->len; i++)
            if (catches(&handlers->at[i], name)) {
                leave_to(l, attempt->scope, attempt->depth, attempt->handlers[i], s->pos);
                return;
            }
    }
    lower_emit(l, s->pos, (Instr){.op = OP_THROW, .other = build_exception(&l->b, name)});
}

/* The exception goes where no handler here takes it: to the next try, or out of the method. */
static void go_outward(Lower *l, const Attempt *attempt, Pos pos)
{
    const Attempt *outer = attempt->outer;
    if (outer) {
        leave_to(l, outer->scope, outer->depth, outer->dispatch, pos);
        return;
    }
    if (!l->rethrow)
        l->rethrow = lower_label(l);
    change_depth(l, attempt->depth, 0, pos);
    lower_jump(l, pos, l->rethrow);
}

typedef VEC(int32_t) ExceptionCases; /* the exception, its label, and so on */

static void switch_exception(Lower *l, Pos pos, const ExceptionCases *cases, Label otherwise)
{
    lower_use(l, otherwise);
    uint32_t list = lower_pairs(l, cases->at, cases->len);
    lower_emit(l, pos,
               (Instr){.op = OP_SWITCH,
                       .type = TYPE_U32,
                       .a = exception_register(l),
                       .list = list,
                       .target = otherwise});
}

/* Compares the exception with the names of the handlers, in their order. */
static void lower_dispatch(Lower *l, const Attempt *attempt, Pos pos)
{
    const ZHandlers *handlers = &attempt->stmt->attempt.handlers;
    ExceptionCases cases = {0};
    Label none = lower_label(l), otherwise = none;
    for (size_t i = 0; i < handlers->len && otherwise == none; i++) {
        const char *name = handlers->at[i].name;
        if (name) {
            vec_push(&cases, lower_constant(l, build_exception(&l->b, name)));
            vec_push(&cases, (int32_t)attempt->handlers[i]);
        } else
            otherwise = attempt->handlers[i];
    }
    switch_exception(l, pos, &cases, otherwise);
    vec_free(&cases);
    lower_here(l, none);
    if (!l->dead)
        go_outward(l, attempt, pos);
}

/* The landing places of the calls inside the body; `first` is its first local. */
static void lower_pads(Lower *l, Attempt *attempt, size_t first, Pos pos)
{
    for (Pad *pad = attempt->pads; pad; pad = pad->next) {
        l->dead = true;
        lower_here(l, pad->label);
        lower_emit(l, pos, (Instr){.op = OP_CAUGHT, .dst = exception_register(l)});
        lower_forget_since(l, first, pos);
        change_depth(l, pad->depth, attempt->depth, pos);
        lower_jump(l, pos, attempt->dispatch);
    }
    l->dead = true;
    lower_here(l, attempt->dispatch);
    if (!l->dead)
        lower_dispatch(l, attempt, pos);
}

/* The handlers are armed while the body runs, and no longer. */
void lower_try(Lower *l, const ZStmt *s)
{
    const ZHandlers *handlers = &s->attempt.handlers;
    Label done = lower_label(l);
    size_t first = l->locals.len;
    Attempt attempt = {.outer = l->attempt,
                       .stmt = s,
                       .scope = l->scope,
                       .depth = l->depth,
                       .handlers = arena_array(l->arena, Label, handlers->len),
                       .dispatch = lower_label(l)};
    for (size_t i = 0; i < handlers->len; i++)
        attempt.handlers[i] = lower_label(l);
    l->attempt = &attempt;
    lower_stmt(l, s->attempt.body);
    l->attempt = attempt.outer;
    lower_jump(l, s->attempt.body->end, done);
    lower_pads(l, &attempt, first, s->pos);
    for (size_t i = 0; i < handlers->len; i++) {
        l->dead = true;
        lower_here(l, attempt.handlers[i]);
        lower_body(l, handlers->at[i].body);
        lower_jump(l, handlers->at[i].body->end, done);
    }
    l->dead = true;
    lower_here(l, done);
}

/* Throws again what was caught and not handled. */
static void lower_rethrow(Lower *l)
{
    const ZNames *names = &l->model->exceptions;
    Pos pos = l->method->member->body->end;
    ExceptionCases cases = {0};
    l->dead = true;
    lower_here(l, l->rethrow);
    if (l->dead)
        return;
    for (size_t i = 0; i < names->len; i++) {
        vec_push(&cases, lower_constant(l, build_exception(&l->b, names->at[i].text)));
        vec_push(&cases, (int32_t)lower_label(l));
    }
    Label bad = lower_label(l);
    switch_exception(l, pos, &cases, bad);
    for (size_t i = 0; i < names->len; i++) {
        lower_here(l, (Label)cases.at[2 * i + 1]);
        lower_emit(l, pos,
                   (Instr){.op = OP_THROW, .other = build_exception(&l->b, names->at[i].text)});
    }
    lower_here(l, bad);
    lower_fail(l, pos, ERR_UNHANDLED, "unhandled exception");
    vec_free(&cases);
}

void lower_finish(Lower *l)
{
    for (ZSymbol *label = l->method->labels; label; label = label->next)
        lower_entrance(l, label);
    if (l->rethrow)
        lower_rethrow(l);
}
