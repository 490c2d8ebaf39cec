/* frame.c -- local stores and stacks: packed as records, unpacked as frames. */
#include "machine/internal.h"

enum { FLAGS_SHIFT = 32 }; /* in a local store's first word, above the program counter */

/* Room for the registers of a frame on top of the others; they are zero. */
static uint32_t make_room(Machine *m, uint32_t proc)
{
    uint32_t base = 0;
    if (m->frames.len) {
        const Frame *top = &vec_last(&m->frames);
        base = top->base + (uint32_t)m->program->procs.at[top->proc].registers.len;
    }
    size_t registers = m->program->procs.at[proc].registers.len;
    vec_reserve(&m->registers, base + registers + 1);
    memset(m->registers.at + base, 0, registers * sizeof *m->registers.at);
    if (m->masked)
        mask_room(m, base, registers);
    return base;
}

static void enter(Machine *m, Frame frame)
{
    const Proc *proc = &m->program->procs.at[frame.proc];
    hard_assert(frame.pc >= proc->begin && frame.pc < proc->end);
    hard_assert(!(frame.flags & FRAME_MASKED));
    vec_push(&m->frames, frame);
    m->regs = m->registers.at + frame.base;
}

void frame_unpack(Machine *m, LocalId l)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    uint32_t pc = (uint32_t)record[0];
    uint32_t proc = m->facts.proc_of.at[pc];
    Frame frame = {proc, pc, make_room(m, proc), (uint32_t)(record[0] >> FLAGS_SHIFT)};
    const Keep *keep = keep_at(m, pc);
    uint64_t *registers = m->registers.at + frame.base;
    for (uint32_t i = 0; i < keep->len; i++)
        registers[KEPT_REGISTER(m->facts.kept.at[keep->first + i])] = record[1 + i];
    bool masked = frame.flags & FRAME_MASKED;
    hard_assert(m->facts.keep_of.at[pc]);
    hard_assert(records_len(&m->tables.locals, l.ix) == 1 + (masked ? 2 : 1) * keep->len);
    frame.flags &= ~(uint32_t)FRAME_MASKED;
    enter(m, frame);
    if (!masked)
        return;
    mask_begin(m);
    for (uint32_t i = 0; i < keep->len; i++)
        m->masks.at[frame.base + KEPT_REGISTER(m->facts.kept.at[keep->first + i])] =
            record[1 + keep->len + i];
}

/* Behind the registers come their masks, if there are any; returns the number of words. */
static uint32_t pack_masks(Machine *m, const Frame *frame, const Keep *keep)
{
    uint64_t any = 0, *record = m->scratch.at;
    hard_assert(m->masked);
    for (uint32_t i = 0; i < keep->len; i++) {
        uint64_t mask = m->masks.at[frame->base + KEPT_REGISTER(m->facts.kept.at[keep->first + i])];
        any |= mask;
        record[1 + keep->len + i] = mask;
    }
    if (any)
        record[0] |= (uint64_t)FRAME_MASKED << FLAGS_SHIFT;
    return any ? 2 * keep->len : keep->len;
}

LocalId frame_pack(Machine *m, const Frame *frame)
{
    const Keep *keep = keep_at(m, frame->pc);
    const uint64_t *registers = m->registers.at + frame->base;
    hard_assert(m->facts.keep_of.at[frame->pc] && !(frame->flags & FRAME_MASKED));
    vec_reserve(&m->scratch, 2 * keep->len + 1);
    uint64_t *record = m->scratch.at;
    record[0] = frame->pc | (uint64_t)frame->flags << FLAGS_SHIFT;
    for (uint32_t i = 0; i < keep->len; i++)
        record[1 + i] = registers[KEPT_REGISTER(m->facts.kept.at[keep->first + i])];
    uint32_t len = m->masked ? pack_masks(m, frame, keep) : keep->len;
    uint32_t count = records_count(&m->tables.locals);
    LocalId l = {records_add(&m->tables.locals, record, len + 1)};
    if (l.ix > count && check_is_due(l.ix))
        check_locals(m);
    return l;
}

void frame_push(Machine *m, uint32_t proc, const List *args, uint32_t flags)
{
    Frame frame = {proc, m->program->procs.at[proc].begin, make_room(m, proc), flags};
    /* The room may have moved the registers: the caller's are found through its frame. */
    m->regs = m->registers.at + (m->frames.len ? vec_last(&m->frames).base : 0);
    uint32_t params = m->program->procs.at[proc].params;
    for (uint32_t i = 0; i < args->len && i < params; i++)
        m->registers.at[frame.base + i] = get(m, args->at[i]);
    if (m->masked)
        mask_pass(m, frame.base, args, params);
    enter(m, frame);
    m->pc = frame.pc;
}

uint32_t frame_claim(const Machine *m, uint32_t proc)
{
    return m->options.claims && m->program->procs.at[proc].atomic ? FRAME_CLAIM : 0;
}

bool frame_pop(Machine *m)
{
    hard_assert(m->frames.len);
    uint32_t phase = vec_pop(&m->frames).flags & FRAME_PHASE;
    m->run.left_action |= (ptrdiff_t)m->frames.len < m->run.action_depth;
    if (!m->frames.len) {
        if (!m->below.ix)
            return false;
        m->run.action_depth++;
        uint32_t stack = m->below.ix;
        m->below = (StackId){pairs_right(&m->tables.stacks, stack)};
        frame_unpack(m, (LocalId){pairs_left(&m->tables.stacks, stack)});
    }
    Frame *top = &vec_last(&m->frames);
    hard_assert(!(top->flags & FRAME_PHASE)); /* kept on top only */
    if (top->flags & FRAME_CLAIM)
        top->flags |= phase;
    m->regs = m->registers.at + top->base;
    m->pc = top->pc;
    return true;
}

LocalId frame_entry(Machine *m, uint32_t proc, const List *args)
{
    uint32_t pc = m->pc;
    frame_push(m, proc, args, frame_claim(m, proc));
    LocalId l = frame_pack(m, &vec_last(&m->frames));
    (void)vec_pop(&m->frames);
    if (m->frames.len)
        m->regs = m->registers.at + vec_last(&m->frames).base;
    m->pc = pc;
    return l;
}

StackId stack_push(Machine *m, LocalId frame, StackId stack)
{
    bool is_new;
    if (!m->tables.stacks.at.len)
        pairs_add(&m->tables.stacks, 0, 0, &is_new); /* stack 0: the empty one */
    StackId pushed = {pairs_add(&m->tables.stacks, frame.ix, stack.ix, &is_new)};
    hard_assert(frame.ix && pushed.ix > stack.ix); /* what lies below is older */
    return pushed;
}

/* The pointers that a traversal meets in frames, from the top down; it does not follow those to globals. */
typedef struct FrameWalk {
    LocalId l;
    StackId s, end; /* frames from here on are not looked at */
    uint32_t at;
} FrameWalk;

/* The object that the next one leads to; 0: there is none. */
static uint32_t next_object(const Machine *m, FrameWalk *walk)
{
    for (;;) {
        const uint64_t *words = records_get(&m->tables.locals, walk->l.ix);
        const Keep *keep = keep_at(m, (uint32_t)words[0]);
        while (walk->at < keep->len) {
            bool is_pointer = m->facts.kept.at[keep->first + walk->at] & (uint32_t)KEPT_POINTER;
            uint32_t object = (uint32_t)(words[1 + walk->at++] >> 32);
            if (is_pointer && object && object >= m->program->globals.len)
                return object;
        }
        if (walk->s.ix == walk->end.ix)
            return 0;
        walk->l.ix = pairs_left(&m->tables.stacks, walk->s.ix);
        walk->s.ix = pairs_right(&m->tables.stacks, walk->s.ix);
        walk->at = 0;
    }
}

static StackId below(const Machine *m, StackId s)
{
    return (StackId){s.ix ? pairs_right(&m->tables.stacks, s.ix) : 0};
}

/* At most one was called, or has returned. */
bool frames_point_alike(const Machine *m, LocalId l, StackId s, const Outcome *o)
{
    bool called = o->s.ix != s.ix && o->s.ix && below(m, o->s).ix == s.ix;
    bool returned = o->s.ix != s.ix && s.ix && below(m, s).ix == o->s.ix;
    if (o->s.ix != s.ix && !called && !returned)
        return false;
    StackId end = returned ? o->s : s;
    FrameWalk before = {l, s, end, 0}, after = {o->l, o->s, end, 0};
    uint32_t object;
    while ((object = next_object(m, &before)) == next_object(m, &after))
        if (!object)
            return true;
    return false;
}
