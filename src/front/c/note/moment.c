/* moment.c -- see moment.h. */
#include "front/c/note/moment.h"

#include "front/c/note/quantifier.h"

static bool is_name(const char *text, CToken t, const char *name)
{
    return t.kind == TOKEN_NAME && t.end - t.begin == strlen(name) &&
           memcmp(text + t.begin, name, strlen(name)) == 0;
}

static bool is_sign(const char *text, CToken t, char sign)
{
    return t.kind == TOKEN_OTHER && text[t.begin] == sign;
}

size_t moment_change(const char *text, Span value)
{
    CToken last = {TOKEN_END, value.begin, value.begin};
    for (CToken t = scan_token(text, value.begin, value.end); t.kind != TOKEN_END;
         t = scan_token(text, t.end, value.end)) {
        bool adjacent = last.kind != TOKEN_END && last.end == t.begin;
        char c = text[t.begin], before = adjacent ? text[last.begin] : 0;
        bool shifts = adjacent && last.begin > value.begin && text[last.begin - 1] == before;
        bool compares =
            before == '=' || before == '!' || ((before == '<' || before == '>') && !shifts);
        bool next = t.end < value.end && text[t.end] == '=';
        if (((c == '+' || c == '-') && c == before) || (c == '=' && !compares && !next))
            return t.begin;
        last = t;
    }
    return SIZE_MAX;
}

const char *moment_read(const char *text, CToken t, size_t end, Moment *moment, size_t *where)
{
    CToken word = scan_token(text, t.end, end), open = scan_token(text, word.end, end);
    bool at = is_name(text, word, "at"), inside = false;
    size_t comma = 0;
    int depth = 1;
    *where = t.begin;
    *moment = (Moment){.begin = t.begin};
    if (word.begin != t.end || (!at && !is_name(text, word, "old")))
        return "";
    if (!is_sign(text, open, '('))
        return at ? "expected `(E, LABEL)` behind `\\at`" : "expected `(E)` behind `\\old`";
    CToken token = scan_token(text, open.end, end);
    for (; token.kind != TOKEN_END && depth; token = scan_token(text, token.end, end)) {
        depth += strchr("([{", text[token.begin]) != NULL;
        depth -= strchr(")]}", text[token.begin]) != NULL;
        inside = inside || text[token.begin] == '\\';
        if (depth == 1 && text[token.begin] == ',')
            comma = token.begin;
        moment->end = token.end;
    }
    moment->value = (Span){open.end, moment->end ? moment->end - 1 : open.end};
    if (inside)
        return "there is no `\\` inside of `\\at` and `\\old`";
    if (depth)
        return "the annotation ends before its `(` is closed";
    CToken label = at ? scan_token(text, comma + 1, moment->end) : word;
    if (at && (!comma || label.kind != TOKEN_NAME ||
               scan_token(text, label.end, moment->end).begin != moment->end - 1))
        return "expected `\\at(E, LABEL)`; LABEL is Pre, LoopEntry or a label of the function";
    if (at)
        moment->value.end = comma;
    moment->label = label;
    *where = moment_change(text, moment->value);
    if (*where != SIZE_MAX)
        return "what is remembered by `\\at` and `\\old` must not change anything";
    *where = label.begin;
    return scan_token(text, moment->value.begin, moment->value.end).kind == TOKEN_END
               ? "expected an expression"
               : NULL;
}

/* The last label of this name before the annotation, whose block is still open there. */
static const char *find_label(const char *text, size_t body, size_t end, Moment *moment)
{
    size_t len = moment->label.end - moment->label.begin;
    int depth = 0, least = 0;
    bool begins = true; /* a statement could begin here */
    moment->place = 0;
    for (CToken t = scan_token(text, body, end); t.kind != TOKEN_END;) {
        CToken next = scan_token(text, t.end, end);
        char c = text[t.begin];
        depth += c == '{';
        depth -= c == '}';
        least = depth < least ? depth : least;
        if (begins && t.kind == TOKEN_NAME && is_sign(text, next, ':') && t.end - t.begin == len &&
            memcmp(text + t.begin, text + moment->label.begin, len) == 0) {
            moment->place = next.end;
            depth = least = 0;
        }
        begins = t.kind == TOKEN_OTHER && strchr(";{}:", c);
        t = next;
    }
    if (!moment->place)
        return "there is no such label before the loop; there are also Pre, where the function "
               "begins, and LoopEntry";
    return least < 0 ? "the label stands in a block that ends before the loop" : NULL;
}

static const char *find_place(const char *text, size_t body, const Note *note, Moment *moment)
{
    bool pre = is_name(text, moment->label, "Pre") || is_name(text, moment->label, "old");
    moment->place = pre ? body : note->behind;
    if (pre)
        return NULL;
    if (!is_name(text, moment->label, "LoopEntry"))
        return find_label(text, body, note->expression, moment);
    if (!note->inside)
        return NULL;
    moment->place = note->loop;
    CToken word = scan_token(text, note->loop, note->expression);
    return is_name(text, word, "for") || is_name(text, word, "while")
               ? NULL
               : "an invariant that names LoopEntry belongs to a loop that is a statement of a "
                 "block";
}

/* Does it name the variable of a quantifier around it?  There was none at that moment. */
static bool names_bound(const char *text, const Note *note, const Moment *moment)
{
    Quantifier q;
    size_t where, end = note->expression_end;
    for (CToken t = scan_token(text, note->expression, end); t.begin < moment->begin;
         t = scan_token(text, t.end, end)) {
        if (!quantifier_is(text, t, end) || quantifier_read(text, t, end, &q, &where) ||
            q.body.end <= moment->begin)
            continue;
        size_t len = q.name.end - q.name.begin, last = moment->value.end;
        for (CToken name = scan_token(text, moment->value.begin, last); name.kind != TOKEN_END;
             name = scan_token(text, name.end, last))
            if (name.kind == TOKEN_NAME && name.end - name.begin == len &&
                memcmp(text + name.begin, text + q.name.begin, len) == 0)
                return true;
    }
    return false;
}

const char *moment_find(Arena *arena, const char *text, size_t body, Note *note, size_t *where)
{
    const char *why = NULL;
    size_t end = note->expression_end;
    CToken t = scan_token(text, note->expression, end);
    for (; t.kind != TOKEN_END && !why; t = scan_token(text, t.end, end)) {
        Moment moment;
        if (text[t.begin] != '\\' || moment_read(text, t, end, &moment, where))
            continue;
        *where = moment.label.begin;
        why = names_bound(text, note, &moment)
                  ? "the variable of a quantifier has no value at another moment; keep what is "
                    "needed in a ghost"
                  : find_place(text, body, note, &moment);
        moment.name =
            arena_print(arena, "at_%.*s_%zu", (int)(moment.label.end - moment.label.begin),
                        text + moment.label.begin, moment.begin);
        vec_push(&note->moments, moment);
        t.end = moment.end;
    }
    return why;
}

const Moment *moment_at(const Note *note, size_t begin)
{
    vec_each (Moment, moment, &note->moments)
        if (moment->begin == begin)
            return moment;
    return NULL;
}

const char *moment_find_round(const char *text, size_t len, Note *note, size_t *where)
{
    size_t at = note->inside ? note->loop : note->behind;
    CToken word = scan_token(text, at, len), t = scan_token(text, word.end, len);
    int depth = 0;
    *where = note->expression;
    bool loop = is_name(text, word, "for") || is_name(text, word, "while");
    for (; loop && t.kind != TOKEN_END; t = scan_token(text, t.end, len)) {
        depth += is_sign(text, t, '(');
        depth -= is_sign(text, t, ')');
        if (!depth)
            break;
    }
    if (loop)
        t = scan_token(text, t.end, len);
    note->loop = at;
    note->round = t.end;
    return (loop || is_name(text, word, "do")) && is_sign(text, t, '{')
               ? NULL
               : "`decreases` belongs to a loop that is a statement of a block, with its body in "
                 "braces";
}
