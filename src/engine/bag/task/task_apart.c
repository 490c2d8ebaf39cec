/* task_apart.c -- see task_apart.h.
 *
 * K. Sen, M. Viswanathan, CAV 2006, section 2: the serialized semantics is enough if every
 * asynchronous method is atomic.  An object is a thread object's own in a state if only this one
 * leads to it, on paths without other thread objects, and if it is in no message, ever.  Three
 * conditions, for serialized runs of any number of tasks:
 *
 *   (1) nothing goes wrong                                                      find_runs
 *   (2) a task that has posted something can come to its end                    find_stuck
 *   (3) a task writes only to its thread object, to what is its own when it     find_conflict
 *       begins, and to what it has made itself and is in no message; of other
 *       thread objects it does not even read the fields
 *
 * Then tasks that interleave do nothing that serialized ones do not, by induction over the actions.
 * By (3) what is nobody's own is never written, and nothing of one's own gets into other hands: not
 * by a message, and to be stored elsewhere it would have to be written elsewhere.  So tasks of
 * different thread objects touch different memory, or only read it; those of one exclude each
 * other.  Take the tasks in the order in which they began, and let each run to where it is without
 * the others: it does the same, up to the names of new objects.  One that has not ended can be
 * brought to its end by (2), or has posted nothing and can be left out; nobody notices.  This is a
 * serialized run, so the next action keeps to (3), too.
 *
 * A name that is used again for a new object can only make an object foreign that is not. */
#include "engine/bag/task/task_apart.h"

#include "engine/bag/task/task.h"
#include "engine/bag/task/task_cut.h"

enum { MOST_CUT = 4, SLICE = 4096, MOST_WORK = 1 << 21 };

#define SHARED UINT32_MAX

typedef struct Apart {
    Job job; /* about the serialized program */
    Controls controls;
    TaskCut fill;
    VEC(bool) is_exit;                     /* by node of the runs */
    VEC(bool) ends;                        /* by place of the runs: an exit can be reached */
    Pairs calls;                           /* entries: the one calls the other */
    VEC(uint32_t) first;                   /* by entry: its last node, plus one; */
    VEC(uint32_t) others;                  /* by node: the one before it */
    VEC(uint32_t) first_call, other_calls; /* the same for calls */
    VEC(bool) called;                      /* by entry */
    VEC(bool) thread_layout, thread_region;
    VEC(uint32_t) label; /* by object of the state at hand: see label_objects */
    VEC(uint32_t) roots, work, seen;
    uint32_t stamp;
    const char *why;
} Apart;

/* ---- all runs ---- */

/* Counters are cut at c = 1, 2 ... until nothing goes wrong. */
static void find_runs(Apart *a)
{
    const Stepper *s = &a->controls.stepper;
    uint64_t work = 0;
    uint32_t c = 1;
    controls_start(&a->controls);
    task_cut_begin(&a->fill, &a->controls, TASK_FILL, c);
    while (!a->why) {
        bool ended = task_cut_run(&a->fill, SLICE);
        work += SLICE;
        if (a->controls.stale || (ended && a->fill.wrong.len && c < MOST_CUT)) {
            c += ended;
            task_cut_free(&a->fill);
            controls_start(&a->controls);
            task_cut_begin(&a->fill, &a->controls, TASK_FILL, c);
        } else if (ended) {
            if (a->fill.wrong.len)
                a->why = "something may go wrong even if they do not interleave";
            break;
        }
        if (s->stopped || work > MOST_WORK || budget_exhausted(&a->job.budget))
            a->why = "there are too many states";
    }
    if (!a->why &&
        (s->limit.text || a->fill.runs.undefined || a->fill.runs.waits || machine_doubt(s->m)))
        a->why = "not all runs are known";
}

/* ---- tasks that do not come to their end ---- */

static uint32_t place_at(Apart *a, uint32_t entry, GlobalId g, uint32_t actor)
{
    bool is_new;
    uint32_t spot = pairs_add(&a->fill.runs.spots, entry, g.ix, &is_new);
    uint32_t place = pairs_add(&a->fill.runs.places, spot, actor, &is_new);
    assert(!is_new);
    return place;
}

static bool call_ends(Apart *a, const RunNode *node, const RunMove *move)
{
    Runs *r = &a->fill.runs;
    Tid t = {pairs_right(&r->stepper->actors, node->actor)};
    bool is_new;
    uint32_t actor = stepper_actor(r->stepper, move->l, (StackId){0}, t);
    uint32_t entry = pairs_add(&r->entered, move->g.ix, actor, &is_new);
    assert(!is_new);
    pairs_add(&a->calls, node->entry, entry, &is_new);
    for (size_t k = 0; k < r->entries.at[entry].exits.len; k++) {
        const RunNode *exit = &r->nodes.at[r->entries.at[entry].exits.at[k]];
        uint32_t behind =
            stepper_actor(r->stepper, stepper_local(r->stepper, exit->actor), move->s, t);
        if (a->ends.at[place_at(a, node->entry, exit->g, behind)])
            return true;
    }
    return false;
}

static bool move_ends(Apart *a, const RunNode *node, const RunMove *move)
{
    Runs *r = &a->fill.runs;
    switch (move->kind) {
    case OUTCOME_STEP:
    case OUTCOME_ENDED:
        return move->kind == OUTCOME_STEP && move->s.ix ? call_ends(a, node, move) : true;
    case OUTCOME_CHOICE: {
        Tid t = {pairs_right(&r->stepper->actors, node->actor)};
        uint32_t actor = stepper_actor(r->stepper, move->l, move->s, t);
        return a->ends.at[place_at(a, node->entry, move->g, actor)];
    }
    case OUTCOME_WRONG:
    case OUTCOME_BLOCKED:
    case OUTCOME_IDLE:
    case OUTCOME_CUT:
        break;
    }
    return false;
}

static bool node_ends(Apart *a, const RunNode *node)
{
    Runs *r = &a->fill.runs;
    RunMoves moves = runs_moves(r, node);
    bool ends = false;
    for (uint32_t k = 0; k < moves.len; k++) {
        RunMove move = r->stepper->moves.at[moves.first + k];
        ends |= move_ends(a, node, &move);
    }
    return ends;
}

/* Whether the task may have posted something, and then gets stuck behind the node. */
static bool gets_stuck(Apart *a, const RunNode *node)
{
    Runs *r = &a->fill.runs;
    RunMoves moves = runs_moves(r, node);
    bool posted = node->tally || a->called.at[node->entry], stuck = posted && !moves.len;
    for (uint32_t k = 0; k < moves.len; k++) {
        RunMove move = r->stepper->moves.at[moves.first + k];
        stuck |= (posted || move.posts) && !move_ends(a, node, &move);
    }
    return stuck;
}

static void file_nodes(Apart *a)
{
    const Runs *r = &a->fill.runs;
    vec_resize(&a->is_exit, r->nodes.len + 1);
    vec_resize(&a->first, r->entries.len + 1);
    vec_each (RunEntry, entry, &r->entries)
        vec_each (uint32_t, exit, &entry->exits)
            a->is_exit.at[*exit] = true;
    for (uint32_t n = 0; n < r->nodes.len; n++) {
        uint32_t *first = &a->first.at[r->nodes.at[n].entry];
        vec_push(&a->others, *first);
        *first = n + 1;
    }
}

static void find_stuck(Apart *a)
{
    Runs *r = &a->fill.runs;
    vec_resize(&a->ends, r->newest.len + 1);
    for (bool more = true; more;) {
        more = false;
        for (size_t n = 0; n < r->nodes.len; n++) {
            RunNode node = r->nodes.at[n];
            uint32_t place = place_at(a, node.entry, node.g, node.actor);
            if (!a->ends.at[place] && (a->is_exit.at[n] || node_ends(a, &node)))
                more = a->ends.at[place] = true;
        }
    }
    vec_resize(&a->called, r->entries.len + 1);
    for (uint32_t k = 0; k < a->calls.at.len; k++)
        a->called.at[pairs_right(&a->calls, k)] = true;
    for (size_t n = 0; n < r->nodes.len && !a->why; n++) {
        RunNode node = r->nodes.at[n];
        if (!a->is_exit.at[n] && gets_stuck(a, &node))
            a->why = "a task that has posted something may not come to its end";
    }
}

/* ---- whose memory it is ---- */

static bool is_thread(const Apart *a, uint32_t object)
{
    uint32_t layout = machine_layout(a->controls.stepper.m, object);
    return layout && layout < a->thread_layout.len && a->thread_layout.at[layout];
}

/* All that the root leads to is its own, unless another root does, too. */
static void follow_root(Apart *a, uint32_t root)
{
    Machine *m = a->controls.stepper.m;
    a->work.len = 0;
    vec_push(&a->work, root);
    while (a->work.len && !a->why) {
        uint32_t from = vec_pop(&a->work);
        const Layout *layout = &a->job.program->layouts.at[machine_layout(m, from)];
        uint64_t value;
        if (layout->kind != LAYOUT_RECORD)
            a->why = "there are objects other than those of classes";
        vec_each (Field, field, &layout->fields) {
            if (field->type.kind != TYPE_PTR ||
                !machine_peek(m, from, (int32_t)field->offset, field->type, &value))
                continue;
            uint32_t to = (uint32_t)(value >> 32);
            if (!to || to >= a->label.len || is_thread(a, to) || a->label.at[to] == root ||
                a->label.at[to] == SHARED)
                continue;
            a->label.at[to] = a->label.at[to] ? SHARED : root;
            vec_push(&a->work, to);
        }
    }
}

static bool is_pinned(const Apart *a, uint32_t object)
{
    bool pinned = false;
    vec_each (uint32_t, other, &a->controls.pinned)
        pinned |= *other == object;
    return pinned;
}

/* Whose object it is: the thread object that alone leads to it, SHARED; 0: there is none. */
static void label_objects(Apart *a, GlobalId g)
{
    Machine *m = a->controls.stepper.m;
    machine_open(m, g);
    uint32_t count = machine_objects(m);
    a->label.len = 0;
    vec_resize(&a->label, count + 1);
    for (uint32_t k = a->controls.stepper.notes; k < count; k++) {
        if (!machine_layout(m, k) || !(is_thread(a, k) || is_pinned(a, k)))
            continue;
        a->label.at[k] = is_thread(a, k) ? k : SHARED;
        vec_push(&a->roots, k);
    }
    while (a->roots.len)
        follow_root(a, vec_pop(&a->roots));
}

/* ---- what tasks touch ---- */

/* The thread object that the task was posted to; 0: none. */
static uint32_t owner_of(const Apart *a, Unit unit)
{
    uint32_t object;
    const Controls *c = &a->controls;
    return machine_task_objects(c->stepper.m, unit_task(c, unit), &object, 1) ? object : 0;
}

/* Types of thread objects, and their fields. */
static void find_threads(Apart *a)
{
    Machine *m = a->controls.stepper.m;
    const Program *program = a->job.program;
    vec_resize(&a->thread_layout, program->layouts.len + 1);
    vec_resize(&a->thread_region, program->regions.len + 1);
    for (uint32_t k = 0; k < a->fill.effected.len; k++) {
        uint32_t owner = owner_of(a, (Unit){pairs_right(&a->fill.units, k)});
        machine_open(m, control_store(&a->controls, (Control){pairs_left(&a->fill.units, k)}));
        uint32_t layout = owner ? machine_layout(m, owner) : 0;
        if (!layout) {
            a->why = "a task has no thread object";
            return;
        }
        a->thread_layout.at[layout] = true;
        vec_each (Field, field, &program->layouts.at[layout].fields)
            a->thread_region.at[field->region] = true;
    }
}

/* The object is the owner's own, or nobody writes it. */
static bool may_touch(const Apart *a, uint32_t owner, const StepTouch *touch)
{
    uint32_t label = touch->object < a->label.len ? a->label.at[touch->object] : 0;
    if (touch->object == owner)
        return true;
    if (a->thread_region.at[touch->region])
        return false;
    return label == owner || (!label && !is_pinned(a, touch->object)) || !touch->write;
}

static void check_node(Apart *a, uint32_t owner, const RunNode *node)
{
    RunMoves moves = runs_moves(&a->fill.runs, node);
    for (uint32_t k = 0; k < moves.touches && !a->why; k++) {
        const StepTouch *touch = &a->controls.stepper.touches.at[moves.first_touch + k];
        if (!may_touch(a, owner, touch))
            a->why = arena_print(
                &a->job.arena, "%s is %s, and tasks of other thread objects may reach it",
                a->job.program->regions.at[touch->region].name, touch->write ? "written" : "read");
    }
}

/* The task with this entry, and all that it calls. */
static void check_task(Apart *a, uint32_t owner, uint32_t entry)
{
    const Runs *r = &a->fill.runs;
    a->work.len = 0;
    a->stamp++;
    vec_push(&a->work, entry);
    while (a->work.len && !a->why) {
        uint32_t at = vec_pop(&a->work);
        if (a->seen.at[at] == a->stamp)
            continue;
        a->seen.at[at] = a->stamp;
        for (uint32_t n = a->first.at[at]; n; n = a->others.at[n - 1])
            if (!a->is_exit.at[n - 1])
                check_node(a, owner, &r->nodes.at[n - 1]);
        for (uint32_t k = a->first_call.at[at]; k; k = a->other_calls.at[k - 1])
            vec_push(&a->work, pairs_right(&a->calls, k - 1));
    }
}

static void file_calls(Apart *a)
{
    vec_resize(&a->first_call, a->fill.runs.entries.len + 1);
    vec_resize(&a->seen, a->fill.runs.entries.len + 1);
    for (uint32_t k = 0; k < a->calls.at.len; k++) {
        uint32_t *first = &a->first_call.at[pairs_left(&a->calls, k)];
        vec_push(&a->other_calls, *first);
        *first = k + 1;
    }
}

static void find_conflict(Apart *a)
{
    const TaskCut *t = &a->fill;
    find_threads(a);
    file_calls(a);
    for (uint32_t k = 0; k < t->effected.len && !a->why; k++) {
        if (t->effected.at[k].entry == NO_RUN)
            continue;
        Control q = {pairs_left(&t->units, k)};
        label_objects(a, control_store(&a->controls, q));
        if (!a->why)
            check_task(a, owner_of(a, (Unit){pairs_right(&t->units, k)}), t->effected.at[k].entry);
    }
}

/* ---- all of it ---- */

static void free_apart(Apart *a)
{
    vec_free(&a->is_exit);
    vec_free(&a->ends);
    vec_free(&a->first);
    vec_free(&a->others);
    vec_free(&a->first_call);
    vec_free(&a->other_calls);
    vec_free(&a->called);
    vec_free(&a->thread_layout);
    vec_free(&a->thread_region);
    vec_free(&a->label);
    vec_free(&a->roots);
    vec_free(&a->work);
    vec_free(&a->seen);
    pairs_free(&a->calls);
    job_free(&a->job);
}

static void look(Apart *a, Machine *m)
{
    if (!controls_begin(&a->controls, &a->job, m) || a->controls.threads) {
        a->why = "something may go wrong at the beginning";
    } else {
        a->controls.stepper.notes = (uint32_t)a->job.program->globals.len;
        find_runs(a);
        if (!a->why)
            file_nodes(a);
        if (!a->why)
            find_stuck(a);
        if (!a->why)
            find_conflict(a);
        a->job.stats.states = controls_count(&a->controls);
        task_cut_free(&a->fill);
    }
    controls_free(&a->controls);
}

const char *tasks_apart(Job *job)
{
    Apart a = {.job = {.input = INPUT_PROGRAM,
                       .program = job->serialized,
                       .options = job->options,
                       .properties = job->properties,
                       .budget = job->budget}};
    Reason why;
    if (!tasks_posted(job->serialized) || !engine_accepts(&engine_tasks, &a.job, &why)) {
        a.why = "no tasks are posted";
    } else {
        MachineOptions options = {.loose = true};
        Machine *m = machine_new(job->serialized, options);
        look(&a, m);
        machine_free(m);
    }
    job->stats.states = a.job.stats.states;
    job->stats.transitions = a.job.stats.transitions;
    const char *text = a.why ? arena_copy(&job->arena, a.why, strlen(a.why)) : NULL;
    free_apart(&a);
    return text;
}
