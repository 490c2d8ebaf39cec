/* symmetry.c -- threads that are one up to their names.
 *
 * Nothing that a thread does depends on its name, or on those of others, but for whether two are
 * the same.  So a permutation of names, of all places where names are (names.c), makes of a state
 * one with the same future, up to names (Ip and Dill, "Better verification through symmetry", 1996).
 * state_sort_threads permutes each state that a search meets so that states that differ in names
 * only become equal more often than not.  Which permutation it chooses makes no difference to what
 * is found, only to how many states there are.
 *
 * Who can be exchanged: threads with the same parent, that were started in the same procedure, have
 * no children, have not been joined, and of whom nobody knows anything by name (symmetry_fix).  So
 * the names that are given later, and those that become free, are the same up to the permutation.
 *
 * How it chooses: threads are sorted by a number that is made of everything in which they differ,
 * but for names and the numbers of objects: their frames, whether they have ended, the places of
 * locks and sets that name them.
 *
 * Joins.  Main keeps the names of its threads in an array, and joins one after the other: the array
 * tells them apart.  But if all that it does with them is to wait for each, and nothing that others
 * could notice in between (`joins`, see movers/joins.c), then it waits for a set of threads, and
 * in which order it has their names makes no difference: what it does next it does when all of them
 * have ended.  So these names, in its memory and in its frames, stay as they are when the threads
 * are sorted.  doc/theory.md has the argument. */
#include "machine/symmetry.h"

#include "base/intern_share.h"
#include "machine/internal.h"
#include "machine/schedule.h"

enum { PAIRS_A_STEP = 512 }; /* of threads that are compared: about as much work as a step */

bool machine_is_symmetric(const Machine *m)
{
    return m->symmetry.on;
}

bool symmetry_is_stale(const Machine *m)
{
    return m->symmetry.stale;
}

void symmetry_begin(Machine *m)
{
    m->symmetry.stale = m->symmetry.used = false;
    vec_each (Alikes, kin, &m->symmetry.kin)
        *kin = (Alikes){.vain = kin->vain};
    m->symmetry.fixed = m->symmetry.moved = 0;
    pairs_free(&m->symmetry.orders);
}

static uint64_t bit_of(uint32_t tid)
{
    return tid < MOST_SYMMETRIC ? (uint64_t)1 << tid : 0;
}

void symmetry_fix(Machine *m, Tid tid)
{
    m->symmetry.fixed |= bit_of(tid.ix);
    m->symmetry.stale |= (m->symmetry.moved & bit_of(tid.ix)) != 0;
}

/* ---- who can be exchanged ---- */

static bool is_vain(const Machine *m, uint32_t tid)
{
    uint32_t proc = m->entries.at[tid];
    return proc < m->symmetry.kin.len && m->symmetry.kin.at[proc].vain;
}

static bool may_move(const Machine *m, const ThreadEntry *entry)
{
    return entry->tid < MOST_SYMMETRIC && !entry->children && !entry->taken && !entry->spare &&
           !(m->symmetry.fixed & bit_of(entry->tid)) && !is_vain(m, entry->tid);
}

static bool are_alike(const Member *a, const Member *b)
{
    return a->parent == b->parent && a->proc == b->proc && a->joiner == b->joiner;
}

static Member make_member(const Machine *m, uint32_t index, uint32_t tid)
{
    return (Member){.index = index,
                    .tid = tid,
                    .parent = pairs_left(&m->tables.families, tid),
                    .proc = m->entries.at[tid]};
}

bool symmetry_may_be(Machine *m, const State *state)
{
    if (state->threads.len < 2 || !m->symmetry.on)
        return false;
    VEC(Member) *members = (void *)&m->symmetry.members;
    members->len = 0;
    each_entry (entry, m) {
        if (!may_move(m, entry))
            continue;
        Member new = make_member(m, 0, entry->tid);
        vec_each (Member, old, members)
            if (are_alike(old, &new))
                return true;
        vec_push(members, new);
    }
    return false;
}

static Member *member_of(Machine *m, uint64_t tid)
{
    vec_each (Member, member, &m->symmetry.members)
        if (member->tid == tid)
            return member;
    return NULL;
}

static void drop_members(Machine *m, uint64_t tids)
{
    size_t kept = 0;
    for (size_t k = 0; k < m->symmetry.members.len; k++)
        if (!(tids & bit_of(m->symmetry.members.at[k].tid)))
            m->symmetry.members.at[kept++] = m->symmetry.members.at[k];
    m->symmetry.members.len = kept;
}

/* Gives the members rooms, those alone in theirs away; false: nobody is left. */
static bool make_rooms(Machine *m)
{
    uint64_t alone = 0;
    vec_each (Member, member, &m->symmetry.members) {
        uint32_t others = 0;
        member->room = UINT32_MAX;
        vec_each (Member, other, &m->symmetry.members)
            if (are_alike(member, other)) {
                others++;
                if (member->room == UINT32_MAX)
                    member->room = (uint32_t)(other - m->symmetry.members.at);
            }
        if (others < 2)
            alone |= bit_of(member->tid);
    }
    drop_members(m, alone);
    return m->symmetry.members.len > 0;
}

/* ---- names in memory ---- */

typedef void Visit(Machine *m, const void *self, uint32_t object, uint32_t offset, NameKind kind);

static void visit_object(Machine *m, uint32_t object, Visit *visit, const void *self)
{
    const Slot *slot = store_object(m, object);
    if (!slot || !m->symmetry.has_cells.at[slot->layout])
        return;
    uint32_t layout = slot->layout, size = slot->size;
    for (size_t k = 0; k < m->symmetry.cells.len; k++) {
        NameCell cell = m->symmetry.cells.at[k];
        uint32_t step = m->program->layouts.at[layout].size;
        step = step >= cell.bytes ? step : 0;
        if (cell.layout != layout)
            continue;
        for (uint32_t at = cell.offset; at + cell.bytes <= size; at += step) {
            visit(m, self, object, at, (NameKind)cell.kind);
            if (!step)
                break;
        }
    }
}

static uint64_t name_at(Machine *m, uint32_t object, uint32_t offset, NameKind kind)
{
    uint64_t value = 0;
    uint32_t bytes = kind == NAME_TID ? 4 : 8;
    const Slot *slot = store_object(m, object);
    if (kind == NAME_ID)
        vec_each (NameCell, cell, &m->symmetry.cells)
            if (cell->layout == slot->layout && cell->kind == kind &&
                (cell->offset == offset ||
                 (m->program->layouts.at[slot->layout].size >= cell->bytes &&
                  cell->offset == offset % m->program->layouts.at[slot->layout].size)))
                bytes = cell->bytes;
    memcpy(&value, slot->bytes + offset, bytes);
    return value;
}

/* ---- names that stay where they are ---- */

/* In memory of its own, or where movers/joins.c has found it, the joiner has names that it will have
 * joined: nobody else does anything with these. */
static bool is_exempt(Machine *m, const AllJoins *joins, uint32_t object, uint32_t offset,
                      NameKind kind, uint64_t value)
{
    if (kind != NAME_ID || !value || value > MOST_SYMMETRIC)
        return false;
    vec_each (Joins, join, joins) {
        if (!(join->threads >> (value - 1) & 1))
            continue;
        if (store_object(m, object)->owner == join->tid.ix + 1)
            return true;
        vec_each (NamePlace, place, &join->places)
            if (place->object == object && place->offset == offset)
                return true;
    }
    return false;
}

/* ---- what tells threads apart ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/* Everything in a frame but names and heap objects. */
static uint64_t hash_frame(Machine *m, LocalId l)
{
    if (l.ix < m->symmetry.hashes.len && m->symmetry.hashes.at[l.ix])
        return m->symmetry.hashes.at[l.ix];
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    uint32_t pc = (uint32_t)record[0], len = records_len(&m->tables.locals, l.ix);
    const Keep *keep = keep_at(m, pc);
    uint64_t hash = mix(1, record[0]);
    if (!names_may_stand(m, pc))
        names_refuse(m, pc);
    for (uint32_t k = 0; k < keep->len; k++) {
        uint32_t kept = m->facts.kept.at[keep->first + k];
        uint64_t value = record[1 + k];
        bool heap = (kept & (uint32_t)KEPT_POINTER) && value >> 32 >= m->program->globals.len &&
                    value >> 32 < PROC_OBJECT;
        if (names_of_register(m, m->facts.proc_of.at[pc], KEPT_REGISTER(kept)) == NAME_NONE)
            hash = mix(hash, heap ? (uint32_t)value | (uint64_t)1 << 32 : value);
    }
    for (uint32_t k = keep->len + 1; k < len; k++)
        hash = mix(hash, record[k]);
    if (l.ix >= m->symmetry.hashes.len)
        vec_resize(&m->symmetry.hashes, l.ix + 1 + l.ix / 2);
    return m->symmetry.hashes.at[l.ix] = hash | 1;
}

/* Where pointers of the frame lead to, as far as that has no names. */
static uint64_t hash_objects(Machine *m, LocalId l)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    const Keep *keep = keep_at(m, (uint32_t)record[0]);
    uint64_t hash = 2;
    for (uint32_t k = 0; k < keep->len; k++) {
        uint32_t object = (uint32_t)(record[1 + k] >> 32);
        if (!(m->facts.kept.at[keep->first + k] & (uint32_t)KEPT_POINTER) ||
            object < m->program->globals.len || object >= m->store.slots.len)
            continue;
        const Slot *slot = store_object(m, object);
        bool plain = slot && slot->layout && !m->symmetry.has_cells.at[slot->layout] &&
                     (slot->raw ? !slot->shadows : !m->facts.has_pointers.at[slot->layout]) &&
                     !slot->owner;
        hash = mix(hash, !slot ? 0 : plain ? slot->leaf | (uint64_t)1 << 32 : slot->layout);
    }
    return hash;
}

/* The frame without its pointers, and what is where they lead to. */
static uint64_t likeness(Machine *m, LocalId l, uint64_t hash)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    const Keep *keep = keep_at(m, (uint32_t)record[0]);
    hash = mix(mix(hash, record[0]), hash_objects(m, l));
    for (uint32_t k = 0; k < keep->len; k++)
        if (!(m->facts.kept.at[keep->first + k] & (uint32_t)KEPT_POINTER))
            hash = mix(hash, record[1 + k]);
    return hash;
}

uint64_t symmetry_likeness(Machine *m, const State *state, size_t index)
{
    const StateThread *thread = &state->threads.at[index];
    store_load(m, state->g);
    uint64_t hash = likeness(m, thread->l, 4);
    for (uint32_t s = thread->s.ix; s; s = pairs_right(&m->tables.stacks, s))
        hash = likeness(m, (LocalId){pairs_left(&m->tables.stacks, s)}, hash);
    return hash;
}

static uint64_t hash_thread(Machine *m, const StateThread *thread)
{
    uint64_t hash = 3;
    if (thread->l.ix)
        hash = mix(mix(hash, hash_frame(m, thread->l)), hash_objects(m, thread->l));
    for (uint32_t s = thread->s.ix; s; s = pairs_right(&m->tables.stacks, s)) {
        LocalId l = {pairs_left(&m->tables.stacks, s)};
        hash = mix(mix(hash, hash_frame(m, l)), hash_objects(m, l));
    }
    return hash;
}

/* A place that names threads: of the heap only the layout counts. */
static void weigh_place(Machine *m, const void *self, uint32_t object, uint32_t offset,
                        NameKind kind)
{
    uint64_t value = name_at(m, object, offset, kind), place = object;
    if (!value || is_exempt(m, self, object, offset, kind, value))
        return;
    if (object >= m->program->globals.len)
        place = (uint64_t)m->store.slots.at[object].layout << 32;
    place = mix(mix(4, place), offset);
    vec_each (Member, member, &m->symmetry.members) {
        bool named = kind == NAME_SET ? value >> member->tid & 1 : value == member->tid + 1;
        member->key += named ? place : 0; /* in any order */
    }
}

static void weigh(Machine *m, const State *state, const AllJoins *joins)
{
    vec_each (Member, member, &m->symmetry.members) {
        const ThreadEntry *entry = &m->store.threads.at[member->index];
        member->key = mix(hash_thread(m, &state->threads.at[member->index]),
                          (uint64_t)entry->ended | (uint64_t)entry->joined << 1);
        if (entry->word >> 32 < m->program->globals.len || entry->word >> 32 >= PROC_OBJECT)
            member->key = mix(member->key, entry->word);
    }
    for (uint32_t k = 1; k < m->store.slots.len; k++) {
        visit_object(m, k, weigh_place, joins);
        const Slot *slot = &m->store.slots.at[k];
        if (k < m->program->globals.len || !store_object(m, k) || !slot->owner)
            continue;
        Member *owner = member_of(m, slot->owner - 1);
        if (owner)
            owner->key += mix(5, slot->layout);
    }
}

/* ---- who joins whom ---- */

typedef struct Exempt {
    const AllJoins *joins;
    uint64_t *elsewhere; /* threads whose names are in other places, too */
} Exempt;

static void find_elsewhere(Machine *m, const void *self, uint32_t object, uint32_t offset,
                           NameKind kind)
{
    const Exempt *exempt = self;
    uint64_t value = kind == NAME_ID ? name_at(m, object, offset, kind) : 0;
    if (value && value <= MOST_SYMMETRIC &&
        !is_exempt(m, exempt->joins, object, offset, kind, value))
        *exempt->elsewhere |= bit_of((uint32_t)value - 1);
}

/* All that a frame names; in sets, too? */
static uint64_t names_in_frame(Machine *m, LocalId l, bool sets)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    uint32_t pc = (uint32_t)record[0];
    const Keep *keep = keep_at(m, pc);
    uint64_t names = 0;
    for (uint32_t k = 0; k < keep->len; k++) {
        uint32_t reg = KEPT_REGISTER(m->facts.kept.at[keep->first + k]);
        uint64_t value = record[1 + k];
        NameKind kind = names_of_register(m, m->facts.proc_of.at[pc], reg);
        if (kind == NAME_SET)
            names |= sets ? value : 0;
        else if (kind != NAME_NONE && value)
            names |= bit_of((uint32_t)value - 1);
    }
    return names;
}

static uint64_t names_in_thread(Machine *m, const StateThread *thread, bool sets)
{
    uint64_t names = thread->l.ix ? names_in_frame(m, thread->l, sets) : 0;
    for (uint32_t s = thread->s.ix; s; s = pairs_right(&m->tables.stacks, s))
        names |= names_in_frame(m, (LocalId){pairs_left(&m->tables.stacks, s)}, sets);
    return names;
}

/* Who is waited for, by whom.  A name that the joiner has, and will not have joined by then, or one
 * that is in another place, too, cannot be exempt: that thread keeps its name. */
static void mark_joined(Machine *m, const State *state, const AllJoins *joins)
{
    uint64_t keep = 0, all = 0, elsewhere = 0;
    Exempt exempt = {.joins = joins, .elsewhere = &elsewhere};
    if (!joins->len)
        return;
    for (uint32_t k = 1; k < m->store.slots.len; k++)
        visit_object(m, k, find_elsewhere, &exempt);
    vec_each (Joins, join, joins) {
        keep |= all & join->threads; /* two wait for it */
        all |= join->threads;
        keep |= names_in_thread(m, &state->threads.at[join->index], true) & ~join->threads;
        each_thread (t, state)
            if (t != join->index)
                keep |= names_in_thread(m, &state->threads.at[t], false) & join->threads &
                        ~bit_of(state->threads.at[t].tid.ix);
        vec_each (Member, member, &m->symmetry.members)
            if (join->threads >> member->tid & 1)
                member->joiner = (uint32_t)join->index + 1;
    }
    drop_members(m, keep | (elsewhere & all));
}

/* ---- the permutation ---- */

typedef uint8_t Names[MOST_SYMMETRIC]; /* tid -> another one */
typedef struct Permuting {
    Names to;
    Names joined; /* the same for those that stay where they are */
    const AllJoins *joins;
} Permuting;

static uint64_t permute(const Names to, NameKind kind, uint64_t value)
{
    if (kind != NAME_SET)
        return value && value <= MOST_SYMMETRIC ? to[value - 1] + (uint64_t)1 : value;
    uint64_t set = value & ~(((uint64_t)1 << MOST_SYMMETRIC) - 1);
    for (uint32_t k = 0; k < MOST_SYMMETRIC; k++)
        set |= (value >> k & 1) << to[k];
    return set;
}

static LocalId permute_frame(Machine *m, const Names to, LocalId l)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    uint32_t pc = (uint32_t)record[0], len = records_len(&m->tables.locals, l.ix);
    const Keep *keep = keep_at(m, pc);
    bool changed = false;
    m->scratch.len = 0;
    for (uint32_t k = 0; k < len; k++)
        vec_push(&m->scratch, record[k]);
    for (uint32_t k = 0; k < keep->len; k++) {
        uint32_t reg = KEPT_REGISTER(m->facts.kept.at[keep->first + k]);
        NameKind kind = names_of_register(m, m->facts.proc_of.at[pc], reg);
        if (kind == NAME_NONE)
            continue;
        m->scratch.at[1 + k] = permute(to, kind, record[1 + k]);
        changed |= m->scratch.at[1 + k] != record[1 + k];
    }
    return changed ? (LocalId){records_add(&m->tables.locals, m->scratch.at, len)} : l;
}

static StackId permute_stack(Machine *m, const Names to, StackId s)
{
    if (!s.ix)
        return s;
    LocalId top = {pairs_left(&m->tables.stacks, s.ix)};
    StackId rest = permute_stack(m, to, (StackId){pairs_right(&m->tables.stacks, s.ix)});
    return stack_push(m, permute_frame(m, to, top), rest);
}

static bool is_joiner(const AllJoins *joins, size_t index)
{
    vec_each (Joins, join, joins)
        if (join->index == index)
            return true;
    return false;
}

static void permute_threads(Machine *m, const Permuting *p, State *state)
{
    State next = {0};
    VEC(ThreadEntry) entries = {0};
    state_copy(&next, state);
    vec_each (ThreadEntry, entry, &m->store.threads)
        vec_push(&entries, *entry);
    each_thread (t, state) {
        StateThread thread = state->threads.at[t];
        size_t to = t;
        if (thread.tid.ix < MOST_SYMMETRIC && p->to[thread.tid.ix] != thread.tid.ix)
            to = (size_t)state_find(state, (Tid){p->to[thread.tid.ix]});
        const uint8_t *names = is_joiner(p->joins, t) ? p->joined : p->to;
        thread.l = thread.l.ix ? permute_frame(m, names, thread.l) : thread.l;
        thread.s = permute_stack(m, names, thread.s);
        next.threads.at[to].l = thread.l;
        next.threads.at[to].s = thread.s;
        uint32_t tid = entries.at[to].tid;
        m->store.threads.at[to] = entries.at[t];
        m->store.threads.at[to].tid = tid;
    }
    m->store.threads_dirty = true;
    state_copy(state, &next);
    state_free(&next);
    vec_free(&entries);
}

static void permute_place(Machine *m, const void *self, uint32_t object, uint32_t offset,
                          NameKind kind)
{
    const Permuting *p = self;
    uint64_t value = name_at(m, object, offset, kind);
    bool exempt = is_exempt(m, p->joins, object, offset, kind, value);
    uint64_t new = permute(exempt ? p->joined : p->to, kind, value);
    if (new == value)
        return;
    memcpy(store_write(m, object) + offset, &new, kind == NAME_SET ? 8 : 4); /* the rest is zero */
}

static void permute_object(Machine *m, Permuting *p, uint32_t object)
{
    visit_object(m, object, permute_place, p);
    const Slot *slot = store_object(m, object);
    uint32_t owner = slot ? slot->owner : 0;
    if (!owner || owner > MOST_SYMMETRIC || p->to[owner - 1] == owner - 1)
        return;
    store_write(m, object);
    m->store.slots.at[object].owner = p->to[owner - 1] + 1;
}

static bool is_permutation(const Names to)
{
    uint64_t given = 0;
    for (uint32_t k = 0; k < MOST_SYMMETRIC; k++)
        given |= (uint64_t)1 << to[k];
    return given == (((uint64_t)1 << MOST_SYMMETRIC) - 1);
}

/* Members of one room, in the order of their names, get their keys in order. */
static bool choose(Machine *m, Permuting *p)
{
    bool moves = false;
    vec_each (Member, member, &m->symmetry.members) {
        uint32_t rank = 0;
        vec_each (Member, other, &m->symmetry.members)
            rank +=
                other->room == member->room &&
                (other->order < member->order || (other->order == member->order && other < member));
        vec_each (Member, other, &m->symmetry.members) /* the one with this rank by name */
            if (other->room == member->room && !rank--) {
                p->to[member->tid] = (uint8_t)other->tid;
                break;
            }
        if (p->to[member->tid] != member->tid) {
            m->symmetry.moved |= bit_of(member->tid);
            moves = true;
        }
    }
    hard_assert(is_permutation(p->to)); /* each name is given once */
    return moves;
}

/* The joiner has the names of a room in the order in which it can be seen to have them. */
typedef struct Meeting {
    const AllJoins *joins;
    Names *joined;
    uint64_t *met, *given;
} Meeting;

static void meet_name(Machine *m, const Meeting *meeting, uint64_t value)
{
    const Member *member = value ? member_of(m, value - 1) : NULL;
    if (!member || !member->joiner || *meeting->met & bit_of(member->tid))
        return;
    vec_each (Member, other, &m->symmetry.members)
        if (other->room == member->room && !(*meeting->given & bit_of(other->tid))) {
            (*meeting->joined)[member->tid] = (uint8_t)other->tid;
            *meeting->given |= bit_of(other->tid);
            break;
        }
    *meeting->met |= bit_of(member->tid);
}

static void meet_in_frame(Machine *m, const Meeting *meeting, LocalId l)
{
    const uint64_t *record = records_get(&m->tables.locals, l.ix);
    uint32_t pc = (uint32_t)record[0];
    const Keep *keep = keep_at(m, pc);
    for (uint32_t k = 0; k < keep->len; k++) {
        uint32_t reg = KEPT_REGISTER(m->facts.kept.at[keep->first + k]);
        NameKind kind = names_of_register(m, m->facts.proc_of.at[pc], reg);
        if (kind == NAME_ID || kind == NAME_TID)
            meet_name(m, meeting, record[1 + k]);
    }
}

static void meet_place(Machine *m, const void *self, uint32_t object, uint32_t offset,
                       NameKind kind)
{
    const Meeting *meeting = self;
    uint64_t value = kind == NAME_ID ? name_at(m, object, offset, kind) : 0;
    if (is_exempt(m, meeting->joins, object, offset, kind, value))
        meet_name(m, meeting, value);
}

static bool order_joined(Machine *m, const State *state, Permuting *p)
{
    uint64_t met = 0, given = 0;
    Meeting meeting = {p->joins, &p->joined, &met, &given};
    bool moves = false;
    vec_each (Joins, join, p->joins) {
        const StateThread *thread = &state->threads.at[join->index];
        meet_in_frame(m, &meeting, thread->l);
        for (uint32_t s = thread->s.ix; s; s = pairs_right(&m->tables.stacks, s))
            meet_in_frame(m, &meeting, (LocalId){pairs_left(&m->tables.stacks, s)});
    }
    for (uint32_t k = 1; k < m->store.slots.len && p->joins->len; k++)
        visit_object(m, k, meet_place, &meeting);
    for (size_t k = 0; k < m->symmetry.members.len && p->joins->len; k++) {
        meet_name(m, &meeting, m->symmetry.members.at[k].tid + (uint64_t)1);
        uint32_t tid = m->symmetry.members.at[k].tid;
        moves |= p->joined[tid] != tid;
    }
    return moves;
}

/* The same where others meet keys at the same time. */
static void order_news(Machine *m)
{
    SymmetryNews *news = &m->symmetry.news;
    bool is_new;
    vec_each (Member, member, &m->symmetry.members) {
        uint32_t low = (uint32_t)member->key, high = (uint32_t)(member->key >> 32);
        member->order = pairs_find(&m->symmetry.orders, low, high);
        if (member->order != UINT32_MAX)
            continue;
        pairs_add(&news->keys, low, high, &is_new);
        if (is_new)
            vec_push(&news->list, ((MetKey){member->key, news->mark}));
        for (const Member *other = m->symmetry.members.at; other < member; other++)
            news->unsure |= other->room == member->room && other->order == UINT32_MAX &&
                            other->key != member->key;
    }
}

/* Keys in the order in which they were met first: that is the same however the program numbers its
 * instructions. */
static void order_keys(Machine *m)
{
    bool is_new;
    if (m->symmetry.news.on) {
        order_news(m);
        return;
    }
    vec_each (Member, member, &m->symmetry.members) {
        member->order = pairs_add(&m->symmetry.orders, (uint32_t)member->key,
                                  (uint32_t)(member->key >> 32), &is_new);
    }
}

static Alikes *kin_of(Machine *m, const Member *member)
{
    while (m->symmetry.kin.len <= member->proc)
        vec_push(&m->symmetry.kin, (Alikes){0});
    return &m->symmetry.kin.at[member->proc];
}

/* Threads of one procedure that were never alike in many states, since each has an argument of its
 * own, say: to sort them is in vain.  States in which they have got other names must not stay, or
 * there is each of their successors twice. */
static void note_ties(Machine *m)
{
    enum { MANY_SORTED = 256 };
    vec_each (Member, member, &m->symmetry.members) {
        Alikes *kin = kin_of(m, member);
        for (const Member *other = m->symmetry.members.at; other < member; other++)
            kin->ties |= other->room == member->room && other->order == member->order;
        kin->sorted++;
    }
    vec_each (Member, member, &m->symmetry.members) {
        Alikes *kin = kin_of(m, member);
        kin->vain |= kin->sorted > MANY_SORTED && !kin->ties;
        m->symmetry.stale |= kin->vain && m->symmetry.moved;
    }
}

bool state_sort_threads(Machine *m, State *state, const AllJoins *joins)
{
    Permuting p = {.joins = joins};
    store_load(m, state->g);
    m->symmetry.members.len = 0;
    each_entry (entry, m)
        if (may_move(m, entry))
            vec_push(&m->symmetry.members,
                     make_member(m, (uint32_t)(entry - m->store.threads.at), entry->tid));
    m->long_work += m->symmetry.members.len * m->symmetry.members.len / PAIRS_A_STEP;
    if (!make_rooms(m))
        return false;
    mark_joined(m, state, joins);
    if (!make_rooms(m))
        return false;
    weigh(m, state, joins);
    order_keys(m);
    note_ties(m);
    for (uint8_t k = 0; k < MOST_SYMMETRIC; k++)
        p.to[k] = p.joined[k] = k;
    bool sorts = choose(m, &p), reorders = order_joined(m, state, &p);
    if (!m->symmetry.on || (!sorts && !reorders))
        return false;
    m->symmetry.used = true;
    memcpy(m->symmetry.names, p.to, sizeof p.to);
    permute_threads(m, &p, state);
    for (uint32_t k = 1; k < m->store.slots.len; k++)
        permute_object(m, &p, k);
    state->g = store_intern(m);
    store_undo(m);
    return true;
}

const uint8_t *symmetry_names(const Machine *m)
{
    return m->symmetry.names;
}

/* ---- joins ---- */

void symmetry_note_join(Machine *m, uint32_t tid)
{
    if (tid < MOST_SYMMETRIC)
        m->symmetry.joined |= bit_of(tid);
    else
        names_refuse(m, m->pc - 1);
}

bool symmetry_waits_in_join(Machine *m, const State *state, size_t index)
{
    if (!m->symmetry.blind || !state_is_live(state, index))
        return false;
    uint32_t pc = machine_local_pc(m, state->threads.at[index].l);
    return m->facts.proc_of.at[pc] == m->symmetry.join;
}

bool symmetry_is_name(Machine *m, uint32_t object, int32_t offset)
{
    const Slot *slot = store_object(m, object);
    if (!slot || !m->symmetry.has_cells.at[slot->layout])
        return false;
    vec_each (NameCell, cell, &m->symmetry.cells) {
        uint32_t step = m->program->layouts.at[slot->layout].size;
        uint32_t at = step >= cell->bytes ? (uint32_t)offset % step : (uint32_t)offset;
        if (cell->layout == slot->layout && cell->offset == at && cell->kind == NAME_ID)
            return true;
    }
    return false;
}

bool symmetry_peek(Machine *m, const State *state, size_t index, const Watcher *watcher,
                   uint64_t *joined)
{
    const StateThread *thread = &state->threads.at[index];
    store_load(m, state->g);
    m->tid = thread->tid;
    m->watcher = watcher;
    m->choosing.choices.len = 0;
    m->symmetry.joined = 0;
    m->symmetry.peeks = true;
    run_once(m, thread->l, thread->s);
    m->symmetry.peeks = false;
    *joined = m->symmetry.joined;
    m->watcher = NULL;
    store_undo(m);
    return !m->choosing.choices.len;
}
