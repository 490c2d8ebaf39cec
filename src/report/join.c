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

/* `"hello"`, if they are its characters up to the NUL, or all of them; NULL: they are not. */
static const char *text_of(const TraceValue *first, size_t len, Arena *arena)
{
    char *text = arena_alloc(arena, len + 3), *to = text;
    bool ended = false;
    *to++ = '"';
    for (size_t k = 0; k < len; k++) {
        char *end;
        long c = strtol(first[k].value, &end, 10);
        if (!first[k].text || *end || c < 0 || c > 126 || (c && (ended || !isprint((int)c))))
            return NULL;
        ended |= !c;
        if (c)
            *to++ = (char)c;
    }
    *to++ = '"';
    *to = '\0';
    return to - text > 3 ? text : NULL;
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

void report_join_values(TraceStep *step, Arena *arena)
{
    size_t kept = 0;
    for (size_t k = 0, len; k < step->values.len; k += len) {
        const TraceValue *first = &step->values.at[k];
        Element last;
        bool is_element = take_apart(first->name, &last);
        for (len = 1; is_element && k + len < step->values.len; len++) {
            if (!follows(first, &first[len], &last))
                break;
            take_apart(first[len].name, &last);
        }
        const char *text = len > 1 ? text_of(first, len, arena) : NULL;
        if (!text)
            len = equal_values(first, len);
        step->values.at[kept++] =
            len > 1 ? join(first, len, text ? text : first->value, arena) : *first;
    }
    step->values.len = kept;
}
