/* judge.c -- see judge.h.
 *
 * A cell is what accesses of one size touch.  Bytes that are copied or filled at once write each
 * cell that they overlap, with values that nobody knows; where plain accesses of different sizes
 * overlap there is no cell, and only races are looked for.  Cells that one thread alone touches, and
 * only by plain accesses, must hold what was written last; they are no part of the graph. */
#include "check/judge.h"

#include <stdlib.h>

#include "check/axioms.h"

enum { MOST_EVENTS = 8000 };

/* A part of an object in which the accesses overlap. */
typedef struct Part {
    uint64_t first, end; /* object << 32 | offset */
    uint32_t bytes;      /* of each access; 0: they differ */
    uint32_t thread;     /* that touches it; GRAPH_NONE: several do */
    bool atomic;
    uint32_t cell; /* in the graph, plus one */
    uint64_t last; /* written, if it is in no graph; if that is known */
    bool known;
} Part;

/* The last deed of each thread to a lock. */
typedef struct Release {
    uint64_t place;
    uint32_t thread, event;
} Release;

typedef struct Trial {
    const Judge *judge;
    Graph graph;
    VEC(Part) parts;
    VEC(Release) releases; /* also, at FORKS and ENDS, who has forked a thread and how it ended */
    VEC(uint32_t) begun;   /* thread -> it has done something */
    VEC(uint32_t) origins; /* event -> the number of its deed, from 1; 0: it has none */
    Why why;
} Trial;

/* Places of no object. */
#define FORKS ((uint64_t)UINT32_MAX << 32)
#define ENDS  ((uint64_t)(UINT32_MAX - 1) << 32)

/* ---- what was done ---- */

static uint32_t name_of(Judge *judge, uint32_t object)
{
    if (object >= judge->names.len)
        vec_resize(&judge->names, object + 1);
    return judge->names.at[object];
}

static bool is_of_memory(MemoryDeed deed)
{
    return deed != ACCESS_FENCE && deed != ACCESS_FORK && deed != ACCESS_END && deed != ACCESS_JOIN;
}

/* The names of objects are not their numbers: those begin anew with each ALLOC. */
static uint32_t name_for(Judge *judge, const MemoryAccess *access)
{
    if (!is_of_memory(access->deed))
        return 0;
    uint32_t object = (uint32_t)(access->pointer >> 32), name = name_of(judge, object);
    if (name && access->deed != ACCESS_ALLOC)
        return name;
    return judge->names.at[object] = (uint32_t)judge->deeds.len + 1;
}

void judge_note(Judge *judge, Tid thread, const Outcome *o)
{
    vec_each (MemoryAccess, access, &o->accesses)
        vec_push(&judge->deeds,
                 ((Deed){.thread = thread, .object = name_for(judge, access), .access = *access}));
}

void judge_free(Judge *judge)
{
    vec_free(&judge->deeds);
    vec_free(&judge->names);
}

bool judge_knows(MemoryKind memory)
{
    return memory == MEMORY_RC11 || memory == MEMORY_C11;
}

static uint64_t place_of(const Deed *deed)
{
    return (uint64_t)deed->object << 32 | (uint32_t)deed->access.pointer;
}

static bool is_access(const Deed *deed)
{
    return deed->access.deed == ACCESS_READ || deed->access.deed == ACCESS_WRITE ||
           deed->access.deed == ACCESS_UPDATE;
}

/* An access to a scalar. */
static bool has_cell(const Deed *deed)
{
    return is_access(deed) && !deed->access.many && !deed->test;
}

/* ---- cells ---- */

static int by_place(const void *a, const void *b)
{
    const Part *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first ? 1 : 0;
}

/* Parts that overlap become one. */
static void join_parts(Trial *t)
{
    size_t kept = 0;
    if (t->parts.len)
        qsort(t->parts.at, t->parts.len, sizeof(Part), by_place);
    for (size_t k = 0; k < t->parts.len; k++) {
        Part part = t->parts.at[k], *last = kept ? &t->parts.at[kept - 1] : NULL;
        if (!last || part.first >= last->end) {
            t->parts.at[kept++] = part;
            continue;
        }
        if (part.first != last->first || part.bytes != last->bytes)
            last->bytes = 0;
        if (part.thread != last->thread)
            last->thread = GRAPH_NONE;
        last->end = part.end > last->end ? part.end : last->end;
        last->atomic |= part.atomic;
    }
    t->parts.len = kept;
}

/* The first part that ends behind the place. */
static size_t part_behind(const Trial *t, uint64_t place)
{
    size_t low = 0, high = t->parts.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->parts.at[middle].end <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint64_t end_of(const Deed *deed)
{
    return place_of(deed) + (deed->access.bytes ? deed->access.bytes : 1);
}

/* Whoever copies or fills bytes touches cells, too. */
static void share_parts(Trial *t)
{
    vec_each (const Deed, deed, &t->judge->deeds)
        if ((is_access(deed) && !has_cell(deed)) || deed->access.deed == ACCESS_FREE ||
            deed->access.deed == ACCESS_ALLOC)
            for (size_t k = part_behind(t, place_of(deed));
                 k < t->parts.len && t->parts.at[k].first < end_of(deed); k++)
                if (t->parts.at[k].thread != deed->thread.ix)
                    t->parts.at[k].thread = GRAPH_NONE;
}

static void find_parts(Trial *t)
{
    vec_each (const Deed, deed, &t->judge->deeds)
        if (has_cell(deed))
            vec_push(&t->parts, ((Part){.first = place_of(deed),
                                        .end = end_of(deed),
                                        .bytes = deed->access.bytes,
                                        .thread = deed->thread.ix,
                                        .atomic = deed->access.order != ORDER_PLAIN}));
    join_parts(t);
    share_parts(t);
}

/* ---- events ---- */

static Release *find_release(Trial *t, uint64_t place, uint32_t thread)
{
    vec_each (Release, release, &t->releases)
        if (release->place == place && release->thread == thread)
            return release;
    vec_push(&t->releases, ((Release){place, thread, GRAPH_NONE}));
    return &vec_last(&t->releases);
}

static void synchronise(Trial *t, uint64_t place, uint32_t to)
{
    vec_each (Release, release, &t->releases)
        if (release->place == place && release->event != GRAPH_NONE && release->event != to)
            vec_push(&t->graph.synchronised, ((GraphEdge){release->event, to}));
}

static uint32_t push_event(Trial *t, GraphEvent event)
{
    vec_push(&t->graph.events, event);
    return (uint32_t)t->graph.events.len - 1;
}

/* The thread's next event.  It begins by one of its own, which comes after the fork: all that it does
 * comes after that in program order, which matters for seq_cst (po;hb;po). */
static uint32_t add_event(Trial *t, const Deed *deed, GraphEvent event)
{
    event.thread = deed->thread.ix;
    if (event.thread >= t->begun.len)
        vec_resize(&t->begun, event.thread + 1);
    if (!t->begun.at[event.thread]++ &&
        find_release(t, FORKS | event.thread, 0)->event != GRAPH_NONE)
        synchronise(t, FORKS | event.thread,
                    push_event(t, (GraphEvent){.kind = GRAPH_OTHER, .thread = event.thread}));
    uint32_t number = push_event(t, event);
    vec_resize(&t->origins, number + 1);
    t->origins.at[number] = (uint32_t)(deed - t->judge->deeds.at) + 1;
    return number;
}

/* What is written as a signed number may be read as one without a sign: the bits are the same. */
static uint64_t bits_of(uint64_t value, const MemoryAccess *access)
{
    bool narrow = access->bytes && access->bytes < 8;
    uint64_t above = narrow ? ~(uint64_t)0 << 8 * access->bytes : 0;
    return narrow && (value & above) == above ? value & ~above : value;
}

static GraphEvent event_of(const Deed *deed)
{
    static const GraphKind kinds[] = {
        [ACCESS_READ] = GRAPH_READ,
        [ACCESS_WRITE] = GRAPH_WRITE,
        [ACCESS_UPDATE] = GRAPH_UPDATE,
    };
    const MemoryAccess *access = &deed->access;
    return (GraphEvent){.kind = kinds[access->deed],
                        .order = access->order,
                        .from = GRAPH_NONE,
                        .read = bits_of(access->read, access),
                        .written = bits_of(access->written, access),
                        .place = place_of(deed),
                        .bytes = (uint32_t)(end_of(deed) - place_of(deed))};
}

/* The cell of a part, with its initial write. */
static uint32_t cell_of(Trial *t, Part *part)
{
    if (!part->cell) {
        GraphEvent initial = {
            .kind = GRAPH_WRITE, .thread = GRAPH_INITIAL, .from = GRAPH_NONE, .any = true};
        initial.cell = (uint32_t)t->graph.cells.len;
        part->cell = initial.cell + 1;
        vec_resize(&t->graph.cells, part->cell);
        vec_push(&t->graph.cells.at[initial.cell].mo, (uint32_t)t->graph.events.len);
        vec_push(&t->graph.events, initial);
    }
    return part->cell - 1;
}

/* So far behind the end of modification order: the place of what is read, or of what is written. */
static bool in_order(Trial *t, const Deed *deed, uint32_t cell, size_t *place)
{
    size_t len = t->graph.cells.at[cell].mo.len;
    size_t most = deed->access.deed == ACCESS_WRITE ? len : len - 1;
    if (deed->access.behind > most || (most == len && deed->access.behind == len))
        return refuse(t->why, "an access is %u writes behind the last one, and there are %zu",
                      deed->access.behind, len - 1);
    *place = most - deed->access.behind;
    return true;
}

static void insert(Trial *t, uint32_t cell, size_t place, uint32_t event)
{
    GraphCell *to = &t->graph.cells.at[cell];
    vec_push(&to->mo, event);
    for (size_t k = to->mo.len - 1; k > place; k--)
        to->mo.at[k] = to->mo.at[k - 1];
    to->mo.at[place] = event;
}

/* The value of an initial write is what it is first read as. */
static void learn(Trial *t, uint32_t from, uint64_t value)
{
    GraphEvent *event = &t->graph.events.at[from];
    if (event->thread == GRAPH_INITIAL && event->any) {
        event->any = false;
        event->written = value;
    }
}

static bool add_access(Trial *t, const Deed *deed, Part *part)
{
    GraphEvent event = event_of(deed);
    size_t place = 0;
    event.cell = cell_of(t, part);
    if (!in_order(t, deed, event.cell, &place))
        return false;
    if (event.kind != GRAPH_WRITE) {
        event.from = t->graph.cells.at[event.cell].mo.at[place];
        learn(t, event.from, event.read);
    }
    uint32_t number = add_event(t, deed, event);
    if (event.kind != GRAPH_READ)
        insert(t, event.cell, event.kind == GRAPH_UPDATE ? place + 1 : place, number);
    return true;
}

/* A cell of one thread, which only it sees. */
static bool follow(Trial *t, const Deed *deed, Part *part)
{
    const MemoryAccess *access = &deed->access;
    bool reads = access->deed == ACCESS_READ;
    uint64_t value = bits_of(reads ? access->read : access->written, access);
    if (reads && part->known && part->last != value)
        return refuse(t->why, "a thread does not read what it has written itself");
    part->last = value;
    part->known = true;
    return true;
}

static bool add_scalar(Trial *t, const Deed *deed)
{
    Part *part = &t->parts.at[part_behind(t, place_of(deed))];
    assert(part->first <= place_of(deed) && end_of(deed) <= part->end);
    if (part->bytes && !part->atomic && part->thread != GRAPH_NONE)
        return follow(t, deed, part);
    if (part->bytes)
        return add_access(t, deed, part);
    GraphEvent event = event_of(deed);
    event.piece = true;
    event.cell = GRAPH_NONE;
    add_event(t, deed, event);
    return true;
}

/* Many bytes at once, or all of an object that comes or goes: a race with whoever touches any of
 * them and does not know of it. */
static void add_bytes(Trial *t, const Deed *deed)
{
    bool whole = deed->access.deed == ACCESS_FREE || deed->access.deed == ACCESS_ALLOC;
    GraphEvent event = {.kind = deed->access.deed == ACCESS_READ ? GRAPH_READ : GRAPH_WRITE,
                        .order = deed->access.order,
                        .piece = true,
                        .cell = GRAPH_NONE,
                        .from = GRAPH_NONE,
                        .place = place_of(deed),
                        .bytes = (uint32_t)(end_of(deed) - place_of(deed))};
    add_event(t, deed, event);
    if (event.kind == GRAPH_READ || whole || deed->test)
        return;
    for (size_t k = part_behind(t, event.place);
         k < t->parts.len && t->parts.at[k].first < end_of(deed); k++) {
        Part *part = &t->parts.at[k];
        part->known = false;
        if (!part->bytes || (!part->atomic && part->thread != GRAPH_NONE))
            continue;
        GraphEvent write = {.kind = GRAPH_WRITE,
                            .cell = cell_of(t, part),
                            .from = GRAPH_NONE,
                            .any = true,
                            .place = part->first,
                            .bytes = part->bytes};
        insert(t, write.cell, t->graph.cells.at[write.cell].mo.len, add_event(t, deed, write));
    }
}

static void add_synchronisation(Trial *t, const Deed *deed)
{
    uint32_t event = add_event(t, deed, (GraphEvent){.kind = GRAPH_OTHER}), me = deed->thread.ix;
    uint32_t other = (uint32_t)deed->access.pointer;
    switch (deed->access.deed) {
    case ACCESS_ACQUIRE:
        synchronise(t, place_of(deed), event);
        break;
    case ACCESS_RELEASE:
        find_release(t, place_of(deed), me)->event = event;
        break;
    case ACCESS_FORK:
        find_release(t, FORKS | other, 0)->event = event;
        if (other < t->begun.len)
            t->begun.at[other] = 0; /* one that has ended may have left its name */
        break;
    case ACCESS_END:
        find_release(t, ENDS | me, 0)->event = event;
        break;
    case ACCESS_JOIN:
        synchronise(t, ENDS | other, event);
        break;
    case ACCESS_READ:
    case ACCESS_WRITE:
    case ACCESS_UPDATE:
    case ACCESS_FENCE:
    case ACCESS_ALLOC:
    case ACCESS_FREE:
    case ACCESS_LANDS:
        break;
    }
}

static bool add_deed(Trial *t, const Deed *deed)
{
    switch (deed->access.deed) {
    case ACCESS_READ:
    case ACCESS_WRITE:
    case ACCESS_UPDATE:
        if (has_cell(deed))
            return add_scalar(t, deed);
        add_bytes(t, deed);
        return true;
    case ACCESS_FENCE:
        add_event(t, deed, (GraphEvent){.kind = GRAPH_FENCE, .order = deed->access.order});
        return true;
    case ACCESS_ALLOC:
    case ACCESS_FREE:
        add_bytes(t, deed);
        return true;
    case ACCESS_LANDS: /* there is no judge of tso */
        return true;
    case ACCESS_ACQUIRE:
    case ACCESS_RELEASE:
    case ACCESS_FORK:
    case ACCESS_END:
    case ACCESS_JOIN:
        add_synchronisation(t, deed);
        return true;
    }
    return true;
}

static uint32_t most_events(const Judge *judged)
{
    return judged->most_events ? judged->most_events : MOST_EVENTS;
}

static bool build(Trial *t)
{
    find_parts(t);
    vec_each (const Deed, deed, &t->judge->deeds)
        if (!add_deed(t, deed))
            return false;
    if (t->graph.events.len > most_events(t->judge))
        return refuse(t->why, "the run has %zu events in memory, more than the %u that are judged",
                      t->graph.events.len, most_events(t->judge));
    return true;
}

static void end(Trial *t)
{
    graph_free(&t->graph);
    vec_free(&t->parts);
    vec_free(&t->releases);
    vec_free(&t->begun);
    vec_free(&t->origins);
}

/* ---- twins ---- */

/* An update that has written what it has read: who has read the one may as well have read the other. */
static bool has_twin(const Graph *graph, const GraphEvent *read)
{
    if (read->kind != GRAPH_READ || read->from == GRAPH_NONE)
        return false;
    const GraphEvent *write = &graph->events.at[read->from];
    return write->kind == GRAPH_UPDATE && write->read == write->written && !write->any;
}

/* The next of all ways to choose between twins; false: that was all, and they are as they were. */
static bool next_twins(Graph *graph, const uint32_t *from)
{
    for (size_t k = 0; k < graph->events.len; k++) {
        GraphEvent *event = &graph->events.at[k];
        if (has_twin(graph, event)) {
            event->from = graph->events.at[event->from].from;
            return true;
        }
        event->from = from[k];
    }
    return false;
}

/* The machine does not say which of several writes of one value was read, if it makes no difference to
 * its threads; seq_cst may know the difference. */
static Axiom judge_twins(Graph *graph, AxiomRules rules, GraphRaces *races, Axiom broken)
{
    enum { MOST_TRIES = 256 };
    VEC(uint32_t) from = {0};
    Axiom found = broken;
    vec_each (GraphEvent, event, &graph->events)
        vec_push(&from, event->from);
    for (int k = 0; found && k < MOST_TRIES && next_twins(graph, from.at); k++)
        found = axioms_judge(graph, rules, races);
    vec_free(&from);
    return found ? broken : AXIOM_NONE;
}

/* ---- the judgement ---- */

static bool judge(Trial *t, MemoryKind memory, GraphRaces *races)
{
    if (!build(t))
        return false;
    AxiomRules rules = {.old_sequences = memory == MEMORY_C11};
    Axiom broken = axioms_judge(&t->graph, rules, races);
    if (broken == AXIOM_SC)
        broken = judge_twins(&t->graph, rules, races, broken);
    if (broken)
        return refuse(t->why, "the run is none of %s: %s", memory_text[memory],
                      axiom_sentence(broken));
    return true;
}

bool judge_is_too_long(const Judge *judged)
{
    char why[256];
    Trial t = {.judge = judged, .why = {why, sizeof why}};
    bool too_long = !build(&t) && t.graph.events.len > most_events(judged);
    end(&t);
    return too_long;
}

bool judge_run(const Judge *judged, MemoryKind memory, Why why)
{
    Trial t = {.judge = judged, .why = why};
    bool ok = judge(&t, memory, NULL);
    end(&t);
    return ok;
}

/* What an atomic access reads puts others before it: it is judged as if it had been done. */
bool judge_race(Judge *judged, MemoryKind memory, Why why)
{
    if (!judged->deeds.len)
        return refuse(why, "no data race: nothing was touched");
    Deed *last = &vec_last(&judged->deeds);
    last->test = last->access.order == ORDER_PLAIN || last->access.deed == ACCESS_WRITE;
    Trial t = {.judge = judged, .why = why};
    GraphRaces races = {0};
    bool ok = judge(&t, memory, &races);
    judged->raced = 0;
    for (size_t k = 0; k < races.len; k++)
        if (races.at[k].b == t.graph.events.len - 1)
            judged->raced = t.origins.at[races.at[k].a];
    end(&t);
    vec_free(&races);
    if (ok && !judged->raced)
        return refuse(why, "no data race: happens-before puts the accesses in order");
    return ok;
}
