/* parse_note.c -- annotations: comments that begin with @.
 *
 *   annotation = "atomic"
 *              | ( "accessible_if" | "readable_if" | "writable_if" ) [ "[" ID "]" ] expr [ ";" ]
 *              | { "requires" expr | "performs" choice | "modifies" ... | "ensures" expr }      (of a method: front/performs.h)
 *              | "invariant" expr [ ";" ]                     (of a loop or a class)
 *              | "decreases" expr [ ";" ]                     (of a loop)
 *              | "witness" STRING [ ";" ]                     (where a statement could stand)
 *              | "ghost" member { predicate }                 (where a member could stand)
 *              | "ghost" ( variable | assignment )            (where a statement could stand)
 *
 * The scanner has made tokens of each; here they find the declaration that they belong to. */
#include "front/performs.h"
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

static const ZToken *first_token(const Parser *p, const Note *note)
{
    return &p->notes->tokens.at[note->first];
}

static bool is_atomic(const Parser *p, const Note *note)
{
    return first_token(p, note)->kind == TK_ATOMIC;
}

/* The number of its word; WORDS: it has none of them. */
static size_t find_word(const ZToken *token)
{
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

/* What the tokens from number `start` to the one before the next say, on one line. */
static const char *tokens_text(const Parser *inside, size_t start)
{
    const ZToken *first = inside->tokens + start, *last = previous(inside);
    char *line = arena_alloc(inside->arena, last->stop - first->begin + 1), *to = line;
    for (const ZToken *token = first; token <= last; token++) {
        if (token > first && token->begin > token[-1].stop)
            *to++ = ' ';
        memcpy(to, inside->source->text + token->begin, token->stop - token->begin);
        to += token->stop - token->begin;
    }
    return line;
}

/* ( "accessible_if" | "readable_if" | "writable_if" ) [ "[" ID "]" ] expr */
static ZPredicate predicate(Parser *inside, size_t word)
{
    size_t start = inside->at;
    ZPredicate made = {.pos = take(inside)->pos,
                       .word = words[word].text,
                       .read = words[word].read,
                       .write = words[word].write};
    if (accept(inside, TK_LBRACKET)) {
        made.index = zing_name(inside, "the name of the index");
        zing_expect(inside, TK_RBRACKET, "after the name of the index");
    }
    made.test = zing_expr(inside);
    made.text = tokens_text(inside, start);
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
        size_t word = find_word(first_token(p, note));
        if (word == WORDS || p->panic)
            continue;
        note->used = true;
        Parser inside = enter(p, note);
        inside.at = 0;
        vec_push(&list, predicate(&inside, word));
        leave(&inside);
        if (owner == ZD_STRUCT)
            zing_complain(p, first_token(p, note)->pos,
                          "the field of a struct has no access predicate of its own; annotate the "
                          "variables that are such structs");
    }
    keep_list(p, &member->predicates, &list);
}

static void annotate_spec(Parser *p, ZMember *member, ZDeclKind owner, size_t from);

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
    annotate_spec(p, member, owner, from);
}

/* ---- methods and loops ---- */

static bool note_says(const Parser *p, const Note *note, const char *word)
{
    const ZToken *token = first_token(p, note);
    return token->kind == TK_NAME && strcmp(token->name, word) == 0;
}

/* What the annotations of one method say; front/performs.c calls the functions below. */
typedef struct SpecParser {
    Parser inside; /* the annotation that is being read */
    VEC(ZClause) requires;
    VEC(ZAction) actions;
    SpecSteps steps;
    uint8_t moves;         /* of the action that comes next */
    size_t start;          /* of the action that is being read: its first token */
    VEC(ZExpr *) modifies; /* ... so far */
} SpecParser;

static char look(void *of, bool next)
{
    SpecParser *spec = of;
    const ZToken *token = next ? peek_next(&spec->inside) : peek(&spec->inside);
    static const struct {
        const char *word;
        char look;
    } names[] = {{"requires", PERFORMS_REQUIRES},
                 {"performs", PERFORMS_PERFORMS},
                 {"modifies", PERFORMS_MODIFIES},
                 {"ensures", PERFORMS_ENSURES},
                 {"action", PERFORMS_ACTION}};
    if (token->kind == TK_END)
        return PERFORMS_END;
    if (token->kind == TK_STRING_LITERAL)
        return PERFORMS_STRING;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (token->kind == TK_NAME && !token->escaped && !strcmp(token->name, names[i].word))
            return names[i].look;
    if (token->kind == TK_NAME && !token->escaped &&
        performs_mover(token->name, strlen(token->name)))
        return PERFORMS_MOVER;
    const char *text = zing_token_info[token->kind].text;
    return token->kind != TK_NAME && text && strlen(text) == 1 ? *text : PERFORMS_OTHER;
}

static void take_token(void *of)
{
    SpecParser *spec = of;
    take(&spec->inside);
}

static bool read_requires(void *of)
{
    SpecParser *spec = of;
    Pos pos = previous(&spec->inside)->pos;
    vec_push(&spec->requires, ((ZClause){pos, zing_expr(&spec->inside), false}));
    return !spec->inside.panic;
}

static void read_mover(void *of)
{
    SpecParser *spec = of;
    const ZToken *word = take(&spec->inside);
    spec->moves = performs_mover(word->name, strlen(word->name));
}

static void begin_action(void *of)
{
    SpecParser *spec = of;
    spec->start = spec->inside.at;
    vec_push(&spec->actions,
             ((ZAction){.pos = peek(&spec->inside)->pos, .label = "", .moves = spec->moves}));
    spec->moves = 0;
}

static void read_label(void *of)
{
    SpecParser *spec = of;
    vec_last(&spec->actions).label = take(&spec->inside)->string.text;
}

static bool read_place(void *of)
{
    SpecParser *spec = of;
    vec_push(&spec->modifies, zing_expr(&spec->inside));
    return !spec->inside.panic;
}

static void end_places(void *of)
{
    SpecParser *spec = of;
    ZAction *action = &vec_last(&spec->actions);
    action->text = tokens_text(&spec->inside, spec->start);
    keep_list(&spec->inside, &action->modifies, &spec->modifies);
    memset(&spec->modifies, 0, sizeof spec->modifies);
}

static bool read_predicate(void *of)
{
    SpecParser *spec = of;
    vec_last(&spec->actions).test = zing_expr(&spec->inside);
    return !spec->inside.panic;
}

static void say_expected(void *of, const char *what)
{
    SpecParser *spec = of;
    zing_expected(&spec->inside, what);
}

static void say(void *of, const char *sentence)
{
    SpecParser *spec = of;
    zing_complain(&spec->inside, peek(&spec->inside)->pos, "%s", sentence);
}

static void parse_spec(Parser *p, const Note *note, SpecParser *spec)
{
    PerformsText text = {.of = spec,
                         .quote = '\'',
                         .look = look,
                         .take = take_token,
                         .requires = read_requires,
                         .mover = read_mover,
                         .action = begin_action,
                         .label = read_label,
                         .place = read_place,
                         .modifies = end_places,
                         .predicate = read_predicate,
                         .ensures = read_predicate,
                         .expected = say_expected,
                         .complain = say};
    spec->inside = enter(p, note);
    spec->inside.at = 0;
    if (!performs_read(&text, &spec->steps))
        vec_free(&spec->modifies);
}

static bool is_spec(const Parser *p, const Note *note)
{
    return note_says(p, note, "requires") || note_says(p, note, "performs") ||
           note_says(p, note, "modifies") || note_says(p, note, "ensures");
}

static void annotate_spec(Parser *p, ZMember *member, ZDeclKind owner, size_t from)
{
    SpecParser spec = {0};
    Notes *notes = p->notes;
    for (size_t i = p->note; i < notes->list.len && notes->list.at[i].before <= p->at; i++) {
        Note *note = &notes->list.at[i];
        bool here = note->before == from || note->before == p->at;
        if (!here || note->used || !is_spec(p, note))
            continue;
        note->used = true;
        if (!member->spec_pos.line)
            member->spec_pos = first_token(p, note)->pos;
        if (owner == ZD_INTERFACE)
            zing_complain(p, member->spec_pos,
                          "the method of an interface has no body that could be checked; specify "
                          "the methods of the classes");
        parse_spec(p, note, &spec);
    }
    keep_list(p, &member->requires, &spec.requires);
    keep_list(p, &member->actions, &spec.actions);
    keep_list(p, &member->performs, &spec.steps);
}

const char *zing_moment(Parser *p, size_t start, const char *label, ZExpr *value)
{
    const char *text = zing_intern(p->unit, tokens_text(p, start));
    vec_each (ZMoment, known, &p->moments)
        if (known->name.text == text && known->label == label &&
            (known->loop == p->loop || strcmp(label, "LoopEntry") != 0))
            return text;
    vec_push(&p->moments, ((ZMoment){{text, p->tokens[start].pos}, label, p->loop, value}));
    return text;
}

ZStmt *zing_take_moment(Parser *p, const char *label, const ZStmt *loop)
{
    for (size_t i = 0; i < p->moments.len; i++) {
        ZMoment moment = p->moments.at[i];
        if (strcmp(moment.label, label) != 0 || (loop && moment.loop != loop))
            continue;
        for (size_t k = i + 1; k < p->moments.len; k++)
            p->moments.at[k - 1] = p->moments.at[k];
        p->moments.len--;
        ZStmt *stmt = arena_new(p->arena, ZStmt);
        *stmt = (ZStmt){
            .kind = ZS_VARIABLE, .pos = moment.name.pos, .end = moment.name.pos, .is_ghost = true};
        stmt->variable.name = moment.name;
        stmt->variable.init = moment.value;
        return stmt;
    }
    return NULL;
}

void zing_end_moments(Parser *p, ZStmt *body)
{
    VEC(ZStmt *) list = {0};
    for (ZStmt *stmt; (stmt = zing_take_moment(p, "Pre", NULL));)
        vec_push(&list, stmt);
    vec_each (ZStmt *, stmt, &body->block)
        vec_push(&list, *stmt);
    vec_each (ZMoment, moment, &p->moments)
        zing_complain(
            p, moment->name.pos,
            strcmp(moment->label, "LoopEntry") == 0
                ? "the loop of this annotation stands in braces, behind a statement or at "
                  "the beginning"
                : "there is no label '%s: ;' before the loop, in a block around it; there "
                  "are also Pre, where the method begins, and LoopEntry",
            moment->label);
    p->moments.len = 0;
    keep_list(p, &body->block, &list);
}

ZStmts zing_annotate_loop(Parser *p, ZStmt *loop, size_t from)
{
    ZStmts measures = {0};
    VEC(ZClause) list = {0};
    Notes *notes = p->notes;
    for (size_t i = p->note; i < notes->list.len && notes->list.at[i].before <= p->at; i++) {
        Note *note = &notes->list.at[i];
        bool here = note->before == from || note->before == p->at;
        bool measure = note_says(p, note, "decreases");
        if (!here || note->used || (!measure && !note_says(p, note, "invariant")))
            continue;
        note->used = true;
        Parser inside = enter(p, note);
        inside.loop = loop;
        inside.measures = measures;
        Pos pos = first_token(p, note)->pos;
        ZClause clause =
            measure ? zing_measure(&inside, pos) : (ZClause){pos, zing_expr(&inside), false};
        vec_push(&list, clause);
        leave(&inside);
        p->moments = inside.moments;
        measures = inside.measures;
    }
    keep_list(p, &loop->loop.invariants, &list);
    return measures;
}

bool zing_take_witness(Parser *p, ZName *label)
{
    Notes *notes = p->notes;
    while (p->note < notes->list.len && notes->list.at[p->note].used)
        p->note++;
    for (size_t i = p->note; i < notes->list.len && notes->list.at[i].before <= p->at; i++) {
        Note *note = &notes->list.at[i];
        if (note->used || note->before != p->at || !note_says(p, note, "witness"))
            continue;
        note->used = true;
        Parser inside = enter(p, note);
        const ZExpr *text = zing_string(&inside, "the label of an action, in quotes");
        *label = (ZName){text->string.text ? text->string.text : "", text->pos};
        leave(&inside);
        return true;
    }
    return false;
}

/* ---- ghosts, and invariants of classes ---- */

/* Takes the next annotation with this word that stands here. */
static bool enter_next(Parser *p, const char *word, Parser *inside)
{
    Notes *notes = p->notes;
    for (size_t i = p->note; i < notes->list.len && notes->list.at[i].before <= p->at; i++) {
        Note *note = &notes->list.at[i];
        if (note->used || note->before != p->at || !note_says(p, note, word))
            continue;
        note->used = true;
        *inside = enter(p, note);
        return true;
    }
    return false;
}

bool zing_take_invariant(Parser *p, ZClause *clause)
{
    Parser inside;
    if (!enter_next(p, "invariant", &inside))
        return false;
    *clause = (ZClause){inside.tokens->pos, zing_expr(&inside), false};
    leave(&inside);
    return true;
}

bool zing_enter_ghost(Parser *p, Parser *inside)
{
    return enter_next(p, "ghost", inside);
}

void zing_leave_ghost(Parser *p, Parser *inside)
{
    leave(inside);
    p->joins = inside->joins;
}

void zing_annotate_ghost(Parser *inside, ZMember *member, ZDeclKind owner)
{
    VEC(ZPredicate) list = {0};
    accept(inside, TK_SEMICOLON);
    member->is_ghost = true;
    if (owner != ZD_CLASS && owner != ZD_MEMBER)
        zing_complain(inside, member->pos, "a ghost variable is static, or a field of a class");
    for (size_t word; !inside->panic && (word = find_word(peek(inside))) < WORDS;) {
        vec_push(&list, predicate(inside, word));
        accept(inside, TK_SEMICOLON);
    }
    keep_list(inside, &member->predicates, &list);
}

/* ---- what is left ---- */

/* Words of annotations that do not belong to variables, and where they stand. */
static const struct {
    const char *text, *place;
} others[] = {
    {"requires", "no method; 'requires' stands right before the declaration of a method, or right "
                 "after its parameters"},
    {"performs", "no method; 'performs' stands right before the declaration of a method, or right "
                 "after its parameters"},
    {"modifies", "no method; 'modifies' stands right before the declaration of a method, or right "
                 "after its parameters"},
    {"ensures", "no method; 'ensures' stands right before the declaration of a method, or right "
                "after its parameters"},
    {"invariant", "no loop; 'invariant' stands right before a while or a for, or right before its "
                  "body, or before a member of a class"},
    {"decreases", "no loop; 'decreases' stands right before a while or a for, or right before its "
                  "body"},
    {"witness", "no statement; 'witness' stands between two statements of a block"},
    {"ghost", "nothing; 'ghost' stands before a member of a class, or between two statements of a "
              "block"},
};
enum { OTHERS = sizeof others / sizeof *others };

static size_t find_other(const Parser *p, const Note *note)
{
    size_t i = 0;
    while (i < OTHERS && !note_says(p, note, others[i].text))
        i++;
    return i;
}

static void unknown_word(Parser *p, const Note *note)
{
    const ZToken *token = first_token(p, note);
    const char *best = NULL;
    for (size_t i = 0; i < WORDS && token->kind == TK_NAME; i++)
        zing_suggest(token->name, words[i].text, &best);
    for (size_t i = 0; i < OTHERS && token->kind == TK_NAME; i++)
        zing_suggest(token->name, others[i].text, &best);
    if (token->reported)
        return;
    if (best)
        diag_error(p->diag, token->pos, "unknown annotation '%s'; did you mean '%s'?", token->name,
                   best);
    else
        diag_error(p->diag, token->pos,
                   "an annotation begins with accessible_if, readable_if, writable_if, atomic, "
                   "requires, performs, modifies, ensures, invariant, decreases, witness or ghost; "
                   "remove the @ if this is an ordinary "
                   "comment");
}

void zing_check_notes(Parser *p, bool placed)
{
    vec_each (Note, note, &p->notes->list) {
        size_t word = find_word(first_token(p, note)), other = find_other(p, note);
        Pos pos = first_token(p, note)->pos;
        bool is_known = word < WORDS || other < OTHERS || is_atomic(p, note);
        if (note->used || p->diag->errors >= DIAG_MOST_ERRORS)
            continue;
        if (!is_known)
            unknown_word(p, note);
        else if (placed && word < WORDS)
            diag_error(p->diag, pos,
                       "this belongs to no variable; '%s' stands before or right after the ';' of "
                       "a static variable or of a field of a class",
                       words[word].text);
        else if (placed && other < OTHERS)
            diag_error(p->diag, pos, "this belongs to %s", others[other].place);
        else if (placed)
            diag_error(p->diag, pos,
                       "this belongs to no method; 'atomic' stands right before the declaration "
                       "of a method, or right after its parameters");
    }
}
