/* parse.c -- reads .pds, .init and .target files; see cpds.h.
 *
 *   file   = states { thread }                 '#' begins a comment, lines matter
 *   thread = 'PDA' low high { rule }
 *   rule   = s l '->' s' l' l''                push: l' is the new top, l'' lies below it
 *          | s l '->' s' l'                    the top becomes l'
 *          | s l '->' s' [ '-' ]               pop
 *   state  = s '|' stack { ',' stack }         one stack a thread
 *   stack  = '-' | l { '.' l }                 the last symbol is the top
 *
 * In a target s and each stack may be '*'; a file of targets may have several lines. */
#include <stdlib.h>

#include "pds/cpds.h"

typedef enum TokenKind {
    TOKEN_NUMBER,
    TOKEN_WORD,
    TOKEN_ARROW,
    TOKEN_DASH,
    TOKEN_STAR,
    TOKEN_BAR,
    TOKEN_COMMA,
    TOKEN_DOT,
    TOKEN_WRONG,
    TOKEN_LINE, /* the end of a line */
    TOKEN_END
} TokenKind;

typedef struct PdsToken {
    TokenKind kind;
    uint32_t number;
    Pos pos;
    const char *text;
    size_t len;
} PdsToken;

typedef struct Reader {
    const Source *source;
    Diag *diag;
    const char *at;
    Pos pos;
    PdsToken token; /* the next one */
} Reader;

/* ---- tokens ---- */

static bool is_at_end(const Reader *r)
{
    return r->at >= r->source->text + r->source->len;
}

static void skip(Reader *r, size_t count)
{
    r->at += count;
    for (; count; count--)
        if (r->pos.column < UINT16_MAX)
            r->pos.column++;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void read_number(Reader *r)
{
    uint64_t value = 0;
    size_t len = 0;
    for (; is_digit(r->at[len]); len++)
        if (value <= PDS_MOST)
            value = value * 10 + (uint64_t)(r->at[len] - '0');
    if (value > PDS_MOST) {
        diag_error(r->diag, r->token.pos, "the number is too large; the largest is %u", PDS_MOST);
        value = PDS_MOST;
    }
    r->token.kind = TOKEN_NUMBER;
    r->token.number = (uint32_t)value;
    r->token.len = len;
}

static TokenKind sign(const char *at)
{
    switch (*at) {
    case '-':
        return at[1] == '>' ? TOKEN_ARROW : TOKEN_DASH;
    case '*':
        return TOKEN_STAR;
    case '|':
        return TOKEN_BAR;
    case ',':
        return TOKEN_COMMA;
    case '.':
        return TOKEN_DOT;
    case '\n':
        return TOKEN_LINE;
    }
    return TOKEN_WRONG;
}

/* Reads the next token.  The text ends with a NUL, which no token goes past. */
static void next(Reader *r)
{
    while (!is_at_end(r) && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r'))
        skip(r, 1);
    if (!is_at_end(r) && *r->at == '#')
        skip(r, strcspn(r->at, "\n"));
    r->token = (PdsToken){.kind = TOKEN_END, .pos = r->pos, .text = r->at};
    if (is_at_end(r))
        return;
    if (is_digit(*r->at))
        read_number(r);
    else if (is_letter(*r->at)) {
        r->token.kind = TOKEN_WORD;
        while (is_letter(r->at[r->token.len]))
            r->token.len++;
    } else {
        r->token.kind = sign(r->at);
        r->token.len = r->token.kind == TOKEN_ARROW ? 2 : 1;
    }
    skip(r, r->token.len);
    if (r->token.kind == TOKEN_LINE) {
        r->pos.line++;
        r->pos.column = 1;
    }
}

static void begin(Reader *r, const Sources *sources, int file, Diag *diag)
{
    *r = (Reader){.source = &sources->files.at[file], .diag = diag};
    r->at = r->source->text;
    r->pos = (Pos){.line = 1, .column = 1, .file = (uint16_t)file};
    next(r);
}

static bool ends_line(const Reader *r)
{
    return r->token.kind == TOKEN_LINE || r->token.kind == TOKEN_END;
}

static void skip_line(Reader *r)
{
    while (!ends_line(r))
        next(r);
}

static void skip_blank_lines(Reader *r)
{
    while (r->token.kind == TOKEN_LINE)
        next(r);
}

/* `'x'`, `the end of the line`: what stands there instead of what was wanted. */
static const char *found(const Reader *r, char text[64])
{
    if (ends_line(r))
        snprintf(text, 64, "the line ends");
    else
        snprintf(text, 64, "here is '%.*s'", (int)(r->token.len < 40 ? r->token.len : 40),
                 r->token.text);
    return text;
}

static bool expect_number(Reader *r, const char *what, uint32_t *number)
{
    char text[64];
    if (r->token.kind != TOKEN_NUMBER) {
        diag_error(r->diag, r->token.pos, "%s is expected, a number, but %s", what, found(r, text));
        return false;
    }
    *number = r->token.number;
    next(r);
    return true;
}

static bool expect_line_end(Reader *r, const char *after)
{
    char text[64];
    if (ends_line(r))
        return true;
    diag_error(r->diag, r->token.pos, "nothing can follow %s on its line, but %s", after,
               found(r, text));
    return false;
}

/* ---- .pds ---- */

static bool parse_shared(Reader *r, const Cpds *cpds, uint32_t *state)
{
    Pos pos = r->token.pos;
    if (!expect_number(r, "a shared state", state))
        return false;
    if (*state < cpds->shared)
        return true;
    diag_error(r->diag, pos, "the shared state %u is outside its range, 0 to %u", *state,
               cpds->shared - 1);
    return false;
}

static bool parse_arrow(Reader *r)
{
    char text[64];
    if (r->token.kind != TOKEN_ARROW) {
        diag_error(r->diag, r->token.pos,
                   "'->' is expected between the two sides of a rule, but %s", found(r, text));
        return false;
    }
    next(r);
    return true;
}

static bool parse_right(Reader *r, const Cpds *cpds, PdsRule *right)
{
    *right = (PdsRule){.kind = PDS_POP, .top = PDS_NONE, .below = PDS_NONE};
    if (!parse_shared(r, cpds, &right->to))
        return false;
    if (r->token.kind == TOKEN_DASH)
        next(r);
    else if (!ends_line(r)) {
        if (!expect_number(r, "a stack symbol or '-'", &right->top))
            return false;
        right->kind = PDS_STEP;
        if (!ends_line(r) && !expect_number(r, "the symbol below the top", &right->below))
            return false;
        if (right->below != PDS_NONE)
            right->kind = PDS_PUSH;
    }
    return expect_line_end(r, "the rule");
}

static bool parse_rule(Reader *r, const Cpds *cpds, CpdsThread *thread)
{
    CpdsRule rule = {.pos = r->token.pos};
    bool never = false;
    if (!parse_shared(r, cpds, &rule.from))
        return false;
    if (r->token.kind == TOKEN_DASH) {
        diag_warn(r->diag, r->token.pos,
                  "this rule never applies: a thread with an empty stack has ended");
        never = true;
        next(r);
    } else if (!expect_number(r, "a stack symbol", &rule.symbol))
        return false;
    if (!parse_arrow(r) || !parse_right(r, cpds, &rule.right))
        return false;
    if (!never)
        vec_push(&thread->rules, rule);
    return true;
}

static bool parse_thread_head(Reader *r, CpdsThread *thread)
{
    thread->pos = r->token.pos;
    next(r);
    if (!expect_number(r, "the first symbol of the thread's alphabet", &thread->low))
        return false;
    Pos pos = r->token.pos;
    if (!expect_number(r, "the last symbol of the thread's alphabet", &thread->high))
        return false;
    if (thread->high < thread->low) {
        diag_error(r->diag, pos, "the alphabet is empty: %u is less than %u", thread->high,
                   thread->low);
        return false;
    }
    return expect_line_end(r, "the alphabet");
}

static bool is_head(const Reader *r)
{
    return r->token.kind == TOKEN_WORD && r->token.len == 3 && memcmp(r->token.text, "PDA", 3) == 0;
}

static void parse_line(Reader *r, Cpds *cpds)
{
    char text[64];
    CpdsThread head = {0};
    if (is_head(r)) {
        parse_thread_head(r, &head);
        vec_push(&cpds->threads, head);
    } else if (r->token.kind != TOKEN_NUMBER)
        diag_error(r->diag, r->token.pos, "a rule or 'PDA low high' is expected, but %s",
                   found(r, text));
    else if (!cpds->threads.len)
        diag_error(r->diag, r->token.pos,
                   "this rule belongs to no thread; begin one with 'PDA low high'");
    else
        parse_rule(r, cpds, &vec_last(&cpds->threads));
    skip_line(r);
}

static bool in_range(const CpdsThread *thread, uint32_t symbol)
{
    return symbol == PDS_NONE || (symbol >= thread->low && symbol <= thread->high);
}

/* CUBA does not check the range either, and its own models leave it; so it is only worth a word. */
static void warn_of_range(const CpdsThread *thread, Diag *diag)
{
    vec_each (const CpdsRule, rule, &thread->rules) {
        uint32_t symbol = !in_range(thread, rule->symbol)      ? rule->symbol
                          : !in_range(thread, rule->right.top) ? rule->right.top
                                                               : rule->right.below;
        if (in_range(thread, symbol))
            continue;
        diag_warn(diag, rule->pos,
                  "the symbol %u is outside the alphabet of its thread, %u to %u; it is taken as "
                  "one more symbol",
                  symbol, thread->low, thread->high);
        return;
    }
}

static int compare_numbers(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_rules(const CpdsRule *a, const CpdsRule *b)
{
    int order = compare_numbers(a->from, b->from);
    order = order ? order : compare_numbers(a->symbol, b->symbol);
    order = order ? order : compare_numbers(a->right.kind, b->right.kind);
    order = order ? order : compare_numbers(a->right.to, b->right.to);
    order = order ? order : compare_numbers(a->right.top, b->right.top);
    return order ? order : compare_numbers(a->right.below, b->right.below);
}

static int by_contents(const void *a, const void *b, void *context)
{
    const CpdsThread *thread = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    int order = compare_rules(&thread->rules.at[x], &thread->rules.at[y]);
    return order ? order : compare_numbers(x, y);
}

static void sort_rules(CpdsThread *thread)
{
    size_t len = 0;
    for (uint32_t i = 0; i < thread->rules.len; i++)
        vec_push(&thread->order, i);
    if (thread->order.len)
        qsort_r(thread->order.at, thread->order.len, sizeof *thread->order.at, by_contents, thread);
    for (size_t i = 0; i < thread->order.len; i++) {
        uint32_t rule = thread->order.at[i];
        if (!len || compare_rules(&thread->rules.at[thread->order.at[len - 1]],
                                  &thread->rules.at[rule]) != 0)
            thread->order.at[len++] = rule;
    }
    thread->order.len = len;
}

static bool same_rules(const CpdsThread *a, const CpdsThread *b)
{
    if (a->order.len != b->order.len)
        return false;
    for (size_t i = 0; i < a->order.len; i++)
        if (compare_rules(&a->rules.at[a->order.at[i]], &b->rules.at[b->order.at[i]]) != 0)
            return false;
    return true;
}

static void find_classes(Cpds *cpds)
{
    for (uint32_t t = 0; t < cpds->threads.len; t++) {
        CpdsThread *thread = &cpds->threads.at[t];
        uint32_t class = 0;
        while (!same_rules(&cpds->threads.at[class], thread))
            class ++;
        thread->class = class;
    }
}

Cpds *cpds_parse(const Sources *sources, int file, Diag *diag)
{
    Reader r;
    size_t errors = diag->errors;
    Cpds *cpds = memory_alloc(sizeof *cpds);
    begin(&r, sources, file, diag);
    skip_blank_lines(&r);
    Pos pos = r.token.pos;
    if (expect_number(&r, "the number of shared states", &cpds->shared) && !cpds->shared)
        diag_error(diag, pos, "there must be at least one shared state");
    if (diag->errors == errors && expect_line_end(&r, "the number of shared states")) {
        for (skip_blank_lines(&r); r.token.kind != TOKEN_END; skip_blank_lines(&r)) {
            if (diag->errors - errors >= DIAG_MOST_ERRORS)
                break;
            parse_line(&r, cpds);
        }
        if (diag->errors == errors && !cpds->threads.len)
            diag_error(diag, r.token.pos,
                       "there is no thread; a thread begins with 'PDA low high'");
    }
    if (diag->errors > errors) {
        cpds_free(cpds);
        return NULL;
    }
    vec_each (CpdsThread, thread, &cpds->threads) {
        warn_of_range(thread, diag);
        sort_rules(thread);
    }
    find_classes(cpds);
    return cpds;
}

/* ---- .init and .target ---- */

static bool knows_symbol(const CpdsThread *thread, uint32_t symbol)
{
    if (in_range(thread, symbol))
        return true;
    vec_each (const CpdsRule, rule, &thread->rules)
        if (rule->symbol == symbol || rule->right.top == symbol || rule->right.below == symbol)
            return true;
    return false;
}

static bool parse_symbol(Reader *r, const Cpds *cpds, size_t t, PdsWord *stack)
{
    uint32_t symbol;
    Pos pos = r->token.pos;
    if (!expect_number(r, "a stack symbol", &symbol))
        return false;
    const CpdsThread *thread = &cpds->threads.at[t];
    if (!knows_symbol(thread, symbol)) {
        diag_error(r->diag, pos, "the symbol %u is outside the alphabet of thread %zu, %u to %u",
                   symbol, t + 1, thread->low, thread->high);
        return false;
    }
    vec_push(stack, symbol);
    return true;
}

/* The symbols come bottom first; the stack gets them top first. */
static bool parse_symbols(Reader *r, const Cpds *cpds, size_t t, PdsWord *stack)
{
    if (!parse_symbol(r, cpds, t, stack))
        return false;
    while (r->token.kind == TOKEN_DOT) {
        next(r);
        if (!parse_symbol(r, cpds, t, stack))
            return false;
    }
    for (size_t i = 0, j = stack->len; i + 1 < j; i++) {
        uint32_t swap = stack->at[i];
        stack->at[i] = stack->at[--j];
        stack->at[j] = swap;
    }
    return true;
}

static bool parse_stack(Reader *r, const Cpds *cpds, size_t t, bool target, PdsWord *stack)
{
    Pos pos = r->token.pos;
    if (r->token.kind == TOKEN_DASH || (target && r->token.kind == TOKEN_STAR)) {
        if (target)
            vec_push(stack, r->token.kind == TOKEN_DASH ? PDS_EMPTY : PDS_ANY);
        next(r);
        return true;
    }
    if (r->token.kind == TOKEN_STAR) {
        diag_error(r->diag, pos, "'*' can stand only in a target: the initial state is one state");
        return false;
    }
    if (!parse_symbols(r, cpds, t, stack))
        return false;
    if (target && stack->len > 1) {
        diag_warn(r->diag, pos, "of a target only the top of the stack counts, here %u",
                  stack->at[0]);
        stack->len = 1;
    }
    return true;
}

static bool parse_stacks(Reader *r, const Cpds *cpds, bool target, CpdsState *state)
{
    for (size_t t = 0; t < cpds->threads.len; t++) {
        char text[64];
        if (r->token.kind != (t ? TOKEN_COMMA : TOKEN_BAR)) {
            diag_error(r->diag, r->token.pos,
                       t ? "',' and the stack of thread %zu of %zu are expected, but %s"
                         : "'|' and the stack of thread %zu of %zu are expected, but %s",
                       t + 1, cpds->threads.len, found(r, text));
            return false;
        }
        next(r);
        if (!parse_stack(r, cpds, t, target, &state->stacks[t]))
            return false;
    }
    return expect_line_end(r, cpds->threads.len == 1 ? "the stack of the only thread"
                                                     : "the stack of the last thread");
}

static bool parse_state(Reader *r, const Cpds *cpds, bool target, CpdsState *state)
{
    state->pos = r->token.pos;
    state->stacks = memory_alloc(cpds->threads.len * sizeof *state->stacks);
    if (target && r->token.kind == TOKEN_STAR) {
        state->shared = PDS_ANY;
        next(r);
    } else if (!parse_shared(r, cpds, &state->shared))
        return false;
    return parse_stacks(r, cpds, target, state);
}

bool cpds_parse_init(Cpds *cpds, const Sources *sources, int file, Diag *diag)
{
    Reader r;
    begin(&r, sources, file, diag);
    skip_blank_lines(&r);
    if (r.token.kind == TOKEN_END) {
        diag_error(diag, r.token.pos, "the initial state is missing; it is written like 0|1,2");
        return false;
    }
    assert(!cpds->init.stacks);
    if (!parse_state(&r, cpds, false, &cpds->init))
        return false;
    skip_blank_lines(&r);
    if (r.token.kind != TOKEN_END)
        diag_error(diag, r.token.pos, "there is only one initial state");
    return r.token.kind == TOKEN_END;
}

bool cpds_parse_targets(Cpds *cpds, const Sources *sources, int file, Diag *diag)
{
    Reader r;
    bool ok = true;
    begin(&r, sources, file, diag);
    for (skip_blank_lines(&r); r.token.kind != TOKEN_END; skip_blank_lines(&r)) {
        CpdsState target = {0};
        ok &= parse_state(&r, cpds, true, &target);
        vec_push(&cpds->targets, target);
        skip_line(&r);
    }
    if (!cpds->targets.len) {
        diag_error(diag, r.token.pos, "the target is missing; it is written like 3|1,* or 3|-,2");
        return false;
    }
    return ok;
}
