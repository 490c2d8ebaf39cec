/* performs.c -- see performs.h.  Recursive descent, a function for each rule of the grammar; every
 * function returns false as soon as somebody has complained. */
#include "front/performs.h"

enum { MOST_NESTING = 100 };

typedef struct Reader {
    const PerformsText *text;
    SpecSteps *steps;
    uint32_t actions; /* so many were read */
    unsigned depth;
} Reader;

static char look(const Reader *r)
{
    return r->text->look(r->text->of, false);
}

static char look_behind(const Reader *r)
{
    return r->text->look(r->text->of, true);
}

static void take(Reader *r)
{
    r->text->take(r->text->of);
}

static bool expect(Reader *r, char sign, const char *where)
{
    if (look(r) == sign) {
        take(r);
        return true;
    }
    char what[100];
    snprintf(what, sizeof what, "%c%c%c %s", r->text->quote, sign, r->text->quote, where);
    r->text->expected(r->text->of, what);
    return false;
}

static void push(Reader *r, SpecOp op, uint32_t action)
{
    vec_push(r->steps, ((SpecStep){op, action}));
}

static bool read_places(Reader *r)
{
    if (!expect(r, '(', "before the places that the action modifies"))
        return false;
    while (look(r) != ')') {
        if (!r->text->place(r->text->of))
            return false;
        if (look(r) != ',')
            break;
        take(r);
    }
    return expect(r, ')', "after the places that the action modifies");
}

uint8_t performs_mover(const char *word, size_t len)
{
    for (uint8_t moves = 1; moves <= MOVES_BOTH; moves++)
        if (strlen(moves_words[moves]) == len && memcmp(moves_words[moves], word, len) == 0)
            return moves;
    return 0;
}

static bool read_action(Reader *r)
{
    const PerformsText *t = r->text;
    if (look(r) == PERFORMS_MOVER)
        t->mover(t->of);
    if (look(r) != PERFORMS_ACTION) {
        char what[40];
        snprintf(what, sizeof what, "%caction%c or %c(%c", t->quote, t->quote, t->quote, t->quote);
        t->expected(t->of, what);
        return false;
    }
    t->action(t->of);
    take(r);
    if (look(r) == PERFORMS_STRING) {
        t->label(t->of);
        if (!expect(r, ':', "after the label of the action"))
            return false;
    }
    if (!read_places(r))
        return false;
    t->modifies(t->of);
    if (!expect(r, '{', "before the predicate of the action") || !t->predicate(t->of) ||
        !expect(r, '}', "after the predicate of the action"))
        return false;
    push(r, SPEC_ACTION, r->actions++);
    return true;
}

static bool read_choice(Reader *r);

static bool read_repeated(Reader *r)
{
    if (r->depth >= MOST_NESTING) {
        r->text->complain(r->text->of, "this is nested too deeply; split it into smaller parts");
        return false;
    }
    r->depth++;
    bool right;
    if (look(r) == '(') {
        take(r);
        right = read_choice(r) && expect(r, ')', "to close the parenthesis before it");
    } else
        right = read_action(r);
    for (; right && look(r) == '*'; take(r))
        push(r, SPEC_STAR, 0);
    r->depth--;
    return right;
}

/* A last `;` may end the performs. */
static bool goes_on(const Reader *r)
{
    char next = look_behind(r);
    return look(r) == ';' && next != PERFORMS_END && next != PERFORMS_REQUIRES &&
           next != PERFORMS_PERFORMS && next != PERFORMS_MODIFIES && next != PERFORMS_ENSURES;
}

static bool read_sequence(Reader *r)
{
    bool right = read_repeated(r);
    while (right && goes_on(r)) {
        take(r);
        right = read_repeated(r);
        push(r, SPEC_THEN, 0);
    }
    return right;
}

static bool read_choice(Reader *r)
{
    bool right = read_sequence(r);
    while (right && look(r) == '[') {
        take(r);
        right = expect(r, ']', "to make [], a choice") && read_sequence(r);
        push(r, SPEC_OR, 0);
    }
    return right;
}

static bool is_first(Reader *r)
{
    char q = r->text->quote, sentence[80];
    if (!r->steps->len)
        return true;
    snprintf(sentence, sizeof sentence, "there are two %cperforms%c; join them with []", q, q);
    r->text->complain(r->text->of, sentence);
    return false;
}

static bool read_performs(Reader *r)
{
    if (!is_first(r))
        return false;
    take(r);
    return read_choice(r);
}

/* What a method does that runs where nobody interferes is one action. */
static bool read_sequential(Reader *r)
{
    const PerformsText *t = r->text;
    if (!is_first(r))
        return false;
    t->action(t->of);
    if (look(r) == PERFORMS_MODIFIES) {
        do {
            take(r);
            if (look(r) != ';' && !t->place(t->of))
                return false;
        } while (look(r) == ',');
        if (!expect(r, ';', "after the places that the method modifies"))
            return false;
    }
    t->modifies(t->of);
    if (look(r) != PERFORMS_ENSURES) {
        char what[40];
        snprintf(what, sizeof what, "%censures%c", t->quote, t->quote);
        t->expected(t->of, what);
        return false;
    }
    take(r);
    if (!t->ensures(t->of))
        return false;
    push(r, SPEC_ACTION, r->actions++);
    return true;
}

static bool read_clause(Reader *r)
{
    char q = r->text->quote, what[80];
    switch (look(r)) {
    case PERFORMS_REQUIRES:
        take(r);
        return r->text->requires(r->text->of);
    case PERFORMS_PERFORMS:
        return read_performs(r);
    case PERFORMS_MODIFIES:
    case PERFORMS_ENSURES:
        return read_sequential(r);
    default:
        snprintf(what, sizeof what, "%crequires%c, %cperforms%c or the end of the annotation", q, q,
                 q, q);
        r->text->expected(r->text->of, what);
        return false;
    }
}

bool performs_read(const PerformsText *text, SpecSteps *steps)
{
    Reader r = {.text = text, .steps = steps};
    bool right = true;
    while (right && look(&r) != PERFORMS_END) {
        right = read_clause(&r);
        if (right && look(&r) == ';')
            take(&r);
    }
    return right;
}
