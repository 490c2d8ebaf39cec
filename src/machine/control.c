/* control.c -- jumps, points, choice, procedures and exceptions. */
#include "machine/memory.h"

void do_JUMP(Machine *m, const Instr *i)
{
    m->pc = i->target;
}

void do_BRANCH(Machine *m, const Instr *i)
{
    bool taken = get(m, i->a) != 0;
    m->reached[m->pc - 1] |= (uint8_t)(REACHED_FALSE + taken);
    m->pc = taken ? i->target : i->other;
}

void do_SWITCH(Machine *m, const Instr *i)
{
    const List *cases = &m->program->lists.at[i->list];
    uint64_t value = get(m, i->a);
    m->pc = i->target;
    for (uint32_t k = 0; k < cases->len; k += 2)
        if (get(m, cases->at[k]) == value) {
            m->pc = (uint32_t)cases->at[k + 1];
            return;
        }
}

/* One with an order is a trial: what if there were a fence before it (command/orders.c)? */
static __attribute__((noinline)) void pass_point(Machine *m, const Instr *i, uint32_t pc)
{
    if (i->flags)
        memory_fence(m, instr_order(i));
    if (!m->facts.depth.at[pc] && !(vec_last(&m->frames).flags & FRAME_ATOMIC) &&
        !(m->options.rounds && m->facts.loop_of.at[pc] && forward_passes(m, pc)))
        run_end_action(m, pc);
}

void do_POINT(Machine *m, const Instr *i)
{
    uint32_t pc = m->pc - 1;
    if (m->facts.close.at[pc])
        pass_point(m, i, pc);
    else if (!(vec_last(&m->frames).flags & FRAME_ATOMIC))
        run_end_action(m, pc);
}

/* Stops inside the atomic regions of its own procedure, not inside those of a caller. */
void do_YIELD(Machine *m, const Instr *i)
{
    (void)i;
    if (!(vec_last(&m->frames).flags & FRAME_ATOMIC))
        run_end_action(m, m->pc - 1);
}

/* Regions are static: see Facts.depth. */
void do_ATOMIC(Machine *m, const Instr *i)
{
    (void)m;
    (void)i;
}

void do_END(Machine *m, const Instr *i)
{
    (void)i;
    if (m->model && m->model->end)
        m->model->end(m);
    if (m->model)
        m->result.updates = false;
}

void do_CHOOSE(Machine *m, const Instr *i)
{
    uint64_t low = get(m, i->a), high = get(m, i->b);
    bool none = i->type.kind == TYPE_SIGNED ? (int64_t)low > (int64_t)high : low > high;
    if (none)
        run_fail(m, ERR_NO_CHOICE, "choose has nothing to choose from");
    if (none)
        return;
    uint64_t taken;
    if (run_choose_word(m, high - low + 1, &taken))
        m->regs[i->dst] = low + taken;
}

void do_SELECT(Machine *m, const Instr *i)
{
    const List *guards = &m->program->lists.at[i->list];
    uint32_t enabled = 0, first = 0, taken = 0;
    for (uint32_t k = guards->len; k > 0; k -= 2)
        if (get(m, guards->at[k - 2])) {
            enabled++;
            first = k - 2;
        }
    if (!enabled) {
        run_wait(m, i);
        return;
    }
    if (m->run.late && !access_check_wait(m))
        return;
    if (enabled > 1 && !(i->flags & FLAG_FIRST))
        taken = run_choose(m, enabled);
    if (taken == UINT32_MAX)
        return;
    while (taken > 0) {
        first += 2;
        taken -= get(m, guards->at[first]) != 0;
    }
    m->pc = (uint32_t)guards->at[first + 1];
}

void do_ASSUME(Machine *m, const Instr *i)
{
    bool holds = get(m, i->a) != 0;
    m->reached[m->pc - 1] |= (uint8_t)(REACHED_FALSE + holds);
    if (!holds)
        run_cut(m);
}

void do_DOUBT(Machine *m, const Instr *i)
{
    if (i->flags & FLAG_TRIED)
        race_failed_try(m);
    else
        run_doubt(m, m->program->strings.at[i->other]);
}

void do_ASSERT(Machine *m, const Instr *i)
{
    m->reached[m->pc - 1] |= REACHED_FALSE;
    if (!get(m, i->a))
        run_fail(m, ERR_ASSERTION, "assertion failed: %s", m->program->strings.at[i->other]);
}

void do_FAIL(Machine *m, const Instr *i)
{
    run_fail(m, (ErrorKind)i->offset, "%s", m->program->strings.at[i->other]);
}

/* It matters only to those who prove. */
void do_WITNESS(Machine *m, const Instr *i)
{
    (void)m;
    (void)i;
}

void do_ACCEPT(Machine *m, const Instr *i)
{
    (void)m;
    (void)i;
}

void do_TRACE(Machine *m, const Instr *i)
{
    m->result.shows = true;
    if (m->options.record)
        describe_text(m, describe_format(m, m->program->strings.at[i->other],
                                         &m->program->lists.at[i->list]));
}

/* ---- procedures ---- */

/* The procedure of each open call, the last one first; `k` counts them.  False: there are no more. */
static bool open_call(const Machine *m, uint32_t k, StackId *rest, uint32_t *proc)
{
    if (k < m->frames.len) {
        *proc = m->frames.at[m->frames.len - 1 - k].proc;
        return true;
    }
    if (!rest->ix)
        return false;
    uint64_t word = records_get(&m->tables.locals, pairs_left(&m->tables.stacks, rest->ix))[0];
    *proc = m->facts.proc_of.at[(uint32_t)word];
    *rest = (StackId){pairs_right(&m->tables.stacks, rest->ix)};
    return true;
}

/* The procedure that recurses is the first one that is met twice. */
static uint32_t recursive_proc(const Machine *m, uint32_t callee)
{
    enum { LOOK = 256 };
    uint32_t procs[LOOK] = {callee}, len = 1, proc;
    StackId rest = m->below;
    for (; len < LOOK && open_call(m, len - 1, &rest, &proc); len++) {
        for (uint32_t k = 0; k < len; k++)
            if (procs[k] == proc)
                return proc;
        procs[len] = proc;
    }
    return callee;
}

/* May one more call be open?  (What lies below a stack has a lower number, so they are rarely counted.) */
static bool is_room_left(Machine *m, uint32_t callee)
{
    uint32_t most = m->options.most_calls, count = 0, proc;
    StackId rest = m->below;
    while (open_call(m, count, &rest, &proc))
        count++;
    if (count < most)
        return true;
    uint32_t found = recursive_proc(m, callee);
    run_fail(m, ERR_STACK,
             "stack overflow: `%s` is called within itself until %u calls are open (--stack-limit)",
             m->program->procs.at[found].name, most);
    return false;
}

static bool has_room(Machine *m, uint32_t callee)
{
    uint32_t most = m->options.most_calls;
    return !most || m->frames.len + m->below.ix < most || is_room_left(m, callee);
}

static void call(Machine *m, const Instr *i, uint32_t proc)
{
    if (!has_room(m, proc))
        return;
    enum { MOST_FRAMES = 100000 }; /* in one step */
    if (m->frames.len >= MOST_FRAMES) {
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "more than %d nested calls touch nothing that another thread could notice: let the "
            "recursion here be less deep",
            MOST_FRAMES);
        return;
    }
    Frame *caller = &vec_last(&m->frames);
    caller->pc = m->pc - 1;
    uint32_t flags = caller->flags | frame_claim(m, proc);
    caller->flags &= ~(uint32_t)FRAME_PHASE;
    if (m->facts.depth.at[caller->pc])
        flags |= FRAME_ATOMIC;
    if (i->flags & FLAG_GUARD)
        flags |= FRAME_ATOMIC | FRAME_GUARD;
    frame_push(m, proc, &m->program->lists.at[i->list], flags);
    if (m->watcher && m->watcher->call && !(flags & FRAME_GUARD) &&
        m->watcher->call(m->watcher->self, m->pc, flags & FRAME_ATOMIC))
        m->status = STOPPED;
}

void do_CALL(Machine *m, const Instr *i)
{
    call(m, i, i->other);
}

static void fail_kind(Machine *m, const Proc *callee, const char *kind)
{
    bool any = strncmp(kind, "any ", 4) == 0; /* of a thread, or of what runs at the end */
    run_fail(m, ERR_CALL_TYPE, "call of `%s`, a function of type `%s`, %s `%s`", callee->name,
             m->program->strings.at[callee->kind], any ? "with" : "as one of type",
             any ? kind + 4 : kind);
}

void do_CALLPTR(Machine *m, const Instr *i)
{
    uint64_t pointer = get(m, i->a);
    uint32_t object = (uint32_t)(pointer >> 32), proc = object - PROC_OBJECT;
    if (!object) {
        run_fail(m, ERR_NULL_POINTER, "call through a null pointer");
        return;
    }
    if (object < PROC_OBJECT || proc >= m->program->procs.len || (uint32_t)pointer) {
        run_fail(m, ERR_WILD_POINTER, "call through a pointer that leads to no procedure");
        return;
    }
    const Proc *callee = &m->program->procs.at[proc];
    if (callee->params > m->program->lists.at[i->list].len)
        run_fail(m, ERR_WILD_POINTER, "call of %s with too few arguments", callee->name);
    else if (!program_may_lead(m->program, i, callee))
        fail_kind(m, callee, m->program->strings.at[i->other]);
    else
        call(m, i, proc);
}

static void end_thread(Machine *m)
{
    ThreadEntry *entry = store_thread(m, m->tid.ix);
    memory_synchronise(m, SYNC_END, m->tid.ix);
    if (entry) {
        bool result = m->facts.thread_words && m->scratch.len == 1;
        entry->word = result ? m->scratch.at[0] : 0;
        if (result)
            store_publish(m, entry->word);
        entry->ended = true;
        entry->held = 0;
        m->store.threads_dirty = true;
    }
    m->status = FINISHED;
}

/* Nothing is known of the frames below: the run ends here. */
static bool is_last_known(const Machine *m)
{
    return m->watcher && m->watcher->bounded && m->frames.len == 1 && !m->below.ix;
}

void do_RETURN(Machine *m, const Instr *i)
{
    if (is_last_known(m)) {
        m->pc--;
        m->status = STOPPED;
        return;
    }
    const List *values = &m->program->lists.at[i->list];
    m->scratch.len = 0;
    for (uint32_t k = 0; k < values->len; k++)
        vec_push(&m->scratch, get(m, values->at[k]));
    m->result.returns |= m->watched.len && m->watched.at[m->facts.proc_of.at[m->pc - 1]];
    if (!frame_pop(m)) {
        end_thread(m);
        return;
    }
    const List *dsts = &m->program->lists.at[m->program->code.at[m->pc].dsts];
    for (uint32_t k = 0; k < dsts->len; k++)
        m->regs[dsts->at[k]] = k < m->scratch.len ? m->scratch.at[k] : 0;
    m->pc++;
}

/* A frame that is known handles exceptions. */
static bool is_handled(const Machine *m)
{
    for (size_t k = 0; k + 1 < m->frames.len; k++)
        if (m->program->code.at[m->frames.at[k].pc].target)
            return true;
    for (uint32_t s = m->below.ix; s; s = pairs_right(&m->tables.stacks, s)) {
        uint64_t pc = (uint32_t)records_get(&m->tables.locals, pairs_left(&m->tables.stacks, s))[0];
        if (m->program->code.at[pc].target)
            return true;
    }
    return false;
}

/* The frames that are known play no part any more; the one that throws is on top of the others. */
static void stop_throwing(Machine *m)
{
    m->frames.at[0] = vec_last(&m->frames);
    m->frames.len = 1;
    m->below = (StackId){0};
    m->pc--;
    m->status = STOPPED;
}

void do_THROW(Machine *m, const Instr *i)
{
    if (m->watcher && m->watcher->bounded && !is_handled(m)) {
        stop_throwing(m);
        return;
    }
    uint32_t here = m->pc;
    while (frame_pop(m)) {
        uint32_t handler = m->program->code.at[m->pc].target;
        if (handler) {
            m->exception = i->other;
            m->pc = handler;
            return;
        }
    }
    m->pc = here;
    run_fail(m, ERR_UNHANDLED, "unhandled exception %s", m->program->exceptions.at[i->other]);
}

void do_CAUGHT(Machine *m, const Instr *i)
{
    m->regs[i->dst] = m->exception;
}
