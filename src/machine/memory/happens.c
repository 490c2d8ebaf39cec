/* happens.c -- data races by happens-before.
 *
 * Of each byte that several threads may reach there are the trails of those accesses that not all
 * live threads know: the last plain write, and of each thread its last plain read, atomic read and
 * atomic write since.  Two conflicting accesses, not both atomic, race if the later one does not
 * know the earlier one.  The end of an object is a plain write, and so is its beginning: malloc may
 * change what it gives (C17 7.22.3), and nobody may access an object that has not begun.
 *
 * Where races are allowed scalars that race are relaxed atomic ones, with histories, and noted as
 * such.  What is left is what histories do not know: bytes that are copied or filled at once, and
 * where an object begins and ends.
 *
 * Nor is an access noted that nobody looks for, as of an atomic in memory that nobody accesses in a plain way.  Whether
 * somebody does is known when it happens, and then the search starts over, too.
 *
 * Nothing is noted of what keeps to a discipline, which is a proof of happens-before: who breaks it
 * makes the search start over.  What an owner does to memory that nobody else can reach yet is no
 * part of a discipline: others may get there later, and must know of it. */
#include "machine/memory/weak.h"

enum { MOST_TRAILS = 60000 };

/* ---- the program ---- */

static uint32_t global_of(const Program *p, Ref ref)
{
    uint64_t object = ref < 0 && ref != NO_REF ? p->constants.at[~ref] >> 32 : 0;
    return object < p->globals.len ? (uint32_t)object : 0;
}

static void study_access(Machine *m, WeakFacts *facts, const Instr *i, uint32_t global)
{
    uint32_t offset = (uint32_t)m->program->constants.at[~i->a] + (uint32_t)i->offset;
    if (instr_order(i) == ORDER_PLAIN)
        vec_push(&facts->plain, ((Trail){.pointer = pointer_make(global, (int32_t)offset),
                                         .bytes = raw_cell_bytes(m, i->type),
                                         .kind = i->op == OP_LOAD ? PLAIN_READ : PLAIN_WRITE}));
}

/* The library's own variables have no histories. */
static void study_update(Machine *m, WeakFacts *facts, uint32_t pc, uint32_t global)
{
    const Instr *i = &m->program->code.at[pc];
    uint32_t bytes = raw_cell_bytes(m, i->type);
    if (m->program->procs.at[m->facts.proc_of.at[pc]].library && !instr_is_weak(i))
        return;
    if (!global) {
        facts->sizes |= (uint64_t)1 << bytes % 64;
        return;
    }
    uint32_t offset = (uint32_t)m->program->constants.at[~i->a] + (uint32_t)i->offset;
    vec_push(&facts->updates,
             ((Trail){.pointer = pointer_make(global, (int32_t)offset), .bytes = bytes}));
}

/* Which globals are accessed by their names only, and how. */
void happens_study(Machine *m, WeakFacts *facts)
{
    const Program *p = m->program;
    vec_resize(&facts->escapes, p->globals.len);
    for (uint32_t pc = 0; pc < p->code.len; pc++) {
        const Instr *i = &p->code.at[pc];
        bool in_init = (int32_t)m->facts.proc_of.at[pc] == p->init;
        bool access = i->op == OP_LOAD || i->op == OP_STORE;
        uint32_t a = global_of(p, i->a), b = global_of(p, i->b);
        facts->escapes.at[b] = true;
        if (!access)
            facts->escapes.at[a] = true;
        else if (a && !in_init)
            study_access(m, facts, i, a);
        if (access && !in_init && i->flags & FLAG_UPDATE)
            study_update(m, facts, pc, a);
    }
    vec_each (List, list, &p->lists)
        for (uint32_t k = 0; k < list->len; k++)
            facts->escapes.at[global_of(p, list->at[k])] = true;
}

/* May somebody access these bytes in a plain way? */
static bool may_be_plain(const Machine *m, const WeakFacts *facts, uint64_t pointer, uint32_t bytes,
                         bool writes)
{
    uint64_t object = pointer >> 32;
    if (object >= m->program->globals.len || facts->escapes.at[object])
        return true;
    if (m->program->allows_races) /* they are relaxed */
        return false;
    vec_each (Trail, trail, &facts->plain)
        if (trail->pointer < pointer + bytes && pointer < trail->pointer + trail->bytes &&
            (!writes || trail->kind == PLAIN_WRITE))
            return true;
    return false;
}

bool happens_is_updated(const Machine *m, uint64_t pointer, uint32_t bytes)
{
    const WeakFacts *facts = &((const Weak *)m->weak)->facts;
    uint64_t object = pointer >> 32;
    vec_each (Trail, update, &facts->updates)
        if (update->pointer < pointer + bytes && pointer < update->pointer + update->bytes)
            return true;
    if (object < m->program->globals.len && !facts->escapes.at[object])
        return false;
    return facts->sizes >> bytes % 64 & 1;
}

/* ---- trails ---- */

static bool overlaps(const Trail *trail, uint64_t pointer, uint32_t bytes)
{
    return trail->pointer < pointer + bytes && pointer < trail->pointer + trail->bytes;
}

/* The new access stands for the old one: who knows it knows that, and what conflicts with the old one
 * conflicts with the new one. */
static bool replaces(const Trail *new, const Trail *old)
{
    if (new->kind == PLAIN_WRITE)
        return true;
    if (new->thread != old->thread)
        return false;
    return new->kind == old->kind || (old->kind == ATOMIC_READ && new->kind != ATOMIC_READ);
}

/* The bytes of old accesses that the new one stands for. */
static void add_trail(Weak *w, Trail new)
{
    size_t len = w->trails.len, kept = 0;
    uint64_t end = new.pointer + new.bytes;
    for (size_t k = 0; k < len; k++) {
        Trail old = w->trails.at[k], rest = old;
        if (!overlaps(&old, new.pointer, new.bytes) || !replaces(&new, &old)) {
            w->trails.at[kept++] = old;
            continue;
        }
        if (old.pointer + old.bytes > end) {
            rest.bytes = (uint32_t)(old.pointer + old.bytes - end);
            rest.pointer = end;
            vec_push(&w->trails, rest);
        }
        if (old.pointer < new.pointer) {
            old.bytes = (uint32_t)(new.pointer - old.pointer);
            w->trails.at[kept++] = old;
        }
    }
    for (size_t k = len; k < w->trails.len; k++)
        w->trails.at[kept++] = w->trails.at[k];
    w->trails.len = kept;
    vec_push(&w->trails, new);
}

/* A thread's accesses are told apart only where somebody may know of some of them. */
static uint32_t tick(Machine *m, Weak *w, uint32_t thread)
{
    WeakThread *t = &w->threads.at[thread];
    view_open(m, w, &t->cur);
    if (!t->silent)
        t->cur.clock[thread]++;
    t->silent = true;
    return t->cur.clock[thread];
}

/* It goes on where the last one has ended. */
static bool extend_trail(Weak *w, const Trail *new)
{
    if (!w->trails.len)
        return false;
    Trail *last = &vec_last(&w->trails);
    if (last->thread != new->thread || last->kind != new->kind || last->clock != new->clock)
        return false;
    if (new->pointer >= last->pointer &&new->pointer + new->bytes <= last->pointer + last->bytes)
        return true;
    if (last->pointer + last->bytes != new->pointer)
        return false;
    vec_each (Trail, trail, &w->trails)
        if (overlaps(trail, new->pointer, new->bytes))
            return false;
    last->bytes += new->bytes;
    return true;
}

/* What the memory there is called by whoever watches: by its region in raw memory, else a global is one piece, with a
 * number behind the regions.  0: by nothing. */
static uint32_t name_of(Machine *m, uint64_t pointer)
{
    uint32_t object = (uint32_t)(pointer >> 32), layout = machine_layout(m, object);
    if (m->program->layouts.at[layout].kind == LAYOUT_RAW)
        return raw_touched_region(m, layout, (uint32_t)pointer);
    return object < m->program->globals.len ? (uint32_t)m->program->regions.len + object : 0;
}

/* So many of these bytes have one name. */
static uint32_t run_of(Machine *m, uint64_t pointer, uint32_t bytes)
{
    uint32_t layout = machine_layout(m, (uint32_t)(pointer >> 32));
    if (m->program->layouts.at[layout].kind != LAYOUT_RAW)
        return bytes;
    return raw_region_run(m, layout, (uint32_t)pointer, bytes);
}

/* Nobody has looked for such an access there yet: who does tells the watcher, and all is done again. */
static bool is_forgotten(Machine *m, uint64_t pointer, uint32_t bytes, AccessKind kind)
{
    if (kind == PLAIN_WRITE || !m->watcher || !m->watcher->remember ||
        run_of(m, pointer, bytes) < bytes)
        return false;
    uint32_t name = name_of(m, pointer);
    return name && !m->watcher->remember(m->watcher->self, name, kind);
}

static void leave_trail(Machine *m, Weak *w, uint64_t pointer, uint32_t bytes, AccessKind kind)
{
    uint32_t thread = weak_running(m, w);
    if (is_forgotten(m, pointer, bytes, kind))
        return;
    if (w->trails.len >= MOST_TRAILS)
        weak_normalise(m, w);
    if (w->trails.len >= MOST_TRAILS) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "more accesses are to be remembered than heddle handles: use less memory that "
                 "several threads reach, or --memory-model=sc");
        return;
    }
    Trail new = {pointer, bytes, kind, .thread = thread, .clock = tick(m, w, thread)};
    if (!extend_trail(w, &new))
        add_trail(w, new);
}

/* ---- accesses ---- */

static const char *kind_text(AccessKind kind)
{
    return kind == PLAIN_READ || kind == ATOMIC_READ ? "read" : "written";
}

static const char *past_text(const Trail *trail)
{
    return trail->born ? "made" : kind_text(trail->kind);
}

static const char *how_text(AccessKind kind)
{
    return kind == ATOMIC_READ || kind == ATOMIC_WRITE ? " atomically" : "";
}

static void fail_race(Machine *m, Weak *w, const Instr *i, const Trail *old, AccessKind kind,
                      uint64_t pointer)
{
    uint64_t at = old->pointer > pointer ? old->pointer : pointer;
    const char *name = i->region ? m->program->regions.at[i->region].name : "memory";
    const char *deed = i->op == OP_FREE ? "freed" : kind_text(kind);
    if (m->options.record)
        name = describe_place(m, (uint32_t)(at >> 32), (int32_t)at);
    if (m->program->allows_races) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "%s is %s, and nothing puts that behind where thread %s has %s it: races are "
                 "allowed, but are not followed where an object becomes known to others or ends, "
                 "or bytes are copied at once; without --allow-races it is an error",
                 name, deed, machine_thread_name(m, (Tid){w->threads.at[old->thread].tid}),
                 past_text(old));
        return;
    }
    run_fail(m, ERR_RACE,
             "data race: %s is %s%s, and nothing puts that behind where thread %s has %s it%s",
             name, deed, how_text(kind),
             machine_thread_name(m, (Tid){w->threads.at[old->thread].tid}), past_text(old),
             how_text(old->kind));
}

static void tell_look(Machine *m, uint64_t pointer, uint32_t bytes, AccessKind kind)
{
    if (!m->watcher || !m->watcher->look_back)
        return;
    for (uint32_t run; bytes; bytes -= run, pointer += run) {
        uint32_t name = name_of(m, pointer);
        run = run_of(m, pointer, bytes);
        if (name)
            m->watcher->look_back(m->watcher->self, name, kind);
    }
}

/* Does the running thread know all accesses that conflict? */
static bool check(Machine *m, Weak *w, const Instr *i, uint64_t pointer, uint32_t bytes,
                  AccessKind kind)
{
    uint32_t me = weak_running(m, w);
    tell_look(m, pointer, bytes, kind);
    const WeakView *cur = &w->threads.at[me].cur;
    vec_each (Trail, old, &w->trails) {
        if (old->thread == me || !overlaps(old, pointer, bytes) ||
            !access_conflicts(old->kind, kind) || view_clock(cur, old->thread) >= old->clock)
            continue;
        fail_race(m, w, i, old, kind, pointer);
        return false;
    }
    return true;
}

/* So many bytes from here on keep to a discipline, or belong together and do not. */
static uint32_t still_bytes(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes,
                            bool write, bool *still)
{
    uint32_t layout = machine_layout(m, (uint32_t)(pointer >> 32));
    Touch touch = {.object = (uint32_t)(pointer >> 32),
                   .offset = (int32_t)pointer,
                   .bytes = bytes,
                   .region = i->region,
                   .write = write,
                   .pc = m->pc - 1};
    *still = false;
    if (!m->watcher || !m->watcher->still || i->op == OP_FREE)
        return bytes;
    if (m->program->layouts.at[layout].kind == LAYOUT_RAW) {
        touch.region = raw_touched_region(m, layout, (uint32_t)touch.offset);
        touch.bytes = raw_region_run(m, layout, (uint32_t)touch.offset, bytes);
    }
    *still = m->watcher->still(m->watcher->self, &touch);
    return touch.bytes;
}

static bool access_part(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes,
                        AccessKind kind)
{
    Weak *w = weak_load(m);
    bool atomic = kind == ATOMIC_READ || kind == ATOMIC_WRITE;
    if (!check(m, w, i, pointer, bytes, kind))
        return false;
    if (atomic && !may_be_plain(m, &w->facts, pointer, bytes, kind == ATOMIC_READ))
        return true;
    if (i->op != OP_FREE)
        leave_trail(m, w, pointer, bytes, kind);
    return m->status == RUNNING;
}

/* A plain access that happens at once, with others. */
bool happens_at_once(const Machine *m)
{
    return m->facts.depth.at[m->pc - 1] || vec_last(&m->frames).flags & FRAME_ATOMIC;
}

/* It keeps to a discipline, so all accesses that conflict are in order; but an object may have become
 * known to others, with what its owner has done to it, in a way that puts nothing in order. */
static bool check_owner(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool write)
{
    if (pointer >> 32 < m->program->globals.len)
        return true;
    return check(m, weak_load(m), i, pointer, bytes, write ? PLAIN_WRITE : PLAIN_READ);
}

static bool access_plain(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool write)
{
    bool still;
    while (bytes) {
        uint32_t part = still_bytes(m, i, pointer, bytes, write, &still);
        if (still ? !check_owner(m, i, pointer, part, write)
                  : !access_part(m, i, pointer, part, write ? PLAIN_WRITE : PLAIN_READ))
            return false;
        pointer += part;
        bytes -= part;
    }
    return true;
}

bool happens_in_order(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool write)
{
    bool still = true;
    if (machine_owner(m, (uint32_t)(pointer >> 32)) == m->tid.ix + 1)
        return true;
    while (bytes && still) {
        uint32_t part = still_bytes(m, i, pointer, bytes, write, &still);
        pointer += part;
        bytes -= part;
    }
    return still;
}

/* Who is alone is before all that others will do. */
static bool access_mine(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes,
                        AccessKind kind)
{
    if (i->op != OP_FREE && !machine_is_alone(m))
        leave_trail(m, weak_load(m), pointer, bytes, kind);
    return m->status == RUNNING;
}

/* What happens at once comes behind all that has happened so, whatever it touches. */
bool happens_access(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, AccessKind kind)
{
    uint32_t object = (uint32_t)(pointer >> 32);
    int32_t offset = (int32_t)pointer;
    bool plain = kind == PLAIN_READ || kind == PLAIN_WRITE, done;
    bool at_once = plain && happens_at_once(m);
    if (i->op != OP_FREE && location_widen(m, machine_layout(m, object), &offset, &bytes))
        pointer = pointer_make(object, offset);
    if (at_once)
        weak_acquire(m, ATOMIC_REGIONS);
    if (machine_owner(m, object) == m->tid.ix + 1)
        done = access_mine(m, i, pointer, bytes, kind);
    else if (plain)
        done = access_plain(m, i, pointer, bytes, kind == PLAIN_WRITE);
    else
        done = access_part(m, i, pointer, bytes, kind);
    if (at_once && done)
        weak_release(m, ATOMIC_REGIONS);
    return done;
}

void happens_born(Machine *m, uint64_t pointer, uint32_t bytes)
{
    Weak *w = weak_load(m);
    if (!bytes || machine_is_alone(m))
        return;
    leave_trail(m, w, pointer, bytes, PLAIN_WRITE);
    if (m->status == RUNNING)
        vec_last(&w->trails).born = true;
}

void happens_mark(Machine *m, uint64_t pointer)
{
    leave_trail(m, weak_load(m), pointer, 1, PLAIN_WRITE);
}

/* What all live threads know has left no trail. */
bool happens_knows(Machine *m, uint64_t pointer)
{
    Weak *w = weak_load(m);
    uint32_t me = weak_running(m, w);
    vec_each (Trail, old, &w->trails)
        if (old->thread != me && overlaps(old, pointer, 1) &&
            view_clock(&w->threads.at[me].cur, old->thread) < old->clock)
            return false;
    return true;
}
