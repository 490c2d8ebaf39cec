/* net.c -- making, writing and freeing nets; see net.h. */
#include "net/net.h"

#include <inttypes.h>
#include <stdlib.h>

static int by_item_place(const void *a, const void *b)
{
    const Item *x = a, *y = b;
    return x->place < y->place ? -1 : x->place > y->place;
}

static int by_arc_place(const void *a, const void *b)
{
    const Arc *x = a, *y = b;
    return x->place < y->place ? -1 : x->place > y->place;
}

NetBag net_add_bag(Net *net, const Item *items, size_t len, Pos pos)
{
    NetBag bag = {.first = net->items.len, .pos = pos};
    for (size_t i = 0; i < len; i++)
        if (items[i].count)
            vec_push(&net->items, items[i]);
    bag.len = (uint32_t)(net->items.len - bag.first);
    if (bag.len > 1)
        qsort(net->items.at + bag.first, bag.len, sizeof *items, by_item_place);
    assert(bag_is_sorted(net_bag(net, &bag)));
    return bag;
}

void net_add_transition(Net *net, const Arc *arcs, size_t len, Pos pos)
{
    Transition transition = {.first = net->arcs.len, .pos = pos};
    for (size_t i = 0; i < len; i++) {
        assert((int64_t)arcs[i].need + arcs[i].change >= 0);
        if (arcs[i].need || arcs[i].change)
            vec_push(&net->arcs, arcs[i]);
    }
    transition.arcs = (uint32_t)(net->arcs.len - transition.first);
    if (transition.arcs > 1)
        qsort(net->arcs.at + transition.first, transition.arcs, sizeof *arcs, by_arc_place);
    for (size_t i = transition.first; i < net->arcs.len; i++) {
        assert(net->arcs.at[i].place < net->places.len);
        assert(i == transition.first || net->arcs.at[i - 1].place < net->arcs.at[i].place);
    }
    vec_push(&net->transitions, transition);
}

void net_free(Net *net)
{
    vec_free(&net->places);
    vec_free(&net->transitions);
    vec_free(&net->arcs);
    vec_free(&net->items);
    vec_free(&net->targets);
    vec_free(&net->invariants);
    arena_free(&net->arena);
    memory_free(net);
}

/* ---- writing ---- */

static void print_transition(const Net *net, uint32_t t, FILE *out)
{
    const Arc *arcs = net_arcs(net, t);
    uint32_t len = net->transitions.at[t].arcs;
    const char *between = "    ";
    for (uint32_t i = 0; i < len; i++)
        if (arcs[i].need) {
            fprintf(out, "%s%s >= %" PRIu32, between, net->places.at[arcs[i].place].name,
                    arcs[i].need);
            between = ", ";
        }
    fputs(*between == ' ' ? "    true ->" : " ->", out);
    between = "";
    for (uint32_t i = 0; i < len; i++)
        if (arcs[i].change) {
            const char *name = net->places.at[arcs[i].place].name;
            fprintf(out, "%s\n        %s' = %s %c %" PRIu32, between, name, name,
                    arcs[i].change < 0 ? '-' : '+', (uint32_t)abs(arcs[i].change));
            between = ",";
        }
    fputs(";\n", out);
}

static void print_bag(const Net *net, const NetBag *bag, const char *relation, FILE *out)
{
    Bag items = net_bag(net, bag);
    fputs("   ", out);
    for (uint32_t i = 0; i < items.len; i++)
        fprintf(out, "%s %s %s %" PRIu32, i ? "," : "", net->places.at[items.at[i].place].name,
                relation, items.at[i].count);
    if (!items.len) /* what every marking covers */
        fprintf(out, " %s >= 0", net->places.at[0].name);
    fputc('\n', out);
}

void net_print(const Net *net, FILE *out)
{
    fputs("vars\n   ", out);
    vec_each (Place, place, &net->places)
        fprintf(out, " %s", place->name);
    fputs("\n\nrules\n", out);
    for (uint32_t t = 0; t < net->transitions.len; t++)
        print_transition(net, t, out);
    fputs("\ninit\n   ", out);
    for (size_t p = 0; p < net->places.len; p++)
        fprintf(out, "%s %s %s %" PRIu32, p ? "," : "", net->places.at[p].name,
                net->places.at[p].open ? ">=" : "=", net->places.at[p].init);
    fputs("\n\ntarget\n", out);
    vec_each (NetBag, target, &net->targets)
        print_bag(net, target, ">=", out);
    if (net->invariants.len)
        fputs("\ninvariants\n", out);
    vec_each (NetBag, invariant, &net->invariants)
        print_bag(net, invariant, "=", out);
}
