/* enumerate.c -- all consistent executions of a program, by the axioms and nothing else.
 *
 * A memory model for tests that keeps the whole execution graph: a read may read any write of its
 * cell, a write may stand anywhere in modification order, and what check/axioms.h refuses is not
 * offered.  An execution that is consistent has only consistent prefixes (of po u rf), so nothing
 * is lost.  The graph is part of the state, and events are named by their thread and their number
 * in it, so interleavings of the same graph are the same state.
 *
 * What the library does with its own memory is no part of the graph; its locks, and threads that
 * begin and end, are. */
#include "check/axioms.h"
#include "machine/memory.h"
#include "models.h"

typedef enum NoteKind {
    NOTE_READ = GRAPH_READ,
    NOTE_WRITE = GRAPH_WRITE,
    NOTE_UPDATE = GRAPH_UPDATE,
    NOTE_FENCE = GRAPH_FENCE,
    NOTE_ACQUIRE,
    NOTE_RELEASE,
    NOTE_ACQUIRE_SHARED,
    NOTE_RELEASE_SHARED,
    NOTE_FORK,
    NOTE_JOIN
} NoteKind;

/* What is kept of a cell, and of an event: words. */
typedef struct CellNote {
    uint64_t pointer, type, initial;
} CellNote;

typedef struct Note {
    uint64_t thread, kind, order;
    uint64_t cell;
    uint64_t from; /* the event that is read, plus one; 0: the initial value */
    uint64_t read, written;
    uint64_t rank; /* among the writes of the cell, from 1; among the deeds to the lock */
    uint64_t what; /* of a lock: its address; of a thread: its number */
} Note;

typedef struct History {
    VEC(CellNote) cells;
    VEC(Note) notes; /* by thread, and in program order */
} History;

/* The model is the first member: that is how its functions find the rest. */
typedef struct Enumerator {
    MemoryModel model;
    AxiomRules rules;
    bool races; /* a data race is an error */
} Enumerator;

static const Enumerator *enumerator(const Machine *m)
{
    return (const Enumerator *)m->model;
}

/* ---- the history as words ---- */

enum { HEAD = 2, CELL_WORDS = sizeof(CellNote) / 8, NOTE_WORDS = sizeof(Note) / 8 };

static History load(Machine *m)
{
    History h = {0};
    uint32_t len;
    const uint64_t *words = memory_common(m, &len);
    if (!len)
        return h;
    vec_resize(&h.cells, words[0]);
    vec_resize(&h.notes, words[1]);
    if (h.cells.len)
        memcpy(h.cells.at, words + HEAD, h.cells.len * sizeof *h.cells.at);
    if (h.notes.len)
        memcpy(h.notes.at, words + HEAD + CELL_WORDS * h.cells.len,
               h.notes.len * sizeof *h.notes.at);
    return h;
}

static void forget(History *h)
{
    vec_free(&h->cells);
    vec_free(&h->notes);
}

static bool has_cell(const Note *note)
{
    return note->kind <= NOTE_UPDATE;
}

/* Cells are numbered in the order in which the events name them. */
static void keep(Machine *m, History *h)
{
    VEC(uint64_t) words = {0};
    VEC(uint64_t) number = {0};
    uint64_t cells = 0;
    vec_resize(&number, h->cells.len);
    vec_resize(&words, HEAD + CELL_WORDS * h->cells.len + NOTE_WORDS * h->notes.len);
    vec_each (Note, note, &h->notes) {
        if (!has_cell(note))
            continue;
        if (!number.at[note->cell]) {
            memcpy(words.at + HEAD + CELL_WORDS * cells, &h->cells.at[note->cell],
                   sizeof(CellNote));
            number.at[note->cell] = ++cells;
        }
        note->cell = number.at[note->cell] - 1;
    }
    assert(cells == h->cells.len);
    words.at[0] = cells;
    words.at[1] = h->notes.len;
    memcpy(words.at + HEAD + CELL_WORDS * cells, h->notes.at, h->notes.len * sizeof(Note));
    memory_set_common(m, words.at, (uint32_t)words.len);
    vec_free(&words);
    vec_free(&number);
    forget(h);
}

static void pointers(Machine *m, uint64_t *words, uint32_t len,
                     void (*visit)(Machine *m, uint64_t *pointer))
{
    if (!len)
        return;
    CellNote *cells = (CellNote *)(words + HEAD);
    Note *notes = (Note *)(words + HEAD + CELL_WORDS * words[0]);
    for (uint64_t k = 0; k < words[0]; k++) {
        visit(m, &cells[k].pointer);
        if ((uint8_t)cells[k].type == TYPE_PTR)
            visit(m, &cells[k].initial);
    }
    for (uint64_t k = 0; k < words[1]; k++) {
        if (notes[k].kind >= NOTE_ACQUIRE && notes[k].kind <= NOTE_RELEASE_SHARED)
            visit(m, &notes[k].what);
        if (!has_cell(&notes[k]) || (uint8_t)cells[notes[k].cell].type != TYPE_PTR)
            continue;
        visit(m, &notes[k].read);
        visit(m, &notes[k].written);
    }
}

/* ---- the history as a graph ---- */

static bool writes(const Note *note)
{
    return note->kind == NOTE_WRITE || note->kind == NOTE_UPDATE;
}

static bool is_lock(const Note *note)
{
    return note->kind >= NOTE_ACQUIRE && note->kind <= NOTE_RELEASE_SHARED;
}

/* The last event of a thread; GRAPH_NONE: there is none. */
static uint32_t last_of(const History *h, uint64_t thread)
{
    for (uint32_t k = (uint32_t)h->notes.len; k-- > 0;)
        if (h->notes.at[k].thread == thread)
            return k;
    return GRAPH_NONE;
}

static bool passes_on(const Note *from, const Note *to)
{
    if (!is_lock(from) || !is_lock(to) || from->what != to->what || from->rank >= to->rank)
        return false;
    return (from->kind == NOTE_RELEASE &&
            (to->kind == NOTE_ACQUIRE || to->kind == NOTE_ACQUIRE_SHARED)) ||
           (from->kind == NOTE_RELEASE_SHARED && to->kind == NOTE_ACQUIRE);
}

/* In the graph notes stand behind the initial writes and the beginnings of threads. */
static uint32_t first_note(const History *h)
{
    uint32_t first = (uint32_t)h->cells.len;
    vec_each (Note, note, &h->notes)
        first += note->kind == NOTE_FORK;
    return first;
}

static void synchronise_locks(const History *h, Graph *graph)
{
    uint32_t first = first_note(h);
    for (uint32_t k = 0; k < h->notes.len; k++)
        for (uint32_t j = 0; j < h->notes.len; j++)
            if (passes_on(&h->notes.at[k], &h->notes.at[j]))
                vec_push(&graph->synchronised, ((GraphEdge){first + k, first + j}));
}

/* A thread's beginning, behind its fork, or its end, before somebody who waits for it.  Both are
 * events of the thread: what it does is behind the one and before the other in program order. */
static void add_bounds(const History *h, Graph *graph, NoteKind kind)
{
    uint32_t first = first_note(h);
    for (uint32_t k = 0; k < h->notes.len; k++) {
        const Note *note = &h->notes.at[k];
        uint32_t bound = (uint32_t)graph->events.len;
        if (note->kind != kind)
            continue;
        vec_push(&graph->events,
                 ((GraphEvent){.kind = GRAPH_OTHER, .thread = (uint32_t)note->what}));
        vec_push(&graph->synchronised, kind == NOTE_FORK ? ((GraphEdge){first + k, bound})
                                                         : ((GraphEdge){bound, first + k}));
    }
}

/* Deeds to one lock, not both of which only take it, come one after the other, whether they put threads in order or not. */
static void order_locks(const History *h, Graph *graph)
{
    uint32_t first = first_note(h);
    for (uint32_t k = 0; k < h->notes.len; k++)
        for (uint32_t j = 0; j < h->notes.len; j++) {
            const Note *from = &h->notes.at[k], *to = &h->notes.at[j];
            bool gives = from->kind == NOTE_RELEASE || from->kind == NOTE_RELEASE_SHARED ||
                         to->kind == NOTE_RELEASE || to->kind == NOTE_RELEASE_SHARED;
            if (is_lock(from) && is_lock(to) && from->what == to->what && gives &&
                from->rank < to->rank)
                vec_push(&graph->synchronised, ((GraphEdge){first + k, first + j}));
        }
}

static void order_writes(const History *h, Graph *graph, uint32_t cell)
{
    uint32_t first = first_note(h);
    GraphCell *to = &graph->cells.at[cell];
    vec_push(&to->mo, cell);
    for (uint32_t k = 0; k < h->notes.len; k++) {
        const Note *note = &h->notes.at[k];
        if (!writes(note) || note->cell != cell)
            continue;
        if (to->mo.len <= note->rank)
            vec_resize(&to->mo, note->rank + 1);
        to->mo.at[note->rank] = first + k;
    }
}

static Graph graph_of(const History *h)
{
    Graph graph = {0};
    uint32_t cells = (uint32_t)h->cells.len, first = first_note(h);
    vec_resize(&graph.cells, cells);
    for (uint32_t k = 0; k < cells; k++)
        vec_push(&graph.events, ((GraphEvent){.kind = GRAPH_WRITE,
                                              .thread = GRAPH_INITIAL,
                                              .cell = k,
                                              .written = h->cells.at[k].initial}));
    add_bounds(h, &graph, NOTE_FORK);
    vec_each (const Note, note, &h->notes) {
        bool reads = note->kind == NOTE_READ || note->kind == NOTE_UPDATE;
        GraphEvent e = {
            .kind = note->kind < NOTE_ACQUIRE ? (GraphKind)note->kind : GRAPH_OTHER,
            .order = (MemoryOrder)note->order,
            .thread = (uint32_t)note->thread,
            .cell = (uint32_t)note->cell,
            .from = !reads       ? GRAPH_NONE
                    : note->from ? first + (uint32_t)note->from - 1
                                 : (uint32_t)note->cell,
            .read = note->read,
            .written = note->written,
        };
        vec_push(&graph.events, e);
    }
    for (uint32_t k = 0; k < cells; k++)
        order_writes(h, &graph, k);
    add_bounds(h, &graph, NOTE_JOIN);
    synchronise_locks(h, &graph);
    return graph;
}

/* In sequentially consistent memory there is one order of all. */
static bool may_be_sc(const Machine *m, const History *h)
{
    if (!enumerator(m)->rules.sc)
        return true;
    Graph graph = graph_of(h);
    order_locks(h, &graph);
    bool may_be = axioms_judge(&graph, enumerator(m)->rules, NULL) == AXIOM_NONE;
    graph_free(&graph);
    return may_be;
}

static bool is_consistent(const Machine *m, const History *h, bool *races)
{
    Graph graph = graph_of(h);
    GraphRaces found = {0};
    Axiom broken = axioms_judge(&graph, enumerator(m)->rules, races ? &found : NULL);
    assert(broken != AXIOM_FORM);
    if (races)
        *races = found.len > 0;
    vec_free(&found);
    graph_free(&graph);
    return !broken && may_be_sc(m, h);
}

bool enumerate_is_consistent(Machine *m)
{
    History h = load(m);
    bool result = is_consistent(m, &h, NULL);
    forget(&h);
    return result;
}

/* ---- accesses ---- */

/* Is it an event: not what happens before threads begin, nor in the library's own memory? */
static bool is_event(Machine *m, const Instr *i)
{
    return !m->ask && store_thread(m, m->tid.ix) && !(i && memory_is_library(m, i));
}

/* A new last event of the running thread. */
static uint32_t add(Machine *m, History *h, Note note)
{
    uint32_t at = 0;
    note.thread = m->tid.ix;
    while (at < h->notes.len && h->notes.at[at].thread <= note.thread)
        at++;
    vec_push(&h->notes, note);
    for (uint32_t k = (uint32_t)h->notes.len - 1; k > at; k--)
        h->notes.at[k] = h->notes.at[k - 1];
    h->notes.at[at] = note;
    vec_each (Note, other, &h->notes)
        other->from += other->from > at;
    return at;
}

/* The cell's number; false: the run has failed. */
static bool find_cell(Machine *m, const Instr *i, History *h, Cell cell, uint64_t *number)
{
    uint64_t pointer = pointer_make(cell.object, (int32_t)cell.offset);
    Instr unchecked = *i;
    Word word = {0};
    unchecked.flags &= (uint16_t)~FLAG_CHECK;
    uint32_t bytes = raw_cell_bytes(m, cell.type);
    for (*number = 0; *number < h->cells.len; ++*number) {
        const CellNote *other = &h->cells.at[*number];
        Type type = {(uint8_t)other->type, (uint8_t)(other->type >> 8)};
        if (other->pointer == pointer && raw_cell_bytes(m, type) == bytes)
            return true;
        if (other->pointer >> 32 == cell.object && (uint32_t)other->pointer < cell.offset + bytes &&
            cell.offset < (uint32_t)other->pointer + raw_cell_bytes(m, type)) {
            run_fail(m, ERR_INTERNAL_LIMIT, "accesses of different sizes");
            return false;
        }
    }
    if (!sc_read(m, &unchecked, cell, &word))
        return false;
    uint64_t type = cell.type.kind | (uint64_t)cell.type.bits << 8;
    vec_push(&h->cells, ((CellNote){pointer, type, word.value}));
    return true;
}

/* The new event is in the history; is it a race?  Then the run has failed. */
static bool finish(Machine *m, History *h)
{
    bool races = false;
    if (enumerator(m)->races)
        is_consistent(m, h, &races);
    if (races)
        run_fail(m, ERR_RACE, "data race");
    keep(m, h);
    return !races;
}

static bool give_up(Machine *m, History *h)
{
    run_cut(m);
    forget(h);
    return false;
}

static uint64_t value_of(const History *h, const Note *read)
{
    return read->from ? h->notes.at[read->from - 1].written : h->cells.at[read->cell].initial;
}

typedef VEC(uint64_t) Choices;

static uint64_t take(Machine *m, Choices *choices)
{
    uint64_t chosen = choices->at[choices->len > 1 ? memory_choose(m, (uint32_t)choices->len) : 0];
    vec_free(choices);
    return chosen;
}

/* How many writes of the cell are behind this one in modification order. */
static uint32_t behind(const History *h, uint64_t cell, uint64_t rank)
{
    uint32_t count = 0;
    vec_each (const Note, note, &h->notes)
        count += writes(note) && note->cell == cell && note->rank > rank;
    return count;
}

/* A comparison has failed: its read has this order. */
static bool read_again(Machine *m, const Instr *i, Word *word)
{
    History h = load(m);
    Note *note = &h.notes.at[last_of(&h, m->tid.ix)];
    assert(note->kind == NOTE_READ);
    note->order = instr_order(i);
    *word = (Word){note->read, 0};
    keep(m, &h);
    return true;
}

/* A load that an update may follow gets the order of that one only then: until then any that is
 * coherent is taken, and what is wrong with it shows when the update comes, or at the end of the
 * region without one. */
static bool read_event(Machine *m, const Instr *i, Cell cell, Word *word)
{
    if (i->flags & FLAG_OLD)
        return read_again(m, i, word);
    History h = load(m);
    Choices froms = {0};
    uint64_t number;
    if (!find_cell(m, i, &h, cell, &number)) {
        forget(&h);
        return false;
    }
    MemoryOrder order = i->flags & FLAG_UPDATE ? ORDER_RELAXED : instr_order(i);
    uint32_t me = add(m, &h, (Note){.kind = NOTE_READ, .order = order, .cell = number});
    for (uint64_t from = 0; from <= h.notes.len; from++) {
        if (from && (!writes(&h.notes.at[from - 1]) || h.notes.at[from - 1].cell != number))
            continue;
        h.notes.at[me].from = from;
        h.notes.at[me].read = value_of(&h, &h.notes.at[me]);
        if (is_consistent(m, &h, NULL))
            vec_push(&froms, from);
    }
    if (!froms.len)
        return give_up(m, &h);
    Note *note = &h.notes.at[me];
    note->from = take(m, &froms);
    note->read = value_of(&h, note);
    note->order = instr_order(i);
    *word = (Word){note->read, 0};
    m->result.behind = behind(&h, number, note->from ? h.notes.at[note->from - 1].rank : 0);
    if (!(i->flags & FLAG_UPDATE))
        return finish(m, &h);
    keep(m, &h);
    return true;
}

/* The writes from this rank on make room. */
static void place(History *h, uint32_t me, uint64_t rank, uint64_t *last)
{
    *last = 1;
    for (uint32_t k = 0; k < h->notes.len; k++) {
        Note *note = &h->notes.at[k];
        if (k == me || !writes(note) || note->cell != h->notes.at[me].cell)
            continue;
        note->rank += note->rank >= rank;
        *last = note->rank >= *last ? note->rank + 1 : *last;
    }
    h->notes.at[me].rank = rank;
}

static void unplace(History *h, uint32_t me)
{
    for (uint32_t k = 0; k < h->notes.len; k++) {
        Note *note = &h->notes.at[k];
        if (k != me && writes(note) && note->cell == h->notes.at[me].cell)
            note->rank -= note->rank > h->notes.at[me].rank;
    }
}

static bool write_event(Machine *m, const Instr *i, Cell cell, Word word)
{
    History h = load(m);
    Choices ranks = {0};
    uint64_t number, last = 1;
    if (!find_cell(m, i, &h, cell, &number)) {
        forget(&h);
        return false;
    }
    Note note = {
        .kind = NOTE_WRITE, .order = instr_order(i), .cell = number, .written = word.value};
    uint32_t me = add(m, &h, note);
    for (uint64_t rank = 1; rank <= last; rank++) {
        place(&h, me, rank, &last);
        if (is_consistent(m, &h, NULL))
            vec_push(&ranks, rank);
        unplace(&h, me);
    }
    if (!ranks.len)
        return give_up(m, &h);
    uint64_t rank = take(m, &ranks);
    place(&h, me, rank, &last);
    m->result.behind = behind(&h, number, rank);
    return finish(m, &h) && (rank < last || sc_write(m, cell, word));
}

static bool update(Machine *m, const Instr *i, Cell cell, Word word)
{
    if (!is_event(m, i))
        return sc_write(m, cell, word);
    History h = load(m);
    uint64_t last;
    uint32_t me = last_of(&h, m->tid.ix);
    Note *note = &h.notes.at[me];
    assert(me != GRAPH_NONE && note->kind == NOTE_READ);
    note->kind = NOTE_UPDATE;
    note->order = instr_order(i);
    note->written = word.value;
    uint64_t rank = note->from ? h.notes.at[note->from - 1].rank + 1 : 1;
    place(&h, me, rank, &last);
    if (!is_consistent(m, &h, NULL))
        return give_up(m, &h);
    return finish(m, &h) && (rank < last || sc_write(m, cell, word));
}

static bool settle(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool write)
{
    (void)write;
    if (!is_event(m, i) || i->op == OP_FREE)
        return true;
    History h = load(m);
    bool touched = false;
    vec_each (CellNote, cell, &h.cells)
        touched |= cell->pointer < pointer + bytes && pointer < cell->pointer + 8;
    forget(&h);
    if (touched)
        run_fail(m, ERR_INTERNAL_LIMIT, "many bytes at once");
    return !touched;
}

/* ---- what has no cell ---- */

static void add_other(Machine *m, Note note)
{
    if (!is_event(m, NULL))
        return;
    History h = load(m);
    add(m, &h, note);
    if (is_consistent(m, &h, NULL))
        keep(m, &h);
    else
        give_up(m, &h);
}

static void fence(Machine *m, MemoryOrder order)
{
    add_other(m, (Note){.kind = NOTE_FENCE, .order = order});
}

static void synchronise(Machine *m, Sync sync, uint64_t what)
{
    static const NoteKind kinds[] = {
        [SYNC_ACQUIRE] = NOTE_ACQUIRE,
        [SYNC_RELEASE] = NOTE_RELEASE,
        [SYNC_ACQUIRE_SHARED] = NOTE_ACQUIRE_SHARED,
        [SYNC_RELEASE_SHARED] = NOTE_RELEASE_SHARED,
        [SYNC_FORK] = NOTE_FORK,
        [SYNC_JOIN] = NOTE_JOIN,
    };
    if (sync == SYNC_END || !is_event(m, NULL))
        return;
    Note note = {.kind = kinds[sync], .what = what, .rank = 1};
    History h = load(m);
    vec_each (Note, other, &h.notes)
        note.rank += is_lock(&note) && is_lock(other) && other->what == what;
    forget(&h);
    add_other(m, note);
}

/* A region has ended: what it has read is a read, with the order that it has by now. */
static void end(Machine *m)
{
    if (!is_event(m, NULL))
        return;
    History h = load(m);
    uint32_t last = last_of(&h, m->tid.ix);
    if (last == GRAPH_NONE || h.notes.at[last].kind != NOTE_READ)
        forget(&h);
    else if (!is_consistent(m, &h, NULL))
        give_up(m, &h);
    else
        finish(m, &h);
}

static void begin(Machine *m)
{
    (void)m;
}

/* ---- loads and stores ---- */

/* Plain accesses that happen at once are in order with each other: there is one lock for all. */
static bool is_at_once(const Machine *m, const Instr *i)
{
    return instr_order(i) == ORDER_PLAIN && m->facts.depth.at[m->pc - 1];
}

static uint64_t pointer_of(Cell cell)
{
    return pointer_make(cell.object, (int32_t)cell.offset);
}

/* Some of the library's own variables put threads in order. */
static bool is_sync(Machine *m, const Instr *i)
{
    return memory_is_library(m, i) && instr_synchronises(i);
}

enum { REGIONS = 1 };

static bool read(Machine *m, const Instr *i, Cell cell, Word *word)
{
    if (!is_event(m, i)) {
        if (is_sync(m, i))
            synchronise(m, SYNC_ACQUIRE, pointer_of(cell));
        return sc_read(m, i, cell, word);
    }
    if (is_at_once(m, i))
        synchronise(m, SYNC_ACQUIRE, REGIONS);
    bool done = read_event(m, i, cell, word);
    if (done && is_at_once(m, i))
        synchronise(m, SYNC_RELEASE, REGIONS);
    return done;
}

static bool write(Machine *m, const Instr *i, Cell cell, Word word)
{
    if (!is_event(m, i)) {
        if (is_sync(m, i))
            synchronise(m, SYNC_RELEASE, pointer_of(cell));
        return sc_write(m, cell, word);
    }
    if (is_at_once(m, i))
        synchronise(m, SYNC_ACQUIRE, REGIONS);
    bool done = write_event(m, i, cell, word);
    if (done && is_at_once(m, i))
        synchronise(m, SYNC_RELEASE, REGIONS);
    return done;
}

#define MODEL                                                                                      \
    {                                                                                              \
        .read = read, .write = write, .update = update, .settle = settle, .fence = fence,          \
        .synchronise = synchronise, .begin = begin, .end = end, .pointers = pointers,              \
    }

const struct MemoryModel *enumerate_model(EnumerateModel model, bool races)
{
    static const Enumerator models[ENUMERATE_MODELS][2] = {
        [ENUMERATE_RC11] = {{MODEL, {0}, false}, {MODEL, {0}, true}},
        [ENUMERATE_C11] = {{MODEL, {.old_sequences = true}, false},
                           {MODEL, {.old_sequences = true}, true}},
        [ENUMERATE_APART] = {{MODEL, {.apart = true}, false}, {MODEL, {.apart = true}, true}},
        [ENUMERATE_SC] = {{MODEL, {.sc = true}, false}, {MODEL, {.sc = true}, true}},
    };
    return &models[model][races].model;
}
