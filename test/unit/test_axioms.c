/* test_axioms.c -- executions that everybody knows, against the axioms.
 *
 * An execution is a text: threads apart by `|`, events by blanks.  `Wx1` writes 1 to x, `Rx1` reads
 * the 1 that was written (0: the initial value), `Ux12` reads 1 and writes 2, `F` is a fence, `S` and
 * `T` are the two ends of a synchronisation that has a number, `S1 T1`.  A letter behind it is its
 * order: `p` plain, `x` relaxed, `a` acquire, `r` release, `b` both, `s` seq_cst.  The writes of a
 * cell stand in modification order as in the text, unless `; y21` says another one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "check/axioms.h"

enum { CELLS = 3 };

static MemoryOrder order_of(char letter)
{
    static const char letters[] = "pxarbs";
    const char *found = strchr(letters, letter);
    assert_non_null(found);
    return (MemoryOrder)(found - letters);
}

static uint32_t writer(const Graph *graph, uint32_t cell, uint64_t value)
{
    for (uint32_t k = 0; k < graph->events.len; k++) {
        const GraphEvent *e = &graph->events.at[k];
        if ((e->kind == GRAPH_WRITE || e->kind == GRAPH_UPDATE) && e->cell == cell &&
            e->written == value)
            return k;
    }
    return GRAPH_NONE;
}

/* One event; what follows it. */
static const char *add(Graph *graph, const char *at, uint32_t thread)
{
    static const char kinds[] = "RWUFST";
    GraphEvent e = {.thread = thread, .from = GRAPH_NONE};
    size_t kind = (size_t)(strchr(kinds, *at++) - kinds);
    e.kind = kind < 4 ? (GraphKind)kind : GRAPH_OTHER;
    if (kind < 3)
        e.cell = (uint32_t)(*at++ - 'x');
    if (kind == 0 || kind == 2)
        e.read = (uint64_t)(*at++ - '0');
    if (kind == 1 || kind == 2)
        e.written = (uint64_t)(*at++ - '0');
    if (kind >= 4)
        e.place = (uint64_t)(*at++ - '0') * 2 + (kind == 5);
    else
        e.order = order_of(*at++);
    vec_push(&graph->events, e);
    return at;
}

static void read_mo(Graph *graph, const char *at)
{
    while (*at) {
        uint32_t cell = (uint32_t)(*at++ - 'x'), k = 1;
        for (; *at >= '0' && *at <= '9'; at++)
            graph->cells.at[cell].mo.at[k++] = writer(graph, cell, (uint64_t)(*at - '0'));
        at += *at == ' ';
    }
}

static void link(Graph *graph)
{
    for (uint32_t a = 0; a < graph->events.len; a++) {
        GraphEvent *e = &graph->events.at[a];
        if (e->kind == GRAPH_READ || e->kind == GRAPH_UPDATE)
            e->from = writer(graph, e->cell, e->read);
        if (e->kind == GRAPH_WRITE || e->kind == GRAPH_UPDATE)
            vec_push(&graph->cells.at[e->cell].mo, a);
        for (uint32_t b = 0; e->kind == GRAPH_OTHER && b < graph->events.len; b++)
            if (graph->events.at[b].kind == GRAPH_OTHER && e->place % 2 == 0 &&
                graph->events.at[b].place == e->place + 1)
                vec_push(&graph->synchronised, ((GraphEdge){a, b}));
    }
}

static Graph graph_of(const char *text)
{
    Graph graph = {0};
    uint32_t thread = 0;
    vec_resize(&graph.cells, CELLS);
    for (uint32_t k = 0; k < CELLS; k++)
        vec_push(&graph.events,
                 ((GraphEvent){.kind = GRAPH_WRITE, .thread = GRAPH_INITIAL, .cell = k}));
    while (*text && *text != ';') {
        if (*text == ' ')
            text++;
        else if (*text == '|')
            text++, thread++;
        else
            text = add(&graph, text, thread);
    }
    link(&graph);
    if (*text)
        read_mo(&graph, text + 2);
    return graph;
}

static Axiom judge(const char *text, AxiomRules rules, size_t *races)
{
    Graph graph = graph_of(text);
    GraphRaces found = {0};
    Axiom broken = axioms_judge(&graph, rules, &found);
    *races = found.len;
    vec_free(&found);
    graph_free(&graph);
    return broken;
}

typedef struct Known {
    const char *text;
    Axiom rc11;
    size_t races;
} Known;

static void compare(const Known *known, size_t count, AxiomRules rules)
{
    for (size_t k = 0; k < count; k++) {
        size_t races;
        Axiom broken = judge(known[k].text, rules, &races);
        if (broken != known[k].rc11 || races != known[k].races)
            fail_msg("%s: %s, %zu races", known[k].text, axiom_sentence(broken), races);
    }
}
#define COMPARE(known, ...) compare(known, sizeof known / sizeof *known, (AxiomRules){__VA_ARGS__})

static void test_coherence(void **state)
{
    (void)state;
    static const Known known[] = {
        {"Wx1x Wx2x | Rx1x Rx2x", AXIOM_NONE, 0},
        {"Wx1x Wx2x | Rx2x Rx1x", AXIOM_COHERENCE, 0}, /* CoRR */
        {"Wx1x Wx2x; x21", AXIOM_COHERENCE, 0},        /* CoWW */
        {"Wx1x Rx0x", AXIOM_COHERENCE, 0},             /* CoWR */
        {"Rx1x Wx1x", AXIOM_THIN_AIR, 0},
        {"Rx2x Wx1x | Wx2x; x12", AXIOM_COHERENCE, 0}, /* CoRW */
        {"Rx2x Wx1x | Wx2x; x21", AXIOM_NONE, 0},
        {"Rx1x Wy1x | Ry1x Wx1x", AXIOM_THIN_AIR, 0}, /* LB */
        {"Rx1x Wy1x | Ry0x Wx1x", AXIOM_NONE, 0},
        {"Wx1x Ry0x | Wy1x Rx0x", AXIOM_NONE, 0}, /* SB */
        {"Wx1r Ry0a | Wy1r Rx0a", AXIOM_NONE, 0},
        {"Wx1x Wy2x | Wy1x Wx2x; x21 y21", AXIOM_NONE, 0}, /* 2+2W */
        {"Rx1x", AXIOM_FORM, 0},
    };
    COMPARE(known, 0);
}

static void test_synchronisation(void **state)
{
    (void)state;
    static const Known known[] = {
        {"Wx1x Wy1x | Ry1x Rx0x", AXIOM_NONE, 0}, /* MP */
        {"Wx1x Wy1r | Ry1x Rx0x", AXIOM_NONE, 0},
        {"Wx1x Wy1x | Ry1a Rx0x", AXIOM_NONE, 0},
        {"Wx1x Wy1r | Ry1a Rx0x", AXIOM_COHERENCE, 0},
        {"Wx1x Wy1b | Ry1b Rx0x", AXIOM_COHERENCE, 0},
        {"Wx1x Wy1s | Ry1s Rx0x", AXIOM_COHERENCE, 0},
        {"Wx1x Fr Wy1x | Ry1a Rx0x", AXIOM_COHERENCE, 0},
        {"Wx1x Wy1r | Ry1x Fa Rx0x", AXIOM_COHERENCE, 0},
        {"Wx1x Fr Wy1x | Ry1x Fa Rx0x", AXIOM_COHERENCE, 0},
        {"Wx1x Fa Wy1x | Ry1x Fr Rx0x", AXIOM_NONE, 0},
        {"Wx1x Wy1r | Ry1x Fr Rx0x", AXIOM_NONE, 0},
        {"Wx1x Fa Wy1x | Ry1a Rx0x", AXIOM_NONE, 0},
        {"Wx1x Uy01a | Ry1a Rx0x", AXIOM_NONE, 0},
        {"Wx1x Fr Wz1x Wy1x | Ry1x Fa Rx0x", AXIOM_COHERENCE, 0},
        {"Fr Wx1x Wy1x | Ry1x Fa Rx0x", AXIOM_NONE, 0},
        {"Wx1x Fr Wy1p | Ry1a Rx0x", AXIOM_NONE, 1}, /* plain accesses pass nothing on */
        {"Wx1x Wy1r | Ry1p Fa Rx0x", AXIOM_NONE, 1},
        {"Wx1x Wy1r | Uy12x | Ry2a Rx0x", AXIOM_COHERENCE, 0}, /* a release sequence */
        {"Wx1x Wy1r | Uy12x | Uy23x | Ry3a Rx0x", AXIOM_COHERENCE, 0},
        {"Wx1x Wy1x | Uy12r | Ry2a Rx0x", AXIOM_NONE, 0},
        {"Wx1x Wy1r | Uy12a Rx0x", AXIOM_COHERENCE, 0},
        {"Wx1x Wy1r | Uy12r Rx0x", AXIOM_NONE, 0},
        {"Wx1x Wy1r | Wy2x | Ry2a Rx0x", AXIOM_NONE, 0},
        {"Wx1x Wy1r Wy2x | Ry2a Rx0x", AXIOM_NONE, 0},
        {"Wx1x S1 | T1 Rx0x", AXIOM_COHERENCE, 0}, /* a lock, a fork */
        {"Wx1x S1 | T2 Rx0x", AXIOM_NONE, 0},
        {"T1 Wx1x S2 | T2 Rx1x S1", AXIOM_THIN_AIR, 0},
    };
    COMPARE(known, 0);
    static const Known old[] = {
        {"Wx1x Wy1r Wy2x | Ry2a Rx0x", AXIOM_COHERENCE, 0},
        {"Wx1x Wy1r | Wy2x | Ry2a Rx0x", AXIOM_NONE, 0},
        {"Wx1x Wy1r Wy2x | Uy23x | Ry3a Rx0x", AXIOM_COHERENCE, 0},
        {"Wx1x Wy1r Wz1x | Rz1a Rx0x", AXIOM_NONE, 0},
    };
    COMPARE(old, .old_sequences = true);
}

static void test_atomicity(void **state)
{
    (void)state;
    static const Known known[] = {
        {"Ux01x | Ux12x", AXIOM_NONE, 0},          {"Ux01x | Ux02x", AXIOM_ATOMICITY, 0},
        {"Ux01x | Wx2x; x21", AXIOM_ATOMICITY, 0}, {"Ux01x | Wx2x; x12", AXIOM_NONE, 0},
        {"Ux21x | Wx2x; x12", AXIOM_ATOMICITY, 0}, {"Ux01x Rx0x", AXIOM_COHERENCE, 0},
    };
    COMPARE(known, 0);
}

static void test_seq_cst(void **state)
{
    (void)state;
    static const Known known[] = {
        {"Wx1s Ry0s | Wy1s Rx0s", AXIOM_SC, 0},
        {"Wx1s Ry0s | Wy1s Rx0a", AXIOM_NONE, 0},
        {"Wx1r Ry0s | Wy1s Rx0s", AXIOM_NONE, 0},
        {"Wx1x Fs Ry0x | Wy1x Fs Rx0x", AXIOM_SC, 0},
        {"Wx1x Fs Ry0x | Wy1x Fb Rx0x", AXIOM_NONE, 0},
        {"Wx1x Fs Ry0x | Wy1s Rx0s", AXIOM_SC, 0},
        {"Ux01s Ry0x | Uy01s Rx0x", AXIOM_NONE, 0},
        {"Wx1s | Wy1s | Rx1s Ry0s | Ry1s Rx0s", AXIOM_SC, 0}, /* IRIW */
        {"Wx1s | Wy1s | Rx1a Ry0s | Ry1a Rx0s", AXIOM_NONE, 0},
        {"Wx1x | Wy1x | Rx1x Fs Ry0x | Ry1x Fs Rx0x", AXIOM_SC, 0},
        {"Wx1r | Wy1r | Rx1a Ry0a | Ry1a Rx0a", AXIOM_NONE, 0},
        {"Wx1s Wy2s | Wy1s Wx2s; x21 y21", AXIOM_SC, 0},
        {"Wx1s Wy2s | Wy1s Wx2r; x21 y21", AXIOM_NONE, 0},
        {"Wx1x Fs Wy2x | Wy1x Fs Wx2x; x21 y21", AXIOM_SC, 0},
        {"Wx1s | Rx1x Fs Ry0x | Wy1x Fs Rx0x", AXIOM_SC, 0},     /* RWC */
        {"Wx1s Wy1r | Ry1a Wz1s | Wz2s Rx0s; z12", AXIOM_SC, 0}, /* Z6 */
        {"Wx1s Wy1r | Ry1s | Wy2s Rx0s; y12", AXIOM_NONE, 0},    /* hb alone is not in scb */
        {"Wx1s Wy1x | Ry1a Wz1s | Wz2s Rx0s; z12", AXIOM_NONE, 0},
        {"Wx1s Wx2r | Rx2a Wz1s | Wz2s Rx0s; z12", AXIOM_SC, 0}, /* nor need cells differ */
        {"Wx1s Wy1r | Ry1a Fs Rz0x | Wz1s Rx0s", AXIOM_SC, 0},
        {"Wx1s Wy1r | Ry1a Rz0s | Wz1s Rx0s", AXIOM_SC, 0},
        {"Wx1s Wy1r | Uy12s | Wy3s Rx0s; y123", AXIOM_NONE, 0}, /* Z6.U */
        /* an update is one event, unless it is taken apart */
        {"Wx1s Wy1r | Uy12s Rz0s | Wz1s Rx0s", AXIOM_SC, 0},
    };
    COMPARE(known, 0);
    static const Known apart[] = {
        {"Wx1s Wy1r | Uy12s | Wy3s Rx0s; y123", AXIOM_SC, 0},
        {"Wx1s Wy1x | Uy12s | Wy3s Rx0s; y123", AXIOM_NONE, 0},
        {"Wx1s Ry0s | Wy1s Rx0a", AXIOM_NONE, 0},
    };
    COMPARE(apart, .apart = true);
}

static void test_sequential(void **state)
{
    (void)state;
    static const Known known[] = {
        {"Wx1x Ry0x | Wy1x Rx0x", AXIOM_SC, 0},
        {"Wx1x Ry1x | Wy1x Rx0x", AXIOM_NONE, 0},
        {"Wx1x | Wy1x | Rx1x Ry0x | Ry1x Rx0x", AXIOM_SC, 0},
        {"Wx1x Wy2x | Wy1x Wx2x; x21 y21", AXIOM_SC, 0},
        {"Wx1x Wy1x | Ry1x Rx0x", AXIOM_SC, 0},
        {"Wx1x Wy1x | Ry0x Rx1x", AXIOM_NONE, 0},
        {"Wx1x S1 | T1 Rx0x", AXIOM_COHERENCE, 0},
    };
    COMPARE(known, .sc = true);
}

static void test_races(void **state)
{
    (void)state;
    static const Known known[] = {
        {"Wx1p | Rx1p", AXIOM_NONE, 1},           {"Rx0p | Rx0p", AXIOM_NONE, 0},
        {"Wx1x | Rx1x", AXIOM_NONE, 0},           {"Wx1x | Rx1p", AXIOM_NONE, 1},
        {"Wx1p | Rx1a | Rx1x", AXIOM_NONE, 2},    {"Wx1p S1 | T1 Rx1p", AXIOM_NONE, 0},
        {"Rx0p S1 | T1 Wx1p", AXIOM_NONE, 0},     {"Rx0p S1 | Wx1p T1", AXIOM_NONE, 1},
        {"Wx1p Wy1r | Ry1a Rx1p", AXIOM_NONE, 0}, {"Wx1p Wy1r | Ry1a Rx0p", AXIOM_COHERENCE, 0},
        {"Wx1p Wy1r | Ry0a Rx1p", AXIOM_NONE, 1}, {"Wx1p Wy1x | Ry1a Rx1p", AXIOM_NONE, 1},
        {"Ux01x | Rx0p", AXIOM_NONE, 1},
    };
    COMPARE(known, 0);
}

/* Bytes that overlap race, whatever their cells are; `piece`: nobody knows the order of writes. */
static void test_pieces(void **state)
{
    (void)state;
    static const struct {
        uint32_t place, bytes;
        size_t races;
    } known[] = {{0, 4, 1}, {4, 4, 0}, {3, 2, 1}, {0, 9, 1}, {8, 1, 0}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        Graph graph = graph_of("Wx1p | Ry0p");
        GraphRaces races = {0};
        graph.events.at[CELLS].bytes = 4;
        graph.events.at[CELLS + 1].place = known[k].place;
        graph.events.at[CELLS + 1].bytes = known[k].bytes;
        graph.events.at[CELLS + 1].piece = true;
        graph.events.at[CELLS + 1].cell = GRAPH_NONE;
        assert_int_equal(axioms_judge(&graph, (AxiomRules){0}, &races), AXIOM_NONE);
        assert_int_equal(races.len, known[k].races);
        vec_free(&races);
        graph_free(&graph);
    }
}

static void test_form(void **state)
{
    (void)state;
    Graph graph = graph_of("Wx1x Wy1x | Ry1x Rx0x");
    assert_int_equal(axioms_judge(&graph, (AxiomRules){0}, NULL), AXIOM_NONE);
    graph.events.at[CELLS + 2].read = 2; /* another value than was written */
    assert_int_equal(axioms_judge(&graph, (AxiomRules){0}, NULL), AXIOM_FORM);
    graph.events.at[CELLS + 1].any = true; /* which is not known */
    assert_int_equal(axioms_judge(&graph, (AxiomRules){0}, NULL), AXIOM_NONE);
    graph.events.at[CELLS + 1].any = false;
    graph.events.at[CELLS + 2].read = 1;
    graph.events.at[CELLS + 2].from = CELLS; /* of another cell */
    assert_int_equal(axioms_judge(&graph, (AxiomRules){0}, NULL), AXIOM_FORM);
    graph.events.at[CELLS + 2].from = CELLS + 1;
    graph.events.at[CELLS + 3].from = CELLS + 2; /* what another one has read */
    graph.events.at[CELLS + 3].cell = graph.events.at[CELLS + 2].cell;
    graph.events.at[CELLS + 3].read = graph.events.at[CELLS + 2].written;
    assert_int_equal(axioms_judge(&graph, (AxiomRules){0}, NULL), AXIOM_FORM);
    graph.events.at[CELLS + 3].from = graph.events.at[CELLS + 3].cell = 0;
    graph.events.at[CELLS + 3].read = 0;
    graph.cells.at[0].mo.len--; /* a write without a place in modification order */
    assert_int_equal(axioms_judge(&graph, (AxiomRules){0}, NULL), AXIOM_FORM);
    graph.cells.at[0].mo.len++;
    graph.cells.at[1].mo.at[0] = CELLS + 1; /* before the initial one */
    graph.cells.at[1].mo.at[1] = 1;
    assert_int_equal(axioms_judge(&graph, (AxiomRules){0}, NULL), AXIOM_COHERENCE);
    vec_push(&graph.cells.at[0].mo, CELLS + 1); /* the write of another cell */
    assert_int_equal(axioms_judge(&graph, (AxiomRules){0}, NULL), AXIOM_FORM);
    graph_free(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coherence),  cmocka_unit_test(test_synchronisation),
        cmocka_unit_test(test_atomicity),  cmocka_unit_test(test_seq_cst),
        cmocka_unit_test(test_sequential), cmocka_unit_test(test_races),
        cmocka_unit_test(test_pieces),     cmocka_unit_test(test_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
