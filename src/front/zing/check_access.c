/* check_access.c -- access predicates: do they fit their variables, and what do they say?
 *
 * In a predicate `tid` is the thread that asks for access, and a lock is the thread that holds it.
 * The predicates of the elements belong to the array type: of the array that is accessed they know
 * nothing but itself (the annotated variable stands for it) and the index. */
#include "front/zing/check.h"

#include <string.h>

/* ---- one predicate ---- */

static void check_predicate(Check *c, ZMember *member, ZPredicate *predicate, ZType *owner)
{
    bool of_element = predicate->index.text != NULL;
    ZScope scope = {0};
    if (of_element) {
        predicate->symbol = scope.locals = arena_new(c->arena, ZSymbol);
        *predicate->symbol = (ZSymbol){.kind = ZY_LOCAL,
                                       .name = predicate->index.text,
                                       .pos = predicate->index.pos,
                                       .type = c->model->types.word[ZT_INT]};
    }
    c->owner = owner;
    c->method = NULL;
    c->has_this = !member->symbol->is_static && !of_element;
    c->array = of_element ? member->symbol : NULL;
    c->scope = &scope;
    c->context = IN_PREDICATE;
    check_condition(c, predicate->test, predicate->word);
    c->context = IN_BODY;
    c->scope = NULL;
    c->array = NULL;
}

/* The element of the number that the predicate names, of the array: the array.  Else the variable. */
static const ZExpr *whole(const ZMember *lock, const ZExpr *e, const ZName *index)
{
    bool element = lock->array && index->text && e->kind == ZE_INDEX &&
                   e->index.index->kind == ZE_NAME && e->index.index->name == index->text;
    return element ? e->index.object : e;
}

/* m == 0, m == null; m == tid */
static bool asks_holder(const ZMember *lock, const ZExpr *e, const ZName *index, bool nobody)
{
    if (e->kind != ZE_BINARY || e->binary.op != ZB_EQ)
        return false;
    const ZExpr *m = whole(lock, e->binary.left, index), *who = e->binary.right;
    if (m->symbol != lock->symbol) {
        m = whole(lock, e->binary.right, index);
        who = e->binary.left;
    }
    if (lock->array && (m == e->binary.left || m == e->binary.right))
        return false;
    bool own =
        m->kind == ZE_NAME ||
        (m->kind == ZE_FIELD && (lock->symbol->is_static || m->field.object->kind == ZE_THIS));
    return own && m->symbol == lock->symbol &&
           (nobody ? who->kind == ZE_NULL
                   : who->kind == ZE_NAME && who->symbol && who->symbol->kind == ZY_SELF &&
                         who->type->kind == ZK_THREAD);
}

/* That acquire and release keep to it is part of what they mean: no other predicate fits. */
static void check_lock(Check *c, const ZMember *member, const ZPredicate *predicate)
{
    const ZExpr *e = predicate->test;
    bool either = e->kind == ZE_BINARY && e->binary.op == ZB_LOR;
    for (int swap = 0; swap < 2 && either; swap++)
        if (asks_holder(member, swap ? e->binary.right : e->binary.left, &predicate->index, true) &&
            asks_holder(member, swap ? e->binary.left : e->binary.right, &predicate->index, false))
            return;
    diag_error(c->diag, predicate->pos,
               "'%s' is acquired and released, so the only access predicate that fits is "
               "accessible_if %s == 0 || %s == tid",
               member->name, member->name, member->name);
}

/* Can a variable of this type have such a predicate? */
static bool fits_type(Check *c, const ZMember *member, const ZPredicate *predicate)
{
    const ZType *type = member->symbol->type;
    if (predicate->index.text && type->kind != ZK_ARRAY) {
        if (!ztype_is_error(type))
            diag_error(c->diag, predicate->index.pos,
                       "'%s' is of type '%s', and only arrays have elements; remove [%s]",
                       member->name, type->name, predicate->index.text);
        return false;
    }
    if (predicate->index.text)
        type = type->element;
    if (!ztype_is_lock(type) || member->is_lock)
        return true;
    diag_error(c->diag, predicate->pos,
               "a %s has no access predicate: acquire and release say who holds it", type->name);
    return false;
}

/* Does an earlier one say already who may read or write the same? */
static bool is_told_twice(Check *c, const ZMember *member, const ZPredicate *predicate)
{
    const ZPredicate *other = member->predicates.at;
    for (; other < predicate; other++) {
        bool same = !other->index.text == !predicate->index.text;
        if (same && ((other->read && predicate->read) || (other->write && predicate->write)))
            break;
    }
    if (other == predicate)
        return false;
    if (other->word == predicate->word)
        diag_error(c->diag, predicate->pos,
                   "'%s' has two annotations '%s'; join them with && or ||", member->name,
                   predicate->word);
    else
        diag_error(c->diag, predicate->pos,
                   "'%s' has the annotations '%s' and '%s'; accessible_if says both who may read "
                   "and who may write, so remove one",
                   member->name, other->word, predicate->word);
    return true;
}

/* ---- predicates of the same array type ---- */

typedef struct Pair {
    const ZMember *members[2];
    const ZPredicate *predicates[2];
} Pair;

/* x, Class.x, Enum.x: something that only its symbol says. */
static bool is_plain(const ZExpr *e)
{
    return e->kind == ZE_NAME || (e->kind == ZE_FIELD && e->symbol->kind != ZY_FIELD);
}

/* What a plain name stands for, side 0 or 1: two annotated arrays mean the same, and so do
 * two indices. */
static const ZSymbol *meaning(const Pair *pair, int side, const ZExpr *e)
{
    static const ZSymbol array = {0}, index = {0}, thread = {0};
    if (!e->symbol)
        return NULL; /* a type, in sizeof */
    if (e->symbol == pair->members[side]->symbol)
        return &array;
    if (e->symbol == pair->predicates[side]->symbol)
        return &index;
    return e->symbol->kind == ZY_SELF ? &thread : e->symbol;
}

static bool same_expr(const Pair *pair, const ZExpr *a, const ZExpr *b);

static bool same_operand(const Pair *pair, const ZExpr *a, const ZExpr *b)
{
    if (!a->operand.value || !b->operand.value)
        return !a->operand.value && !b->operand.value &&
               a->operand.name->type == b->operand.name->type;
    return same_expr(pair, a->operand.value, b->operand.value);
}

/* Do both mean the same?  (Not every pair that does is found.) */
static bool same_expr(const Pair *pair, const ZExpr *a, const ZExpr *b)
{
    if (a->type == b->type && is_plain(a) && is_plain(b))
        return meaning(pair, 0, a) == meaning(pair, 1, b);
    if (a->kind != b->kind || a->type != b->type)
        return false;
    switch (a->kind) {
    case ZE_INT:
        return a->integer.value == b->integer.value;
    case ZE_REAL:
        return !memcmp(&a->real.value, &b->real.value, sizeof a->real.value);
    case ZE_STRING:
        return a->string.len == b->string.len &&
               !memcmp(a->string.text, b->string.text, a->string.len);
    case ZE_BOOL:
        return a->truth == b->truth;
    case ZE_NULL:
    case ZE_SELF:
        return true;
    case ZE_FIELD:
        return a->symbol == b->symbol && same_expr(pair, a->field.object, b->field.object);
    case ZE_INDEX:
        return same_expr(pair, a->index.object, b->index.object) &&
               same_expr(pair, a->index.index, b->index.index);
    case ZE_UNARY:
        return a->unary.op == b->unary.op && same_expr(pair, a->unary.operand, b->unary.operand);
    case ZE_BINARY:
        return a->binary.op == b->binary.op && same_expr(pair, a->binary.left, b->binary.left) &&
               same_expr(pair, a->binary.right, b->binary.right);
    case ZE_CONDITIONAL:
        return same_expr(pair, a->conditional.test, b->conditional.test) &&
               same_expr(pair, a->conditional.yes, b->conditional.yes) &&
               same_expr(pair, a->conditional.no, b->conditional.no);
    case ZE_SIZEOF:
        return same_operand(pair, a, b);
    case ZE_NAME: /* plain */
    case ZE_THIS:
    case ZE_CALL:
    case ZE_ASSIGN:
    case ZE_STEP:
    case ZE_NEW:
    case ZE_CHOOSE:
    case ZE_TYPEOF:
    case ZE_ASYNC:
    case ZE_OLD:
    case ZE_RESULT:
    case ZE_QUANTIFIER:
        break;
    }
    return false; /* the others are never in the predicate of an element; quantifiers are told apart
                   */
}

static const ZPredicate *find(const ZMember *member, const char *word)
{
    vec_each (ZPredicate, predicate, &member->predicates)
        if (predicate->index.text && predicate->word == word)
            return predicate;
    return NULL;
}

/* Does `other` have all the predicates of the elements that `member` has? */
static bool has_all(const ZMember *other, const ZMember *member)
{
    vec_each (ZPredicate, predicate, &member->predicates) {
        Pair pair = {{member, other}, {predicate, find(other, predicate->word)}};
        if (predicate->index.text &&
            (!pair.predicates[1] || !same_expr(&pair, predicate->test, pair.predicates[1]->test)))
            return false;
    }
    return true;
}

static void check_elements(Check *c, const ZMember *member, const ZPredicate *first)
{
    ZType *type = member->symbol->type;
    const ZMember *other = type->annotated;
    if (!other)
        type->annotated = member;
    else if (!has_all(other, member) || !has_all(member, other))
        diag_error(c->diag, first->pos,
                   "the elements of '%s' are annotated differently at %s, and all arrays of one "
                   "type share their predicates; declare a second array type for '%s'",
                   type->name, check_place_text(c, other->pos), member->name);
}

void check_predicates(Check *c, ZMember *member, ZType *owner)
{
    const ZPredicate *of_elements = NULL;
    vec_each (ZPredicate, predicate, &member->predicates) {
        if (!fits_type(c, member, predicate) || is_told_twice(c, member, predicate))
            continue;
        check_predicate(c, member, predicate, owner);
        if (member->is_lock)
            check_lock(c, member, predicate);
        if (predicate->index.text && !of_elements)
            of_elements = predicate;
    }
    if (member->is_lock)
        member->predicates.len = 0;                          /* a lock needs none */
    if (of_elements && !member->is_lock && !c->diag->errors) /* all names are known */
        check_elements(c, member, of_elements);
}
