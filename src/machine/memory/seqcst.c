/* seqcst.c -- seq_cst accesses and fences, exactly as RC11 has them: psc has no circle.
 *
 * doc/theory.md (Weak memory: seq_cst without a graph) has the rules and why they are all.  A set
 * of seq_cst accesses and fences that come before something is kept as how far it reaches into the
 * history of each cell (Nodes): whatever is done below that comes before one of them, and so before
 * whatever the set is before.  A thing that would come before itself must not happen. */
#include "machine/memory/weak.h"

static bool reaches(const uint32_t *array, uint32_t l, uint32_t place)
{
    return array && array[l] > place;
}

static void raise(Machine *m, const Weak *w, uint32_t **to, const uint32_t *from)
{
    if (!from)
        return;
    if (!*to)
        *to = arena_array(&m->store.step, uint32_t, w->cell_room);
    for (uint32_t l = 0; l < w->cells.len; l++)
        if ((*to)[l] < from[l])
            (*to)[l] = from[l];
}

static void nodes_join(Machine *m, const Weak *w, Nodes *to, const Nodes *from)
{
    raise(m, w, &to->all, from->all);
    raise(m, w, &to->fences, from->fences);
}

static Nodes nodes_copy(Machine *m, const Weak *w, const Nodes *from)
{
    Nodes copy = {0};
    nodes_join(m, w, &copy, from);
    return copy;
}

static bool is_acquire(MemoryOrder order)
{
    return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

/* ---- views ---- */

static Past *open_past(Machine *m, WeakView *view)
{
    if (!view->past)
        view->past = arena_array(&m->store.step, Past, 1);
    return view->past;
}

static Nodes *open_same(Machine *m, const Weak *w, Past *past)
{
    if (!past->same)
        past->same = arena_array(&m->store.step, Nodes, w->cell_room);
    return past->same;
}

void seqcst_join(Machine *m, const Weak *w, WeakView *to, const WeakView *from)
{
    if (!from->past)
        return;
    const Past *other = from->past;
    Past *past = open_past(m, to);
    raise(m, w, &past->writes, other->writes);
    nodes_join(m, w, &past->fences, &other->fences);
    nodes_join(m, w, &past->before, &other->before);
    nodes_join(m, w, &past->through, &other->through);
    for (uint32_t l = 0; other->same && l < w->cells.len; l++)
        nodes_join(m, w, &open_same(m, w, past)[l], &other->same[l]);
}

void nodes_each_array(Weak *w, Nodes *nodes, ArrayAction *action, void *self)
{
    action(w, &nodes->all, self);
    action(w, &nodes->fences, self);
}

void seqcst_each_array(Weak *w, Past *past, ArrayAction *action, void *self)
{
    action(w, &past->writes, self);
    nodes_each_array(w, &past->fences, action, self);
    nodes_each_array(w, &past->before, action, self);
    nodes_each_array(w, &past->through, action, self);
    for (uint32_t l = 0; past->same && l < w->cells.len; l++)
        nodes_each_array(w, &past->same[l], action, self);
}

static bool is_zero(const Weak *w, const uint32_t *array)
{
    for (uint32_t l = 0; array && l < w->cells.len; l++)
        if (array[l])
            return false;
    return true;
}

bool nodes_are_zero(const Weak *w, const Nodes *nodes)
{
    return is_zero(w, nodes->all) && is_zero(w, nodes->fences);
}

bool seqcst_is_zero(const Weak *w, const Past *past)
{
    for (uint32_t l = 0; past->same && l < w->cells.len; l++)
        if (!nodes_are_zero(w, &past->same[l]))
            return false;
    return is_zero(w, past->writes) && nodes_are_zero(w, &past->fences) &&
           nodes_are_zero(w, &past->before) && nodes_are_zero(w, &past->through);
}

static bool is_same(const Weak *w, const uint32_t *a, const uint32_t *b)
{
    for (uint32_t l = 0; (a || b) && l < w->cells.len; l++)
        if ((a ? a[l] : 0) != (b ? b[l] : 0))
            return false;
    return true;
}

static bool are_same_nodes(const Weak *w, const Nodes *a, const Nodes *b)
{
    return is_same(w, a->all, b->all) && is_same(w, a->fences, b->fences);
}

/* Without fences.  What the update itself adds (it is behind what its thread has done, and behind the
 * accesses of its cell) makes no difference to who reads one of the two. */
bool seqcst_is_same(const Weak *w, uint32_t own, const Past *a, const Past *b)
{
    static const Nodes nothing = {0};
    const Nodes *left = a ? a->same : NULL, *right = b ? b->same : NULL;
    for (uint32_t l = 0; (left || right) && l < w->cells.len; l++)
        if (l != own &&
            !are_same_nodes(w, left ? &left[l] : &nothing, right ? &right[l] : &nothing))
            return false;
    return true;
}

void seqcst_fold(Machine *m, const Weak *w, WeakMessage *to, const WeakMessage *from)
{
    nodes_join(m, w, &to->marks[READERS], &from->marks[READERS]);
    nodes_join(m, w, &to->marks[READERS], &from->marks[WRITER]);
}

typedef struct Question {
    uint32_t l;
    bool known;
} Question;

static void ask_view(Weak *w, WeakView *view, void *self)
{
    Question *q = self;
    q->known |= view->past && view->past->same && !nodes_are_zero(w, &view->past->same[q->l]);
}

bool seqcst_knows(Weak *w, uint32_t l)
{
    Question q = {l, false};
    if (!w->facts.sc_accesses && !w->facts.sc_fences)
        return false;
    const WeakCell *cell = &w->cells.at[l];
    for (uint32_t k = 0; k < cell->len; k++)
        for (int mark = 0; mark < MARKS; mark++)
            q.known |= !nodes_are_zero(w, &cell->at[k].marks[mark]);
    weak_each_view(w, ask_view, &q);
    return q.known;
}

/* ---- accesses ---- */

/* What comes before an access of the cell, as far as the views know it. */
static Nodes before_access(Machine *m, const Weak *w, const WeakView *cur, const WeakView *acquired,
                           uint32_t l)
{
    Nodes before = {0};
    if (cur->past) {
        nodes_join(m, w, &before, &cur->past->fences);
        nodes_join(m, w, &before, &cur->past->before);
        if (cur->past->same)
            nodes_join(m, w, &before, &cur->past->same[l]);
    }
    if (acquired && acquired->past && acquired->past->same)
        nodes_join(m, w, &before, &acquired->past->same[l]);
    return before;
}

static void before_write(Machine *m, const Weak *w, uint32_t l, uint32_t place, Nodes *before)
{
    for (uint32_t k = 0; k < place; k++) {
        nodes_join(m, w, before, &w->cells.at[l].at[k].marks[WRITER]);
        nodes_join(m, w, before, &w->cells.at[l].at[k].marks[READERS]);
    }
}

bool seqcst_allows(Machine *m, const Weak *w, uint32_t thread, Deed deed)
{
    if (!w->facts.sc_accesses && !w->facts.sc_fences)
        return true;
    const WeakView *cur = &w->threads.at[thread].cur, *acquired = NULL;
    const WeakMessage *messages = w->cells.at[deed.l].at;
    if (deed.reads && is_acquire(deed.order))
        acquired = &messages[deed.from].view;
    Nodes fences = {0};
    if (cur->past)
        nodes_join(m, w, &fences, &cur->past->fences);
    if (acquired && acquired->past)
        nodes_join(m, w, &fences, &acquired->past->fences);
    uint32_t at = deed.writes ? deed.place - 1 : deed.from;
    if (reaches(fences.fences, deed.l, at) || reaches(fences.all, deed.l, at))
        return false;
    if (deed.order != ORDER_SEQ_CST)
        return true;
    Nodes before = before_access(m, w, cur, acquired, deed.l);
    if (deed.writes)
        before_write(m, w, deed.l, deed.place, &before);
    return !reaches(before.all, deed.l, at);
}

/* A set that reaches behind the access gets what is before that. */
typedef struct Hit {
    Machine *m;
    uint32_t l, at;
    Nodes left, fences;
} Hit;

static void hit_nodes(Weak *w, Nodes *nodes, const Hit *hit)
{
    bool all = reaches(nodes->all, hit->l, hit->at),
         fences = reaches(nodes->fences, hit->l, hit->at);
    if (all)
        nodes_join(hit->m, w, nodes, &hit->left);
    if (fences)
        nodes_join(hit->m, w, nodes, &hit->fences);
}

static void hit_view(Weak *w, WeakView *view, void *self)
{
    const Hit *hit = self;
    Past *past = view->past;
    if (!past)
        return;
    hit_nodes(w, &past->fences, hit);
    hit_nodes(w, &past->before, hit);
    hit_nodes(w, &past->through, hit);
    for (uint32_t l = 0; past->same && l < w->cells.len; l++)
        hit_nodes(w, &past->same[l], hit);
    if (reaches(past->writes, hit->l, hit->at))
        nodes_join(hit->m, w, &past->through, &hit->left);
}

static void hit_all(Weak *w, Hit *hit)
{
    if (nodes_are_zero(w, &hit->left))
        return;
    weak_each_view(w, hit_view, hit);
    vec_each (WeakCell, cell, &w->cells)
        for (uint32_t k = 0; k < cell->len; k++)
            for (int mark = 0; mark < MARKS; mark++)
                hit_nodes(w, &cell->at[k].marks[mark], hit);
    hit_nodes(w, &w->before, hit);
}

/* Before the thread learns anything from the message that it reads. */
void seqcst_begin(Machine *m, Weak *w, uint32_t thread)
{
    const Past *past = w->threads.at[thread].cur.past;
    w->before = w->left = (Nodes){0};
    if (!past)
        return;
    nodes_join(m, w, &w->before, &past->fences);
    nodes_join(m, w, &w->before, &past->before);
}

void seqcst_access(Machine *m, Weak *w, uint32_t thread, Deed deed)
{
    if (!w->facts.sc_accesses && !w->facts.sc_fences)
        return;
    WeakView *cur = &w->threads.at[thread].cur;
    Past *past = open_past(m, cur);
    WeakMessage *messages = w->cells.at[deed.l].at;
    if (past->same)
        nodes_join(m, w, &w->before, &past->same[deed.l]);
    if (deed.writes)
        before_write(m, w, deed.l, deed.place, &w->before);
    Hit hit = {m, deed.l, deed.writes ? deed.place : deed.from, {0}, {0}};
    hit.fences = nodes_copy(m, w, &past->fences);
    hit.left = nodes_copy(m, w, &past->fences);
    if (deed.order == ORDER_SEQ_CST) {
        nodes_join(m, w, &hit.left, &w->before);
        if (deed.writes) {
            uint32_t *self = arena_array(&m->store.step, uint32_t, w->cell_room);
            self[deed.l] = deed.place;
            raise(m, w, &hit.left.all, self);
        }
    }
    hard_assert(!reaches(hit.left.all, deed.l, hit.at) &&
                !reaches(hit.fences.fences, deed.l, hit.at));
    hit_all(w, &hit);
    if (w->facts.sc_accesses)
        nodes_join(m, w, &open_same(m, w, past)[deed.l], &hit.left);
    nodes_join(m, w, &past->through, &w->before);
    if (deed.reads) {
        nodes_join(m, w, &messages[deed.from].marks[READERS], &hit.left);
        nodes_join(m, w, &messages[deed.from].marks[READER_FENCES], &hit.fences);
    }
    if (deed.writes) {
        WeakMessage *message = &messages[deed.place];
        nodes_join(m, w, &message->marks[WRITER], &hit.left);
        nodes_join(m, w, &message->marks[WRITER_FENCES], &hit.fences);
        uint32_t *writes = arena_array(&m->store.step, uint32_t, w->cell_room);
        writes[deed.l] = deed.place;
        raise(m, w, &past->writes, writes);
    }
    w->left = deed.order == ORDER_SEQ_CST ? hit.left : (Nodes){0};
}

/* After the message has its view: that is what was before the write, without the write. */
void seqcst_end(Machine *m, Weak *w, uint32_t thread)
{
    if (w->left.all || w->left.fences)
        nodes_join(m, w, &open_past(m, &w->threads.at[thread].cur)->before, &w->left);
    w->before = w->left = (Nodes){0};
}

void seqcst_fence(Machine *m, Weak *w, uint32_t thread)
{
    WeakView *cur = &w->threads.at[thread].cur;
    Past *past = open_past(m, cur);
    Nodes f = nodes_copy(m, w, &past->fences);
    nodes_join(m, w, &f, &past->before);
    nodes_join(m, w, &f, &past->through);
    for (uint32_t l = 0; l < w->cells.len; l++)
        for (uint32_t k = 0; k <= view_seen(cur, l); k++) {
            const WeakMessage *message = &w->cells.at[l].at[k];
            nodes_join(m, w, &f, &message->marks[WRITER_FENCES]);
            if (k < view_seen(cur, l))
                nodes_join(m, w, &f, &message->marks[READER_FENCES]);
        }
    raise(m, w, &f.all, past->writes);
    raise(m, w, &f.fences, cur->seen);
    nodes_join(m, w, &past->fences, &f);
    nodes_join(m, w, &past->before, &f);
}

/* ---- the normal form ---- */

/* The first `count` messages of the cell go: whoever does something to it comes after them. */
void seqcst_drop(Machine *m, Weak *w, uint32_t l, uint32_t count)
{
    WeakMessage *messages = w->cells.at[l].at;
    Nodes *kept = messages[count].marks;
    if (!w->facts.sc_accesses && !w->facts.sc_fences)
        return;
    for (uint32_t k = 0; k < count; k++) {
        Nodes *marks = messages[k].marks;
        nodes_join(m, w, &kept[WRITER], &marks[WRITER]);
        nodes_join(m, w, &kept[WRITER], &marks[READERS]);
        nodes_join(m, w, &kept[WRITER_FENCES], &marks[WRITER_FENCES]);
        nodes_join(m, w, &kept[WRITER_FENCES], &marks[READER_FENCES]);
    }
    nodes_join(m, w, &kept[WRITER], &kept[READERS]);
    kept[READERS] = (Nodes){0};
}

static void trim_nodes(const Weak *w, Nodes *nodes)
{
    if (!w->facts.sc_accesses)
        nodes->all = NULL;
    if (!w->facts.sc_fences)
        nodes->fences = NULL;
}

/* Sets that are never used apart become one, or are forgotten. */
static void normalise_view(Weak *w, WeakView *view, void *self)
{
    Machine *m = self;
    Past *past = view->past;
    if (!past)
        return;
    bool both = w->facts.sc_accesses && w->facts.sc_fences;
    trim_nodes(w, &past->fences);
    trim_nodes(w, &past->before);
    trim_nodes(w, &past->through);
    for (uint32_t l = 0; past->same && l < w->cells.len; l++)
        trim_nodes(w, &past->same[l]);
    nodes_join(m, w, &past->before, &past->fences);
    nodes_join(m, w, &past->through, &past->before);
    if (!both) {
        past->writes = NULL;
        past->through = (Nodes){0};
    }
    if (!w->facts.sc_accesses) {
        past->before = (Nodes){0};
        past->same = NULL;
    }
}

void seqcst_normalise(Machine *m, Weak *w)
{
    if (!w->facts.sc_accesses && !w->facts.sc_fences)
        return;
    weak_each_view(w, normalise_view, m);
    vec_each (WeakCell, cell, &w->cells)
        for (uint32_t k = 0; k < cell->len; k++) {
            Nodes *marks = cell->at[k].marks;
            for (int mark = 0; mark < MARKS; mark++)
                trim_nodes(w, &marks[mark]);
            if (!w->facts.sc_accesses)
                marks[WRITER] = marks[READERS] = (Nodes){0};
        }
}
