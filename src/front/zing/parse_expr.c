/* parse_expr.c -- expressions. */
#include "front/zing/parse.h"

/* ---- nodes ---- */

/* A node for the tokens from `start` to the previous one; messages point at the token `pos`. */
static ZExpr *new_expr(Parser *p, ZExprKind kind, size_t start, Pos pos)
{
    ZExpr *expr = arena_new(p->arena, ZExpr);
    expr->kind = kind;
    expr->pos = pos;
    expr->begin = p->tokens[start].begin;
    expr->end = p->at > start ? previous(p)->stop : expr->begin;
    expr->height = 1;
    return expr;
}

static ZExpr *new_leaf(Parser *p, ZExprKind kind, size_t start)
{
    return new_expr(p, kind, start, p->tokens[start].pos);
}

/* Every node is put above its operands with this. */
static ZExpr *above(Parser *p, ZExpr *expr, const ZExpr *operand)
{
    if (operand->height >= expr->height)
        expr->height = operand->height + 1;
    if (expr->height > ZING_DEEPEST) {
        zing_fail(p, expr->pos,
                  "this expression is nested too deeply; split it into smaller parts");
        expr->height = 1;
    }
    return expr;
}

void zing_check_target(Parser *p, const ZExpr *expr, Pos pos, const char *what)
{
    if (expr->kind != ZE_NAME && expr->kind != ZE_FIELD && expr->kind != ZE_INDEX)
        zing_complain(p, pos, "%s must be a variable, a field or an array element", what);
}

/* ---- primary ---- */

ZExpr *zing_string(Parser *p, const char *what)
{
    size_t start = p->at;
    const ZToken *token = peek(p);
    if (!accept(p, TK_STRING_LITERAL))
        zing_expected(p, what);
    ZExpr *expr = new_leaf(p, ZE_STRING, start);
    if (!p->panic) {
        expr->string.text = token->string.text;
        expr->string.len = token->string.len;
    }
    return expr;
}

/* literal = INT | REAL | STRING | "true" | "false" | "null" */
static ZExpr *literal(Parser *p)
{
    size_t start = p->at;
    const ZToken *token = peek(p);
    if (token->kind == TK_STRING_LITERAL)
        return zing_string(p, "a string");
    take(p);
    if (token->kind == TK_INT_LITERAL) {
        ZExpr *expr = new_leaf(p, ZE_INT, start);
        expr->integer.value = token->integer.value;
        expr->integer.is_unsigned = token->integer.is_unsigned;
        expr->integer.is_long = token->integer.is_long;
        expr->integer.is_hex = token->integer.is_hex;
        return expr;
    }
    if (token->kind == TK_REAL_LITERAL) {
        ZExpr *expr = new_leaf(p, ZE_REAL, start);
        expr->real.value = token->real.value;
        expr->real.suffix = token->real.suffix;
        return expr;
    }
    if (token->kind == TK_NULL)
        return new_leaf(p, ZE_NULL, start);
    ZExpr *expr = new_leaf(p, ZE_BOOL, start);
    expr->truth = token->kind == TK_TRUE;
    return expr;
}

/* new = "new" type [ "[" expr "]" ] */
static ZExpr *new_object(Parser *p)
{
    size_t start = p->at;
    take(p);
    ZTypeName *name = zing_type(p);
    ZExpr *size = NULL;
    if (accept(p, TK_LBRACKET)) {
        size = zing_expr(p);
        zing_expect(p, TK_RBRACKET, "after the size of the array");
    }
    ZExpr *expr = new_leaf(p, ZE_NEW, start);
    expr->create.name = name;
    expr->create.size = size;
    return size ? above(p, expr, size) : expr;
}

ZExpr *zing_new_array(Parser *p, ZTypeName *type)
{
    ZExpr *expr = new_leaf(p, ZE_NEW, p->at - 1);
    expr->create.name = type;
    return expr;
}

/* ( "choose" | "sizeof" ) "(" ( type | expr ) ")"  |  "typeof" "(" type ")" */
static ZExpr *query(Parser *p)
{
    size_t start = p->at;
    TokenKind word = take(p)->kind;
    ZTypeName *name = NULL;
    ZExpr *value = NULL;
    zing_expect(p, TK_LPAREN, arena_print(p->arena, "after '%s'", zing_token_info[word].text));
    if (word == TK_TYPEOF || is_type_word(peek(p)->kind))
        name = zing_type(p);
    else
        value = zing_expr(p);
    zing_expect(p, TK_RPAREN,
                arena_print(p->arena, "after the operand of '%s'", zing_token_info[word].text));
    ZExprKind kind = word == TK_CHOOSE ? ZE_CHOOSE : word == TK_SIZEOF ? ZE_SIZEOF : ZE_TYPEOF;
    ZExpr *expr = new_leaf(p, kind, start);
    expr->operand.name = name;
    expr->operand.value = value;
    return value ? above(p, expr, value) : expr;
}

/* "(" expr ")" */
static ZExpr *parenthesized(Parser *p)
{
    take(p);
    if (is_type_word(peek(p)->kind))
        zing_fail(p, peek(p)->pos, "expected an expression, found the type '%s'; Zing has no casts",
                  peek(p)->name);
    ZExpr *expr = zing_expr(p);
    zing_expect(p, TK_RPAREN, "to match the '(' before it");
    return expr;
}

/* ( "\forall" | "\exists" ) ( "int" ID ";" expr | ID ID [ ";" expr ] ) ";" expr */
static ZExpr *quantifier(Parser *p, size_t start, bool is_exists)
{
    bool objects = is(p, TK_NAME);
    if (!objects && !is(p, TK_INT))
        zing_expected(p, "'int' or a class before the variable of the quantifier");
    ZTypeName *type = zing_type(p);
    ZName variable = zing_name(p, "the variable of the quantifier");
    zing_expect(p, TK_SEMICOLON, "after the variable of the quantifier");
    ZExpr *range = zing_expr(p), *body = range;
    if (!objects || is(p, TK_SEMICOLON)) {
        zing_expect(p, TK_SEMICOLON, "after the range of the quantifier");
        body = zing_expr(p);
    } else
        range = NULL;
    ZExpr *expr = new_leaf(p, ZE_QUANTIFIER, start);
    expr = above(p, range ? above(p, expr, range) : expr, body);
    expr->quantifier.type = type;
    expr->quantifier.is_exists = is_exists;
    expr->quantifier.variable = variable;
    expr->quantifier.range = range;
    expr->quantifier.body = body;
    return expr;
}

/* In the invariant of a loop: "\old" "(" expr ")" | "\at" "(" expr "," ID ")" */
static ZExpr *moment(Parser *p, size_t start, bool is_at)
{
    const char *label = "Pre";
    zing_expect(p, TK_LPAREN, is_at ? "after '\\at'" : "after '\\old'");
    ZExpr *value = zing_expr(p);
    if (is_at) {
        zing_expect(p, TK_COMMA, "after the operand of '\\at'");
        label = zing_name(p, "Pre, LoopEntry or the name of a label").text;
    }
    zing_expect(p, TK_RPAREN, is_at ? "after the label" : "after the operand of '\\old'");
    ZExpr *expr = above(p, new_leaf(p, ZE_NAME, start), value);
    expr->name = p->panic ? "" : zing_moment(p, start, label, value);
    return expr;
}

/* "\old" "(" expr ")" | "\result" | quantifier */
static ZExpr *special(Parser *p)
{
    size_t start = p->at;
    const ZToken *token = take(p);
    if (strcmp(token->name, "\\forall") == 0 || strcmp(token->name, "\\exists") == 0)
        return quantifier(p, start, token->name[1] == 'e');
    if (strcmp(token->name, "\\result") == 0)
        return new_leaf(p, ZE_RESULT, start);
    bool is_at = strcmp(token->name, "\\at") == 0;
    if (p->loop && (is_at || strcmp(token->name, "\\old") == 0))
        return moment(p, start, is_at);
    if (is_at)
        zing_fail(p, token->pos, "only invariants of loops have \\at(...)");
    if (strcmp(token->name, "\\old") != 0)
        zing_fail(
            p, token->pos,
            "there is no '%s'; there are \\old(...), \\at(...), \\result, \\forall and \\exists",
            token->name);
    zing_expect(p, TK_LPAREN, "after '\\old'");
    ZExpr *operand = zing_expr(p);
    zing_expect(p, TK_RPAREN, "after the operand of '\\old'");
    ZExpr *expr = above(p, new_leaf(p, ZE_OLD, start), operand);
    expr->unary.operand = operand;
    return expr;
}

/* primary = ID | literal | "this" | "self" | parenthesized | new | query */
static ZExpr *primary(Parser *p)
{
    size_t start = p->at;
    if (is(p, TK_NAME) && peek(p)->name[0] == '\\')
        return special(p);
    if (is(p, TK_NAME)) {
        const char *name = take(p)->name;
        ZExpr *expr = new_leaf(p, ZE_NAME, start);
        expr->name = name;
        return expr;
    }
    if (is(p, TK_INT_LITERAL) || is(p, TK_REAL_LITERAL) || is(p, TK_STRING_LITERAL) ||
        is(p, TK_TRUE) || is(p, TK_FALSE) || is(p, TK_NULL))
        return literal(p);
    if (is(p, TK_LPAREN))
        return parenthesized(p);
    if (is(p, TK_NEW))
        return new_object(p);
    if (is(p, TK_CHOOSE) || is(p, TK_SIZEOF) || is(p, TK_TYPEOF))
        return query(p);
    if (accept(p, TK_THIS))
        return new_leaf(p, ZE_THIS, start);
    if (accept(p, TK_SELF))
        return new_leaf(p, ZE_SELF, start);
    zing_expected(p, "an expression");
    return new_leaf(p, ZE_NULL, start);
}

/* ---- postfix and unary ---- */

/* arg = [ "out" ] expr */
static ZArg arg(Parser *p)
{
    ZArg arg = {.pos = peek(p)->pos, .is_out = accept(p, TK_OUT)};
    arg.value = zing_expr(p);
    if (arg.is_out)
        zing_check_target(p, arg.value, arg.pos, "what follows 'out'");
    return arg;
}

/* args = [ arg { "," arg } ] ")" */
ZArgs zing_args(Parser *p)
{
    VEC(ZArg) list = {0};
    ZArgs kept;
    if (!accept(p, TK_RPAREN)) {
        do
            vec_push(&list, arg(p));
        while (accept(p, TK_COMMA));
        zing_expect(p, TK_RPAREN, "after the arguments");
    }
    keep_list(p, &kept, &list);
    return kept;
}

static ZExpr *call(Parser *p, ZExpr *callee, size_t start)
{
    Pos paren = take(p)->pos;
    if (callee->kind == ZE_NEW)
        zing_fail(p, paren, "'new' takes no arguments: remove the '(' and what follows it");
    else if (callee->kind != ZE_NAME && callee->kind != ZE_FIELD)
        zing_fail(p, paren, "only a method can be called: expected its name before '('");
    ZArgs args = zing_args(p);
    ZExpr *expr = above(p, new_expr(p, ZE_CALL, start, callee->pos), callee);
    expr->call.callee = callee;
    expr->call.args = args;
    vec_each (ZArg, a, &args)
        above(p, expr, a->value);
    return expr;
}

static ZExpr *step(Parser *p, ZExpr *target, size_t start, const ZToken *sign)
{
    zing_check_target(p, target, sign->pos,
                      sign->kind == TK_INCREMENT ? "the operand of '++'" : "the operand of '--'");
    ZExpr *expr = above(p, new_expr(p, ZE_STEP, start, sign->pos), target);
    expr->step.is_decrement = sign->kind == TK_DECREMENT;
    expr->step.target = target;
    return expr;
}

/* postfix = primary { "." ID | "[" expr "]" | "(" args | "++" | "--" } */
static ZExpr *postfix(Parser *p)
{
    size_t start = p->at;
    ZExpr *expr = primary(p);
    for (;;) {
        ZExpr *inner = expr;
        if (accept(p, TK_DOT)) {
            ZName name = zing_name(p, "the name of a field or a method after '.'");
            expr = above(p, new_expr(p, ZE_FIELD, start, name.pos), inner);
            expr->field.object = inner;
            expr->field.name = name.text;
        } else if (is(p, TK_LBRACKET)) {
            Pos pos = take(p)->pos;
            ZExpr *index = zing_expr(p);
            zing_expect(p, TK_RBRACKET, "after the index");
            expr = above(p, above(p, new_expr(p, ZE_INDEX, start, pos), inner), index);
            expr->index.object = inner;
            expr->index.index = index;
        } else if (is(p, TK_LPAREN)) {
            expr = call(p, inner, start);
        } else if (is(p, TK_INCREMENT) || is(p, TK_DECREMENT)) {
            const ZToken *sign = take(p);
            expr = step(p, inner, start, sign);
        } else {
            return expr;
        }
    }
}

/* async = "async" postfix                 (* a call *) */
static ZExpr *async(Parser *p)
{
    size_t start = p->at;
    Pos pos = take(p)->pos;
    ZExpr *called = postfix(p);
    if (called->kind != ZE_CALL)
        zing_fail(p, pos, "'async' starts a thread that runs a method: expected a call after it");
    ZExpr *expr = above(p, new_leaf(p, ZE_ASYNC, start), called);
    expr->async = called;
    return expr;
}

/* post = "post" postfix                   (* a call *) */
ZExpr *zing_post(Parser *p)
{
    size_t start = p->at;
    Pos pos = take(p)->pos;
    ZExpr *called = postfix(p);
    if (called->kind != ZE_CALL)
        zing_fail(p, pos, "'post' adds a task that runs a method: expected a call after it");
    ZExpr *expr = above(p, new_leaf(p, ZE_ASYNC, start), called);
    expr->async = called;
    expr->posts = true;
    return expr;
}

/* unary = ( "+" | "-" | "!" | "~" | "++" | "--" ) unary | async | postfix */
static ZExpr *unary(Parser *p)
{
    static const struct {
        TokenKind token;
        ZUnaryOp op;
    } signs[] = {
        {TK_PLUS, ZU_PLUS}, {TK_MINUS, ZU_MINUS}, {TK_NOT, ZU_NOT}, {TK_INVERT, ZU_INVERT}};
    size_t start = p->at;
    ZExpr *expr = NULL;
    zing_enter(p);
    if (is(p, TK_INCREMENT) || is(p, TK_DECREMENT)) {
        const ZToken *sign = take(p);
        expr = step(p, unary(p), start, sign);
        expr->step.is_prefix = true;
    } else if (is(p, TK_ASYNC)) {
        expr = async(p);
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs && !expr; i++)
        if (is(p, signs[i].token)) {
            Pos pos = take(p)->pos;
            ZExpr *operand = unary(p);
            expr = above(p, new_expr(p, ZE_UNARY, start, pos), operand);
            expr->unary.op = signs[i].op;
            expr->unary.operand = operand;
        }
    if (!expr)
        expr = postfix(p);
    p->depth--;
    return expr;
}

/* ---- operators with two operands and more ---- */

/* Precedence 1 binds least; 0: not an operator. */
static const struct {
    int precedence;
    ZBinaryOp op;
} binary_ops[TOKENS] = {
    [TK_LOR] = {1, ZB_LOR},      [TK_LAND] = {2, ZB_LAND}, [TK_OR] = {3, ZB_OR},
    [TK_XOR] = {4, ZB_XOR},      [TK_AND] = {5, ZB_AND},   [TK_EQ] = {6, ZB_EQ},
    [TK_NE] = {6, ZB_NE},        [TK_LT] = {7, ZB_LT},     [TK_LE] = {7, ZB_LE},
    [TK_GT] = {7, ZB_GT},        [TK_GE] = {7, ZB_GE},     [TK_IN] = {7, ZB_IN},
    [TK_SHL] = {8, ZB_SHL},      [TK_SHR] = {8, ZB_SHR},   [TK_PLUS] = {9, ZB_ADD},
    [TK_MINUS] = {9, ZB_SUB},    [TK_STAR] = {10, ZB_MUL}, [TK_SLASH] = {10, ZB_DIV},
    [TK_PERCENT] = {10, ZB_MOD},
};

/* A node with two operands that are there. */
static ZExpr *join(Parser *p, size_t start, Pos pos, ZBinaryOp op, ZExpr *left, ZExpr *right)
{
    ZExpr *expr = above(p, above(p, new_expr(p, ZE_BINARY, start, pos), left), right);
    expr->binary.op = op;
    expr->binary.left = left;
    expr->binary.right = right;
    return expr;
}

/* binary = unary { binop unary }          (* left-associative, by precedence *) */
static ZExpr *binary(Parser *p, int least)
{
    size_t start = p->at;
    zing_enter(p);
    ZExpr *left = unary(p);
    for (;;) {
        const ZToken *sign = peek(p);
        int precedence = binary_ops[sign->kind].precedence;
        if (p->panic || precedence < least)
            break;
        take(p);
        left =
            join(p, start, sign->pos, binary_ops[sign->kind].op, left, binary(p, precedence + 1));
    }
    p->depth--;
    return left;
}

/* implication = binary [ "==>" implication ]                     (* in annotations *) */
static ZExpr *implication(Parser *p)
{
    size_t start = p->at;
    ZExpr *left = binary(p, 1);
    if (!p->in_note || !is(p, TK_IMPLIES))
        return left;
    zing_enter(p);
    Pos pos = take(p)->pos;
    ZExpr *opposite = above(p, new_expr(p, ZE_UNARY, start, pos), left);
    opposite->unary.op = ZU_NOT;
    opposite->unary.operand = left;
    ZExpr *expr = join(p, start, pos, ZB_LOR, opposite, implication(p));
    p->depth--;
    return expr;
}

/* equivalence = implication { "<==>" implication }               (* in annotations *) */
static ZExpr *equivalence(Parser *p)
{
    size_t start = p->at;
    ZExpr *left = implication(p);
    while (p->in_note && is(p, TK_IFF)) {
        Pos pos = take(p)->pos;
        left = join(p, start, pos, ZB_EQ, left, implication(p));
    }
    return left;
}

/* conditional = equivalence [ "?" expr ":" conditional ] */
static ZExpr *conditional(Parser *p)
{
    size_t start = p->at;
    ZExpr *test = equivalence(p);
    if (!is(p, TK_QUESTION))
        return test;
    zing_enter(p);
    Pos pos = take(p)->pos;
    ZExpr *yes = zing_expr(p);
    zing_expect(p, TK_COLON, "between the two values of '?'");
    ZExpr *no = conditional(p);
    ZExpr *expr = above(p, new_expr(p, ZE_CONDITIONAL, start, pos), test);
    expr->conditional.test = test;
    expr->conditional.yes = yes;
    expr->conditional.no = no;
    p->depth--;
    return above(p, above(p, expr, yes), no);
}

static const struct {
    TokenKind token;
    bool is_compound;
    ZBinaryOp op;
    const char *left; /* what its left side is called */
} assign_ops[] = {
    {TK_ASSIGN, false, ZB_ADD, "the left side of '='"},
    {TK_ADD_SET, true, ZB_ADD, "the left side of '+='"},
    {TK_SUB_SET, true, ZB_SUB, "the left side of '-='"},
    {TK_MUL_SET, true, ZB_MUL, "the left side of '*='"},
    {TK_DIV_SET, true, ZB_DIV, "the left side of '/='"},
    {TK_MOD_SET, true, ZB_MOD, "the left side of '%='"},
    {TK_AND_SET, true, ZB_AND, "the left side of '&='"},
    {TK_OR_SET, true, ZB_OR, "the left side of '|='"},
    {TK_XOR_SET, true, ZB_XOR, "the left side of '^='"},
    {TK_SHL_SET, true, ZB_SHL, "the left side of '<<='"},
    {TK_SHR_SET, true, ZB_SHR, "the left side of '>>='"},
};

/* expr = conditional [ ( "=" | "+=" | ... ) expr ] */
ZExpr *zing_expr(Parser *p)
{
    size_t start = p->at;
    ZExpr *target = conditional(p);
    for (size_t i = 0; i < sizeof assign_ops / sizeof *assign_ops; i++)
        if (is(p, assign_ops[i].token)) {
            Pos pos = take(p)->pos;
            zing_check_target(p, target, pos, assign_ops[i].left);
            zing_enter(p);
            ZExpr *value = zing_expr(p);
            p->depth--;
            ZExpr *expr = above(p, above(p, new_expr(p, ZE_ASSIGN, start, pos), target), value);
            expr->assign.is_compound = assign_ops[i].is_compound;
            expr->assign.op = assign_ops[i].op;
            expr->assign.target = target;
            expr->assign.value = value;
            return expr;
        }
    return target;
}

/* ---- measures of loops ---- */

static ZExpr *named(Parser *p, size_t start, const char *name)
{
    ZExpr *expr = new_leaf(p, ZE_NAME, start);
    expr->name = name;
    return expr;
}

static ZExpr *truth(Parser *p, size_t start, bool value)
{
    ZExpr *expr = new_leaf(p, ZE_BOOL, start);
    expr->truth = value;
    return expr;
}

static ZStmt *ghost_assign(Parser *p, size_t start, const char *name, ZExpr *value)
{
    ZExpr *target = named(p, start, name);
    ZExpr *expr = above(p, above(p, new_leaf(p, ZE_ASSIGN, start), target), value);
    expr->assign.target = target;
    expr->assign.value = value;
    ZStmt *stmt = arena_new(p->arena, ZStmt);
    *stmt = (ZStmt){.kind = ZS_EXPR, .pos = expr->pos, .end = expr->pos, .is_ghost = true};
    stmt->expr = expr;
    return stmt;
}

static const char *measure_ghost(Parser *p, const char *what, Pos pos, ZExpr *value)
{
    const char *name =
        zing_intern(p->unit, arena_print(p->arena, "\\%s(%u:%u)", what, pos.line, pos.column));
    vec_push(&p->moments, ((ZMoment){{name, pos}, "LoopEntry", p->loop, value}));
    return name;
}

/* Where each round begins:
 *     right = right && (first || 0 <= last && E < last); last = E; first = false;
 * The values of rounds in a row are compared as they are, whoever has changed them meanwhile. */
ZClause zing_measure(Parser *p, Pos pos)
{
    size_t start = p->at;
    ZExpr *value = zing_expr(p), *zero = new_leaf(p, ZE_INT, start);
    const char *first = measure_ghost(p, "first", pos, truth(p, start, true));
    const char *right = measure_ghost(p, "decreases", pos, truth(p, start, true));
    const char *last = measure_ghost(p, "last", pos, zero);
    ZExpr *above_zero = join(p, start, pos, ZB_LE, zero, named(p, start, last));
    ZExpr *less = join(p, start, pos, ZB_LT, value, named(p, start, last));
    ZExpr *shrinks = join(p, start, pos, ZB_LAND, above_zero, less);
    shrinks = join(p, start, pos, ZB_LOR, named(p, start, first), shrinks);
    shrinks = join(p, start, pos, ZB_LAND, named(p, start, right), shrinks);
    VEC(ZStmt *) list = {0};
    vec_each (ZStmt *, known, &p->measures)
        vec_push(&list, *known);
    vec_push(&list, ghost_assign(p, start, right, shrinks));
    vec_push(&list, ghost_assign(p, start, last, value));
    vec_push(&list, ghost_assign(p, start, first, truth(p, start, false)));
    keep_list(p, &p->measures, &list);
    return (ZClause){pos, shrinks, true};
}

ZStmt *zing_measured(Parser *p, const ZStmts *measures, ZStmt *body)
{
    VEC(ZStmt *) list = {0};
    if (!measures->len)
        return body;
    vec_each (ZStmt *, stmt, measures)
        vec_push(&list, *stmt);
    vec_push(&list, body);
    ZStmt *block = arena_new(p->arena, ZStmt);
    *block = (ZStmt){.kind = ZS_BLOCK, .pos = body->pos, .end = body->end};
    keep_list(p, &block->block, &list);
    return block;
}
