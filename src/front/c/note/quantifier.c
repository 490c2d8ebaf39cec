/* quantifier.c -- see quantifier.h. */
#include "front/c/note/quantifier.h"

static bool is_word(const char *text, CToken t, const char *word)
{
    return t.kind == TOKEN_NAME && t.end - t.begin == strlen(word) &&
           memcmp(text + t.begin, word, strlen(word)) == 0;
}

bool quantifier_is(const char *text, CToken t, size_t end)
{
    CToken word = scan_token(text, t.end, end);
    return text[t.begin] == '\\' && word.begin == t.end &&
           (is_word(text, word, "forall") || is_word(text, word, "exists"));
}

/* The first such sign outside of brackets, or the `)` that closes what is around it. */
static size_t find(const char *text, size_t at, size_t end, char sign)
{
    int depth = 0;
    for (CToken t = scan_token(text, at, end); t.kind != TOKEN_END;
         t = scan_token(text, t.end, end)) {
        char c = text[t.begin];
        bool twice = c != '&' || (t.end < end && text[t.end] == '&');
        if (!depth && ((c == sign && twice) || c == ')'))
            return t.begin;
        depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
    }
    return end;
}

/* The name is the last token before the `;`, the type what comes before it. */
static bool read_variable(const char *text, size_t at, size_t end, Quantifier *q)
{
    CToken last = {TOKEN_END, at, at};
    q->type.begin = scan_token(text, at, end).begin;
    for (CToken t = scan_token(text, at, end); t.kind != TOKEN_END;
         t = scan_token(text, t.end, end)) {
        if (last.kind != TOKEN_END)
            q->type.end = last.end;
        last = t;
    }
    q->name = (Span){last.begin, last.end};
    return last.kind == TOKEN_NAME && q->type.end > q->type.begin;
}

static bool is_name(const char *text, const Quantifier *q, CToken t)
{
    return t.end - t.begin == q->name.end - q->name.begin &&
           memcmp(text + t.begin, text + q->name.begin, t.end - t.begin) == 0;
}

/* `<` or `<=` at `at`; *behind becomes the place behind it. */
static bool is_below(const char *text, size_t at, size_t end, size_t *behind)
{
    CToken t = scan_token(text, at, end);
    bool equal = t.end < end && text[t.end] == '=';
    *behind = t.end + equal;
    return t.kind == TOKEN_OTHER && text[t.begin] == '<' && text[t.begin + 1] != '<';
}

/* low <= name: the name is the last token. */
static bool read_low(const char *text, size_t begin, size_t end, Quantifier *q)
{
    size_t behind = 0, sign = find(text, begin, end, '<');
    CToken name = {TOKEN_END, 0, 0};
    if (sign == end || !is_below(text, sign, end, &behind))
        return false;
    name = scan_token(text, behind, end);
    q->low = (Span){begin, sign};
    return sign > begin && is_name(text, q, name) &&
           scan_token(text, name.end, end).kind == TOKEN_END;
}

/* name <= high */
static bool read_high(const char *text, size_t begin, size_t end, Quantifier *q)
{
    CToken name = scan_token(text, begin, end);
    size_t behind = 0;
    if (!is_name(text, q, name) || !is_below(text, name.end, end, &behind))
        return false;
    q->high = (Span){behind, end};
    return scan_token(text, behind, end).kind != TOKEN_END;
}

/* Is it the name of a type that may be anything?  Then clang tells whether it points to objects. */
static bool is_type_name(const char *text, const Quantifier *q)
{
    static const char *const words[] = {
        "int",    "long",  "short",    "char",   "unsigned", "signed",  "size_t",
        "struct", "union", "float",    "double", "ssize_t",  "void",    "_Bool",
        "bool",   "enum",  "intptr_t", "int8_t", "int16_t",  "int32_t", "int64_t"};
    CToken t = scan_token(text, q->type.begin, q->type.end);
    bool known = t.kind != TOKEN_NAME || t.end < q->type.end;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        known = known || is_word(text, t, words[k]);
    return !known;
}

static const char *read_body(const char *text, size_t begin, size_t end, Quantifier *q,
                             size_t *where)
{
    q->body = (Span){begin, find(text, begin, end, ')')};
    *where = q->body.end < end ? q->body.end : end;
    bool none = scan_token(text, q->body.begin, q->body.end).kind == TOKEN_END;
    return !none ? NULL
           : q->range.end > q->range.begin
               ? "expected an expression behind the range of a quantifier"
               : "expected an expression in a quantifier";
}

/* Behind the `;` at `first`: an expression, or two. */
static const char *read_objects(const char *text, size_t first, size_t end, Quantifier *q,
                                size_t *where)
{
    size_t second = find(text, first + 1, end, ';');
    bool both = second < end && text[second] == ';';
    q->objects = true;
    q->range = (Span){first + 1, both ? second : first + 1};
    *where = second;
    if (both && scan_token(text, first + 1, second).kind == TOKEN_END)
        return "expected a condition between the two `;` of a quantifier, or one `;`";
    return read_body(text, both ? second + 1 : first + 1, end, q, where);
}

const char *quantifier_read(const char *text, CToken t, size_t end, Quantifier *q, size_t *where)
{
    CToken word = scan_token(text, t.end, end);
    *q = (Quantifier){.exists = is_word(text, word, "exists")};
    size_t first = find(text, word.end, end, ';');
    *where = t.begin;
    if (first == end || text[first] != ';' || !read_variable(text, word.end, first, q))
        return "a quantifier is `(\\forall type name; low <= name && name < high; expression)`, or "
               "`(\\forall struct tag *name; expression)`";
    size_t second = find(text, first + 1, end, ';'), both = find(text, first + 1, end, '&');
    bool right = second < end && text[second] == ';' && both < second &&
                 read_low(text, first + 1, both, q) && read_high(text, both + 2, second, q);
    if (text[q->type.end - 1] == '*' || (!right && is_type_name(text, q)))
        return read_objects(text, first, end, q, where);
    q->range = (Span){first + 1, second};
    CToken type = scan_token(text, q->type.begin, q->type.end);
    *where = type.begin;
    if (is_word(text, type, "struct") || is_word(text, type, "union"))
        return "a quantifier is over integers, or over objects: `struct tag *name`";
    *where = first;
    if (second == end || text[second] != ';')
        return "a quantifier has a range: `low <= name && name < high;`";
    *where = scan_token(text, first + 1, end).begin;
    return right ? read_body(text, second + 1, end, q, where)
                 : "the range of a quantifier is `low <= name && name < high`";
}
