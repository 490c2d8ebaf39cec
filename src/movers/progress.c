/* progress.c -- see progress.h. */
#include "movers/progress.h"

enum { FLAG_BITS = 16, PC_BITS = 24, PC_MASK = (1 << PC_BITS) - 1 };

uint64_t progress_pack(Progress p)
{
    assert(p.begin <= PC_MASK && p.action <= PC_MASK);
    hard_assert(p.frames >= -1 && p.frames <= FRAMES_UNKNOWN);
    hard_assert(p.mid || (!p.begin && !p.action));
    uint64_t flags = (uint64_t)p.alone | p.both << 1 | p.committed << 2 | p.right << 3 |
                     p.left << 4 | p.joins << 5 | p.mid << 6 | p.inside << 7 | p.gave_up << 8 |
                     p.called << 9 | p.stops << 10 | (uint64_t)(p.frames + 1) << 11;
    return flags | (uint64_t)p.begin << FLAG_BITS | (uint64_t)p.action << (FLAG_BITS + PC_BITS);
}

Progress progress_unpack(uint64_t packed)
{
    return (Progress){
        .alone = packed & 1,
        .both = packed >> 1 & 1,
        .committed = packed >> 2 & 1,
        .right = packed >> 3 & 1,
        .left = packed >> 4 & 1,
        .joins = packed >> 5 & 1,
        .mid = packed >> 6 & 1,
        .inside = packed >> 7 & 1,
        .gave_up = packed >> 8 & 1,
        .called = packed >> 9 & 1,
        .stops = packed >> 10 & 1,
        .frames = (int8_t)((packed >> 11 & 15) - 1),
        .begin = (uint32_t)(packed >> FLAG_BITS) & PC_MASK,
        .action = (uint32_t)(packed >> (FLAG_BITS + PC_BITS)),
    };
}

Progress progress_start(const Movers *v, bool alone)
{
    return (Progress){.alone = alone, .both = v->waits_first, .right = true, .left = true};
}

/* A thread that is alone need not stop for anybody; but what it does next may start another one. */
bool progress_yields(const Movers *v, Progress p, uint32_t pc)
{
    return v->firsts.at[pc] || (!p.alone && (p.stops || (p.committed && v->yields.at[pc]) ||
                                             (v->waits_first && v->may_wait.at[pc] && !p.both)));
}

/* ---- callbacks of the machine ---- */

static void on_begin(void *self, bool at_choice)
{
    Parts *parts = self;
    Movers *v = parts->v;
    const Progress *from = &parts->from;
    (void)at_choice;
    assert(!from->both || !from->committed);
    v->alone = from->alone;
    v->both = from->both;
    v->committed = from->committed;
    v->right = from->right;
    v->left = from->left;
    v->joins = from->joins;
    v->begin = from->begin;
    parts->passed = parts->folded = parts->pushed = parts->gave_up = false;
}

/* The action is given up.  If it is the first one of the part, the part has no end. */
static bool give_up(Parts *parts)
{
    if (parts->passed)
        return false;
    parts->gave_up = true;
    if (parts->from.mid) {
        parts_stop_at(parts, parts->v->begin);
        parts->again = true;
    }
    return false;
}

static void note_split(Parts *parts, const Touch *touch)
{
    vec_each (Touch, known, &parts->splits)
        if (known->pc == touch->pc && known->region == touch->region)
            return;
    vec_push(&parts->splits, *touch);
}

static bool on_touch(void *self, const Touch *touch)
{
    Parts *parts = self;
    Movers *v = parts->v;
    bool right = v->right, left = v->left;
    bool done = movers_watcher(v).touch(v, touch);
    if (v->alone) { /* whatever it is, nobody is there for whom it matters */
        v->right = right;
        v->left = left;
        return true;
    }
    if (!done)
        note_split(parts, touch);
    return done || give_up(parts);
}

static Progress now(const Movers *v)
{
    return (Progress){.alone = v->alone, .both = v->both, .committed = v->committed};
}

/* An action has ended.  Once the thread is alone, nobody can see what it committed before. */
static void fold(Movers *v, uint32_t pc)
{
    movers_watcher(v).point(v, pc);
    v->both = v->both && v->waits_first;
    v->committed = v->committed && !v->alone;
}

static bool on_point(void *self, uint32_t pc)
{
    Parts *parts = self;
    Movers *v = parts->v;
    fold(v, pc);
    v->begin = pc;
    parts->passed = true;
    parts->folded = parts->pushed || machine_has_chosen(v->m) || progress_yields(v, now(v), pc);
    return parts->folded;
}

static bool on_stuck(void *self, uint32_t pc)
{
    Parts *parts = self;
    Movers *v = parts->v;
    (void)pc; /* where the machine resumed it */
    return v->alone || movers_watcher(v).stuck(v, v->begin) || give_up(parts);
}

static bool on_waits(void *self)
{
    const Movers *v = ((Parts *)self)->v;
    return v->both || v->alone;
}

static bool on_circle(void *self)
{
    return ((Parts *)self)->v->committed;
}

static bool on_still(void *self, const Touch *touch)
{
    Movers *v = ((Parts *)self)->v;
    return movers_watcher(v).still(v, touch);
}

static void on_make(void *self, uint32_t layout)
{
    Movers *v = ((Parts *)self)->v;
    movers_watcher(v).make(v, layout);
}

static void on_first(void *self, uint32_t pc)
{
    (void)self;
    (void)pc;
}

/* Procedures of a library are run as a part of their callers. */
static bool on_call(void *self, uint32_t entry, bool atomic)
{
    Parts *parts = self;
    const Program *program = parts->v->program;
    Op op = program->code.at[entry].op;
    if (program->procs.at[program_proc_at(program, entry)].library)
        return false;
    parts->pushed = true;
    return atomic || (op != OP_POINT && op != OP_YIELD);
}

/* An action that began below the frames that are known goes on so, whatever it returns from. */
static int8_t count_frames(const Parts *parts)
{
    if (parts->from.mid && parts->from.frames == FRAMES_UNKNOWN && !parts->passed)
        return FRAMES_UNKNOWN;
    int frames = machine_action_frames(parts->v->m);
    return (int8_t)(frames > FRAMES_UNKNOWN ? FRAMES_UNKNOWN : frames);
}

static uint64_t on_note(void *self, bool at_point)
{
    Parts *parts = self;
    Movers *v = parts->v;
    bool cut = at_point && !parts->folded; /* by the machine, because it runs for long */
    if (cut)
        fold(v, 0);
    Progress p = now(v);
    p.stops = cut;
    p.both = v->both && v->waits_first && !machine_has_chosen(v->m);
    p.gave_up = parts->gave_up;
    p.called = parts->pushed;
    p.right = p.left = true;
    p.inside = parts->passed || parts->from.inside || at_point;
    if (!at_point) {
        p.mid = true;
        p.right = v->right;
        p.left = v->left;
        p.joins = v->joins;
        p.frames = count_frames(parts);
        p.begin = v->begin;
        p.action = parts->passed ? v->begin : parts->start;
    }
    return progress_pack(p);
}

/* ---- parts ---- */

void parts_begin(Parts *parts, Movers *v)
{
    *parts = (Parts){.v = v};
    vec_resize(&parts->yields, v->program->code.len);
}

void parts_start(Parts *parts)
{
    parts->again = false;
    parts->splits.len = 0;
    for (size_t k = 0; k < parts->yields.len; k++)
        parts->v->yields.at[k] |= parts->yields.at[k];
}

bool parts_stop_at(Parts *parts, uint32_t pc)
{
    assert(pc && pc < parts->yields.len);
    bool is_new = !parts->yields.at[pc];
    parts->yields.at[pc] = parts->v->yields.at[pc] = true;
    return is_new;
}

void parts_end(Parts *parts)
{
    vec_free(&parts->yields);
    vec_free(&parts->splits);
}

void parts_run(Parts *parts, Tid t, GlobalId g, LocalId l, StackId s, Progress from, bool bounded,
               Outcomes *out)
{
    Machine *m = parts->v->m;
    uint32_t pc = machine_local_pc(m, l);
    assert(!from.gave_up && (!from.mid || from.action));
    if (from.inside && !from.mid)
        from.begin = pc;
    parts->from = from;
    parts->start = from.mid && !machine_at_choice(m, l) ? from.action : pc;
    parts->v->start = parts->start;
    parts->watcher = (Watcher){.self = parts,
                               .begin = on_begin,
                               .touch = on_touch,
                               .point = on_point,
                               .stuck = on_stuck,
                               .waits = on_waits,
                               .first = on_first,
                               .circle = on_circle,
                               .still = on_still,
                               .make = on_make,
                               .call = on_call,
                               .note = on_note,
                               .bounded = bounded,
                               .inside = from.inside,
                               .mid = from.mid,
                               .resumes = parts->start,
                               .frames = from.frames};
    machine_run(m, t, g, l, s, &parts->watcher, out);
}
