/* combine.c -- the rows of a summary in order, none twice, and two that differ in a boolean as one.
 *
 * If a row is there for both values of a boolean, and the path keeps it or makes the same of both, the two
 * say what one row with a star says.  Booleans are single bytes in the texts until they are combined, so
 * that no number is taken for one. */
#include <stdlib.h>

#include "engine/summarize/internal.h"

enum { IS_FALSE = 1, IS_TRUE = 2, IS_ANY = 3 };

/* ---- order ---- */

static int compare_values(const SummaryRow *a, const SummaryRow *b, bool after)
{
    size_t len = after ? a->after.len : a->before.len;
    for (size_t k = 0; k < len; k++) {
        const char *x = after ? a->after.at[k] : a->before.at[k];
        const char *y = after ? b->after.at[k] : b->before.at[k];
        int order = strcmp(x, y);
        if (order)
            return order;
    }
    return 0;
}

static int compare_places(Pos a, Pos b)
{
    if (a.line != b.line)
        return a.line < b.line ? -1 : 1;
    return a.column < b.column ? -1 : a.column > b.column;
}

static int compare_rows(const void *x, const void *y)
{
    const SummaryRow *a = x, *b = y;
    int order = strcmp(b->phase, a->phase); /* pre before post */
    order = order ? order : compare_places(a->from_pos, b->from_pos);
    order = order ? order : compare_values(a, b, false);
    order = order ? order : compare_places(a->to_pos, b->to_pos);
    order = order ? order : compare_values(a, b, true);
    return order ? order : strcmp(a->kind, b->kind);
}

static void sort_rows(Summary *summary)
{
    size_t kept = 0;
    if (!summary->rows.len)
        return;
    qsort(summary->rows.at, summary->rows.len, sizeof *summary->rows.at, compare_rows);
    for (size_t k = 0; k < summary->rows.len; k++) {
        SummaryRow *row = &summary->rows.at[k];
        if (kept && compare_rows(&summary->rows.at[kept - 1], row) == 0) {
            vec_free(&row->before);
            vec_free(&row->after);
        } else
            summary->rows.at[kept++] = *row;
    }
    summary->rows.len = kept;
}

/* ---- booleans ---- */

static size_t width_of(const SummaryRow *row)
{
    size_t width = 0;
    vec_each (const char *, text, &row->before)
        width += strlen(*text);
    return width;
}

/* The byte at that place of the values before, and whose text it is in. */
static char byte_at(const SummaryRow *row, size_t place, size_t *variable, size_t *index)
{
    for (*variable = 0; *variable < row->before.len; ++*variable) {
        size_t len = strlen(row->before.at[*variable]);
        if (place < len) {
            *index = place;
            return row->before.at[*variable][place];
        }
        place -= len;
    }
    return 0;
}

static const char *with_byte(Arena *arena, const char *text, size_t index, char byte)
{
    char *copy = arena_copy(arena, text, strlen(text));
    copy[index] = byte;
    return copy;
}

/* The same byte behind the path; 0: there is none, for the shape is another. */
static char byte_after(const SummaryRow *row, size_t variable, size_t index)
{
    const char *text = row->after.at[variable];
    return strlen(text) == strlen(row->before.at[variable]) ? text[index] : 0;
}

static SummaryRow *find_row(Summary *summary, const SummaryRow *row)
{
    return bsearch(row, summary->rows.at, summary->rows.len, sizeof *row, compare_rows);
}

static SummaryRow copy_row(const SummaryRow *row)
{
    SummaryRow copy = *row;
    memset(&copy.before, 0, sizeof copy.before);
    memset(&copy.after, 0, sizeof copy.after);
    vec_each (const char *, text, &row->before)
        vec_push(&copy.before, *text);
    vec_each (const char *, text, &row->after)
        vec_push(&copy.after, *text);
    return copy;
}

static void free_row(SummaryRow *row)
{
    vec_free(&row->before);
    vec_free(&row->after);
}

/* The row with the other value at that place, if the path treats both alike. */
static SummaryRow *find_partner(Summary *summary, Arena *arena, const SummaryRow *row,
                                size_t variable, size_t index)
{
    SummaryRow other = copy_row(row), *partner = NULL;
    const char *after = row->after.at[variable];
    other.before.at[variable] = with_byte(arena, row->before.at[variable], index, IS_TRUE);
    if (byte_after(row, variable, index) == IS_FALSE) {
        other.after.at[variable] = with_byte(arena, after, index, IS_TRUE);
        partner = find_row(summary, &other);
        other.after.at[variable] = after;
    }
    if (!partner && byte_after(row, variable, index))
        partner = find_row(summary, &other);
    free_row(&other);
    return partner;
}

/* One row for each two that differ at that place only. */
static void combine_at(Summary *summary, Arena *arena, size_t place)
{
    VEC(bool) gone = {0};
    VEC(SummaryRow) made = {0};
    vec_resize(&gone, summary->rows.len);
    for (size_t k = 0; k < summary->rows.len; k++) {
        SummaryRow *row = &summary->rows.at[k];
        size_t variable = 0, index = 0;
        if (byte_at(row, place, &variable, &index) != IS_FALSE)
            continue;
        SummaryRow *partner = find_partner(summary, arena, row, variable, index);
        if (!partner)
            continue;
        SummaryRow both = copy_row(row);
        bool keeps = byte_after(partner, variable, index) != byte_after(row, variable, index);
        both.before.at[variable] = with_byte(arena, row->before.at[variable], index, IS_ANY);
        if (keeps)
            both.after.at[variable] = with_byte(arena, row->after.at[variable], index, IS_ANY);
        vec_push(&made, both);
        gone.at[k] = gone.at[partner - summary->rows.at] = true;
    }
    size_t kept = 0;
    for (size_t k = 0; k < gone.len; k++)
        if (gone.at[k])
            free_row(&summary->rows.at[k]);
        else
            summary->rows.at[kept++] = summary->rows.at[k];
    summary->rows.len = kept;
    vec_each (SummaryRow, row, &made)
        vec_push(&summary->rows, *row);
    sort_rows(summary);
    vec_free(&made);
    vec_free(&gone);
}

/* Booleans as people read them. */
static void spell(Arena *arena, const char **text)
{
    char *copy = arena_copy(arena, *text, strlen(*text));
    for (char *at = copy; *at; at++)
        *at = *at == IS_FALSE ? '0' : *at == IS_TRUE ? '1' : *at == IS_ANY ? '*' : *at;
    *text = copy;
}

void combine_rows(Summary *summary, Arena *arena, bool every_value)
{
    size_t width = 0;
    sort_rows(summary);
    vec_each (SummaryRow, row, &summary->rows)
        width = width_of(row) > width ? width_of(row) : width;
    for (size_t place = 0; place < width && !every_value; place++)
        combine_at(summary, arena, place);
    vec_each (SummaryRow, row, &summary->rows) {
        vec_each (const char *, text, &row->before)
            spell(arena, text);
        vec_each (const char *, text, &row->after)
            spell(arena, text);
    }
    sort_rows(summary);
}
