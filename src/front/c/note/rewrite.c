/* rewrite.c -- see rewrite.h. */
#include "front/c/note/rewrite.h"

#include <stdlib.h>

#include "front/c/note/implies.h"
#include "front/c/note/moment.h"
#include "front/c/note/quantifier.h"

/* ---- texts ---- */

void text_put(Text *out, const char *text, size_t len)
{
    vec_reserve(out, out->len + len + 1);
    memcpy(out->at + out->len, text, len);
    out->len += len;
}

void text_add(Text *out, const char *text)
{
    text_put(out, text, strlen(text));
}

__attribute__((format(printf, 2, 3))) void text_format(Text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0)
        memory_exhausted();
    va_end(args);
    text_add(out, text);
    free(text);
}

/* A text in quotes, for C and for JSON. */
void text_quoted(Text *out, const char *text)
{
    text_add(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            text_add(out, "\\");
        text_put(out, text, 1);
    }
    text_add(out, "\"");
}

/* What comes next is at this place of the file that clang believes to read. */
void text_place(Text *out, Pos pos)
{
    text_format(out, "\n#line %u\n%*s", pos.line, pos.column - 1, "");
}

void text_place_in(Text *out, const char *file, Pos pos)
{
    text_format(out, "\n#line %u ", pos.line);
    text_quoted(out, file);
    text_format(out, "\n%*s", pos.column - 1, "");
}

/* ---- names of an expression ---- */

/* The struct that a note is in, whose members its expression may name; NULL: none. */
const ScanStruct *rewrite_owner(const Scan *scan, const Note *note, uint32_t *number)
{
    if (!note->owner)
        return NULL;
    uint32_t k = note->owner - 1;
    while (scan->structs.at[k].parent)
        k = scan->structs.at[k].parent - 1;
    *number = k;
    return &scan->structs.at[k];
}

static bool is_inner(const Scan *scan, uint32_t inner, uint32_t outer)
{
    while (inner != outer && scan->structs.at[inner].parent)
        inner = scan->structs.at[inner].parent - 1;
    return inner == outer;
}

static bool is_member(const Scan *scan, uint32_t number, const char *name, size_t len)
{
    for (uint32_t k = 0; k < scan->structs.len; k++)
        if (is_inner(scan, k, number))
            vec_each (const char *, member, &scan->structs.at[k].members)
                if (strlen(*member) == len && memcmp(*member, name, len) == 0)
                    return true;
    return false;
}

bool rewrite_is(const char *text, CToken t, const char *name)
{
    return t.kind == TOKEN_NAME && t.end - t.begin == strlen(name) &&
           memcmp(text + t.begin, name, strlen(name)) == 0;
}

/* The name that a ghost has for clang; NULL: it is none. */
static const char *ghost_name(const Annotations *a, const char *text, CToken t)
{
    vec_each (const Note *, note, &a->notes)
        if ((*note)->ghost.is && !(*note)->ghost.assigns &&
            rewrite_is(text, t, (*note)->ghost.plain))
            return (*note)->ghost.plain;
    return NULL;
}

/* What stands for a name: "" for itself. */
static const char *meaning(const AnnotatedFile *file, const Note *note, const char *text, CToken t,
                           CToken next)
{
    uint32_t number;
    if (note->index && rewrite_is(text, t, note->index))
        return "";
    if (rewrite_is(text, t, "tid"))
        return "__heddle_tid()";
    if (rewrite_is(text, t, "true") || rewrite_is(text, t, "false")) /* in C11, too */
        return text[t.begin] == 't' ? "((_Bool)1)" : "((_Bool)0)";
    bool called = next.kind != TOKEN_END && text[next.begin] == '(';
    if (called && rewrite_is(text, t, "holds"))
        return "__heddle_holds_lock(";
    if (called && rewrite_is(text, t, "reads"))
        return "__heddle_reads_lock(";
    if (called && rewrite_is(text, t, "unlocked"))
        return "__heddle_unlocked_lock(";
    if (rewrite_owner(&file->scan, note, &number) &&
        is_member(&file->scan, number, text + t.begin, t.end - t.begin))
        return "this->";
    return "";
}

Pos cursor_go(Cursor *c, size_t to)
{
    for (; c->at < to; c->at++) {
        c->pos.column++;
        if (c->text[c->at] == '\n') {
            c->pos.line++;
            c->pos.column = 1;
        }
    }
    return c->pos;
}

Cursor cursor_at(const char *text, size_t at)
{
    Cursor c = {text, 0, {1, 1, 0}};
    cursor_go(&c, at);
    return c;
}

/* \old with its bracket, and \result; "" if it is neither.  *last becomes the last token of it. */
static const char *special(const char *text, CToken t, size_t end, CToken *last)
{
    if (text[t.begin] != '\\')
        return "";
    *last = scan_token(text, t.end, end);
    CToken open = scan_token(text, last->end, end);
    if (!rewrite_is(text, *last, "old"))
        return "__heddle_result";
    if (open.kind == TOKEN_END || text[open.begin] != '(')
        return "__heddle_old";
    *last = open;
    return "__heddle_old(";
}

/* What an expression becomes. */
typedef struct Rewriting {
    Annotations *a;
    Text *out;
    const AnnotatedFile *file;
    const Note *note;
    const char *text;
} Rewriting;

static void put_span(const Rewriting *r, size_t begin, size_t end);

static const char *moment_ghost(Annotations *a, const Moment *moment)
{
    return arena_print(&a->arena, ANNOTATE_GHOST "%s", moment->name);
}

void rewrite_each(Text *out, size_t at, bool begins)
{
    text_format(
        out, begins ? "__extension__({ if (__heddle_quantifier(%zu)) {" : " __heddle_each(%zu); })",
        at);
}

/* Over objects. */
static void put_objects(const Rewriting *r, const Quantifier *q, size_t at)
{
    const char *type = r->text + q->type.begin;
    int len = (int)(q->type.end - q->type.begin);
    bool range = q->range.end > q->range.begin;
    r->a->objects |= !r->note->outside;
    rewrite_each(r->out, at, true);
    text_add(r->out, " _Static_assert(");
    text_place(r->out, cursor_at(r->text, q->type.begin).pos);
    text_format(r->out,
                "__builtin_classify_type((%.*s)0) == 5, \"a quantifier over integers has a range: "
                "`low <= name && name < high;`\");",
                len, type);
    text_place(r->out, cursor_at(r->text, q->type.begin).pos);
    text_format(r->out, "%.*s %.*s = (%.*s)__heddle_bound_object(); __heddle_holds_always((", len,
                type, (int)(q->name.end - q->name.begin), r->text + q->name.begin, len, type);
    if (range) {
        text_add(r->out, q->exists ? "(" : "!(");
        put_span(r, q->range.begin, q->range.end);
        text_add(r->out, q->exists ? ") && " : ") || ");
    }
    text_add(r->out, "(");
    put_span(r, q->body.begin, q->body.end);
    text_format(r->out, ")) ? %s); } %s", q->exists ? "0 : 1" : "1 : 0", q->exists ? "!" : "");
    text_place(r->out, cursor_at(r->text, q->type.begin).pos);
    rewrite_each(r->out, at, false);
    text_place(r->out, cursor_at(r->text, q->body.end).pos);
}

/* The body is never executed where it stands, see invariant.c. */
static void put_quantifier(const Rewriting *r, const Quantifier *q, size_t at)
{
    const char *type = r->text + q->type.begin;
    int len = (int)(q->type.end - q->type.begin);
    text_format(r->out, "__extension__({ if (__heddle_quantifier(%zu)) {", at);
    text_place(r->out, cursor_at(r->text, q->type.begin).pos);
    text_format(r->out, "%.*s %.*s = __heddle_bound(%.*s); __heddle_holds_always((", len, type,
                (int)(q->name.end - q->name.begin), r->text + q->name.begin, len, type);
    text_add(r->out, q->exists ? "(" : "!(");
    put_span(r, q->range.begin, q->range.end);
    text_add(r->out, q->exists ? ") && (" : ") || (");
    put_span(r, q->body.begin, q->body.end);
    text_format(r->out, ")) ? %s); } %s__heddle_quantified(%zu, ", q->exists ? "0 : 1" : "1 : 0",
                q->exists ? "!" : "", at);
    put_span(r, q->low.begin, q->low.end);
    text_add(r->out, ", ");
    put_span(r, q->high.begin, q->high.end);
    text_add(r->out, "); })");
    text_place(r->out, cursor_at(r->text, q->body.end).pos);
}

/* What comes before the token, with what replaces connectives there.  True: the token is part of
 * one. */
static bool put_connectives(const Rewriting *r, Inserts *inserts, size_t *next, size_t before,
                            size_t *done, Cursor *cursor)
{
    for (; *next < inserts->len && inserts->at[*next].at <= before; (*next)++) {
        const Insert *insert = &inserts->at[*next];
        text_put(r->out, r->text + *done, insert->at - *done);
        text_add(r->out, insert->text);
        *done = insert->at + insert->skip;
        text_place(r->out, cursor_go(cursor, *done));
    }
    return before < *done;
}

/* With this-> before members, and each token in its place. */
static void put_span(const Rewriting *r, size_t begin, size_t end)
{
    const char *text = r->text;
    Inserts inserts = {0};
    size_t insert = 0;
    Cursor cursor = cursor_at(text, begin);
    size_t done = begin;
    bool selects = false, calls = false;
    text_place_in(r->out, r->a->sources->files.at[r->file->source].name, cursor.pos);
    implies_find(&r->a->arena, text, begin, end, &inserts);
    for (CToken t = scan_token(text, done, end); t.kind != TOKEN_END;) {
        if (put_connectives(r, &inserts, &insert, t.begin, &done, &cursor)) {
            t = scan_token(text, done, end);
            continue;
        }
        CToken next = scan_token(text, t.end, end), last = next;
        Quantifier q;
        size_t where;
        if (quantifier_is(text, t, end) && !quantifier_read(text, t, end, &q, &where)) {
            text_put(r->out, text + done, t.begin - done);
            (q.objects ? put_objects : put_quantifier)(r, &q, t.begin);
            done = q.body.end;
            cursor_go(&cursor, done);
            t = scan_token(text, done, end);
            continue;
        }
        const char *word =
            t.kind == TOKEN_NAME && !selects ? meaning(r->file, r->note, text, t, next) : "";
        const char *ghost = ghost_name(r->a, text, t);
        if (ghost)
            word = arena_print(&r->a->arena, "%s" ANNOTATE_GHOST "%s", word, ghost);
        const Moment *moment = moment_at(r->note, t.begin);
        const char *other = moment ? moment_ghost(r->a, moment) : special(text, t, end, &last);
        if (moment)
            last.end = moment->end;
        bool both = *other != '\0';
        word = both ? other : word;
        bool address = calls && text[t.begin] == '&';
        if (*word || address) {
            bool replaced = *word && strcmp(word, "this->") != 0;
            bool call = strstr(word, "_lock") != NULL;
            text_put(r->out, text + done, t.begin - done);
            text_place(r->out, cursor_go(&cursor, t.begin));
            text_add(r->out, address ? "*" : word);
            done = both ? last.end : call ? next.end : replaced ? t.end : t.begin;
            text_place(r->out, cursor_go(&cursor, done));
        }
        bool opens = text[t.begin] == '(' && calls;
        calls = opens || strstr(word, "_lock") != NULL;
        selects = text[t.begin] == '.' || text[t.begin] == '-';
        selects = selects && (text[t.begin] == '.' || t.end - t.begin == 2);
        t = both ? scan_token(text, last.end, end) : next;
    }
    put_connectives(r, &inserts, &insert, end, &done, &cursor);
    text_put(r->out, text + done, end - done);
    text_place(r->out, cursor_go(&cursor, end));
    vec_free(&inserts);
}

void rewrite_span(Annotations *a, Text *out, const AnnotatedFile *file, const Note *note, Span span)
{
    Rewriting r = {a, out, file, note, file->scan.text};
    put_span(&r, span.begin, span.end);
}

bool rewrite_is_ghost(const Annotations *a, const char *name)
{
    return ghost_name(a, name, (CToken){TOKEN_NAME, 0, strlen(name)}) != NULL;
}

void rewrite_expression(Annotations *a, Text *out, const AnnotatedFile *file, const Note *note)
{
    rewrite_span(a, out, file, note, (Span){note->expression, note->expression_end});
}

/* Each name in the expression once: macro NAME is pushed where the annotation is, and popped where
 * the expression is. */
void rewrite_macros(Text *out, const AnnotatedFile *file, const Note *note, const char *how)
{
    const char *text = file->scan.text;
    for (CToken t = scan_token(text, note->expression, note->expression_end); t.kind != TOKEN_END;
         t = scan_token(text, t.end, note->expression_end)) {
        bool is_new = t.kind == TOKEN_NAME && !rewrite_is(text, t, "holds") &&
                      !rewrite_is(text, t, "reads") && !rewrite_is(text, t, "unlocked");
        for (CToken known = scan_token(text, note->expression, note->expression_end);
             is_new && known.begin < t.begin;
             known = scan_token(text, known.end, note->expression_end))
            is_new = known.end - known.begin != t.end - t.begin ||
                     memcmp(text + known.begin, text + t.begin, t.end - t.begin) != 0;
        if (is_new)
            text_format(out, "\n#pragma %s_macro(\"%.*s\")", how, (int)(t.end - t.begin),
                        text + t.begin);
    }
}
