/* table.c -- see table.h.
 *
 *   context action  0 Main.Run                     1 Main.Worker
 *         1      1  12 n = choose(bool);
 *                      n = true
 *         2      2                                 20 x = x + 1;
 *                                                     Main.x = 1
 *
 * An action stands in the column of its thread: its line number and source text, below it what it
 * changed and what it said.  Actions in a row that belong to one line of the source are one row,
 * and those that do not matter (matter.c) are left out, unless --trace-level=full.  With more
 * threads than columns fit, each thread gets a narrow column for a mark, and the text stands to the
 * right of them all. */
#include "report/table.h"

#include "report/story.h"

#include <ctype.h>
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
    size_t file;         /* of its last row, from 1; 0: it has none */
} Column;

/* One action or several. */
typedef struct Row {
    TraceStep step; /* the first one; its values and texts are those of all, and its own copies */
    size_t number;  /* of the first one, from 1 */
    bool last;      /* the run ends with it */
    bool named;     /* its file is not that of the thread's row before it */
} Row;

typedef struct Table {
    const Job *job;
    const Bug *bug;
    bool full; /* all actions, a row each */
    VEC(Row) rows;
    bool color;
    bool several; /* source files are in the trace */
    FILE *out;
    VEC(Column) columns;     /* in the order of the threads' names */
    bool narrow;             /* the columns are for marks, and one text column follows them */
    size_t mark, marks;      /* their width and number */
    size_t width;            /* of that text column */
    int number;              /* width of a line number */
    uint32_t context;        /* of the step that was printed last */
    VEC(const char *) lines; /* of the cell that is being printed */
    Arena arena;
} Table;

int report_compare_threads(const char *a, const char *b)
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
    return report_compare_threads(((const Column *)a)->thread, ((const Column *)b)->thread);
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

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* May a line end before `at`?  Not within a name, a number or an operator such as `->`. */
static bool is_between(const char *text, const char *at)
{
    static const char closing[] = ",;:.)]}>=+-|&*/%<!?\"'";
    return at > text && *at != ' ' && !(is_word(at[-1]) && is_word(*at)) &&
           (is_word(at[-1]) || strchr("([{,;", at[-1])) && !strchr(closing, *at);
}

/* Where a line of at most `all` bytes ends: at a blank, or between two tokens, or where it is full. */
static size_t break_of(const char *text, size_t all)
{
    size_t bytes = all;
    while (bytes > all / 2 && text[bytes] != ' ')
        bytes--;
    if (text[bytes] == ' ')
        return bytes;
    for (bytes = all; bytes > 2; bytes--)
        if (text[bytes] == ' ' || is_between(text, text + bytes))
            return bytes;
    return all;
}

/* Breaks the text at blanks into lines that fit beside the line numbers. */
static void wrap(Table *t, const char *text, size_t room)
{
    for (int lines = 1; lines < MOST_LINES && characters(text) > room; lines++) {
        size_t bytes = break_of(text, fitting(text, room));
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

static const char *statement(Table *t, const Row *row)
{
    const TraceStep *step = &row->step;
    const char *text = report_statement(t->job->sources, step->pos, &t->arena);
    if (!row->named)
        return text;
    return arena_print(&t->arena, "%s (%s)", text, report_short_name(t->job, step->pos));
}

/* How wide the column of the row must be so that nothing is broken. */
static size_t need_of(Table *t, const Row *row)
{
    const TraceStep *step = &row->step;
    size_t most = characters(statement(t, row));
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

/* The thread, what it runs, and in C the line that started it. */
static const char *title(Table *t, const Column *column)
{
    const char *text = arena_print(&t->arena, "%s %s", column->thread, column->entry);
    const char *start = arena_print(&t->arena, "starts thread %s:", column->thread);
    bool raw = t->job->program && program_is_raw(t->job->program);
    vec_each (TraceStep, step, &t->bug->steps)
        vec_each (const char *, line, &step->texts)
            if (raw && strncmp(*line, start, strlen(start)) == 0)
                return arena_print(&t->arena, "%s (line %u)", text, step->pos.line);
    return text;
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

/* Only the last value of a variable counts. */
static void add_value(Row *row, TraceValue value)
{
    vec_each (TraceValue, old, &row->step.values)
        if (strcmp(old->name, value.name) == 0) {
            old->value = value.value;
            return;
        }
    vec_push(&row->step.values, value);
}

/* The same line of the source as before, and nobody else in between. */
static bool continues(const Table *t, const TraceStep *step)
{
    if (t->full || !t->rows.len)
        return false;
    const TraceStep *before = &vec_last(&t->rows).step;
    return before->context == step->context && before->pos.line == step->pos.line &&
           before->pos.file == step->pos.file && step->pos.line;
}

static void add_row(Table *t, size_t k)
{
    const TraceStep *step = &t->bug->steps.at[k];
    if (!continues(t, step)) {
        Row row = {.step = *step, .number = k + 1};
        memset(&row.step.values, 0, sizeof row.step.values);
        memset(&row.step.texts, 0, sizeof row.step.texts);
        vec_push(&t->rows, row);
    }
    Row *row = &vec_last(&t->rows);
    vec_each (TraceValue, value, &step->values)
        add_value(row, *value);
    vec_each (const char *, text, &step->texts)
        vec_push(&row->step.texts, *text);
    row->last = k + 1 == t->bug->steps.len;
}

/* The actions from k on that belong to one statement: a copy has one for each scalar. */
static size_t end_of_statement(const Table *t, size_t k)
{
    const TraceStep *first = &t->bug->steps.at[k];
    while (++k < t->bug->steps.len) {
        const TraceStep *step = &t->bug->steps.at[k];
        if (step->context != first->context || step->pos.line != first->pos.line ||
            step->pos.column != first->pos.column || step->pos.file != first->pos.file)
            break;
    }
    return k;
}

static void find_rows(Table *t)
{
    Matters matters = {0};
    report_find_matters(t->job, t->bug, &matters);
    for (size_t k = 0, end; k < t->bug->steps.len; k = end) {
        bool any = t->full;
        end = end_of_statement(t, k);
        for (size_t n = k; n < end; n++)
            any |= matters.at[n];
        for (size_t n = k; n < end; n++)
            if (t->full || matters.at[n] || (any && t->bug->steps.at[n].values.len))
                add_row(t, n);
    }
    vec_each (Row, row, &t->rows)
        report_join_values(&row->step, &t->arena);
    vec_free(&matters);
}

static void plan(Table *t)
{
    uint32_t last_line = 0;
    vec_each (Row, row, &t->rows)
        if (row->step.pos.line > last_line)
            last_line = row->step.pos.line;
    t->number = snprintf(NULL, 0, "%u", last_line);
    vec_each (Row, row, &t->rows) {
        const TraceStep *step = &row->step;
        Column *column = add_column(t, step->thread, step->entry);
        row->named = t->several && column->file != step->pos.file + 1u;
        column->file = step->pos.file + 1u;
        size_t need = need_of(t, row);
        if (need > column->need)
            column->need = need;
    }
    vec_each (TraceWaiter, waiter, &t->bug->waiters)
        add_column(t, waiter->thread, waiter->entry);
    vec_each (Column, column, &t->columns) {
        size_t need = characters(title(t, column));
        if (need > column->need)
            column->need = need;
    }
    qsort(t->columns.at, t->columns.len, sizeof *t->columns.at, by_name);
    for (size_t limit = WIDTH; limit >= LEAST_COLUMN; limit--)
        if (place(t, limit))
            return;
    plan_narrow(t);
}

/* What stands left of a row's text in its first line, or in the lines below it. */
static void print_left(Table *t, const Row *row, bool first)
{
    char context[16] = "", action[24] = "";
    const TraceStep *step = &row->step;
    bool new_context = row == t->rows.at || row[-1].step.context != step->context;
    if (first) {
        snprintf(action, sizeof action, "%zu", row->number);
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

/* The same statement as before, in several actions: a call of a library function. */
static bool goes_on(const Table *t, const Row *row)
{
    if (row == t->rows.at || row->last)
        return false;
    const TraceStep *step = &row->step, *before = &row[-1].step;
    return step->inside && before->pos.line == step->pos.line &&
           before->pos.column == step->pos.column && before->pos.file == step->pos.file &&
           before->context == step->context;
}

/* Where contexts count, each has a title. */
static void print_context(Table *t, const Row *row)
{
    bool first = row == t->rows.at;
    const TraceStep *step = &row->step;
    if (!t->job->bound.counts || (!first && row[-1].step.context == step->context))
        return;
    fprintf(t->out, "%s%scontext %u of %u: thread %s %s%s\n", first ? "" : "\n",
            t->color ? "\033[1m" : "", step->context, vec_last(&t->bug->steps).context,
            step->thread, step->entry, t->color ? "\033[0m" : "");
}

static void print_details(Table *t, const Row *row)
{
    const TraceStep *step = &row->step;
    t->lines.len = 0;
    vec_each (const char *, text, &step->texts)
        wrap(t, *text, room_of(t, step));
    wrap_values(t, step);
    if (t->lines.len > MOST_DETAILS) {
        t->lines.len = MOST_DETAILS;
        vec_last(&t->lines) = "...";
    }
    vec_each (const char *, line, &t->lines) {
        print_left(t, row, false);
        fprintf(t->out, "%*s%s%s%s\n", t->number + 1, "", t->color ? "\033[36m" : "", *line,
                t->color ? "\033[0m" : "");
    }
}

static void print_row(Table *t, const Row *row)
{
    const TraceStep *step = &row->step;
    const char *color = t->color && row->last ? "\033[31m" : "";
    int indent = t->number + 1;
    print_context(t, row);
    t->lines.len = 0;
    if (!goes_on(t, row))
        wrap(t, statement(t, row), room_of(t, step));
    for (size_t i = 0; i < t->lines.len; i++) {
        print_left(t, row, i == 0);
        if (i == 0)
            fprintf(t->out, "%s%*u ", color, t->number, step->pos.line);
        else
            fprintf(t->out, "%s%*s", color, indent, "");
        fprintf(t->out, "%s%s\n", t->lines.at[i], *color ? "\033[0m" : "");
    }
    print_details(t, row);
}

static void print_header(Table *t)
{
    fprintf(t->out, "%7s %6s  ", "context", "action");
    for (size_t i = 0; i < t->marks; i++)
        fprintf(t->out, "%-*s", (int)t->mark, t->marks > 1 ? t->columns.at[i].thread : "");
    vec_each (Column, column, &t->columns) {
        bool last = column == &vec_last(&t->columns);
        if (!t->narrow)
            fprintf(t->out, "%-*s", last ? 0 : (int)column->width + GAP,
                    shorten(t, title(t, column), column->width));
    }
    fputc('\n', t->out);
}

/* With narrow columns the procedures of the threads stand above the table. */
static void print_threads(Table *t)
{
    for (size_t i = 0; i < t->columns.len; i++)
        fprintf(t->out, "  thread %s\n", title(t, &t->columns.at[i]));
    fputc('\n', t->out);
}

/* In the table the names of files are short: here they are whole. */
static void print_files(Table *t)
{
    const Sources *sources = t->job->sources;
    bool any = false;
    for (size_t k = 0; k < sources->files.len && t->several; k++) {
        bool here = false;
        vec_each (Row, row, &t->rows)
            here |= row->step.pos.file == k;
        Pos pos = {.file = (uint16_t)k};
        const char *name = report_file_name(t->job, pos), *end = report_short_name(t->job, pos);
        if (here && name != end)
            fprintf(t->out, "  %s: %s\n", end, name);
        any |= here && name != end;
    }
    if (any)
        fputc('\n', t->out);
}

void report_table(const Job *job, const Bug *bug, bool color, FILE *out)
{
    Table t = {.job = job, .bug = bug, .color = color, .out = out};
    t.several = !job->model && report_several_files(bug);
    t.full = strcmp(job->options->trace_level, "full") == 0;
    find_rows(&t);
    plan(&t);
    print_files(&t);
    if (t.narrow)
        print_threads(&t);
    print_header(&t);
    vec_each (Row, row, &t.rows) {
        print_row(&t, row);
        vec_free(&row->step.values);
        vec_free(&row->step.texts);
    }
    vec_free(&t.rows);
    vec_free(&t.columns);
    vec_free(&t.lines);
    arena_free(&t.arena);
}
