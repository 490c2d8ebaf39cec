/* join.c -- values of elements side by side are shown as one: `a[0..15] = 0`. */
#include "report/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* `a[3]` and `a[3..5]`, taken apart. */
typedef struct Element {
    size_t prefix; /* the characters before the `[` */
    unsigned long long first, last;
} Element;

static bool take_apart(const char *name, Element *e)
{
    const char *open = strrchr(name, '[');
    char *end;
    if (!open || !isdigit((unsigned char)open[1]))
        return false;
    e->prefix = (size_t)(open - name);
    e->first = e->last = strtoull(open + 1, &end, 10);
    if (strncmp(end, "..", 2) == 0)
        e->last = strtoull(end + 2, &end, 10);
    return strcmp(end, "]") == 0;
}

static bool follows(const TraceValue *a, const TraceValue *b, const Element *before)
{
    Element next;
    return take_apart(b->name, &next) && next.prefix == before->prefix &&
           strncmp(a->name, b->name, next.prefix) == 0 && next.first == before->last + 1;
}

/* The values from `first` to `end` are elements side by side.  How many of them have one value? */
static size_t equal_values(const TraceValue *first, size_t len)
{
    size_t n = 1;
    while (n < len && strcmp(first[n].value, first->value) == 0)
        n++;
    return n;
}

/* How many characters they are, up to the NUL or all of them; 0: they are no text. */
static size_t count_characters(const TraceValue *first, size_t len)
{
    size_t n = 0;
    for (size_t k = 0; k < len; k++) {
        char *end;
        long c = strtol(first[k].value, &end, 10);
        if (!first[k].text || *end || c < 0 || c > 126 || (c && (n < k || !isprint((int)c))))
            return 0;
        n += c != 0;
    }
    return n;
}

/* `"hello"`; NULL: they are no text of two characters or more. */
static const char *text_of(const TraceValue *first, size_t len, Arena *arena)
{
    size_t n = count_characters(first, len);
    if (n < 2)
        return NULL;
    char *text = arena_alloc(arena, n + 3);
    text[0] = text[n + 1] = '"';
    text[n + 2] = '\0';
    for (size_t k = 0; k < n; k++)
        text[k + 1] = (char)strtol(first[k].value, NULL, 10);
    return text;
}

static TraceValue join(const TraceValue *first, size_t len, const char *value, Arena *arena)
{
    Element from = {0}, to = {0};
    TraceValue joined = *first;
    take_apart(first->name, &from);
    take_apart(first[len - 1].name, &to);
    joined.value = value;
    joined.name =
        arena_print(arena, "%.*s[%llu..%llu]", (int)from.prefix, first->name, from.first, to.last);
    return joined;
}

/* So many values are elements side by side. */
static size_t count_elements(const TraceValue *first, size_t most)
{
    Element last;
    size_t len = 1;
    if (!take_apart(first->name, &last))
        return 1;
    while (len < most && follows(first, &first[len], &last))
        take_apart(first[len++].name, &last);
    return len;
}

void report_join_values(TraceStep *step, Arena *arena)
{
    size_t kept = 0, side_by_side = 0; /* up to here */
    for (size_t k = 0, len; k < step->values.len; k += len) {
        const TraceValue *first = &step->values.at[k];
        if (k >= side_by_side)
            side_by_side = k + count_elements(first, step->values.len - k);
        len = side_by_side - k;
        const char *text = len > 1 ? text_of(first, len, arena) : NULL;
        if (!text)
            len = equal_values(first, len);
        step->values.at[kept++] =
            len > 1 ? join(first, len, text ? text : first->value, arena) : *first;
    }
    step->values.len = kept;
}
