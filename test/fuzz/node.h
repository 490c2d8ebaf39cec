/* node.h -- programs as trees of text, so that they can be changed and printed again.
 *
 * A node is a piece of text with a `$` for each of its kids.  A list is printed as `{`, its kids a
 * line each, `}`; one whose text is not empty is printed without the braces.  All nodes live in an
 * arena. */
#ifndef TEST_FUZZ_NODE_H
#define TEST_FUZZ_NODE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/memory.h"

typedef enum Sort {
    SORT_LIST,
    SORT_STATEMENT,
    SORT_INT,  /* expressions, by type */
    SORT_BOOL, /* idem */
    SORT_PART  /* a declaration, a method, a branch of a select, a handler */
} Sort;

typedef struct Node Node;
struct Node {
    Sort sort;
    const char *text;
    Node *kid;  /* the first */
    Node *next; /* kid of the same parent */
};

/* A new kid of `parent`, its last one (NULL: of nobody); it has no kids yet. */
Node *node_new(Arena *arena, Node *parent, Sort sort, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
Node *node_new_list(Arena *arena, Node *parent, Sort sort, const char *format, va_list args);
void node_add(Node *parent, Node *kid);     /* as the last kid */
void node_prepend(Node *parent, Node *kid); /* as the first kid */
void node_reverse(Node *parent);            /* the order of its kids */
size_t node_count(const Node *parent);      /* its kids */
void node_print(const Node *root, FILE *out);

/* Makes the tree smaller in every way that keeps `fails(context)` true, until none is left.  It is
 * true of the tree as it comes; trees that are no programs must give false. */
void node_shrink(Arena *arena, Node *root, bool (*fails)(void *context), void *context);

#endif
