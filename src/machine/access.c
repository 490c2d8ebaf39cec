/* access.c -- access predicates: pure procedures that say who may touch a region.
 *
 * They are tested on each access to data while there is a second thread, but for objects that no
 * other thread can reach yet.  What the test of the running thread reads is read by the action: the
 * watcher hears of it.  A predicate is also evaluated for other threads, to find out whether the
 * running thread has exclusive access; then nothing happens but questions. */
#include "flow/live.h"
#include "machine/internal.h"

enum { MOST_QUESTIONS = 4 }; /* to locks that may or may not be held */
enum { LONGEST = 1 << 16 };  /* evaluation */
#define NO_THREAD UINT32_MAX /* the value of a thread that does not exist yet */

/* What a predicate is asked about. */
typedef struct Subject {
    uint64_t object; /* a pointer */
    uint64_t index;  /* of the element */
    bool has_index;
} Subject;

/* In raw memory: the struct that has the member, the element of what is annotated. */
static Subject raw_subject(const Program *program, const Layout *layout, const Access *access,
                           const Touch *touch)
{
    uint32_t offset = (uint32_t)touch->offset, inner = offset % layout->size, base = 0;
    if (access->member)
        vec_each (Field, field, &layout->fields)
            if (inner >= field->offset &&
                inner - field->offset < program_field_size(program, field))
                base = offset - inner + field->owner;
    Subject s = {.object = pointer_make(touch->object, (int32_t)base)};
    s.has_index = access->step != 0;
    s.index = s.has_index ? (offset - base - access->start) / access->step : 0;
    return s;
}

static Subject subject_of(Machine *m, const Access *access, const Touch *touch)
{
    const Slot *slot = store_object(m, touch->object);
    const Layout *layout = &m->program->layouts.at[slot->layout];
    if (layout->kind == LAYOUT_RAW)
        return raw_subject(m->program, layout, access, touch);
    Subject s = {.object = pointer_make(touch->object, 0)};
    s.has_index = layout->kind == LAYOUT_ARRAY && layout->size;
    s.index = s.has_index ? (uint64_t)touch->offset / layout->size : 0;
    return s;
}

bool access_evaluate(Machine *m, Ask *ask, uint32_t pc, uint32_t caller_pc, uint64_t *results)
{
    size_t depth = m->frames.len - 1;
    Ask *outer = m->ask;
    hard_assert(depth >= 1); /* the predicate, and who asks */
    bool value = false;
    m->ask = ask;
    for (int steps = 0; m->status == RUNNING; steps++) {
        const Instr *i = &m->program->code.at[m->pc++];
        if (i->op == OP_RETURN && m->frames.len == depth + 1) {
            const List *list = &m->program->lists.at[i->list];
            for (uint32_t k = 0; results && k < list->len; k++)
                results[k] = get(m, list->at[k]);
            value = mask_decides(m, list->at[0]) && get(m, list->at[0]);
            break;
        }
        serial_act(m, i);
        if (steps > LONGEST && m->status == RUNNING)
            run_fail(m, ERR_INTERNAL_LIMIT,
                     "a predicate takes more than %d instructions: write a shorter one", LONGEST);
    }
    m->ask = outer;
    m->frames.len = depth;
    Frame *caller = &vec_last(&m->frames);
    caller->pc = caller_pc;
    m->regs = m->registers.at + caller->base;
    m->pc = pc;
    return value && m->status == RUNNING;
}

static bool evaluate(Machine *m, Ask *ask, uint32_t pc, uint32_t caller_pc)
{
    return access_evaluate(m, ask, pc, caller_pc, NULL);
}

static bool evaluate_access(Machine *m, Ask *ask, uint32_t proc, uint64_t thread,
                            const Subject *subject)
{
    uint32_t pc = m->pc, caller_pc = vec_last(&m->frames).pc;
    frame_push(m, proc, &m->program->lists.at[0], FRAME_ATOMIC | FRAME_GUARD);
    m->regs[0] = thread;
    m->regs[1] = subject->object;
    m->regs[2] = subject->index;
    return evaluate(m, ask, pc, caller_pc);
}

/* What is claimed here: a pure procedure, asked with the operands. */
void do_CLAIM(Machine *m, const Instr *i)
{
    uint32_t pc = m->pc, caller_pc = vec_last(&m->frames).pc;
    Ask ask = {.values = ""};
    frame_push(m, i->other, &m->program->lists.at[i->list], FRAME_ATOMIC | FRAME_GUARD);
    if (evaluate(m, &ask, pc, caller_pc) || m->status != RUNNING)
        return;
    run_fail(m, ERR_CLAIM, "this does not hold: %s%s", m->program->strings.at[i->target],
             ask.values);
}

/* Asks about one value after the other, until the answer is no. */
void do_FORALL(Machine *m, const Instr *i)
{
    int64_t low = (int64_t)get(m, i->a), high = (int64_t)get(m, i->b);
    uint32_t last = m->program->procs.at[i->other].params - 1;
    bool all = true;
    if (high >= low && high - low > LONGEST) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "a quantifier ranges over more than %d values: give it fewer", LONGEST);
        return;
    }
    for (int64_t value = low; value <= high && all; value++) {
        uint32_t pc = m->pc, caller_pc = vec_last(&m->frames).pc;
        frame_push(m, i->other, &m->program->lists.at[i->list], FRAME_ATOMIC | FRAME_GUARD);
        m->regs[last] = (uint64_t)value;
        all = evaluate(m, m->ask, pc, caller_pc);
    }
    if (m->status == RUNNING)
        m->regs[i->dst] = all;
}

/* Asks about the object at this address. */
static bool ask_each(Machine *m, const Instr *i, uint64_t pointer)
{
    uint32_t pc = m->pc, caller_pc = vec_last(&m->frames).pc;
    frame_push(m, i->other, &m->program->lists.at[i->list], FRAME_ATOMIC | FRAME_GUARD);
    m->regs[m->program->procs.at[i->other].params - 1] = pointer;
    return evaluate(m, m->ask, pc, caller_pc);
}

/* ... about one object after the other; in C about each element of arrays, and variables, too. */
void do_EACH(Machine *m, const Instr *i)
{
    const Layout *layout = &m->program->layouts.at[i->offset];
    bool raw = layout->kind == LAYOUT_RAW, all = true, sure = true;
    for (uint32_t object = raw ? 1 : (uint32_t)m->program->globals.len;
         object < m->store.slots.len && all; object++) {
        const Slot *slot = store_object(m, object);
        if (!slot || (i->flags & FLAG_OLD && serial_is_new(m, object)))
            continue;
        sure = sure && !raw_is_untyped(&m->program->layouts.at[slot->layout]);
        if (slot->layout != (uint32_t)i->offset)
            continue;
        uint32_t count = raw ? slot->size / layout->size : 1;
        for (uint32_t k = 0; k < count && all; k++)
            all = ask_each(m, i, pointer_make(object, (int32_t)(k * layout->size)));
    }
    if (m->status == RUNNING && all && !sure)
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "a quantifier asks for all objects of a type, and there is memory whose type is "
                 "not known");
    else if (m->status == RUNNING)
        m->regs[i->dst] = all;
}

bool access_touch(Machine *m, Touch touch)
{
    Ask *ask = m->ask;
    touch.test = true;
    if (!ask->steady)
        return run_watch(m, &touch);
    ask->unsure = !ask->steady(ask->self, &touch);
    if (ask->unsure && touch.kind != TOUCH_LOOK)
        m->status = CUT_OFF;
    return m->status == RUNNING;
}

bool access_held(Machine *m, const Instr *i, bool held)
{
    Ask *ask = m->ask;
    if (ask->steady && ask->unsure) {
        ask->unsure = false;
        return ask->answers >> ask->asked++ & 1;
    }
    if (!ask->steady && m->options.record)
        describe_holders(m, i);
    return held;
}

static const Access *access_of(const Machine *m, uint32_t region)
{
    return region && m->facts.access_of.at[region]
               ? &m->program->accesses.at[m->facts.access_of.at[region] - 1]
               : NULL;
}

/* ---- the running thread ---- */

/* Of `readable_if A; writable_if B` the part that was asked; the whole if it is one. */
static const char *part_of(Machine *m, const char *text, bool write)
{
    const char *at = strstr(text, write ? "writable_if" : "readable_if");
    const char *end = at ? strstr(at, "; ") : NULL;
    if (!end)
        return at ? at : text;
    return arena_print(&m->arena, "%.*s", (int)(end - at), at);
}

static const char *explain(Machine *m, const Access *access, const Touch *touch,
                           const Subject *subject, const Ask *ask)
{
    const char *index = "";
    if (subject->has_index)
        index = arena_print(&m->arena, ", index = %llu", (unsigned long long)subject->index);
    return arena_print(
        &m->arena, "%s is %s against its predicate: %s does not hold: tid = thread %s%s%s",
        m->program->regions.at[touch->region].name, touch->write ? "written" : "read",
        part_of(m, access->text, touch->write), machine_thread_name(m, m->tid), index, ask->values);
}

bool access_check_wait(Machine *m)
{
    assert(m->run.late);
    run_fail(m, ERR_ACCESS, "%s", m->run.late);
    return false;
}

bool access_check(Machine *m, const Touch *touch)
{
    const Access *access = access_of(m, touch->region);
    if (!access || !store_thread(m, m->tid.ix) || machine_is_alone(m) ||
        machine_owner(m, touch->object) == m->tid.ix + 1)
        return true;
    int32_t proc = touch->write ? access->write : access->read;
    Ask ask = {.values = ""};
    Subject subject = subject_of(m, access, touch);
    if (proc < 0 || evaluate_access(m, &ask, (uint32_t)proc, (uint64_t)m->tid.ix + 1, &subject))
        return true;
    if (m->status != RUNNING)
        return false;
    const char *text = m->options.record ? explain(m, access, touch, &subject, &ask) : access->text;
    /* `when P do S` touches what P reads only if P holds: as long as a thread waits it has read
     * nothing.  So what the guard of a wait reads is judged when the wait goes on. */
    if (!touch->write && flow_wait(m->program, m->pc - 1)) {
        m->run.late = m->run.late ? m->run.late : text;
        return true;
    }
    run_fail(m, ERR_ACCESS, "%s", text);
    return false;
}

/* ---- other threads ---- */

/* The last answer that was no becomes yes, and those behind it are open again; false: there was
 * none. */
static bool next_answers(Ask *ask)
{
    uint32_t k = ask->asked;
    while (k && ask->answers >> (k - 1) & 1)
        k--;
    if (!k)
        return false;
    ask->answers = (ask->answers & ((1u << (k - 1)) - 1)) | 1u << (k - 1);
    return true;
}

/* Whatever the locks say that may or may not be held, the predicate is false of the thread. */
static bool forbids(Machine *m, Ask *ask, int32_t proc, uint64_t thread, const Subject *subject)
{
    if (proc < 0)
        return false;
    ask->answers = 0;
    do {
        ask->asked = 0;
        bool allowed = evaluate_access(m, ask, (uint32_t)proc, thread, subject);
        bool known = m->status == RUNNING && ask->asked <= MOST_QUESTIONS;
        m->status = RUNNING;
        if (allowed || !known)
            return false;
    } while (next_answers(ask));
    return true;
}

static bool forbids_conflict(Machine *m, Ask *ask, const Access *access, uint64_t thread,
                             const Touch *touch)
{
    Subject subject = subject_of(m, access, touch);
    return forbids(m, ask, access->write, thread, &subject) &&
           (!touch->write || forbids(m, ask, access->read, thread, &subject));
}

bool machine_is_exclusive(Machine *m, const Touch *touch, Steady *steady, void *self)
{
    const Access *access = access_of(m, touch->region);
    Ask ask = {.steady = steady, .self = self};
    if (!access || !forbids_conflict(m, &ask, access, NO_THREAD, touch))
        return false;
    each_entry (other, m)
        if (other->tid != m->tid.ix &&
            !forbids_conflict(m, &ask, access, (uint64_t)other->tid + 1, touch))
            return false;
    return true;
}
