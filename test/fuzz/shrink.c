/* shrink.c -- the smallest program that still goes wrong.
 *
 * Tries every change below at every node, from the top down, and keeps those after which the
 * program still fails; again and again until no change is left:
 *
 *   an element of a list            goes away                              remove
 *   a statement with lists in it    becomes the statements of one of them  unwrap
 *   an expression                   becomes a constant, or a part of it    simplify
 *
 * What is no program any more does not fail, so no change has to ask whether it makes sense. */
#include "node.h"

#include <ctype.h>
#include <string.h>

typedef struct Shrink {
    Arena *arena;
    bool (*fails)(void *context);
    void *context;
    bool changed;
} Shrink;

/* Keeps what stands at *link if the program still fails with it; otherwise puts `old` back. */
static bool keep(Shrink *s, Node **link, Node *old)
{
    if (s->fails(s->context)) {
        s->changed = true;
        return true;
    }
    *link = old;
    return false;
}

static bool remove_node(Shrink *s, Node **link)
{
    Node *old = *link;
    *link = old->next;
    return keep(s, link, old);
}

/* Puts the kids of `list`, copied, and then `rest`. */
static Node *chain(Shrink *s, const Node *list, Node *rest)
{
    Node *first = NULL, **link = &first;
    for (const Node *kid = list->kid; kid; kid = kid->next) {
        *link = arena_new(s->arena, Node);
        **link = *kid;
        link = &(*link)->next;
    }
    *link = rest;
    return first;
}

/* Tries the statements in the lists below `within` instead of the statement. */
static bool unwrap(Shrink *s, Node **link, const Node *within)
{
    Node *old = *link;
    for (const Node *kid = within->kid; kid; kid = kid->next) {
        if (kid->sort == SORT_LIST && kid->kid && kid->kid->sort == SORT_STATEMENT) {
            *link = chain(s, kid, old->next);
            if (keep(s, link, old))
                return true;
        } else if ((kid->sort == SORT_LIST || kid->sort == SORT_PART) && unwrap(s, link, kid))
            return true;
    }
    return false;
}

static bool replace(Shrink *s, Node **link, const Node *by)
{
    Node *old = *link, *node = arena_new(s->arena, Node);
    *node = *by;
    node->next = old->next;
    *link = node;
    return keep(s, link, old);
}

static bool is_constant(const char *text)
{
    return isdigit(*text) || strcmp(text, "false") == 0 || strcmp(text, "true") == 0;
}

static bool simplify(Shrink *s, Node **link)
{
    static const Node ints[] = {{.sort = SORT_INT, .text = "0"}, {.sort = SORT_INT, .text = "1"}};
    static const Node bools[] = {{.sort = SORT_BOOL, .text = "false"},
                                 {.sort = SORT_BOOL, .text = "true"}};
    Node *old = *link;
    if ((old->sort != SORT_INT && old->sort != SORT_BOOL) || is_constant(old->text))
        return false;
    const Node *constants = old->sort == SORT_INT ? ints : bools;
    if (replace(s, link, &constants[0]) || replace(s, link, &constants[1]))
        return true;
    for (const Node *kid = old->kid; kid; kid = kid->next)
        if (kid->sort == old->sort && replace(s, link, kid))
            return true;
    return false;
}

static void shrink_kids(Shrink *s, Node *parent)
{
    for (Node **link = &parent->kid; *link;) {
        bool element = parent->sort == SORT_LIST && (*link)->sort != SORT_LIST;
        if (element && remove_node(s, link))
            continue;
        if (element && (*link)->sort == SORT_STATEMENT && unwrap(s, link, *link))
            continue;
        simplify(s, link);
        shrink_kids(s, *link);
        link = &(*link)->next;
    }
}

void node_shrink(Arena *arena, Node *root, bool (*fails)(void *context), void *context)
{
    Shrink s = {.arena = arena, .fails = fails, .context = context, .changed = true};
    while (s.changed) {
        s.changed = false;
        shrink_kids(&s, root);
    }
}
