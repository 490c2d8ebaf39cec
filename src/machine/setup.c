/* setup.c -- what the machine works out about a program before it runs it. */
#include "machine/memory.h"

#include "flow/live.h"
#include "machine/local.h"

static bool needs_keep(const Program *program, const Instr *i)
{
    Op op = i->op;
    if (op == OP_COPY || op == OP_FILL) /* it may be interrupted */
        return program->lists.at[i->list].len > 3;
    if (address_may_choose(program, i))
        return true;
    return op == OP_POINT || op == OP_YIELD || op == OP_CHOOSE || op == OP_SELECT ||
           op == OP_TAKE || op == OP_CALL || op == OP_CALLPTR || op == OP_RETURN || op == OP_THROW;
}

static bool is_kept(const Machine *m, const Proc *proc, const Live *live, uint32_t pc, uint32_t reg)
{
    Op op = m->program->code.at[pc].op;
    bool named = proc->registers.at[reg].name != NULL;
    if (m->options.keep_dead && named)
        return true;
    /* A procedure that begins with a call may stand before it, too. */
    if ((op == OP_CALL || op == OP_CALLPTR) && pc != proc->begin)
        return live_across(m->program, live, pc, reg);
    return live_before(live, pc, reg);
}

/* Local variables that conditions ask for (`k == 2 @ 17`). */
static void find_watched(Machine *m, uint32_t p, bool *watched)
{
    const Proc *proc = &m->program->procs.at[p];
    const char *const *texts = m->options.watched;
    bool asks = (texts[0] && strchr(texts[0], '@')) || (texts[1] && strchr(texts[1], '@'));
    for (uint32_t reg = 0; asks && reg < proc->registers.len; reg++)
        watched[reg] = proc->registers.at[reg].name && !proc->library &&
                       local_is_watched(m->program, p, proc->registers.at[reg].name, texts);
}

static void keep_registers(Machine *m, uint32_t p, Live *live)
{
    const Proc *proc = &m->program->procs.at[p];
    VEC(bool) watched = {0};
    flow_live(m->program, p, live);
    vec_resize(&watched, proc->registers.len + 1);
    find_watched(m, p, watched.at);
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        m->facts.proc_of.at[pc] = p;
        /* The entry is kept too: a new thread starts there. */
        if (pc != proc->begin && !needs_keep(m->program, &m->program->code.at[pc]))
            continue;
        Keep keep = {.first = (uint32_t)m->facts.kept.len};
        for (uint32_t reg = 0; reg < proc->registers.len; reg++)
            if (watched.at[reg] || is_kept(m, proc, live, pc, reg)) {
                bool pointer = proc->registers.at[reg].type.kind == TYPE_PTR;
                vec_push(&m->facts.kept, reg | (pointer ? (uint32_t)KEPT_POINTER : 0));
            }
        keep.len = (uint32_t)m->facts.kept.len - keep.first;
        m->facts.keep_of.at[pc] = (uint32_t)m->facts.keeps.len;
        vec_push(&m->facts.keeps, keep);
    }
    vec_free(&watched);
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
        assert(op != OP_END || m->facts.depth.at[pc]);
        uint8_t after = (uint8_t)(m->facts.depth.at[pc] + (op == OP_ATOMIC) - (op == OP_END));
        flow_successors(program, pc, &next);
        vec_each (uint32_t, to, &next) {
            assert(*to >= proc->begin && *to < proc->end);
            if (seen.at[*to - proc->begin]) {
                assert(m->facts.depth.at[*to] == after);
                continue;
            }
            seen.at[*to - proc->begin] = true;
            m->facts.depth.at[*to] = after;
            vec_push(&work, *to);
        }
    }
    vec_free(&work);
    vec_free(&seen);
    vec_free(&next);
}

static bool declares_pointers(const Layout *layout)
{
    vec_each (Field, field, &layout->fields)
        if (field->type.kind == TYPE_PTR)
            return true;
    return false;
}

/* Then variables have more to remember than their contents. */
static bool looks_at_addresses(const Program *program)
{
    vec_each (Instr, i, &program->code)
        if (address_may_choose(program, i))
            return true;
    return false;
}

static void study_layouts(Machine *m)
{
    bool looks = looks_at_addresses(m->program);
    vec_each (Layout, layout, &m->program->layouts) {
        vec_push(&m->facts.has_pointers, layout->kind == LAYOUT_RAW || declares_pointers(layout));
    }
    vec_each (Global, global, &m->program->globals) {
        const Layout *layout = &m->program->layouts.at[global->layout];
        bool pointers = declares_pointers(layout), raw = layout->kind == LAYOUT_RAW;
        bool small = !looks && program_global_size(m->program, global) <= 4 && !pointers &&
                     (raw || layout->kind == LAYOUT_RECORD);
        vec_push(&m->facts.is_small, small);
        if (pointers || (raw && !small))
            vec_push(&m->facts.roots, (uint32_t)(global - m->program->globals.at));
    }
}

/* Does the program look at threads as numbers (outside of predicates)? */
static bool shows_numbers(const Program *program)
{
    vec_each (Proc, proc, &program->procs)
        for (uint32_t pc = proc->begin; pc < proc->end && !proc->pure; pc++) {
            const Instr *i = &program->code.at[pc];
            if (i->op == OP_CAST && i->from.kind == TYPE_TID)
                return true;
        }
    return false;
}

/* Can a thread other than the initial ones fork?  Then the numbers of threads would depend on which
 * of them was met first, and they are named by the order of their creation instead. */
static bool nests_forks(const Program *program)
{
    VEC(bool) reached = {0};
    VEC(uint32_t) work = {0};
    bool nests = false;
    vec_resize(&reached, program->procs.len);
    vec_each (Instr, i, &program->code)
        if (i->op == OP_FORK)
            vec_push(&work, i->other);
    vec_each (uint64_t, constant, &program->constants) {
        uint64_t proc = (*constant >> 32) - PROC_OBJECT;
        if (*constant >> 32 >= PROC_OBJECT && proc < program->procs.len)
            vec_push(&work, (uint32_t)proc);
    }
    while (work.len && !nests) {
        uint32_t p = vec_pop(&work);
        if (reached.at[p])
            continue;
        reached.at[p] = true;
        const Proc *proc = &program->procs.at[p];
        for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
            const Instr *i = &program->code.at[pc];
            nests |= i->op == OP_FORK;
            if (i->op == OP_CALL)
                vec_push(&work, i->other);
        }
    }
    vec_free(&reached);
    vec_free(&work);
    return nests;
}

/* In raw memory whatever is written may take the place of a pointer. */
static bool changes_heap(const Instr *i, bool raw)
{
    Op op = i->op;
    if (op == OP_STORE || op == OP_SETADD || op == OP_SETDEL)
        return i->type.kind == TYPE_PTR || raw;
    return op == OP_ALLOC || op == OP_FREE || op == OP_SEND || op == OP_RECEIVE || op == OP_COPY ||
           op == OP_FILL || op == OP_SETOWN || op == OP_RESULT || op == OP_POST || op == OP_TAKE;
}

/* The init procedure runs alone, before everything else. */
static bool is_in_init(const Program *program, uint32_t pc)
{
    if (program->init < 0)
        return false;
    const Proc *init = &program->procs.at[program->init];
    return pc >= init->begin && pc < init->end;
}

/* Most points end an action, and nothing else. */
static void mark_points(Machine *m)
{
    vec_resize(&m->facts.close, m->program->code.len);
    for (uint32_t pc = 0; pc < m->program->code.len; pc++)
        m->facts.close.at[pc] = m->program->code.at[pc].flags || m->facts.depth.at[pc] ||
                                (m->options.rounds && m->facts.loop_of.at[pc]);
}

void machine_prepare(Machine *m)
{
    const Program *program = m->program;
    size_t size = program->code.len;
    bool raw = program_is_raw(program);
    Live live = {0};
    vec_resize(&m->facts.depth, size);
    vec_resize(&m->facts.proc_of, size);
    vec_resize(&m->facts.keep_of, size);
    vec_resize(&m->facts.keeps, 1);
    m->options.rounds &= !m->model && !m->options.anonymous;
    if (m->options.rounds)
        flow_loops(program, &m->facts.loop_of);
    study_layouts(m);
    raw_prepare_regions(m);
    location_prepare(m);
    m->facts.weak = program_is_weak(program);
    vec_resize(&m->facts.access_of, program->regions.len);
    m->options.predicates &= program->accesses.len > 0;
    m->options.track_owners |= m->options.predicates || m->model;
    for (uint32_t k = 0; m->options.predicates && k < program->accesses.len; k++)
        m->facts.access_of.at[program->accesses.at[k].region] = k + 1;
    for (uint32_t p = 0; p < program->procs.len; p++) {
        keep_registers(m, p, &live);
        measure_depth(m, &program->procs.at[p]);
    }
    mark_points(m);
    vec_each (Instr, i, &program->code) {
        m->facts.has_heap |= i->op == OP_ALLOC;
        m->facts.heap_changes |=
            changes_heap(i, raw) && !is_in_init(program, (uint32_t)(i - program->code.at));
        m->options.number_threads |= i->op == OP_NUMBER;
        m->options.track_owners |= i->op == OP_PERFORMS;
        m->facts.has_tasks |= i->op == OP_POST;
        m->facts.thread_words |= i->op == OP_OWN || i->op == OP_SETOWN || i->op == OP_RESULT;
    }
    live_free(&live);
    if (HARD_CHECKS)
        check_facts(m);
    m->options.number_threads |= shows_numbers(program) && nests_forks(program);
    rename_prepare(m);
    names_prepare(m);
}
