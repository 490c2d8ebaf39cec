/* guess.c -- what a method may perform, guessed from its text.
 *
 * The words between its braces tell which variables, members and elements it writes, and which it reads; of these
 * are made the sentences that are true of most small methods (x grows by one, gets the value of a parameter, is
 * what is returned).  None of it is claimed: who asks proves each, and takes no other (annotate.c). */
#include "command/guess.h"

#include <string.h>

enum { MOST_PLACES = 4, MOST_STEPS = 4 };

typedef struct Method {
    const Scan *scan;
    Arena *arena;
    bool zing, returns;
    size_t open, body; /* the bracket of the parameters, the brace */
    Guesses params;
    Guesses written, read; /* places */
} Method;

static const char *word(const Method *m, size_t k)
{
    const Lexeme *l = &m->scan->all.at[k];
    return arena_copy(m->arena, m->scan->text + l->at, l->len);
}

static bool is_name(const Method *m, size_t k)
{
    return k < m->scan->all.len && m->scan->all.at[k].kind == LEXEME_NAME;
}

/* Do both signs stand there, without anything between them? */
static bool is_sign(const Method *m, size_t k, const char *two)
{
    const Lexeme *l = m->scan->all.at + k;
    return k + 1 < m->scan->all.len && l[0].kind == LEXEME_SIGN && l[1].at == l[0].at + 1 &&
           m->scan->text[l[0].at] == two[0] && m->scan->text[l[1].at] == two[1];
}

static void add(Guesses *list, const char *text)
{
    vec_each (const char *, known, list)
        if (strcmp(*known, text) == 0)
            return;
    vec_push(list, text);
}

static bool has(const Guesses *list, const char *text)
{
    vec_each (const char *, known, list)
        if (strcmp(*known, text) == 0)
            return true;
    return false;
}

static void find_params(Method *m)
{
    size_t last = m->scan->all.at[m->open].partner;
    for (size_t k = m->open + 1; k < last; k++)
        if (is_name(m, k) && (k + 1 == last || lexemes_is(m->scan, k + 1, ",")))
            vec_push(&m->params, word(m, k));
}

/* Is it declared in the body?  A type, or a star behind one, stands before it there. */
static bool is_local(const Method *m, size_t name)
{
    for (size_t k = m->body + 1; k < m->scan->all.at[m->body].partner; k++) {
        size_t before = k - 1;
        while (lexemes_is(m->scan, before, "*"))
            before--;
        LexemeKind kind = m->scan->all.at[before].kind;
        bool typed = (kind == LEXEME_NAME || kind == LEXEME_WORD) && before > m->body &&
                     !lexemes_is(m->scan, before, "return") && !lexemes_is(m->scan, before, "else");
        bool begins =
            lexemes_is(m->scan, before - 1, ";") || lexemes_is(m->scan, before - 1, "{") ||
            lexemes_is(m->scan, before - 1, "}") || lexemes_is(m->scan, before - 1, "(") ||
            m->scan->all.at[before - 1].kind != LEXEME_SIGN;
        if (typed && begins && lexemes_same(m->scan, k, name))
            return true;
    }
    return false;
}

/* The place that begins here, up to `*end`: names with dots, arrows and simple indexes; NULL: none. */
static const char *place_at(const Method *m, size_t k, size_t *end)
{
    const Scan *scan = m->scan;
    size_t from = k;
    bool arrow = k > 1 && is_sign(m, k - 2, "->");
    if (!is_name(m, k) || arrow || lexemes_is(scan, k - 1, ".") || is_local(m, k))
        return NULL;
    bool bare = has(&m->params, word(m, k));
    for (k++; k < scan->all.len;) {
        bool index = lexemes_is(scan, k, "[") && scan->all.at[k].partner == k + 2;
        if (index && is_name(m, k + 1) && is_local(m, k + 1))
            return NULL;
        if (lexemes_is(scan, k, ".") && is_name(m, k + 1))
            k += 2;
        else if (is_sign(m, k, "->") && is_name(m, k + 2))
            k += 3;
        else if (index)
            k += 3;
        else
            break;
        bare = false;
    }
    *end = k;
    const Lexeme *first = &scan->all.at[from], *last = &scan->all.at[k - 1];
    if (bare || lexemes_is(scan, k, "(") || lexemes_is(scan, k, "["))
        return NULL;
    return arena_copy(m->arena, scan->text + first->at, last->at + last->len - first->at);
}

static bool is_written(const Method *m, size_t from, size_t end)
{
    const Scan *scan = m->scan;
    const Lexeme *l = &scan->all.at[end];
    bool sets = lexemes_is(scan, end, "=") && !is_sign(m, end, "==");
    bool changes = l->kind == LEXEME_SIGN && strchr("+-*/|&^%", scan->text[l->at]) &&
                   lexemes_is(scan, end + 1, "=") && l[1].at == l->at + 1;
    bool counts = is_sign(m, end, "++") || is_sign(m, end, "--") ||
                  (from > 1 && (is_sign(m, from - 2, "++") || is_sign(m, from - 2, "--")));
    return sets || changes || counts;
}

/* Is its address the first argument of a function for atomic objects? */
static bool is_atomic(const Method *m, size_t from)
{
    if (from < 3 || !lexemes_is(m->scan, from - 1, "&") || !lexemes_is(m->scan, from - 2, "("))
        return false;
    const char *name = word(m, from - 3);
    return (strncmp(name, "atomic_", 7) == 0 || strncmp(name, "__atomic_", 9) == 0 ||
            strncmp(name, "__sync_", 7) == 0) &&
           !strstr(name, "load");
}

static void find_places(Method *m)
{
    size_t last = m->scan->all.at[m->body].partner, end = 0;
    for (size_t k = m->body + 1; k < last; k++) {
        const char *place = place_at(m, k, &end);
        if (!place || has(&m->params, place))
            continue;
        if (is_written(m, k, end) || is_atomic(m, k))
            add(&m->written, place);
        else if (!lexemes_is(m->scan, k - 1, "&"))
            add(&m->read, place);
        k = end - 1;
    }
}

static void say(Method *m, Guess *g, const char *a, const char *relation, const char *b)
{
    add(&g->clauses, arena_print(m->arena, "%s == %s%s", a, relation, b));
}

/* What may be said of a place that is written. */
static void guess_place(Method *m, Guess *g, const char *place)
{
    const char *old = arena_print(m->arena, "\\old(%s)", place);
    static const char *const steps[] = {" + 1", " - 1"};
    for (int k = 0; k < 2; k++)
        add(&g->clauses, arena_print(m->arena, "%s == %s%s", place, old, steps[k]));
    vec_each (const char *, param, &m->params) {
        say(m, g, place, "", *param);
        add(&g->clauses, arena_print(m->arena, "%s == %s + %s", place, old, *param));
        add(&g->clauses, arena_print(m->arena, "%s == %s - %s", place, old, *param));
    }
    say(m, g, place, "", "0");
    say(m, g, place, "", m->zing ? "true" : "1");
    if (m->zing)
        say(m, g, place, "", "false");
    if (m->zing)
        say(m, g, place, "", "null");
    vec_each (const char *, other, &m->written)
        if (*other != place)
            add(&g->clauses, arena_print(m->arena, "%s == \\old(%s)", place, *other));
    if (!m->returns)
        return;
    say(m, g, "\\result", "", old);
    say(m, g, "\\result", "", place);
}

static const char *join(Method *m)
{
    const char *text = "";
    for (size_t k = 0; k < m->written.len; k++)
        text = arena_print(m->arena, "%s%s%s", text, k ? ", " : "", m->written.at[k]);
    return text;
}

void guess_free(Guess *guess)
{
    vec_free(&guess->clauses);
}

bool guess_make(Guess *guess, const Scan *scan, Language language, const char *name, Arena *arena)
{
    Method m = {.scan = scan, .arena = arena, .zing = language == LANGUAGE_ZING};
    m.body = place_body(scan, language, name);
    if (m.body < 3)
        return false;
    size_t close = m.body - 1;
    m.open = scan->all.at[close].partner;
    m.returns = !(m.open > 1 && lexemes_is(scan, m.open - 2, "void"));
    *guess = (Guess){.at = scan->all.at[close].at + 1, .nothing = m.zing ? "true" : "1"};
    find_params(&m);
    find_places(&m);
    guess->places = join(&m);
    bool few = m.written.len <= MOST_PLACES;
    for (size_t k = 0; k < m.written.len && few; k++)
        guess_place(&m, guess, m.written.at[k]);
    for (size_t k = 0; k < m.read.len && k < MOST_STEPS && m.returns; k++)
        say(&m, guess, "\\result", "", m.read.at[k]);
    vec_free(&m.params);
    vec_free(&m.written);
    vec_free(&m.read);
    return few;
}
