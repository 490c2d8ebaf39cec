/* axioms.c -- see axioms.h.
 *
 * A relation is a matrix of bits, a row for each event.  po and hb are the transitive closures of
 * few edges, which all lie in one topological order of po u rf; so what is composed with them
 * (reach) costs a row for each edge. */
#include "check/axioms.h"

#include "base/check.h"

typedef struct Relation {
    VEC(uint64_t) bits;
} Relation;

typedef struct Axioms {
    const Graph *graph;
    AxiomRules rules;
    uint32_t n, words;
    VEC(uint32_t) order; /* the events, in an order that po u rf agrees with */
    Relation po_step;    /* po without what follows from it */
    Relation po, rf, mo, rb, sw, hb_step, hb, eco, scb, psc;
    VEC(uint32_t) sc_fences;
} Axioms;

/* ---- relations ---- */

static Relation relation(const Axioms *x)
{
    Relation r = {0};
    vec_resize(&r.bits, (size_t)x->n * x->words);
    return r;
}

static inline uint64_t *row(const Axioms *x, const Relation *r, uint32_t a)
{
    assert(a < x->n);
    return r->bits.at + (size_t)a * x->words;
}

static inline bool holds(const Axioms *x, const Relation *r, uint32_t a, uint32_t b)
{
    return row(x, r, a)[b / 64] >> (b % 64) & 1;
}

static inline void relate(const Axioms *x, Relation *r, uint32_t a, uint32_t b)
{
    row(x, r, a)[b / 64] |= (uint64_t)1 << (b % 64);
}

static inline void unite_rows(const Axioms *x, uint64_t *to, const uint64_t *from)
{
    for (uint32_t k = 0; k < x->words; k++)
        to[k] |= from[k];
}

static void unite(const Axioms *x, Relation *to, const Relation *from)
{
    for (uint32_t a = 0; a < x->n; a++)
        unite_rows(x, row(x, to, a), row(x, from, a));
}

/* The first event from b on in the row of a; n: there is none. */
static uint32_t next_in_row(const Axioms *x, const Relation *r, uint32_t a, uint32_t b)
{
    const uint64_t *bits = row(x, r, a);
    while (b < x->n) {
        uint64_t rest = bits[b / 64] >> (b % 64);
        if (rest)
            return b + (uint32_t)__builtin_ctzll(rest);
        b = (b / 64 + 1) * 64;
    }
    return x->n;
}

#define each_related(b, x, r, a)                                                                   \
    for (uint32_t b = next_in_row(x, r, a, 0); b < (x)->n; b = next_in_row(x, r, a, b + 1))

/* steps+ ; r, or with r NULL steps+ alone.  The steps agree with x->order. */
static Relation reach(const Axioms *x, const Relation *steps, const Relation *r)
{
    Relation result = relation(x);
    for (size_t k = x->order.len; k-- > 0;) {
        uint32_t a = x->order.at[k];
        each_related (b, x, steps, a) {
            unite_rows(x, row(x, &result, a), row(x, &result, b));
            if (r)
                unite_rows(x, row(x, &result, a), row(x, r, b));
            else
                relate(x, &result, a, b);
        }
    }
    return result;
}

/* p ; q */
static Relation compose(const Axioms *x, const Relation *p, const Relation *q)
{
    Relation result = relation(x);
    for (uint32_t a = 0; a < x->n; a++)
        each_related (b, x, p, a)
            unite_rows(x, row(x, &result, a), row(x, q, b));
    return result;
}

/* An order of the events that the relation agrees with; fewer than all: there is a cycle. */
static bool sort(const Axioms *x, const Relation *r, uint32_t *order)
{
    VEC(uint32_t) before = {0};
    uint32_t len = 0;
    vec_resize(&before, x->n);
    for (uint32_t a = 0; a < x->n; a++)
        each_related (b, x, r, a)
            before.at[b]++;
    for (uint32_t a = 0; a < x->n; a++)
        if (!before.at[a])
            order[len++] = a;
    for (uint32_t k = 0; k < len; k++)
        each_related (b, x, r, order[k])
            if (--before.at[b] == 0)
                order[len++] = b;
    vec_free(&before);
    return len == x->n;
}

static bool acyclic(const Axioms *x, const Relation *r)
{
    VEC(uint32_t) order = {0};
    vec_resize(&order, x->n);
    bool result = sort(x, r, order.at);
    vec_free(&order);
    return result;
}

/* ---- events ---- */

static inline const GraphEvent *event(const Axioms *x, uint32_t a)
{
    return &x->graph->events.at[a];
}

static inline bool is_initial(const GraphEvent *e)
{
    return e->thread == GRAPH_INITIAL;
}

static inline bool is_read(const GraphEvent *e)
{
    return e->kind == GRAPH_READ || e->kind == GRAPH_UPDATE;
}

static inline bool is_write(const GraphEvent *e)
{
    return e->kind == GRAPH_WRITE || e->kind == GRAPH_UPDATE;
}

static inline bool is_fence(const GraphEvent *e)
{
    return e->kind == GRAPH_FENCE;
}

static inline bool is_atomic(const GraphEvent *e)
{
    return e->order != ORDER_PLAIN && e->kind != GRAPH_OTHER;
}

static inline bool is_release(const GraphEvent *e)
{
    return e->order == ORDER_RELEASE || e->order == ORDER_ACQ_REL || e->order == ORDER_SEQ_CST;
}

static inline bool is_acquire(const GraphEvent *e)
{
    return e->order == ORDER_ACQUIRE || e->order == ORDER_ACQ_REL || e->order == ORDER_SEQ_CST;
}

static inline bool is_sc(const GraphEvent *e)
{
    return e->order == ORDER_SEQ_CST;
}

static inline bool is_access(const GraphEvent *e)
{
    return is_read(e) || is_write(e);
}

static inline bool same_cell(const GraphEvent *a, const GraphEvent *b)
{
    return is_access(a) && is_access(b) && a->cell == b->cell && !a->piece && !b->piece;
}

/* ---- the form of an execution ---- */

/* Does the event stand once in the modification order of its cell, if it writes? */
static bool is_in_mo(const Graph *graph, uint32_t a)
{
    const GraphEvent *e = &graph->events.at[a];
    const GraphCell *cell = &graph->cells.at[e->cell];
    size_t found = 0;
    for (size_t k = 0; k < cell->mo.len; k++)
        found += cell->mo.at[k] == a;
    return found == is_write(e);
}

static bool is_formed(const Graph *graph, uint32_t a)
{
    const GraphEvent *e = &graph->events.at[a];
    if (!is_access(e) || e->piece)
        return true;
    if (e->cell >= graph->cells.len || !is_in_mo(graph, a))
        return false;
    if (!is_read(e))
        return true;
    const GraphEvent *from = e->from < graph->events.len ? &graph->events.at[e->from] : NULL;
    return from && from != e && !from->piece && is_write(from) && from->cell == e->cell &&
           (from->any || from->written == e->read);
}

static bool has_form(const Graph *graph)
{
    size_t n = graph->events.len;
    for (uint32_t a = 0; a < n; a++)
        if (!is_formed(graph, a))
            return false;
    vec_each (GraphCell, cell, &graph->cells)
        vec_each (uint32_t, write, &cell->mo)
            if (*write >= n || &graph->cells.at[graph->events.at[*write].cell] != cell ||
                graph->events.at[*write].piece)
                return false;
    vec_each (GraphEdge, edge, &graph->synchronised)
        if (edge->from >= n || edge->to >= n)
            return false;
    return true;
}

/* ---- po, rf, mo, rb ---- */

static Relation po_step(const Axioms *x)
{
    Relation r = relation(x);
    VEC(GraphEdge) last = {0}; /* thread -> its last event */
    for (uint32_t a = 0; a < x->n; a++) {
        uint32_t thread = event(x, a)->thread;
        if (is_initial(event(x, a)))
            continue;
        size_t k = 0;
        while (k < last.len && last.at[k].from != thread)
            k++;
        if (k < last.len) {
            relate(x, &r, last.at[k].to, a);
            last.at[k].to = a;
            continue;
        }
        vec_push(&last, ((GraphEdge){thread, a}));
        for (uint32_t b = 0; b < x->n; b++)
            if (is_initial(event(x, b)))
                relate(x, &r, b, a);
    }
    vec_free(&last);
    return r;
}

static Relation rf(const Axioms *x)
{
    Relation r = relation(x);
    for (uint32_t a = 0; a < x->n; a++)
        if (is_read(event(x, a)) && !event(x, a)->piece)
            relate(x, &r, event(x, a)->from, a);
    return r;
}

static Relation mo(const Axioms *x)
{
    Relation r = relation(x);
    vec_each (GraphCell, cell, &x->graph->cells)
        for (size_t k = cell->mo.len; k-- > 1;) {
            uint32_t before = cell->mo.at[k - 1], after = cell->mo.at[k];
            unite_rows(x, row(x, &r, before), row(x, &r, after));
            relate(x, &r, before, after);
        }
    return r;
}

/* rb = rf^-1 ; mo, but for an update and itself. */
static Relation rb(const Axioms *x)
{
    Relation r = relation(x);
    for (uint32_t w = 0; w < x->n; w++)
        each_related (a, x, &x->rf, w) {
            unite_rows(x, row(x, &r, a), row(x, &x->mo, w));
            row(x, &r, a)[a / 64] &= ~((uint64_t)1 << (a % 64));
        }
    return r;
}

/* ---- hb ---- */

/* rs = [W rlx] ; (rf;rmw)*; before C++20 [W] ; (po|loc)? ; [W rlx] ; (rf;rmw)* */
static Relation rs(const Axioms *x)
{
    Relation r = relation(x);
    for (size_t k = x->order.len; k-- > 0;) {
        uint32_t w = x->order.at[k];
        if (!is_write(event(x, w)) || !is_atomic(event(x, w)))
            continue;
        relate(x, &r, w, w);
        each_related (u, x, &x->rf, w)
            if (event(x, u)->kind == GRAPH_UPDATE)
                unite_rows(x, row(x, &r, w), row(x, &r, u));
    }
    if (!x->rules.old_sequences)
        return r;
    Relation old = relation(x);
    unite(x, &old, &r);
    for (uint32_t a = 0; a < x->n; a++)
        each_related (b, x, &x->po, a)
            if (is_write(event(x, a)) && is_write(event(x, b)) &&
                same_cell(event(x, a), event(x, b)))
                unite_rows(x, row(x, &old, a), row(x, &r, b));
    vec_free(&r.bits);
    return old;
}

/* [E rel] ; ([F];po)? ; rs ; rf ; [R rlx] : from whom to which reads */
static Relation released(const Axioms *x)
{
    Relation sequences = rs(x), reads = compose(x, &sequences, &x->rf), r = relation(x);
    for (uint32_t a = 0; a < x->n; a++) {
        const GraphEvent *e = event(x, a);
        if (is_initial(e) || !is_release(e))
            continue;
        if (is_write(e))
            unite_rows(x, row(x, &r, a), row(x, &reads, a));
        if (is_fence(e))
            each_related (b, x, &x->po, a)
                unite_rows(x, row(x, &r, a), row(x, &reads, b));
    }
    vec_free(&sequences.bits);
    vec_free(&reads.bits);
    return r;
}

/* sw = [E rel] ; ([F];po)? ; rs ; rf ; [R rlx] ; (po;[F])? ; [E acq], and what others say. */
static Relation sw(const Axioms *x)
{
    Relation reads = released(x), r = relation(x);
    for (uint32_t a = 0; a < x->n; a++)
        each_related (b, x, &reads, a) {
            if (!is_atomic(event(x, b)))
                continue;
            if (is_acquire(event(x, b)))
                relate(x, &r, a, b);
            each_related (f, x, &x->po, b)
                if (is_fence(event(x, f)) && is_acquire(event(x, f)))
                    relate(x, &r, a, f);
        }
    vec_each (GraphEdge, edge, &x->graph->synchronised)
        relate(x, &r, edge->from, edge->to);
    vec_free(&reads.bits);
    return r;
}

/* ---- coherence, atomicity ---- */

/* eco = (rf u mo u rb)+ = rf u (mo u rb);rf?, since mo is total */
static Relation eco(const Axioms *x)
{
    Relation writes = relation(x);
    unite(x, &writes, &x->mo);
    unite(x, &writes, &x->rb);
    Relation r = compose(x, &writes, &x->rf);
    unite(x, &r, &writes);
    unite(x, &r, &x->rf);
    vec_free(&writes.bits);
    return r;
}

/* irreflexive (hb ; eco?) */
static bool coherence(const Axioms *x)
{
    for (uint32_t a = 0; a < x->n; a++)
        each_related (b, x, &x->hb, a)
            if (a == b || holds(x, &x->eco, b, a))
                return false;
    return true;
}

/* rmw n (rb;mo) is empty: nothing is between what an update reads and what it writes. */
static bool atomicity(const Axioms *x)
{
    vec_each (GraphCell, cell, &x->graph->cells)
        for (size_t k = 0; k < cell->mo.len; k++) {
            const GraphEvent *e = event(x, cell->mo.at[k]);
            if (e->kind == GRAPH_UPDATE && (!k || cell->mo.at[k - 1] != e->from))
                return false;
        }
    return true;
}

/* ---- seq_cst ---- */

/* r and, if updates are taken apart, what goes from the read of one to its own write */
static Relation and_updates(const Axioms *x, const Relation *r)
{
    Relation result = relation(x);
    unite(x, &result, r);
    for (uint32_t a = 0; x->rules.apart && a < x->n; a++)
        if (event(x, a)->kind == GRAPH_UPDATE)
            relate(x, &result, a, a);
    return result;
}

/* scb = po u po;hb;po u hb|loc u mo u rb */
static Relation scb(const Axioms *x)
{
    Relation po = and_updates(x, &x->po), hb_po = reach(x, &x->hb_step, &po);
    Relation r = reach(x, &x->po_step, &hb_po);
    for (uint32_t a = 0; x->rules.apart && a < x->n; a++)
        if (event(x, a)->kind == GRAPH_UPDATE)
            unite_rows(x, row(x, &r, a), row(x, &hb_po, a));
    unite(x, &r, &x->po);
    unite(x, &r, &x->mo);
    unite(x, &r, &x->rb);
    for (uint32_t a = 0; a < x->n; a++)
        if (is_access(event(x, a)))
            each_related (b, x, &x->hb, a)
                if (same_cell(event(x, a), event(x, b)))
                    relate(x, &r, a, b);
    vec_free(&po.bits);
    vec_free(&hb_po.bits);
    return r;
}

static bool is_sc_fence(const Axioms *x, uint32_t a)
{
    return is_fence(event(x, a)) && is_sc(event(x, a));
}

/* r ; ([E sc] u hb? ; [F sc]), where r has a row for SC events only */
static void end_at_sc(const Axioms *x, const Relation *r, Relation *result)
{
    for (uint32_t a = 0; a < x->n; a++)
        each_related (b, x, r, a) {
            if (is_sc(event(x, b)))
                relate(x, result, a, b);
            vec_each (const uint32_t, f, &x->sc_fences)
                if (holds(x, &x->hb, b, *f))
                    relate(x, result, a, *f);
        }
}

/* psc_base = ([E sc] u [F sc];hb?) ; scb ; ([E sc] u hb?;[F sc]) */
static void psc_base(const Axioms *x, Relation *psc)
{
    Relation r = relation(x);
    for (uint32_t a = 0; a < x->n; a++) {
        if (!is_sc(event(x, a)))
            continue;
        unite_rows(x, row(x, &r, a), row(x, &x->scb, a));
        if (is_sc_fence(x, a))
            each_related (b, x, &x->hb, a)
                unite_rows(x, row(x, &r, a), row(x, &x->scb, b));
    }
    end_at_sc(x, &r, psc);
    vec_free(&r.bits);
}

/* psc_F = [F sc] ; (hb u hb;eco;hb) ; [F sc] */
static void psc_f(const Axioms *x, Relation *psc)
{
    Relation r = relation(x);
    vec_each (const uint32_t, a, &x->sc_fences) {
        each_related (b, x, &x->hb, *a)
            unite_rows(x, row(x, &r, *a), row(x, &x->eco, b));
        vec_each (const uint32_t, f, &x->sc_fences) {
            if (holds(x, &x->hb, *a, *f))
                relate(x, psc, *a, *f);
            each_related (c, x, &r, *a)
                if (holds(x, &x->hb, c, *f))
                    relate(x, psc, *a, *f);
        }
    }
    vec_free(&r.bits);
}

/* Are there seq_cst events?  Then where the fences among them are is known from now on. */
static bool has_sc(Axioms *x)
{
    bool found = false;
    for (uint32_t a = 0; a < x->n; a++) {
        found |= is_sc(event(x, a));
        if (is_sc_fence(x, a))
            vec_push(&x->sc_fences, a);
    }
    return found;
}

/* ---- all of them ---- */

static bool no_thin_air(Axioms *x)
{
    Relation r = relation(x);
    x->po_step = po_step(x);
    x->rf = rf(x);
    unite(x, &r, &x->po_step);
    unite(x, &r, &x->rf);
    vec_each (GraphEdge, edge, &x->graph->synchronised)
        relate(x, &r, edge->from, edge->to);
    vec_resize(&x->order, x->n);
    bool result = sort(x, &r, x->order.at);
    vec_free(&r.bits);
    return result;
}

static bool sequentially_consistent(const Axioms *x)
{
    Relation r = relation(x);
    unite(x, &r, &x->po_step);
    unite(x, &r, &x->sw);
    unite(x, &r, &x->rf);
    unite(x, &r, &x->mo);
    unite(x, &r, &x->rb);
    bool result = acyclic(x, &r);
    vec_free(&r.bits);
    return result;
}

static bool sc(Axioms *x)
{
    if (x->rules.sc)
        return sequentially_consistent(x);
    if (!has_sc(x))
        return true;
    x->scb = scb(x);
    x->psc = relation(x);
    psc_base(x, &x->psc);
    psc_f(x, &x->psc);
    return acyclic(x, &x->psc);
}

static void happens_before(Axioms *x)
{
    x->po = reach(x, &x->po_step, NULL);
    x->sw = sw(x);
    x->hb_step = relation(x);
    unite(x, &x->hb_step, &x->po_step);
    unite(x, &x->hb_step, &x->sw);
    x->hb = reach(x, &x->hb_step, NULL);
}

static Axiom first_broken(Axioms *x)
{
    if (!has_form(x->graph))
        return AXIOM_FORM;
    if (!no_thin_air(x))
        return AXIOM_THIN_AIR;
    if (!atomicity(x))
        return AXIOM_ATOMICITY;
    x->mo = mo(x);
    x->rb = rb(x);
    x->eco = eco(x);
    happens_before(x);
    if (!coherence(x))
        return AXIOM_COHERENCE;
    return sc(x) ? AXIOM_NONE : AXIOM_SC;
}

static bool overlap(const GraphEvent *a, const GraphEvent *b)
{
    if (!is_access(a) || !is_access(b))
        return false;
    if (!a->bytes || !b->bytes)
        return a->cell == b->cell;
    return a->place < b->place + b->bytes && b->place < a->place + a->bytes;
}

/* One writes, one is plain, they touch the same bytes, and nothing puts them in order. */
static bool race(const Axioms *x, uint32_t a, uint32_t b)
{
    const GraphEvent *e = event(x, a), *f = event(x, b);
    return overlap(e, f) && (is_write(e) || is_write(f)) && !is_initial(e) && !is_initial(f) &&
           (!is_atomic(e) || !is_atomic(f)) && !holds(x, &x->hb, a, b) && !holds(x, &x->hb, b, a);
}

Axiom axioms_judge(const Graph *graph, AxiomRules rules, GraphRaces *races)
{
    uint32_t n = (uint32_t)graph->events.len;
    Axioms x = {.graph = graph, .rules = rules, .n = n, .words = (n + 63) / 64};
    Axiom broken = first_broken(&x);
    for (uint32_t b = 0; races && !broken && b < n; b++)
        for (uint32_t a = 0; a < b; a++)
            if (race(&x, a, b))
                vec_push(races, ((GraphRace){a, b}));
    Relation *all[] = {&x.po_step, &x.po, &x.rf,  &x.mo,  &x.rb, &x.sw,
                       &x.hb_step, &x.hb, &x.eco, &x.scb, &x.psc};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        vec_free(&all[k]->bits);
    vec_free(&x.order);
    vec_free(&x.sc_fences);
    return broken;
}

const char *axiom_sentence(Axiom axiom)
{
    switch (axiom) {
    case AXIOM_NONE:
        return "it is consistent";
    case AXIOM_FORM:
        return "something is read that was not written";
    case AXIOM_THIN_AIR:
        return "no-thin-air: po u rf has a cycle";
    case AXIOM_ATOMICITY:
        return "atomicity: another write is between the two halves of an update";
    case AXIOM_COHERENCE:
        return "coherence: hb;eco? is not irreflexive";
    case AXIOM_SC:
        return "SC: psc has a cycle";
    }
    return "";
}

void graph_free(Graph *graph)
{
    vec_each (GraphCell, cell, &graph->cells)
        vec_free(&cell->mo);
    vec_free(&graph->cells);
    vec_free(&graph->events);
    vec_free(&graph->synchronised);
}
