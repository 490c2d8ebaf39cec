/* node.c -- see node.h. */
#include "node.h"

#include <assert.h>

Node *node_new_list(Arena *arena, Node *parent, Sort sort, const char *format, va_list args)
{
    char text[200];
    int len = vsnprintf(text, sizeof text, format, args);
    assert(len >= 0 && (size_t)len < sizeof text);
    Node *node = arena_new(arena, Node);
    *node = (Node){.sort = sort, .text = arena_copy(arena, text, (size_t)len)};
    if (parent)
        node_add(parent, node);
    return node;
}

Node *node_new(Arena *arena, Node *parent, Sort sort, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Node *node = node_new_list(arena, parent, sort, format, args);
    va_end(args);
    return node;
}

void node_add(Node *parent, Node *kid)
{
    Node **link = &parent->kid;
    while (*link)
        link = &(*link)->next;
    *link = kid;
}

void node_prepend(Node *parent, Node *kid)
{
    kid->next = parent->kid;
    parent->kid = kid;
}

void node_reverse(Node *parent)
{
    Node *turned = NULL;
    while (parent->kid) {
        Node *kid = parent->kid;
        parent->kid = kid->next;
        kid->next = turned;
        turned = kid;
    }
    parent->kid = turned;
}

size_t node_count(const Node *parent)
{
    size_t count = 0;
    for (const Node *kid = parent->kid; kid; kid = kid->next)
        count++;
    return count;
}

static void print(const Node *node, int indent, FILE *out);

static void print_list(const Node *list, int indent, FILE *out)
{
    bool braces = !*list->text;
    int inner = braces ? indent + 4 : indent;
    if (braces)
        fputs("{\n", out);
    for (const Node *kid = list->kid; kid; kid = kid->next) {
        if (kid->sort != SORT_LIST)
            fprintf(out, "%*s", inner, "");
        print(kid, inner, out);
        if (kid->sort != SORT_LIST)
            fputc('\n', out);
    }
    if (braces)
        fprintf(out, "%*s}", indent, "");
}

static void print(const Node *node, int indent, FILE *out)
{
    if (node->sort == SORT_LIST) {
        print_list(node, indent, out);
        return;
    }
    const Node *kid = node->kid;
    for (const char *at = node->text; *at; at++) {
        if (*at != '$') {
            fputc(*at, out);
            continue;
        }
        assert(kid);
        print(kid, indent, out);
        kid = kid->next;
    }
}

void node_print(const Node *root, FILE *out)
{
    print(root, 0, out);
}
