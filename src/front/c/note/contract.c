/* contract.c -- see contract.h.  front/performs.h has the grammar; expressions and places are left to
 * clang. */
#include "front/c/note/contract.h"

#include "front/c/note/moment.h"
#include "front/c/note/quantifier.h"
#include "front/performs.h"

#include <ctype.h>
#include <stdarg.h>

typedef struct Parser {
    const ContractText *from;
    Note *note;
    CToken now;
    size_t begin;  /* of the action that is being read */
    uint8_t moves; /* ... comes next */
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

static bool is_predicate(const ContractText *from, CToken t)
{
    bool found = false;
    for (int k = 0; k < NOTE_WORDS; k++)
        found = found ||
                (note_info[k].place == PLACE_DECLARATION && is_word(from, t, note_info[k].word));
    return found;
}

size_t contract_next(const char *text, size_t begin, size_t end)
{
    ContractText all = {.text = text, .begin = begin, .end = end};
    CToken t = scan_token(text, begin, end);
    size_t depth = 0;
    bool ended = false, many = is_predicate(&all, t);
    for (; many && t.kind != TOKEN_END; t = scan_token(text, t.end, end)) {
        char c = t.kind == TOKEN_OTHER ? text[t.begin] : 'x';
        if (ended && is_predicate(&all, t))
            return t.begin;
        depth += strchr("([{", c) != NULL;
        depth -= depth && strchr(")]}", c);
        ended = c == ';' && !depth;
    }
    return end;
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

/* ---- expressions ---- */

static bool check_special(const ContractText *from, CToken t, ContractWords words)
{
    CToken name = scan_token(from->text, t.end, from->end);
    bool known = is_word(from, name, "old") || is_word(from, name, "result");
    if (words == WORDS_ACTION && known && name.begin == t.end)
        return true;
    if (words == WORDS_LOOP) {
        Moment moment;
        size_t where;
        const char *why = moment_read(from->text, t, from->end, &moment, &where);
        if (!why || *why)
            return !why || complain(from, where, "%s", why);
    }
    if (quantifier_is(from->text, t, from->end)) {
        Quantifier q;
        size_t where;
        const char *why = quantifier_read(from->text, t, from->end, &q, &where);
        return !why || complain(from, where, "%s", why);
    }
    if (known)
        return complain(from, t.begin, "there is `\\%.*s` in actions%s only",
                        (int)(name.end - name.begin), from->text + name.begin,
                        is_word(from, name, "old") ? " and in invariants of loops" : "");
    return complain(from, t.begin, "unexpected `\\` in an annotation");
}

bool contract_check(const ContractText *from, ContractWords words)
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
            right = check_special(from, t, words);
        else if (!closes || (c == ';' && !open.len) || c == '#')
            right = complain(from, t.begin, "unexpected `%c` in an annotation", c);
    }
    if (right && open.len)
        right = complain(from, from->end, "the annotation ends before its `%c` is closed",
                         vec_last(&open));
    vec_free(&open);
    return right;
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
                       .text = scan_in_one_line(p->from->arena, p->from->text, first.begin, end),
                       .action = (uint32_t)p->note->actions.len - (kind != PIECE_REQUIRES)};
    p->failed =
        p->failed || !contract_check(&part, kind == PIECE_REQUIRES ? WORDS_NONE : WORDS_ACTION);
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

static uint8_t mover_of(const ContractText *from, CToken t)
{
    return t.kind == TOKEN_NAME ? performs_mover(from->text + t.begin, t.end - t.begin) : 0;
}

static char look(void *of, bool next)
{
    Parser *p = of;
    CToken t = next ? after(p) : p->now;
    return t.kind == TOKEN_END                              ? PERFORMS_END
           : is_word(p->from, t, "requires")                ? PERFORMS_REQUIRES
           : is_word(p->from, t, "performs")                ? PERFORMS_PERFORMS
           : is_word(p->from, t, "modifies")                ? PERFORMS_MODIFIES
           : is_word(p->from, t, "ensures")                 ? PERFORMS_ENSURES
           : is_word(p->from, t, "action")                  ? PERFORMS_ACTION
           : mover_of(p->from, t)                           ? PERFORMS_MOVER
           : strchr("()[]{};:,*\"", p->from->text[t.begin]) ? p->from->text[t.begin]
                                                            : PERFORMS_OTHER;
}

static void take_token(void *of)
{
    take(of);
}

static bool begins_clause(const Parser *p)
{
    static const char *const words[] = {"requires", "performs", "modifies", "ensures"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(p->from, p->now, words[i]))
            return true;
    return false;
}

/* Up to the next clause. */
static bool read_clause(Parser *p, PieceKind kind)
{
    size_t begin = p->now.begin;
    int depth = 0;
    for (; p->now.kind != TOKEN_END; take(p)) {
        char c = sign(p);
        if (!depth && (c == ';' || begins_clause(p)))
            break;
        depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
    }
    size_t end = p->now.kind == TOKEN_END ? p->from->end : p->now.begin;
    add_clauses(p, kind, begin, end);
    return !p->failed;
}

static bool read_requires(void *of)
{
    return read_clause(of, PIECE_REQUIRES);
}

static bool read_ensures(void *of)
{
    return read_clause(of, PIECE_CLAUSE);
}

static void read_mover(void *of)
{
    Parser *p = of;
    p->moves = mover_of(p->from, p->now);
    take(p);
}

static void begin_action(void *of)
{
    Parser *p = of;
    p->begin = p->now.begin;
    vec_push(&p->note->actions,
             ((NoteAction){.label = "", .moves = p->moves, .pos = place(p->from, p->begin)}));
    p->moves = 0;
}

static void read_label(void *of)
{
    Parser *p = of;
    vec_last(&p->note->actions).label =
        arena_copy(p->from->arena, p->from->text + p->now.begin + 1, p->now.end - p->now.begin - 2);
    take(p);
}

static bool read_place(void *of)
{
    Parser *p = of;
    size_t begin = p->now.begin, end = skip_to(p, ",);");
    add_piece(p, PIECE_PLACE, begin, end);
    return !p->failed;
}

static void end_places(void *of)
{
    Parser *p = of;
    vec_last(&p->note->actions).text =
        scan_in_one_line(p->from->arena, p->from->text, p->begin, p->now.begin);
}

static bool read_predicate(void *of)
{
    Parser *p = of;
    size_t from = p->now.begin, to = skip_to(p, "}");
    add_clauses(p, PIECE_CLAUSE, from, to);
    return !p->failed;
}

static void say_expected(void *of, const char *what)
{
    expected(of, what);
}

static void say(void *of, const char *sentence)
{
    Parser *p = of;
    complain(p->from, p->now.begin, "%s", sentence);
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
    if (!contract_check(&part, WORDS_NONE))
        return false;
    size_t change = moment_change(from->text, value);
    if (change != SIZE_MAX)
        return complain(from, change, "what is assigned to a ghost must not change anything");
    for (CToken t = scan_token(from->text, value.begin, value.end); t.kind != TOKEN_END;
         t = scan_token(from->text, t.end, value.end)) {
        bool lock = is_word(from, last, "holds") || is_word(from, last, "reads") ||
                    is_word(from, last, "unlocked") || is_word(from, last, "sizeof");
        if (from->text[t.begin] == '(' && last.kind == TOKEN_NAME && !lock)
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

static bool has_word(const ContractText *from, const char *word)
{
    for (CToken t = scan_token(from->text, from->begin, from->end); t.kind != TOKEN_END;
         t = scan_token(from->text, t.end, from->end))
        if (is_word(from, t, word))
            return true;
    return false;
}

/* Frama-C's contracts begin with `requires`, too; they have no `modifies`, and without one of theirs
 * `ensures` says nothing of what is not named. */
bool contract_is_foreign(const ContractText *from)
{
    static const char *const words[] = {"assigns",   "behavior", "terminates",
                                        "decreases", "complete", "disjoint"};
    if (has_word(from, "ensures") && !has_word(from, "modifies"))
        return true;
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
    PerformsText text = {.of = &p,
                         .quote = '`',
                         .look = look,
                         .take = take_token,
                         .requires = read_requires,
                         .mover = read_mover,
                         .action = begin_action,
                         .label = read_label,
                         .place = read_place,
                         .modifies = end_places,
                         .predicate = read_predicate,
                         .ensures = read_ensures,
                         .expected = say_expected,
                         .complain = say};
    p.now = scan_token(from->text, from->begin, from->end);
    return performs_read(&text, &note->steps);
}
