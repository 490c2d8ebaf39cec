/* machine.c -- the machine from outside: steps and their outcomes. */
#include "machine/memory.h"

#include <stdarg.h>
#include <stdio.h>

#include "machine/promise.h"
#include "machine/recall.h"

/* Instructions in one action: after the first number heddle looks whether it repeats itself, after
 * the second it gives up. */
/* Choices in one action: it takes each combination in one go while there are few of them; otherwise
 * it stops before a choice, as a state in which only its thread may run. */

/* A run through several actions ends at a point when it has become that long. */
enum { LONGEST_RUN = 1 << 14, DEEPEST_RUN = 1 << 8 };
enum { LONG_ACTION = 1 << 10 };
/* A run through so many instructions is more work than a step; and so many are one. */
enum { LONG_WORK = 256, STEP_LENGTH = 64 };

static Action *const actions[OPS] = {
#define OP(name, ...) [OP_##name] = do_##name,
#include "ir/op.def"
#undef OP
};

Machine *machine_new(const Program *program, MachineOptions options)
{
    Machine *m = memory_alloc(sizeof *m);
    m->program = program;
    m->options = options;
    m->model = options.memory;
    m->reached = options.reached ? options.reached : arena_alloc(&m->arena, program->code.len);
    m->observes = options.record || (options.coverage && options.reached);
    assert(!m->model || !(options.anonymous || options.share || options.footprints));
    m->footprint.on = options.footprints;
    m->recall.on = recall_may_begin(m);
    machine_prepare(m);
    private_begin(m);
    if (m->model && m->model->open)
        m->model->open(m);
    return m;
}

static void run_free(Machine *m)
{
    forward_free(m);
    vec_free(&m->run.ends);
    vec_free(&m->run.repeat.words);
}

static void facts_free(Machine *m)
{
    vec_free(&m->facts.depth);
    vec_free(&m->facts.close);
    vec_free(&m->facts.proc_of);
    vec_free(&m->facts.keep_of);
    vec_free(&m->facts.keeps);
    vec_free(&m->facts.kept);
    vec_free(&m->facts.is_small);
    vec_free(&m->facts.demands);
    vec_free(&m->facts.has_pointers);
    vec_free(&m->facts.roots);
    vec_free(&m->facts.access_of);
    vec_free(&m->facts.raw_first);
    vec_free(&m->facts.raw_regions);
    vec_free(&m->facts.raw_touched);
    vec_free(&m->facts.raw_runs);
    vec_free(&m->facts.raw_scalars);
}

void machine_free(Machine *m)
{
    memory_close(m);
    run_free(m);
    facts_free(m);
    promise_forget(m);
    vec_free(&m->serial.before);
    tree_free(&m->tables.globals);
    records_free(&m->tables.objects);
    records_free(&m->tables.locals);
    records_free(&m->tables.memories);
    pairs_free(&m->tables.stacks);
    pairs_free(&m->tables.families);
    pairs_free(&m->tables.names);
    records_free(&m->tables.helds);
    vec_free(&m->nameless.held);
    vec_free(&m->nameless.shared_layouts);
    vec_free(&m->entries);
    tree_view_free(&m->store.view);
    vec_free(&m->store.slots);
    vec_free(&m->store.dirty);
    arena_free(&m->store.step);
    vec_free(&m->store.threads);
    vec_free(&m->frames);
    vec_free(&m->registers);
    vec_free(&m->masks);
    vec_free(&m->moved);
    pairs_free(&m->tables.bit_masks);
    vec_free(&m->choosing.choices);
    vec_free(&m->result.forked);
    records_free(&m->tables.tasks);
    vec_free(&m->result.posted);
    vec_free(&m->result.touched);
    vec_free(&m->result.events);
    vec_free(&m->result.accesses);
    vec_free(&m->scratch);
    vec_free(&m->changes);
    vec_free(&m->naming.number);
    vec_free(&m->naming.order);
    tree_view_free(&m->naming.base);
    vec_free(&m->footprint.looked);
    vec_free(&m->footprint.is_looked);
    tree_view_free(&m->footprint.part);
    pairs_free(&m->tables.forks);
    pairs_free(&m->tables.forked_as);
    recall_free(m);
    rename_free(m);
    arena_free(&m->arena);
    memory_free(m);
}

/* The action is not the first one of its transaction. */
static bool is_inside(const Machine *m)
{
    return m->run.ends.len || (m->watcher && m->watcher->inside);
}

/* Whether an action other than the first one, which cannot go on, is given up. */
static bool gives_up(Machine *m)
{
    hard_assert(!is_inside(m) || m->watcher);
    return is_inside(m) && !m->watcher->stuck(m->watcher->self, m->run.action);
}

void run_cut(Machine *m)
{
    m->status = gives_up(m) ? GIVEN_UP : CUT_OFF;
}

void run_doubt_at(Machine *m, const char *why, uint32_t pc)
{
    if (!m->doubts.reason.text)
        m->doubts.reason = program_reason(m->program, why, pc);
}

void run_doubt(Machine *m, const char *why)
{
    if (!m->doubts.reason.text)
        run_doubt_at(m, why, run_shown_pc(m, m->pc - 1));
}

void run_leave(Machine *m, const char *why)
{
    run_doubt(m, why);
    run_cut(m);
}

void run_fail(Machine *m, ErrorKind error, const char *format, ...)
{
    if (m->ask && m->ask->steady) { /* nobody runs: see access.c */
        m->status = FAILED;
        return;
    }
    if ((error_info[error].property || error == ERR_THREADS || error == ERR_TASKS) && gives_up(m)) {
        m->status = GIVEN_UP;
        return;
    }
    m->status = FAILED;
    m->result.error = error;
    m->result.message = NULL;
    if (!m->options.record && error_info[error].property)
        return;
    va_list args;
    va_start(args, format);
    m->result.message = arena_print_list(&m->arena, format, args);
    va_end(args);
}

static void begin_action(Machine *m, uint32_t pc)
{
    m->run.action = m->run.passed = pc;
    m->choosing.action_combinations = 1;
    m->run.action_depth = (ptrdiff_t)m->frames.len;
    m->run.left_action = false;
    m->run.late = NULL;
    m->run.rounds = 0;
    m->run.patience = m->run.waits = 1;
}

void run_end_action(Machine *m, uint32_t pc)
{
    Frame *top = &vec_last(&m->frames);
    hard_assert((top->flags & FRAME_PHASE) != FRAME_PHASE);
    if (top->flags & FRAME_COMMITS)
        top->flags ^= FRAME_PHASE;
    bool stops = m->run.stop_next || m->run.length >= LONGEST_RUN || m->frames.len >= DEEPEST_RUN;
    if (m->watcher && !stops && !m->watcher->point(m->watcher->self, pc)) {
        vec_push(&m->run.ends, (uint32_t)m->choosing.choice);
        begin_action(m, pc);
        memory_begin(m);
        return;
    }
    m->pc = pc;
    m->run.at_point = true;
    m->status = STOPPED;
}

/* Waiting is waiting only where the action began; inside an action it is an error.  Rounds of a loop before that
 * touch nothing, so it is as good to wait before them. */
bool run_may_wait(const Machine *m, const Instr *i)
{
    return machine_action_frames(m) == 0 && m->run.passed == i->target;
}

void run_wait(Machine *m, const Instr *i)
{
    if (m->watcher && m->watcher->await)
        reach_tell_wait(m, i);
    if (i->op == OP_JOIN)
        m->result.awaits = (uint32_t)get(m, i->a);
    bool may = run_may_wait(m, i);
    if (!may && !m->serial.runs)
        run_fail(m, ERR_BLOCKED_ATOMIC, "waiting inside an atomic region: nothing is enabled here");
    else if (!may || (is_inside(m) && !m->watcher->waits(m->watcher->self)))
        run_cut(m);
    else
        m->status = i->flags & FLAG_IDLE ? RESTING : WAITING;
}

static bool in_library(const Machine *m, uint32_t pc)
{
    return m->program->procs.at[m->facts.proc_of.at[pc]].library;
}

uint32_t machine_shown_pc(Machine *m, uint32_t pc, StackId s)
{
    uint32_t shown = pc;
    for (uint32_t k = s.ix; in_library(m, shown) && k; k = pairs_right(&m->tables.stacks, k))
        shown = machine_local_pc(m, (LocalId){pairs_left(&m->tables.stacks, k)});
    return in_library(m, shown) ? pc : shown;
}

/* Where the user's part of the running thread begins; pc if there is none. */
static uint32_t run_entry_pc(Machine *m, uint32_t pc)
{
    const Proc *entry = &m->program->procs.at[machine_thread_proc(m, m->tid)];
    return entry->library ? pc : entry->begin;
}

/* The same for the running thread. */
uint32_t run_shown_pc(Machine *m, uint32_t pc)
{
    if (!in_library(m, pc))
        return pc;
    for (size_t f = m->frames.len ? m->frames.len - 1 : 0; f-- > 0;)
        if (!in_library(m, m->frames.at[f].pc))
            return m->frames.at[f].pc;
    uint32_t shown = machine_shown_pc(m, pc, m->below);
    return in_library(m, shown) ? run_entry_pc(m, pc) : shown;
}

uint32_t machine_user_pc(Machine *m, uint32_t pc)
{
    return run_shown_pc(m, pc);
}

/* Raw memory is attributed by its address: it may be reached by different ways. */
static uint32_t region_of(Machine *m, const Instr *i, const Touch *touch)
{
    const Slot *slot = touch->object ? store_object(m, touch->object) : NULL;
    if (!slot || m->program->layouts.at[slot->layout].kind != LAYOUT_RAW)
        return i->region;
    return raw_touched_region(m, slot->layout, (uint32_t)touch->offset);
}

bool run_watch(Machine *m, const Touch *touch)
{
    if (m->watcher && !m->watcher->touch(m->watcher->self, touch) && m->status == RUNNING)
        m->status = GIVEN_UP;
    return m->status == RUNNING;
}

bool run_touch(Machine *m, const Instr *i, Touch *touch)
{
    touch->region = region_of(m, i, touch);
    touch->pc = run_shown_pc(m, m->pc - 1);
    touch->atomic |= m->facts.depth.at[m->pc - 1] || (vec_last(&m->frames).flags & FRAME_ATOMIC);
    if (m->ask)
        return access_touch(m, *touch);
    if (touch->kind == TOUCH_DATA && m->options.predicates && !access_check(m, touch))
        return false;
    if (m->options.record || m->options.touches)
        vec_push(&m->result.touched, *touch);
    if (m->options.record && touch->kind == TOUCH_DATA)
        describe_touch(m, i, touch);
    return run_watch(m, touch);
}

/* Turns to the next combination of choices; false when all were tried. */
static bool next_choices(Machine *m)
{
    while (m->choosing.choices.len) {
        Choice *last = &vec_last(&m->choosing.choices);
        if (++last->taken < last->count)
            return true;
        m->choosing.choices.len--;
    }
    return false;
}

void machine_act(Machine *m, const Instr *i)
{
    if (m->masked)
        mask_act(m, i, actions[i->op]);
    else
        actions[i->op](m, i);
}

static void describe_done(Machine *m, const Instr *i)
{
    if (m->options.coverage)
        m->reached[i - m->program->code.at] |= REACHED_AT_ALL;
    if (!m->options.record)
        return;
    if (m->program->passes.len)
        describe_pass(m, i);
    if (m->status == RUNNING)
        describe_local(m, i);
}

static void execute(Machine *m)
{
    const Instr *code = m->program->code.at;
    m->status = RUNNING;
    m->serial.runs = m->run.repeat.due = false;
    for (m->run.length = 0; m->status == RUNNING; m->run.length++) {
        hard_assert(m->pc < m->program->code.len && m->frames.len);
        const Instr *i = &code[m->pc++];
        machine_act(m, i);
        m->run.fresh = false;
        if (m->observes)
            describe_done(m, i);
        if (m->run.length >= LONG_ACTION && m->status == RUNNING)
            circle_check(m);
    }
    if (m->run.length >= LONG_WORK)
        m->long_work += m->run.length / STEP_LENGTH;
}

/* ---- outcomes ---- */

Outcome *outcomes_next(Outcomes *out)
{
    if (out->len == out->all.len)
        vec_resize(&out->all, out->len + 1);
    Outcome *o = &out->all.at[out->len++];
    o->choices.len = o->ends.len = o->forked.len = o->posted.len = o->touched.len = 0;
    o->events.len = o->accesses.len = 0;
    o->renames = false;
    o->message = NULL;
    o->alternatives = 0;
    o->note = 0;
    return o;
}

void outcomes_free(Outcomes *out)
{
    vec_each (Outcome, o, &out->all) {
        vec_free(&o->choices);
        vec_free(&o->ends);
        vec_free(&o->forked);
        vec_free(&o->posted);
        vec_free(&o->touched);
        vec_free(&o->events);
        vec_free(&o->accesses);
    }
    vec_free(&out->all);
    out->len = 0;
}

static OutcomeKind kind_of(Status status)
{
    switch (status) {
    case RUNNING:
    case STOPPED:
        return OUTCOME_STEP;
    case CHOOSING:
        return OUTCOME_CHOICE;
    case FINISHED:
        return OUTCOME_ENDED;
    case WAITING:
        return OUTCOME_BLOCKED;
    case RESTING:
        return OUTCOME_IDLE;
    case CUT_OFF:
    case GIVEN_UP:
        return OUTCOME_CUT;
    case FAILED:
        return OUTCOME_WRONG;
    }
    return OUTCOME_WRONG;
}

/* The thread's local store and stack after the step. */
static void intern_frames(Machine *m, Outcome *o)
{
    StackId stack = m->below;
    vec_last(&m->frames).pc = m->pc;
    for (size_t k = 0; k + 1 < m->frames.len; k++)
        stack = stack_push(m, frame_pack(m, &m->frames.at[k]), stack);
    o->l = frame_pack(m, &vec_last(&m->frames));
    o->s = stack;
}

static void copy_details(Machine *m, Outcome *o)
{
    for (size_t k = 0; k < m->choosing.choices.len; k++)
        vec_push(&o->choices, m->choosing.choices.at[k].taken |
                                  (m->choosing.choices.at[k].of_fork ? CHOICE_OF_FORK : 0));
    if (m->run.ends.len) {
        vec_resize(&o->ends, m->run.ends.len);
        memcpy(o->ends.at, m->run.ends.at, m->run.ends.len * sizeof *m->run.ends.at);
    }
    vec_each (Forked, forked, &m->result.forked)
        vec_push(&o->forked, *forked);
    vec_each (TaskId, task, &m->result.posted)
        vec_push(&o->posted, *task);
    o->taken = m->result.taken;
    vec_each (Touch, touch, &m->result.touched)
        if (touch->object < m->store.view.len &&
            !private_has(m, touch->object)) /* others know it */
            vec_push(&o->touched, *touch);
    vec_each (Event, event, &m->result.events)
        vec_push(&o->events, *event);
    vec_each (MemoryAccess, access, &m->result.accesses)
        vec_push(&o->accesses, *access);
}

static void record_outcome(Machine *m, Outcome *o)
{
    hard_assert(m->status != RUNNING && !m->ask);
    o->kind = kind_of(m->status);
    o->pc = m->pc;
    o->l = (LocalId){0};
    o->s = (StackId){0};
    o->g = (GlobalId){m->store.view.root};
    copy_details(m, o);
    if (o->kind == OUTCOME_STEP || o->kind == OUTCOME_CHOICE)
        intern_frames(m, o);
    if (outcome_has_successor(o)) {
        store_find_changes(m);
        recall_note_changes(m);
        o->g = store_intern_changes(m);
    }
    if (outcome_has_successor(o) && check_is_due(m->steps_run))
        check_store(m, o->g);
    if (m->options.anonymous)
        o->held =
            outcome_has_successor(o) && o->kind != OUTCOME_ENDED ? private_intern(m) : (HeldId){0};
    o->alternatives = m->choosing.alternatives;
    o->commit = m->result.commit;
    o->split = m->result.split;
    o->shows = m->result.shows;
    o->open = m->result.open;
    o->awaits = m->result.awaits;
    o->dropped = m->result.dropped;
    if (m->watched.len)
        vec_push(&m->returned, m->result.returns);
    if (o->kind == OUTCOME_WRONG) {
        o->pc = run_shown_pc(m, m->pc - 1);
        o->error = m->result.error;
        o->message = m->result.message;
    }
}

static void begin_run(Machine *m)
{
    m->frames.len = 0;
    m->run.ends.len = 0;
    m->run.stop_next = m->run.at_point = m->masked = false;
    m->run.fresh = true;
    m->choosing.choice = 0;
    m->choosing.combinations = 1;
    m->result.pointers_changed = false;
    m->result.forked.len = m->result.posted.len = m->result.touched.len = m->result.events.len = 0;
    m->result.accesses.len = m->result.behind = 0;
    m->result.waits = m->result.shows = m->result.dropped = m->result.returns = m->result.open =
        false;
    m->exception = 0;
    m->result.taken = (TaskId){0};
    m->choosing.alternatives = m->result.commit = m->result.awaits = 0;
    m->result.split = (Split){0};
    m->steps_run++;
}

/* Whether the step may have changed the order in which a traversal meets the objects. */
static bool changes_heap(const Machine *m, LocalId l, StackId s, const Outcome *o)
{
    return m->result.pointers_changed || !o->l.ix || !frames_point_alike(m, l, s, o);
}

void run_start(Machine *m, LocalId l, StackId s)
{
    begin_run(m);
    if (m->options.anonymous)
        private_load(m, m->nameless.held_first);
    m->below = s;
    hard_assert(l.ix);
    frame_unpack(m, l);
    m->run.start = m->pc = vec_last(&m->frames).pc;
    begin_action(m, m->run.start);
    bool at_choice = machine_at_choice(m, l);
    m->run.stop_next =
        at_choice && !(m->watcher && m->watcher->note); /* that knows what was before */
    if (m->watcher)
        m->watcher->begin(m->watcher->self, at_choice);
    bool mid = m->watcher && m->watcher->mid;
    if (mid) {
        m->run.action = m->run.passed = m->watcher->resumes;
        m->run.left_action = m->watcher->frames < 0;
        m->run.action_depth = (ptrdiff_t)m->frames.len - m->watcher->frames;
    }
    if (!mid && !at_choice)
        memory_begin(m);
    Op op = m->program->code.at[m->pc].op;
    if (!mid && (op == OP_POINT || op == OP_YIELD))
        m->pc++;
}

/* One run from the start of the step, with the choices as they are. */
void run_once(Machine *m, LocalId l, StackId s)
{
    run_start(m, l, s);
    execute(m);
}

void machine_run(Machine *m, Tid t, GlobalId g, LocalId l, StackId s, const Watcher *watcher,
                 Outcomes *out)
{
    m->returned.len = 0;
    out->len = 0;
    store_load(m, g);
    m->tid = t;
    m->watcher = watcher;
    m->choosing.choices.len = 0;
    footprint_clear(m);
    do {
        run_once(m, l, s);
        while (m->status == GIVEN_UP &&
               m->run.ends.len) { /* again, to stop before the last action */
            size_t passed = m->run.ends.len;
            m->choosing.choices.len = vec_last(&m->run.ends);
            store_undo(m);
            run_once(m, l, s);
            assert(m->status != GIVEN_UP || m->run.ends.len < passed);
        }
        hard_assert(m->choosing.choice <= m->choosing.choices.len);
        m->choosing.choices.len =
            m->choosing.choice; /* the run may stop sooner now than the one before did */
        Outcome *o = outcomes_next(out);
        record_outcome(m, o);
        if (watcher && watcher->note)
            o->note = watcher->note(watcher->self, m->run.at_point);
        if (m->facts.has_heap && outcome_has_successor(o) && changes_heap(m, l, s, o)) {
            o->renames = !(m->naming.whole && state_is_canonical(m));
            m->recall.spoiled = true;
        }
        if (m->model && m->model->canonicalise)
            o->renames = true;
        store_undo(m);
    } while (next_choices(m));
    m->watcher = NULL;
    if (m->model && m->model->expect)
        foresee(m, out);
}

void machine_step(Machine *m, Tid t, GlobalId g, LocalId l, StackId s, Outcomes *out)
{
    machine_run(m, t, g, l, s, NULL, out);
}

void machine_step_token(Machine *m, GlobalId g, LocalId l, StackId s, HeldId held, Outcomes *out)
{
    m->nameless.held_first = held;
    machine_run(m, (Tid){0}, g, l, s, NULL, out);
}

int machine_action_frames(const Machine *m)
{
    return m->run.left_action ? -1 : (int)((ptrdiff_t)m->frames.len - m->run.action_depth);
}

uint32_t machine_actions_done(const Machine *m)
{
    return (uint32_t)m->run.ends.len;
}

bool machine_has_chosen(const Machine *m)
{
    return m->choosing.choice > 0;
}

uint64_t machine_combinations(const Machine *m)
{
    return m->choosing.combinations;
}

bool machine_passes_rounds(const Machine *m)
{
    return m->options.rounds;
}

bool machine_numbers_threads(const Machine *m)
{
    return m->options.number_threads;
}

bool machine_is_alone(Machine *m)
{
    each_entry (entry, m)
        if (entry->tid != m->tid.ix && !entry->joined)
            return false;
    return true;
}

Claim machine_claim(const Machine *m)
{
    uint32_t flags = vec_last(&m->frames).flags;
    if (!(flags & FRAME_CLAIM))
        return CLAIM_NONE;
    return flags & FRAME_COMMITTED ? CLAIM_COMMITTED
           : flags & FRAME_COMMITS ? CLAIM_COMMITS
                                   : CLAIM_OPEN;
}

void machine_commit(Machine *m)
{
    assert(machine_claim(m) == CLAIM_OPEN);
    vec_last(&m->frames).flags |= FRAME_COMMITS;
    m->result.commit = run_shown_pc(m, m->pc - 1);
}

void machine_split(Machine *m, uint32_t region)
{
    assert(machine_claim(m) == CLAIM_COMMITTED);
    vec_last(&m->frames).flags ^= FRAME_COMMITTED;
    if (!m->result.split.pc)
        m->result.split = (Split){m->pc - 1, run_shown_pc(m, m->pc - 1), region,
                                  (uint32_t)m->run.ends.len, (uint32_t)m->choosing.choice};
}

Tid machine_running(const Machine *m)
{
    return m->tid;
}

Reason machine_reason(const Machine *m, const char *text, uint32_t pc)
{
    return program_reason(m->program, text, pc);
}

const Reason *machine_doubt(const Machine *m)
{
    return m->doubts.reason.text ? &m->doubts.reason : NULL;
}

/* ---- the beginning ---- */

static GlobalId empty_store(Machine *m)
{
    VEC(uint32_t) leaves = {0};
    assert(m->program->globals.len && m->facts.is_small.len == m->program->globals.len);
    vec_push(&leaves, records_add(&m->tables.objects, NULL, 0));
    for (uint32_t k = 1; k < m->program->globals.len; k++) {
        uint32_t layout = m->program->globals.at[k].layout;
        uint32_t size = program_global_size(m->program, &m->program->globals.at[k]);
        m->scratch.len = 0;
        vec_resize(&m->scratch, 1 + (size + 7) / 8);
        m->scratch.at[0] = layout | (uint64_t)size << 32;
        vec_push(&leaves, m->facts.is_small.at[k]
                              ? 0
                              : records_add(&m->tables.objects, m->scratch.at, m->scratch.len));
    }
    vec_resize(&leaves, leaves.len + private_reserved(m));
    GlobalId g = {tree_intern(&m->tables.globals, leaves.at, (uint32_t)leaves.len)};
    vec_free(&leaves);
    return g;
}

/* Runs the init procedure as one uninterrupted action of nobody. */
static void run_init(Machine *m)
{
    m->below = (StackId){0};
    m->tid = (Tid){UINT32_MAX - 1};
    m->choosing.choices.len = 0;
    m->status = FINISHED;
    if (m->program->init < 0)
        return;
    frame_push(m, (uint32_t)m->program->init, &m->program->lists.at[0], FRAME_ATOMIC | FRAME_GUARD);
    m->run.start = m->pc;
    execute(m);
}

void machine_initial(Machine *m, Outcomes *out)
{
    out->len = 0;
    begin_run(m);
    store_load(m, empty_store(m));
    run_init(m);
    if (m->status == FINISHED) {
        m->frames.len = 0;
        vec_each (Thread, thread, &m->program->threads)
            machine_spawn(m, thread->proc, frame_entry(m, thread->proc, &m->program->lists.at[0]),
                          (Tid){0}, false);
        m->status = STOPPED;
    }
    Outcome *o = outcomes_next(out);
    if (m->status == STOPPED)
        m->status = FINISHED; /* no thread ran: there is no local store to keep */
    record_outcome(m, o);
    if (o->kind == OUTCOME_ENDED)
        o->kind = OUTCOME_STEP;
    store_undo(m);
}

uint32_t machine_local_pc(Machine *m, LocalId l)
{
    return (uint32_t)records_get(&m->tables.locals, l.ix)[0];
}

const char *machine_claimed_proc(Machine *m, LocalId l, StackId s)
{
    const char *name = NULL;
    for (;;) {
        const Proc *proc = &m->program->procs.at[m->facts.proc_of.at[machine_local_pc(m, l)]];
        name = proc->atomic ? proc->name : name;
        if (!s.ix)
            return name;
        l = (LocalId){pairs_left(&m->tables.stacks, s.ix)};
        s = (StackId){pairs_right(&m->tables.stacks, s.ix)};
    }
}

bool machine_is_throwing(Machine *m, LocalId l)
{
    return m->program->code.at[machine_local_pc(m, l)].op == OP_THROW;
}

bool machine_at_choice(Machine *m, LocalId l)
{
    Op op = m->program->code.at[machine_local_pc(m, l)].op;
    return op == OP_CHOOSE || op == OP_SELECT || op == OP_TAKE;
}

uint64_t machine_work(const Machine *m)
{
    return m->steps_run + m->long_work;
}

void machine_stats(const Machine *m, Stats *stats)
{
    stats->steps_run = m->steps_run;
    stats->weak_pairs = m->doubts.weak_pair;
    stats->failed_tries = m->doubts.failed_try;
    stats->global_stores = tree_count(&m->tables.globals, m->store.view.height);
    stats->local_stores = records_count(&m->tables.locals);
    stats->stacks = m->tables.stacks.at.len ? m->tables.stacks.at.len - 1 : 0;
    stats->objects = records_count(&m->tables.objects);
    stats->tree_nodes += tree_nodes(&m->tables.globals);
    stats->shared_bytes += tree_bytes(&m->tables.globals) + records_bytes(&m->tables.objects) +
                           records_bytes(&m->tables.locals) + pairs_bytes(&m->tables.stacks) +
                           recall_bytes(m);
    stats->steps_recalled = m->recall.found;
}
