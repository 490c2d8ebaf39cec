/* check_spec.c -- requires, performs, invariants, witnesses and ghosts: what they name, and where.
 *
 * In all of them `tid` is the thread that runs the method, and a lock is the thread that holds it,
 * as in access predicates.  Only actions know \old and \result. */
#include "front/zing/check.h"

#include <string.h>

static void begin(Check *c, const char *clause)
{
    c->context = IN_PREDICATE;
    c->clause = clause;
}

static void end(Check *c)
{
    c->context = IN_BODY;
    c->clause = NULL;
}

/* ---- quantifiers ---- */

/* `a <= i` or `a < i` with `lower`, else `i <= b` or `i < b`? */
static bool is_bound(const ZExpr *e, const ZSymbol *variable, bool lower)
{
    if (e->kind != ZE_BINARY || (e->binary.op != ZB_LT && e->binary.op != ZB_LE))
        return false;
    const ZExpr *own = lower ? e->binary.right : e->binary.left;
    return own->kind == ZE_NAME && own->symbol == variable;
}

static void check_range(Check *c, const ZExpr *range, const ZSymbol *bound)
{
    bool right = range->kind == ZE_BINARY && range->binary.op == ZB_LAND &&
                 is_bound(range->binary.left, bound, true) &&
                 is_bound(range->binary.right, bound, false);
    if (!right && !ztype_is_error(range->type))
        diag_error(c->diag, range->pos,
                   "the range of a quantifier has the form %s <= %s && %s < %s", "low", bound->name,
                   bound->name, "high");
}

/* Of objects: what is asked of those in the range is asked of all. */
static void join_range(Check *c, ZExpr *e, ZType *truth)
{
    ZExpr *body = e->quantifier.body, *range = e->quantifier.range;
    ZExpr *joined = arena_new(c->arena, ZExpr), *outside = arena_new(c->arena, ZExpr);
    *outside = (ZExpr){.kind = ZE_UNARY, .pos = range->pos, .type = truth};
    outside->unary.op = ZU_NOT;
    outside->unary.operand = range;
    *joined = (ZExpr){.kind = ZE_BINARY, .pos = body->pos, .type = truth};
    joined->binary.op = e->quantifier.is_exists ? ZB_LAND : ZB_LOR;
    joined->binary.left = e->quantifier.is_exists ? range : outside;
    joined->binary.right = body;
    e->quantifier.range = NULL;
    e->quantifier.body = joined;
}

ZType *check_quantifier(Check *c, ZExpr *e)
{
    ZType *truth = c->model->types.word[ZT_BOOL];
    ZType *type = check_type_name(c, e->quantifier.type);
    const char *word = e->quantifier.is_exists ? "\\exists" : "\\forall";
    ZSymbol *bound = e->quantifier.bound = arena_new(c->arena, ZSymbol);
    *bound = (ZSymbol){.kind = ZY_LOCAL,
                       .name = e->quantifier.variable.text,
                       .pos = e->quantifier.variable.pos,
                       .type = type};
    ZScope scope = {.parent = c->scope, .locals = bound}, *outer = c->scope;
    if (c->context != IN_PREDICATE)
        diag_error(c->diag, e->pos, "only annotations have %s", word);
    else if (c->clause && !strcmp(c->clause, "ghost"))
        diag_error(c->diag, e->pos, "a ghost assignment cannot have %s", word);
    bool objects = type->kind == ZK_CLASS, numbers = type == c->model->types.word[ZT_INT];
    if (!objects && !numbers && !ztype_is_error(type))
        diag_error(c->diag, e->quantifier.type->pos,
                   "a quantifier ranges over integers or over the objects of a class; '%s' is "
                   "neither",
                   type->name);
    c->scope = &scope;
    if (e->quantifier.range)
        check_condition(c, e->quantifier.range, "the range of a quantifier");
    check_condition(c, e->quantifier.body, word);
    c->scope = outer;
    if (numbers)
        check_range(c, e->quantifier.range, bound);
    else if (e->quantifier.range)
        join_range(c, e, truth);
    return truth;
}

/* ---- performs ---- */

static void check_modified(Check *c, ZExpr *e)
{
    if (check_everywhere(c, e))
        return;
    ZType *type = check_value(c, e);
    if (ztype_is_error(type))
        return;
    const ZExpr *base = e;
    while (base->kind == ZE_FIELD && base->symbol->kind == ZY_FIELD &&
           base->field.object->type->kind == ZK_STRUCT)
        base = base->field.object;
    bool shared =
        check_is_variable(e) && (base->kind == ZE_INDEX || base->symbol->kind == ZY_STATIC ||
                                 base->symbol->kind == ZY_FIELD);
    if (!shared)
        diag_error(c->diag, e->pos,
                   "an action modifies static variables, fields and elements; this is none of "
                   "them");
}

static void check_label(Check *c, const ZMember *member, const ZAction *action)
{
    for (const ZAction *other = member->actions.at; other < action; other++)
        if (*action->label && strcmp(other->label, action->label) == 0)
            diag_error(c->diag, action->pos, "there is already an action \"%s\"; rename one",
                       action->label);
}

void check_spec(Check *c, ZMember *member)
{
    begin(c, "requires");
    vec_each (ZClause, clause, &member->requires)
        check_condition(c, clause->test, "requires");
    c->clause = "action";
    vec_each (ZAction, action, &member->actions) {
        check_label(c, member, action);
        vec_each (ZExpr *, modified, &action->modifies)
            check_modified(c, *modified);
        check_condition(c, action->test, "the predicate of an action");
    }
    end(c);
}

void check_invariants(Check *c, ZClauses *invariants)
{
    begin(c, "invariant");
    vec_each (ZClause, clause, invariants)
        check_condition(c, clause->test, "invariant");
    end(c);
}

void check_class_invariants(Check *c, ZDecl *decl)
{
    c->owner = decl->type;
    c->method = NULL;
    c->has_this = false;
    c->scope = NULL;
    begin(c, "class");
    vec_each (ZClause, clause, &decl->body.invariants)
        check_condition(c, clause->test, "invariant");
    end(c);
}

void check_witness(Check *c, ZStmt *s)
{
    const ZActions *actions = &c->method->member->actions;
    const char *best = NULL;
    vec_each (ZAction, action, actions) {
        if (strcmp(action->label, s->name.text) == 0)
            return;
        zing_suggest(s->name.text, action->label, &best);
    }
    if (!actions->len)
        diag_error(c->diag, s->name.pos,
                   "'%s' has no 'performs', so there is no action \"%s\"; remove the witness",
                   c->method->name, s->name.text);
    else if (best && *best)
        diag_error(c->diag, s->name.pos,
                   "the performs of '%s' has no action \"%s\"; did you mean \"%s\"?",
                   c->method->name, s->name.text, best);
    else
        diag_error(c->diag, s->name.pos, "the performs of '%s' has no action \"%s\"",
                   c->method->name, s->name.text);
}

/* ---- ghosts ---- */

void check_ghost_begin(Check *c)
{
    begin(c, "ghost");
}

void check_ghost_end(Check *c, const ZStmt *s)
{
    end(c);
    if (s->kind != ZS_EXPR)
        return;
    const ZExpr *target = s->expr->kind == ZE_STEP ? s->expr->step.target : s->expr->assign.target;
    if (ztype_is_error(target->type) || (target->symbol && target->symbol->is_ghost))
        return;
    diag_error(c->diag, target->pos,
               "a ghost assignment changes ghost variables only; declare this one as a ghost, or "
               "assign to it in the program");
}
