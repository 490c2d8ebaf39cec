/* persistent.c -- threads whose next transactions no other thread can ever notice or disturb.
 *
 * Godefroid, "Partial-order methods for the verification of concurrent systems", LNCS 1032, 1996,
 * over transactions.  A set P of threads of a state is persistent if nothing that the other threads
 * may do from there on, as long as those of P do not move, touches what the next transactions of
 * P touch, unless both only read it.  Then it is enough to let the threads of P run in this state:
 *
 *   - Let w be a run from there to an error, and let a thread of P commit in it.  Take the one that
 *     commits first.  All that comes before in w is by threads outside of P, and touches nothing of
 *     its transaction, or is a right mover of another thread of P.  So the transaction can come first.
 *   - If no thread of P commits in w, a transaction of P can be put before w: w leads to the same
 *     error after it.  A deadlock cannot be at the end of such a w: the transaction can still run.
 *     A data race is not between a thread of P and one outside, since they do not touch the same.
 *
 * The second case makes nothing shorter.  It must not go on for ever, while w is never begun: at least
 * one of the successors must be a state that is expanded later than this one (whoever searches has
 * to see to that).  A chain of such states ends, and its last state is expanded with all threads, or
 * the first case has applied.
 *
 * Threads may be started without end, and numbers may grow.  So that a bug nearby is found nevertheless
 * no thread goes first that starts others, and after many steps in which some went first all threads
 * run.
 *
 * What a transaction touches is known when it has run (Deeds); also what it waits for.  What a thread
 * may ever touch is known by the globals that its code names from where it stands on (flow/future.h),
 * by the regions that it accesses through pointers, and by where its pointers can lead.  That is what
 * they lead to in this state, as long as nobody writes a pointer into memory that it can see; if
 * somebody may, what he can reach is added.  Objects that are made later are of no interest: no
 * transaction of P touches them, or it has made them itself.
 *
 * Where memory is a set of histories (rc11, c11) who writes is not noticed, since nobody has to read
 * that; and the successor that has read the last messages must lead on (doc/theory.md).  There threads
 * that start others may go first, as long as there are few.
 *
 * Not for programs with tasks, access predicates or calls that are compared with a specification, nor
 * for x86-TSO: there an action may look at more than it tells. */
#include "movers/persistent.h"

#include "machine/part.h"
#include "machine/schedule.h"
#include "machine/symmetry.h"

enum { MOST_DEEDS = 64 };                     /* of a transaction that is looked at */
enum { FEW = 8 };                             /* threads, so that one more may be started first */
enum { TRIES = 64, WORTH = 16, SELDOM = 64 }; /* see persistent_is_due */

/* ---- what a transaction does ---- */

void deeds_clear(Deeds *d)
{
    d->touched.len = d->awaited.len = 0;
    d->forks = d->joins = d->ends = d->many = d->cut = false;
}

static void add_deed(Deeds *d, Deed deed)
{
    vec_each (Deed, known, &d->touched)
        if (known->object == deed.object && known->region == deed.region) {
            known->notices |= deed.notices;
            known->noticed |= deed.noticed;
            return;
        }
    if (d->touched.len >= MOST_DEEDS)
        d->many = true;
    else
        vec_push(&d->touched, deed);
}

/* Nobody has to read what was written into a history, and what others write there need not come
 * before it; but they may end an object that is no global. */
static Deed deed_of(const Movers *v, const Touch *touch)
{
    bool global = touch->object < v->program->globals.len;
    if (touch->kind == TOUCH_DATA && touch->atomic && touch->move == MOVE_HISTORY)
        return (Deed){touch->object, touch->region, !touch->write || !global, false};
    return (Deed){touch->object, touch->region, true, touch->write};
}

void deeds_add(Movers *v, Deeds *d, const Touch *touch)
{
    if (touch->kind == TOUCH_FORK)
        d->forks = true;
    else if (touch->kind == TOUCH_JOIN)
        d->joins = true;
    else if (machine_owner(v->m, touch->object) != machine_running(v->m).ix + 1)
        add_deed(d, deed_of(v, touch));
    d->many |= touch->move == MOVE_AT_ONCE; /* it is in order with all others of that kind */
}

/* Who ends one of them takes its address away: another object may get it. */
void deeds_add_compared(Movers *v, Deeds *d, uint32_t a, uint32_t b)
{
    const uint32_t compared[] = {a, b};
    for (int k = 0; k < 2; k++)
        if (compared[k] >= v->program->globals.len &&
            machine_owner(v->m, compared[k]) != machine_running(v->m).ix + 1)
            add_deed(d, (Deed){compared[k], 0, true, false});
}

void deeds_add_wait(Deeds *d, const Await *await)
{
    if (await->thread)
        vec_push(&d->awaited, await->thread - 1);
    if (await->object)
        add_deed(d, (Deed){await->object, await->region, true, true});
}

/* ---- what a thread may ever do ---- */

static FutureId of_frame(Persistent *p, LocalId l, bool waits)
{
    Machine *m = p->v->m;
    Futures *f = &p->futures;
    FutureId all = futures_at(f, machine_local_pc(m, l), waits);
    for (uint32_t param = 0; param < FUTURE_PARAMS; param++) {
        uint64_t pointer;
        if (!futures_flag(f, all, FUTURE_CALLS + param))
            continue;
        bool known = machine_register(m, l, param, &pointer);
        uint64_t called = (pointer >> 32) - PROC_OBJECT;
        vec_each (uint32_t, proc, &f->taken)
            if (!known || called == *proc)
                all = futures_sum(f, all, f->of_proc.at[*proc]);
    }
    return all;
}

static FutureId of_stack(Persistent *p, StackId s)
{
    if (!s.ix)
        return p->futures.nothing;
    if (s.ix >= p->of_stack.len)
        vec_resize(&p->of_stack, s.ix + 1);
    if (p->of_stack.at[s.ix].ix)
        return p->of_stack.at[s.ix];
    StackId below;
    LocalId frame = machine_stack_top(p->v->m, s, &below);
    FutureId rest = of_stack(p, below);
    FutureId all = futures_sum(&p->futures, of_frame(p, frame, true), rest);
    p->of_stack.at[s.ix] = all;
    return all;
}

static FutureId of_thread(Persistent *p, const StateThread *thread)
{
    return futures_sum(&p->futures, of_frame(p, thread->l, false), of_stack(p, thread->s));
}

/* ---- where pointers lead ---- */

static bool sees(const Candidate *c, uint32_t object)
{
    return c->may.at[object / 64] >> object % 64 & 1;
}

/* Adds what was met, and all that can be reached from there. */
static void close_over(Persistent *p, const State *state, Candidate *c)
{
    const Futures *f = &p->futures;
    const uint64_t *set = futures_set(f, c->future);
    bool all = f->raw || set_has(set, f->first[FUTURE_FOLLOWS]);
    while (p->met.len) {
        uint32_t object = vec_pop(&p->met);
        if (sees(c, object))
            continue;
        c->may.at[object / 64] |= (uint64_t)1 << object % 64;
        if (set_has(set, FUTURE_FOLLOWS_SOME))
            reach_from_object(p->v->m, state, object, all ? NULL : set, f->first[FUTURE_FOLLOWS],
                              &p->met);
    }
}

static void look_around(Persistent *p, const State *state, size_t index)
{
    Candidate *c = &p->threads.at[index];
    Futures *f = &p->futures;
    Machine *m = p->v->m;
    c->may.len = 0;
    vec_resize(&c->may, p->words);
    p->met.len = 0;
    reach_from_thread(m, state, index, &p->met);
    for (uint32_t g = 1; g < f->program->globals.len; g++)
        if (futures_have(f, c->future, FUTURE_TAKES, g))
            vec_push(&p->met, g);
    vec_each (const uint32_t, g, &p->pointing)
        if (futures_have(f, c->future, FUTURE_READS, *g))
            reach_from_object(m, state, *g, NULL, 0, &p->met);
    if (futures_flag(f, c->future, FUTURE_RESULTS))
        reach_from_results(m, state, &p->met);
    close_over(p, state, c);
}

static bool sees_more(const Persistent *p, const Candidate *a, const Candidate *b)
{
    for (uint32_t w = 0; w < p->words; w++)
        if (a->may.at[w] & ~b->may.at[w])
            return true;
    return false;
}

/* May one write a pointer to where the other can read it? */
static bool may_pass(Persistent *p, const State *state, const Candidate *from, const Candidate *to)
{
    const Futures *f = &p->futures;
    Machine *m = p->v->m;
    if (futures_flag(f, to->future, FUTURE_RESULTS))
        return true;
    if (!futures_flag(f, from->future, FUTURE_PASSES))
        return false;
    for (uint32_t w = 0; w < p->words; w++)
        for (uint64_t both = from->may.at[w] & to->may.at[w]; both; both &= both - 1)
            if (reach_takes_pointers(m, state, w * 64 + (uint32_t)__builtin_ctzll(both)))
                return true;
    vec_each (const uint32_t, g, &p->pointing)
        if ((sees(from, *g) || futures_have(f, from->future, FUTURE_WRITES, *g)) &&
            (sees(to, *g) || futures_have(f, to->future, FUTURE_READS, *g)))
            return true;
    return false;
}

/* The second can get at all that the first can. */
static void pass(Persistent *p, const State *state, const Candidate *from, Candidate *to)
{
    p->met.len = 0;
    for (uint32_t w = 0; w < p->words; w++)
        for (uint64_t more = from->may.at[w] & ~to->may.at[w]; more; more &= more - 1)
            vec_push(&p->met, w * 64 + (uint32_t)__builtin_ctzll(more));
    close_over(p, state, to);
}

static void find_reach(Persistent *p, const State *state)
{
    p->reached = true;
    p->words = reach_objects(p->v->m, state) / 64 + 1;
    each_live (t, state)
        look_around(p, state, t);
    for (bool more = true; more;) {
        more = false;
        each_live (from, state)
            each_live (to, state) {
                Candidate *a = &p->threads.at[from], *b = &p->threads.at[to];
                if (!sees_more(p, a, b) || !may_pass(p, state, a, b))
                    continue;
                pass(p, state, a, b);
                more = true;
            }
    }
}

/* ---- the set ---- */

/* May the thread access what pointers lead to, under this name? */
static bool may_access(const Futures *f, FutureId future, FutureFact fact, FutureFlag some,
                       uint32_t region)
{
    if (f->raw || !region)
        return futures_flag(f, future, some);
    return futures_have(f, future, fact, region) || futures_have(f, future, fact, 0);
}

static bool may_disturb(Persistent *p, const State *state, Candidate *other, const Deed *deed)
{
    const Futures *f = &p->futures;
    FutureId future = other->future;
    bool global = deed->object < f->program->globals.len;
    if (global && ((deed->notices && futures_have(f, future, FUTURE_WRITES, deed->object)) ||
                   (deed->noticed && futures_have(f, future, FUTURE_READS, deed->object))))
        return true;
    if (!(deed->notices &&
          may_access(f, future, FUTURE_CHANGES, FUTURE_CHANGES_SOME, deed->region)) &&
        !(deed->noticed &&
          may_access(f, future, FUTURE_FOLLOWS, FUTURE_FOLLOWS_SOME, deed->region)))
        return false;
    if (global && futures_have(f, future, FUTURE_TAKES, deed->object))
        return true;
    if (!p->reached)
        find_reach(p, state);
    return deed->object / 64 < p->words && sees(other, deed->object);
}

/* May the other one, at any time, do something that the next transaction of this one notices, or
 * that notices it? */
static bool depends(Persistent *p, const State *state, size_t index, size_t other)
{
    const Deeds *d = &p->threads.at[index].deeds;
    Candidate *c = &p->threads.at[other];
    const Futures *f = &p->futures;
    bool joins = futures_flag(f, c->future, FUTURE_JOINS),
         results = futures_flag(f, c->future, FUTURE_RESULTS),
         forks = futures_flag(f, c->future, FUTURE_FORKS);
    if (d->many || ((d->forks || d->joins) && (joins || results)) ||
        (d->forks && forks && p->counts_threads) || (d->ends && results && p->any_result))
        return true;
    vec_each (uint32_t, awaited, &d->awaited)
        if (state->threads.at[other].tid.ix == *awaited)
            return true;
    vec_each (Deed, deed, &d->touched)
        if (may_disturb(p, state, c, deed))
            return true;
    return false;
}

static bool stands_still(const Outcomes *out)
{
    for (size_t k = 0; k < out->len; k++)
        if (out->all.at[k].kind != OUTCOME_BLOCKED && out->all.at[k].kind != OUTCOME_IDLE)
            return false;
    return true;
}

const Outcomes *persistent_outcomes(Persistent *p, const State *state, size_t index)
{
    Candidate *c = &p->threads.at[index];
    if (c->ran)
        return &c->out;
    deeds_clear(&c->deeds);
    c->ran = true;
    c->moves = c->stands = false;
    c->delayed = p->delayed && p->delayed(p->self, state, index, &c->until);
    c->out.len = c->delayed ? 0 : c->out.len;
    if (c->delayed)
        return &c->out;
    transaction_ask(p->v, state, index, (TransactionAsk){.deeds = &c->deeds}, &c->out);
    for (size_t k = 0; k < c->out.len; k++) {
        c->moves |= outcome_has_successor(&c->out.all.at[k]) &&
                    (outcome_is_first(&c->out.all.at[k]) || !p->histories);
        c->deeds.ends |= c->out.all.at[k].kind == OUTCOME_ENDED;
        c->deeds.cut |= c->out.all.at[k].kind == OUTCOME_CUT;
        c->deeds.cut |=
            c->out.all.at[k].kind == OUTCOME_CHOICE; /* it goes on alone, to what is not known */
        c->deeds.cut |= c->out.all.at[k].kind == OUTCOME_WRONG && machine_finds_races(p->v->m);
    }
    c->stands = stands_still(&c->out) && !c->deeds.cut;
    return &c->out;
}

/* Fills `disturbers`: known once its next transaction has run, the same for all sets that are tried. */
static void find_disturbers(Persistent *p, const State *state, size_t index)
{
    Candidate *c = &p->threads.at[index];
    if (c->asked)
        return;
    c->asked = true;
    c->disturbers.len = 0;
    each_live (other, state)
        if (other != index && depends(p, state, index, other))
            vec_push(&c->disturbers, (uint32_t)other);
}

/* ---- threads that stand still ---- */

/* It cannot move before somebody in the set does. */
static bool stands_by(Persistent *p, const State *state, size_t index)
{
    Candidate *c = &p->threads.at[index];
    if (p->histories)
        return false;
    persistent_outcomes(p, state, index);
    if (!c->stands || c->delayed)
        return false;
    find_disturbers(p, state, index);
    vec_each (const uint32_t, other, &c->disturbers)
        if (!p->threads.at[*other].chosen)
            return false;
    return true;
}

/* ---- ---- */

static void choose_one(Persistent *p, size_t index)
{
    if (p->threads.at[index].chosen)
        return;
    p->threads.at[index].chosen = true;
    vec_push(&p->todo, (uint32_t)index);
}

/* The thread can run only when all that it waits for have ended.  One of them is enough. */
static void choose_delayer(Persistent *p, const State *state, const Candidate *c)
{
    size_t first = state->threads.len;
    each_live (t, state) {
        uint32_t tid = state->threads.at[t].tid.ix;
        if (tid >= 64 || !(c->until >> tid & 1))
            continue;
        if (p->threads.at[t].chosen)
            return;
        first = first < state->threads.len ? first : t;
    }
    assert(first < state->threads.len);
    choose_one(p, first);
}

/* The threads that must be in a set with this one, unless they cannot move before it does. */
static void choose_disturbers(Persistent *p, const State *state, size_t index)
{
    find_disturbers(p, state, index);
    vec_each (const uint32_t, other, &p->threads.at[index].disturbers)
        if (!p->threads.at[*other].chosen && !stands_by(p, state, *other))
            choose_one(p, *other);
}

/* The least set with this thread in it; false: there is no such one but all threads, or somebody in it
 * starts others, or has a run that is dropped: that may be one that looks at a lock of the program's own,
 * and can go on later.  (Or that is a data race by what happens before what, or an action that stops to choose: what it
 * would have done, or will do before anybody else can run, is not known.) */
static bool grow_from(Persistent *p, const State *state, size_t seed, size_t live)
{
    bool moves = false;
    each_live (t, state)
        p->threads.at[t].chosen = false;
    p->todo.len = 0;
    choose_one(p, seed);
    for (size_t k = 0; k < p->todo.len; k++) {
        size_t t = p->todo.at[k];
        persistent_outcomes(p, state, t);
        const Candidate *c = &p->threads.at[t];
        moves |= c->moves;
        if ((c->deeds.forks && (!p->histories || live > FEW)) || c->deeds.cut)
            return false;
        if (c->delayed)
            choose_delayer(p, state, c);
        choose_disturbers(p, state, t);
        if (p->todo.len == live)
            return false;
    }
    return moves;
}

static bool is_worth_it(uint64_t tries, uint64_t wins)
{
    return tries < TRIES || wins * WORTH >= tries;
}

bool persistent_is_due(const Persistent *p, uint32_t id)
{
    return p->on && ((p->steady ? p->due : is_worth_it(p->tries, p->wins)) || id % SELDOM == 0);
}

void persistent_keep_due(Persistent *p, bool keep)
{
    p->steady = keep;
    p->due = is_worth_it(p->tries, p->wins);
}

/* It was last if all that came to nothing came first, and it was not if all else did. */
bool persistent_stays_due(const Persistent *p, uint64_t tries, uint64_t wins)
{
    if (is_worth_it(p->tries, p->wins))
        return is_worth_it(p->tries + tries - wins, p->wins);
    return !is_worth_it(p->tries + wins, p->wins + wins);
}

/* Is there none like it? */
static bool is_single(Persistent *p, const State *state, size_t index)
{
    uint64_t likeness = symmetry_likeness(p->v->m, state, index);
    each_live (t, state)
        if (t != index && symmetry_likeness(p->v->m, state, t) == likeness)
            return false;
    return true;
}

/* Enough for now?  In histories a single thread: who only writes goes first, and all else may depend on
 * all who write.  Where threads are sorted by what they do their order says nothing: one of which there is
 * no other like it, or that nobody disturbs.  So those who have gone first go first again, and not now
 * these and now those. */
static bool is_enough(Persistent *p, const State *state, size_t seed)
{
    if (p->histories)
        return p->todo.len == 1;
    return !machine_is_symmetric(p->v->m) || is_single(p, state, seed) ||
           !p->threads.at[seed].disturbers.len;
}

/* The first one of the least, or the first one. */
static bool choose_set(Persistent *p, const State *state, size_t live)
{
    size_t best = state->threads.len, least = live;
    each_live (t, state) {
        if (!grow_from(p, state, t, live))
            continue;
        if (is_enough(p, state, t))
            return true;
        if (best == state->threads.len || (p->histories && p->todo.len < least)) {
            best = t;
            least = p->todo.len;
        }
    }
    return best < state->threads.len && grow_from(p, state, best, live);
}

bool persistent_find(Persistent *p, const State *state)
{
    size_t live = 0;
    if (!p->futures.program)
        futures_begin(&p->futures, p->v->program);
    if (p->threads.len < state->threads.len)
        vec_resize(&p->threads, state->threads.len);
    each_live (t, state) {
        p->threads.at[t].ran = p->threads.at[t].asked = false;
        p->threads.at[t].future = of_thread(p, &state->threads.at[t]);
        live++;
    }
    p->reached = false;
    p->tries++;
    if (live > 1 && choose_set(p, state, live)) {
        p->wins++;
        return true;
    }
    each_live (t, state)
        persistent_outcomes(p, state, t);
    return false;
}

/* ---- chains of states in which only some threads run ---- */

static uint32_t end_of_chain(Persistent *p, uint32_t id)
{
    while (p->onward.at[id]) {
        uint32_t next = p->onward.at[id] - 1;
        if (p->onward.at[next])
            p->onward.at[id] = p->onward.at[next];
        id = next;
    }
    return id;
}

/* From each state in which only some threads run, one transaction leads on.  These chains must end, at
 * a state in which all run: a link that would close a circle is not put in. */
bool persistent_leads_on(Persistent *p, uint32_t id, const uint32_t *first, size_t len)
{
    for (size_t k = 0; k < len; k++) {
        uint32_t most = first[k] > id ? first[k] : id;
        if (most >= p->onward.len)
            vec_resize(&p->onward, most + 1);
        assert(!p->onward.at[id]);
        if (end_of_chain(p, first[k]) == id)
            continue;
        p->onward.at[id] = first[k] + 1;
        return true;
    }
    return false;
}

/* ---- ---- */

/* Results are taken by the library, of threads that it has waited for. */
static bool asks_early(const Program *program)
{
    for (uint32_t pc = 1; pc < program->code.len; pc++)
        if (program->code.at[pc].op == OP_RESULT &&
            !program->procs.at[program_proc_at(program, pc)].library)
            return true;
    return false;
}

void persistent_begin(Persistent *p, Movers *v, const MachineOptions *options)
{
    const Program *program = v->program;
    uint32_t where;
    p->v = v;
    p->histories = machine_finds_races(v->m);
    p->on = (!options->memory || p->histories) && !v->claims && !v->tells && !v->plain &&
            !program->accesses.len && !program_is_serial(program) &&
            !program_has(program, OP_POST, &where) && !program_has(program, OP_TAKE, &where) &&
            !program_has(program, OP_EACH, &where);
    if (!p->on)
        return;
    p->counts_threads = options->most_threads != 0;
    p->any_result = asks_early(program);
    for (uint32_t g = 1; g < program->globals.len; g++)
        if (reach_has_pointers(v->m, g))
            vec_push(&p->pointing, g);
}

void persistent_end(Persistent *p)
{
    futures_end(&p->futures);
    vec_each (Candidate, c, &p->threads) {
        outcomes_free(&c->out);
        vec_free(&c->deeds.touched);
        vec_free(&c->deeds.awaited);
        vec_free(&c->may);
        vec_free(&c->disturbers);
    }
    vec_free(&p->threads);
    vec_free(&p->pointing);
    vec_free(&p->of_stack);
    vec_free(&p->onward);
    vec_free(&p->todo);
    vec_free(&p->met);
}
