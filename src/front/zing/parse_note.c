/* parse_note.c -- annotations: comments that begin with @.
 *
 *   annotation = "atomic"
 *              | ( "accessible_if" | "readable_if" | "writable_if" ) [ "[" ID "]" ] expr [ ";" ]
 *
 * The scanner has made tokens of each; here they find the declaration that they belong to. */
#include "front/zing/parse.h"
#include "front/zing/types.h"

static const struct {
    const char *text;
    bool read, write;
} words[] = {
    {"accessible_if", true, true},
    {"readable_if", true, false},
    {"writable_if", false, true},
};
enum { WORDS = sizeof words / sizeof *words };

static const Token *first_token(const Parser *p, const Note *note)
{
    return &p->notes->tokens.at[note->first];
}

static bool is_atomic(const Parser *p, const Note *note)
{
    return first_token(p, note)->kind == TK_ATOMIC;
}

/* The number of its word; WORDS: it has none of them. */
static size_t find_word(const Parser *p, const Note *note)
{
    const Token *token = first_token(p, note);
    size_t i = 0;
    while (i < WORDS && (token->kind != TK_NAME || strcmp(token->name, words[i].text) != 0))
        i++;
    return i;
}

/* A parser for the tokens of the annotation, behind its first word. */
static Parser enter(const Parser *p, const Note *note)
{
    Parser inside = *p;
    inside.tokens = first_token(p, note);
    inside.at = 1;
    inside.in_note = true;
    inside.panic = inside.unwind = false;
    return inside;
}

static void leave(Parser *inside)
{
    accept(inside, TK_SEMICOLON);
    if (!is(inside, TK_END))
        zing_expected(inside, "the end of the annotation");
}

/* What the tokens before the next one say, on one line. */
static const char *one_line(const Parser *inside)
{
    const Token *first = inside->tokens, *last = previous(inside);
    char *line = arena_alloc(inside->arena, last->stop - first->begin + 1), *to = line;
    for (const Token *token = first; token <= last; token++) {
        if (token > first && token->begin > token[-1].stop)
            *to++ = ' ';
        memcpy(to, inside->source->text + token->begin, token->stop - token->begin);
        to += token->stop - token->begin;
    }
    return line;
}

static ZPredicate predicate(Parser *p, const Note *note, size_t word)
{
    ZPredicate made = {.pos = first_token(p, note)->pos,
                       .word = words[word].text,
                       .read = words[word].read,
                       .write = words[word].write};
    Parser inside = enter(p, note);
    if (accept(&inside, TK_LBRACKET)) {
        made.index = zing_name(&inside, "the name of the index");
        zing_expect(&inside, TK_RBRACKET, "after the name of the index");
    }
    made.test = zing_expr(&inside);
    made.text = one_line(&inside);
    leave(&inside);
    return made;
}

/* Those before this token will not be asked for any more. */
static void skip_notes(Parser *p, size_t from)
{
    while (p->note < p->notes->list.len && p->notes->list.at[p->note].before < from)
        p->note++;
}

void zing_annotate_variable(Parser *p, ZMember *member, ZDeclKind owner, size_t from)
{
    VEC(ZPredicate) list = {0};
    Notes *notes = p->notes;
    skip_notes(p, from);
    for (size_t i = p->note; i < notes->list.len && notes->list.at[i].before <= p->at; i++) {
        Note *note = &notes->list.at[i];
        size_t word = find_word(p, note);
        if (word == WORDS || p->panic)
            continue;
        note->used = true;
        vec_push(&list, predicate(p, note, word));
        if (owner == ZD_STRUCT)
            zing_complain(p, first_token(p, note)->pos,
                          "the field of a struct has no access predicate of its own; annotate the "
                          "variables that are such structs");
    }
    keep_list(p, &member->predicates, &list);
}

void zing_annotate_method(Parser *p, ZMember *member, ZDeclKind owner, size_t from)
{
    Notes *notes = p->notes;
    skip_notes(p, from);
    for (size_t i = p->note; i < notes->list.len && notes->list.at[i].before <= p->at; i++) {
        Note *note = &notes->list.at[i];
        bool here = note->before == from || note->before == p->at;
        if (!here || !is_atomic(p, note))
            continue;
        Pos pos = first_token(p, note)->pos;
        Parser inside = enter(p, note);
        leave(&inside);
        if (owner == ZD_INTERFACE)
            zing_complain(p, pos,
                          "the method of an interface has no body that could be atomic; annotate "
                          "the methods of the classes");
        else if (member->claims_atomic)
            zing_complain(p, pos, "the method '%s' is annotated as atomic twice", member->name);
        note->used = member->claims_atomic = true;
    }
}

/* ---- what is left ---- */

static void unknown_word(Parser *p, const Note *note)
{
    const Token *token = first_token(p, note);
    const char *best = NULL;
    for (size_t i = 0; i < WORDS && token->kind == TK_NAME; i++)
        zing_suggest(token->name, words[i].text, &best);
    if (token->reported)
        return;
    if (best)
        diag_error(p->diag, token->pos, "unknown annotation '%s'; did you mean '%s'?", token->name,
                   best);
    else
        diag_error(p->diag, token->pos,
                   "an annotation begins with accessible_if, readable_if, writable_if or atomic; "
                   "remove the @ if this is an ordinary comment");
}

void zing_check_notes(Parser *p, bool placed)
{
    vec_each (Note, note, &p->notes->list) {
        size_t word = find_word(p, note);
        bool is_known = word < WORDS || is_atomic(p, note);
        if (note->used || p->diag->errors >= DIAG_MOST_ERRORS)
            continue;
        if (!is_known)
            unknown_word(p, note);
        else if (placed && word < WORDS)
            diag_error(p->diag, first_token(p, note)->pos,
                       "this belongs to no variable; '%s' stands before or right after the ';' of "
                       "a static variable or of a field of a class",
                       words[word].text);
        else if (placed)
            diag_error(p->diag, first_token(p, note)->pos,
                       "this belongs to no method; 'atomic' stands right before the declaration "
                       "of a method, or right after its parameters");
    }
}
