/* endless.c -- actions that go on for ever.
 *
 * Inside one run the machine notices that an action is back where it was.  Here an action may be
 * cut by calls and returns: it is endless if its path edges, and the calls in them, make a circle
 * in which no action ends and nothing is chosen.  That is an error of the program, but level II has
 * no run to show for it; the answer is left open. */
#include "engine/summarize/internal.h"

typedef struct Circle {
    VEC(Flow) steps;       /* from an edge to one that continues it, or enters its callee */
    VEC(uint32_t) degrees; /* edge -> steps to it */
    VEC(uint32_t) starts;  /* edge -> its first step, sorted by edge */
    VEC(uint32_t) tos, work;
} Circle;

static bool is_mid(const Summarizer *s, uint32_t edge)
{
    Progress progress;
    edge_part(s, edge, &progress);
    return progress.mid;
}

/* The edge with which the paths of the callee begin. */
static uint32_t callee_start(const Summarizer *s, uint32_t call)
{
    return s->entries.at[s->entries.at[s->calls.at[call].callee].model].start;
}

static void collect(Summarizer *s, Circle *c)
{
    vec_each (Flow, flow, &s->mid_flow)
        if (is_mid(s, flow->from))
            vec_push(&c->steps, *flow);
    for (size_t k = 0, len = c->steps.len; k < len; k++) {
        uint32_t edge = c->steps.at[k].to;
        if (s->edges.at[edge].kind != EDGE_CALL)
            continue;
        uint32_t start = callee_start(s, s->edges.at[edge].next);
        if (is_mid(s, start))
            vec_push(&c->steps, ((Flow){edge, start}));
    }
}

static void arrange(Summarizer *s, Circle *c)
{
    vec_resize(&c->degrees, s->edges.len);
    vec_resize(&c->starts, s->edges.len + 1);
    vec_resize(&c->tos, c->steps.len);
    vec_each (Flow, step, &c->steps) {
        c->degrees.at[step->to]++;
        c->starts.at[step->from]++;
    }
    for (size_t k = 0, sum = 0; k <= s->edges.len; k++) {
        sum += c->starts.at[k];
        c->starts.at[k] = (uint32_t)sum;
    }
    vec_each (Flow, step, &c->steps)
        c->tos.at[--c->starts.at[step->from]] = step->to;
    assert(!c->starts.at[0] && c->starts.at[s->edges.len] == c->steps.len);
}

/* Takes away edges that no step leads to, until there are none; what is left is a circle. */
static bool has_circle(Summarizer *s, Circle *c)
{
    size_t left = c->steps.len;
    for (uint32_t e = 0; e < s->edges.len; e++)
        if (!c->degrees.at[e])
            vec_push(&c->work, e);
    while (c->work.len) {
        uint32_t e = vec_pop(&c->work);
        for (uint32_t i = c->starts.at[e]; i < c->starts.at[e + 1]; i++, left--)
            if (!--c->degrees.at[c->tos.at[i]])
                vec_push(&c->work, c->tos.at[i]);
    }
    return left > 0;
}

/* Where an edge of the circle begins. */
static uint32_t circle_pc(Summarizer *s, const Circle *c)
{
    Progress progress;
    uint32_t e = 0;
    while (!c->degrees.at[e]) {
        e++;
        assert(e < c->degrees.len); /* there is a circle */
    }
    return machine_local_pc(s->m, edge_part(s, e, &progress).l);
}

void endless_check(Summarizer *s)
{
    Circle c = {0};
    collect(s, &c);
    if (c.steps.len) {
        arrange(s, &c);
        if (has_circle(s, &c) && !s->limit.text)
            s->limit = program_reason(
                s->job->program, "an action may go on for ever, through calls", circle_pc(s, &c));
    }
    s->mid_flow.len = 0;
    vec_free(&c.steps);
    vec_free(&c.degrees);
    vec_free(&c.starts);
    vec_free(&c.tos);
    vec_free(&c.work);
}
