/* forward.c -- rounds of loops that touch nothing but registers (flow/loops.h).
 *
 * Nobody else can notice such a round, so the action goes on at the point of its head if it has begun
 * there.  And where registers change from round to round by closed forms, many rounds are done at once.
 *
 * The next round is looked at three times.  Twice with the values that registers have: that gives their
 * differences, and the differences of these.  Then with a form for each of them, the value in round r from
 * now,
 *
 *     v + r * d + r * (r - 1) / 2 * q    modulo 2 to the number of its bits,
 *
 * and with the number of rounds in which each comparison comes out as now, each number that must not
 * wrap around does not, and nothing fails.  If at the end of the round each register that the round reads
 * before it writes it has the value that its form says for r + 1, then by induction all these rounds go this
 * way, and the forms are right (doc/theory.md).  The last of them is executed: so the registers that a
 * round only writes get what they must have. */
#include "machine/internal.h"

/* Points of rounds that one action may pass; those of a round, instructions of one that is looked at; rounds
 * that are executed first. */
enum { MOST_ROUNDS = 1 << 16, LONGEST_ROUND = 400, FIRST_ROUNDS = 4, LONGEST_WAIT = 1 << 12 };

typedef __int128 Big;
#define BIG_MOST ((Big)1 << 120)

typedef struct Walk {
    Machine *m;
    const Proc *proc;
    ForwardWalk *now;          /* of this time */
    const ForwardWalk *first;  /* ... of the first time; NULL: this is it */
    const ForwardWalk *second; /* ... of the second time; NULL: this is it, or the first */
    uint32_t head, points;
    Big rounds; /* so many are known to go the same way */
} Walk;

static bool is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED;
}

static Big as_big(Type type, uint64_t value)
{
    return type.kind == TYPE_SIGNED ? (Big)(int64_t)value : (Big)value;
}

static Big least_of(Type type)
{
    return type.kind == TYPE_SIGNED ? -((Big)1 << (type.bits - 1)) : 0;
}

static Big most_of(Type type)
{
    return ((Big)1 << (type.kind == TYPE_SIGNED ? type.bits - 1 : type.bits)) - 1;
}

static Big wrap(Type type, Big value)
{
    return as_big(type, value_fit(type, (uint64_t)value));
}

/* The same modulo 2 to the number of bits, and as near to zero as can be. */
static Big difference(Type type, Big value)
{
    return (Big)(int64_t)value_fit((Type){TYPE_SIGNED, type.bits}, (uint64_t)value);
}

static Form unknown(void)
{
    return (Form){0};
}

/* In the type: it may wrap around. */
static Form wrapped(Type type, Big v, Big d, Big q)
{
    return (Form){wrap(type, v), difference(type, d), difference(type, q), true};
}

static bool is_constant(const Form *f)
{
    return f->known && !f->d && !f->q;
}

static Big form_at(const Form *f, Big r)
{
    return f->v + r * f->d + r * (r - 1) / 2 * f->q;
}

/* ---- how many rounds ---- */

/* The numbers of the form are between these in all rounds. */
static void stay_between(Walk *w, const Form *f, Big low, Big high)
{
    Big d = f->d < 0 ? -f->d : f->d, q = f->q < 0 ? -f->q : f->q;
    if (f->v < low || f->v > high)
        w->rounds = 0;
    if (!d && !q)
        return;
    if (d && q && (f->d < 0) != (f->q < 0) && d / q + 1 < w->rounds)
        w->rounds = d / q + 1; /* from there on it turns back */
    Big good = 0, bad = w->rounds;
    while (good + 1 < bad) { /* good is between, bad is not, or is too far */
        Big r = good + (bad - good) / 2, value = form_at(f, r);
        if (value < low || value > high)
            bad = r;
        else
            good = r;
    }
    if (bad < w->rounds)
        w->rounds = bad;
}

static void stay_in(Walk *w, const Form *f, Type type)
{
    stay_between(w, f, least_of(type), most_of(type));
}

/* ---- registers ---- */

static Form form_before(const Walk *w, uint32_t reg)
{
    Type type = w->proc->registers.at[reg].type;
    if (!is_integer(type))
        return unknown();
    Big v = as_big(type, w->m->regs[reg]), one = v, two;
    if (!w->first)
        return (Form){v, 0, 0, true};
    const ForwardCell *a = &w->first->cells.at[reg];
    if (a->time == w->first->time) {
        if (!a->form.known)
            return unknown();
        one = a->form.v;
    }
    if (!w->second)
        return (Form){one, 0, 0, true};
    const ForwardCell *b = &w->second->cells.at[reg];
    if (b->time == w->second->time && !b->form.known)
        return unknown();
    two = b->time == w->second->time ? b->form.v : one;
    return wrapped(type, v, one - v, two - 2 * one + v);
}

static ForwardCell *cell_of(Walk *w, uint32_t reg, bool reads)
{
    ForwardCell *cell = &w->now->cells.at[reg];
    if (cell->time == w->now->time)
        return cell;
    cell->time = w->now->time;
    cell->carried = reads;
    cell->written = false;
    if (reads)
        cell->form = form_before(w, reg);
    vec_push(&w->now->touched, reg);
    return cell;
}

static Form read(Walk *w, Ref ref, Type type)
{
    const ForwardCell *cell = ref >= 0 ? cell_of(w, (uint32_t)ref, true) : NULL;
    if (!is_integer(type) || (cell && !type_equal(w->proc->registers.at[ref].type, type)))
        return unknown();
    return cell ? cell->form : (Form){as_big(type, w->m->program->constants.at[~ref]), 0, 0, true};
}

static void write(Walk *w, int32_t reg, Form form)
{
    if (reg < 0)
        return;
    ForwardCell *cell = cell_of(w, (uint32_t)reg, false);
    cell->form = form;
    cell->written = true;
}

/* ---- instructions ---- */

/* The result of an operation on the numbers themselves; the operands do not wrap around. */
static Form exact(Walk *w, Type type, Form f)
{
    stay_in(w, &f, type);
    return f;
}

static Form add(Walk *w, const Instr *i, Form a, Form b, int sign)
{
    if (!a.known || !b.known)
        return unknown();
    Form sum = {a.v + sign * b.v, a.d + sign * b.d, a.q + sign * b.q, true};
    if (!(i->flags & FLAG_TRAP))
        return wrapped(i->type, sum.v, sum.d, sum.q);
    stay_in(w, &a, i->type);
    stay_in(w, &b, i->type);
    return exact(w, i->type, sum);
}

static bool is_small(const Form *f)
{
    Big most = (Big)1 << 36;
    return f->v < most && f->v > -most && f->d < most && f->d > -most && f->q < most &&
           f->q > -most;
}

static Form multiply(Walk *w, const Instr *i, Form a, Form b)
{
    if (!a.known || !b.known || (a.q && b.d) || (a.d && b.q) || (a.q && b.q))
        return unknown();
    if (!is_small(&a) || !is_small(&b)) {
        uint64_t product = (uint64_t)a.v * (uint64_t)b.v;
        if (i->flags & FLAG_TRAP || !is_constant(&a) || !is_constant(&b))
            return unknown();
        return wrapped(i->type, (Big)product, 0, 0);
    }
    Form product = {a.v * b.v, a.v * b.d + a.d * b.v + a.d * b.d,
                    a.v * b.q + a.q * b.v + 2 * a.d * b.d, true};
    if (!(i->flags & FLAG_TRAP))
        return wrapped(i->type, product.v, product.d, product.q);
    stay_in(w, &a, i->type);
    stay_in(w, &b, i->type);
    return exact(w, i->type, product);
}

static Form compare(Walk *w, const Instr *i, Form a, Form b)
{
    if (!a.known || !b.known)
        return unknown();
    stay_in(w, &a, i->type);
    stay_in(w, &b, i->type);
    Form e = {a.v - b.v, a.d - b.d, a.q - b.q, true};
    bool equality = i->op == OP_EQ || i->op == OP_NE;
    bool is = i->op == OP_EQ   ? e.v == 0
              : i->op == OP_NE ? e.v != 0
              : i->op == OP_LT ? e.v < 0
                               : e.v <= 0;
    Big edge = i->op == OP_LT ? -1 : 0; /* the greatest difference of which it is true */
    if (equality)
        stay_between(w, &e,
                     e.v > 0   ? 1
                     : e.v < 0 ? -BIG_MOST
                               : 0,
                     e.v > 0   ? BIG_MOST
                     : e.v < 0 ? -1
                               : 0);
    else
        stay_between(w, &e, is ? -BIG_MOST : edge + 1, is ? edge : BIG_MOST);
    return (Form){is, 0, 0, true};
}

static Form cast(Walk *w, const Instr *i, Form a)
{
    if (!a.known || !is_integer(i->type))
        return unknown();
    if (i->flags & FLAG_TRAP || i->type.bits > i->from.bits)
        stay_in(w, &a, i->from);
    if (i->flags & FLAG_TRAP)
        return exact(w, i->type, a);
    return wrapped(i->type, a.v, a.d, a.q);
}

static Form bits(const Instr *i, Form a, Form b)
{
    if (!is_constant(&a) || !is_constant(&b))
        return unknown();
    uint64_t x = (uint64_t)a.v, y = (uint64_t)b.v;
    return wrapped(i->type, (Big)(i->op == OP_AND ? x & y : i->op == OP_OR ? x | y : x ^ y), 0, 0);
}

static Form compute(Walk *w, const Instr *i)
{
    Type type = i->op == OP_CAST ? i->from : i->type;
    Form a = read(w, i->a, type), b = i->b == NO_REF ? unknown() : read(w, i->b, type);
    if (!is_integer(i->type))
        return unknown();
    switch (i->op) {
    case OP_MOV:
        return a;
    case OP_ADD:
        return add(w, i, a, b, 1);
    case OP_SUB:
        return add(w, i, a, b, -1);
    case OP_NEG:
        return add(w, i, (Form){0, 0, 0, true}, a, -1);
    case OP_NOT:
        return a.known ? wrapped(i->type, -1 - a.v, -a.d, -a.q) : a;
    case OP_MUL:
        return multiply(w, i, a, b);
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
        return compare(w, i, a, b);
    case OP_CAST:
        return cast(w, i, a);
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return bits(i, a, b);
    default:
        return unknown();
    }
}

/* May it fail?  Then its numbers must be known. */
static bool may_fail(const Instr *i)
{
    bool casts = i->op == OP_CAST && !(is_integer(i->type) && is_integer(i->from));
    return i->flags & (FLAG_TRAP | FLAG_CHECK) || i->op == OP_DIV || i->op == OP_REM || casts ||
           i->op == OP_INDEX || i->op == OP_FIELD || i->op == OP_DISTANCE ||
           i->type.kind == TYPE_PTR;
}

static bool forget(Walk *w, const Instr *i)
{
    const List *regs = &w->m->program->lists.at[i->dsts];
    for (uint32_t k = 0; k < regs->len; k++)
        write(w, regs->at[k], (Form){0, 0, 0, true});
    return true;
}

/* The case of a switch. */
static uint32_t find_case(const Machine *m, const Instr *i, Big value)
{
    const List *cases = &m->program->lists.at[i->list];
    for (uint32_t k = 0; k < cases->len; k += 2)
        if (m->program->constants.at[~cases->at[k]] == (uint64_t)value)
            return (uint32_t)cases->at[k + 1];
    return i->target;
}

/* One instruction; *pc is behind it.  False: it is not followed. */
static bool act(Walk *w, const Instr *i, uint32_t *pc)
{
    Form f;
    switch (i->op) {
    case OP_JUMP:
        *pc = i->target;
        return true;
    case OP_BRANCH:
    case OP_ASSERT:
        f = read(w, i->a, TYPE_U1);
        if (i->op == OP_BRANCH)
            *pc = f.v ? i->target : i->other;
        return is_constant(&f) && (i->op == OP_BRANCH || f.v);
    case OP_SWITCH:
        f = read(w, i->a, i->type);
        *pc = find_case(w->m, i, f.v);
        return is_constant(&f);
    case OP_FORGET:
        return forget(w, i);
    default:
        if (i->op > OP_FORGET)
            return false;
        f = compute(w, i);
        write(w, i->dst, f);
        return f.known || !may_fail(i);
    }
}

/* The round from the head on. */
static bool walk(Walk *w)
{
    const Machine *m = w->m;
    uint32_t pc = w->head + 1;
    w->now->touched.len = 0;
    w->now->time++;
    w->points = 1;
    for (uint32_t n = 0; n < LONGEST_ROUND && w->rounds > 0; n++) {
        const Instr *i = &m->program->code.at[pc];
        if (pc == w->head)
            return true;
        bool passes = pc < m->program->passes.len && m->program->passes.at[pc]; /* each is told */
        if (passes || (i->op == OP_POINT && m->facts.loop_of.at[pc] != w->head))
            return false;
        pc++;
        if (i->op == OP_POINT)
            w->points++;
        else if (!act(w, i, &pc))
            return false;
    }
    return false;
}

/* ---- many rounds at once ---- */

/* Of a register that the round reads before it writes it: is it at the end what the form says for the
 * next round?  (One that is no number must stay as it is.) */
static bool goes_on(const Walk *w, uint32_t reg)
{
    Type type = w->proc->registers.at[reg].type;
    Form f = form_before(w, reg);
    const Form *end = &w->now->cells.at[reg].form;
    if (!is_integer(type))
        return !w->now->cells.at[reg].written;
    return f.known && end->known && !difference(type, f.v + f.d - end->v) &&
           !difference(type, f.d + f.q - end->d) && !difference(type, f.q - end->q);
}

static Big count_rounds(Walk *w, Forward *f)
{
    Big room = (Big)(MOST_ROUNDS - w->m->run.rounds);
    w->rounds = 1;
    w->now = &f->walks[0];
    if (!walk(w))
        return 0;
    w->first = w->now;
    w->now = &f->walks[1];
    if (!walk(w))
        return 0;
    w->second = w->now;
    w->now = &f->walks[2];
    w->rounds = room / w->points + 1;
    if (!walk(w))
        return 0;
    vec_each (uint32_t, reg, &w->now->touched)
        if (w->now->cells.at[*reg].carried && !goes_on(w, *reg))
            return 0;
    return w->rounds;
}

static bool forward(Machine *m, uint32_t head)
{
    Forward *f = &m->forward;
    Walk w = {.m = m, .head = head};
    w.proc = &m->program->procs.at[vec_last(&m->frames).proc];
    for (size_t k = 0; k < sizeof f->walks / sizeof *f->walks; k++)
        if (f->walks[k].cells.len < w.proc->registers.len)
            vec_resize(&f->walks[k].cells, w.proc->registers.len);
    Big rounds = count_rounds(&w, f) - 1; /* the last one is executed */
    if (rounds < 2)
        return false;
    vec_each (uint32_t, reg, &w.now->touched) {
        const ForwardCell *cell = &w.now->cells.at[*reg];
        Type type = w.proc->registers.at[*reg].type;
        Form form = form_before(&w, *reg);
        if (!cell->carried || !cell->written)
            continue;
        vec_push(&f->values, ((ForwardValue){*reg, (uint64_t)wrap(type, form_at(&form, rounds))}));
    }
    vec_each (ForwardValue, value, &f->values)
        m->regs[value->reg] = value->value;
    f->values.len = 0;
    m->run.rounds += (uint32_t)(rounds * w.points);
    return true;
}

bool forward_passes(Machine *m, uint32_t pc)
{
    if (!m->options.rounds)
        return false;
    uint32_t head = m->facts.loop_of.at[pc];
    if (!head || m->run.action != head || machine_action_frames(m) != 0 ||
        m->run.rounds >= MOST_ROUNDS)
        return false;
    m->run.rounds++;
    m->run.passed = pc;
    if (pc != head || m->masked || m->run.rounds < FIRST_ROUNDS || m->run.patience-- > 0)
        return true;
    if (forward(m, head))
        m->run.waits = 1;
    else if (m->run.waits < LONGEST_WAIT)
        m->run.waits *= 2;
    m->run.patience = m->run.waits;
    return true;
}

void forward_free(Machine *m)
{
    for (size_t k = 0; k < sizeof m->forward.walks / sizeof *m->forward.walks; k++) {
        vec_free(&m->forward.walks[k].cells);
        vec_free(&m->forward.walks[k].touched);
    }
    vec_free(&m->forward.values);
    vec_free(&m->facts.loop_of);
}
