/* joins.c -- whom a thread waits for before it does anything else that others could notice.
 *
 * A thread that stands before a join is run on as if all threads had ended, up to the first thing
 * that is neither a join nor a both mover (nor what the library notes about joins), or that goes wrong.  What it joined
 * on the way it waits for in any case, in some order: see machine/symmetry.c.  It must not write
 * anything on its way, so that what it is told by a join makes no difference. */
#include "movers/joins.h"
#include "ir/library.h"

#include "machine/part.h"

enum { MOST_ACTIONS = 1024 };

typedef struct Look {
    Movers *v;
    Joins *joins;
    JoinsMemo *memo;
    GlobalId g;
    uint32_t actions;
    uint32_t objects; /* there were so many before */
} Look;

static void on_begin(void *self, bool at_choice)
{
    Look *look = self;
    (void)at_choice;
    look->v->alone = false;
    look->objects = machine_objects(look->v->m);
    look->joins->places.len = look->memo->seen.len = 0;
}

static void see(Look *look, uint32_t object)
{
    if (object >= look->objects) /* its own, and new */
        return;
    vec_each (JoinsSeen, seen, &look->memo->seen)
        if (seen->object == object)
            return;
    vec_push(&look->memo->seen, ((JoinsSeen){object, machine_leaf(look->v->m, look->g, object)}));
}

/* What is noted about who was joined or detached. */
static bool is_noted(const Movers *v, const Touch *touch)
{
    const Region *region = &v->program->regions.at[touch->region];
    return region->library && (strcmp(region->name, LIBRARY_JOINED) == 0 ||
                               strcmp(region->name, LIBRARY_DETACHED) == 0);
}

static bool on_touch(void *self, const Touch *touch)
{
    Look *look = self;
    Movers *v = look->v;
    if (touch->kind == TOUCH_JOIN)
        return true;
    if (touch->kind != TOUCH_DATA || touch->test)
        return false;
    bool own = machine_owner(v->m, touch->object) == machine_running(v->m).ix + 1;
    if (is_noted(v, touch)) {
        see(look, touch->object);
        return true;
    }
    if (touch->write)
        return own && touch->frees;
    if (!own && (v->rules.at[touch->region].is_lock || !touch->bytes ||
                 !(private_is(v, touch) || rule_is_kept(v, touch))))
        return false;
    see(look, touch->object);
    if (symmetry_is_name(v->m, touch->object, touch->offset))
        vec_push(&look->joins->places, ((NamePlace){touch->object, (uint32_t)touch->offset}));
    return true;
}

static bool on_point(void *self, uint32_t pc)
{
    Look *look = self;
    (void)pc;
    return ++look->actions > MOST_ACTIONS;
}

static bool on_stuck(void *self, uint32_t pc)
{
    (void)self, (void)pc;
    return true;
}

static bool on_waits(void *self)
{
    (void)self;
    return true;
}

static void on_first(void *self, uint32_t pc)
{
    (void)self, (void)pc;
}

/* Names of the same array that were read before, of a global one: only this thread touches it. */
static void add_neighbours(Movers *v, Joins *joins)
{
    size_t read = joins->places.len;
    for (size_t k = 0; k < read; k++) {
        uint32_t object = joins->places.at[k].object;
        bool again = false;
        for (size_t j = 0; j < k; j++)
            again |= joins->places.at[j].object == object;
        uint32_t size = object < v->program->globals.len && !again ? machine_size(v->m, object) : 0;
        for (uint32_t at = 0; at + 8 <= size; at += 8) {
            Touch touch = {.object = object, .offset = (int32_t)at, .bytes = 8};
            if (symmetry_is_name(v->m, object, (int32_t)at) && private_is(v, &touch))
                vec_push(&joins->places, ((NamePlace){object, at}));
        }
    }
}

static bool is_known(Machine *m, const JoinsMemo *memo, const State *state, size_t index)
{
    const StateThread *thread = &state->threads.at[index];
    if (memo->l.ix != thread->l.ix || memo->s.ix != thread->s.ix ||
        memo->joins.tid.ix != thread->tid.ix || memo->joins.index != index)
        return false;
    vec_each (JoinsSeen, seen, &memo->seen)
        if (machine_leaf(m, state->g, seen->object) != seen->leaf)
            return false;
    return true;
}

const Joins *joins_find(Movers *v, JoinsMemos *memos, const State *state, size_t index)
{
    if (!symmetry_waits_in_join(v->m, state, index))
        return NULL;
    const StateThread *thread = &state->threads.at[index];
    JoinsMemo *memo = &memos->at[(thread->l.ix * 31 + thread->s.ix) % JOINS_MEMOS];
    Joins *joins = &memo->joins;
    if (is_known(v->m, memo, state, index))
        return joins->threads ? joins : NULL;
    Look look = {.v = v, .joins = joins, .memo = memo, .g = state->g};
    Watcher watcher = {.self = &look,
                       .begin = on_begin,
                       .touch = on_touch,
                       .point = on_point,
                       .stuck = on_stuck,
                       .waits = on_waits,
                       .first = on_first,
                       .circle = on_waits};
    memo->l = thread->l;
    memo->s = thread->s;
    joins->index = index;
    joins->tid = thread->tid;
    joins->threads = 0;
    if (!symmetry_peek(v->m, state, index, &watcher, &joins->threads))
        joins->threads = 0;
    add_neighbours(v, joins);
    return joins->threads ? joins : NULL;
}

void joins_forget(JoinsMemos *memos)
{
    for (size_t k = 0; k < JOINS_MEMOS; k++) {
        vec_free(&memos->at[k].joins.places);
        vec_free(&memos->at[k].seen);
        memos->at[k] = (JoinsMemo){0};
    }
}
