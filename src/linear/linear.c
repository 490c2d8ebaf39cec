/* linear.c -- see linear.h.
 *
 * A configuration is one way to explain what happened so far: a node of the specification, and for
 * each open call that has taken effect already what it is going to return.  A monitor is the set of
 * configurations, with the open calls, which all of them share:
 *
 *   word t < threads   the open call of thread t, 0: none
 *   then for each configuration, in increasing order: its node, and threads / 2 words, in each of
 *   which two results stand, 0: the call has not taken effect
 *
 * When a call begins nothing else changes.  When it returns, a configuration in which it has taken
 * effect stays if the result is the one foreseen.  In others it takes effect now, after some of the
 * other open calls, in any order; whatever else is open may do so later, so that these need not be
 * last (just-in-time linearization, Lowe, "Testing for linearizability", 2017).  No configuration is
 * left: the calls are not linearizable.
 *
 * The set is a function of the calls and results so far and of what ended before what began, so that
 * states of the program with equal monitors have the same future. */
#include "linear/linear.h"

#include "base/check.h"

/* A configuration taken apart. */
typedef struct Config {
    uint32_t node;
    LabelId result[LINEAR_THREADS];
} Config;

void linear_free(Linear *x)
{
    vec_each (SpecNode, node, &x->nodes)
        vec_free(&node->edges);
    vec_free(&x->nodes);
    records_free(&x->labels);
    pairs_free(&x->recorded);
    records_free(&x->monitors);
    vec_free(&x->scratch);
    vec_free(&x->found);
    vec_free(&x->next);
    pairs_free(&x->called);
    pairs_free(&x->returned);
    vec_free(&x->after_call);
    vec_free(&x->after_return);
    pairs_free(&x->tried);
    pairs_free(&x->sets);
}

LabelId linear_label(Linear *x, const uint64_t *words, size_t len)
{
    return records_add(&x->labels, words, len);
}

/* ---- the specification ---- */

uint32_t linear_add_node(Linear *x)
{
    vec_push(&x->nodes, ((SpecNode){.same = (uint32_t)x->nodes.len}));
    return (uint32_t)x->nodes.len - 1;
}

void linear_add_edge(Linear *x, uint32_t from, SpecEdge edge)
{
    assert(edge.result == LABEL_WAITS || edge.to > from);
    x->waits |= edge.result == LABEL_WAITS;
    vec_push(&x->nodes.at[from].edges, edge);
}

static int compare_edges(const SpecEdge *a, const SpecEdge *b)
{
    uint32_t l[] = {a->thread, a->call, a->result, a->to};
    uint32_t r[] = {b->thread, b->call, b->result, b->to};
    for (int k = 0; k < 4; k++)
        if (l[k] != r[k])
            return l[k] < r[k] ? -1 : 1;
    return 0;
}

static void sort_edges(SpecNode *node)
{
    for (size_t i = 1; i < node->edges.len; i++)
        for (size_t k = i; k > 0 && compare_edges(&node->edges.at[k - 1], &node->edges.at[k]) > 0;
             k--) {
            SpecEdge edge = node->edges.at[k];
            node->edges.at[k] = node->edges.at[k - 1];
            node->edges.at[k - 1] = edge;
        }
}

/* Edges lead to later nodes, so from the last one on all targets are known. */
void linear_minimise(Linear *x)
{
    Records seen = {0};
    VEC(uint32_t) first = {0};
    VEC(uint64_t) words = {0};
    vec_push(&first, 0);
    for (uint32_t n = (uint32_t)x->nodes.len; n-- > 0;) {
        SpecNode *node = &x->nodes.at[n];
        vec_each (SpecEdge, edge, &node->edges)
            edge->to = edge->result == LABEL_WAITS ? 0 : x->nodes.at[edge->to].same;
        sort_edges(node);
        words.len = 0;
        vec_push(&words, node->edges.len);
        vec_each (SpecEdge, edge, &node->edges) {
            vec_push(&words, (uint64_t)edge->thread << 32 | edge->call);
            vec_push(&words, (uint64_t)edge->result << 32 | edge->to);
        }
        uint32_t id = records_add(&seen, words.at, words.len);
        if (id == first.len)
            vec_push(&first, n);
        node->same = first.at[id];
    }
    records_free(&seen);
    vec_free(&first);
    vec_free(&words);
}

/* ---- monitors ---- */

static uint32_t config_words(const Linear *x)
{
    return 1 + (x->threads + 1) / 2;
}

static void take_apart(const Linear *x, const uint64_t *words, Config *c)
{
    *c = (Config){.node = (uint32_t)words[0]};
    for (uint32_t t = 0; t < x->threads; t++)
        c->result[t] = (uint32_t)(words[1 + t / 2] >> (t % 2 ? 32 : 0));
}

static int compare_words(const uint64_t *a, const uint64_t *b, uint32_t len)
{
    for (uint32_t k = 0; k < len; k++)
        if (a[k] != b[k])
            return a[k] < b[k] ? -1 : 1;
    return 0;
}

/* Adds a configuration to a sorted list of them, after `first` words; false: it was there. */
static bool add_config(const Linear *x, const Config *c, uint32_t first, uint64_t **at, size_t len,
                       uint64_t *words)
{
    uint32_t size = config_words(x);
    memset(words, 0, size * sizeof *words);
    words[0] = c->node;
    for (uint32_t t = 0; t < x->threads; t++)
        words[1 + t / 2] |= (uint64_t)c->result[t] << (t % 2 ? 32 : 0);
    size_t low = 0, high = (len - first) / size;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_words(*at + first + middle * size, words, size) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    size_t place = first + low * size;
    if (place < len && compare_words(*at + place, words, size) == 0)
        return false;
    memmove(*at + place + size, *at + place, (len - place) * sizeof **at);
    memcpy(*at + place, words, size * sizeof *words);
    return true;
}

/* The same, into one of the vectors of x, which may grow. */
#define put_config(x, c, first, vec)                                                               \
    do {                                                                                           \
        uint64_t put_words_[1 + LINEAR_THREADS];                                                   \
        vec_reserve(vec, (vec)->len + config_words(x));                                            \
        if (add_config(x, c, first, &(vec)->at, (vec)->len, put_words_))                           \
            (vec)->len += config_words(x);                                                         \
    } while (0)

/* The words of a monitor into `scratch`. */
static void load(Linear *x, uint32_t monitor)
{
    x->scratch.len = 0;
    if (monitor == MONITOR_START) {
        vec_resize(&x->scratch, x->threads + config_words(x));
        x->scratch.at[x->threads] = x->nodes.len ? x->nodes.at[0].same : 0;
        return;
    }
    uint32_t len = records_len(&x->monitors, monitor);
    vec_resize(&x->scratch, len);
    memcpy(x->scratch.at, records_get(&x->monitors, monitor), len * sizeof(uint64_t));
}

uint32_t linear_call(Linear *x, uint32_t monitor, uint32_t thread, LabelId call)
{
    bool is_new;
    uint32_t known = pairs_add(&x->called, monitor, thread << 24 | call, &is_new);
    assert(thread < x->threads && call < 1u << 24);
    if (!is_new)
        return x->after_call.at[known];
    load(x, monitor);
    assert(!x->scratch.at[thread]);
    x->scratch.at[thread] = call;
    vec_push(&x->after_call, records_add(&x->monitors, x->scratch.at, x->scratch.len));
    return vec_last(&x->after_call);
}

/* From a configuration the call of `thread` takes effect with this result, after some other open
 * ones: what that leads to goes to `found`, behind `first` words. */
static void take_effect(Linear *x, const Config *start, uint32_t thread, LabelId result,
                        uint32_t first)
{
    uint32_t size = config_words(x);
    x->next.len = 0;
    put_config(x, start, 0, &x->next);
    while (x->next.len) {
        Config c, to;
        take_apart(x, x->next.at + x->next.len - size, &c);
        x->next.len -= size;
        vec_each (SpecEdge, edge, &x->nodes.at[c.node].edges) {
            if (edge->result == LABEL_WAITS || c.result[edge->thread] ||
                x->scratch.at[edge->thread] != edge->call)
                continue;
            to = c;
            to.node = edge->to;
            to.result[edge->thread] = edge->result;
            if (edge->thread != thread) {
                put_config(x, &to, 0, &x->next);
            } else if (edge->result == result) {
                to.result[thread] = 0;
                put_config(x, &to, first, &x->found);
            }
        }
    }
}

uint32_t linear_return(Linear *x, uint32_t monitor, uint32_t thread, LabelId result)
{
    bool is_new;
    uint32_t known = pairs_add(&x->returned, monitor, thread << 24 | result, &is_new);
    assert(thread < x->threads && result < 1u << 24);
    if (!is_new)
        return x->after_return.at[known];
    load(x, monitor);
    assert(x->scratch.at[thread]);
    uint32_t first = x->threads, size = config_words(x);
    x->found.len = 0;
    vec_resize(&x->found, first);
    memcpy(x->found.at, x->scratch.at, first * sizeof(uint64_t));
    for (size_t at = first; at < x->scratch.len; at += size) {
        Config c;
        take_apart(x, x->scratch.at + at, &c);
        if (!c.result[thread]) {
            take_effect(x, &c, thread, result, first);
        } else if (c.result[thread] == result) {
            c.result[thread] = 0;
            put_config(x, &c, first, &x->found);
        }
    }
    x->found.at[thread] = 0;
    bool explained = x->found.len > first;
    vec_push(&x->after_return,
             explained ? records_add(&x->monitors, x->found.at, x->found.len) : 0);
    return vec_last(&x->after_return);
}

/* ---- calls that wait ---- */

/* In this configuration, may the open call of the thread wait for ever?  Other open calls that have
 * taken effect did so before calls that have returned, or need not have: such a configuration is not
 * asked (what they would have returned has been seen by nobody, but they have been). */
static bool may_wait_in(const Linear *x, const Config *c, uint32_t thread, LabelId call)
{
    vec_each (SpecEdge, edge, &x->nodes.at[c->node].edges)
        if (edge->thread == thread && edge->call == call && edge->result == LABEL_WAITS)
            return true;
    return false;
}

bool linear_may_wait(Linear *x, uint32_t monitor)
{
    uint32_t size = config_words(x);
    bool open = false;
    load(x, monitor);
    for (uint32_t t = 0; t < x->threads; t++) {
        bool may = !x->scratch.at[t];
        open |= !may;
        for (size_t at = x->threads; !may && at < x->scratch.len; at += size) {
            Config c;
            take_apart(x, x->scratch.at + at, &c);
            bool others = false;
            for (uint32_t u = 0; u < x->threads; u++)
                others |= c.result[u] != 0;
            may = !others && may_wait_in(x, &c, t, (LabelId)x->scratch.at[t]);
        }
        if (!may)
            return false;
    }
    return open; /* none: somebody waits outside of all calls */
}

/* ---- recording ---- */

enum { RETURNED = 1u << 31 };

uint32_t linear_record_call(Linear *x, LabelId call)
{
    (void)x;
    return call;
}

uint32_t linear_record_return(Linear *x, uint32_t recorded, LabelId result)
{
    bool is_new;
    return RETURNED | pairs_add(&x->recorded, recorded, result, &is_new);
}

bool linear_recorded(const Linear *x, uint32_t recorded, LabelId *call, LabelId *result)
{
    bool returned = recorded & RETURNED;
    *call = returned ? pairs_left(&x->recorded, recorded & ~RETURNED) : recorded;
    *result = returned ? pairs_right(&x->recorded, recorded & ~RETURNED) : 0;
    return returned;
}
