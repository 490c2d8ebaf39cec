/* parse_body.c -- statements and expressions. */
#include "front/spl/parse.h"

/* ---- expressions ---- */

SExpr *spl_new_expr(Parser *p, SExprKind kind, Pos pos)
{
    SExpr *e = arena_new(&p->unit->arena, SExpr);
    e->kind = kind;
    e->pos = pos;
    vec_push(&p->unit->exprs, e);
    return e;
}

static bool starts_expr(const Parser *p)
{
    static const bool starts[TOKENS] = {
        [TK_NAME] = true,   [TK_INTEGER] = true, [TK_REAL] = true, [TK_TRUE] = true,
        [TK_FALSE] = true,  [TK_NULL] = true,    [TK_THIS] = true, [TK_NEW] = true,
        [TK_CHOOSE] = true, [TK_NOT] = true,
    };
    return !p->panic && starts[p->at->kind];
}

/* args = "(" { expression [","] } ")" */
void spl_args(Parser *p, SExprs *args)
{
    spl_expect(p, TK_LPAREN, "before the arguments");
    while (!p->panic && !is(p, TK_RPAREN)) {
        vec_push(args, spl_expr(p));
        if (!accept(p, TK_COMMA) && !starts_expr(p))
            break;
    }
    spl_expect(p, TK_RPAREN, "after the arguments");
}

/* choose = "choose" "(" (type | expression (".." | ",") expression) ")" */
static SExpr *choose(Parser *p)
{
    SExpr *e = spl_new_expr(p, SE_CHOOSE, take(p)->pos);
    spl_expect(p, TK_LPAREN, "after choose");
    bool type = is(p, TK_INT) || is(p, TK_BOOL) || is(p, TK_BOOLEAN) || is(p, TK_FLOAT) ||
                (is(p, TK_NAME) && next_kind(p) == TK_RPAREN);
    if (type) {
        e->type = spl_type(p);
    } else {
        vec_push(&e->args, spl_expr(p));
        if (!accept(p, TK_DOTS) && !accept(p, TK_COMMA))
            spl_expected(p, "'..' and the greatest value, as in choose(0..3)");
        vec_push(&e->args, spl_expr(p));
    }
    spl_expect(p, TK_RPAREN, "after what is to be chosen from");
    return e;
}

static SExpr *name_or_call(Parser *p)
{
    Pos pos = p->at->pos;
    SName name = spl_name(p, "an expression");
    SExpr *e = spl_new_expr(p, is(p, TK_LPAREN) ? SE_CALL : SE_NAME, pos);
    e->name = name;
    if (e->kind == SE_CALL)
        spl_args(p, &e->args);
    return e;
}

static SExpr *constant(Parser *p, SExprKind kind)
{
    const SToken *token = take(p);
    SExpr *e = spl_new_expr(p, kind, token->pos);
    e->integer = token->kind == TK_TRUE ? 1 : token->integer;
    e->real = token->real;
    return e;
}

static SExpr *primary(Parser *p)
{
    if (is(p, TK_INTEGER))
        return constant(p, SE_INTEGER);
    if (is(p, TK_REAL))
        return constant(p, SE_REAL);
    if (is(p, TK_TRUE) || is(p, TK_FALSE))
        return constant(p, SE_BOOL);
    if (is(p, TK_NULL))
        return constant(p, SE_NULL);
    if (is(p, TK_THIS))
        return constant(p, SE_THIS);
    if (is(p, TK_CHOOSE))
        return choose(p);
    if (is(p, TK_NEW)) {
        SExpr *e = spl_new_expr(p, SE_NEW, take(p)->pos);
        e->type = spl_type(p);
        return e;
    }
    if (accept(p, TK_LPAREN)) {
        SExpr *e = spl_expr(p);
        spl_expect(p, TK_RPAREN, "after the expression");
        return e;
    }
    return name_or_call(p);
}

/* postfix = primary { "." name [args] } */
static SExpr *postfix(Parser *p)
{
    SExpr *e = primary(p);
    while (accept(p, TK_DOT)) {
        SExpr *outer = spl_new_expr(p, SE_FIELD, p->at->pos);
        outer->object = e;
        outer->name = spl_name(p, "the name of a field or method");
        if (is(p, TK_LPAREN)) {
            outer->kind = SE_CALL;
            spl_args(p, &outer->args);
        }
        e = outer;
    }
    return e;
}

/* Of the operators that stand between two operands; 0: it is none. */
static const int precedence[TOKENS] = {
    [TK_OR] = 1,   [TK_AND] = 2,   [TK_EQ] = 3,      [TK_NE] = 3,   [TK_LT] = 4,
    [TK_LE] = 4,   [TK_GT] = 4,    [TK_GE] = 4,      [TK_PLUS] = 5, [TK_MINUS] = 5,
    [TK_STAR] = 6, [TK_SLASH] = 6, [TK_PERCENT] = 6,
};

/* unary = ("-" | "!") unary | operator args | postfix: `+(x, y)` is the paper's f(x*) */
static SExpr *unary(Parser *p)
{
    TokenKind kind = p->panic ? TK_END : p->at->kind;
    if (kind != TK_NOT && !precedence[kind])
        return postfix(p);
    SExpr *e = spl_new_expr(p, SE_OPERATOR, take(p)->pos);
    e->op = kind;
    spl_enter(p);
    bool one = kind == TK_NOT || kind == TK_MINUS;
    if (is(p, TK_LPAREN))
        spl_args(p, &e->args);
    else if (one)
        vec_push(&e->args, unary(p));
    else
        spl_expected(p, "'(' and the operands: an operator stands between or before them");
    p->depth--;
    size_t count = e->args.len;
    if (!p->panic && count != 2 && !(one && count == 1))
        spl_fail(p, e->pos, "'%s' has %s operands, and this gives %zu", spl_token_text(kind),
                 kind == TK_MINUS ? "one or two"
                 : kind == TK_NOT ? "one"
                                  : "two",
                 count);
    if (!p->panic && kind == TK_NOT && count != 1)
        spl_fail(p, e->pos, "'!' has one operand");
    return e;
}

static SExpr *binary(Parser *p, int least)
{
    spl_enter(p);
    SExpr *left = unary(p);
    for (;;) {
        int level = p->panic ? 0 : precedence[p->at->kind];
        if (!level || level < least)
            break;
        SExpr *e = spl_new_expr(p, SE_OPERATOR, p->at->pos);
        e->op = take(p)->kind;
        vec_push(&e->args, left);
        vec_push(&e->args, binary(p, level + 1));
        left = e;
    }
    p->depth--;
    return left;
}

SExpr *spl_expr(Parser *p)
{
    return binary(p, 1);
}

/* ---- statements ---- */

static SStmt *stmt(Parser *p);

static SStmt *new_stmt(Parser *p, SStmtKind kind)
{
    SStmt *s = arena_new(&p->unit->arena, SStmt);
    s->kind = kind;
    s->pos = p->at->pos;
    vec_push(&p->unit->stmts, s);
    return s;
}

static SStmt *if_stmt(Parser *p)
{
    SStmt *s = new_stmt(p, SS_IF);
    take(p);
    bool parenthesis = is(p, TK_LPAREN);
    s->value = spl_expr(p);
    if (!p->panic && !is(p, TK_GOTO) && !parenthesis)
        spl_fail(p, s->value->pos,
                 "the condition of an if stands in parentheses, or before a goto");
    s->body = stmt(p);
    if (accept(p, TK_ELSE))
        s->other = stmt(p);
    return s;
}

static SStmt *while_stmt(Parser *p)
{
    SStmt *s = new_stmt(p, SS_WHILE);
    take(p);
    if (!is(p, TK_LPAREN))
        spl_expected(p, "'(' after while");
    s->value = spl_expr(p);
    s->body = stmt(p);
    return s;
}

static const char *text_between(Parser *p, const SToken *first, const SToken *last)
{
    uint32_t len = last->stop - first->begin;
    return arena_copy(&p->unit->arena, p->unit->source->text + first->begin, len > 200 ? 200 : len);
}

/* "assert" expression, "assume" expression */
static SStmt *test_stmt(Parser *p, SStmtKind kind)
{
    SStmt *s = new_stmt(p, kind);
    take(p);
    const SToken *first = p->at;
    s->value = spl_expr(p);
    s->text = p->panic ? "" : text_between(p, first, p->last);
    spl_expect(p, TK_SEMICOLON, "after the condition");
    return s;
}

static SStmt *word_stmt(Parser *p, SStmtKind kind)
{
    SStmt *s = new_stmt(p, kind);
    const char *word = spl_token_text(take(p)->kind);
    if (kind == SS_GOTO)
        s->name = spl_name(p, "a label");
    if (kind == SS_RETURN && !is(p, TK_SEMICOLON))
        s->value = spl_expr(p);
    spl_expect(p, TK_SEMICOLON, arena_print(&p->unit->arena, "after %s", word));
    return s;
}

/* local = type name ["=" expression ";"] [";"] */
static SStmt *local_stmt(Parser *p)
{
    SStmt *s = new_stmt(p, SS_LOCAL);
    s->variable = spl_variable(p, "the name of a variable");
    if (accept(p, TK_ASSIGN)) {
        s->variable->init = spl_expr(p);
        spl_expect(p, TK_SEMICOLON, "after the value of the variable");
    } else {
        accept(p, TK_SEMICOLON);
    }
    return s;
}

static SStmt *block_stmt(Parser *p)
{
    SStmt *s = new_stmt(p, SS_BLOCK);
    take(p);
    spl_body(p, &s->list);
    return s;
}

static bool is_async(const SExpr *e)
{
    return e->kind == SE_NAME && strcmp(e->name.text, "async") == 0;
}

static SStmt *simple_stmt(Parser *p)
{
    SStmt *s = new_stmt(p, SS_CALL);
    s->value = spl_expr(p);
    if (accept(p, TK_ASSIGN)) {
        s->kind = SS_ASSIGN;
        s->target = s->value;
        s->value = spl_expr(p);
    }
    bool target = s->kind == SS_ASSIGN;
    if (!p->panic && target && s->target->kind != SE_NAME && s->target->kind != SE_FIELD)
        spl_fail(p, s->target->pos, "only a variable or a field can be assigned to");
    if (!p->panic && !target && s->value->kind != SE_CALL)
        spl_fail(p, s->value->pos,
                 is_async(s->value)
                     ? "a call on a thread object is asynchronous by itself: leave 'async' out"
                     : "an expression is no statement: expected a call or '='");
    spl_expect(p, TK_SEMICOLON, target ? "after the assignment" : "after the call");
    return s;
}

static SStmt *assert_stmt(Parser *p)
{
    return test_stmt(p, SS_ASSERT);
}

static SStmt *assume_stmt(Parser *p)
{
    return test_stmt(p, SS_ASSUME);
}

static SStmt *goto_stmt(Parser *p)
{
    return word_stmt(p, SS_GOTO);
}

static SStmt *return_stmt(Parser *p)
{
    return word_stmt(p, SS_RETURN);
}

static SStmt *break_stmt(Parser *p)
{
    return word_stmt(p, SS_BREAK);
}

static SStmt *continue_stmt(Parser *p)
{
    return word_stmt(p, SS_CONTINUE);
}

static SStmt *empty_stmt(Parser *p)
{
    SStmt *s = new_stmt(p, SS_EMPTY);
    take(p);
    return s;
}

static SStmt *unlabelled(Parser *p)
{
    static SStmt *(*const parsers[TOKENS])(Parser *) = {
        [TK_IF] = if_stmt,           [TK_WHILE] = while_stmt,       [TK_ASSERT] = assert_stmt,
        [TK_ASSUME] = assume_stmt,   [TK_GOTO] = goto_stmt,         [TK_RETURN] = return_stmt,
        [TK_BREAK] = break_stmt,     [TK_CONTINUE] = continue_stmt, [TK_LBRACE] = block_stmt,
        [TK_SEMICOLON] = empty_stmt,
    };
    if (spl_at_type(p))
        return local_stmt(p);
    return parsers[p->at->kind] ? parsers[p->at->kind](p) : simple_stmt(p);
}

/* stmt = { label ":" } statement */
static SStmt *stmt(Parser *p)
{
    SNames labels = {0};
    spl_enter(p);
    while (is(p, TK_NAME) && next_kind(p) == TK_COLON) {
        vec_push(&labels, spl_name(p, "a label"));
        take(p);
    }
    SStmt *s = p->panic ? new_stmt(p, SS_EMPTY) : unlabelled(p);
    s->labels = labels;
    p->depth--;
    return s;
}

void spl_body(Parser *p, SStmts *body)
{
    uint32_t line = p->last ? p->last->pos.line : 1;
    while (!p->panic && !is(p, TK_RBRACE) && !is(p, TK_END)) {
        vec_push(body, stmt(p));
        if (p->panic && !spl_recover(p))
            return;
    }
    spl_expect(p, TK_RBRACE, arena_print(&p->unit->arena, "to close the '{' of line %u", line));
}
