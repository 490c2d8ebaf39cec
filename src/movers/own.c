/* own.c -- locks that the program writes itself: a cell that is taken by an update in one action,
 * and given back by a store.
 *
 * A cell that an action reads and changes becomes a lock for the inference: `free` is the value that
 * it had, and the thread holds it from then on, until it writes `free` into it again.  Who holds what
 * is a part of the state (machine/hold.c), since the value does not tell.  One thread at most holds
 * a cell, and only what he does himself ends that: so whether an access keeps to the discipline does
 * not depend on when others run, and that is all that a guard must be (guard.c).
 *
 * How the touches of the lock itself move.  Those of its holder, and the one that takes it, conflict
 * only with those of others who look at it while it is held.  Say that a thread waits from h, where
 * it stands before an action, if there is a set A of places with h in A such that
 *
 *   (1) from h, the lock being free, it comes in a number of actions, the way, to the one that takes
 *       it, and all places on the way are in A;
 *   (2) from all other places of A with a lock that is free, and from all with one that is taken,
 *       whatever its value, each action leads to a place in A again, and does not take the lock;
 *   (3) these actions touch nothing but the lock, which they leave as it is, what only this thread
 *       can reach, and data that they read and nobody else can change; and the lock only by accesses
 *       that cannot race, where data races count.
 *
 * A place is all that the thread knows: frames, and what only it can reach.  So whatever others do,
 * the thread walks about in A until it takes the lock from the last place of the way.  Leave out all
 * steps of the walk, and let it go the way at once when it takes the lock: that is a run, too, and
 * it comes to the same states but for where those stand who wait.  In these runs nobody looks at a
 * lock that is held but its holder.  Hence taking is a right mover, and so are the looks on the way;
 * giving back is a left mover, other touches of the holder are both; and who finds the lock taken
 * has no such run (`drops`).  A place from which the thread waits for the machine (a semaphore) must
 * be h: it is seen in deadlocks.  All of this is asked when a thread looks at a lock that it does
 * not hold (own_ask), by running the thread alone, action by action, with each value of the lock.
 *
 * Who looks and does not wait makes the lock one that is `tried`: its touches do not move, and it is
 * still a guard.  A cell that somebody writes who neither holds it nor takes it, or which is copied,
 * freed or written in parts, is no lock (`lost`), even if that did no harm in the runs that were
 * looked at: it could take the lock away from its holder, in the midst of a transaction. */
#include "movers/own.h"

#include "base/log.h"

enum { MOST_LOCKS = 64, MOST_TAKEN = 64 };

static bool is_on(const Movers *v)
{
    return v->own.on && !v->plain && !v->single && !v->ask.one_action && !v->in_parts &&
           !v->stands_for_others && !(v->own.drops && v->ask.halves);
}

/* ---- which cells are locks ---- */

int32_t own_offset(const Movers *v, uint32_t layout, int32_t offset)
{
    const Layout *l = &v->program->layouts.at[layout];
    bool elements = l->kind == LAYOUT_ARRAY || l->kind == LAYOUT_RAW;
    return elements && l->size ? offset % (int32_t)l->size : offset;
}

/* The lock at a cell; NULL: there is none. */
static OwnLock *lock_at(Movers *v, uint64_t cell)
{
    uint32_t layout = machine_layout(v->m, (uint32_t)(cell >> 32));
    int32_t offset = layout ? own_offset(v, layout, (int32_t)cell) : 0;
    vec_each (OwnLock, lock, &v->own.all)
        if (layout && lock->layout == layout && lock->offset == offset)
            return lock;
    return NULL;
}

static void say(const Movers *v, const OwnLock *lock, const char *what)
{
    LOG(GUARD, "the lock in %s at offset %d that the program writes itself %s",
        v->program->layouts.at[lock->layout].name, lock->offset, what);
    (void)v, (void)lock, (void)what;
}

bool own_lose(Movers *v, OwnLock *lock)
{
    if (!lock->lost)
        say(v, lock, "is none");
    v->broken |= !lock->lost;
    lock->lost = true;
    return false;
}

static bool try(Movers *v, OwnLock *lock)
{
    if (!lock->tried)
        say(v, lock, "does not move");
    v->broken |= !lock->tried;
    lock->tried = true;
    return false;
}

/* Is a part of the cell touched that has this offset in each element of the touched object, or the cell
 * and more? */
static bool is_in_parts(const Movers *v, uint32_t layout, int32_t at, uint32_t bytes,
                        const Touch *touch)
{
    int32_t size = (int32_t)v->program->layouts.at[layout].size;
    int32_t from = own_offset(v, layout, touch->offset), to = from + (int32_t)touch->bytes;
    int32_t next = at + size, end = (int32_t)bytes;
    bool meets = (at < to && from < at + end) || (size && next < to && from < next + end);
    return meets && !(from == at && touch->bytes == bytes);
}

/* Locks of which bytes are touched, but not as the cell that they are. */
static void lose_parts(Movers *v, const Touch *touch)
{
    uint32_t layout = machine_layout(v->m, touch->object);
    vec_each (OwnLock, lock, &v->own.all) {
        if (lock->lost)
            continue;
        if ((lock->layout == layout && is_in_parts(v, layout, lock->offset, lock->bytes, touch)) ||
            (lock->ticket && lock->served_layout == layout &&
             is_in_parts(v, layout, lock->served, lock->bytes, touch)))
            own_lose(v, lock);
    }
}

static void note_taken(Movers *v, OwnLock *lock, uint64_t value)
{
    vec_each (uint64_t, taken, &lock->taken)
        if (*taken == value)
            return;
    vec_push(&lock->taken, value);
    v->broken = true;
    if (lock->taken.len > MOST_TAKEN)
        own_lose(v, lock);
}

bool own_has_read(const Movers *v, uint64_t cell)
{
    for (uint32_t k = 0; k < v->own.reads && v->own.action == v->actions; k++)
        if (v->own.read[k] == cell)
            return true;
    return false;
}

void own_note_read(Movers *v, uint64_t cell)
{
    uint32_t most = sizeof v->own.read / sizeof *v->own.read;
    if (v->own.action != v->actions)
        v->own.reads = 0;
    v->own.action = v->actions;
    if (v->own.reads < most && !own_has_read(v, cell))
        v->own.read[v->own.reads++] = cell;
}

static bool is_next(uint64_t old, const Touch *touch)
{
    return touch->known && cut_to(touch->value, touch->bytes) == cut_to(old + 1, touch->bytes);
}

/* A cell from which numbers are drawn is only counted up. */
static void note_odd(Movers *v, OwnLock *lock, const Touch *touch)
{
    uint64_t cell = cell_of(touch);
    if (!own_has_read(v, cell) || !is_next(value_now(v, cell, lock->bytes), touch))
        lock->odd = true;
}

/* An update changes a cell that is no lock so far. */
static void find_lock(Movers *v, const Touch *touch)
{
    uint64_t cell = cell_of(touch);
    if (!touch->known || !touch->atomic || touch->bytes > 8 || v->own.all.len == MOST_LOCKS ||
        !own_has_read(v, cell))
        return;
    uint64_t old = value_now(v, cell, touch->bytes);
    uint32_t layout = machine_layout(v->m, touch->object);
    if (cut_to(touch->value, touch->bytes) == old)
        return;
    OwnLock lock = {.layout = layout,
                    .offset = own_offset(v, layout, touch->offset),
                    .bytes = touch->bytes,
                    .region = touch->region,
                    .free = old,
                    .odd = !is_next(old, touch),
                    .is_new = true};
    vec_push(&v->own.all, lock);
    say(v, &lock, "may be one");
    v->own.finds = v->broken = true;
}

/* A cell that was found in this search: who held it before is not known.  But a counter shows. */
static void watch_new(Movers *v, OwnLock *lock, const Touch *touch)
{
    uint64_t cell = cell_of(touch), value = cut_to(touch->value, lock->bytes);
    if (!touch->write)
        own_note_read(v, cell);
    else if (touch->known && own_has_read(v, cell) && value != lock->free) {
        uint64_t old = value_now(v, cell, lock->bytes);
        if (old != lock->free && old != value)
            own_lose(v, lock);
    }
}

/* ---- touches ---- */

static bool may_wait(const Movers *v)
{
    return v->may_wait.at[v->begin ? v->begin : v->start];
}

/* Somebody looks at a lock that he does not hold. */
static bool look(Movers *v, OwnLock *lock, uint64_t cell, uint64_t value)
{
    if (lock->tried)
        return false;
    v->own.looked = true;
    if (!v->own.is_here && !v->begin)
        return try(v, lock); /* in the midst of an action */
    if (value != lock->free)
        note_taken(v, lock, value);
    v->own.drops = value != lock->free && !may_wait(v);
    if (v->own.is_here) {
        vec_push(&v->own.asked,
                 ((OwnLook){(uint32_t)(lock - v->own.all.at), cell, v->own.here, 0}));
        return true;
    }
    v->own.looks.at[v->begin] = v->broken = true;
    return true;
}

static bool read_moves(Movers *v, OwnLock *lock, const Touch *touch, bool *right, bool *left)
{
    uint64_t cell = cell_of(touch);
    *right = true;
    *left = machine_holder(v->m, cell) == machine_running(v->m).ix + 1;
    own_note_read(v, cell);
    if (touch->test || !touch->known)
        return try(v, lock);
    return *left ? !lock->tried : look(v, lock, cell, cut_to(touch->value, touch->bytes));
}

static bool write_moves(Movers *v, OwnLock *lock, const Touch *touch, bool *right, bool *left)
{
    uint64_t cell = cell_of(touch), old = value_now(v, cell, lock->bytes);
    uint64_t value = cut_to(touch->value, lock->bytes);
    uint32_t holder = machine_holder(v->m, cell);
    bool mine = holder == machine_running(v->m).ix + 1, updates = own_has_read(v, cell);
    if (!touch->known || touch->frees)
        return own_lose(v, lock);
    *right = *left = true;
    if (value != lock->free)
        note_taken(v, lock, value);
    if (mine && value == lock->free) {
        machine_unhold(v->m, cell, lock->bytes);
        *right = false;
    } else if (!mine && updates && value == old && value != lock->free) {
        *left = false; /* tried in vain */
    } else if (!holder && updates && old == lock->free && value != old) {
        machine_hold(v->m, cell);
        *left = false;
    } else if (!mine)
        return own_lose(v, lock);
    return !lock->tried;
}

bool own_moves(Movers *v, const Touch *touch, bool *right, bool *left)
{
    if (!is_on(v) || !touch->bytes)
        return false;
    OwnLock *lock = v->own.all.len ? lock_at(v, cell_of(touch)) : NULL;
    OwnLock *served = v->own.all.len ? ticket_at(v, cell_of(touch)) : NULL;
    if (v->own.all.len)
        lose_parts(v, touch);
    if (served && !served->lost)
        return ticket_serve(v, served, touch, right, left);
    if (!lock && touch->write)
        find_lock(v, touch);
    else if (!lock && touch->known)
        own_note_read(v, cell_of(touch));
    if (!lock || lock->lost || lock->bytes != touch->bytes)
        return false;
    if (lock->ticket)
        return ticket_draw(v, lock, touch, right, left);
    if (touch->write && !lock->odd)
        note_odd(v, lock, touch);
    if (lock->is_new || lock->counts) {
        if (lock->counts)
            ticket_watch(v, lock, touch);
        else
            watch_new(v, lock, touch);
        return false;
    }
    bool moves = touch->write ? write_moves(v, lock, touch, right, left)
                              : read_moves(v, lock, touch, right, left);
    *right &= moves;
    *left &= moves;
    return moves;
}

void own_write_alone(Movers *v, const Touch *touch)
{
    machine_unhold(v->m, cell_of(touch), touch->bytes);
    ticket_write_alone(v, touch);
}

bool own_is_held(Movers *v, uint64_t cell)
{
    OwnLock *lock = lock_at(v, cell);
    bool held = lock && !lock->lost && machine_holder(v->m, cell) == machine_running(v->m).ix + 1;
    if (held)
        lock->guards = true;
    return held;
}

bool own_is_lock(const Movers *v, uint32_t region)
{
    vec_each (const OwnLock, lock, &v->own.all)
        if (lock->region == region && !lock->lost && lock->guards)
            return true;
    return false;
}

void own_begin_action(Movers *v, uint32_t pc)
{
    v->own.is_here = v->own.looks.at[pc] && is_on(v);
    if (v->own.is_here)
        v->own.here = machine_here(v->m, pc);
}

/* ---- do those who look wait? ---- */

static void ask_begin(void *self, bool at_choice)
{
    Movers *v = self;
    (void)at_choice;
    v->own.reads = 0;
}

bool own_ask_other(Movers *v, const Touch *touch)
{
    bool own = machine_owner(v->m, touch->object) == machine_running(v->m).ix + 1;
    v->own.reads_more = true;
    if (touch->kind == TOUCH_DATA && !touch->frees && !touch->test && touch->bytes &&
        (own || (!touch->write && movers_watcher(v).still(v, touch))))
        return true;
    v->own.goes_wrong = true;
    return false;
}

static bool ask_touch(void *self, const Touch *touch)
{
    Movers *v = self;
    const OwnLock *lock = &v->own.all.at[v->own.look.lock];
    uint64_t cell = v->own.look.cell, at = cell_of(touch);
    bool is = touch->kind == TOUCH_DATA && at == cell && touch->bytes == lock->bytes &&
              touch->known && !touch->frees && !touch->test;
    if (is && v->races_first && (!touch->atomic || touch->weak)) {
        v->own.goes_wrong = true; /* it could race, and who is dropped would not be seen there */
        return false;
    }
    if (is && !touch->write) {
        own_note_read(v, cell);
        return true;
    }
    if (is && own_has_read(v, cell)) {
        uint64_t old = value_now(v, cell, lock->bytes);
        bool same = cut_to(touch->value, lock->bytes) == old;
        v->own.odd |= !same && !is_next(old, touch);
        v->own.takes |= !same && old == lock->free;
        v->own.goes_wrong |= !same && old != lock->free;
        v->own.changes |= !same && old != lock->free;
        return same;
    }
    bool apart = touch->object != (uint32_t)(cell >> 32) || at + touch->bytes <= cell ||
                 cell + lock->bytes <= at;
    if (apart)
        return own_ask_other(v, touch);
    v->own.reads_more = v->own.goes_wrong = true;
    return false;
}

static bool ask_point(void *self, uint32_t pc)
{
    (void)self;
    (void)pc;
    return true;
}

static bool ask_stuck(void *self, uint32_t pc)
{
    (void)self;
    (void)pc;
    return true;
}

static bool ask_waits(void *self)
{
    (void)self;
    return true;
}

static void ask_first(void *self, uint32_t pc)
{
    (void)self;
    (void)pc;
}

static bool ask_circle(void *self)
{
    ((Movers *)self)->own.goes_wrong = true;
    return false;
}

static void ask_make(void *self, uint32_t layout)
{
    (void)layout;
    ((Movers *)self)->own.goes_wrong = true;
}

Watcher own_asker(Movers *v, bool (*touch)(void *self, const Touch *touch))
{
    return (Watcher){.self = v,
                     .begin = ask_begin,
                     .touch = touch,
                     .point = ask_point,
                     .stuck = ask_stuck,
                     .waits = ask_waits,
                     .first = ask_first,
                     .circle = ask_circle,
                     .make = ask_make};
}

/* One action from a place, with this value in the lock. */
static void ask_action(Movers *v, Tid t, Here from, uint64_t value)
{
    const Watcher watcher = own_asker(v, ask_touch);
    const OwnLook *look = &v->own.look;
    from.g = machine_poke(v->m, from.g, look->cell, v->own.all.at[look->lock].bytes, value);
    v->own.takes = false;
    machine_ask(v->m, t, &from, &watcher, &v->own.out);
}

/* Adds a place, the lock being free there; true: it is new. */
static bool add_place(Movers *v, Here here)
{
    const OwnLook *look = &v->own.look;
    const OwnLock *lock = &v->own.all.at[look->lock];
    here.g = machine_poke(v->m, here.g, look->cell, lock->bytes, lock->free);
    vec_each (const Here, met, &v->own.met)
        if (is_same_place(met, &here))
            return false;
    vec_push(&v->own.met, here);
    return true;
}

/* (1): the way to the lock. */
static bool find_way(Movers *v, Tid t)
{
    const OwnLock *lock = &v->own.all.at[v->own.look.lock];
    v->own.met.len = 0;
    add_place(v, v->own.look.from);
    for (;;) {
        ask_action(v, t, vec_last(&v->own.met), lock->free);
        if (v->own.goes_wrong || v->own.takes)
            return !v->own.goes_wrong && v->own.out.len == 1;
        const Outcome *o = &v->own.out.all.at[0];
        if (v->own.out.len != 1 || o->kind != OUTCOME_STEP || v->own.met.len == LONGEST_WAY ||
            !add_place(v, here_after(o)))
            return false;
    }
}

/* (2): from a place, with this value. */
static bool stays(Movers *v, Tid t, size_t place, uint64_t value)
{
    ask_action(v, t, v->own.met.at[place], value);
    if (v->own.goes_wrong || v->own.takes)
        return false;
    for (size_t k = 0; k < v->own.out.len; k++) {
        const Outcome *o = &v->own.out.all.at[k];
        bool waits = o->kind == OUTCOME_BLOCKED || o->kind == OUTCOME_IDLE;
        if (waits ? place > 0 : o->kind != OUTCOME_STEP && o->kind != OUTCOME_CUT)
            return false;
        if (o->kind == OUTCOME_STEP)
            add_place(v, here_after(o));
    }
    return v->own.met.len <= MOST_PLACES;
}

static bool is_met(const Movers *v, Here here, size_t *place)
{
    const OwnLock *lock = &v->own.all.at[v->own.look.lock];
    here.g = machine_poke(v->m, here.g, v->own.look.cell, lock->bytes, lock->free);
    for (*place = 0; *place < v->own.met.len; ++*place)
        if (is_same_place(&v->own.met.at[*place], &here))
            return true;
    return false;
}

/* Can who has waited still take the lock, from wherever he is, once it is free?  (For hangs: a walk
 * that may be left out is not one that never ends.) */
static bool comes_back(Movers *v, Tid t, size_t way)
{
    bool back[MOST_PLACES + 1] = {0}, more = true;
    size_t left = v->own.met.len - way, to;
    for (size_t place = 0; place < way; place++)
        back[place] = true;
    while (left && more) {
        more = false;
        for (size_t place = way; place < v->own.met.len; place++) {
            if (back[place])
                continue;
            ask_action(v, t, v->own.met.at[place], v->own.all.at[v->own.look.lock].free);
            for (size_t k = 0; k < v->own.out.len && !back[place]; k++) {
                const Outcome *o = &v->own.out.all.at[k];
                back[place] = o->kind == OUTCOME_STEP && is_met(v, here_after(o), &to) && back[to];
            }
            left -= back[place];
            more |= back[place];
        }
    }
    return !left;
}

static bool waits(Movers *v, Tid t)
{
    const OwnLock *lock = &v->own.all.at[v->own.look.lock];
    v->own.goes_wrong = v->own.changes = v->own.reads_more = false;
    if (!find_way(v, t))
        return false;
    size_t way = v->own.met.len;
    for (size_t place = 0; place < v->own.met.len; place++) {
        if (place >= way && !stays(v, t, place, lock->free))
            return false;
        vec_each (const uint64_t, value, &lock->taken)
            if (!stays(v, t, place, *value))
                return false;
    }
    return !v->hangs || comes_back(v, t, way);
}

/* Who waits does so whatever else is in the store, if it reads nothing else: known by frames. */
static uint32_t memo_of(Movers *v, const OwnLook *look)
{
    bool is_new;
    uint32_t id = pairs_add(&v->own.waits, look->from.l.ix, look->from.s.ix, &is_new);
    if (is_new)
        vec_push(&v->own.known, 0);
    return id;
}

static void ask_lock(Movers *v, Tid t, OwnLock *lock)
{
    uint32_t id = memo_of(v, &v->own.look);
    if (v->own.known.at[id] > lock->taken.len)
        return;
    v->own.odd = false;
    bool only_waits = waits(v, t);
    lock->odd |= v->own.odd;
    if (!only_waits && v->own.changes)
        own_lose(v, lock);
    else if (!only_waits)
        try(v, lock);
    else if (!v->own.reads_more)
        v->own.known.at[id] = (uint32_t)lock->taken.len + 1;
}

void own_ask(Movers *v, Tid t)
{
    for (size_t k = 0; k < v->own.asked.len && !v->ask.halves; k++) {
        v->own.look = v->own.asked.at[k];
        OwnLock *lock = &v->own.all.at[v->own.look.lock];
        if (lock->tried || lock->lost)
            continue;
        v->alone = false;
        if (lock->counts ? !ticket_find(v, t) : lock->ticket && !ticket_waits(v, t))
            own_lose(v, lock);
        else if (!lock->counts && !lock->ticket)
            ask_lock(v, t, lock);
    }
    v->own.asked.len = 0;
}

/* ---- searches ---- */

/* The rules were made without it, and so was what follows from them. */
static void forget_rules(Movers *v)
{
    for (size_t pc = 0; pc < v->firsts.len; pc++) {
        v->firsts.at[pc] = false;
        v->racing.at[pc] = (RaceMark){0};
    }
    for (uint32_t region = 1; region < v->rules.len; region++) {
        Rule *rule = &v->rules.at[region];
        bool own = false;
        vec_each (const OwnLock, lock, &v->own.all)
            own |= (lock->region == region && !lock->lost) ||
                   (lock->ticket && lock->served_region == region);
        if (own)
            continue;
        rule->kind = rule->was = RULE_READ_ONLY;
        rule->guards.len = 0;
        rule->doubted = 0;
        rule->shares = rule->may_race = false;
        rule->broken = rule->rival = (Touch){0};
    }
}

void movers_forget_places(Movers *v)
{
    pairs_free(&v->own.waits);
    pairs_free(&v->own.numbers);
    v->own.known.len = v->own.known_numbers.len = 0;
}

void own_start(Movers *v)
{
    bool is_new = false;
    vec_each (OwnLock, lock, &v->own.all) {
        lock->lost |= lock->tried && !lock->guards;
        is_new |= (lock->is_new || lock->found) && !lock->lost;
        ticket_start(v, lock);
        lock->is_new = lock->guards = false;
    }
    v->own.finds = false;
    if (is_new)
        forget_rules(v);
    movers_forget_places(v);
}

void own_end(Movers *v)
{
    vec_each (OwnLock, lock, &v->own.all)
        vec_free(&lock->taken);
    vec_free(&v->own.all);
    vec_free(&v->own.looks);
    vec_free(&v->own.asked);
    pairs_free(&v->own.waits);
    pairs_free(&v->own.numbers);
    vec_free(&v->own.known);
    vec_free(&v->own.known_numbers);
    vec_free(&v->own.met);
    vec_free(&v->own.way);
    outcomes_free(&v->own.out);
}
