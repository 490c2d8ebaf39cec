/* parse_spec.c -- reads the specification of a procedure:
 *
 *   spec   = "spec" procedure [position] "{" { clause } { action } [performs] "}"
 *   clause = "requires" procedure text [position]
 *   action = "action" [ "right" | "left" | "both" ] text text [position] { place } { test }
 *   place  = "modifies" region procedure | "everywhere" region
 *   test   = "test" procedure text [position]
 *   performs = "performs" { number | "then" | "or" | "star" }      (postfix; numbers are actions)
 *
 * and an invariant of a class: "invariant" procedure text [position] */
#include "ir/parse.h"

static bool need_text(Parser *p, const char **text)
{
    const IrToken *t = parse_token(p);
    if (t->kind != TOKEN_STRING)
        return parse_expected(p, "a text in quotes");
    p->at++;
    *text = arena_copy(&p->b.program->arena, t->text, strlen(t->text));
    return true;
}

static bool parse_clause(Parser *p, Clause *clause)
{
    clause->pos = parse_token(p)->pos;
    return parse_need_known(p, SPACE_PROC, "a procedure", &clause->proc) &&
           need_text(p, &clause->text) && parse_position(p, &clause->pos) && parse_end_of_line(p);
}

static bool parse_action(Parser *p, Spec *spec)
{
    ActionSpec action = {.pos = parse_token(p)->pos};
    for (uint8_t moves = 1; moves <= MOVES_BOTH; moves++)
        if (parse_take_word(p, moves_words[moves]))
            action.moves = moves;
    if (!need_text(p, &action.label) || !need_text(p, &action.text) ||
        !parse_position(p, &action.pos) || !parse_end_of_line(p))
        return false;
    vec_push(&spec->actions, action);
    return true;
}

/* "" is a place whose region follows from where it is, as in raw memory. */
static bool parse_region(Parser *p, uint32_t *region)
{
    const IrToken *t = parse_token(p);
    if (!t->quoted || *t->text)
        return parse_need_known(p, SPACE_REGION, "a region", region);
    p->at++;
    return true;
}

static bool parse_modifies(Parser *p, Spec *spec, bool everywhere)
{
    Modified modified = {.everywhere = everywhere};
    if (!spec->actions.len)
        return parse_fails(p, parse_token(p)->pos, "`%s` belongs behind an `action`",
                           everywhere ? "everywhere" : "modifies");
    if (!parse_region(p, &modified.region) ||
        (!everywhere && !parse_need_known(p, SPACE_PROC, "a procedure", &modified.proc)))
        return false;
    vec_push(&vec_last(&spec->actions).modifies, modified);
    return parse_end_of_line(p);
}

static bool parse_test(Parser *p, Spec *spec)
{
    Clause clause = {0};
    if (!spec->actions.len)
        return parse_fails(p, parse_token(p)->pos, "`test` belongs behind an `action`");
    if (!parse_clause(p, &clause))
        return false;
    vec_push(&vec_last(&spec->actions).clauses, clause);
    return true;
}

static bool parse_performs(Parser *p, Spec *spec)
{
    while (parse_token(p)->kind == TOKEN_NUMBER || parse_token(p)->kind == TOKEN_NAME) {
        SpecStep step = {SPEC_ACTION, 0};
        uint64_t number = 0;
        if (parse_take_word(p, "then"))
            step.op = SPEC_THEN;
        else if (parse_take_word(p, "or"))
            step.op = SPEC_OR;
        else if (parse_take_word(p, "star"))
            step.op = SPEC_STAR;
        else if (!parse_need_number(p, "an action, then, or, star", UINT32_MAX, &number))
            return false;
        step.action = (uint32_t)number;
        vec_push(&spec->performs, step);
    }
    return parse_end_of_line(p);
}

static bool parse_part(Parser *p, Spec *spec)
{
    Clause clause = {0};
    if (parse_take_word(p, "action"))
        return parse_action(p, spec);
    if (parse_take_word(p, "modifies"))
        return parse_modifies(p, spec, false);
    if (parse_take_word(p, "everywhere"))
        return parse_modifies(p, spec, true);
    if (parse_take_word(p, "test"))
        return parse_test(p, spec);
    if (parse_take_word(p, "performs"))
        return parse_performs(p, spec);
    if (!parse_take_word(p, "requires"))
        return parse_expected(p, "requires, action, modifies, everywhere, test, performs or `}`");
    if (!parse_clause(p, &clause))
        return false;
    vec_push(&spec->requires, clause);
    return true;
}

bool parse_spec(Parser *p)
{
    Program *program = p->b.program;
    Spec spec = {.pos = parse_token(p)->pos};
    if (!parse_need_known(p, SPACE_PROC, "a procedure", &spec.proc) ||
        !parse_position(p, &spec.pos) || !parse_need_sign(p, '{'))
        return false;
    vec_push(&program->specs, spec);
    parse_skip_newlines(p);
    while (!parse_take_sign(p, '}')) {
        if (!parse_part(p, &vec_last(&program->specs)))
            return false;
        parse_skip_newlines(p);
    }
    return parse_end_of_line(p);
}

bool parse_invariant(Parser *p)
{
    Clause clause = {0};
    if (!parse_clause(p, &clause))
        return false;
    vec_push(&p->b.program->invariants, clause);
    return true;
}
