/* words.c -- what the view machine knows of a state, as words.
 *
 * Common: one word of numbers (cells, threads with trails, holders, trails), the threads with
 * trails, the cells with their messages, the holders, the trails.  Of a thread:
 * which views it has, and which threads it expects, and these.  A view is the indexes of all cells, then the clocks of the threads
 * with trails, four in a word.  Nothing is kept of a thread that knows what all know. */
#include "machine/memory/weak.h"

enum { SHORTS = 4, SHORT = 16, MOST_SHORT = 0xffff }; /* in a word; bits; largest */
enum { HAS_CUR = 1, HAS_ACQ = 2, HAS_REL = 4, HAS_HEADS = 8, IS_IDLE = 16, EXPECTS_SHIFT = 8 };
enum { GLUED = 1, HAS_VIEW = 2, HAS_MASK = 4, HAS_MARKS = 8, HAS_TWINS = 16 };

#define IS_BORN (UINT32_C(1) << 31) /* beside the bytes of a trail */

/* ---- reading ---- */

typedef struct Reader {
    Machine *m;
    Weak *w;
    const uint64_t *at, *end;
    uint32_t cells, owners;
    uint32_t *owner; /* index -> thread */
} Reader;

static uint64_t next(Reader *r)
{
    hard_assert(r->at < r->end);
    return *r->at++;
}

static void read_array(Reader *r, bool is, uint32_t **array)
{
    uint64_t word = 0;
    if (!is)
        return;
    *array = arena_array(&r->m->store.step, uint32_t, r->w->cell_room);
    for (uint32_t k = 0; k < r->cells; k++) {
        word = k % SHORTS ? word >> SHORT : next(r);
        (*array)[k] = (uint16_t)word;
    }
}

static void read_nodes(Reader *r, uint64_t bits, Nodes *nodes)
{
    read_array(r, bits & 1, &nodes->all);
    read_array(r, bits & 2, &nodes->fences);
}

static void read_past(Reader *r, WeakView *view)
{
    uint64_t bits = next(r);
    if (!bits)
        return;
    Past *past = view->past = arena_array(&r->m->store.step, Past, 1);
    read_nodes(r, bits, &past->fences);
    read_nodes(r, bits >> 2, &past->before);
    read_nodes(r, bits >> 4, &past->through);
    read_array(r, bits >> 6 & 1, &past->writes);
    uint32_t count = (uint32_t)(bits >> 8);
    if (count)
        past->same = arena_array(&r->m->store.step, Nodes, r->w->cell_room);
    for (uint32_t k = 0; k < count; k++) {
        uint64_t word = next(r);
        read_nodes(r, word, &past->same[word >> 2]);
    }
}

static void read_view(Reader *r, WeakView *view)
{
    uint64_t word = 0;
    view_open(r->m, r->w, view);
    for (uint32_t k = 0; k < r->cells + r->owners; k++) {
        word = k % SHORTS ? word >> SHORT : next(r);
        uint32_t value = (uint16_t)word;
        if (k < r->cells)
            view->seen[k] = value;
        else
            view->clock[r->owner[k - r->cells]] = value;
    }
    if (r->w->facts.sc_accesses || r->w->facts.sc_fences)
        read_past(r, view);
}

static void read_cell(Reader *r, WeakCell *cell)
{
    cell->pointer = next(r);
    uint64_t word = next(r);
    cell->type = (Type){(uint8_t)word, (uint8_t)(word >> 8)};
    cell->bytes = (uint8_t)(word >> 16);
    uint32_t len = (uint32_t)(word >> 32);
    weak_reserve(r->m, cell, len + 2);
    for (cell->len = 0; cell->len < len; cell->len++) {
        WeakMessage *message = &cell->at[cell->len];
        uint64_t flags = next(r);
        message->glued = flags & GLUED;
        message->word.value = next(r);
        if (flags & HAS_MASK)
            message->word.unwritten = next(r);
        if (flags & HAS_TWINS)
            message->twins = (uint32_t)next(r);
        if (flags & HAS_VIEW)
            read_view(r, &message->view);
        uint64_t marks = flags & HAS_MARKS ? next(r) : 0;
        for (int k = 0; k < MARKS; k++)
            read_nodes(r, marks >> 2 * k, &message->marks[k]);
    }
}

static void read_common(Reader *r)
{
    Weak *w = r->w;
    uint64_t word = next(r);
    uint32_t holders = (uint16_t)(word >> 32), trails = (uint16_t)(word >> 48);
    r->cells = (uint16_t)word;
    r->owners = (uint16_t)(word >> 16);
    r->owner = arena_array(&r->m->store.step, uint32_t, r->owners + 1);
    weak_make_room(r->m, w, r->cells, w->threads.len);
    for (uint32_t k = 0; k < r->owners; k++)
        r->owner[k] = weak_thread(w, (uint32_t)next(r));
    vec_resize(&w->cells, r->cells);
    vec_each (WeakCell, cell, &w->cells)
        *cell = (WeakCell){0};
    vec_each (WeakCell, cell, &w->cells)
        read_cell(r, cell);
    for (uint32_t k = 0; k < holders; k++) {
        Holder holder = {.pointer = next(r)};
        read_view(r, &holder.view);
        vec_push(&w->holders, holder);
    }
    for (uint32_t k = 0; k < trails; k++) {
        Trail trail = {.pointer = next(r)};
        word = next(r);
        trail.bytes = (uint32_t)word & ~IS_BORN;
        trail.born = (uint32_t)word & IS_BORN;
        trail.kind = (AccessKind)(word >> 32 & 3);
        trail.thread = r->owner[word >> 34 & 0x3fff];
        trail.clock = (uint32_t)(word >> 48);
        vec_push(&w->trails, trail);
    }
}

static void read_thread(Reader *r, WeakThread *t)
{
    uint32_t len;
    const uint64_t *words = memory_own(r->m, (Tid){t->tid}, &len);
    if (!len)
        return;
    r->at = words;
    r->end = words + len;
    uint64_t flags = next(r);
    t->idle = flags & IS_IDLE;
    t->expects = (uint32_t)(flags >> EXPECTS_SHIFT);
    uint32_t *expected = arena_array(&r->m->store.step, uint32_t, t->expects + 1);
    for (uint32_t k = 0; k < t->expects; k++)
        expected[k] = (uint32_t)next(r);
    t->expected = expected;
    if (flags & HAS_CUR)
        read_view(r, &t->cur);
    if (flags & HAS_ACQ)
        read_view(r, &t->acq);
    if (flags & HAS_REL)
        read_view(r, &t->rel);
    if (!(flags & HAS_HEADS))
        return;
    t->heads = arena_array(&r->m->store.step, WeakView, r->w->cell_room);
    while (r->at < r->end) {
        uint64_t l = next(r);
        read_view(r, &t->heads[l]);
    }
}

void weak_decode(Machine *m, Weak *w)
{
    uint32_t len;
    const uint64_t *words = memory_common(m, &len);
    Reader r = {.m = m, .w = w, .at = words, .end = words + len};
    w->cells.len = w->threads.len = w->holders.len = w->trails.len = 0;
    w->cell_room = w->thread_room = 0;
    w->before = w->left = (Nodes){0};
    w->pending.is = w->foresees = false;
    w->pending.l = NO_CELL;
    w->loaded = true;
    each_entry (entry, m) {
        WeakThread thread = {.tid = entry->tid, .live = !entry->ended, .gone = entry->taken};
        vec_push(&w->threads, thread);
    }
    weak_make_room(m, w, 1, w->threads.len);
    if (len)
        read_common(&r);
    vec_each (WeakThread, t, &w->threads)
        read_thread(&r, t);
}

/* ---- writing ---- */

typedef struct Writer {
    Machine *m;
    Weak *w;
    VEC(uint64_t) words;
    VEC(uint32_t) owners; /* the threads with trails, in the order of the table */
} Writer;

static bool is_zero(const Writer *out, const uint32_t *array)
{
    return nodes_are_zero(out->w, &(Nodes){(uint32_t *)array, NULL});
}

static void write_array(Writer *out, const uint32_t *array)
{
    if (is_zero(out, array))
        return;
    for (uint32_t k = 0; k < out->w->cells.len; k++) {
        hard_assert(array[k] <= MOST_SHORT);
        if (k % SHORTS == 0)
            vec_push(&out->words, 0);
        vec_last(&out->words) |= (uint64_t)array[k] << SHORT * (k % SHORTS);
    }
}

static uint64_t nodes_bits(const Writer *out, const Nodes *nodes)
{
    return (is_zero(out, nodes->all) ? 0 : 1) | (is_zero(out, nodes->fences) ? 0 : 2);
}

static void write_nodes(Writer *out, const Nodes *nodes)
{
    write_array(out, nodes->all);
    write_array(out, nodes->fences);
}

static void write_past(Writer *out, const Past *past)
{
    uint64_t count = 0;
    for (uint32_t l = 0; past->same && l < out->w->cells.len; l++)
        count += nodes_bits(out, &past->same[l]) != 0;
    vec_push(&out->words, nodes_bits(out, &past->fences) | nodes_bits(out, &past->before) << 2 |
                              nodes_bits(out, &past->through) << 4 |
                              (uint64_t)!is_zero(out, past->writes) << 6 | count << 8);
    write_nodes(out, &past->fences);
    write_nodes(out, &past->before);
    write_nodes(out, &past->through);
    write_array(out, past->writes);
    for (uint32_t l = 0; past->same && l < out->w->cells.len; l++) {
        uint64_t bits = nodes_bits(out, &past->same[l]);
        if (!bits)
            continue;
        vec_push(&out->words, (uint64_t)l << 2 | bits);
        write_nodes(out, &past->same[l]);
    }
}

static uint64_t marks_bits(const Writer *out, const WeakMessage *message)
{
    uint64_t bits = 0;
    for (int k = 0; k < MARKS; k++)
        bits |= nodes_bits(out, &message->marks[k]) << 2 * k;
    return bits;
}

static void write_view(Writer *out, const WeakView *view)
{
    uint32_t cells = (uint32_t)out->w->cells.len;
    for (uint32_t k = 0; k < cells + out->owners.len; k++) {
        uint32_t value =
            k < cells ? view_seen(view, k) : view_clock(view, out->owners.at[k - cells]);
        hard_assert(value <= MOST_SHORT);
        if (k % SHORTS == 0)
            vec_push(&out->words, 0);
        vec_last(&out->words) |= (uint64_t)value << SHORT * (k % SHORTS);
    }
    static const Past none = {0};
    if (out->w->facts.sc_accesses || out->w->facts.sc_fences)
        write_past(out, view->past ? view->past : &none);
}

static void write_cell(Writer *out, const WeakCell *cell)
{
    vec_push(&out->words, cell->pointer);
    vec_push(&out->words, cell->type.kind | (uint64_t)cell->type.bits << 8 |
                              (uint64_t)cell->bytes << 16 | (uint64_t)cell->len << 32);
    for (uint32_t k = 0; k < cell->len; k++) {
        const WeakMessage *message = &cell->at[k];
        bool view = !view_is_zero(out->w, &message->view), mask = message->word.unwritten != 0;
        bool twins = message->twins && out->m->options.record; /* only those who tell it need it */
        uint64_t marks = marks_bits(out, message);
        vec_push(&out->words, (uint64_t)((message->glued ? GLUED : 0) | (view ? HAS_VIEW : 0) |
                                         (mask ? HAS_MASK : 0) | (marks ? HAS_MARKS : 0) |
                                         (twins ? HAS_TWINS : 0)));
        vec_push(&out->words, message->word.value);
        if (mask)
            vec_push(&out->words, message->word.unwritten);
        if (twins)
            vec_push(&out->words, message->twins);
        if (view)
            write_view(out, &message->view);
        if (marks)
            vec_push(&out->words, marks);
        for (int mark = 0; mark < MARKS; mark++)
            write_nodes(out, &message->marks[mark]);
    }
}

static uint32_t owner_index(const Writer *out, uint32_t thread)
{
    uint32_t k = 0;
    while (out->owners.at[k] != thread)
        k++;
    return k;
}

static void write_common(Writer *out)
{
    Weak *w = out->w;
    assert(w->cells.len <= MOST_SHORT && out->owners.len <= MOST_SHORT);
    assert(w->holders.len <= MOST_SHORT && w->trails.len <= MOST_SHORT);
    vec_push(&out->words, w->cells.len | (uint64_t)out->owners.len << 16 |
                              (uint64_t)w->holders.len << 32 | (uint64_t)w->trails.len << 48);
    vec_each (uint32_t, owner, &out->owners)
        vec_push(&out->words, w->threads.at[*owner].tid);
    vec_each (WeakCell, cell, &w->cells)
        write_cell(out, cell);
    vec_each (Holder, holder, &w->holders) {
        vec_push(&out->words, holder->pointer);
        write_view(out, &holder->view);
    }
    vec_each (Trail, trail, &w->trails) {
        vec_push(&out->words, trail->pointer);
        vec_push(&out->words, trail->bytes | (trail->born ? IS_BORN : 0) |
                                  (uint64_t)trail->kind << 32 |
                                  (uint64_t)owner_index(out, trail->thread) << 34 |
                                  (uint64_t)trail->clock << 48);
    }
}

static void write_heads(Writer *out, const WeakThread *t)
{
    for (uint32_t l = 0; t->heads && l < out->w->cells.len; l++)
        if (!view_is_zero(out->w, &t->heads[l])) {
            out->words.at[0] |= HAS_HEADS;
            vec_push(&out->words, l);
            write_view(out, &t->heads[l]);
        }
}

static void write_thread(Writer *out, const WeakThread *t)
{
    static const uint64_t bits[] = {HAS_CUR, HAS_ACQ, HAS_REL};
    const WeakView *views[] = {&t->cur, &t->acq, &t->rel};
    vec_push(&out->words,
             t->live ? (uint64_t)t->expects << EXPECTS_SHIFT | (t->idle ? IS_IDLE : 0) : 0);
    for (uint32_t k = 0; t->live && k < t->expects; k++)
        vec_push(&out->words, t->expected[k]);
    for (int k = 0; k < 3; k++)
        if (!view_is_zero(out->w, views[k])) {
            out->words.at[0] |= bits[k];
            write_view(out, views[k]);
        }
    write_heads(out, t);
    if (!out->words.at[0])
        out->words.len = 0;
}

/* The threads of the store, in the order of the table, that have left trails. */
static void find_owners(Writer *out)
{
    each_entry (entry, out->m) {
        uint32_t t = weak_thread(out->w, entry->tid);
        bool some = false;
        vec_each (Trail, trail, &out->w->trails)
            some |= trail->thread == t;
        if (some)
            vec_push(&out->owners, t);
    }
}

void weak_encode(Machine *m, Weak *w)
{
    Writer out = {.m = m, .w = w};
    find_owners(&out);
    if (w->cells.len || w->holders.len || w->trails.len)
        write_common(&out);
    memory_set_common(m, out.words.at, (uint32_t)out.words.len);
    vec_each (WeakThread, t, &w->threads) {
        out.words.len = 0;
        write_thread(&out, t);
        memory_set_own(m, (Tid){t->tid}, out.words.at, (uint32_t)out.words.len);
    }
    vec_free(&out.words);
    vec_free(&out.owners);
}
