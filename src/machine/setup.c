/* setup.c -- what the machine works out about a program before it runs it. */
#include "machine/internal.h"

#include "flow/live.h"

static bool needs_keep(Op op)
{
    return op == OP_POINT || op == OP_YIELD || op == OP_CHOOSE || op == OP_SELECT ||
           op == OP_CALL || op == OP_CALLPTR || op == OP_RETURN || op == OP_THROW;
}

static bool is_kept(const Machine *m, const Proc *proc, const Live *live, uint32_t pc, uint32_t reg)
{
    Op op = m->program->code.at[pc].op;
    bool named = proc->registers.at[reg].name != NULL;
    if (m->options.keep_dead && named)
        return true;
    if (op == OP_CALL || op == OP_CALLPTR)
        return live_across(m->program, live, pc, reg);
    return live_before(live, pc, reg);
}

static void keep_registers(Machine *m, uint32_t p, Live *live)
{
    const Proc *proc = &m->program->procs.at[p];
    flow_live(m->program, p, live);
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        m->proc_of.at[pc] = p;
        /* The entry is kept too: a new thread starts there. */
        if (pc != proc->begin && !needs_keep(m->program->code.at[pc].op))
            continue;
        Keep keep = {.first = (uint32_t)m->kept.len};
        for (uint32_t reg = 0; reg < proc->registers.len; reg++)
            if (is_kept(m, proc, live, pc, reg)) {
                bool pointer = proc->registers.at[reg].type.kind == TYPE_PTR;
                vec_push(&m->kept, reg | (pointer ? (uint32_t)KEPT_POINTER : 0));
            }
        keep.len = (uint32_t)m->kept.len - keep.first;
        m->keep_of.at[pc] = (uint32_t)m->keeps.len;
        vec_push(&m->keeps, keep);
    }
}

/* The verifier has made sure that every path to an instruction has the same depth. */
static void measure_depth(Machine *m, const Proc *proc)
{
    const Program *program = m->program;
    VEC(uint32_t) work = {0};
    VEC(bool) seen = {0};
    Successors next = {0};
    vec_resize(&seen, proc->end - proc->begin);
    vec_push(&work, proc->begin);
    seen.at[0] = true;
    while (work.len) {
        uint32_t pc = vec_pop(&work);
        Op op = program->code.at[pc].op;
        uint8_t after = (uint8_t)(m->depth.at[pc] + (op == OP_ATOMIC) - (op == OP_END));
        flow_successors(program, pc, &next);
        vec_each (uint32_t, to, &next) {
            if (seen.at[*to - proc->begin])
                continue;
            seen.at[*to - proc->begin] = true;
            m->depth.at[*to] = after;
            vec_push(&work, *to);
        }
    }
    vec_free(&work);
    vec_free(&seen);
    vec_free(&next);
}

static void study_layouts(Machine *m)
{
    vec_each (Layout, layout, &m->program->layouts) {
        bool pointers = false;
        vec_each (Field, field, &layout->fields)
            pointers |= field->type.kind == TYPE_PTR;
        vec_push(&m->has_pointers, pointers);
    }
    vec_each (Global, global, &m->program->globals) {
        const Layout *layout = &m->program->layouts.at[global->layout];
        bool small = layout->kind == LAYOUT_RECORD && layout->size <= 4;
        bool pointers = m->has_pointers.at[global->layout];
        vec_push(&m->is_small, small && !pointers);
        if (pointers)
            vec_push(&m->roots, (uint32_t)(global - m->program->globals.at));
    }
}

static bool changes_heap(const Instr *i)
{
    Op op = i->op;
    if (op == OP_STORE || op == OP_SETADD || op == OP_SETDEL)
        return i->type.kind == TYPE_PTR;
    return op == OP_ALLOC || op == OP_FREE || op == OP_SEND || op == OP_RECEIVE;
}

/* The init procedure runs alone, before everything else. */
static bool is_in_init(const Program *program, uint32_t pc)
{
    if (program->init < 0)
        return false;
    const Proc *init = &program->procs.at[program->init];
    return pc >= init->begin && pc < init->end;
}

void machine_prepare(Machine *m)
{
    const Program *program = m->program;
    size_t size = program->code.len;
    Live live = {0};
    vec_resize(&m->depth, size);
    vec_resize(&m->proc_of, size);
    vec_resize(&m->keep_of, size);
    vec_resize(&m->keeps, 1);
    study_layouts(m);
    vec_resize(&m->access_of, program->regions.len);
    m->options.predicates &= program->accesses.len > 0;
    m->options.track_owners |= m->options.predicates;
    for (uint32_t k = 0; m->options.predicates && k < program->accesses.len; k++)
        m->access_of.at[program->accesses.at[k].region] = k + 1;
    for (uint32_t p = 0; p < program->procs.len; p++) {
        keep_registers(m, p, &live);
        measure_depth(m, &program->procs.at[p]);
    }
    vec_each (Instr, i, &program->code) {
        m->has_heap |= i->op == OP_ALLOC;
        m->heap_changes |=
            changes_heap(i) && !is_in_init(program, (uint32_t)(i - program->code.at));
        m->options.number_threads |= i->op == OP_NUMBER;
    }
    rename_prepare(m);
    live_free(&live);
}
