/* runs.c -- see runs.h.
 *
 *   a node and a run of the machine from there      expand
 *     it ends at a choice: go on from there         add_node
 *     it calls: the callee's entry, and for each    add_call
 *       of its exits, go on behind the call         add_return
 *     it returns, or the action ends: an exit       add_exit
 *     it goes wrong: so does whoever called it      note_wrong
 *
 * Exact search.  What is posted only grows along a run.  So a node that has an ancestor at the same
 * place, with less posted, is the end of a part that can be repeated (repeat_part); and so is an
 * exit of a procedure whose run has in it a call of the same procedure, by which it was left with
 * less posted (repeat_call).  Without end there would be one of those: a path that does not repeat
 * a place has an end, and so has a nesting of calls that does not repeat an exit. */
#include "engine/bag/task/runs.h"

/* ---- the machine ---- */

void stepper_begin(Stepper *s, Machine *m, Job *job, Tid tasks)
{
    *s = (Stepper){.m = m, .job = job, .tasks = tasks};
}

void stepper_free(Stepper *s)
{
    pairs_free(&s->places);
    pairs_free(&s->actors);
    pairs_free(&s->asked);
    vec_free(&s->answers);
    vec_free(&s->moves);
    vec_free(&s->posted);
    vec_free(&s->chosen);
    vec_free(&s->touches);
    outcomes_free(&s->out);
}

uint32_t stepper_actor(Stepper *s, LocalId l, StackId stack, Tid t)
{
    bool is_new;
    return pairs_add(&s->actors, pairs_add(&s->places, l.ix, stack.ix, &is_new), t.ix, &is_new);
}

LocalId stepper_local(const Stepper *s, uint32_t actor)
{
    return (LocalId){pairs_left(&s->places, pairs_left(&s->actors, actor))};
}

StackId stepper_stack(const Stepper *s, uint32_t actor)
{
    return (StackId){pairs_right(&s->places, pairs_left(&s->actors, actor))};
}

static Tid thread_of(const Stepper *s, uint32_t actor)
{
    return (Tid){pairs_right(&s->actors, actor)};
}

static bool is_task(const Stepper *s, uint32_t actor)
{
    return thread_of(s, actor).ix == s->tasks.ix;
}

/* Callbacks of a run inside a task: it is one action, in the midst of which it stops at calls. */
static void on_begin(void *self, bool at_choice)
{
    (void)self, (void)at_choice;
}

static bool on_touch(void *self, const Touch *touch)
{
    Stepper *s = self;
    if (s->notes && touch->object >= s->notes)
        vec_push(&s->touches, ((StepTouch){touch->object, touch->region, touch->write}));
    return true;
}

static bool on_place(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return true;
}

static bool on_waits(void *self)
{
    (void)self;
    return false;
}

static void on_first(void *self, uint32_t pc)
{
    (void)self, (void)pc;
}

static bool on_call(void *self, uint32_t entry, bool atomic)
{
    (void)self, (void)entry, (void)atomic;
    return true;
}

static void run_machine(Stepper *s, GlobalId g, uint32_t actor)
{
    const Watcher inside = {.self = s,
                            .begin = on_begin,
                            .touch = on_touch,
                            .point = on_place,
                            .stuck = on_place,
                            .waits = on_waits,
                            .first = on_first,
                            .circle = on_waits,
                            .call = on_call,
                            .bounded = true,
                            .mid = true,
                            .frames = -1};
    machine_run(s->m, thread_of(s, actor), g, stepper_local(s, actor), stepper_stack(s, actor),
                is_task(s, actor) ? &inside : NULL, &s->out);
}

static void keep_move(Stepper *s, const Outcome *o)
{
    RunMove move = {.kind = o->kind,
                    .g = o->g,
                    .l = o->l,
                    .s = o->s,
                    .error = o->error,
                    .pc = o->pc,
                    .first_post = (uint32_t)s->posted.len,
                    .posts = (uint32_t)o->posted.len,
                    .first_choice = (uint32_t)s->chosen.len,
                    .choices = (uint32_t)o->choices.len};
    for (size_t k = 0; k < o->posted.len; k++)
        vec_push(&s->posted, o->posted.at[k]);
    for (size_t k = 0; k < o->choices.len; k++)
        vec_push(&s->chosen, o->choices.at[k]);
    vec_push(&s->moves, move);
}

static RunMoves moves_of(Runs *r, GlobalId g, uint32_t actor)
{
    Stepper *s = r->stepper;
    bool is_new;
    uint32_t id = pairs_add(&s->asked, g.ix, actor, &is_new);
    r->steps++;
    assert(id < s->answers.len + is_new);
    if (!is_new)
        return s->answers.at[id];
    RunMoves moves = {.first = (uint32_t)s->moves.len, .first_touch = (uint32_t)s->touches.len};
    run_machine(s, g, actor);
    moves.len = (uint32_t)s->out.len;
    moves.touches = (uint32_t)s->touches.len - moves.first_touch;
    for (size_t k = 0; k < s->out.len; k++) {
        const Outcome *o = &s->out.all.at[k];
        keep_move(s, o);
        if (o->kind == OUTCOME_WRONG && !error_info[o->error].property && !s->limit.text)
            s->limit = machine_reason(s->m, o->message, o->pc);
    }
    vec_push(&s->answers, moves);
    return moves;
}

RunMoves runs_moves(Runs *r, const RunNode *node)
{
    return moves_of(r, node->g, node->actor);
}

/* ---- summaries ---- */

void runs_begin(Runs *r, Stepper *stepper, Tallies *tallies, Cap cap, uint32_t properties)
{
    *r = (Runs){.stepper = stepper, .tallies = tallies, .cap = cap, .properties = properties};
}

void runs_begin_exact(Runs *r, Stepper *stepper, Tallies *tallies, uint64_t most)
{
    runs_begin(r, stepper, tallies, (Cap){.all = ANY_NUMBER}, 0);
    r->exact = true;
    r->most = most;
}

bool runs_gave_up(const Runs *r)
{
    enum { CHEAPER = 64 };
    return r->exact && r->nodes.len + r->walked / CHEAPER > r->most;
}

void runs_free(Runs *r)
{
    vec_each (RunEntry, entry, &r->entries) {
        vec_free(&entry->exits);
        vec_free(&entry->callers);
    }
    pairs_free(&r->entered);
    vec_free(&r->entries);
    pairs_free(&r->spots);
    pairs_free(&r->places);
    vec_free(&r->newest);
    vec_free(&r->nodes);
    vec_free(&r->work);
    vec_free(&r->seen);
}

/* The place of a node in the tables; nodes that differ in the tally alone share it. */
static uint32_t place_of(Runs *r, const RunNode *node)
{
    bool is_new;
    uint32_t spot = pairs_add(&r->spots, node->entry, node->g.ix, &is_new);
    uint32_t place = pairs_add(&r->places, spot, node->actor, &is_new);
    if (is_new)
        vec_push(&r->newest, 0);
    return place;
}

static bool same_place(const RunNode *a, const RunNode *b)
{
    return a->entry == b->entry && a->g.ix == b->g.ix && a->actor == b->actor;
}

/* What lies between the other node and this one can be repeated. */
static void repeat(Runs *r, const RunNode *from, RunNode *node)
{
    if (same_place(from, node) && tally_below(r->tallies, from->tally, node->tally))
        node->tally = tally_raise(r->tallies, from->tally, node->tally, ANY_NUMBER);
    assert(r->exact);
}

static void repeat_part(Runs *r, RunNode *node)
{
    for (uint32_t up = node->before; up != NO_RUN; up = r->nodes.at[up].before) {
        repeat(r, &r->nodes.at[up], node);
        r->walked++;
    }
}

/* Goes over all exits of calls in the run to the node, each once. */
static void repeat_call(Runs *r, RunNode *node)
{
    VEC(uint32_t) work = {0};
    uint32_t up = node->before;
    vec_resize(&r->seen, r->nodes.len + 1);
    r->stamp++;
    for (;;) {
        for (; up != NO_RUN && r->seen.at[up] != r->stamp; up = r->nodes.at[up].before) {
            r->seen.at[up] = r->stamp;
            r->walked++;
            if (r->nodes.at[up].exit != NO_RUN)
                vec_push(&work, r->nodes.at[up].exit);
        }
        if (!work.len)
            break;
        up = vec_pop(&work);
        if (r->seen.at[up] != r->stamp)
            repeat(r, &r->nodes.at[up], node);
    }
    vec_free(&work);
}

/* The new node's number, NO_RUN if another one is as good. */
static uint32_t add_node(Runs *r, RunNode node)
{
    uint32_t place = place_of(r, &node);
    if (r->exact && node.tally)
        repeat_part(r, &node);
    for (uint32_t k = r->newest.at[place]; k; k = r->nodes.at[k - 1].older)
        if (tally_below(r->tallies, node.tally, r->nodes.at[k - 1].tally))
            return NO_RUN;
    node.older = r->newest.at[place];
    assert(node.before == NO_RUN || r->nodes.at[node.before].entry == node.entry);
    assert(node.exit == NO_RUN || node.exit < r->nodes.len); /* so that paths come to an end */
    vec_push(&r->nodes, node);
    r->newest.at[place] = (uint32_t)r->nodes.len;
    return (uint32_t)r->nodes.len - 1;
}

static void add_work(Runs *r, RunNode node)
{
    uint32_t id = add_node(r, node);
    if (id != NO_RUN)
        vec_push(&r->work, id);
}

static uint32_t entry_of(Runs *r, GlobalId g, uint32_t actor)
{
    bool is_new;
    uint32_t id = pairs_add(&r->entered, g.ix, actor, &is_new);
    if (!is_new)
        return id;
    vec_push(&r->entries, (RunEntry){0});
    add_work(r, (RunNode){.entry = id, .actor = actor, .g = g, .before = NO_RUN, .exit = NO_RUN});
    return id;
}

static Tally posts_of(Runs *r, Tally tally, const RunMove *move)
{
    for (uint32_t k = 0; k < move->posts; k++)
        tally =
            tally_add_one(r->tallies, tally, r->stepper->posted.at[move->first_post + k], &r->cap);
    return tally;
}

static bool is_asked(const Runs *r, ErrorKind error)
{
    return r->properties & error_properties(r->stepper->job->program, error);
}

static void note_undefined(Runs *r, const RunMove *move)
{
    if (r->undefined || !error_is_undefined(move->error))
        return;
    r->undefined = true;
    r->broken = move->error;
    r->broken_pc = move->pc;
}

/* With --all-errors: an earlier search has found it. */
static bool is_found(const Runs *r, ErrorKind error, uint32_t pc)
{
    const Job *job = r->stepper->job;
    return job_has_bug(job, error, job->program->pos.at[pc]);
}

static void note_wrong(Runs *r, uint32_t entry, uint32_t node, uint32_t move, uint32_t callee)
{
    RunEntry *e = &r->entries.at[entry];
    if (e->wrong)
        return;
    e->wrong = true;
    e->wrong_node = node;
    e->wrong_move = move;
    e->wrong_callee = callee;
    for (size_t k = 0; k < r->entries.at[entry].callers.len; k += 2) {
        uint32_t caller = r->entries.at[entry].callers.at[k];
        note_wrong(r, r->nodes.at[caller].entry, caller, r->entries.at[entry].callers.at[k + 1],
                   entry);
    }
}

/* Behind the call that the node made by its move: the callee's exit on top of the caller. */
static void add_return(Runs *r, uint32_t caller, uint32_t move, uint32_t exit)
{
    const RunMove *call = &r->stepper->moves.at[move];
    RunNode from = r->nodes.at[caller], at = r->nodes.at[exit];
    Tally tally = posts_of(r, from.tally, call);
    RunNode node = {.entry = from.entry,
                    .g = at.g,
                    .tally = tally_add(r->tallies, tally, at.tally, &r->cap),
                    .before = caller,
                    .move = move,
                    .exit = exit};
    node.actor = stepper_actor(r->stepper, stepper_local(r->stepper, at.actor), call->s,
                               thread_of(r->stepper, from.actor));
    add_work(r, node);
}

static void add_call(Runs *r, uint32_t caller, uint32_t move)
{
    RunMove call = r->stepper->moves.at[move];
    Tid t = thread_of(r->stepper, r->nodes.at[caller].actor);
    uint32_t entry = entry_of(r, call.g, stepper_actor(r->stepper, call.l, (StackId){0}, t));
    vec_push(&r->entries.at[entry].callers, caller);
    vec_push(&r->entries.at[entry].callers, move);
    for (size_t k = 0; k < r->entries.at[entry].exits.len; k++)
        add_return(r, caller, move, r->entries.at[entry].exits.at[k]);
    if (r->entries.at[entry].wrong)
        note_wrong(r, r->nodes.at[caller].entry, caller, move, entry);
}

static void add_exit(Runs *r, RunNode node)
{
    if (r->exact && node.tally)
        repeat_call(r, &node);
    uint32_t id = add_node(r, node);
    if (id == NO_RUN)
        return;
    assert(!(r->entries.at[node.entry].callers.len % 2));
    vec_push(&r->entries.at[node.entry].exits, id);
    for (size_t k = 0; k < r->entries.at[node.entry].callers.len; k += 2)
        add_return(r, r->entries.at[node.entry].callers.at[k],
                   r->entries.at[node.entry].callers.at[k + 1], id);
}

static void follow(Runs *r, uint32_t id, uint32_t number)
{
    RunMove move = r->stepper->moves.at[number];
    RunNode node = r->nodes.at[id];
    bool task = is_task(r->stepper, node.actor);
    RunNode next = {.entry = node.entry, .g = move.g, .before = id, .move = number, .exit = NO_RUN};
    switch (move.kind) {
    case OUTCOME_CHOICE:
    case OUTCOME_STEP:
    case OUTCOME_ENDED:
        if (task && move.kind == OUTCOME_STEP && move.s.ix) {
            add_call(r, id, number);
            break;
        }
        next.tally = posts_of(r, node.tally, &move);
        next.actor = stepper_actor(r->stepper, move.l, move.s, thread_of(r->stepper, node.actor));
        if (move.kind == OUTCOME_CHOICE)
            add_work(r, next);
        else
            add_exit(r, next);
        break;
    case OUTCOME_WRONG:
        if (!is_asked(r, move.error))
            note_undefined(r, &move);
        else if (!is_found(r, move.error, move.pc))
            note_wrong(r, node.entry, id, number, NO_RUN);
        break;
    case OUTCOME_BLOCKED:
        r->waits = true;
        break;
    case OUTCOME_IDLE:
    case OUTCOME_CUT:
        break;
    }
}

static void expand(Runs *r, uint32_t id)
{
    enum { CHECK_EVERY = 1024 };
    Stepper *s = r->stepper;
    if (++s->runs % CHECK_EVERY == 0 && budget_exhausted(&s->job->budget))
        s->stopped = true;
    RunMoves moves = moves_of(r, r->nodes.at[id].g, r->nodes.at[id].actor);
    for (uint32_t k = 0; k < moves.len; k++)
        follow(r, id, moves.first + k);
}

uint32_t runs_of(Runs *r, GlobalId g, uint32_t actor)
{
    uint32_t entry = entry_of(r, g, actor);
    while (r->work.len && !r->stepper->stopped && !runs_gave_up(r))
        expand(r, vec_pop(&r->work));
    assert(r->entered.at.len == r->entries.len && r->places.at.len == r->newest.len);
    return entry;
}

/* ---- the way back ---- */

static void push_move(const Runs *r, uint32_t move, RunPath *path)
{
    const Stepper *s = r->stepper;
    const RunMove *m = &s->moves.at[move];
    for (uint32_t k = 0; k < m->choices; k++)
        vec_push(&path->choices, s->chosen.at[m->first_choice + k]);
    for (uint32_t k = 0; k < m->posts; k++)
        vec_push(&path->posted, s->posted.at[m->first_post + k]);
}

void runs_path(const Runs *r, uint32_t node, RunPath *path)
{
    VEC(uint32_t) nodes = {0};
    for (uint32_t id = node; r->nodes.at[id].before != NO_RUN; id = r->nodes.at[id].before)
        vec_push(&nodes, id);
    while (nodes.len) {
        const RunNode *at = &r->nodes.at[vec_pop(&nodes)];
        push_move(r, at->move, path);
        if (at->exit != NO_RUN)
            runs_path(r, at->exit, path);
    }
    vec_free(&nodes);
}

void runs_wrong_path(const Runs *r, uint32_t entry, RunPath *path)
{
    for (; entry != NO_RUN; entry = r->entries.at[entry].wrong_callee) {
        assert(r->entries.at[entry].wrong);
        runs_path(r, r->entries.at[entry].wrong_node, path);
        push_move(r, r->entries.at[entry].wrong_move, path);
    }
}

void run_path_free(RunPath *path)
{
    vec_free(&path->choices);
    vec_free(&path->posted);
}

bool runs_throws(const Runs *r, uint32_t exit)
{
    const RunNode *node = &r->nodes.at[exit];
    if (!is_task(r->stepper, node->actor))
        return false;
    return machine_is_throwing(r->stepper->m, stepper_local(r->stepper, node->actor));
}

bool runs_throws_wrong(const Runs *r, uint32_t exit)
{
    LocalId l = stepper_local(r->stepper, r->nodes.at[exit].actor);
    return runs_throws(r, exit) && is_asked(r, ERR_UNHANDLED) &&
           !is_found(r, ERR_UNHANDLED, machine_local_pc(r->stepper->m, l));
}
