/* contract.c -- see contract.h.
 *
 *   annotation = { "requires" expression [ ";" ] | "performs" choice [ ";" ] }
 *   choice     = sequence { "[" "]" sequence }
 *   sequence   = repeated { ";" repeated }
 *   repeated   = ( action | "(" choice ")" ) { "*" }
 *   action     = "action" [ STRING ":" ] "(" [ place { "," place } ] ")" "{" expression "}"
 *
 * Expressions and places are left to clang. */
#include "front/c/note/contract.h"

#include "front/c/note/quantifier.h"

#include <ctype.h>
#include <stdarg.h>

enum { MOST_NESTING = 100 };

typedef struct Parser {
    const ContractText *from;
    Note *note;
    CToken now;
    unsigned depth;
    bool failed;
} Parser;

static Pos place(const ContractText *from, size_t at)
{
    Pos pos = from->pos;
    for (size_t i = from->begin; i < at; i++) {
        pos.column++;
        if (from->text[i] == '\n') {
            pos.line++;
            pos.column = 1;
        }
    }
    return pos;
}

__attribute__((format(printf, 3, 4))) static bool complain(const ContractText *from, size_t at,
                                                           const char *format, ...)
{
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diag_error(from->diag, place(from, at), "%s", text);
    return false;
}

static char sign(const Parser *p)
{
    return p->now.kind == TOKEN_END ? '\0' : p->from->text[p->now.begin];
}

static bool is_word(const ContractText *from, CToken t, const char *word)
{
    return t.kind == TOKEN_NAME && t.end - t.begin == strlen(word) &&
           memcmp(from->text + t.begin, word, strlen(word)) == 0;
}

static CToken after(const Parser *p)
{
    return scan_token(p->from->text, p->now.end, p->from->end);
}

static void take(Parser *p)
{
    p->now = after(p);
}

static void expected(Parser *p, const char *what)
{
    int len = (int)(p->now.end - p->now.begin);
    if (!p->failed && p->now.kind == TOKEN_END)
        complain(p->from, p->from->end, "expected %s, found the end of the annotation", what);
    else if (!p->failed)
        complain(p->from, p->now.begin, "expected %s, found `%.*s`", what, len,
                 p->from->text + p->now.begin);
    p->failed = true;
}

static bool expect(Parser *p, char c, const char *what)
{
    if (sign(p) != c)
        expected(p, what);
    else
        take(p);
    return !p->failed;
}

/* ---- expressions ---- */

static bool check_special(const ContractText *from, CToken t, bool special)
{
    CToken name = scan_token(from->text, t.end, from->end);
    bool known = is_word(from, name, "old") || is_word(from, name, "result");
    if (special && known && name.begin == t.end)
        return true;
    if (quantifier_is(from->text, t, from->end)) {
        Quantifier q;
        size_t where;
        const char *why = quantifier_read(from->text, t, from->end, &q, &where);
        return !why || complain(from, where, "%s", why);
    }
    if (known)
        return complain(from, t.begin, "there is `\\%.*s` in actions only",
                        (int)(name.end - name.begin), from->text + name.begin);
    return complain(from, t.begin, "unexpected `\\` in an annotation");
}

bool contract_check(const ContractText *from, bool special)
{
    VEC(char) open = {0};
    CToken t = scan_token(from->text, from->begin, from->end);
    bool right =
        t.kind != TOKEN_END ||
        complain(from, from->end, "expected an expression, found the end of the annotation");
    for (; right && t.kind != TOKEN_END; t = scan_token(from->text, t.end, from->end)) {
        char c = from->text[t.begin], opening = c == ')'   ? '('
                                                : c == ']' ? '['
                                                : c == '}' ? '{'
                                                           : 0;
        if (c == '(' || c == '[' || c == '{')
            vec_push(&open, c);
        bool closes = !opening || (open.len && vec_pop(&open) == opening);
        if (c == '\\')
            right = check_special(from, t, special);
        else if (!closes || (c == ';' && !open.len) || c == '#')
            right = complain(from, t.begin, "unexpected `%c` in an annotation", c);
    }
    if (right && open.len)
        right = complain(from, from->end, "the annotation ends before its `%c` is closed",
                         vec_last(&open));
    vec_free(&open);
    return right;
}

static const char *in_one_line(const Parser *p, size_t begin, size_t end)
{
    char *text = arena_copy(p->from->arena, p->from->text + begin, end - begin), *to = text;
    for (const char *from = text; *from; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    while (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
    return text;
}

static void add_piece(Parser *p, PieceKind kind, size_t begin, size_t end)
{
    CToken first = scan_token(p->from->text, begin, end);
    ContractText part = *p->from;
    part.pos = place(p->from, first.begin);
    part.begin = first.begin;
    part.end = end;
    NotePiece piece = {.kind = kind,
                       .begin = first.begin,
                       .end = end,
                       .pos = part.pos,
                       .text = in_one_line(p, first.begin, end),
                       .action = (uint32_t)p->note->actions.len};
    p->failed = p->failed || !contract_check(&part, kind != PIECE_REQUIRES);
    vec_push(&p->note->pieces, piece);
}

/* Two of these signs begin at the token. */
static bool is_pair(const Parser *p, CToken t, char c)
{
    return p->from->text[t.begin] == c && t.end < p->from->end && p->from->text[t.end] == c;
}

/* The first sign of ==> or <==>. */
static bool is_arrow(const Parser *p, CToken t)
{
    return is_pair(p, t, '=') && t.end + 1 < p->from->end && p->from->text[t.end + 1] == '>';
}

/* Is there a ||, ?: or ==> outside of all brackets?  Then && does not split the expression. */
static bool is_whole(const Parser *p, size_t begin, size_t end)
{
    const char *text = p->from->text;
    int depth = 0;
    for (CToken t = scan_token(text, begin, end); t.kind != TOKEN_END;
         t = scan_token(text, t.end, end)) {
        depth += strchr("([{", text[t.begin]) ? 1 : strchr(")]}", text[t.begin]) ? -1 : 0;
        if (!depth && (is_pair(p, t, '|') || text[t.begin] == '?' || is_arrow(p, t)))
            return true;
    }
    return false;
}

/* One piece for each part that && joins. */
static void add_clauses(Parser *p, PieceKind kind, size_t begin, size_t end)
{
    const char *text = p->from->text;
    bool whole = is_whole(p, begin, end);
    size_t from = begin;
    int depth = 0;
    for (CToken t = scan_token(text, begin, end); t.kind != TOKEN_END && !whole;
         t = scan_token(text, t.end, end)) {
        depth += strchr("([{", text[t.begin]) ? 1 : strchr(")]}", text[t.begin]) ? -1 : 0;
        if (depth || !is_pair(p, t, '&'))
            continue;
        add_piece(p, kind, from, t.begin);
        t.end++;
        from = t.end;
    }
    add_piece(p, kind, from, end);
}

/* ---- performs ---- */

/* Behind the tokens up to a sign outside of all brackets. */
static size_t skip_to(Parser *p, const char *signs)
{
    int depth = 0;
    for (; p->now.kind != TOKEN_END; take(p)) {
        char c = sign(p);
        if (!depth && strchr(signs, c))
            break;
        depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
        if (depth < 0)
            break;
    }
    return p->now.begin;
}

static void parse_places(Parser *p)
{
    if (!expect(p, '(', "`(` before what the action modifies"))
        return;
    while (!p->failed && sign(p) != ')') {
        size_t begin = p->now.begin, end = skip_to(p, ",)");
        add_piece(p, PIECE_PLACE, begin, end);
        if (sign(p) == ',')
            take(p);
        else
            break;
    }
    if (!p->failed)
        expect(p, ')', "`)` after what the action modifies");
}

static void parse_action(Parser *p)
{
    NoteAction action = {.label = "", .pos = place(p->from, p->now.begin)};
    size_t begin = p->now.begin;
    if (!is_word(p->from, p->now, "action")) {
        expected(p, "`action` or `(`");
        return;
    }
    take(p);
    if (sign(p) == '"') {
        action.label = arena_copy(p->from->arena, p->from->text + p->now.begin + 1,
                                  p->now.end - p->now.begin - 2);
        take(p);
        expect(p, ':', "`:` after the label of the action");
    }
    parse_places(p);
    action.text = in_one_line(p, begin, p->now.begin);
    if (p->failed || !expect(p, '{', "`{` before the predicate of the action"))
        return;
    size_t from = p->now.begin, to = skip_to(p, "}");
    add_clauses(p, PIECE_CLAUSE, from, to);
    if (!p->failed)
        expect(p, '}', "`}` after the predicate of the action");
    vec_push(&p->note->steps, ((SpecStep){SPEC_ACTION, (uint32_t)p->note->actions.len}));
    vec_push(&p->note->actions, action);
}

static void parse_choice(Parser *p);

static void parse_repeated(Parser *p)
{
    if (++p->depth > MOST_NESTING)
        expected(p, "less nesting");
    else if (sign(p) == '(') {
        take(p);
        parse_choice(p);
        if (!p->failed)
            expect(p, ')', "`)` to match the `(` before it");
    } else
        parse_action(p);
    for (; !p->failed && sign(p) == '*'; take(p))
        vec_push(&p->note->steps, ((SpecStep){SPEC_STAR, 0}));
    p->depth--;
}

/* A last `;` may end the performs. */
static bool goes_on(const Parser *p)
{
    CToken next = after(p);
    return sign(p) == ';' && next.kind != TOKEN_END && !is_word(p->from, next, "requires") &&
           !is_word(p->from, next, "performs");
}

static void parse_sequence(Parser *p)
{
    parse_repeated(p);
    while (!p->failed && goes_on(p)) {
        take(p);
        parse_repeated(p);
        vec_push(&p->note->steps, ((SpecStep){SPEC_THEN, 0}));
    }
}

static void parse_choice(Parser *p)
{
    parse_sequence(p);
    while (!p->failed && sign(p) == '[') {
        take(p);
        if (!expect(p, ']', "`]`: a choice is written `[]`"))
            return;
        parse_sequence(p);
        vec_push(&p->note->steps, ((SpecStep){SPEC_OR, 0}));
    }
}

/* Up to the next clause. */
static void parse_requires(Parser *p)
{
    size_t begin = p->now.begin;
    int depth = 0;
    for (; p->now.kind != TOKEN_END; take(p)) {
        char c = sign(p);
        if (!depth && (c == ';' || is_word(p->from, p->now, "requires") ||
                       is_word(p->from, p->now, "performs")))
            break;
        depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
    }
    size_t end = p->now.kind == TOKEN_END ? p->from->end : p->now.begin;
    add_clauses(p, PIECE_REQUIRES, begin, end);
}

/* ---- ghosts ---- */

/* The first such sign outside of brackets in [begin, end), or end. */
static size_t find_sign(const ContractText *from, size_t begin, size_t end, char sign)
{
    int depth = 0;
    for (CToken t = scan_token(from->text, begin, end); t.kind != TOKEN_END;
         t = scan_token(from->text, t.end, end)) {
        char c = from->text[t.begin];
        if (!depth && c == sign)
            return t.begin;
        depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
    }
    return end;
}

/* What is computed for a ghost changes nothing, and calls nothing. */
static bool check_value(const ContractText *from, Span value)
{
    ContractText part = *from;
    CToken last = {TOKEN_END, value.begin, value.begin};
    part.begin = value.begin;
    part.end = value.end;
    part.pos = place(from, value.begin);
    if (!contract_check(&part, false))
        return false;
    for (CToken t = scan_token(from->text, value.begin, value.end); t.kind != TOKEN_END;
         t = scan_token(from->text, t.end, value.end)) {
        char c = from->text[t.begin], before = last.kind == TOKEN_END ? 0 : from->text[last.begin];
        bool twice = last.end == t.begin && c == before;
        bool compares = strchr("=!<>", before) && before && last.end == t.begin;
        bool next = t.end < value.end && from->text[t.end] == '=';
        bool lock = is_word(from, last, "holds") || is_word(from, last, "reads") ||
                    is_word(from, last, "unlocked") || is_word(from, last, "sizeof");
        if (((c == '+' || c == '-') && twice) || (c == '=' && !compares && !next))
            return complain(from, t.begin, "what is assigned to a ghost must not change anything");
        if (c == '(' && last.kind == TOKEN_NAME && !lock)
            return complain(from, last.begin,
                            "what is assigned to a ghost must not call functions");
        last = t;
    }
    return true;
}

/* The last name outside of brackets. */
static CToken last_name(const ContractText *from, size_t begin, size_t end)
{
    CToken name = {TOKEN_END, begin, begin};
    int depth = 0;
    for (CToken t = scan_token(from->text, begin, end); t.kind != TOKEN_END;
         t = scan_token(from->text, t.end, end)) {
        char c = from->text[t.begin];
        depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
        if (!depth && t.kind == TOKEN_NAME)
            name = t;
    }
    return name;
}

bool contract_ghost(const ContractText *from, Ghost *ghost, size_t *rest)
{
    size_t end = find_sign(from, from->begin, from->end, ';');
    size_t equal = find_sign(from, from->begin, end, '=');
    CToken first = scan_token(from->text, from->begin, end);
    CToken second = scan_token(from->text, first.end, end);
    CToken name = last_name(from, from->begin, equal);
    bool declares = first.kind == TOKEN_NAME && second.begin < equal &&
                    (second.kind == TOKEN_NAME || from->text[second.begin] == '*');
    *ghost = (Ghost){.is = true, .assigns = !declares};
    *rest = end < from->end ? end + 1 : end;
    if (name.kind == TOKEN_END || (!declares && equal == end))
        return complain(from, first.begin,
                        "expected a ghost variable, `type name`, or an assignment to one");
    if (find_sign(from, from->begin, equal, '[') < equal)
        return complain(from, find_sign(from, from->begin, equal, '['),
                        "there are no ghost arrays");
    ghost->plain = arena_copy(from->arena, from->text + name.begin, name.end - name.begin);
    ghost->type = (Span){from->begin, name.begin};
    ghost->name = declares ? (Span){name.begin, name.end} : (Span){from->begin, equal};
    ghost->value = equal < end ? (Span){equal + 1, end} : (Span){end, end};
    return equal == end || check_value(from, ghost->value);
}

/* Frama-C's contracts begin with `requires`, too. */
bool contract_is_foreign(const ContractText *from)
{
    static const char *const words[] = {"ensures",   "assigns",  "behavior", "terminates",
                                        "decreases", "complete", "disjoint"};
    for (CToken t = scan_token(from->text, from->begin, from->end); t.kind != TOKEN_END;
         t = scan_token(from->text, t.end, from->end)) {
        CToken next = scan_token(from->text, t.end, from->end);
        if (from->text[t.begin] == '\\' && next.kind == TOKEN_NAME && next.begin == t.end &&
            !is_word(from, next, "old") && !is_word(from, next, "result") &&
            !quantifier_is(from->text, t, from->end))
            return true;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (is_word(from, t, words[k]))
                return true;
    }
    return false;
}

bool contract_read(const ContractText *from, Note *note)
{
    Parser p = {.from = from, .note = note};
    p.now = scan_token(from->text, from->begin, from->end);
    while (!p.failed && p.now.kind != TOKEN_END) {
        CToken word = p.now;
        take(&p);
        if (is_word(from, word, "requires"))
            parse_requires(&p);
        else if (is_word(from, word, "performs") && note->steps.len)
            p.failed = !complain(from, word.begin, "there are two `performs`; join them with []");
        else if (is_word(from, word, "performs"))
            parse_choice(&p);
        else {
            p.now = word;
            expected(&p, "`requires`, `performs` or the end of the annotation");
        }
        if (!p.failed && sign(&p) == ';')
            take(&p);
    }
    return !p.failed;
}
