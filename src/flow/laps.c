/* laps.c -- loops that count to a constant, whose counter is used for nothing else.
 *
 * Three instructions make such a loop: `begin` gives the counter its first value, `test` compares it with a
 * constant and leaves the loop or goes on, `change` adds a constant.  On every way through the procedure
 * they must come in this order: begin, test, and then, as long as the loop goes on, change and test in
 * turn; after the test that leaves only a begin.  A way may stop anywhere, or begin anew.  So the value of
 * the counter at a test is known from how often it was changed since the begin, and so is the number of
 * changes after which the loop is left. */
#include "flow/laps.h"

#include "flow/rounds.h"
#include "ir/print.h"
#include "ir/shape.h"

enum { FEWEST = 3, MOST = 1000000 }; /* rounds */

typedef struct Finder {
    const Program *p;
    const Proc *of;
    VEC(bool) target; /* by instruction of the procedure: something leads there */
    VEC(bool) seen;
    Successors next, work;
} Finder;

static const Instr *at(const Finder *f, uint32_t pc)
{
    return &f->p->code.at[pc];
}

/* ---- the order ---- */

/* From what is in `work`, not past a nor b: can control come to `to`? */
static bool comes(Finder *f, uint32_t a, uint32_t b, uint32_t to)
{
    f->seen.len = 0;
    vec_resize(&f->seen, f->of->end - f->of->begin);
    while (f->work.len) {
        uint32_t pc = vec_pop(&f->work);
        if (f->seen.at[pc - f->of->begin])
            continue;
        f->seen.at[pc - f->of->begin] = true;
        if (pc == a || pc == b)
            continue;
        flow_successors(f->p, pc, &f->next);
        vec_each (uint32_t, next, &f->next)
            vec_push(&f->work, *next);
    }
    return f->seen.at[to - f->of->begin];
}

static bool comes_from(Finder *f, uint32_t pc, uint32_t a, uint32_t b, uint32_t to)
{
    vec_push(&f->work, pc);
    return comes(f, a, b, to);
}

static bool comes_behind(Finder *f, uint32_t pc, uint32_t a, uint32_t b, uint32_t to)
{
    flow_successors(f->p, pc, &f->next);
    vec_each (uint32_t, next, &f->next)
        vec_push(&f->work, *next);
    return comes(f, a, b, to);
}

/* What is forgotten is 0; nobody looks at it then. */
static bool is_forgotten(Finder *f, const Lap *l)
{
    bool forgotten = false;
    for (uint32_t pc = f->of->begin; pc < f->of->end; pc++)
        if (at(f, pc)->op == OP_FORGET && instr_sets(f->p, at(f, pc), at(f, l->begin)->dst))
            forgotten |= comes_behind(f, pc, l->begin, l->begin, l->test) ||
                         comes_behind(f, pc, l->begin, l->begin, l->change);
    return forgotten;
}

static bool is_in_order(Finder *f, const Lap *l)
{
    const Instr *test = at(f, l->test);
    uint32_t stays = l->sense ? test->target : test->other;
    uint32_t leaves = l->sense ? test->other : test->target;
    uint32_t first = f->of->begin;
    return !comes_from(f, first, l->begin, l->begin, l->test) &&
           !comes_from(f, first, l->begin, l->begin, l->change) &&
           !comes_behind(f, l->begin, l->test, l->begin, l->change) &&
           !comes_from(f, stays, l->change, l->begin, l->test) &&
           !comes_behind(f, l->change, l->test, l->begin, l->change) &&
           !comes_from(f, leaves, l->begin, l->begin, l->test) &&
           !comes_from(f, leaves, l->begin, l->begin, l->change) && !is_forgotten(f, l);
}

/* ---- the counter ---- */

static uint32_t uses(const Finder *f, const Instr *i, int32_t reg)
{
    List list = f->p->lists.at[i->list];
    uint32_t count = 0;
    for (const char *c = op_info[i->op].shape; *c; c++) {
        uint32_t step = *c == 'g' ? 2 : 1;
        count += strchr("aAf", *c) && i->a == reg;
        count += strchr("bBi", *c) && i->b == reg;
        for (uint32_t k = 0; k < list.len && (*c == 'l' || *c == 'g'); k += step)
            count += list.at[k] == reg;
    }
    return count;
}

/* Nobody else sets the counter or looks at it: finds who begins it and who changes it. */
static bool find_parts(Finder *f, Lap *l, int32_t reg)
{
    l->begin = l->change = 0;
    for (uint32_t pc = f->of->begin; pc < f->of->end; pc++) {
        const Instr *i = at(f, pc);
        bool sets = instr_sets(f->p, i, reg) && i->op != OP_FORGET;
        bool adds = sets && (i->op == OP_ADD || i->op == OP_SUB) && i->a == reg && i->b < 0;
        bool begins = sets && i->op == OP_MOV && i->a < 0 && !(i->flags & (FLAG_ALL | FLAG_VAIN));
        uint32_t used = uses(f, i, reg);
        if (used != (adds || pc == l->test - 1) || (sets && !adds && !begins) ||
            (adds && l->change) || (begins && l->begin))
            return false;
        l->change = adds ? pc : l->change;
        l->begin = begins ? pc : l->begin;
    }
    return l->begin && l->change;
}

static bool type_holds(Type type, __int128 value)
{
    __int128 one = 1;
    if (type.kind == TYPE_SIGNED)
        return value >= -(one << (type.bits - 1)) && value < one << (type.bits - 1);
    return value >= 0 && value < one << type.bits;
}

static bool compare(Op op, __int128 a, __int128 b)
{
    return op == OP_LT ? a < b : op == OP_LE ? a <= b : op == OP_EQ ? a == b : a != b;
}

/* Tries it: with which condition does the loop go on, and after how many changes is it left? */
static bool count_rounds(const Finder *f, Lap *l, int32_t reg)
{
    const Instr *begin = at(f, l->begin), *change = at(f, l->change), *test = at(f, l->test - 1);
    Type type = f->of->registers.at[reg].type;
    if (!type_equal(type, begin->type) || !type_equal(type, change->type) ||
        !type_equal(type, test->type))
        return false;
    __int128 value = constant_value(f->p, begin->a, type);
    __int128 by = constant_value(f->p, change->b, type);
    __int128 end = constant_value(f->p, test->a == reg ? test->b : test->a, type);
    by = change->op == OP_SUB ? -by : by;
    for (l->rounds = 0; l->rounds <= MOST && type_holds(type, value); l->rounds++, value += by) {
        bool holds =
            test->a == reg ? compare((Op)test->op, value, end) : compare((Op)test->op, end, value);
        if (!l->rounds)
            l->sense = holds;
        else if (holds != l->sense)
            return l->rounds >= FEWEST;
    }
    return false;
}

/* Rounds that compute in registers alone are nobody else's matter (flow/loops.h). */
static bool does_something(Finder *f, const Lap *l)
{
    const Instr *test = at(f, l->test);
    bool does = false;
    comes_from(f, l->sense ? test->target : test->other, l->test, l->test, l->test);
    for (uint32_t pc = f->of->begin; pc < f->of->end; pc++) {
        Effect effect = op_info[at(f, pc)->op].effect;
        bool calls = at(f, pc)->op == OP_CALL || at(f, pc)->op == OP_CALLPTR;
        does |= f->seen.at[pc - f->of->begin] && (calls || effect != EFFECT_NONE);
    }
    return does;
}

static bool read_lap(Finder *f, uint32_t pc, Lap *l)
{
    const Instr *branch = at(f, pc), *test = pc > f->of->begin ? at(f, pc - 1) : NULL;
    bool compares =
        test && (test->op == OP_LT || test->op == OP_LE || test->op == OP_NE || test->op == OP_EQ);
    if (branch->op != OP_BRANCH || !compares || branch->a != test->dst || branch->a < 0 ||
        f->target.at[pc - f->of->begin] || (test->a >= 0) == (test->b >= 0) ||
        (test->type.kind != TYPE_SIGNED && test->type.kind != TYPE_UNSIGNED) || test->type.bits < 2)
        return false;
    int32_t reg = test->a >= 0 ? test->a : test->b;
    *l = (Lap){.proc = (uint32_t)(f->of - f->p->procs.at), .test = pc};
    return (uint32_t)reg >= f->of->params && find_parts(f, l, reg) && count_rounds(f, l, reg) &&
           is_in_order(f, l) && does_something(f, l);
}

/* ---- which procedures ---- */

static void mark(void *of, uint32_t target, char letter)
{
    Finder *f = of;
    (void)letter;
    f->target.at[target - f->of->begin] = true;
}

/* Threads begin with it, several ones perhaps: nobody calls it by its name, and it is not where the program
 * begins.  Conditions for which a thread waits are computed in models of the library. */
static bool is_of_threads(const Program *p, uint32_t proc)
{
    const Proc *of = &p->procs.at[proc];
    bool is = !of->library && !of->pure && (int32_t)proc != p->init;
    vec_each (Thread, thread, &p->threads)
        is &= thread->proc != proc;
    vec_each (Instr, i, &p->code)
        is &= i->op != OP_CALL || i->other != proc;
    for (uint32_t pc = of->begin; pc < of->end; pc++)
        is &= p->code.at[pc].op != OP_SELECT;
    return is;
}

void laps_find(const Program *program, Laps *laps)
{
    Finder f = {.p = program};
    for (uint32_t proc = 0; proc < program->procs.len; proc++) {
        Lap l;
        if (!is_of_threads(program, proc))
            continue;
        f.of = &program->procs.at[proc];
        f.target.len = 0;
        vec_resize(&f.target, f.of->end - f.of->begin);
        for (uint32_t pc = f.of->begin; pc < f.of->end; pc++)
            print_each_target(program, &program->code.at[pc], mark, &f);
        for (uint32_t pc = f.of->begin; pc < f.of->end; pc++)
            if (read_lap(&f, pc, &l))
                vec_push(laps, l);
    }
    vec_free(&f.target);
    vec_free(&f.seen);
    vec_free(&f.next);
    vec_free(&f.work);
}
