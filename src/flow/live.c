/* live.c -- see live.h. */
#include "flow/live.h"

#include "ir/shape.h"

typedef uint64_t *Set;

static void add(Set set, int32_t ref)
{
    if (ref >= 0)
        set[ref / 64] |= (uint64_t)1 << ref % 64;
}

static void remove_dst(Set set, int32_t reg)
{
    if (reg >= 0)
        set[reg / 64] &= ~((uint64_t)1 << reg % 64);
}

static void remove_defined(const Program *program, const Instr *instr, Set set)
{
    const List *dsts = &program->lists.at[instr->dsts];
    for (const char *c = op_info[instr->op].shape; *c; c++)
        if (*c == 'd')
            remove_dst(set, instr->dst);
        else if (*c == 'D')
            for (uint32_t i = 0; i < dsts->len; i++)
                remove_dst(set, dsts->at[i]);
}

static void add_used(const Program *program, const Instr *instr, Set set)
{
    const List *list = &program->lists.at[instr->list];
    for (const char *c = op_info[instr->op].shape; *c; c++)
        switch (*c) {
        case 'a':
        case 'A':
        case 'f':
            add(set, instr->a);
            break;
        case 'b':
        case 'B':
        case 'i':
            add(set, instr->b);
            break;
        case 'l':
            for (uint32_t i = 0; i < list->len; i++)
                add(set, list->at[i]);
            break;
        case 'g':
            for (uint32_t i = 0; i < list->len; i += 2)
                add(set, list->at[i]);
            break;
        }
}

void flow_successors(const Program *program, uint32_t pc, Successors *out)
{
    const Instr *instr = &program->code.at[pc];
    const List *list = &program->lists.at[instr->list];
    out->len = 0;
    if (op_info[instr->op].next)
        vec_push(out, pc + 1);
    for (const char *c = op_info[instr->op].shape; *c; c++)
        if (*c == 'L' || (*c == 'u' && instr->target))
            vec_push(out, instr->target);
        else if (*c == 'M')
            vec_push(out, instr->other);
        else if (*c == 'c' || *c == 'g')
            for (uint32_t i = 1; i < list->len; i += 2)
                vec_push(out, (uint32_t)list->at[i]);
}

/* It neither ends the action nor leaves the procedure. */
static bool stays_in_guard(const Program *program, uint32_t pc)
{
    const Instr *i = &program->code.at[pc];
    bool calls = i->op == OP_CALL || i->op == OP_CALLPTR;
    return i->op != OP_POINT && i->op != OP_YIELD && i->op != OP_RETURN && i->op != OP_THROW &&
           !(calls && (!(i->flags & FLAG_GUARD) || i->target));
}

uint32_t flow_wait(const Program *program, uint32_t pc)
{
    uint32_t end = program->procs.at[program_proc_at(program, pc)].end, furthest = pc, at = pc;
    Successors next = {0};
    bool stays = true;
    for (; at < end && program->code.at[at].op != OP_SELECT && stays; at++) {
        stays = stays_in_guard(program, at);
        flow_successors(program, at, &next);
        vec_each (uint32_t, to, &next) {
            stays = stays && *to > at;
            furthest = *to > furthest ? *to : furthest;
        }
    }
    vec_free(&next);
    bool found = stays && at < end && furthest <= at && program->code.at[at].target < pc;
    return found ? at : 0;
}

static Set set_at(const Live *live, uint32_t pc)
{
    return live->before.at + (size_t)(pc - live->begin) * live->words;
}

/* before = (after - defined) + used; true if it grew. */
static bool update(const Program *program, Live *live, uint32_t pc, Set scratch, Successors *next)
{
    flow_successors(program, pc, next);
    memset(scratch, 0, live->words * sizeof *scratch);
    vec_each (uint32_t, to, next)
        for (uint32_t w = 0; w < live->words; w++)
            scratch[w] |= set_at(live, *to)[w];
    const Instr *instr = &program->code.at[pc];
    remove_defined(program, instr, scratch);
    add_used(program, instr, scratch);
    if ((instr->op == OP_CALL || instr->op == OP_CALLPTR) && instr->target)
        for (uint32_t w = 0; w < live->words; w++) /* then the results are not there */
            scratch[w] |= set_at(live, instr->target)[w];
    Set set = set_at(live, pc);
    if (memcmp(set, scratch, live->words * sizeof *set) == 0)
        return false;
    memcpy(set, scratch, live->words * sizeof *set);
    return true;
}

void flow_live(const Program *program, uint32_t proc, Live *live)
{
    const Proc *p = &program->procs.at[proc];
    live->begin = p->begin;
    live->end = p->end;
    live->words = (uint32_t)(p->registers.len + 63) / 64 + 1;
    live->before.len = 0;
    vec_resize(&live->before, (size_t)(p->end - p->begin) * live->words);
    Successors next = {0};
    Set scratch = memory_alloc(live->words * sizeof *scratch);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t pc = p->end; pc-- > p->begin;)
            changed |= update(program, live, pc, scratch, &next);
    }
    memory_free(scratch);
    vec_free(&next);
}

bool live_across(const Program *program, const Live *live, uint32_t call_pc, uint32_t reg)
{
    const Instr *call = &program->code.at[call_pc];
    const List *dsts = &program->lists.at[call->dsts];
    if (call->target && live_before(live, call->target, reg))
        return true;
    for (uint32_t i = 0; i < dsts->len; i++)
        if (dsts->at[i] == (int32_t)reg)
            return false;
    return live_before(live, call_pc + 1, reg);
}

void live_free(Live *live)
{
    vec_free(&live->before);
}
