/* serial_world.c -- see serial_case.h. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "serial_model.h"

enum { DEPTH_MOST = METHODS_MOST };

typedef struct Frame {
    int8_t method, pc, r, i, b, q;
} Frame;

typedef struct Runner {
    int8_t started, item, made, depth, result;
    Frame frames[DEPTH_MOST];
} Runner;

typedef struct World {
    Memory memory;
    Runner threads[THREADS_MOST];
} World;

/* What one step can lead to: nothing if it has to wait. */
typedef struct Next {
    World at[2];
    int len;
} Next;

/* ---- statements ---- */

int8_t *place_of(Memory *m, Place place, int8_t i, int8_t b, int8_t q)
{
    switch (place) {
    case X:
        return &m->x;
    case Y:
        return &m->y;
    case DATA_0:
    case DATA_1:
        return &m->data[place == DATA_1];
    case DATA_I:
        return &m->data[i];
    case ONE:
    case TWO:
        return &m->v[place == ONE ? 1 : 2];
    case OF_B:
        return &m->v[b];
    case U_OF_B:
        return &m->u[b];
    case OF_P:
        return &m->v[m->pointer];
    case GHOST:
        return &m->ghost;
    case LOCK_0:
    case LOCK_1:
        return &m->lock[place == LOCK_1];
    case POINTER:
        return &m->pointer;
    case OF_Q:
    case PLACES:
        break;
    }
    return &m->v[q];
}

static int8_t make_box(World *w, int t)
{
    Memory *m = &w->memory;
    if (m->boxes == BOXES_MOST)
        abort();
    m->owner[m->boxes] = (int8_t)(t + 1);
    return m->boxes++;
}

static void enter(World *w, int t, int8_t method, int8_t i, int8_t b)
{
    Runner *me = &w->threads[t];
    if (me->depth == DEPTH_MOST)
        abort();
    me->frames[me->depth++] = (Frame){.method = method, .i = i, .b = b, .q = b};
}

static void leave(World *w, int t)
{
    Runner *me = &w->threads[t];
    me->result = me->frames[--me->depth].r;
    memset(&me->frames[me->depth], 0, sizeof(Frame));
    if (me->depth)
        me->frames[me->depth - 1].r = me->result;
}

/* Pointers, locks, control.  False: the thread has to wait. */
static bool do_special(World *w, int t, Frame *f, const Statement *s)
{
    Memory *m = &w->memory;
    switch ((int)s->kind) {
    case FOLLOW:
        f->q = m->pointer;
        break;
    case NEW:
        f->q = make_box(w, t);
        break;
    case PUBLISH:
        m->pointer = f->q;
        m->owner[f->q] = 0;
        break;
    case AIM:
        m->pointer = s->k ? s->k : f->b;
        m->owner[m->pointer] = 0;
        break;
    case TAKE:
        if (m->lock[s->k])
            return false;
        m->lock[s->k] = (int8_t)(t + 1);
        break;
    case GIVE:
        m->lock[s->k] = 0;
        break;
    case UNLESS:
        f->pc = f->r == s->k ? f->pc : s->target;
        break;
    case FLIP:
        f->i = (int8_t)(1 - f->i);
        break;
    case CALL:
        enter(w, t, s->k, f->i, f->b);
        break;
    case LEAVE:
        leave(w, t);
        break;
    }
    return true;
}

/* The next statement of the method on top. */
static void run_statement(const Case *c, const World *w, int t, Next *next)
{
    World after = *w;
    Runner *me = &after.threads[t];
    Frame *f = &me->frames[me->depth - 1];
    const Statement *s = &c->methods[f->method].code[f->pc++];
    int8_t *place = place_of(&after.memory, s->place, f->i, f->b, f->q);
    bool goes = true;
    if (s->kind == LOAD)
        f->r = *place;
    else if (s->kind == STORE || s->kind == COUNT)
        *place = (int8_t)(f->r + s->k);
    else if (s->kind == SET)
        *place = s->k;
    else if (s->kind == AWAIT) {
        goes = *place == s->k;
        f->r = *place;
    } else if (s->kind != CHOOSE)
        goes = do_special(&after, t, f, s);
    after.memory.ghost = (int8_t)(after.memory.ghost + (s->kind == COUNT));
    for (int8_t choice = 0; goes && choice < (s->kind == CHOOSE ? 2 : 1); choice++) {
        f->r = s->kind == CHOOSE ? choice : f->r;
        next->at[next->len++] = after;
    }
}

static void run_item(const Case *c, const World *w, int t, Next *next)
{
    World after = *w;
    Runner *me = &after.threads[t];
    const Item *item = &c->script[t][me->item];
    if (item->kind == IS_OVER)
        return;
    me->item++;
    if (item->kind == MAKES)
        me->made = make_box(&after, t);
    else if (item->kind == STARTS)
        after.threads[item->method].started = true;
    else
        enter(&after, t, item->method, item->i, item->box ? item->box : me->made);
    next->at[next->len++] = after;
}

static Next step(const Case *c, const World *w, int t)
{
    Next next = {.len = 0};
    if (!w->threads[t].started)
        return next;
    if (w->threads[t].depth)
        run_statement(c, w, t, &next);
    else
        run_item(c, w, t, &next);
    return next;
}

/* ---- calls ---- */

bool clause_holds(const Clause *clause, const Run *run)
{
    Run copy = *run;
    int8_t a = *place_of(&copy.after, clause->a, run->i, run->box, 0);
    int8_t was = *place_of(&copy.before, clause->a, run->i, run->box, 0);
    int8_t old = *place_of(&copy.before, clause->b, run->i, run->box, 0);
    bool lock = clause->a == LOCK_0 || clause->a == LOCK_1;
    int8_t k = lock && clause->k && clause->kind != IS_OLD ? (int8_t)(run->thread + 1) : clause->k;
    switch (clause->kind) {
    case IS:
        return a == k;
    case IS_OLD:
        return a == old + k;
    case WAS:
        return was == k;
    case WAS_NOT:
        return was != k;
    case RESULT:
        return run->result == clause->k;
    case RESULT_OLD:
        return run->result == was + clause->k;
    }
    return false;
}

/* May the byte of the memory change? */
static bool may_change(const Action *action, Run *run, const int8_t *was)
{
    const Memory *m = &run->before;
    if (was >= m->v && was < m->u + BOXES_MOST) {
        long box = (was - m->v) % BOXES_MOST;
        if (box >= m->boxes || run->after.owner[box] == run->thread + 1)
            return true;
    }
    for (int k = 0; k < action->places; k++)
        if (place_of(&run->before, action->modifies[k], run->i, run->box, 0) == was)
            return true;
    return false;
}

bool action_fits(const Action *action, const Run *run)
{
    Run copy = *run;
    const int8_t *was = (const int8_t *)&copy.before, *is = (const int8_t *)&copy.after;
    long cells = copy.before.owner - was;
    for (long at = 0; at < cells; at++)
        if (was[at] != is[at] && !may_change(action, &copy, was + at))
            return false;
    for (int k = 0; k < action->len; k++)
        if (!clause_holds(&action->clauses[k], run))
            return false;
    return true;
}

/* The call on top of thread t, alone, from the moment at which it begins. */
static void finish(const Case *c, const World *w, Run *run, int depth, Ran *ran, void *context)
{
    int t = run->thread;
    if (w->threads[t].depth < depth) {
        run->after = w->memory;
        run->result = w->threads[t].result;
        ran(run, context);
        return;
    }
    Next next = step(c, w, t);
    for (int k = 0; k < next.len; k++)
        finish(c, &next.at[k], run, depth, ran, context);
}

void case_run(const Case *c, int method, Run run, Ran *ran, void *context)
{
    World w;
    memset(&w, 0, sizeof w);
    w.memory = run.before;
    w.threads[run.thread].started = true;
    enter(&w, run.thread, (int8_t)method, run.i, run.box);
    finish(c, &w, &run, 1, ran, context);
}

/* ---- all orders of all threads ---- */

typedef struct Search {
    const Case *c;
    VEC(World) seen;
    VEC(uint32_t) table; /* of numbers of worlds plus one */
    const Method *called;
    uint64_t calls;
    bool broken;
} Search;

static uint64_t hash(const World *w)
{
    const uint8_t *at = (const uint8_t *)w;
    uint64_t h = 14695981039346656037u;
    for (size_t k = 0; k < sizeof *w; k++)
        h = (h ^ at[k]) * 1099511628211u;
    return h ^ h >> 29;
}

static void grow(Search *s)
{
    s->table.len = 0;
    vec_resize(&s->table, 4 * (s->seen.len + 256));
    for (size_t k = 0; k < s->seen.len; k++) {
        size_t at = hash(&s->seen.at[k]) % s->table.len;
        while (s->table.at[at])
            at = (at + 1) % s->table.len;
        s->table.at[at] = (uint32_t)k + 1;
    }
}

static void reach(Search *s, const World *w)
{
    if (2 * s->seen.len >= s->table.len)
        grow(s);
    size_t at = hash(w) % s->table.len;
    for (; s->table.at[at]; at = (at + 1) % s->table.len)
        if (memcmp(&s->seen.at[s->table.at[at] - 1], w, sizeof *w) == 0)
            return;
    vec_push(&s->seen, *w);
    s->table.at[at] = (uint32_t)s->seen.len;
}

static void compare(const Run *run, void *context)
{
    Search *s = context;
    bool fits = false;
    for (int k = 0; k < s->called->count; k++)
        fits = fits || action_fits(&s->called->actions[k], run);
    s->broken = s->broken || !fits;
    s->calls++;
}

/* A method has just been called. */
static void compare_call(Search *s, const World *w, int t)
{
    const Runner *me = &w->threads[t];
    const Frame *f = &me->frames[me->depth - 1];
    Run run = {.before = w->memory, .thread = (int8_t)t, .i = f->i, .box = f->b};
    s->called = &s->c->methods[f->method];
    if (s->called->count)
        finish(s->c, w, &run, me->depth, compare, s);
}

bool case_breaks(const Case *c, uint64_t *calls)
{
    Search s = {.c = c};
    World w;
    memset(&w, 0, sizeof w);
    w.memory.boxes = 3;
    w.memory.pointer = 1;
    w.threads[0].started = true;
    reach(&s, &w);
    for (size_t k = 0; k < s.seen.len && !s.broken; k++)
        for (int t = 0; t < c->threads; t++) {
            World here = s.seen.at[k];
            Next next = step(c, &here, t);
            for (int n = 0; n < next.len; n++) {
                if (next.at[n].threads[t].depth > here.threads[t].depth)
                    compare_call(&s, &next.at[n], t);
                reach(&s, &next.at[n]);
            }
        }
    *calls += s.calls;
    vec_free(&s.seen);
    vec_free(&s.table);
    return s.broken;
}
