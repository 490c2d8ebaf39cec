/* table.c -- see table.h.
 *
 *   context action  0 Main.Run                     1 Main.Worker
 *         1      1  12 n = choose(bool);
 *                      n = true
 *         2      2                                 20 x = x + 1;
 *                                                     Main.x = 1
 *
 * An action stands in the column of its thread: its line number and source text, below it what it
 * changed and what it said.  With more threads than columns fit, each thread gets a narrow column
 * for a mark, and the text stands to the right of them all. */
#include "report/table.h"

#include <stdlib.h>

enum {
    WIDTH = 100,       /* of the whole table */
    GUTTER = 16,       /* context and action numbers */
    GAP = 2,           /* between two columns */
    LEAST_COLUMN = 22, /* a column of text is at least this wide, if it needs to be */
    MOST_MARKS = 36,   /* all the narrow columns together */
    MOST_LINES = 4,    /* that one text takes */
    MOST_DETAILS = 12  /* lines below an action */
};

typedef struct Column {
    const char *thread, *entry;
    size_t need;         /* characters of its longest line */
    size_t start, width; /* of the text, unless the table is narrow */
} Column;

typedef struct Table {
    const Job *job;
    const Bug *bug;
    bool color;
    bool several; /* source files are in the trace */
    FILE *out;
    VEC(Column) columns;     /* in the order of the threads' names */
    bool narrow;             /* the columns are for marks, and one text column follows them */
    size_t mark, marks;      /* their width and number */
    size_t width;            /* of that text column */
    int number;              /* width of a line number */
    VEC(const char *) lines; /* of the cell that is being printed */
    Arena arena;
} Table;

/* `0` < `0.1` < `0.2` < `0.10` < `1`. */
static int compare_names(const char *a, const char *b)
{
    for (;;) {
        char *rest_a, *rest_b;
        unsigned long x = strtoul(a, &rest_a, 10), y = strtoul(b, &rest_b, 10);
        if (x != y)
            return x < y ? -1 : 1;
        if (*rest_a != '.' || *rest_b != '.')
            return *rest_a == *rest_b ? strcmp(a, b) : *rest_a == '.' ? 1 : -1;
        a = rest_a + 1;
        b = rest_b + 1;
    }
}

static int by_name(const void *a, const void *b)
{
    return compare_names(((const Column *)a)->thread, ((const Column *)b)->thread);
}

static size_t find_column(const Table *t, const char *thread)
{
    size_t i = 0;
    while (i < t->columns.len && strcmp(t->columns.at[i].thread, thread) != 0)
        i++;
    return i;
}

static Column *add_column(Table *t, const char *thread, const char *entry)
{
    size_t i = find_column(t, thread);
    if (i == t->columns.len)
        vec_push(&t->columns, ((Column){.thread = thread, .entry = entry}));
    return &t->columns.at[i];
}

/* How many bytes of the text fit into `room` characters (UTF-8 counted as characters). */
static size_t fitting(const char *text, size_t room)
{
    size_t bytes = 0;
    for (size_t used = 0; text[bytes]; used++) {
        if (used == room)
            break;
        bytes++;
        while (((unsigned char)text[bytes] & 0xc0) == 0x80)
            bytes++;
    }
    return bytes;
}

static size_t characters(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* The text, cut to fit. */
static const char *shorten(Table *t, const char *text, size_t room)
{
    if (characters(text) <= room)
        return text;
    return arena_print(&t->arena, "%.*s...", (int)fitting(text, room - 3), text);
}

static size_t room_of(const Table *t, const TraceStep *step)
{
    size_t width = t->narrow ? t->width : t->columns.at[find_column(t, step->thread)].width;
    return width - (size_t)t->number - 1;
}

/* Breaks the text at blanks into lines that fit beside the line numbers. */
static void wrap(Table *t, const char *text, size_t room)
{
    for (int lines = 1; lines < MOST_LINES && characters(text) > room; lines++) {
        size_t all = fitting(text, room), bytes = all;
        while (bytes > all / 2 && text[bytes] != ' ')
            bytes--;
        if (text[bytes] != ' ')
            bytes = all;
        vec_push(&t->lines, arena_copy(&t->arena, text, bytes));
        text += bytes + strspn(text + bytes, " ");
    }
    vec_push(&t->lines, shorten(t, text, room));
}

/* `x = 1, y = 2`: as many in a line as fit. */
static void wrap_values(Table *t, const TraceStep *step)
{
    size_t room = room_of(t, step);
    const char *line = "";
    vec_each (TraceValue, value, &step->values) {
        const char *item = arena_print(&t->arena, "%s = %s", value->name, value->value);
        const char *longer = arena_print(&t->arena, "%s%s%s", line, *line ? ", " : "", item);
        if (*line && characters(longer) > room) {
            wrap(t, line, room);
            longer = item;
        }
        line = longer;
    }
    if (*line)
        wrap(t, line, room);
}

static const char *statement(Table *t, const TraceStep *step)
{
    const Sources *sources = t->job->sources;
    const char *text = report_statement(sources, step->pos, &t->arena);
    if (!t->several)
        return text;
    return arena_print(&t->arena, "%s (%s)", text, report_file_name(t->job, step->pos));
}

/* How wide the column of the step must be so that nothing is broken. */
static size_t need_of(Table *t, const TraceStep *step)
{
    size_t most = characters(statement(t, step));
    vec_each (const char *, text, &step->texts)
        if (characters(*text) > most)
            most = characters(*text);
    vec_each (TraceValue, value, &step->values) {
        size_t need = characters(value->name) + 3 + characters(value->value);
        if (need > most)
            most = need;
    }
    return most + (size_t)t->number + 1;
}

/* Gives each column what it needs but no more than the limit; false if they do not fit. */
static bool place(Table *t, size_t limit)
{
    size_t start = 0;
    vec_each (Column, column, &t->columns) {
        column->start = start;
        column->width = column->need < limit ? column->need : limit;
        start += column->width + GAP;
    }
    return GUTTER + start - GAP <= WIDTH;
}

static void plan_narrow(Table *t)
{
    size_t longest = 0;
    vec_each (Column, column, &t->columns)
        if (strlen(column->thread) > longest)
            longest = strlen(column->thread);
    t->narrow = true;
    t->mark = longest < MOST_MARKS ? longest + 1 : MOST_MARKS;
    t->marks = t->columns.len;
    if (t->mark * t->marks > MOST_MARKS)
        t->marks = 1; /* so many threads: their names share a column */
    t->width = WIDTH - GUTTER - t->mark * t->marks - 1;
}

static void plan(Table *t)
{
    uint32_t last_line = 0;
    vec_each (TraceStep, step, &t->bug->steps)
        if (step->pos.line > last_line)
            last_line = step->pos.line;
    t->number = snprintf(NULL, 0, "%u", last_line);
    vec_each (TraceStep, step, &t->bug->steps) {
        Column *column = add_column(t, step->thread, step->entry);
        size_t need = need_of(t, step);
        if (need > column->need)
            column->need = need;
    }
    vec_each (TraceWaiter, waiter, &t->bug->waiters)
        add_column(t, waiter->thread, waiter->entry);
    vec_each (Column, column, &t->columns) {
        size_t title = characters(column->thread) + 1 + characters(column->entry);
        if (title > column->need)
            column->need = title;
    }
    qsort(t->columns.at, t->columns.len, sizeof *t->columns.at, by_name);
    for (size_t limit = WIDTH; limit >= LEAST_COLUMN; limit--)
        if (place(t, limit))
            return;
    plan_narrow(t);
}

/* What stands left of a step's text in its first line, or in the lines below it. */
static void print_left(Table *t, const TraceStep *step, bool first)
{
    char context[16] = "", action[24] = "";
    bool new_context = step == t->bug->steps.at || step[-1].context != step->context;
    if (first) {
        snprintf(action, sizeof action, "%zu", (size_t)(step - t->bug->steps.at) + 1);
        if (new_context)
            snprintf(context, sizeof context, "%u", step->context);
    }
    fprintf(t->out, "%s%7s%s %6s  ", t->color && *context ? "\033[1m" : "", context,
            t->color && *context ? "\033[0m" : "", action);
    size_t column = find_column(t, step->thread);
    if (!t->narrow) {
        fprintf(t->out, "%*s", (int)t->columns.at[column].start, "");
        return;
    }
    if (column >= t->marks)
        column = 0;
    for (size_t i = 0; i < t->marks; i++)
        fprintf(t->out, "%-*.*s", (int)t->mark, (int)t->mark - 1,
                i == column && first ? step->thread : "");
    fputc(' ', t->out);
}

static bool same_line(const TraceStep *a, const TraceStep *b)
{
    return strcmp(a->thread, b->thread) == 0 && a->pos.line == b->pos.line &&
           a->pos.file == b->pos.file && a->context == b->context;
}

/* The same statement as before, in several actions: a call of a library function. */
static bool goes_on(const Table *t, const TraceStep *step)
{
    return step != t->bug->steps.at && step != &vec_last(&t->bug->steps) && step->inside &&
           same_line(step - 1, step) && step[-1].pos.column == step->pos.column;
}

/* An action of C that only reads, as a part of the statement that the next one goes on with. */
static bool is_part(Table *t, const TraceStep *step)
{
    return step != &vec_last(&t->bug->steps) && !step->texts.len && !step->values.len &&
           t->job->program && program_is_raw(t->job->program) && same_line(step, step + 1) &&
           strcmp(statement(t, step), statement(t, step + 1)) == 0;
}

/* Where contexts count, each has a title. */
static void print_context(Table *t, const TraceStep *step)
{
    bool first = step == t->bug->steps.at;
    if (!t->job->bound.counts || (!first && step[-1].context == step->context))
        return;
    fprintf(t->out, "%s%scontext %u of %u: thread %s %s%s\n", first ? "" : "\n",
            t->color ? "\033[1m" : "", step->context, vec_last(&t->bug->steps).context,
            step->thread, step->entry, t->color ? "\033[0m" : "");
}

static void print_step(Table *t, const TraceStep *step)
{
    print_context(t, step);
    bool last = step == &vec_last(&t->bug->steps);
    const char *color = t->color && last ? "\033[31m" : "";
    int indent = t->number + 1;
    t->lines.len = 0;
    if (is_part(t, step))
        return;
    if (!goes_on(t, step))
        wrap(t, statement(t, step), room_of(t, step));
    for (size_t i = 0; i < t->lines.len; i++) {
        print_left(t, step, i == 0);
        if (i == 0)
            fprintf(t->out, "%s%*u ", color, t->number, step->pos.line);
        else
            fprintf(t->out, "%s%*s", color, indent, "");
        fprintf(t->out, "%s%s\n", t->lines.at[i], *color ? "\033[0m" : "");
    }
    t->lines.len = 0;
    vec_each (const char *, text, &step->texts)
        wrap(t, *text, room_of(t, step));
    wrap_values(t, step);
    if (t->lines.len > MOST_DETAILS) {
        t->lines.len = MOST_DETAILS;
        vec_last(&t->lines) = "...";
    }
    vec_each (const char *, line, &t->lines) {
        print_left(t, step, false);
        fprintf(t->out, "%*s%s\n", indent, "", *line);
    }
}

static void print_header(Table *t)
{
    fprintf(t->out, "%7s %6s  ", "context", "action");
    for (size_t i = 0; i < t->marks; i++)
        fprintf(t->out, "%-*s", (int)t->mark, t->marks > 1 ? t->columns.at[i].thread : "");
    vec_each (Column, column, &t->columns) {
        const char *title = arena_print(&t->arena, "%s %s", column->thread, column->entry);
        bool last = column == &vec_last(&t->columns);
        if (!t->narrow)
            fprintf(t->out, "%-*s", last ? 0 : (int)column->width + GAP,
                    shorten(t, title, column->width));
    }
    fputc('\n', t->out);
}

/* With narrow columns the procedures of the threads stand above the table. */
static void print_threads(Table *t)
{
    for (size_t i = 0; i < t->columns.len; i++)
        fprintf(t->out, "  thread %s: %s\n", t->columns.at[i].thread, t->columns.at[i].entry);
    fputc('\n', t->out);
}

void report_table(const Job *job, const Bug *bug, bool color, FILE *out)
{
    Table t = {.job = job, .bug = bug, .color = color, .out = out};
    t.several = !job->model && report_several_files(bug);
    plan(&t);
    if (t.narrow)
        print_threads(&t);
    print_header(&t);
    vec_each (TraceStep, step, &bug->steps)
        print_step(&t, step);
    vec_free(&t.columns);
    vec_free(&t.lines);
    arena_free(&t.arena);
}
