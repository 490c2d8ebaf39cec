/* spec.c -- reads mist's `.spec` format.
 *
 *   spec   := 'vars' ID* 'rules' rule* 'init' conj 'target' conj+ [ 'invariants' conj+ ]
 *   rule   := [ guard { ',' guard } ] '->' [ update { ',' update } ] ';'
 *   guard  := 'true' | constr
 *   constr := ID '>=' NAT | ID '=' NAT | ID 'in' '[' NAT ',' NAT ']'
 *   update := ID ''' '=' ID [ ( '+' | '-' ) NAT ]
 *   conj   := constr { ',' constr }
 *
 * mist reads more than Petri nets (equality guards, resets, transfers): those are refused here,
 * with the reason.  A syntax error in a rule is skipped to its semicolon, elsewhere to the next
 * section. */
#include <xxhash.h>

#include "net/net.h"

typedef enum SpecToken {
    T_END,
    T_NAME,
    T_NUMBER,
    T_ARROW,
    T_AT_LEAST,
    T_EQUAL,
    T_COMMA,
    T_SEMICOLON,
    T_QUOTE,
    T_PLUS,
    T_MINUS,
    T_OPEN,
    T_CLOSE,
    T_VARS,
    T_RULES,
    T_INIT,
    T_TARGET,
    T_INVARIANTS,
    T_TRUE,
    T_IN,
    T_WRONG
} SpecToken;

typedef struct Parser {
    Net *net;
    Diag *diag;
    const char *at, *line_start, *end;
    uint32_t line;
    int file;
    SpecToken token; /* the current one */
    Pos pos;         /* where it begins */
    const char *text;
    size_t len;
    uint32_t number; /* of T_NUMBER */
    uint32_t *names; /* open addressing: place + 1; 0: empty */
    size_t name_mask;
    /* what is said of a place in the rule or conjunction at hand: valid if its stamp is current */
    uint32_t *guard_stamp, *update_stamp;
    uint32_t stamp;
    VEC(Arc) arcs;
    VEC(uint32_t) arc_of; /* by place: index into arcs, if the stamp is current */
    Items items;
    bool too_many;
} Parser;

static const struct {
    const char *text;
    SpecToken token;
} keywords[] = {{"vars", T_VARS},     {"rules", T_RULES},           {"init", T_INIT},
                {"target", T_TARGET}, {"invariants", T_INVARIANTS}, {"true", T_TRUE},
                {"in", T_IN}};

/* ---- tokens ---- */

static Pos here(const Parser *p)
{
    size_t column = (size_t)(p->at - p->line_start) + 1;
    return (Pos){.line = p->line,
                 .column = (uint16_t)(column < UINT16_MAX ? column : UINT16_MAX),
                 .file = (uint16_t)p->file};
}

static void error(Parser *p, Pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void error(Parser *p, Pos pos, const char *format, ...)
{
    char text[400];
    va_list args;
    if (p->too_many)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diag_error(p->diag, pos, "%s", text);
    p->too_many = p->diag->errors >= DIAG_MOST_ERRORS;
    if (p->too_many)
        p->at = p->end;
}

static void skip_blanks(Parser *p)
{
    for (; p->at < p->end; p->at++) {
        if (*p->at == '\n') {
            p->line++;
            p->line_start = p->at + 1;
        } else if (*p->at == '#') {
            while (p->at + 1 < p->end && p->at[1] != '\n')
                p->at++;
        } else if (*p->at != ' ' && *p->at != '\t' && *p->at != '\r' && *p->at != '\f')
            return;
    }
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static SpecToken scan_word(Parser *p)
{
    while (p->at < p->end && (is_letter(*p->at) || is_digit(*p->at)))
        p->at++;
    p->len = (size_t)(p->at - p->text);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strlen(keywords[i].text) == p->len && memcmp(keywords[i].text, p->text, p->len) == 0)
            return keywords[i].token;
    return T_NAME;
}

static SpecToken scan_number(Parser *p)
{
    uint64_t number = 0;
    for (; p->at < p->end && is_digit(*p->at); p->at++)
        if (number <= TOKENS_MOST)
            number = number * 10 + (uint64_t)(*p->at - '0');
    p->len = (size_t)(p->at - p->text);
    if (number > TOKENS_MOST)
        error(p, p->pos, "the number is too large: at most %d tokens can be counted", TOKENS_MOST);
    p->number = number > TOKENS_MOST ? TOKENS_MOST : (uint32_t)number;
    return T_NUMBER;
}

static SpecToken scan_sign(Parser *p)
{
    static const struct {
        char text[3];
        SpecToken token;
    } signs[] = {{"->", T_ARROW},    {">=", T_AT_LEAST}, {"=", T_EQUAL}, {",", T_COMMA},
                 {";", T_SEMICOLON}, {"'", T_QUOTE},     {"+", T_PLUS},  {"-", T_MINUS},
                 {"[", T_OPEN},      {"]", T_CLOSE}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t len = strlen(signs[i].text);
        if ((size_t)(p->end - p->at) >= len && memcmp(signs[i].text, p->at, len) == 0) {
            p->at += len;
            p->len = len;
            return signs[i].token;
        }
    }
    p->at++;
    p->len = 1;
    return T_WRONG;
}

static void next(Parser *p)
{
    skip_blanks(p);
    p->pos = here(p);
    p->text = p->at;
    p->len = 0;
    if (p->at >= p->end)
        p->token = T_END;
    else if (is_letter(*p->at))
        p->token = scan_word(p);
    else if (is_digit(*p->at))
        p->token = scan_number(p);
    else
        p->token = scan_sign(p);
}

static void unexpected(Parser *p, const char *wanted)
{
    if (p->token == T_END)
        error(p, p->pos, "the file ends here; expected %s", wanted);
    else if (p->len == 1 && ((unsigned char)*p->text < 32 || (unsigned char)*p->text > 126))
        error(p, p->pos, "expected %s, not the byte 0x%02x", wanted, (unsigned char)*p->text);
    else
        error(p, p->pos, "expected %s, not '%.*s'", wanted, (int)(p->len < 40 ? p->len : 40),
              p->text);
}

static bool expect(Parser *p, SpecToken token, const char *wanted)
{
    if (p->token != token) {
        unexpected(p, wanted);
        return false;
    }
    next(p);
    return true;
}

static bool is_section(SpecToken token)
{
    return token == T_VARS || token == T_RULES || token == T_INIT || token == T_TARGET ||
           token == T_INVARIANTS;
}

static void skip_to_section(Parser *p)
{
    while (p->token != T_END && !is_section(p->token))
        next(p);
}

/* ---- names ---- */

/* Where the name is, or where it would be. */
static size_t slot_of(const Parser *p, const char *text, size_t len)
{
    size_t slot = XXH3_64bits(text, len) & p->name_mask;
    for (; p->names[slot]; slot = (slot + 1) & p->name_mask) {
        const char *name = p->net->places.at[p->names[slot] - 1].name;
        if (strncmp(name, text, len) == 0 && !name[len])
            break;
    }
    return slot;
}

static void grow_names(Parser *p)
{
    size_t places = p->net->places.len;
    if (places * 2 <= p->name_mask)
        return;
    memory_free(p->names);
    p->name_mask = p->name_mask * 2 + 1;
    p->names = memory_alloc((p->name_mask + 1) * sizeof *p->names);
    for (uint32_t i = 0; i < places; i++) {
        const char *name = p->net->places.at[i].name;
        p->names[slot_of(p, name, strlen(name))] = i + 1;
    }
    assert(places * 2 <= p->name_mask); /* so that slot_of comes to an end */
}

static void declare(Parser *p)
{
    size_t slot = slot_of(p, p->text, p->len);
    if (p->names[slot]) {
        error(p, p->pos, "the variable '%.*s' is declared twice", (int)p->len, p->text);
        return;
    }
    Place place = {.name = arena_copy(&p->net->arena, p->text, p->len), .open = true};
    vec_push(&p->net->places, place);
    p->names[slot] = (uint32_t)p->net->places.len;
    grow_names(p);
}

/* The variable at hand; false, with a message, if there is none. */
static bool variable(Parser *p, uint32_t *place)
{
    if (p->token != T_NAME) {
        unexpected(p, "a variable");
        return false;
    }
    size_t slot = slot_of(p, p->text, p->len);
    if (!p->names[slot]) {
        error(p, p->pos, "the variable '%.*s' is not declared: add it to the list after vars",
              (int)p->len, p->text);
        *place = UINT32_MAX; /* go on: only the name is wrong */
    } else
        *place = p->names[slot] - 1;
    next(p);
    return true;
}

static const char *name_of(const Parser *p, uint32_t place)
{
    assert(place < p->net->places.len); /* not an unknown name */
    return p->net->places.at[place].name;
}

/* ---- constraints ---- */

typedef enum Relation { AT_LEAST, EQUAL, BETWEEN } Relation;

typedef struct Constraint {
    uint32_t place; /* UINT32_MAX: unknown name, already complained about */
    Relation relation;
    uint32_t low, high;
    Pos pos;
} Constraint;

static bool number(Parser *p, uint32_t *value)
{
    *value = p->number;
    return expect(p, T_NUMBER, "a number");
}

static bool interval(Parser *p, Constraint *c)
{
    if (!expect(p, T_OPEN, "'['") || !number(p, &c->low) || !expect(p, T_COMMA, "','") ||
        !number(p, &c->high) || !expect(p, T_CLOSE, "']'"))
        return false;
    if (c->low > c->high)
        error(p, c->pos, "the interval is empty: %u is greater than %u", c->low, c->high);
    return true;
}

static bool constraint(Parser *p, Constraint *c)
{
    *c = (Constraint){.pos = p->pos};
    if (!variable(p, &c->place))
        return false;
    SpecToken relation = p->token;
    if (relation != T_AT_LEAST && relation != T_EQUAL && relation != T_IN) {
        unexpected(p, "'>=', '=' or 'in'");
        return false;
    }
    next(p);
    c->relation = relation == T_AT_LEAST ? AT_LEAST : relation == T_EQUAL ? EQUAL : BETWEEN;
    if (c->relation == BETWEEN)
        return interval(p, c);
    bool ok = number(p, &c->low);
    c->high = c->low;
    return ok;
}

/* False, with a message, if the place has been constrained before in the same conjunction. */
static bool first_time(Parser *p, const Constraint *c)
{
    if (c->place == UINT32_MAX)
        return false;
    if (p->guard_stamp[c->place] == p->stamp) {
        error(p, c->pos, "'%s' is constrained twice: leave one of the two out",
              name_of(p, c->place));
        return false;
    }
    p->guard_stamp[c->place] = p->stamp;
    return true;
}

/* ---- rules ---- */

static Arc *arc_of(Parser *p, uint32_t place)
{
    if (p->guard_stamp[place] != p->stamp && p->update_stamp[place] != p->stamp) {
        p->arc_of.at[place] = (uint32_t)p->arcs.len;
        vec_push(&p->arcs, ((Arc){.place = place}));
    }
    Arc *arc = &p->arcs.at[p->arc_of.at[place]];
    assert(arc < p->arcs.at + p->arcs.len && arc->place == place);
    return arc;
}

static bool guard(Parser *p)
{
    if (p->token == T_TRUE) {
        next(p);
        return true;
    }
    Constraint c;
    if (!constraint(p, &c))
        return false;
    if (c.relation != AT_LEAST)
        error(p, c.pos,
              "a guard with '%s' is not one of a Petri net: heddle decides guards with >= only",
              c.relation == EQUAL ? "=" : "in");
    else if (c.place != UINT32_MAX) {
        bool again = p->guard_stamp[c.place] == p->stamp;
        Arc *arc = again ? NULL : arc_of(p, c.place);
        if (first_time(p, &c))
            arc->need = c.low;
    }
    return true;
}

/* What stands right of the equals sign; false if it is not `ID + NAT` or the like. */
static bool right_side(Parser *p, uint32_t *place, int32_t *change)
{
    uint32_t value = 0;
    *change = 0;
    if (p->token != T_NAME || !variable(p, place))
        return false;
    bool minus = p->token == T_MINUS;
    if (p->token != T_PLUS && !minus)
        return true;
    next(p);
    if (p->token != T_NUMBER)
        return false;
    value = p->number;
    next(p);
    *change = minus ? -(int32_t)value : (int32_t)value;
    return true;
}

static void set_update(Parser *p, uint32_t place, int32_t change, Pos pos)
{
    if (p->update_stamp[place] == p->stamp) {
        error(p, pos, "'%s' is updated twice in one rule", name_of(p, place));
        return;
    }
    Arc *arc = arc_of(p, place);
    p->update_stamp[place] = p->stamp;
    if (change < 0 && (uint32_t)-change > arc->need)
        error(p, pos, "'%s' can become negative: the rule needs the guard %s >= %d",
              name_of(p, place), name_of(p, place), -change);
    else
        arc->change = change;
}

static bool update(Parser *p)
{
    uint32_t place, source;
    int32_t change;
    Pos pos = p->pos;
    if (!variable(p, &place) || !expect(p, T_QUOTE, "a quote after the variable: x' = ...") ||
        !expect(p, T_EQUAL, "'='"))
        return false;
    bool plain = right_side(p, &source, &change);
    if (plain && (place == UINT32_MAX || source == UINT32_MAX))
        return true;
    if (!plain && p->token != T_NUMBER && p->token != T_NAME) {
        unexpected(p, "a variable or a number");
        return false;
    }
    if (!plain || source != place || (p->token != T_COMMA && p->token != T_SEMICOLON)) {
        if (plain && source == place && p->token != T_PLUS && p->token != T_MINUS) {
            unexpected(p, "',' or ';'");
            return false;
        }
        error(p, pos,
              "the update is not one of a Petri net: heddle decides updates x' = x + n and "
              "x' = x - n only");
        while (p->token != T_COMMA && p->token != T_SEMICOLON && p->token != T_END &&
               !is_section(p->token))
            next(p);
        return true;
    }
    set_update(p, place, change, pos);
    return true;
}

static bool rule_body(Parser *p)
{
    if (p->token != T_ARROW) {
        bool more = guard(p);
        while (more && p->token == T_COMMA) {
            next(p);
            more = guard(p);
        }
        if (!more)
            return false;
    }
    if (!expect(p, T_ARROW, "',' or '->'"))
        return false;
    if (p->token != T_SEMICOLON) {
        bool more = update(p);
        while (more && p->token == T_COMMA) {
            next(p);
            more = update(p);
        }
        if (!more)
            return false;
    }
    return expect(p, T_SEMICOLON, "',' or ';'");
}

static void rule(Parser *p)
{
    Pos pos = p->pos;
    p->arcs.len = 0;
    p->stamp++;
    if (rule_body(p)) {
        net_add_transition(p->net, p->arcs.at, p->arcs.len, pos);
        return;
    }
    while (p->token != T_SEMICOLON && p->token != T_END && !is_section(p->token))
        next(p);
    if (p->token == T_SEMICOLON)
        next(p);
}

/* ---- the other sections ---- */

static void init_constraint(Parser *p, const Constraint *c)
{
    if (!first_time(p, c))
        return;
    Place *place = &p->net->places.at[c->place];
    /* Of an interval only its upper end matters: more tokens never cover less. */
    place->init = c->high;
    place->open = c->relation == AT_LEAST;
}

static void target_constraint(Parser *p, const Constraint *c)
{
    if (c->relation != AT_LEAST)
        error(p, c->pos,
              "a target with '%s' is not upward-closed: heddle decides targets with >= only",
              c->relation == EQUAL ? "=" : "in");
    else if (first_time(p, c))
        vec_push(&p->items, ((Item){c->place, c->low}));
}

static void invariant_constraint(Parser *p, const Constraint *c)
{
    if (c->relation != EQUAL)
        error(p, c->pos, "an invariant gives weights: x = 1, y = 2");
    else if (first_time(p, c))
        vec_push(&p->items, ((Item){c->place, c->low}));
}

static bool conjunction(Parser *p, void (*add)(Parser *p, const Constraint *c))
{
    p->stamp++;
    p->items.len = 0;
    for (;;) {
        Constraint c;
        if (!constraint(p, &c))
            return false;
        add(p, &c);
        if (p->token != T_COMMA)
            return true;
        next(p);
    }
}

static void vars(Parser *p)
{
    if (!expect(p, T_VARS, "'vars' and the list of variables"))
        skip_to_section(p);
    if (p->token == T_VARS)
        next(p);
    for (; p->token == T_NAME; next(p))
        declare(p);
    if (!p->net->places.len)
        error(p, p->pos, "the net has no variables");
    if (p->token != T_RULES) {
        unexpected(p, "a variable or 'rules'");
        skip_to_section(p);
    }
}

static void rules(Parser *p)
{
    if (p->token == T_RULES)
        next(p);
    while (p->token != T_END && !is_section(p->token))
        rule(p);
    if (p->token != T_INIT)
        unexpected(p, "a rule or 'init'");
}

static void init(Parser *p)
{
    if (p->token != T_INIT)
        return;
    p->net->init_pos = p->pos;
    next(p);
    if (!conjunction(p, init_constraint))
        skip_to_section(p);
    else if (p->token != T_TARGET) {
        unexpected(p, "',' or 'target'");
        skip_to_section(p);
    }
}

/* Conjunctions one after the other, into a list of bags. */
static void bags(Parser *p, bool targets)
{
    next(p);
    do {
        Pos pos = p->pos;
        if (!conjunction(p, targets ? target_constraint : invariant_constraint)) {
            skip_to_section(p);
            return;
        }
        NetBag bag = net_add_bag(p->net, p->items.at, p->items.len, pos);
        if (targets)
            vec_push(&p->net->targets, bag);
        else
            vec_push(&p->net->invariants, bag);
    } while (p->token == T_NAME);
}

static void spec(Parser *p)
{
    next(p);
    vars(p);
    size_t places = p->net->places.len ? p->net->places.len : 1;
    p->guard_stamp = memory_alloc(places * sizeof *p->guard_stamp);
    p->update_stamp = memory_alloc(places * sizeof *p->update_stamp);
    vec_resize(&p->arc_of, places);
    rules(p);
    init(p);
    if (p->token != T_TARGET)
        unexpected(p, "'target'");
    else
        bags(p, true);
    if (p->token == T_INVARIANTS)
        bags(p, false);
    if (p->token != T_END)
        unexpected(p, "the end of the file");
}

Net *net_parse(const Sources *sources, int file, Diag *diag)
{
    const Source *source = &sources->files.at[file];
    Net *net = memory_alloc(sizeof *net);
    net->sources = sources;
    Parser p = {.net = net,
                .diag = diag,
                .at = source->text,
                .line_start = source->text,
                .end = source->text + source->len,
                .line = 1,
                .file = file,
                .name_mask = 15};
    p.names = memory_alloc((p.name_mask + 1) * sizeof *p.names);
    size_t before = diag->errors;
    spec(&p);
    memory_free(p.names);
    memory_free(p.guard_stamp);
    memory_free(p.update_stamp);
    vec_free(&p.arcs);
    vec_free(&p.arc_of);
    vec_free(&p.items);
    if (diag->errors == before)
        return net;
    net_free(net);
    return NULL;
}
