/* explain.c -- a model of the solver as a story: the path through the source with the phase beside
 * each line, what was read and written, what other threads changed, and the sentence that broke. */
#include "engine/prove/solve/solve.h"

#include "engine/prove/abs/abs.h"
#include "engine/prove/access/access.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"

typedef struct Story {
    Attempt *f;
    Solver *solver;
    MethodCheck *check;
    Arena *arena;         /* the job's */
    Term right;           /* the phase at the end */
    VEC(int64_t) threads; /* the others, in the order in which they are named */
    bool access;          /* an access predicate broke */
} Story;

static bool is_true(Story *y, Term term)
{
    int64_t value = 0;
    return solver_value(y->solver, term, &value) && value;
}

/* ---- values ---- */

/* Thread 1 is the one that runs the method. */
static const char *thread_text(Story *y, int64_t value)
{
    size_t i = 0;
    while (i < y->threads.len && y->threads.at[i] != value)
        i++;
    if (i == y->threads.len)
        vec_push(&y->threads, value);
    return arena_print(y->arena, "thread %zu", i + 2);
}

static const char *number_text(Story *y, int64_t value, Type type)
{
    int64_t tid = 0;
    if (type.kind == TYPE_TID && value == 0)
        return "nobody";
    if (type.kind == TYPE_TID && solver_value(y->solver, y->f->tid, &tid) && tid == value)
        return "tid";
    if (type.kind == TYPE_TID)
        return thread_text(y, value);
    if (type.kind == TYPE_PTR)
        return value ? arena_print(y->arena, "object %lld", (long long)value) : "null";
    if (type.kind == TYPE_UNSIGNED && type.bits == 1)
        return value ? "true" : "false";
    if (type.kind == TYPE_UNSIGNED && type.bits < 64)
        value &= ((int64_t)1 << type.bits) - 1;
    return type.kind == TYPE_UNSIGNED ? arena_print(y->arena, "%llu", (unsigned long long)value)
                                      : arena_print(y->arena, "%lld", (long long)value);
}

static const char *value_text(Story *y, Term term, Type type)
{
    int64_t value = 0;
    return solver_value(y->solver, term, &value) ? number_text(y, value, type) : "?";
}

/* The global that refers to this object, or NULL. */
static const char *array_name(Story *y, Term object)
{
    const Prover *p = y->f->prover;
    int64_t wanted = 0, value = 0;
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        if (cell->kind == CELL_GLOBAL && cell->type.kind == TYPE_PTR && access_read_only(p, c) &&
            solver_value(y->solver, object, &wanted) &&
            solver_value(y->solver, y->f->start[c], &value) && value == wanted)
            return cell->name;
    }
    return NULL;
}

/* The parameter that points there, or NULL. */
static const char *parameter_name(Story *y, Term object, Term element)
{
    const Attempt *f = y->f;
    const Proc *proc = &f->program->procs.at[f->proc];
    for (uint32_t k = 0; k < proc->params && f->args; k++) {
        Sym param = f->args[1 + k];
        bool same = param.t.ix == object.ix && (!element.ix || param.index.ix == element.ix);
        if (proc->registers.at[k].type.kind == TYPE_PTR && same)
            return proc->registers.at[k].name;
    }
    return NULL;
}

/* In C: `total`, `shared.count`, `(object 7).slots[2]`, `blocks[3].data[1]`. */
static const char *raw_text(Story *y, Location at)
{
    const Prover *p = y->f->prover;
    const Cell *cell = &p->cells.at[at.cell];
    const char *member = raw_member(p, cell), *object = "";
    int64_t number = cell->object;
    bool known = !at.object.ix || solver_value(y->solver, at.object, &number);
    bool global = known && number > 0 && number < (int64_t)p->program->globals.len;
    bool whole = member == cell->name; /* of a variable that is no struct */
    Term element = cell->many ? at.index : NO_TERM, inner = cell->many ? at.inner : at.index;
    const char *arrow = whole ? NULL : parameter_name(y, at.object, element);
    if (arrow) {
        object = arena_print(y->arena, "%s->%.*s", arrow, (int)strcspn(member, "["), member);
        whole = true;
        element = NO_TERM;
    } else if (global)
        object = p->program->globals.at[number].name;
    else
        object = arena_print(y->arena, "(object %lld)", (long long)number);
    if (element.ix)
        object = arena_print(y->arena, "%s[%s]", object, value_text(y, element, TYPE_S64));
    if (!whole)
        object = arena_print(y->arena, "%s.%.*s", object, (int)strcspn(member, "["), member);
    return inner.ix ? arena_print(y->arena, "%s[%s]", object, value_text(y, inner, TYPE_S64))
                    : object;
}

/* In Zing: `this`, another parameter, or the number of the object. */
static const char *object_text(Story *y, Term object)
{
    const Attempt *f = y->f;
    const Proc *proc = &f->program->procs.at[f->proc];
    int64_t wanted = 0, value = 0;
    bool known = solver_value(y->solver, object, &wanted);
    for (uint32_t k = 0; k < proc->params && known && wanted; k++)
        if (proc->registers.at[k].type.kind == TYPE_PTR && proc->registers.at[k].name &&
            solver_value(y->solver, f->args[1 + k].t, &value) && value == wanted)
            return proc->registers.at[k].name;
    return arena_print(y->arena, "(%s)", value_text(y, object, TYPE_POINTER));
}

static const char *place_text(Story *y, Location at)
{
    const Cell *cell = &y->f->prover->cells.at[at.cell];
    if (y->f->prover->storage->arrows)
        return raw_text(y, at);
    const char *dot = strchr(cell->name, '.');
    if (cell->kind == CELL_GLOBAL)
        return cell->name;
    if (cell->kind == CELL_FIELD)
        return arena_print(y->arena, "%s%s", object_text(y, at.object), dot ? dot : cell->name);
    const char *array = array_name(y, at.object);
    size_t len = strcspn(cell->name, "[");
    return arena_print(y->arena, "%.*s[%s]%s", array ? (int)strlen(array) : (int)len,
                       array ? array : cell->name, value_text(y, at.index, TYPE_S64),
                       dot ? dot : "");
}

/* ---- the path ---- */

static void add_line(Story *y, Pos pos, const char *phase, const char *text)
{
    ProofLine *last = y->check->path.len ? &vec_last(&y->check->path) : NULL;
    if (last && pos.line && last->pos.line == pos.line && last->pos.column == pos.column &&
        !*phase) {
        last->text = arena_print(y->arena, "%s%s%s", last->text, *last->text ? ", " : "", text);
        return;
    }
    if (last && pos.line && last->pos.line == pos.line && last->pos.column == pos.column &&
        !*last->text)
        (void)vec_pop(&y->check->path); /* a call and what it does */
    vec_push(&y->check->path, ((ProofLine){pos, phase, text}));
}

/* The same place may have several names. */
static void add_change(Story *y, const char *text)
{
    ProofLine *last = y->check->path.len ? &vec_last(&y->check->path) : NULL;
    bool begun = last && last->pos.line && !*last->text; /* the action has not looked yet */
    ProofLine action = begun ? vec_pop(&y->check->path) : (ProofLine){.text = ""};
    bool told = false;
    for (size_t i = y->check->path.len; i-- > 0 && !y->check->path.at[i].pos.line;)
        told = told || strcmp(y->check->path.at[i].text, text) == 0;
    if (!told)
        add_line(y, (Pos){0}, "", text);
    if (begun)
        vec_push(&y->check->path, action);
}

/* The phase after an action: that before the next one on the path. */
static const char *phase_of(Story *y, size_t at, size_t end)
{
    const Event *event = &y->f->notes.events.at[at];
    bool before = is_true(y, event->right), after = is_true(y, y->right);
    if (!y->f->abs)
        return "";
    for (size_t i = at + 1; i < end; i++) {
        const Event *next = &y->f->notes.events.at[i];
        if (next->kind == EVENT_BLOCK && is_true(y, next->path)) {
            after = false;
            break;
        }
        if (next->kind == EVENT_ACTION && is_true(y, next->path)) {
            after = is_true(y, next->right);
            break;
        }
    }
    return before && after ? "right" : before ? "commit" : "left";
}

/* Does the method touch such an element, or is it about access? */
static bool is_touched(Story *y, uint32_t cell, size_t end)
{
    bool touched = y->access;
    for (size_t i = 0; i < end && !touched; i++) {
        const Event *event = &y->f->notes.events.at[i];
        touched = event->kind == EVENT_TOUCH && event->at.cell == cell && is_true(y, event->path);
    }
    return touched;
}

/* The line that is there already: where the statement begins that calls. */
static void drop_start(Story *y, Pos pos)
{
    const ProofLine *last = y->check->path.len ? &vec_last(&y->check->path) : NULL;
    if (last && last->pos.line == pos.line && !*last->text)
        (void)vec_pop(&y->check->path);
}

static bool is_null(const Story *y, Term object)
{
    int64_t value = 1;
    return object.ix && solver_value(y->solver, object, &value) && !value;
}

static void tell_event(Story *y, size_t at, size_t end, Pos *pos)
{
    Attempt *f = y->f;
    const Event *event = &f->notes.events.at[at];
    Type type = {0};
    if (event->kind == EVENT_TOUCH || event->kind == EVENT_OTHERS)
        type = f->prover->cells.at[event->at.cell].type;
    switch (event->kind) {
    case EVENT_ACTION:
        *pos = flat_pos(f, event->code);
        if (f->flat.code.at[event->code].kind == CODE_SPEC)
            drop_start(y, *pos);
        vec_push(&y->check->path, ((ProofLine){*pos, phase_of(y, at, end), ""}));
        break;
    case EVENT_TOUCH:
        add_line(y, *pos, "",
                 arena_print(y->arena, "%s %s %s", place_text(y, event->at),
                             event->write ? "=" : "is", value_text(y, event->value, type)));
        break;
    case EVENT_OTHERS: {
        const char *before = value_text(y, event->before, type);
        const char *after = value_text(y, event->value, type);
        bool named = f->prover->storage->arrows ||
                     f->prover->cells.at[event->at.cell].kind != CELL_ELEMENT ||
                     (array_name(y, event->at.object) && is_touched(y, event->at.cell, end));
        if (named && strcmp(before, after) != 0 && !is_null(y, event->at.object))
            add_change(y, arena_print(y->arena, "other threads: %s from %s to %s",
                                      place_text(y, event->at), before, after));
        break;
    }
    case EVENT_BLOCK:
        add_line(y, (Pos){0}, "", "a block ends");
        break;
    }
}

/* The variable into which a parameter without a name is put first of all (C); NULL: there is none. */
static const Register *named_parameter(const Program *program, const Proc *proc, uint32_t k)
{
    int32_t at = (int32_t)k;
    const Register *reg = &proc->registers.at[k];
    for (uint32_t pc = proc->begin; pc < proc->end && !reg->name; pc++) {
        const Instr *i = &program->code.at[pc];
        if (i->op != OP_MOV && i->op != OP_CAST)
            return NULL;
        if (i->a == at) {
            at = i->dst;
            reg = &proc->registers.at[at];
        }
    }
    return reg->name ? reg : NULL;
}

/* What the method was called with, as far as it is numbers and threads. */
static void tell_arguments(Story *y)
{
    const Attempt *f = y->f;
    const Proc *proc = &f->program->procs.at[f->proc];
    const char *text = "";
    for (uint32_t k = 0; k < proc->params; k++) {
        const Register *reg = named_parameter(f->program, proc, k);
        if (reg && reg->type.kind != TYPE_PTR)
            text = arena_print(y->arena, "%s%s%s = %s", text, *text ? ", " : "", reg->name,
                               value_text(y, f->args[1 + k].t, reg->type));
    }
    if (*text)
        add_line(y, (Pos){0}, "", arena_print(y->arena, "called with %s", text));
}

static void tell_path(Story *y, size_t end)
{
    Pos pos = {0};
    for (size_t i = 0; i < end; i++)
        if (is_true(y, y->f->notes.events.at[i].path))
            tell_event(y, i, end, &pos);
}

/* ---- the sentence ---- */

static const char *block_sentence(Story *y, const Obligation *o);
static const char *end_sentence(Story *y, const Obligation *o);

/* Whose requires, or when the invariant of a loop. */
static const char *claim_sentence(Story *y, const Obligation *o)
{
    const Attempt *f = y->f;
    const Code *c = &f->flat.code.at[o->code];
    bool call = c->instr->op == OP_CALL || c->instr->op == OP_FORK;
    uint32_t proc = call ? c->instr->other : f->flat.frames.at[c->frame].proc;
    const char *when = strncmp(o->text, "requires", 8) == 0
                           ? arena_print(y->arena, "of %s", f->program->procs.at[proc].name)
                       : o->detail ? "after a round of the loop"
                                   : "when the loop begins";
    return arena_print(y->arena, "this may not hold: %s (%s)", o->text, when);
}

static const char *sentence(Story *y, const Obligation *o)
{
    const Prover *p = y->f->prover;
    Arena *arena = y->arena;
    const char *cell = o->detail < p->cells.len ? p->cells.at[o->detail].name : "";
    switch (o->kind) {
    case OBLIGE_ACCESS:
        return arena_print(arena, "%s is %s against its predicate: %s",
                           !p->storage->arrows && o->at.index.ix ? place_text(y, o->at) : cell,
                           o->text, access_text(p, o->detail, arena));
    case OBLIGE_RACE:
        return arena_print(arena,
                           "a data race: %s, which is neither atomic nor volatile, is %s here, and "
                           "no access predicate keeps other threads from %s it at the same time",
                           cell, o->text, *o->text == 'r' ? "writing" : "touching");
    case OBLIGE_HELD:
        return arena_print(arena, "%s is released, and the thread may not hold it", cell);
    case OBLIGE_LIMIT:
        return o->text;
    case OBLIGE_INDEX:
        return arena_print(arena, "the index may be outside of its array: %s", cell);
    case OBLIGE_OBJECT:
        return *cell      ? arena_print(arena, "a null pointer may be followed: to %s", cell)
               : *o->text ? o->text
                          : "the method may be called of null";
    case OBLIGE_ELEMENT:
        return arena_print(arena, "the index may be outside of its array: %s", cell);
    case OBLIGE_ASSERT:
        return arena_print(arena, "the assertion may fail: %s", o->text);
    case OBLIGE_CLAIM:
        return claim_sentence(y, o);
    case OBLIGE_INVARIANT:
        return arena_print(y->arena, "the invariant does not hold any more: %s", o->text);
    case OBLIGE_STABLE:
        return arena_print(arena, "this write may take another thread's exclusive access to %s: %s",
                           cell, access_text(p, o->detail, arena));
    case OBLIGE_SIMULATE:
        return block_sentence(y, o);
    case OBLIGE_END:
        return end_sentence(y, o);
    case OBLIGE_FOREVER:
    case OBLIGE_STUCK:
        return arena_print(arena, "%s, and performs demands an action that has not happened",
                           o->text);
    case OBLIGE_GUARD:
    case OBLIGE_CANDIDATE:
    case OBLIGE_EXIT:
    case OBLIGE_REACH:
        break;
    }
    return "";
}

static const char *label_of(Story *y, const ActionSpec *action)
{
    return *action->label ? arena_print(y->arena, "the action \"%s\"", action->label)
                          : "the action";
}

/* Was the object made since?  What happens to it is no change. */
static bool is_new(Story *y, const BlockEnd *b, Location at)
{
    Attempt *f = y->f;
    uint32_t made = cell_made(f->prover, f->prover->cells.at[at.cell].layout);
    int64_t was = 1;
    if (made == UINT32_MAX || !at.object.ix)
        return false;
    Term old = cell_read(f, b->old, (Location){.cell = made, .object = at.object});
    return solver_value(y->solver, old, &was) && !was;
}

/* A cell that has changed and that the action does not list; UINT32_MAX: none.  The model knows the
 * places that the method names. */
static bool changed_outside(Story *y, const BlockEnd *b, const Location *modified, size_t count,
                            const char **what)
{
    Attempt *f = y->f;
    for (uint32_t c = 0; c < f->prover->cells.len; c++) {
        Location at = {.cell = c};
        bool global = f->prover->cells.at[c].kind == CELL_GLOBAL;
        for (size_t i = 0; i < (global ? 1 : f->passes.places_found.len); i++) {
            if (!global)
                at = f->passes.places_found.at[i];
            bool counts = at.cell == c && !cell_grows(&f->prover->cells.at[c]);
            Term now = counts ? cell_read(f, b->now, at) : NO_TERM;
            int64_t x = 0, u = 0;
            bool listed = !counts || is_new(y, b, at) || !solver_value(y->solver, now, &x) ||
                          !solver_value(y->solver, cell_read(f, b->old, at), &u) || x == u ||
                          !is_true(y, cell_has(f, at));
            for (size_t k = 0; k < count && !listed; k++)
                listed = modified[k].cell == c &&
                         (cell_everywhere(f->prover, modified[k]) ||
                          strcmp(place_text(y, modified[k]), place_text(y, at)) == 0);
            if (listed)
                continue;
            *what = arena_print(y->arena, "%s from %s to %s", place_text(y, at),
                                number_text(y, u, f->prover->cells.at[c].type),
                                number_text(y, x, f->prover->cells.at[c].type));
            return true;
        }
    }
    return false;
}

/* What is returned is known where the method returns, not before. */
static bool is_early(Story *y, const BlockEnd *b, const char *text)
{
    bool early = b->why != BLOCK_RETURN && strstr(text, "\\result");
    y->f->prover->early = y->f->prover->early || early;
    return early;
}

/* Why this action is not what the block did. */
static const char *why_not(Story *y, const BlockEnd *b, uint32_t k)
{
    Attempt *f = y->f;
    const ActionSpec *action = &f->spec->actions.at[k];
    Location *modified = arena_array(&f->arena, Location, action->modifies.len + 1);
    const char *changed, *label = label_of(y, action), *open = NULL, *early = NULL;
    vec_each (Clause, clause, &action->clauses) {
        Term holds;
        int64_t value = 0;
        pure_test(f, clause->proc, f->args, b->now, b->old, &holds);
        bool known = solver_value(y->solver, holds, &value);
        if (known && !value && is_early(y, b, clause->text))
            early = early ? early : clause->text; /* unless there is something better to say */
        else if (known && !value)
            return arena_print(y->arena, "the predicate of %s does not hold: %s", label,
                               clause->text);
        if (!known) /* a quantifier */
            open = clause->text;
    }
    if (early)
        return arena_print(y->arena,
                           "the predicate of %s does not hold: %s (what the method returns is not "
                           "sure where the block ends: return before that)",
                           label, early);
    abs_modified(f, action, f->args, b->old, modified);
    if (changed_outside(y, b, modified, action->modifies.len, &changed))
        return arena_print(y->arena, "the block changes %s, which %s does not modify: %s", changed,
                           label, action->text);
    if (open)
        return arena_print(y->arena, "the predicate of %s does not hold: %s", label, open);
    return arena_print(y->arena, "the block changes something that %s does not modify: %s", label,
                       action->text);
}

static bool may_follow(Story *y, const Term *at, uint32_t k)
{
    const Nfa *nfa = &y->f->nfa;
    for (uint32_t p = 0; p < nfa->positions; p++)
        if (nfa->follows[p] >> k & 1 && is_true(y, at[p]))
            return true;
    return false;
}

/* Which actions may come next, as far as they have names: ` "A" or "B"`. */
static const char *turn_text(Story *y, const Term *at)
{
    const char *text = "";
    for (uint32_t k = 0; k + 1 < y->f->nfa.positions; k++)
        if (*y->f->spec->actions.at[k].label && may_follow(y, at, k))
            text = arena_print(y->arena, "%s%s \"%s\"", text, *text ? " or" : "",
                               y->f->spec->actions.at[k].label);
    return text;
}

/* The line in which the block has committed. */
static uint32_t commit_line(Story *y, size_t end)
{
    uint32_t line = 0;
    for (size_t i = 0; i < end; i++)
        if (y->f->notes.events.at[i].kind == EVENT_ACTION &&
            is_true(y, y->f->notes.events.at[i].path) && strcmp(phase_of(y, i, end), "commit") == 0)
            line = flat_pos(y->f, y->f->notes.events.at[i].code).line;
    return line;
}

static const char *why_ended(Story *y, const BlockEnd *b, const Obligation *o)
{
    static const char *const reasons[] = {[BLOCK_STEP] = "this step, which does not move left",
                                          [BLOCK_LOOP] = "the loop, which may never end",
                                          [BLOCK_CALL] = "the call, which may never end",
                                          [BLOCK_WAIT] = "this step, which may wait",
                                          [BLOCK_ABORT] = "the end of the program",
                                          [BLOCK_RETURN] = ""};
    bool waits = b->why == BLOCK_STEP && !term_is_true(&y->f->terms, b->goes);
    uint32_t line = b->why == BLOCK_RETURN ? 0 : commit_line(y, o->events);
    if (!line)
        return "";
    return arena_print(y->arena, "; the block has committed in line %u and ends before %s", line,
                       waits ? "this step, which may wait" : reasons[b->why]);
}

static const char *block_sentence(Story *y, const Obligation *o)
{
    Attempt *f = y->f;
    const BlockEnd *b = &f->notes.blocks.at[o->block];
    const char *all = "", *changed = "something";
    int64_t hint = 0;
    uint32_t possible = 0;
    solver_value(y->solver, b->hint, &hint);
    if (hint < 0 || hint > (int64_t)f->spec->actions.len)
        hint = 0; /* behind a loop of which nothing is known */
    for (uint32_t k = 0; k + 1 < f->nfa.positions; k++) {
        if (!may_follow(y, b->at, k) || (hint && hint != (int64_t)k + 1))
            continue;
        all = arena_print(y->arena, "%s%s%s", all, possible++ ? "; " : "", why_not(y, b, k));
    }
    if (possible)
        return arena_print(y->arena, "%s%s", all, why_ended(y, b, o));
    if (hint)
        return arena_print(y->arena, "the witness names %s, which cannot come here, but%s",
                           label_of(y, &f->spec->actions.at[hint - 1]),
                           *turn_text(y, b->at) ? turn_text(y, b->at) : " no other");
    changed_outside(y, b, NULL, 0, &changed);
    return arena_print(y->arena, "the block changes %s, and performs allows no further action",
                       changed);
}

/* The last block may have been meant to be the action that is missing. */
static const char *end_sentence(Story *y, const Obligation *o)
{
    const BlockEnd *b = &y->f->notes.blocks.at[o->block];
    const char *why = "";
    for (uint32_t k = 0; k + 1 < y->f->nfa.positions; k++)
        if (may_follow(y, b->at, k) && may_follow(y, b->after, k))
            why = arena_print(y->arena, "%s; %s", why, why_not(y, b, k));
    const char *turn = turn_text(y, b->after);
    vec_each (Code, code, &y->f->flat.code)
        y->f->prover->early = y->f->prover->early || code->head;
    return arena_print(y->arena,
                       "the method returns, and its performs demands another action%s%s%s",
                       *turn ? ":" : "", turn, why);
}

/* The head of a loop without an invariant of the user. */
static bool is_bare_loop(const Attempt *f, uint32_t code)
{
    if (!f->flat.code.at[code].head)
        return false;
    for (uint32_t next = code + 1; next < f->flat.code.len; next++) {
        Op op = f->flat.code.at[next].instr->op;
        if (op != OP_SELF)
            return op != OP_CLAIM;
    }
    return true;
}

/* What happened in a loop is forgotten, but for its invariant: that may be why. */
static void tell_loops(Story *y, size_t end)
{
    Attempt *f = y->f;
    uint32_t told = UINT32_MAX;
    for (size_t i = 0; i < end; i++) {
        const Event *event = &f->notes.events.at[i];
        if (event->kind != EVENT_ACTION || event->code == told || !is_bare_loop(f, event->code) ||
            !is_true(y, event->path))
            continue;
        told = event->code;
        add_line(y, (Pos){0}, "",
                 arena_print(y->arena,
                             "(of the loop in line %u only an invariant is known; write one if "
                             "it has to be more than heddle finds)",
                             flat_pos(f, told).line));
    }
}

void explain_failure(Attempt *f, Solver *solver, const Obligation *o, MethodCheck *check)
{
    uint32_t code = o->code;
    const Code *c = &f->flat.code.at[code];
    if (o->kind == OBLIGE_CLAIM && c->instr->op == OP_CLAIM && c->frame &&
        strncmp(o->text, "requires", 8) == 0)
        code = f->flat.frames.at[c->frame].call; /* the caller's duty */
    Story story = {.right = o->right,
                   .access = o->kind == OBLIGE_ACCESS,
                   .f = f,
                   .solver = solver,
                   .check = check,
                   .arena = &f->prover->job->arena};
    check->where = flat_pos(f, code);
    check->message = sentence(&story, o);
    check->path.len = 0;
    tell_arguments(&story);
    tell_path(&story, o->events);
    while (o->kind == OBLIGE_CLAIM && code && !c->frame && !f->flat.code.at[code].head &&
           strncmp(o->text, "invariant", 9) == 0)
        code--; /* to the loop */
    Pos last = flat_pos(f, code);
    if (!check->path.len || vec_last(&check->path).pos.line != last.line)
        add_line(&story, last, "", "");
    tell_loops(&story, o->events);
    vec_free(&story.threads);
}
