/* parse.c -- from tokens to the syntax tree.
 *
 * Recursive descent.  The first error sets `panic`: from then on no token matches, so that all functions
 * return quickly, with a node. */
#include "front/bp/ast.h"

enum { DEEPEST = 200 };

typedef struct Parser {
    BUnit *unit;
    const BToken *at;
    BProc *proc; /* that is being read */
    int depth;
    bool panic;
} Parser;

static void parse_list(Parser *p, BStmts *list);
static BStmt *parse_stmt(Parser *p);
static BExpr *parse_expr(Parser *p);

/* ---- tokens ---- */

static bool is(const Parser *p, BTokenKind kind)
{
    return !p->panic && p->at->kind == kind;
}

static const BToken *take(Parser *p)
{
    const BToken *token = p->at;
    if (token->kind != BT_END)
        p->at++;
    return token;
}

static bool accept(Parser *p, BTokenKind kind)
{
    if (!is(p, kind))
        return false;
    take(p);
    return true;
}

static void expected(Parser *p, const char *what)
{
    if (!p->panic)
        diag_error(p->unit->diag, p->at->pos, "expected %s, found %s%s%s", what,
                   p->at->kind == BT_END ? bp_token_text(BT_END) : "'", p->at->text,
                   p->at->kind == BT_END ? "" : "'");
    p->panic = true;
}

static void expect(Parser *p, BTokenKind kind, const char *where)
{
    if (!accept(p, kind))
        expected(p, arena_print(&p->unit->arena, "'%s' %s", bp_token_text(kind), where));
}

static BName parse_name(Parser *p, const char *what)
{
    BName name = {"", p->at->pos};
    if (is(p, BT_NAME))
        name.text = take(p)->text;
    else
        expected(p, what);
    return name;
}

/* A label is a name or a number. */
static BName parse_label(Parser *p)
{
    BName name = {"", p->at->pos};
    if (is(p, BT_NAME) || is(p, BT_NUMBER))
        name.text = take(p)->text;
    else
        expected(p, "a label");
    return name;
}

static void enter(Parser *p)
{
    if (++p->depth <= DEEPEST || p->panic)
        return;
    diag_error(p->unit->diag, p->at->pos, "this is nested too deeply; split it into smaller parts");
    p->panic = true;
}

/* ---- expressions ---- */

static BExpr *new_expr(Parser *p, BExprKind kind, Pos pos, BExpr *a, BExpr *b)
{
    BExpr *e = arena_new(&p->unit->arena, BExpr);
    e->kind = kind;
    e->pos = pos;
    e->args[0] = a;
    e->args[1] = b;
    return e;
}

static BExpr *parse_constant(Parser *p)
{
    const BToken *token = take(p);
    BExpr *e = new_expr(p, BE_CONSTANT, token->pos, NULL, NULL);
    e->value = token->kind == BT_TRUE || strcmp(token->text, "1") == 0;
    if (token->kind == BT_NUMBER && strcmp(token->text, "0") != 0 && !e->value) {
        diag_error(p->unit->diag, token->pos, "the numbers of a Boolean program are 0 and 1");
        p->panic = true;
    }
    return e;
}

static BExpr *parse_variable(Parser *p)
{
    Pos pos = p->at->pos;
    bool next = accept(p, BT_PRIME);
    BName name = parse_name(p, "an expression");
    next |= accept(p, BT_PRIME);
    BExpr *e = new_expr(p, next ? BE_NEXT : BE_NAME, pos, NULL, NULL);
    e->name = name.text;
    return e;
}

static BExpr *parse_schoose(Parser *p)
{
    Pos pos = take(p)->pos;
    expect(p, BT_LBRACKET, "after schoose");
    BExpr *yes = parse_expr(p);
    expect(p, BT_COMMA, "between the two conditions of schoose");
    BExpr *no = parse_expr(p);
    expect(p, BT_RBRACKET, "after the conditions of schoose");
    return new_expr(p, BE_SCHOOSE, pos, yes, no);
}

static BExpr *parse_primary(Parser *p)
{
    if (is(p, BT_NUMBER) || is(p, BT_TRUE) || is(p, BT_FALSE))
        return parse_constant(p);
    if (is(p, BT_STAR))
        return new_expr(p, BE_ANY, take(p)->pos, NULL, NULL);
    if (is(p, BT_SCHOOSE))
        return parse_schoose(p);
    if (is(p, BT_NOT)) {
        Pos pos = take(p)->pos;
        enter(p);
        BExpr *of = parse_primary(p);
        p->depth--;
        return new_expr(p, BE_NOT, pos, of, NULL);
    }
    if (accept(p, BT_LPAREN)) {
        enter(p);
        BExpr *e = parse_expr(p);
        p->depth--;
        expect(p, BT_RPAREN, "after the expression");
        return e;
    }
    return parse_variable(p);
}

/* How tightly an operator between two operands binds; 0: it is none. */
static int level_of(const Parser *p, BExprKind *kind)
{
    static const struct {
        int level;
        BExprKind kind;
    } operators[BTOKENS] = {
        [BT_OR] = {1, BE_OR},   [BT_OR2] = {1, BE_OR},   [BT_XOR] = {2, BE_XOR},
        [BT_AND] = {3, BE_AND}, [BT_AND2] = {3, BE_AND}, [BT_EQ] = {4, BE_EQ},
        [BT_EQ2] = {4, BE_EQ},  [BT_NE] = {4, BE_NE},
    };
    *kind = operators[p->at->kind].kind;
    return p->panic ? 0 : operators[p->at->kind].level;
}

static BExpr *parse_operators(Parser *p, int least)
{
    BExpr *e = parse_primary(p);
    BExprKind kind;
    for (int level = level_of(p, &kind); level >= least; level = level_of(p, &kind)) {
        Pos pos = take(p)->pos;
        e = new_expr(p, kind, pos, e, parse_operators(p, level + 1));
    }
    return e;
}

static BExpr *parse_expr(Parser *p)
{
    enter(p);
    BExpr *e = parse_operators(p, 1);
    if (is(p, BT_QUESTION)) {
        Pos pos = take(p)->pos;
        e = new_expr(p, BE_IF, pos, e, parse_expr(p));
        expect(p, BT_COLON, "between the two values of '?'");
        e->args[2] = parse_expr(p);
    }
    p->depth--;
    return e;
}

/* ---- variables ---- */

static BVariable *add_variable(Parser *p, BVariables *list, BName name)
{
    BVariable *v = arena_new(&p->unit->arena, BVariable);
    v->name = name;
    vec_each (BVariable *, other, list)
        if (strcmp((*other)->name.text, name.text) == 0 && !p->panic) {
            diag_error(p->unit->diag, name.pos, "there is a second '%s'", name.text);
            p->panic = true;
        }
    vec_push(list, v);
    return v;
}

/* name [(":=" | "=") (0 | 1 | true | false | "*")] {"," ...} ";" */
static void parse_variables(Parser *p, BVariables *list)
{
    do {
        BVariable *v = add_variable(p, list, parse_name(p, "the name of a variable"));
        v->shared = !p->proc;
        if (!accept(p, BT_BECOMES) && !accept(p, BT_EQ))
            continue;
        if (is(p, BT_NUMBER) || is(p, BT_TRUE) || is(p, BT_FALSE)) {
            v->known = true;
            v->value = parse_constant(p)->value;
        } else if (!accept(p, BT_STAR)) {
            expected(p, "0, 1 or * as the initial value");
        }
    } while (accept(p, BT_COMMA));
    expect(p, BT_SEMICOLON, "after the declaration");
}

/* ---- statements ---- */

static BStmt *new_stmt(Parser *p, BStmtKind kind)
{
    BStmt *s = arena_new(&p->unit->arena, BStmt);
    s->kind = kind;
    s->pos = p->at->pos;
    vec_push(&p->unit->stmts, s);
    return s;
}

static void parse_args(Parser *p, BStmt *s)
{
    expect(p, BT_LPAREN, "before the arguments");
    if (!is(p, BT_RPAREN))
        do
            vec_push(&s->values, parse_expr(p));
        while (accept(p, BT_COMMA));
    expect(p, BT_RPAREN, "after the arguments");
}

static BStmt *parse_call(Parser *p, BStmt *s)
{
    s->kind = BS_CALL;
    s->callee = parse_name(p, "the name of a procedure");
    parse_args(p, s);
    expect(p, BT_SEMICOLON, "after the call");
    return s;
}

/* a, b := e, f [constrain c]; or the results of a call */
static BStmt *parse_assign(Parser *p)
{
    BStmt *s = new_stmt(p, BS_ASSIGN);
    if (p->at[1].kind == BT_LPAREN)
        return parse_call(p, s);
    do
        vec_push(&s->names, parse_name(p, "a statement"));
    while (accept(p, BT_COMMA));
    if (!accept(p, BT_BECOMES) && !accept(p, BT_EQ))
        expected(p, "':=' of an assignment");
    if (accept(p, BT_CALL) || (is(p, BT_NAME) && p->at[1].kind == BT_LPAREN))
        return parse_call(p, s);
    do
        vec_push(&s->values, parse_expr(p));
    while (accept(p, BT_COMMA));
    if (accept(p, BT_CONSTRAIN))
        s->value = parse_expr(p);
    expect(p, BT_SEMICOLON, "after the assignment");
    return s;
}

static BStmt *parse_if(Parser *p)
{
    BStmt *s = new_stmt(p, BS_IF);
    take(p);
    s->value = parse_expr(p);
    if (accept(p, BT_THEN)) {
        parse_list(p, &s->body);
        if (accept(p, BT_ELSE))
            parse_list(p, &s->other);
        expect(p, BT_FI, "after the statements of 'if'");
        accept(p, BT_SEMICOLON);
        return s;
    }
    vec_push(&s->body, parse_stmt(p));
    if (accept(p, BT_ELSE))
        vec_push(&s->other, parse_stmt(p));
    return s;
}

static BStmt *parse_while(Parser *p)
{
    BStmt *s = new_stmt(p, BS_WHILE);
    take(p);
    s->value = parse_expr(p);
    if (accept(p, BT_DO)) {
        parse_list(p, &s->body);
        expect(p, BT_OD, "after the statements of 'while'");
        accept(p, BT_SEMICOLON);
        return s;
    }
    vec_push(&s->body, parse_stmt(p));
    return s;
}

static BStmt *parse_test(Parser *p)
{
    BStmt *s = new_stmt(p, is(p, BT_ASSERT) ? BS_ASSERT : BS_ASSUME);
    take(p);
    const BToken *from = p->at;
    s->value = parse_expr(p);
    const char *end = p->at > from ? p->at[-1].end : from->begin;
    s->text = arena_copy(&p->unit->arena, from->begin, (size_t)(end - from->begin));
    expect(p, BT_SEMICOLON, "after the condition");
    return s;
}

static BStmt *parse_create(Parser *p)
{
    BStmt *s = new_stmt(p, BS_CREATE);
    take(p);
    if (s->kind == BS_CREATE && accept(p, BT_GOTO)) {
        s->kind = BS_START;
        vec_push(&s->names, parse_label(p));
    } else {
        bool paren = accept(p, BT_LPAREN);
        accept(p, BT_AND);
        s->callee = parse_name(p, "the procedure that the thread runs");
        if (accept(p, BT_LPAREN))
            expect(p, BT_RPAREN, "after the procedure, which has no arguments");
        if (paren)
            expect(p, BT_RPAREN, "after the procedure");
    }
    expect(p, BT_SEMICOLON, "after the thread");
    return s;
}

static BStmt *parse_jump(Parser *p)
{
    BStmt *s = new_stmt(p, is(p, BT_GOTO) ? BS_GOTO : BS_RETURN);
    take(p);
    if (s->kind == BS_GOTO)
        do
            vec_push(&s->names, parse_label(p));
        while (accept(p, BT_COMMA));
    else if (!is(p, BT_SEMICOLON))
        do
            vec_push(&s->values, parse_expr(p));
        while (accept(p, BT_COMMA));
    expect(p, BT_SEMICOLON, "after it");
    return s;
}

/* { ... }, or atomic { ... } */
static BStmt *parse_block(Parser *p)
{
    BStmt *s = new_stmt(p, BS_BLOCK);
    bool atomic = accept(p, BT_ATOMIC);
    expect(p, BT_LBRACE, "before the statements");
    if (atomic)
        vec_push(&s->body, new_stmt(p, BS_ATOMIC_BEGIN));
    parse_list(p, &s->body);
    if (atomic)
        vec_push(&s->body, new_stmt(p, BS_ATOMIC_END));
    expect(p, BT_RBRACE, "after the statements");
    accept(p, BT_SEMICOLON);
    return s;
}

/* A statement that is a word. */
static BStmt *parse_word(Parser *p)
{
    static const BStmtKind kinds[BTOKENS] = {[BT_SKIP] = BS_SKIP,
                                             [BT_END_THREAD] = BS_END,
                                             [BT_ATOMIC_BEGIN] = BS_ATOMIC_BEGIN,
                                             [BT_ATOMIC_END] = BS_ATOMIC_END};
    BStmt *s = new_stmt(p, kinds[p->at->kind]);
    take(p);
    expect(p, BT_SEMICOLON, "after it");
    return s;
}

static BStmt *parse_nothing(Parser *p)
{
    BStmt *s = new_stmt(p, BS_SKIP);
    take(p);
    return s;
}

static BStmt *parse_called(Parser *p)
{
    take(p);
    return parse_call(p, new_stmt(p, BS_CALL));
}

static BStmt *parse_refused(Parser *p)
{
    diag_error(p->unit->diag, p->at->pos, "'%s' is not understood: use a variable and assume",
               p->at->text);
    p->panic = true;
    return new_stmt(p, BS_SKIP);
}

static BStmt *parse_plain(Parser *p)
{
    static BStmt *(*const how[BTOKENS])(Parser *) = {
        [BT_SKIP] = parse_word,
        [BT_END_THREAD] = parse_word,
        [BT_ATOMIC_BEGIN] = parse_word,
        [BT_ATOMIC_END] = parse_word,
        [BT_SEMICOLON] = parse_nothing,
        [BT_GOTO] = parse_jump,
        [BT_RETURN] = parse_jump,
        [BT_IF] = parse_if,
        [BT_WHILE] = parse_while,
        [BT_ASSERT] = parse_test,
        [BT_ASSUME] = parse_test,
        [BT_START_THREAD] = parse_create,
        [BT_CREATE_THREAD] = parse_create,
        [BT_THREAD_CREATE] = parse_create,
        [BT_ATOMIC] = parse_block,
        [BT_LBRACE] = parse_block,
        [BT_CALL] = parse_called,
        [BT_WAIT] = parse_refused,
        [BT_BROADCAST] = parse_refused,
    };
    return !p->panic && how[p->at->kind] ? how[p->at->kind](p) : parse_assign(p);
}

static BStmt *parse_stmt(Parser *p)
{
    BNames labels = {0};
    enter(p);
    while ((is(p, BT_NAME) || is(p, BT_NUMBER)) && p->at[1].kind == BT_COLON) {
        vec_push(&labels, parse_label(p));
        take(p);
    }
    BStmt *s = parse_plain(p);
    s->labels = labels;
    p->depth--;
    return s;
}

static bool at_end(const Parser *p)
{
    return p->panic || is(p, BT_END) || is(p, BT_RBRACE) || is(p, BT_FINISH) || is(p, BT_FI) ||
           is(p, BT_OD) || is(p, BT_ELSE);
}

static void parse_list(Parser *p, BStmts *list)
{
    while (!at_end(p))
        if (accept(p, BT_DECL) || accept(p, BT_BOOL))
            parse_variables(p, &p->proc->locals);
        else
            vec_push(list, parse_stmt(p));
}

/* ---- procedures ---- */

/* name "(" [params] ")" ("begin" ... "end" | "{" ... "}") */
static void parse_proc(Parser *p, uint32_t results)
{
    BProc *proc = arena_new(&p->unit->arena, BProc);
    vec_push(&p->unit->procs, proc);
    proc->name = parse_name(p, "the name of a procedure");
    proc->results = results;
    p->proc = proc;
    expect(p, BT_LPAREN, "before the parameters");
    while (!p->panic && !is(p, BT_RPAREN)) {
        if (!accept(p, BT_BOOL))
            accept(p, BT_DECL);
        BName name = parse_name(p, "the name of a parameter");
        vec_push(&proc->params, add_variable(p, &proc->locals, name));
        if (!accept(p, BT_COMMA))
            break;
    }
    expect(p, BT_RPAREN, "after the parameters");
    bool brace = accept(p, BT_LBRACE);
    if (!brace)
        expect(p, BT_BEGIN, "before the body");
    parse_list(p, &proc->body);
    expect(p, brace ? BT_RBRACE : BT_FINISH, "after the body");
    p->proc = NULL;
}

static uint32_t parse_results(Parser *p)
{
    uint32_t count = 0;
    if (!accept(p, BT_LT))
        return 1;
    for (const char *at = is(p, BT_NUMBER) ? take(p)->text : ""; *at && count < 1000; at++)
        count = count * 10 + (uint32_t)(*at - '0');
    if (!count || count > 1000)
        expected(p, "the number of results");
    expect(p, BT_GT, "after the number of results");
    return count;
}

void bp_parse(BUnit *unit, const BToken *tokens)
{
    Parser p = {.unit = unit, .at = tokens};
    while (!p.panic && !is(&p, BT_END)) {
        if (accept(&p, BT_VOID)) {
            parse_proc(&p, 0);
        } else if (accept(&p, BT_BOOL)) {
            uint32_t results = parse_results(&p);
            if (p.at->kind != BT_END && p.at[1].kind == BT_LPAREN)
                parse_proc(&p, results);
            else
                parse_variables(&p, &unit->globals);
        } else if (accept(&p, BT_DECL)) {
            parse_variables(&p, &unit->globals);
        } else {
            expected(&p, "'decl', 'void' or 'bool'");
        }
    }
}
