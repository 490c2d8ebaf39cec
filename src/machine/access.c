/* access.c -- access predicates: pure procedures that say who may touch a region.
 *
 * They are tested on each access to data while there is a second thread, but for objects that no
 * other thread can reach yet. */
#include "machine/internal.h"

/* The element that an offset falls into, for a predicate about an array. */
static uint64_t index_at(Machine *m, const Touch *touch)
{
    const Slot *slot = store_object(m, touch->object);
    const Layout *layout = &m->program->layouts.at[slot->layout];
    return layout->kind == LAYOUT_ARRAY && layout->size ? (uint64_t)touch->offset / layout->size
                                                        : 0;
}

/* Runs the pure procedure in the frame on top, which was pushed on the caller's, on the stores as
 * they are, and takes the frame off.  False also if it failed: see m->status. */
static bool evaluate(Machine *m, uint32_t pc, uint32_t caller_pc)
{
    size_t depth = m->frames.len - 1;
    bool value = false;
    m->evaluating = true;
    while (m->status == RUNNING) {
        const Instr *i = &m->program->code.at[m->pc++];
        if (i->op == OP_RETURN && m->frames.len == depth + 1) {
            value = get(m, m->program->lists.at[i->list].at[0]);
            break;
        }
        machine_act(m, i);
    }
    m->evaluating = false;
    m->frames.len = depth;
    Frame *caller = &vec_last(&m->frames);
    caller->pc = caller_pc;
    m->regs = m->registers.at + caller->base;
    m->pc = pc;
    return value && m->status == RUNNING;
}

static bool evaluate_access(Machine *m, uint32_t proc, uint64_t tid, uint64_t object,
                            uint64_t index)
{
    uint32_t pc = m->pc, caller_pc = vec_last(&m->frames).pc;
    frame_push(m, proc, &m->program->lists.at[0], FRAME_ATOMIC | FRAME_GUARD);
    m->regs[0] = tid;
    m->regs[1] = object;
    m->regs[2] = index;
    return evaluate(m, pc, caller_pc);
}

/* What is claimed here: a pure procedure, asked with the operands. */
void do_CLAIM(Machine *m, const Instr *i)
{
    uint32_t pc = m->pc, caller_pc = vec_last(&m->frames).pc;
    frame_push(m, i->other, &m->program->lists.at[i->list], FRAME_ATOMIC | FRAME_GUARD);
    if (!evaluate(m, pc, caller_pc) && m->status == RUNNING)
        run_fail(m, ERR_CLAIM, "this does not hold: %s", m->program->strings.at[i->target]);
}

static const Access *access_of(const Machine *m, uint32_t region)
{
    return region && m->access_of.at[region] ? &m->program->accesses.at[m->access_of.at[region] - 1]
                                             : NULL;
}

/* What the predicate says about the running thread. */
static bool allows(Machine *m, const Access *access, const Touch *touch)
{
    int32_t proc = touch->write ? access->write : access->read;
    return proc < 0 || evaluate_access(m, (uint32_t)proc, (uint64_t)m->tid.ix + 1,
                                       pointer_make(touch->object, 0), index_at(m, touch));
}

/* An access by the running thread; false, and the run has failed, if the predicate forbids it. */
bool access_check(Machine *m, const Touch *touch)
{
    const Access *access = access_of(m, touch->region);
    bool is_length = m->program->code.at[touch->pc].op == OP_LENGTH; /* touches no element */
    if (!access || m->evaluating || is_length || !store_thread(m, m->tid.ix) ||
        machine_is_alone(m) || machine_owner(m, touch->object) == m->tid.ix + 1)
        return true;
    if (allows(m, access, touch))
        return true;
    if (m->status == RUNNING)
        run_fail(m, ERR_ACCESS, "%s is %s against its predicate: %s",
                 m->program->regions.at[touch->region].name, touch->write ? "written" : "read",
                 access->text);
    return false;
}
