/* ticket.c -- ticket locks that the program writes itself: who wants the lock draws a number from one
 * cell, and waits until another cell says that this number is served.
 *
 * The lock is free if the number that is drawn next is the one that is served.  A thread that draws
 * it then holds the lock, from there on until it adds one to the number that is served.  Nobody else
 * draws in runs in which nobody waits; and such runs are enough.  Let s be the number that is served
 * when a thread stands at h, before the action that draws a number, and let there be k threads: the
 * number n that it may draw is one of s ... s + k.  Say that the thread waits from h if for each of
 * these n there are sets A of places, and W of places on a way, such that
 *
 *   (1) from h the action draws n, whatever number of s ... n is served, and leads to a place of A, or
 *       to the first place of W if n is served already;
 *   (2) from A with a number of s ... n-1 being served each action leads to a place in A;
 *   (3) from A with n being served the actions lead to a place in W; and those of W to the next one:
 *       each is the only thing that the thread can do there;
 *   (4) these actions touch nothing but the cell that says who is served, which they only read, what
 *       only this thread can reach, and data that they read and nobody else can change; and both cells
 *       by accesses that cannot race, where data races count.
 *
 * Take a run, and let each thread draw its number right before it goes from a place in W, n being
 * served, to where (3) does not say any more what it does; leave out its walk in A, and all of it
 * if it is never served.  Numbers are served one after the other, so the order in which they are
 * drawn stays the same, and so do the numbers; nobody but those who draw looks at the first cell;
 * and nobody who waits is seen by others.  So that is a run, which comes to the same states but for
 * where those stand who wait.  In these runs the lock moves as a mutex does: drawing is a right mover,
 * giving back is a left mover, looks of the holder at who is served are both.  Who draws a number that
 * is not served has no such run (`drops`).
 *
 * Who waits for the machine waits in A, not at h, where he stands in these runs: a deadlock would not
 * be seen.  So where nobody can run but those who were dropped such locks are given up (own_stuck).
 *
 * Whatever else is done to one of the cells makes the pair no lock: others draw several numbers, or
 * put back some; somebody looks who does not hold the lock; a number is served by others, or left out.
 *
 * Which cells they are: the first one is only counted up, by updates.  The second is the one that a
 * thread reads next (ticket_find).  Both are in the same object, or in two globals. */
#include "movers/own.h"

#include "base/log.h"

/* ---- two cells ---- */

static uint64_t make_cell(uint32_t object, int32_t offset)
{
    return (uint64_t)object << 32 | (uint32_t)offset;
}

/* Which says who is served; 0: there is none. */
static uint64_t served_cell(const OwnLock *lock, uint64_t cell)
{
    if (lock->served_object)
        return cell == lock->cell ? make_cell(lock->served_object, lock->served) : 0;
    return make_cell((uint32_t)(cell >> 32), (int32_t)cell - lock->offset + lock->served);
}

/* From which the numbers are drawn that this cell serves. */
static uint64_t drawn_cell(const OwnLock *lock, uint64_t served)
{
    if (lock->served_object)
        return lock->cell;
    return make_cell((uint32_t)(served >> 32), (int32_t)served - lock->served + lock->offset);
}

OwnLock *ticket_at(Movers *v, uint64_t cell)
{
    uint32_t object = (uint32_t)(cell >> 32), layout = machine_layout(v->m, object);
    vec_each (OwnLock, lock, &v->own.all) {
        if (!lock->ticket || lock->lost || !layout || lock->served_layout != layout)
            continue;
        if (lock->served_object ? cell == make_cell(lock->served_object, lock->served)
                                : own_offset(v, layout, (int32_t)cell) == lock->served)
            return lock;
    }
    return NULL;
}

static uint64_t next_number(const OwnLock *lock, uint64_t number)
{
    return cut_to(number + 1, lock->bytes);
}

/* One number in one cell, and nobody can race with that. */
static bool is_fit(const Movers *v, const OwnLock *lock, const Touch *touch)
{
    return touch->kind == TOUCH_DATA && touch->bytes == lock->bytes && touch->known &&
           !touch->frees && !touch->test && (!v->races_first || (touch->atomic && !touch->weak));
}

/* ---- touches ---- */

/* Whoever waits depends on it, too. */
static void note_served(Movers *v, const OwnLock *lock, const Touch *touch, uint64_t served)
{
    Touch look = *touch;
    look.object = (uint32_t)(served >> 32);
    look.offset = (int32_t)served;
    look.region = lock->served_region;
    if (v->ask.deeds)
        deeds_add(v, v->ask.deeds, &look);
}

/* Is it known where the action began?  If not, the next search will know. */
static bool is_here_known(Movers *v)
{
    if (!v->own.is_here)
        v->own.looks.at[v->begin] = v->broken = v->own.finds = true;
    return v->own.is_here;
}

bool ticket_draw(Movers *v, OwnLock *lock, const Touch *touch, bool *right, bool *left)
{
    uint64_t cell = cell_of(touch), served = served_cell(lock, cell);
    uint64_t value = cut_to(touch->value, lock->bytes);
    *right = *left = false;
    if (!served || !is_fit(v, lock, touch) || (!v->own.is_here && !v->begin))
        return own_lose(v, lock);
    uint64_t now = value_now(v, served, lock->bytes);
    *right = true;
    if (!touch->write) {
        own_note_read(v, cell);
        note_served(v, lock, touch, served);
        v->own.looked = true;
        v->own.drops = value != now;
        if (is_here_known(v))
            vec_push(&v->own.asked,
                     ((OwnLook){(uint32_t)(lock - v->own.all.at), cell, v->own.here, now}));
        return true;
    }
    uint64_t old = value_now(v, cell, lock->bytes);
    if (!own_has_read(v, cell) || value != next_number(lock, old) || old != now ||
        machine_holder(v->m, cell)) {
        *right = false;
        return own_lose(v, lock);
    }
    machine_hold(v->m, cell);
    return true;
}

bool ticket_serve(Movers *v, OwnLock *lock, const Touch *touch, bool *right, bool *left)
{
    uint64_t served = cell_of(touch), cell = drawn_cell(lock, served);
    uint64_t now = value_now(v, served, lock->bytes);
    bool mine = machine_holder(v->m, cell) == machine_running(v->m).ix + 1;
    *right = *left = false;
    if (!is_fit(v, lock, touch) || !mine ||
        (touch->write && cut_to(touch->value, lock->bytes) != next_number(lock, now)))
        return own_lose(v, lock);
    *right = !touch->write;
    *left = true;
    if (touch->write)
        machine_unhold(v->m, cell, lock->bytes);
    return true;
}

void ticket_write_alone(Movers *v, const Touch *touch)
{
    uint32_t layout = machine_layout(v->m, touch->object);
    int32_t size = (int32_t)v->program->layouts.at[layout].size;
    int32_t first = own_offset(v, layout, touch->offset), end = (int32_t)touch->bytes;
    vec_each (OwnLock, lock, &v->own.all) {
        if (!lock->ticket || lock->served_layout != layout)
            continue;
        for (int32_t at = touch->offset - first; at < touch->offset + end; at += size) {
            int32_t served = at + lock->served;
            if (lock->served_object && lock->served_object == touch->object)
                machine_unhold(v->m, lock->cell, lock->bytes);
            else if (served < touch->offset + end && touch->offset < served + (int32_t)lock->bytes)
                machine_unhold(v->m, drawn_cell(lock, make_cell(touch->object, served)),
                               lock->bytes);
            if (!size)
                break;
        }
    }
}

/* ---- do those who draw a number wait? ---- */

static bool ask_touch(void *self, const Touch *touch)
{
    Movers *v = self;
    const OwnLock *lock = &v->own.all.at[v->own.look.lock];
    uint64_t cell = v->own.look.cell, served = served_cell(lock, cell), at = cell_of(touch);
    bool fit = is_fit(v, lock, touch);
    if (fit && at == served && !touch->write && (v->own.walks || v->own.takes))
        return true;
    if (fit && at == cell && !touch->write && !v->own.walks && !v->own.takes) {
        own_note_read(v, cell);
        return true;
    }
    if (fit && at == cell && !v->own.walks && !v->own.takes && own_has_read(v, cell) &&
        cut_to(touch->value, lock->bytes) == next_number(lock, value_now(v, cell, lock->bytes))) {
        v->own.takes = true;
        return true;
    }
    bool meets = (at < cell + lock->bytes && cell < at + touch->bytes) ||
                 (at < served + lock->bytes && served < at + touch->bytes);
    if (!meets)
        return own_ask_other(v, touch);
    v->own.goes_wrong = true;
    return false;
}

/* One action from a place, with these numbers; true: it only waits. */
static bool ask(Movers *v, Tid t, Here from, uint64_t drawn, uint64_t served)
{
    const OwnLook *look = &v->own.look;
    const OwnLock *lock = &v->own.all.at[look->lock];
    const Watcher watcher = own_asker(v, ask_touch);
    from.g = machine_poke(v->m, from.g, look->cell, lock->bytes, drawn);
    from.g = machine_poke(v->m, from.g, served_cell(lock, look->cell), lock->bytes, served);
    v->own.takes = v->own.goes_wrong = false;
    machine_ask(v->m, t, &from, &watcher, &v->own.out);
    return !v->own.goes_wrong;
}

/* Where it comes to, if there is only one such place; the cells say that it is served. */
static bool ask_next(Movers *v, Tid t, Here from, uint64_t number, Here *next)
{
    const OwnLock *lock = &v->own.all.at[v->own.look.lock];
    if (!ask(v, t, from, next_number(lock, number), number) || v->own.out.len != 1 ||
        v->own.out.all.at[0].kind != OUTCOME_STEP)
        return false;
    *next = here_after(&v->own.out.all.at[0]);
    return true;
}

static Here as_served(Movers *v, Here here, uint64_t number)
{
    const OwnLook *look = &v->own.look;
    const OwnLock *lock = &v->own.all.at[look->lock];
    here.g = machine_poke(v->m, here.g, look->cell, lock->bytes, next_number(lock, number));
    here.g = machine_poke(v->m, here.g, served_cell(lock, look->cell), lock->bytes, number);
    return here;
}

static bool is_on_way(const Movers *v, const Here *here)
{
    vec_each (const Here, place, &v->own.way)
        if (is_same_place(place, here))
            return true;
    return false;
}

static void add_place(Movers *v, Here here)
{
    vec_each (const Here, met, &v->own.met)
        if (is_same_place(met, &here))
            return;
    vec_push(&v->own.met, here);
}

/* (1) */
static bool draws(Movers *v, Tid t, uint64_t number)
{
    const OwnLook *look = &v->own.look;
    const OwnLock *lock = &v->own.all.at[look->lock];
    v->own.met.len = v->own.way.len = 0;
    v->own.walks = false;
    for (uint64_t served = look->served;; served = next_number(lock, served)) {
        if (!ask(v, t, look->from, number, served) || !v->own.takes || v->own.out.len != 1 ||
            v->own.out.all.at[0].kind != OUTCOME_STEP)
            return false;
        Here next = as_served(v, here_after(&v->own.out.all.at[0]), number);
        if (served == number) {
            vec_push(&v->own.way, next);
            return true;
        }
        add_place(v, next);
    }
}

/* W of (3) */
static void find_way(Movers *v, Tid t, uint64_t number)
{
    Here next;
    while (v->own.way.len < LONGEST_WAY && ask_next(v, t, vec_last(&v->own.way), number, &next) &&
           !is_on_way(v, &next))
        vec_push(&v->own.way, next);
}

/* (2): from a place, with this number being served. */
static bool stays(Movers *v, Tid t, size_t place, uint64_t number, uint64_t served)
{
    OwnLock *lock = &v->own.all.at[v->own.look.lock];
    if (!ask(v, t, v->own.met.at[place], next_number(lock, number), served))
        return false;
    for (size_t k = 0; k < v->own.out.len; k++) {
        const Outcome *o = &v->own.out.all.at[k];
        if (o->kind == OUTCOME_BLOCKED)
            lock->blocks = true;
        else if (o->kind == OUTCOME_STEP)
            add_place(v, as_served(v, here_after(o), number));
        else
            return false;
    }
    return v->own.met.len <= MOST_PLACES;
}

/* (3) */
static bool comes_to_way(Movers *v, Tid t, size_t place, uint64_t number)
{
    Here here = v->own.met.at[place], next;
    if (v->own.way.len == 1 && !is_on_way(v, &here))
        find_way(v, t, number);
    for (uint32_t k = 0; k < LONGEST_WAY && !is_on_way(v, &here); k++, here = next)
        if (!ask_next(v, t, here, number, &next))
            return false;
    return is_on_way(v, &here);
}

static bool waits_for(Movers *v, Tid t, uint64_t number)
{
    const OwnLock *lock = &v->own.all.at[v->own.look.lock];
    if (!draws(v, t, number))
        return false;
    v->own.walks = true;
    for (size_t place = 0; place < v->own.met.len; place++) {
        uint64_t served = v->own.look.served;
        for (; served != number; served = next_number(lock, served))
            if (!stays(v, t, place, number, served))
                return false;
        if (!comes_to_way(v, t, place, number))
            return false;
    }
    return true;
}

/* What is known of these frames, with this number being served; NULL: it is not kept. */
static uint32_t *memo_of(Movers *v, const OwnLook *look)
{
    bool is_new;
    uint32_t frames = pairs_add(&v->own.waits, look->from.l.ix, look->from.s.ix, &is_new);
    if (is_new)
        vec_push(&v->own.known, 0);
    if (look->served > UINT32_MAX)
        return NULL;
    uint32_t id = pairs_add(&v->own.numbers, frames, (uint32_t)look->served, &is_new);
    if (is_new)
        vec_push(&v->own.known_numbers, 0);
    return &v->own.known_numbers.at[id];
}

bool ticket_waits(Movers *v, Tid t)
{
    const OwnLook *look = &v->own.look;
    const OwnLock *lock = &v->own.all.at[look->lock];
    uint32_t *memo = memo_of(v, look);
    if (memo && *memo > v->own.threads)
        return true;
    if (lock->bytes < 4 && v->own.threads + 2 >= (uint32_t)1 << 8 * lock->bytes)
        return false;
    v->own.reads_more = false;
    uint64_t number = look->served;
    for (uint32_t k = 0; k <= v->own.threads; k++, number = next_number(lock, number))
        if (!waits_for(v, t, number))
            return false;
    if (memo && !v->own.reads_more)
        *memo = v->own.threads + 1;
    return true;
}

void own_forsake(Movers *v)
{
    vec_each (OwnLock, lock, &v->own.all)
        if (lock->ticket && !lock->lost)
            own_lose(v, lock);
}

void own_stuck(Movers *v)
{
    vec_each (OwnLock, lock, &v->own.all)
        if (lock->ticket && lock->blocks && !lock->lost)
            own_lose(v, lock);
}

/* ---- which cells are they? ---- */

void ticket_watch(Movers *v, OwnLock *lock, const Touch *touch)
{
    uint64_t cell = cell_of(touch);
    if (lock->found)
        return;
    if (!touch->known || touch->frees || touch->test || (!v->own.is_here && !v->begin) ||
        (touch->write && lock->odd)) {
        own_lose(v, lock);
        return;
    }
    if (!touch->write) {
        own_note_read(v, cell);
        if (is_here_known(v))
            vec_push(&v->own.asked,
                     ((OwnLook){(uint32_t)(lock - v->own.all.at), cell, v->own.here, 0}));
    }
}

static bool find_touch(void *self, const Touch *touch)
{
    Movers *v = self;
    const OwnLock *lock = &v->own.all.at[v->own.look.lock];
    uint64_t cell = v->own.look.cell, at = cell_of(touch);
    bool own = machine_owner(v->m, touch->object) == machine_running(v->m).ix + 1;
    if (touch->kind == TOUCH_DATA && own)
        return true;
    if (at == cell && is_fit(v, lock, touch) && !v->own.walks)
        return true;
    if (is_fit(v, lock, touch) && !touch->write && (touch->atomic || !v->races_first) &&
        (!v->own.cell || v->own.cell == at)) {
        v->own.cell = at;
        v->own.region = touch->region;
        return true;
    }
    if (v->own.cell && touch->write && at == v->own.cell)
        v->own.cell = 0; /* it is updated */
    v->own.goes_wrong = true;
    return false;
}

static bool is_taken(Movers *v, uint64_t cell)
{
    if (ticket_at(v, cell))
        return true;
    uint32_t layout = machine_layout(v->m, (uint32_t)(cell >> 32));
    vec_each (const OwnLock, lock, &v->own.all)
        if (lock->ticket && !lock->lost && lock->layout == layout &&
            lock->offset == own_offset(v, layout, (int32_t)cell))
            return true;
    return false;
}

/* The cell says who is served, if that can be said of all such locks. */
static bool pair_with(Movers *v, OwnLock *lock, uint64_t cell, uint64_t served)
{
    uint32_t object = (uint32_t)(cell >> 32), other = (uint32_t)(served >> 32);
    uint32_t globals = (uint32_t)v->program->globals.len;
    uint32_t layout = machine_layout(v->m, other);
    int32_t offset = own_offset(v, layout, (int32_t)served);
    if (object == other && (int32_t)served - (int32_t)cell != offset - lock->offset)
        return false;
    if (object != other && (object >= globals || other >= globals))
        return false;
    lock->cell = cell;
    lock->served_object = object == other ? 0 : other;
    lock->served = object == other ? offset : (int32_t)served;
    lock->served_layout = layout;
    lock->served_region = v->own.region;
    LOG(GUARD, "who is served by the numbers of %s at offset %d stands in %s at offset %d",
        v->program->layouts.at[lock->layout].name, lock->offset,
        v->program->layouts.at[layout].name, offset);
    return true;
}

bool ticket_find(Movers *v, Tid t)
{
    const OwnLook *look = &v->own.look;
    OwnLock *lock = &v->own.all.at[look->lock];
    const Watcher watcher = own_asker(v, find_touch);
    Here here = look->from;
    v->own.cell = 0;
    v->own.goes_wrong = v->own.walks = false;
    for (uint32_t k = 0; k < LONGEST_WAY && !v->own.cell; k++) {
        machine_ask(v->m, t, &here, &watcher, &v->own.out);
        if (v->own.goes_wrong || !v->own.out.len || v->own.out.all.at[0].kind != OUTCOME_STEP)
            break;
        here = here_after(&v->own.out.all.at[0]);
        v->own.walks = true;
    }
    if (!v->own.cell || is_taken(v, v->own.cell) || !pair_with(v, lock, look->cell, v->own.cell))
        return false;
    lock->found = v->broken = v->own.finds = true;
    return true;
}

/* The inference says nothing of these cells: it is told here how they move. */
static void forget_rule(Movers *v, uint32_t region)
{
    Rule *rule = &v->rules.at[region];
    if (!region)
        return;
    rule->kind = RULE_NONE;
    rule->guards.len = 0;
    rule->doubted = 0;
    rule->exclusive = false;
}

void ticket_start(Movers *v, OwnLock *lock)
{
    if (lock->lost && !lock->odd && !lock->counts && !lock->ticket) {
        lock->lost = lock->tried = false;
        lock->counts = true;
    }
    lock->blocks = false;
    if (!lock->found || lock->lost)
        return;
    lock->found = lock->counts = false;
    lock->ticket = true;
    forget_rule(v, lock->region);
    forget_rule(v, lock->served_region);
    vec_each (OwnLock, other, &v->own.all) /* it is no lock by itself, even if this is none */
        if (other->layout == lock->served_layout &&
            other->offset == own_offset(v, lock->served_layout, lock->served))
            other->lost = other->odd = true;
}
