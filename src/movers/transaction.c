/* transaction.c -- the mover class of every action, and transactions.
 *
 *   local, or alone, or an object that no other thread can reach    both
 *   data that only this thread touches                              both
 *   an object inside one whose lock the thread holds (enclosed.c)   both
 *   data, in keeping with the discipline of its region              both
 *   data, with exclusive access by its predicate (exclusive.c)      both
 *   data that a memory model follows, see TouchMove:
 *     tested for data races by what happens before what             both
 *     read from a history (other than in an update)                 right
 *     written into one                                              left
 *   other data                                                      none
 *   acquire, join                                                   right
 *   release, fork, the end of a thread                              left
 *   locks that are tried or looked at, not only waited for          none
 *   a call of a library begins (machine/event.c)                    right
 *   ... and returns                                                 left
 *
 * An action moves if everything it does moves.  The phase follows the formula of the paper, p' = RM
 * and (p or not LM), with a scheduling point before an action that would begin a new transaction:
 * after the commit only left movers follow.  Whether an action is one is known when it has run; if
 * it is not, it is given up, and its place is remembered (`yields`), so that the next transaction
 * stops there without trying.
 *
 * C3: a committed transaction that must wait, goes wrong, is cut or runs in a circle has a
 * scheduling point before that.  Before the commit it has done nothing that others could see, and
 * such a run is dropped.
 *
 * Procedures that are annotated as atomic: the phase of their own executions is kept in the frame,
 * and an action that begins a new transaction there is told (follow_claim).
 *
 * Data races (races_first): an action that touches memory without a discipline, of which not all
 * such touches are atomic and seq_cst, is the first of its transaction but for both movers, so that
 * the states in which two threads are about to do so are scheduling points; the place is remembered
 * (`racing`).  No other action can race: of two touches that conflict neither is a mover, or one
 * would have broken the discipline.
 *
 * Deadlocks (waits_first): an action that may wait is the first of its transaction but for both
 * movers, so that the states in which threads hold some locks and wait for others are scheduling
 * points; mutexes that are taken in an order need none (order.c). */
#include "movers/movers.h"

#include "base/log.h"

enum { MOST_COMBINATIONS = 16 }; /* of choices in a transaction; then it ends at the next point */

static Rule *rule_of(Movers *v, const Touch *touch)
{
    hard_assert(touch->region < v->rules.len);
    return &v->rules.at[touch->region];
}

/* The running thread under the name that people know. */
static Tid named_thread(const Movers *v)
{
    return v->stands_for_others ? v->real : machine_running(v->m);
}

/* ---- the discipline ---- */

static bool keeps_rule(Movers *v, const Rule *rule, const Touch *touch)
{
    switch (rule->kind) {
    case RULE_READ_ONLY:
        return !touch->write;
    case RULE_GUARDED:
        hard_assert(rule->guards.len);
        return guard_is_held(v, &rule->guards.at[0], touch);
    case RULE_NONE:
        return false;
    }
    return false;
}

/* Memory without a name has no discipline. */
bool rule_is_kept(Movers *v, const Touch *touch)
{
    return touch->region && keeps_rule(v, rule_of(v, touch), touch);
}

/* The strongest discipline that this access and all before it keep to. */
static void weaken(Movers *v, Rule *rule, const Touch *touch)
{
    Guards held = {0};
    RuleKind before = rule->kind;
    assert(touch->region && before != RULE_NONE && (before == RULE_GUARDED || !rule->guards.len));
    guard_find_held(v, touch, &held);
    size_t guards = rule->guards.len;
    if (rule->kind == RULE_READ_ONLY)
        vec_each (Guard, guard, &held)
            vec_push(&rule->guards, *guard);
    size_t kept = 0;
    for (size_t k = 0; k < rule->guards.len; k++)
        for (size_t j = 0; j < held.len; j++)
            if (guard_equal(&rule->guards.at[k], &held.at[j])) {
                rule->guards.at[kept++] = rule->guards.at[k];
                break;
            }
    rule->guards.len = kept;
    rule->doubted = 0;
    rule->kind = kept ? RULE_GUARDED : RULE_NONE;
    assert(rule->kind > before || kept < guards); /* the guard that counted was not held */
    rule->broken = *touch;
    rule->breaker = named_thread(v);
    rule->rival = (Touch){0};
    v->broken = true;
    LOG(GUARD, "%s is %s now (%zu guards left): thread %u %s it in line %u, holding %zu locks",
        v->program->regions.at[touch->region].name, kept ? "guarded" : "without a discipline", kept,
        rule->breaker.ix, touch->write ? "writes" : "reads", v->program->pos.at[touch->pc].line,
        held.len);
    vec_free(&held);
}

/* An annotation is tested on every access, also on those that move for another reason, and of the
 * guards all are known by name, though only the first one counts here. */
static void doubt(Movers *v, const Touch *touch)
{
    Rule *rule = rule_of(v, touch);
    if (!touch->region || touch->test || v->alone ||
        machine_owner(v->m, touch->object) == machine_running(v->m).ix + 1)
        return;
    if (rule->kind == RULE_READ_ONLY && touch->write)
        rule->doubted |= 1;
    for (size_t k = 0; rule->kind == RULE_GUARDED && k < rule->guards.len && k < 64; k++)
        if (!guard_is_held(v, &rule->guards.at[k], touch))
            rule->doubted |= (uint64_t)1 << k;
}

static bool data_moves(Movers *v, const Touch *touch)
{
    uint32_t me = machine_running(v->m).ix + 1;
    if (v->tells)
        doubt(v, touch);
    if (v->alone || machine_owner(v->m, touch->object) == me) {
        if (v->own.all.len && v->alone && touch->write)
            own_write_alone(v, touch);
        return true;
    }
    Rule *rule = rule_of(v, touch);
    if (touch->write && !rule->changed) {
        rule->changed = true;
        v->broken |= rule->steers;
    }
    if (private_moves(v, touch) || enclosed_moves(v, touch))
        return true;
    rule->touched |= !touch->test;
    if (rule->broken.pc && (!rule->rival.pc || (touch->write && !rule->rival.write)) &&
        rule->breaker.ix != named_thread(v).ix && (touch->write || rule->broken.write)) {
        rule->rival = *touch;
        rule->rival_tid = named_thread(v);
    }
    if (touch->region && rule->kind != RULE_NONE && !keeps_rule(v, rule, touch))
        weaken(v, rule, touch);
    return rule_is_kept(v, touch) || (!touch->test && exclusive_moves(v, touch));
}

/* Data without a discipline, by what the memory model says of it.  An update is a read and a write.
 * What ends an object does more than that: it stays where it is. */
static void move_in_model(const Touch *touch, bool *right, bool *left)
{
    bool moves = touch->move == MOVE_RACES && !touch->frees;
    bool history = touch->move == MOVE_HISTORY;
    *right = moves || (history && !touch->write);
    *left = moves || (history && touch->write);
}

/* Data without a discipline: a lock that the program writes itself, or anything. */
static void move_loosely(Movers *v, const Touch *touch, bool *right, bool *left)
{
    bool may_lock = v->own.all.len || touch->atomic;
    if (!may_lock || !own_moves(v, touch, right, left))
        move_in_model(touch, right, left);
}

static LockCell *lock_of(Movers *v, const Touch *touch)
{
    LockCell *known = guard_lock_cell(v, touch->object, touch->offset);
    if (known)
        return known;
    uint32_t number = machine_layout(v->m, touch->object);
    const Layout *layout = &v->program->layouts.at[number];
    int32_t offset = touch->offset;
    if ((layout->kind == LAYOUT_ARRAY || layout->kind == LAYOUT_RAW) && layout->size)
        offset %= (int32_t)layout->size;
    assert(touch->bytes == 4 || touch->bytes > 8); /* a mutex, or with a set of readers */
    vec_push(&v->locks, ((LockCell){.layout = number, .offset = offset, .rw = touch->bytes > 4}));
    return &vec_last(&v->locks);
}

/* A lock that someone tries moves nowhere: whether it is held can be seen. */
static bool lock_moves(Movers *v, const Touch *touch)
{
    LockCell *lock = lock_of(v, touch);
    Rule *rule = rule_of(v, touch);
    if (!rule->is_lock) { /* known only now in raw memory; perhaps someone has looked at it */
        rule->is_lock = true;
        v->broken |= rule->touched;
    }
    if (v->alone)
        return true;
    if (touch->kind == TOUCH_TRY && !lock->tried)
        lock->tried = v->broken = true;
    return !lock->tried && !rule->looked;
}

/* The same by someone who looks at it, unless that is the one who holds it. */
static bool look_moves(Movers *v, const Touch *touch)
{
    Rule *rule = rule_of(v, touch);
    bool owned = machine_owner(v->m, touch->object) == machine_running(v->m).ix + 1;
    if (v->alone || owned || (guard_is_mine(v, touch) && !touch->write))
        return true;
    if (touch->write && touch->kind == TOUCH_DATA)
        guard_overwrite(v, touch);
    if (!rule->looked)
        rule->looked = v->broken = true;
    return false;
}

/* What happens at once in weak memory is in order with all else that does, and that may be seen. */
static bool any_data_moves(Movers *v, const Touch *touch)
{
    bool moves = rule_of(v, touch)->is_lock ? look_moves(v, touch) : data_moves(v, touch);
    return moves && (touch->move != MOVE_AT_ONCE || v->alone || touch->test);
}

/* ---- callbacks of the machine ---- */

static void on_begin(void *self, bool at_choice)
{
    Movers *v = self;
    v->alone = machine_is_alone(v->m);
    /* The first half of an action that stopped to choose is not known any more. */
    v->committed = at_choice;
    v->right = v->left = v->both = !at_choice;
    v->begin = v->points = v->forks = 0;
    v->special = v->plain || v->single || v->ask.one_action || v->ask.halves || v->most_forks ||
                 v->ask.prelude != PRELUDE_NONE;
    v->joins = v->acquired = false;
    v->order.held.len = 0;
    v->own.here = v->own.first;
    v->own.is_here = !at_choice;
    v->own.drops = false;
    v->own.reads = 0;
}

/* A procedure that is annotated as atomic is to be one transaction: the same rule, for its own
 * phase. */
static void follow_claim(Movers *v, uint32_t region, bool right, bool left)
{
    if (machine_claim(v->m) == CLAIM_COMMITTED && !left)
        machine_split(v->m, region);
    if (machine_claim(v->m) == CLAIM_OPEN && !right)
        machine_commit(v->m);
}

/* Data that has no discipline is touched.  If that can be a half of a data race it must be the next
 * thing that the thread does, but for both movers; true: it is not. */
static bool races_late(Movers *v, const Touch *touch)
{
    Rule *rule = rule_of(v, touch);
    if (v->alone || machine_owner(v->m, touch->object) == machine_running(v->m).ix + 1)
        return false;
    if (touch->atomic && !touch->weak)
        rule->shares = true;
    else if (!rule->may_race && (touch->weak || v->asks_races)) {
        rule->may_race = true;
        v->broken |= rule->shares; /* the atomic accesses so far count now, too */
    }
    if (!rule->may_race && touch->region)
        return false;
    bool next = !v->begin || (v->both && !v->in_parts);
    Touch mark = *touch;
    mark.write |= v->own.drops; /* the run is dropped before an update writes */
    race_mark(v, next ? v->start : v->begin, &mark);
    if (v->ask.halves && next)
        vec_push(v->ask.halves, ((RaceHalf){*touch, machine_actions_done(v->m)}));
    return !next;
}

/* What nobody else can reach moves both ways, locks too. */
static void touch_claim(Movers *v, const Touch *touch, bool right, bool left)
{
    if (v->claims && !touch->test && !v->alone &&
        machine_owner(v->m, touch->object) != machine_running(v->m).ix + 1)
        follow_claim(v, touch->region, right, left);
}

/* Here is something that others could notice. */
static bool ends_prelude(Movers *v)
{
    bool ends = v->begin && v->both;
    if (v->ask.prelude != PRELUDE_ASKED)
        return false;
    v->ask.prelude = ends ? PRELUDE_ENDED : PRELUDE_NONE;
    v->prelude_points = v->points;
    return ends;
}

/* Who waits for a lock that the program writes itself, and has done something that others see before
 * that, must be seen to stand there: as waits_first. */
static bool waits_late(Movers *v)
{
    if (!v->hangs || !v->own.looked || !v->begin || !(v->acquired || machine_shows(v->m)))
        return false;
    v->firsts.at[v->begin] = true;
    LOG(REDUCTION, "a point in line %u: a lock that the program writes itself is waited for",
        v->program->pos.at[v->begin].line);
    return true;
}

/* The action ends before this touch, or there is no such run. */
static bool waits_at_own(Movers *v)
{
    if (waits_late(v))
        return true;
    if (!v->own.drops || v->ask.halves) /* what the update would write may race */
        return false;
    machine_drop(v->m);
    return true;
}

/* The action would begin a new transaction. */
static bool follows_commit(Movers *v, const Touch *touch)
{
    if (!v->committed || v->left || !v->begin)
        return false;
    v->yields.at[v->begin] = true;
    LOG(REDUCTION, "a point in line %u: after the commit %s is no left mover there",
        v->program->pos.at[v->begin].line, v->program->regions.at[touch->region].name);
    return true;
}

static void note_shown(Movers *v, const Touch *touch)
{
    v->acquired |= touch->kind == TOUCH_ACQUIRE;
    if (v->order.on && touch->kind == TOUCH_ACQUIRE)
        order_take(v, touch);
    if (v->hangs && !machine_shows(v->m) && machine_will_change(v->m, touch))
        machine_show(v->m);
}

static void note_moves(Movers *v, const Touch *touch, bool right, bool left)
{
    v->right = v->right && right;
    v->left = v->left && left;
    if (v->tells && !touch->test)
        v->moved.at[machine_user_pc(v->m, touch->pc)] |=
            (uint8_t)(MOVED_SEEN | (right ? 0 : MOVED_NOT_RIGHT) | (left ? 0 : MOVED_NOT_LEFT));
}

static bool on_touch(void *self, const Touch *touch)
{
    Movers *v = self;
    bool right = true, left = true, loose = false;
    v->own.looked = false;
    if (touch->test)
        exclusive_note_read(v, touch);
    if (v->ask.deeds)
        deeds_add(v, v->ask.deeds, touch);
    switch (touch->kind) {
    case TOUCH_DATA:
        right = left = any_data_moves(v, touch);
        loose = !touch->test && (!right || rule_of(v, touch)->is_lock);
        if (!right && !rule_of(v, touch)->is_lock)
            move_loosely(v, touch, &right, &left);
        break;
    case TOUCH_LOOK:
        right = left = look_moves(v, touch);
        break;
    case TOUCH_ACQUIRE:
        right = lock_moves(v, touch), left = false;
        break;
    case TOUCH_JOIN:
        left = false;
        v->joins = true;
        break;
    case TOUCH_RELEASE:
        left = lock_moves(v, touch), right = false;
        break;
    case TOUCH_FORK:
        v->alone = false;
        v->forks++;
        right = false;
        left = !machine_numbers_threads(v->m);
        break;
    case TOUCH_TRY:
        right = left = lock_moves(v, touch);
        break;
    case TOUCH_CALL:
        left = false;
        break;
    case TOUCH_RETURN:
        right = false;
        break;
    }
    note_moves(v, touch, right, left);
    if (!(right && left) && ends_prelude(v))
        return false;
    if (v->races_first && loose && races_late(v, touch)) {
        v->firsts.at[v->begin] = true;
        LOG(REDUCTION, "a point in line %u: the access to %s could race",
            v->program->pos.at[v->begin].line, v->program->regions.at[touch->region].name);
        return false;
    }
    if (follows_commit(v, touch) || waits_at_own(v))
        return false;
    note_shown(v, touch);
    touch_claim(v, touch, right, left);
    return true;
}

static bool is_end(const Movers *v)
{
    return v->plain || v->single || v->ask.one_action || (v->ask.halves && !v->both) ||
           (v->most_forks && v->forks >= v->most_forks);
}

static bool is_end_of_prelude(Movers *v, uint32_t pc)
{
    return (v->may_wait.at[pc] && ends_prelude(v)) ||
           (v->ask.prelude == PRELUDE_ENDED && v->points == v->prelude_points); /* given up there */
}

/* A thread that looks again at memory with histories is back where its transaction began.  To go on would try all
 * combinations of what it reads in several rounds, and the state is most often the one that it came from. */
static bool goes_round(const Movers *v, uint32_t pc)
{
    return pc == v->start && !v->both && !v->committed && !machine_is_sc(v->m);
}

static bool must_wait_first(const Movers *v, uint32_t pc)
{
    return v->may_wait.at[pc] && v->waits_first && !v->both &&
           !(v->order.on && v->order.mutex.at[pc]);
}

static bool on_point(void *self, uint32_t pc)
{
    Movers *v = self;
    /* R* N? L*: after the commit only left movers follow, or the action was given up. */
    hard_assert(!v->committed || v->left || !v->begin);
    if (v->joins)
        v->alone = machine_is_alone(v->m);
    v->joins = false;
    v->both = v->both && v->right && v->left && machine_combinations(v->m) == 1;
    v->committed = v->committed || !v->right;
    hard_assert(!v->both || !v->committed);
    v->right = v->left = true;
    v->actions++;
    if ((v->special && is_end(v)) || (v->committed && v->yields.at[pc]) || must_wait_first(v, pc) ||
        v->firsts.at[pc])
        return true;
    if (machine_combinations(v->m) > MOST_COMBINATIONS || goes_round(v, pc)) {
        if (!v->committed)
            machine_leave_open(v->m);
        return true;
    }
    v->begin = pc;
    v->points++;
    if (v->special && is_end_of_prelude(v, pc))
        return true;
    if (v->own.all.len)
        own_begin_action(v, pc);
    return false;
}

/* C3: what is committed must be seen by the others. */
static bool on_stuck(void *self, uint32_t pc)
{
    Movers *v = self;
    if (!v->committed)
        return true;
    v->yields.at[pc] = true;
    LOG(REDUCTION, "a point in line %u (C3): a committed transaction cannot go on from there",
        v->program->pos.at[pc].line);
    return false;
}

/* Both movers before it can neither be seen by others nor depend on them: the thread waits where it
 * stands. */
static bool on_waits(void *self)
{
    Movers *v = self;
    if (!v->both && !v->committed)
        order_lose(v, "a mutex is waited for after other actions");
    return v->both;
}

static void on_await(void *self, const Await *await)
{
    Movers *v = self;
    if (v->ask.deeds)
        deeds_add_wait(v->ask.deeds, await);
}

static void on_first(void *self, uint32_t pc)
{
    ((Movers *)self)->firsts.at[pc] = true;
}

/* A thread that runs in a circle for ever hangs: the state in which it does so is looked at. */
static bool on_circle(void *self)
{
    Movers *v = self;
    return v->committed || v->hangs;
}

/* What data_moves says, if that changes no discipline. */
static bool on_still(void *self, const Touch *touch)
{
    Movers *v = self;
    if (v->alone || machine_owner(v->m, touch->object) == machine_running(v->m).ix + 1)
        return true;
    return !rule_of(v, touch)->is_lock && (private_is(v, touch) || rule_is_kept(v, touch));
}

/* A memory model remembers accesses for those who may race with them.  Those that nobody looks for make no difference but
 * to states. */
static bool on_remember(void *self, uint32_t memory, AccessKind kind)
{
    uint8_t *heeded = &((Movers *)self)->heeded.at[memory];
    for (int other = 0; other < ACCESS_KINDS; other++)
        if (*heeded >> other & 1 && access_conflicts(kind, (AccessKind)other))
            return true;
    *heeded |= (uint8_t)(1 << (ACCESS_KINDS + kind));
    return false;
}

static void on_look_back(void *self, uint32_t memory, AccessKind kind)
{
    Movers *v = self;
    uint8_t *heeded = &v->heeded.at[memory];
    if (*heeded >> kind & 1)
        return;
    *heeded |= (uint8_t)(1 << kind);
    for (int other = 0; other < ACCESS_KINDS; other++)
        if (*heeded >> (ACCESS_KINDS + other) & 1 && access_conflicts(kind, (AccessKind)other))
            v->broken = true;
}

static void on_make(void *self, uint32_t layout)
{
    Movers *v = self;
    Kin *kin = &v->kin.at[layout];
    if (v->alone || kin->made)
        return;
    kin->made = true;
    v->broken |= kin->guards;
}

static void on_compare(void *self, uint32_t a, uint32_t b)
{
    Movers *v = self;
    if (v->ask.deeds)
        deeds_add_compared(v, v->ask.deeds, a, b);
}

/* ---- transactions ---- */

Watcher movers_watcher(Movers *v)
{
    return (Watcher){.self = v,
                     .begin = on_begin,
                     .touch = on_touch,
                     .point = on_point,
                     .stuck = on_stuck,
                     .waits = on_waits,
                     .await = on_await,
                     .first = on_first,
                     .circle = on_circle,
                     .still = on_still,
                     .remember = on_remember,
                     .look_back = on_look_back,
                     .make = on_make,
                     .compare = on_compare};
}

void transaction_run(Movers *v, const State *state, size_t index, Outcomes *out)
{
    transaction_ask(v, state, index, (TransactionAsk){0}, out);
}

bool transaction_ask(Movers *v, const State *state, size_t index, TransactionAsk ask, Outcomes *out)
{
    uint64_t transactions = v->transactions, actions = v->actions;
    v->ask = ask;
    Watcher watcher = movers_watcher(v);
    assert(index < state->threads.len && state->threads.at[index].l.ix);
    const StateThread *thread = &state->threads.at[index];
    v->start = machine_local_pc(v->m, thread->l);
    v->own.first = (Here){state->g, thread->l, thread->s};
    v->own.threads = (uint32_t)state->threads.len;
    state_run(v->m, state, index, &watcher, out);
    if (v->whole && !v->special)
        again_go_on(v, state, index, &watcher, out);
    v->transactions += out->len;
    if (v->own.asked.len)
        own_ask(v, thread->tid);
    if (ask.halves || ask.one_action) {
        v->transactions = transactions;
        v->actions = actions;
    }
    bool ended = v->ask.prelude == PRELUDE_ENDED;
    v->ask = (TransactionAsk){0};
    return ended;
}

void movers_begin(Movers *v, Machine *m, const Program *program, uint32_t properties)
{
    *v = (Movers){.m = m, .program = program};
    v->waits_first = (properties & (PROPERTY_DEADLOCK | PROPERTY_HANG)) != 0;
    vec_resize(&v->rules, program->regions.len);
    vec_resize(&v->kin, program->layouts.len);
    vec_resize(&v->may_wait, program->code.len);
    vec_resize(&v->yields, program->code.len);
    vec_resize(&v->firsts, program->code.len);
    vec_resize(&v->moved, program->code.len);
    vec_resize(&v->own.looks, program->code.len);
    vec_resize(&v->racing, program->code.len);
    vec_resize(&v->heeded, program->regions.len + program->globals.len);
    v->asks_races = (properties & PROPERTY_RACE) != 0;
    v->races_first = machine_compares(m, properties) && !machine_finds_races(m);
    v->single = !machine_has_movers(m);
    v->claims = program_claim(program, properties) != NULL;
    v->own.on = machine_is_sc(m) && !v->claims; /* nobody else knows these locks */
    vec_each (Instr, i, &program->code) {
        if (op_info[i->op].blocks)
            v->may_wait.at[i->target] = true;
        if (i->op == OP_ACQUIRE || i->op == OP_RELEASE || i->op == OP_TRYACQUIRE)
            v->rules.at[i->region].is_lock = i->region != 0;
    }
    exclusive_prepare(v);
}

void movers_start(Movers *v)
{
    if (HARD_CHECKS)
        movers_check(v);
    own_start(v);
    v->order.on = v->order.on && !v->own.all.len;
    v->broken = false;
    v->transactions = v->actions = 0;
    for (size_t k = 0; k < v->yields.len; k++)
        v->yields.at[k] = false;
    vec_each (uint8_t, moved, &v->moved)
        *moved = 0;
    vec_each (Rule, rule, &v->rules)
        rule->touched = false;
}

void movers_end(Movers *v)
{
    if (HARD_CHECKS)
        movers_check(v);
    vec_each (Rule, rule, &v->rules)
        vec_free(&rule->guards);
    vec_free(&v->rules);
    vec_free(&v->may_wait);
    order_end(v);
    vec_free(&v->yields);
    vec_free(&v->firsts);
    vec_free(&v->moved);
    vec_free(&v->racing);
    vec_free(&v->heeded);
    again_free(v);
    vec_free(&v->locks);
    own_end(v);
    vec_free(&v->kin);
    pairs_free(&v->words);
    vec_free(&v->word_owner);
    vec_free(&v->word_counts);
    vec_free(&v->met_words);
}
