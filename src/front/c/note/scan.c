/* scan.c -- see scan.h.
 *
 * A declaration begins with the first token behind `;`, behind the body of a function, or at the
 * beginning of a file, of a struct or of a block; it ends with `;` or with the body of a function.
 * Groups under `#if 0` are passed over; the other branches of a conditional are read as if each
 * came right behind the `#if`, so that braces that are opened once in each are closed once. */
#include "front/c/note/scan.h"

#include <ctype.h>
#include <stdlib.h>

#include "front/c/note/contract.h"
#include "front/c/note/moment.h"

const NoteInfo note_info[NOTE_WORDS] = {
#define NOTE(name, word, place) {word, PLACE_##place},
#include "front/c/note/note.def"
#undef NOTE
};

#define NOWHERE SIZE_MAX

typedef enum LevelKind {
    LEVEL_FILE,
    LEVEL_MEMBERS, /* of a struct or union */
    LEVEL_CODE,
    LEVEL_VALUES /* of an enum, of an initialiser */
} LevelKind;

/* A pair of braces that is open, and what of a declaration was read in it. */
typedef struct Level {
    LevelKind kind;
    uint32_t of;      /* MEMBERS: the struct, index + 1 */
    uint32_t parens;  /* that are open, ( and [ */
    size_t begin;     /* of the declaration; NOWHERE: none has begun */
    size_t ended;     /* where the declaration before this place begins, if it ended with `;` */
    size_t assigned;  /* the `=` of the declarator */
    bool is_typedef;  /* the declaration that began or ended last */
    bool is_static;   /* the same */
    bool is_type;     /* it declares only a type */
    const char *type; /* struct, union or enum, if a `{` would be its body; NULL */
    const char *tag;  /* the name behind it */
    size_t type_end;  /* where the keyword ends */
    uint32_t closed;  /* the struct whose `}` was the last token, index + 1 */
    size_t body;      /* behind its `{` */
} Level;
typedef VEC(Level) Levels;

typedef struct Scanner {
    Scan *scan;
    char *text; /* a copy: ornaments of annotations are taken out */
    size_t len, at;
    size_t line_at; /* where the line begins; */
    uint32_t line, file;
    Levels levels;
    VEC(Levels) branches;  /* as they were at each #if that is open */
    size_t name, name_end; /* the last token, if it is a name; else NOWHERE */
    char last, before;     /* what the last tokens begin with; 0: none */
    bool attribute;        /* the last name was __attribute__ or the like */
    Arena *arena;
    Diag *diag;
} Scanner;

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static Level *level(Scanner *s)
{
    return &vec_last(&s->levels);
}

static Pos place(const Scanner *s, size_t at)
{
    size_t column = at - s->line_at + 1;
    return (Pos){s->line, (uint16_t)(column < UINT16_MAX ? column : UINT16_MAX), (uint16_t)s->file};
}

/* Goes on to `end`, counting lines. */
static void advance(Scanner *s, size_t end)
{
    for (; s->at < end; s->at++)
        if (s->text[s->at] == '\n') {
            s->line++;
            s->line_at = s->at + 1;
        }
}

/* Behind a string or a character that begins here; at the end of the line if it is not closed. */
static size_t quoted_end(const char *text, size_t at, size_t end)
{
    char quote = text[at++];
    while (at < end && text[at] != quote && text[at] != '\n')
        at += text[at] == '\\' && at + 1 < end ? 2 : 1;
    return at < end && text[at] == quote ? at + 1 : at < end ? at : end;
}

/* Behind a comment that begins here; a line comment ends before the end of its line. */
static size_t comment_end(const char *text, size_t at, size_t end)
{
    if (text[at + 1] == '*') {
        for (at += 2; at + 1 < end; at++)
            if (text[at] == '*' && text[at + 1] == '/')
                return at + 2;
        return end;
    }
    while (at < end && text[at] != '\n')
        at += text[at] == '\\' && at + 1 < end ? 2 : 1;
    return at < end ? at : end;
}

static bool is_comment(const char *text, size_t at, size_t end)
{
    return text[at] == '/' && at + 1 < end && (text[at + 1] == '/' || text[at + 1] == '*');
}

CToken scan_token(const char *text, size_t at, size_t end)
{
    while (at < end && (isspace((unsigned char)text[at]) || is_comment(text, at, end)))
        at = is_comment(text, at, end) ? comment_end(text, at, end) : at + 1;
    CToken t = {TOKEN_END, at, at};
    if (at >= end)
        return t;
    t.kind = TOKEN_OTHER;
    t.end = at + 1;
    if (text[at] == '"' || text[at] == '\'') {
        t.end = quoted_end(text, at, end);
    } else if (is_name_char(text[at])) {
        t.kind = isdigit((unsigned char)text[at]) ? TOKEN_OTHER : TOKEN_NAME;
        while (t.end < end && is_name_char(text[t.end]))
            t.end++;
    } else if (text[at] == '-' && at + 1 < end && text[at + 1] == '>') {
        t.end = at + 2;
    }
    return t;
}

static bool is_word(const char *text, size_t begin, size_t end, const char *word)
{
    return end - begin == strlen(word) && memcmp(text + begin, word, end - begin) == 0;
}

/* ---- annotations ---- */

/* Do they differ by at most so many letters that are changed, left out or put in? */
static bool is_near(const char *a, size_t a_len, const char *b, size_t b_len, unsigned most)
{
    while (a_len && b_len && *a == *b)
        a++, a_len--, b++, b_len--;
    if (!a_len || !b_len)
        return a_len + b_len <= most;
    return most && (is_near(a + 1, a_len - 1, b + 1, b_len - 1, most - 1) ||
                    is_near(a + 1, a_len - 1, b, b_len, most - 1) ||
                    is_near(a, a_len, b + 1, b_len - 1, most - 1));
}

/* The word of an annotation of heddle's; NOTE_WORDS: it is of another tool's. */
static NoteWord find_word(Scanner *s, CToken word)
{
    const char *nearest = NULL;
    for (int k = 0; k < NOTE_WORDS && word.kind == TOKEN_NAME; k++) {
        if (is_word(s->text, word.begin, word.end, note_info[k].word))
            return (NoteWord)k;
        if (is_near(s->text + word.begin, word.end - word.begin, note_info[k].word,
                    strlen(note_info[k].word), 2))
            nearest = note_info[k].word;
    }
    if (nearest)
        diag_warn(s->diag, place(s, word.begin),
                  "`%.*s` is no annotation of heddle's, and is not read; did you mean `%s`?",
                  (int)(word.end - word.begin), s->text + word.begin, nearest);
    return NOTE_WORDS;
}

const char *scan_in_one_line(Arena *arena, const char *text, size_t begin, size_t end)
{
    char *line = arena_copy(arena, text + begin, end - begin), *to = line;
    for (const char *from = line; *from; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
        else if (to > line && to[-1] != ' ')
            *to++ = ' ';
    while (to > line && to[-1] == ' ')
        to--;
    *to = '\0';
    return line;
}

/* Positions inside a comment: lines are counted as the tokens are looked at. */
static Pos inside(Scanner *s, size_t at)
{
    Scanner copy = *s;
    advance(&copy, at);
    return place(&copy, at);
}

static ContractText expression_of(Scanner *s, const Note *note)
{
    return (ContractText){
        s->text,  note->expression, note->expression_end, inside(s, note->expression),
        s->arena, s->diag};
}

/* An expression must not reach out of the function that it becomes. */
static bool check_expression(Scanner *s, const Note *note)
{
    ContractText text = expression_of(s, note);
    return contract_check(&text, WORDS_NONE);
}

/* `[j]` behind the word. */
static bool read_index(Scanner *s, Note *note, size_t *at, size_t end)
{
    CToken t = scan_token(s->text, *at, end);
    if (t.kind == TOKEN_END || s->text[t.begin] != '[')
        return true;
    CToken name = scan_token(s->text, t.end, end), close = scan_token(s->text, name.end, end);
    if (name.kind != TOKEN_NAME || close.kind == TOKEN_END || s->text[close.begin] != ']') {
        diag_error(s->diag, inside(s, name.begin), "expected a name for the index, as in `%s[j]`",
                   note_info[note->word].word);
        return false;
    }
    note->index = arena_copy(s->arena, s->text + name.begin, name.end - name.begin);
    *at = close.end;
    return true;
}

static void free_note(Note *note)
{
    vec_free(&note->moments);
    vec_free(&note->pieces);
    vec_free(&note->actions);
    vec_free(&note->steps);
}

/* Where a predicate belongs: to the declaration that has begun, or that ended right before. */
static bool find_declaration(Scanner *s, Note *note)
{
    const Level *l = level(s);
    const char *why = NULL;
    size_t begin = l->begin != NOWHERE ? l->begin : l->ended;
    if (l->parens || l->kind == LEVEL_VALUES || begin == NOWHERE)
        why = "this belongs to no variable: an access predicate stands behind the declaration of a "
              "global variable or of a member";
    else if (l->is_typedef || l->is_type)
        why = "this belongs to no variable, but to a type: an access predicate stands behind the "
              "declaration of a global variable or of a member";
    else if (l->kind == LEVEL_CODE && !l->is_static)
        why = "a local variable has no access predicate: no other thread knows it by name";
    else if (l->of && s->scan->structs.at[l->of - 1].local)
        why = "the members of a struct that is declared in a function have no access predicates; "
              "declare it outside";
    if (why) {
        diag_error(s->diag, note->pos, "%s", why);
        return false;
    }
    note->owner = l->of;
    note->target = l->begin == NOWHERE      ? l->ended
                   : l->assigned != NOWHERE ? l->assigned
                                            : note->behind;
    return true;
}

/* Where `atomic` belongs: to the function that comes next, or to the one that has begun. */
static bool find_function(Scanner *s, Note *note)
{
    const Level *l = level(s);
    if (l->kind == LEVEL_FILE && !l->parens) {
        note->target = l->begin != NOWHERE ? l->begin : note->behind;
        return true;
    }
    diag_error(s->diag, note->pos, "`%s` stands before the definition of a function",
               note_info[note->word].word);
    return false;
}

static bool read_contract(Scanner *s, Note *note)
{
    ContractText text = expression_of(s, note);
    return !contract_is_foreign(&text) && contract_read(&text, note) && find_function(s, note);
}

/* An invariant of the file, or of all objects of a struct. */
static bool read_outside(Scanner *s, Note *note)
{
    const Level *l = level(s);
    if (l->of && (s->scan->structs.at[l->of - 1].local ||
                  strcmp(s->scan->structs.at[l->of - 1].keyword, "struct") != 0)) {
        diag_error(s->diag, note->pos,
                   "an invariant belongs to a file, or to a struct that is declared outside of "
                   "functions");
        return false;
    }
    note->outside = true;
    note->owner = l->of;
    return check_expression(s, note);
}

/* Of a loop: \old and \at name the values that were there at other moments. */
static bool read_loop(Scanner *s, Note *note)
{
    ContractText text = expression_of(s, note);
    size_t k = 0, where;
    if (!contract_check(&text, note->word == NOTE_DECREASES ? WORDS_NONE : WORDS_LOOP))
        return false;
    while (s->levels.at[k].kind != LEVEL_CODE)
        k++;
    const char *why = note->word == NOTE_DECREASES
                          ? moment_find_round(s->text, s->len, note, &where)
                          : moment_find(s->arena, s->text, s->levels.at[k].body, note, &where);
    if (why)
        diag_error(s->diag, inside(s, where), "%s", why);
    return !why;
}

/* What becomes a statement must stand where one can stand, and be none that others depend on. */
static bool read_code(Scanner *s, Note *note)
{
    const Level *l = level(s);
    const char *word = note_info[note->word].word;
    CToken next = scan_token(s->text, note->behind, s->len);
    bool loop = note->word == NOTE_INVARIANT || note->word == NOTE_DECREASES;
    if (note->word == NOTE_DECREASES && l->kind != LEVEL_CODE)
        return false; /* of a function: Frama-C's */
    if (loop && s->last == ')' && next.kind != TOKEN_END && s->text[next.begin] == '{' &&
        l->kind == LEVEL_CODE && !l->parens) {
        note->inside = true;
        note->loop = l->begin;
        note->behind = next.end;
        return read_loop(s, note);
    }
    bool outside = l->kind == LEVEL_FILE || l->kind == LEVEL_MEMBERS;
    if (note->word == NOTE_INVARIANT && outside && !l->parens && l->begin == NOWHERE)
        return read_outside(s, note);
    if (l->kind != LEVEL_CODE || l->parens || !strchr(";{}", s->last)) {
        diag_error(s->diag, note->pos, "`%s` stands %s", word,
                   note->word == NOTE_INVARIANT
                       ? "right before a loop, or right before its body in "
                         "braces, or where a declaration could stand"
                   : loop ? "right before a loop, or right before its body in braces"
                          : "between two statements of a block");
        return false;
    }
    note->target = note->behind;
    CToken t = scan_token(s->text, note->expression, note->expression_end);
    if (loop)
        return read_loop(s, note);
    if (s->text[t.begin] != '"' || t.end != note->expression_end || t.end - t.begin < 2) {
        diag_error(s->diag, inside(s, t.begin), "expected the label of an action, in quotes");
        return false;
    }
    note->label = arena_copy(s->arena, s->text + t.begin + 1, t.end - t.begin - 2);
    return true;
}

/* The predicate behind the declaration of a ghost. */
static bool read_ghost_predicate(Scanner *s, Note *note, size_t at, size_t end)
{
    CToken word = scan_token(s->text, at, end);
    if (word.kind == TOKEN_END)
        return true;
    for (int k = 0; k < NOTE_WORDS; k++)
        if (word.kind == TOKEN_NAME && note_info[k].place == PLACE_DECLARATION &&
            is_word(s->text, word.begin, word.end, note_info[k].word))
            note->word = (NoteWord)k;
    if (note->word == NOTE_GHOST || note->ghost.assigns || note->ghost.local) {
        diag_error(s->diag, inside(s, word.begin), "expected %s",
                   note->ghost.assigns || note->ghost.local ? "the end of the annotation"
                                                            : "an access predicate");
        return false;
    }
    note->expression = scan_token(s->text, word.end, end).begin;
    note->expression_end = end;
    note->text = scan_in_one_line(s->arena, s->text, word.begin, end);
    return check_expression(s, note);
}

/* A ghost is declared where a variable or member could be, and assigned to between statements. */
static bool read_ghost(Scanner *s, Note *note, size_t end)
{
    const Level *l = level(s);
    size_t rest;
    ContractText text = expression_of(s, note);
    if (!contract_ghost(&text, &note->ghost, &rest))
        return false;
    bool code = l->kind == LEVEL_CODE && !l->parens && strchr(";{}", s->last);
    bool outside =
        (l->kind == LEVEL_FILE || l->kind == LEVEL_MEMBERS) && !l->parens && l->begin == NOWHERE;
    if (note->ghost.assigns ? !code : !code && !outside) {
        diag_error(s->diag, note->pos,
                   "a ghost is declared where a variable or a member could be, and assigned to "
                   "between two statements of a block");
        return false;
    }
    note->ghost.local = code;
    note->ghost.member = l->kind == LEVEL_MEMBERS;
    note->owner = note->ghost.member ? l->of : 0;
    note->target = note->behind;
    if (note->ghost.member)
        vec_push(&s->scan->structs.at[l->of - 1].members, note->ghost.plain);
    return read_ghost_predicate(s, note, rest, end);
}

/* Whoever reads the annotation goes down at each bracket, and clang takes no more than 256. */
static bool is_too_deep(Scanner *s, size_t begin, size_t end)
{
    enum { MOST_BRACKETS = 200 };
    size_t depth = 0;
    for (CToken t = scan_token(s->text, begin, end); t.kind != TOKEN_END;
         t = scan_token(s->text, t.end, end)) {
        char c = t.kind == TOKEN_OTHER ? s->text[t.begin] : 'x';
        depth += strchr("([{", c) != NULL;
        depth -= depth && strchr(")]}", c);
        if (depth > MOST_BRACKETS) {
            diag_error(s->diag, inside(s, t.begin),
                       "this is nested too deeply; split it into smaller parts");
            return true;
        }
    }
    return false;
}

/* What to check: of `progress` with the name of the function that follows. */
static void add_ask(Scanner *s, const Note *note)
{
    CToken name, params;
    const char *text = note->text;
    if (level(s)->kind != LEVEL_FILE) {
        diag_error(s->diag, note->pos, "`%s` stands outside of functions and types",
                   note_info[note->word].word);
    } else if (note->word == NOTE_PROGRESS) {
        const char *kind = text + strcspn(text, " ");
        bool known = strcmp(kind, " lockfree") == 0 || strcmp(kind, " waitfree") == 0 ||
                     strcmp(kind, " starvationfree") == 0;
        if (!known)
            diag_error(s->diag, note->pos, "expected lockfree, waitfree or starvationfree");
        else if (!scan_function(s->text, note->behind, s->len, &name, &params))
            diag_error(s->diag, note->pos, "`progress` stands before the definition of a function");
        else
            text = arena_print(s->arena, "%s %.*s", text, (int)(name.end - name.begin),
                               s->text + name.begin);
    }
    vec_push(&s->scan->asks, ((Annotation){note->pos, text}));
}

/* [inner, inner_end) is an annotation, in a comment that ends at `end`. */
static void read_note(Scanner *s, size_t inner, size_t inner_end, size_t end)
{
    CToken word = scan_token(s->text, inner, inner_end), last = word;
    Note note = {.word = find_word(s, word), .behind = end};
    if (note.word == NOTE_WORDS || is_too_deep(s, word.end, inner_end))
        return;
    note.pos = inside(s, word.begin);
    note.last_line = inside(s, end).line;
    for (CToken t = word; t.kind != TOKEN_END; t = scan_token(s->text, t.end, inner_end))
        last = t;
    size_t text_end = s->text[last.begin] == ';' ? last.begin : last.end, at = word.end;
    note.text = scan_in_one_line(s->arena, s->text, word.begin, text_end);
    bool right = true;
    switch (note_info[note.word].place) {
    case PLACE_DECLARATION:
        right = read_index(s, &note, &at, text_end);
        note.expression = scan_token(s->text, at, text_end).begin;
        note.expression_end = text_end;
        right = right && check_expression(s, &note) && find_declaration(s, &note);
        break;
    case PLACE_FUNCTION:
        if (at < text_end)
            diag_error(s->diag, inside(s, scan_token(s->text, at, text_end).begin),
                       "expected the end of the annotation");
        right = at >= text_end && find_function(s, &note);
        break;
    case PLACE_CONTRACT:
        note.expression = word.begin;
        note.expression_end = text_end;
        right = read_contract(s, &note);
        break;
    case PLACE_CODE:
        note.expression = scan_token(s->text, at, text_end).begin;
        note.expression_end = text_end;
        right = read_code(s, &note);
        break;
    case PLACE_FILE:
        add_ask(s, &note);
        return;
    case PLACE_GHOST:
        note.expression = scan_token(s->text, at, text_end).begin;
        note.expression_end = text_end;
        right = read_ghost(s, &note, text_end);
        break;
    }
    if (!right) {
        free_note(&note);
        return;
    }
    vec_push(&s->scan->items, ((ScanItem){NULL, (uint32_t)s->scan->notes.len}));
    vec_push(&s->scan->notes, note);
}

/* The comment [begin, end): an annotation, or several predicates of one declaration. */
static void read_notes(Scanner *s, size_t begin, size_t end)
{
    size_t inner = begin + 3, inner_end = s->text[begin + 1] == '*' ? end - 2 : end;
    if (inner_end <= inner || s->text[inner] == '@' || s->text[inner_end - 1] == '@')
        return; /* an ornament, or splint's */
    for (size_t next; inner < inner_end; inner = next) {
        next = contract_next(s->text, inner, inner_end);
        read_note(s, inner, next, end);
    }
}

/* Lines that all begin with `*`: blanks instead. */
static void take_stars(Scanner *s, size_t begin, size_t end)
{
    if (s->text[begin + 1] != '*' || !source_has_stars(s->text + begin, end - 2 - begin))
        return;
    for (size_t at = begin; at < end - 2; at++) {
        if (s->text[at] != '\n')
            continue;
        while (at < end - 2 && isspace((unsigned char)s->text[at]))
            at++;
        if (at < end - 2)
            s->text[at] = ' ';
    }
}

static void read_comment(Scanner *s)
{
    size_t end = comment_end(s->text, s->at, s->len);
    if (s->at + 2 < end && s->text[s->at + 2] == '@') {
        take_stars(s, s->at, end);
        read_notes(s, s->at, end);
    }
    advance(s, end);
}

/* ---- directives ---- */

static void copy_levels(Levels *to, const Levels *from)
{
    to->len = 0;
    vec_reserve(to, from->len);
    memcpy(to->at, from->at, from->len * sizeof *from->at);
    to->len = from->len;
}

/* Behind the directive that begins at `at`: comments and continued lines belong to it. */
static size_t directive_end(const Scanner *s, size_t at)
{
    while (at < s->len && s->text[at] != '\n') {
        if (is_comment(s->text, at, s->len))
            at = comment_end(s->text, at, s->len);
        else if (s->text[at] == '"' || s->text[at] == '\'')
            at = quoted_end(s->text, at, s->len);
        else
            at += s->text[at] == '\\' && at + 1 < s->len ? 2 : 1;
    }
    return at < s->len ? at : s->len;
}

/* Passes over a group that is never compiled, up to its #else, #elif or #endif. */
static void skip_group(Scanner *s)
{
    for (unsigned depth = 0; s->at < s->len;) {
        CToken sign = scan_token(s->text, s->at, s->len);
        bool directive = sign.kind != TOKEN_END && s->text[sign.begin] == '#';
        CToken word = directive ? scan_token(s->text, sign.end, s->len) : sign;
        bool opens = directive && strncmp(s->text + word.begin, "if", 2) == 0;
        bool closes = directive && is_word(s->text, word.begin, word.end, "endif");
        bool turns = directive && strncmp(s->text + word.begin, "el", 2) == 0;
        if (!depth && (closes || turns)) {
            advance(s, sign.begin);
            return;
        }
        depth += opens;
        depth -= closes;
        const char *eol = memchr(s->text + s->at, '\n', s->len - s->at);
        advance(s, eol ? (size_t)(eol - s->text) + 1 : s->len);
    }
}

static void read_include(Scanner *s, size_t at, size_t end)
{
    CToken name = scan_token(s->text, at, end);
    if (name.end > name.begin + 2 && s->text[name.begin] == '"') {
        const char *text =
            arena_copy(s->arena, s->text + name.begin + 1, name.end - name.begin - 2);
        vec_push(&s->scan->items, ((ScanItem){text, 0}));
    }
}

static void read_directive(Scanner *s)
{
    size_t end = directive_end(s, s->at);
    CToken word = scan_token(s->text, s->at + 1, end);
    CToken next = scan_token(s->text, word.end, end);
    const char *text = s->text;
    advance(s, end);
    if (is_word(text, word.begin, word.end, "include")) {
        read_include(s, word.end, end);
    } else if (strncmp(text + word.begin, "if", 2) == 0 && word.end > word.begin) {
        Levels saved = {0};
        copy_levels(&saved, &s->levels);
        vec_push(&s->branches, saved);
        if (is_word(text, next.begin, next.end, "0") && is_word(text, word.begin, word.end, "if"))
            skip_group(s);
    } else if (strncmp(text + word.begin, "el", 2) == 0 && s->branches.len) {
        copy_levels(&s->levels, &vec_last(&s->branches));
    } else if (is_word(text, word.begin, word.end, "endif") && s->branches.len) {
        Levels saved = vec_pop(&s->branches);
        vec_free(&saved);
    }
}

/* ---- declarations ---- */

static void end_declaration(Scanner *s, size_t ended)
{
    Level *l = level(s);
    l->ended = ended;
    l->begin = l->assigned = NOWHERE;
    l->type = NULL;
    l->closed = 0;
}

static void add_member(Scanner *s)
{
    const Level *l = level(s);
    if (l->of && s->name != NOWHERE)
        vec_push(&s->scan->structs.at[l->of - 1].members,
                 arena_copy(s->arena, s->text + s->name, s->name_end - s->name));
}

static void open_brace(Scanner *s)
{
    Level *l = level(s), inner = {.begin = NOWHERE, .ended = NOWHERE, .assigned = NOWHERE};
    bool code = l->kind == LEVEL_CODE;
    if (l->type && strcmp(l->type, "enum") != 0) {
        inner.kind = LEVEL_MEMBERS;
        bool local = code || (l->of && s->scan->structs.at[l->of - 1].local);
        vec_push(&s->scan->structs,
                 ((ScanStruct){
                     .keyword = l->type, .tag = l->tag, .brace = l->type_end, .local = local}));
        inner.of = (uint32_t)s->scan->structs.len;
    } else if (l->type || s->last == '=' || l->parens || l->kind == LEVEL_VALUES) {
        inner.kind = LEVEL_VALUES;
    } else {
        inner.kind = LEVEL_CODE;
    }
    l->type = NULL;
    inner.body = s->at + 1;
    vec_push(&s->levels, inner);
}

static void close_brace(Scanner *s)
{
    if (s->levels.len == 1)
        return;
    Level closed = vec_pop(&s->levels), *l = level(s);
    l->closed = closed.of;
    if (closed.kind == LEVEL_CODE)
        end_declaration(s, NOWHERE);
}

/* `struct { ... };` in a struct: the members are the outer one's. */
static void close_declaration(Scanner *s)
{
    Level *l = level(s);
    if (l->closed && l->of && !s->scan->structs.at[l->closed - 1].tag)
        s->scan->structs.at[l->closed - 1].parent = l->of;
    l->is_type = s->last == '}' && l->closed && l->kind != LEVEL_MEMBERS;
    end_declaration(s, l->begin);
}

static void meet_sign(Scanner *s, char c)
{
    Level *l = level(s);
    bool ends_name = s->name != NOWHERE && !s->attribute;
    if (!l->parens && ends_name && (c == ';' || c == ',' || c == '[' || c == ':'))
        add_member(s);
    if (l->parens == 1 && ends_name && c == ')' && s->before == '*')
        add_member(s);
    if (c == '(' || c == '[')
        l->parens++;
    else if ((c == ')' || c == ']') && l->parens)
        l->parens--;
    else if (c == '{')
        open_brace(s);
    else if (c == '}')
        close_brace(s);
    else if (c == ';' && !l->parens)
        close_declaration(s);
    else if (c == '=' && !l->parens && l->assigned == NOWHERE)
        l->assigned = s->at;
    else if (c == ',' && !l->parens)
        l->assigned = NOWHERE;
    if (strchr(";=*,", c) || (c == '(' && !s->attribute))
        level(s)->type = NULL;
}

static void meet_name(Scanner *s, size_t end)
{
    Level *l = level(s);
    static const char *const types[] = {"struct", "union", "enum"};
    static const char *const attributes[] = {"__attribute__", "__attribute", "_Alignas",
                                             "__declspec",    "alignas",     "__asm__"};
    bool attribute = false;
    for (int k = 0; k < 6; k++)
        attribute |= is_word(s->text, s->at, end, attributes[k]);
    if (attribute && !l->parens && s->name != NOWHERE)
        add_member(s);
    s->attribute = attribute;
    for (int k = 0; k < 3 && !l->parens; k++)
        if (is_word(s->text, s->at, end, types[k])) {
            l->type = types[k];
            l->tag = NULL;
            l->type_end = end;
            return;
        }
    if (l->type && !l->parens && !attribute)
        l->tag = arena_copy(s->arena, s->text + s->at, end - s->at);
    l->is_typedef |= !l->parens && is_word(s->text, s->at, end, "typedef");
    l->is_static |= !l->parens && is_word(s->text, s->at, end, "static");
}

static void meet_token(Scanner *s, CToken t)
{
    Level *l = level(s);
    char c = s->text[t.begin];
    if (l->begin == NOWHERE && c != ';' && c != '}') {
        l->begin = t.begin;
        l->ended = NOWHERE;
        l->is_typedef = l->is_static = l->is_type = false;
    }
    if (t.kind == TOKEN_NAME)
        meet_name(s, t.end);
    else
        meet_sign(s, c);
    s->name = t.kind == TOKEN_NAME ? t.begin : NOWHERE;
    s->name_end = t.end;
    s->before = s->last;
    s->last = c;
    if (c != '}')
        level(s)->closed = 0;
    advance(s, t.end);
}

void scan_file(Scan *scan, const Sources *sources, uint32_t file, Arena *arena, Diag *diag)
{
    const Source *source = &sources->files.at[file];
    Scanner s = {.scan = scan,
                 .text = arena_copy(arena, source->text, source->len),
                 .len = source->len,
                 .line = 1,
                 .file = file,
                 .name = NOWHERE,
                 .arena = arena,
                 .diag = diag};
    scan->text = s.text;
    vec_push(&s.levels, ((Level){.begin = NOWHERE, .ended = NOWHERE, .assigned = NOWHERE}));
    bool fresh = true; /* nothing but blanks and comments in this line */
    while (s.at < s.len) {
        char c = s.text[s.at];
        if (c == '\n' || isspace((unsigned char)c)) {
            fresh |= c == '\n';
            advance(&s, s.at + 1);
        } else if (is_comment(s.text, s.at, s.len)) {
            read_comment(&s);
        } else if (c == '#' && fresh) {
            read_directive(&s);
        } else {
            fresh = false;
            meet_token(&s, scan_token(s.text, s.at, s.len));
        }
    }
    vec_free(&s.levels);
    vec_each (Levels, saved, &s.branches)
        vec_free(saved);
    vec_free(&s.branches);
}

void scan_free(Scan *scan)
{
    vec_each (ScanStruct, s, &scan->structs)
        vec_free(&s->members);
    vec_each (Note, note, &scan->notes)
        free_note(note);
    vec_free(&scan->notes);
    vec_free(&scan->structs);
    vec_free(&scan->items);
    vec_free(&scan->asks);
}
