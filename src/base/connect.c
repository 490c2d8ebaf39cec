/* connect.c -- see connect.h.  Without recursion: graphs are deeper than stacks. */
#include "base/connect.h"

#include "base/check.h"

void connect_begin(Connect *c, size_t nodes)
{
    c->index.len = c->low.len = c->open.len = 0;
    vec_resize(&c->index, nodes);
    vec_resize(&c->low, nodes);
    vec_resize(&c->open, nodes);
}

static void enter(Connect *c, uint32_t node)
{
    assert(node < c->index.len && !c->index.at[node]);
    c->index.at[node] = c->low.at[node] = ++c->count;
    c->open.at[node] = true;
    vec_push(&c->stack, node);
    vec_push(&c->visits, ((ConnectVisit){node, 0}));
}

static void lower(Connect *c, uint32_t node, uint32_t to)
{
    if (to < c->low.at[node])
        c->low.at[node] = to;
}

/* All that the node leads to was visited.  False: stop. */
static bool leave(Connect *c, uint32_t node)
{
    if (c->visits.len)
        lower(c, vec_last(&c->visits).node, c->low.at[node]);
    if (c->low.at[node] != c->index.at[node])
        return true;
    size_t first = c->stack.len;
    do
        c->open.at[c->stack.at[--first]] = false;
    while (c->stack.at[first] != node);
    bool goes_on = c->found(c->self, c->stack.at + first, c->stack.len - first);
    c->stack.len = first;
    return goes_on;
}

/* False: stop. */
static bool visit(Connect *c, uint32_t root)
{
    uint32_t to;
    enter(c, root);
    while (c->visits.len) {
        ConnectVisit *top = &vec_last(&c->visits);
        uint32_t node = top->node;
        if (!c->next(c->self, node, &top->link, &to)) {
            (void)vec_pop(&c->visits);
            if (!leave(c, node))
                return false;
        } else if (!c->index.at[to])
            enter(c, to);
        else if (c->open.at[to])
            lower(c, node, c->index.at[to]);
    }
    assert(!c->stack.len);
    return true;
}

void connect_find(Connect *c, const uint32_t *nodes, size_t len)
{
    bool goes_on = true;
    assert(!c->visits.len && !c->stack.len);
    c->count = 0;
    for (size_t k = 0; k < len; k++)
        c->index.at[nodes[k]] = 0;
    for (size_t k = 0; k < len && goes_on; k++)
        if (!c->index.at[nodes[k]])
            goes_on = visit(c, nodes[k]);
}

void connect_free(Connect *c)
{
    vec_free(&c->index);
    vec_free(&c->low);
    vec_free(&c->open);
    vec_free(&c->stack);
    vec_free(&c->visits);
}
