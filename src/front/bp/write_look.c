/* write_look.c -- what the writer must know before it begins: the code that is reached, the depth of
 * regions, and whether an action goes over a call.
 *
 * A call outside of regions, and its return, become points.  A point more changes nothing if what the action
 * does on one side of it touches registers alone: others cannot tell when that happens. */
#include "front/bp/write_inner.h"
#include "ir/shape.h"

/* Does another thread see it, or does it depend on others? */
static bool touches(Op op)
{
    return op_info[op].effect != EFFECT_NONE;
}

typedef VEC(uint32_t) Work;

typedef struct Walk {
    Writer *w;
    Work work;
    uint8_t depth;
} Walk;

static void reach(void *context, uint32_t target, char letter)
{
    Walk *walk = context;
    if (letter == 'h' || walk->w->depth.at[target])
        return;
    walk->w->depth.at[target] = walk->depth;
    vec_push(&walk->work, target);
}

static void walk_from(Writer *w, uint32_t begin)
{
    Walk walk = {.w = w, .depth = 1};
    reach(&walk, begin, 'L');
    while (walk.work.len) {
        uint32_t pc = vec_pop(&walk.work);
        const Instr *i = &w->program->code.at[pc];
        walk.depth = (uint8_t)(w->depth.at[pc] + (i->op == OP_ATOMIC) - (i->op == OP_END));
        print_each_target(w->program, i, reach, &walk);
        if (op_info[i->op].next)
            reach(&walk, pc + 1, 'L');
        if (i->op == OP_CALL || i->op == OP_FORK || i->op == OP_POST) {
            walk.depth = 1;
            reach(&walk, w->program->procs.at[i->other].begin, 'L');
        }
    }
    vec_free(&walk.work);
}

/* ---- actions that go over a call ---- */

typedef struct Sides {
    Writer *w;
    VEC(bool) before; /* since the last point something shared was touched */
    VEC(bool) behind; /* before the next one something shared is touched */
    bool at;          /* of the instruction that is looked at */
    uint32_t target;
    bool changed;
} Sides;

static bool ends_action(const Sides *s, uint32_t pc)
{
    const Instr *i = &s->w->program->code.at[pc];
    bool outside = s->w->depth.at[pc] == 1;
    return (i->op == OP_POINT && outside) || i->op == OP_YIELD;
}

static void hand_on(void *context, uint32_t target, char letter)
{
    Sides *s = context;
    if (letter == 'h' || !s->at || s->before.at[target])
        return;
    s->before.at[target] = s->changed = true;
}

static void hand_back(void *context, uint32_t target, char letter)
{
    Sides *s = context;
    if (letter != 'h')
        s->at |= s->behind.at[target];
}

static bool begins_anew(const Program *program, uint32_t proc)
{
    return program->code.at[program->procs.at[proc].begin].op == OP_POINT;
}

static void look_once(Sides *s, uint32_t pc)
{
    const Program *program = s->w->program;
    const Instr *i = &program->code.at[pc];
    bool call = i->op == OP_CALL;
    bool outside = s->w->depth.at[pc] == 1;
    s->at = (s->before.at[pc] || touches(i->op) || (call && !outside)) && !ends_action(s, pc) &&
            !(call && outside);
    print_each_target(program, i, hand_on, s);
    if (op_info[i->op].next)
        hand_on(s, pc + 1, 'L');
    s->at = touches(i->op) || i->op == OP_RETURN ||
            (call && !(outside && begins_anew(program, i->other)));
    if (!ends_action(s, pc) && !(call && outside)) {
        print_each_target(program, i, hand_back, s);
        if (op_info[i->op].next)
            hand_back(s, pc + 1, 'L');
    }
    s->at &= !ends_action(s, pc);
    s->changed |= s->at && !s->behind.at[pc];
    s->behind.at[pc] |= s->at;
}

/* Does a procedure return in an action that has touched something? */
static bool returns_late(const Sides *s, const Proc *proc)
{
    for (uint32_t pc = proc->begin; pc < proc->end; pc++)
        if (s->w->program->code.at[pc].op == OP_RETURN && s->before.at[pc])
            return true;
    return false;
}

static void look_at_call(Sides *s, uint32_t pc)
{
    const Program *program = s->w->program;
    const Instr *i = &program->code.at[pc];
    if (i->op != OP_CALL || s->w->depth.at[pc] != 1)
        return;
    if ((s->before.at[pc] && !begins_anew(program, i->other)) ||
        (s->behind.at[pc + 1] && returns_late(s, &program->procs.at[i->other])))
        write_refuse(s->w, "an action goes over this call: a Boolean program ends it there", pc);
}

void write_look(Writer *w)
{
    const Program *program = w->program;
    Sides s = {.w = w};
    vec_resize(&w->depth, program->code.len + 1);
    vec_each (Thread, thread, &program->threads)
        walk_from(w, program->procs.at[thread->proc].begin);
    if (program->init >= 0)
        walk_from(w, program->procs.at[program->init].begin);
    vec_resize(&s.before, program->code.len + 1);
    vec_resize(&s.behind, program->code.len + 1);
    do {
        s.changed = false;
        for (uint32_t pc = 1; pc < program->code.len; pc++)
            if (w->depth.at[pc])
                look_once(&s, pc);
    } while (s.changed);
    for (uint32_t pc = 1; pc < program->code.len; pc++)
        if (w->depth.at[pc])
            look_at_call(&s, pc);
    vec_free(&s.before);
    vec_free(&s.behind);
}

/* ---- registers ---- */

static void use(Writer *w, Ref ref)
{
    if (ref >= 0)
        w->vars.at[ref].uses++;
}

static void count_one(Writer *w, const Instr *i)
{
    const char *shape = op_info[i->op].shape;
    Piece piece;
    while (shape_next(&shape, &piece)) {
        List list = w->program->lists.at[piece.letter == 'D' ? i->dsts : i->list];
        if (!piece.letter)
            continue;
        if (strchr("aAf", piece.letter))
            use(w, i->a);
        if (strchr("bBi", piece.letter))
            use(w, i->b);
        if (piece.letter == 'd' && i->dst != NO_REF)
            w->vars.at[i->dst].sets++;
        for (uint32_t k = 0; piece.letter == 'D' && k < list.len; k++)
            w->vars.at[list.at[k]].sets++;
        for (uint32_t k = 0; strchr("lg", piece.letter) && k < list.len;
             k += piece.letter == 'g' ? 2 : 1)
            use(w, list.at[k]);
    }
}

void write_count(Writer *w)
{
    for (uint32_t pc = w->proc->begin; pc < w->proc->end; pc++)
        if (w->depth.at[pc])
            count_one(w, &w->program->code.at[pc]);
}

void write_free(Writer *w)
{
    vec_free(&w->text);
    vec_free(&w->names);
    vec_free(&w->cells);
    vec_free(&w->procs);
    vec_free(&w->depth);
    vec_free(&w->vars);
    vec_free(&w->labels);
    vec_free(&w->starts);
    vec_free(&w->more);
    vec_free(&w->results);
    arena_free(&w->arena);
}
