/* formula.c -- formulas: how they are read, their negation normal form, and of which words they hold. */
#include "ltl/ltl.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { DEEPEST = 200 }; /* parentheses in each other */

typedef struct Parser {
    Ltl *ltl;
    const char *text, *at;
    const char *why; /* what is wrong; NULL: nothing so far */
    int depth;
    const char *word; /* the last name that was read */
    size_t word_len;
} Parser;

static uint32_t make(Ltl *ltl, LtlKind kind, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < ltl->nodes.len; k++) {
        const LtlNode *node = &ltl->nodes.at[k];
        if (node->kind == kind && node->a == a && node->b == b)
            return k;
    }
    assert(kind < LTL_NOT || a < ltl->nodes.len); /* so walks come to an end */
    vec_push(&ltl->nodes, ((LtlNode){kind, a, b}));
    return (uint32_t)ltl->nodes.len - 1;
}

static uint32_t always(Ltl *ltl, uint32_t a)
{
    return make(ltl, LTL_RELEASE, make(ltl, LTL_FALSE, 0, 0), a);
}

static uint32_t negate(Ltl *ltl, uint32_t a)
{
    return make(ltl, LTL_NOT, a, 0);
}

/* ---- reading ---- */

static uint32_t fail(Parser *p, const char *what)
{
    size_t len = strlen(p->at) < 20 ? strlen(p->at) : 20;
    while (len && ((unsigned char)p->at[len] & 0xC0) == 0x80) /* not inside a character */
        len--;
    if (!p->why)
        p->why = *p->at ? arena_print(&p->ltl->arena, "%s, at '%.*s'", what, (int)len, p->at)
                        : arena_print(&p->ltl->arena, "%s, at the end", what);
    return make(p->ltl, LTL_TRUE, 0, 0);
}

static void skip(Parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* An operator, or a word that is one. */
static bool take(Parser *p, const char *token)
{
    size_t len = strlen(token);
    skip(p);
    if (strncmp(p->at, token, len) != 0 || (is_word(*token) && is_word(p->at[len])))
        return false;
    p->at += len;
    return true;
}

static bool last_word_is(const Parser *p, const char *word)
{
    return p->word_len == strlen(word) && strncmp(p->word, word, p->word_len) == 0;
}

/* Something follows that cannot be there: `what`, or what the user may have meant. */
static uint32_t fail_after(Parser *p, const char *what)
{
    static const char *const spelled[][2] = {
        {"always", "always is written G or []"},
        {"eventually", "eventually is written F or <>"},
        {"next", "next is written X"},
    };
    skip(p);
    if (p->word_len && strspn(p->word, "GFX") == p->word_len)
        what = "operators are words of their own, like G F";
    for (size_t k = 0; k < sizeof spelled / sizeof *spelled; k++)
        if (last_word_is(p, spelled[k][0]))
            what = spelled[k][1];
    if (*p->at && strchr("=!<>+-*/%[@", *p->at))
        what = "an expression of the program stands in braces, like {x == 1}";
    if (strncmp(p->at, "until", 5) == 0)
        what = "until is written U";
    return fail(p, what);
}

static uint32_t parse_equal(Parser *p);

static uint32_t add_atom(Parser *p, const char *text, size_t len)
{
    uint32_t k = 0;
    while (k < p->ltl->atoms.len &&
           (strlen(p->ltl->atoms.at[k]) != len || strncmp(p->ltl->atoms.at[k], text, len) != 0))
        k++;
    if (k == LTL_MOST)
        return fail(p, "more than 64 different conditions");
    if (k == p->ltl->atoms.len)
        vec_push(&p->ltl->atoms, arena_copy(&p->ltl->arena, text, len));
    return make(p->ltl, LTL_ATOM, k, 0);
}

/* `name`, `at(...)`, `{ expression }`. */
static uint32_t parse_atom(Parser *p)
{
    const char *begin = p->at;
    const char *close = *p->at == '{' ? "}" : NULL;
    if (!close && !is_word(*p->at))
        return fail(p, "a condition is missing");
    if (!close) {
        while (is_word(*p->at))
            p->at++;
        p->word = begin;
        p->word_len = (size_t)(p->at - begin);
        if (*p->at != '(')
            return add_atom(p, begin, (size_t)(p->at - begin));
        close = ")";
    }
    const char *end = strpbrk(p->at, close);
    if (!end)
        return fail(p, *close == '}' ? "the '}' is missing" : "the ')' is missing");
    p->at = end + 1;
    return add_atom(p, begin, (size_t)(p->at - begin));
}

static uint32_t parse_unary(Parser *p)
{
    Ltl *ltl = p->ltl;
    if (p->depth > DEEPEST)
        return fail(p, "too many operators in each other");
    p->depth++;
    uint32_t node;
    if (take(p, "!"))
        node = negate(ltl, parse_unary(p));
    else if (take(p, "G") || take(p, "[]"))
        node = always(ltl, parse_unary(p));
    else if (take(p, "F") || take(p, "<>"))
        node = make(ltl, LTL_UNTIL, make(ltl, LTL_TRUE, 0, 0), parse_unary(p));
    else if (take(p, "X"))
        node = make(ltl, LTL_NEXT, parse_unary(p), 0);
    else if (take(p, "true"))
        node = make(ltl, LTL_TRUE, 0, 0);
    else if (take(p, "false"))
        node = make(ltl, LTL_FALSE, 0, 0);
    else if (take(p, "(")) {
        node = parse_equal(p);
        if (!p->why && !take(p, ")"))
            node = fail_after(p, *p->at ? "an operator or ')' is missing" : "the ')' is missing");
    } else
        node = parse_atom(p);
    p->depth--;
    return node;
}

static uint32_t parse_until(Parser *p)
{
    Ltl *ltl = p->ltl;
    uint32_t a = parse_unary(p), b;
    if (p->why || ++p->depth > DEEPEST)
        return p->why ? a : fail(p, "too many operators in each other");
    if (take(p, "U")) {
        b = parse_until(p);
        a = make(ltl, LTL_UNTIL, a, b);
    } else if (take(p, "R") || take(p, "V")) {
        b = parse_until(p);
        a = make(ltl, LTL_RELEASE, a, b);
    } else if (take(p, "W")) { /* a W b: b R (a | b) */
        b = parse_until(p);
        a = make(ltl, LTL_RELEASE, b, make(ltl, LTL_OR, a, b));
    }
    p->depth--;
    return a;
}

static uint32_t parse_and(Parser *p)
{
    uint32_t a = parse_until(p);
    while (!p->why && (take(p, "&&") || take(p, "&")))
        a = make(p->ltl, LTL_AND, a, parse_until(p));
    return a;
}

static uint32_t parse_or(Parser *p)
{
    uint32_t a = parse_and(p);
    while (!p->why && (take(p, "||") || take(p, "|")))
        a = make(p->ltl, LTL_OR, a, parse_and(p));
    return a;
}

static uint32_t parse_implies(Parser *p)
{
    uint32_t a = parse_or(p);
    if (p->why || ++p->depth > DEEPEST)
        return p->why ? a : fail(p, "too many operators in each other");
    if (take(p, "->"))
        a = make(p->ltl, LTL_OR, negate(p->ltl, a), parse_implies(p));
    p->depth--;
    return a;
}

static uint32_t parse_equal(Parser *p)
{
    uint32_t a = parse_implies(p);
    while (!p->why && take(p, "<->")) {
        uint32_t b = parse_implies(p);
        a = make(p->ltl, LTL_OR, make(p->ltl, LTL_AND, a, b),
                 make(p->ltl, LTL_AND, negate(p->ltl, a), negate(p->ltl, b)));
    }
    return a;
}

const char *ltl_parse(Ltl *ltl, const char *text)
{
    Parser p = {.ltl = ltl, .text = text, .at = text};
    ltl->root = parse_equal(&p);
    skip(&p);
    if (!p.why && *p.at)
        fail_after(&p, "an operator is missing");
    return p.why;
}

void ltl_free(Ltl *ltl)
{
    vec_free(&ltl->nodes);
    vec_free(&ltl->atoms);
    arena_free(&ltl->arena);
}

/* ---- negation normal form ---- */

uint32_t ltl_normal(Ltl *ltl, uint32_t node, bool negated)
{
    LtlNode n = ltl->nodes.at[node];
    LtlKind kind = n.kind;
    switch (kind) {
    case LTL_TRUE:
    case LTL_FALSE:
        return make(ltl, (kind == LTL_TRUE) != negated ? LTL_TRUE : LTL_FALSE, 0, 0);
    case LTL_ATOM:
        return negated ? make(ltl, LTL_NOT, node, 0) : node;
    case LTL_NOT:
        return ltl_normal(ltl, n.a, !negated);
    case LTL_NEXT:
        return make(ltl, LTL_NEXT, ltl_normal(ltl, n.a, negated), 0);
    case LTL_AND:
    case LTL_OR:
        kind = (kind == LTL_AND) != negated ? LTL_AND : LTL_OR;
        break;
    case LTL_UNTIL:
    case LTL_RELEASE:
        kind = (kind == LTL_UNTIL) != negated ? LTL_UNTIL : LTL_RELEASE;
        break;
    }
    uint32_t a = ltl_normal(ltl, n.a, negated), b = ltl_normal(ltl, n.b, negated);
    return make(ltl, kind, a, b);
}

static bool has_operands(const LtlNode *node)
{
    return node->kind >= LTL_AND;
}

bool ltl_has_next(const Ltl *ltl, uint32_t node)
{
    const LtlNode *n = &ltl->nodes.at[node];
    if (n->kind == LTL_NEXT)
        return true;
    if (n->kind == LTL_NOT)
        return ltl_has_next(ltl, n->a);
    return has_operands(n) && (ltl_has_next(ltl, n->a) || ltl_has_next(ltl, n->b));
}

/* ---- words ---- */

typedef struct Word {
    const Ltl *ltl;
    const uint64_t *letters;
    size_t len, round;
    bool *holds; /* node * len + place */
} Word;

static bool value(const Word *w, uint32_t node, size_t place)
{
    return w->holds[node * w->len + place];
}

static bool compute(const Word *w, const LtlNode *n, size_t i, bool after)
{
    switch (n->kind) {
    case LTL_TRUE:
        return true;
    case LTL_FALSE:
        return false;
    case LTL_ATOM:
        return w->letters[i] >> n->a & 1;
    case LTL_NOT:
        return !value(w, n->a, i);
    case LTL_AND:
        return value(w, n->a, i) && value(w, n->b, i);
    case LTL_OR:
        return value(w, n->a, i) || value(w, n->b, i);
    case LTL_NEXT:
        return value(w, n->a, i + 1 < w->len ? i + 1 : w->round);
    case LTL_UNTIL:
        return value(w, n->b, i) || (value(w, n->a, i) && after);
    case LTL_RELEASE:
        return value(w, n->b, i) && (value(w, n->a, i) || after);
    }
    return false;
}

/* Operands have lower numbers.  What until and release say of the place behind the last one is first taken to be
 * false, or true; going round once more, twice is enough. */
bool ltl_holds(const Ltl *ltl, uint32_t node, const uint64_t *letters, size_t len, size_t round)
{
    assert(round < len);
    Word w = {ltl, letters, len, round, memory_alloc((node + 1) * len)};
    for (uint32_t k = 0; k <= node; k++) {
        const LtlNode *n = &ltl->nodes.at[k];
        bool after = n->kind == LTL_RELEASE;
        for (int pass = 0; pass < 2; pass++) {
            for (size_t i = len; i-- > 0;) {
                after = compute(&w, n, i, after);
                w.holds[k * len + i] = after;
            }
            after = value(&w, k, round);
        }
    }
    bool holds = value(&w, node, 0);
    memory_free(w.holds);
    return holds;
}
