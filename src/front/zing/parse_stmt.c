/* parse_stmt.c -- statements.
 *
 * Four words are keywords only where they are needed, and never when written with @:
 *   for        before '('
 *   break      before ';'
 *   continue   before ';'
 *   join       before a name or another operand (a type of that name must be written @join);
 *              before '(' it is a call if the program has a method `join`, else the statement. */
#include "front/zing/parse.h"

/* ---- nodes ---- */

static ZStmt *new_stmt(Parser *p, ZStmtKind kind)
{
    ZStmt *stmt = arena_new(p->arena, ZStmt);
    stmt->kind = kind;
    stmt->pos = stmt->end = peek(p)->pos;
    return stmt;
}

static ZStmt *finish(Parser *p, ZStmt *stmt)
{
    stmt->end = previous(p)->pos;
    return stmt;
}

static ZStmt *statement(Parser *p);

/* A statement that is the body of another one; `what` says of which. */
static ZStmt *embedded(Parser *p, const char *what)
{
    if (is(p, TK_NAME) && peek_next(p)->kind == TK_COLON)
        zing_complain(p, peek(p)->pos, "a label cannot stand on %s; put the statement in braces",
                      what);
    if (is(p, TK_RBRACE) || is(p, TK_END))
        zing_fail(p, previous(p)->after, "expected a statement as %s, found %s", what,
                  zing_found(p));
    return statement(p);
}

/* ---- blocks ---- */

typedef VEC(ZStmt *) StmtList;

/* The annotations `ghost` and `witness` that stand here. */
static void annotations(Parser *p, StmtList *list)
{
    ZName label;
    Parser inside;
    while (!p->panic && zing_enter_ghost(p, &inside)) {
        ZStmt *stmt = statement(&inside);
        bool assigns =
            stmt->kind == ZS_EXPR && (stmt->expr->kind == ZE_ASSIGN || stmt->expr->kind == ZE_STEP);
        if (stmt->kind != ZS_VARIABLE && !assigns)
            zing_fail(&inside, stmt->pos,
                      "a ghost statement declares a variable or assigns to one");
        zing_leave_ghost(p, &inside);
        stmt->is_ghost = true;
        vec_push(list, stmt);
    }
    while (!p->panic && zing_take_witness(p, &label)) {
        ZStmt *stmt = new_stmt(p, ZS_WITNESS);
        stmt->name = label;
        stmt->pos = stmt->end = label.pos;
        vec_push(list, stmt);
    }
}

/* Behind each `L: ;` what invariants of loops say of the moment when control was there. */
static void add_moments(Parser *p, StmtList *list)
{
    for (size_t i = 0; i < list->len; i++) {
        const ZStmt *at = list->at[i];
        if (at->kind != ZS_LABEL || at->label.body->kind != ZS_EMPTY)
            continue;
        for (ZStmt *ghost; (ghost = zing_take_moment(p, at->label.name.text, NULL));) {
            vec_push(list, ghost);
            for (size_t k = list->len - 1; k > i + 1; k--)
                list->at[k] = list->at[k - 1];
            list->at[i + 1] = ghost;
        }
    }
}

/* "{" { stmt } "}", into `stmt`; `what` says what the braces enclose. */
static void braces(Parser *p, ZStmt *block, const char *what)
{
    StmtList list = {0};
    const ZToken *opening = peek(p);
    if (!is(p, TK_LBRACE))
        zing_fail(p, peek(p)->pos, "expected '{' before %s, found %s", what, zing_found(p));
    bool usable = accept(p, TK_LBRACE);
    annotations(p, &list);
    while (usable && !is(p, TK_RBRACE) && !is(p, TK_END) && !zing_starts_decl(peek(p)->kind) &&
           !zing_method_ahead(p)) {
        size_t before = p->at;
        ZStmt *stmt = statement(p);
        for (ZStmt *ghost; (ghost = zing_take_moment(p, "LoopEntry", stmt));)
            vec_push(&list, ghost);
        vec_push(&list, stmt);
        annotations(p, &list);
        if (p->panic)
            usable = zing_recover(p, LEVEL_STMT);
        if (usable && p->at == before)
            take(p);
    }
    add_moments(p, &list);
    keep_list(p, &block->block, &list);
    zing_close(p, opening, what);
}

/* block = "{" { stmt } "}" */
ZStmt *zing_block(Parser *p, const char *what)
{
    ZStmt *block = new_stmt(p, ZS_BLOCK);
    braces(p, block, what);
    return finish(p, block);
}

static ZStmt *block_stmt(Parser *p)
{
    return zing_block(p, "the block");
}

/* "atomic" block */
static ZStmt *atomic_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_ATOMIC);
    take(p);
    braces(p, stmt, "the atomic block");
    return finish(p, stmt);
}

/* ---- simple statements ---- */

/* ";" */
static ZStmt *empty_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_EMPTY);
    take(p);
    return stmt;
}

/* The keyword and the '(' after it. */
static void open(Parser *p)
{
    const char *word = take(p)->name;
    zing_expect(p, TK_LPAREN, arena_print(p->arena, "after '%s'", word));
}

/* ")" ";" */
static void close(Parser *p, const char *word)
{
    zing_expect(p, TK_RPAREN, arena_print(p->arena, "at the end of '%s'", word));
    zing_semicolon(p, arena_print(p->arena, "after '%s'", word));
}

/* "assert" "(" expr [ "," STRING ] ")" ";" */
static ZStmt *assert_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_ASSERT);
    open(p);
    stmt->assertion.test = zing_expr(p);
    if (accept(p, TK_COMMA))
        stmt->assertion.comment = zing_string(p, "a string that says what is asserted");
    close(p, "assert");
    return finish(p, stmt);
}

/* ( "assume" | "accept" ) "(" expr ")" ";" */
static ZStmt *condition_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, is(p, TK_ASSUME) ? ZS_ASSUME : ZS_ACCEPT);
    const char *word = peek(p)->name;
    open(p);
    stmt->expr = zing_expr(p);
    close(p, word);
    return finish(p, stmt);
}

/* "send" "(" expr "," expr ")" ";" */
static ZStmt *send_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_SEND);
    open(p);
    stmt->send.channel = zing_expr(p);
    zing_expect(p, TK_COMMA, "between the channel and the message of 'send'");
    stmt->send.value = zing_expr(p);
    close(p, "send");
    return finish(p, stmt);
}

/* "goto" ID ";" */
static ZStmt *goto_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_GOTO);
    take(p);
    stmt->name = zing_name(p, "the name of a label");
    zing_semicolon(p, "after 'goto'");
    return finish(p, stmt);
}

/* "raise" ID ";" */
static ZStmt *raise_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_RAISE);
    take(p);
    if (!is(p, TK_NAME))
        zing_expected(p, "the name of an exception");
    stmt->name = zing_name(p, "the name of an exception");
    if (is(p, TK_LPAREN))
        zing_fail(p, peek(p)->pos,
                  "expected ';' after 'raise', found '('; an exception is only a name");
    zing_semicolon(p, "after 'raise'");
    return finish(p, stmt);
}

/* "return" [ expr ] ";" */
static ZStmt *return_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_RETURN);
    take(p);
    if (!is(p, TK_SEMICOLON) && !is(p, TK_RBRACE))
        stmt->expr = zing_expr(p);
    zing_semicolon(p, "after 'return'");
    return finish(p, stmt);
}

/* "yield" ";" */
static ZStmt *yield_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_YIELD);
    take(p);
    zing_semicolon(p, "after 'yield'");
    return finish(p, stmt);
}

/* "break" ";" | "continue" ";" */
static ZStmt *leave_stmt(Parser *p, ZStmtKind kind)
{
    ZStmt *stmt = new_stmt(p, kind);
    take(p);
    take(p);
    return finish(p, stmt);
}

/* "join" expr ";" */
static ZStmt *join_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_JOIN);
    take(p);
    stmt->expr = zing_expr(p);
    zing_semicolon(p, "after 'join'");
    return finish(p, stmt);
}

/* ( "trace" | "invokeplugin" ) "(" STRING { "," expr } ")" ";" */
static ZStmt *trace_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, is(p, TK_TRACE) ? ZS_TRACE : ZS_PLUGIN);
    const char *word = peek(p)->name;
    VEC(ZExpr *) values = {0};
    open(p);
    stmt->trace.format =
        zing_string(p, stmt->kind == ZS_TRACE ? "the format, a string" : "the plugin, a string");
    while (accept(p, TK_COMMA))
        vec_push(&values, zing_expr(p));
    keep_list(p, &stmt->trace.values, &values);
    close(p, word);
    return finish(p, stmt);
}

/* "invokescheduler" "(" args ";" */
static ZStmt *scheduler_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_SCHEDULER);
    open(p);
    stmt->args = zing_args(p);
    zing_semicolon(p, "after 'invokescheduler'");
    return finish(p, stmt);
}

/* event = "event" "(" expr "," expr "," expr ")" */
static void event(Parser *p, ZExpr *operands[3])
{
    open(p);
    for (int i = 0; i < 3; i++) {
        if (i > 0)
            zing_expect(p, TK_COMMA, "between the three operands of 'event'");
        operands[i] = zing_expr(p);
    }
    zing_expect(p, TK_RPAREN, "after the three operands of 'event'");
}

/* event ";" */
static ZStmt *event_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_EVENT);
    event(p, stmt->event);
    zing_semicolon(p, "after 'event'");
    return finish(p, stmt);
}

/* ---- conditions and loops ---- */

/* "(" expr ")", after a keyword */
static ZExpr *test(Parser *p)
{
    size_t opening = p->at + 1;
    open(p);
    ZExpr *expr = zing_expr(p);
    zing_expect(p, TK_RPAREN, "after the condition");
    zing_skip_parentheses(p, opening);
    return expr;
}

/* "if" "(" expr ")" stmt [ "else" stmt ] */
static ZStmt *if_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_IF);
    stmt->branch.test = test(p);
    stmt->branch.yes = embedded(p, "the body of 'if'");
    if (accept(p, TK_ELSE))
        stmt->branch.no = embedded(p, "the body of 'else'");
    return finish(p, stmt);
}

static ZStmt *stray_else(Parser *p)
{
    zing_fail(p, peek(p)->pos,
              "this 'else' has no 'if': the body of 'if' is one statement, or several "
              "in braces");
    return new_stmt(p, ZS_EMPTY);
}

/* "while" "(" expr ")" stmt */
static ZStmt *while_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_WHILE);
    size_t start = p->at;
    stmt->loop.test = test(p);
    ZStmts measures = zing_annotate_loop(p, stmt, start);
    stmt->loop.body = zing_measured(p, &measures, embedded(p, "the body of 'while'"));
    return finish(p, stmt);
}

/* variable = type ID [ "=" expr ] ";" */
static ZStmt *variable(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_VARIABLE);
    stmt->variable.type = zing_type(p);
    if (is(p, TK_LBRACKET))
        zing_fail(p, peek(p)->pos,
                  "expected the name of the variable, found '['; declare the array type first: "
                  "array T[3] %s;",
                  stmt->variable.type->name);
    stmt->variable.name = zing_name(p, "the name of the variable");
    if (accept(p, TK_ASSIGN))
        stmt->variable.init = zing_expr(p);
    zing_end_variable(p, stmt->variable.type, stmt->variable.name.text);
    return finish(p, stmt);
}

static bool variable_ahead(const Parser *p)
{
    return is_type_word(peek(p)->kind) ||
           (peek(p)->kind == TK_NAME && peek_next(p)->kind == TK_NAME);
}

/* The first part of a for, with its ';'. */
static ZStmt *for_init(Parser *p)
{
    if (accept(p, TK_SEMICOLON))
        return NULL;
    if (variable_ahead(p))
        return variable(p);
    ZStmt *stmt = new_stmt(p, ZS_EXPR);
    stmt->expr = zing_expr(p);
    zing_expect(p, TK_SEMICOLON, "after the first part of 'for'");
    return finish(p, stmt);
}

/* "for" "(" ( variable | [ expr ] ";" ) [ expr ] ";" [ expr ] ")" stmt */
static ZStmt *for_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_FOR);
    size_t start = p->at, opening = p->at + 1;
    open(p);
    stmt->loop.init = for_init(p);
    if (!is(p, TK_SEMICOLON))
        stmt->loop.test = zing_expr(p);
    zing_expect(p, TK_SEMICOLON, "after the condition of 'for'");
    if (!is(p, TK_RPAREN))
        stmt->loop.step = zing_expr(p);
    zing_expect(p, TK_RPAREN, "after the three parts of 'for'");
    zing_skip_parentheses(p, opening);
    ZStmts measures = zing_annotate_loop(p, stmt, start);
    stmt->loop.body = zing_measured(p, &measures, embedded(p, "the body of 'for'"));
    return finish(p, stmt);
}

/* "foreach" "(" [ type ] ID "in" expr ")" stmt */
static ZStmt *foreach_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_FOREACH);
    size_t opening = p->at + 1;
    open(p);
    if (!(is(p, TK_NAME) && peek_next(p)->kind == TK_IN))
        stmt->foreach.type = zing_type(p);
    stmt->foreach.name = zing_name(p, "the name of the variable of 'foreach'");
    zing_expect(p, TK_IN, "after the variable of 'foreach'");
    stmt->foreach.collection = zing_expr(p);
    zing_expect(p, TK_RPAREN, "after the collection of 'foreach'");
    zing_skip_parentheses(p, opening);
    stmt->foreach.body = embedded(p, "the body of 'foreach'");
    return finish(p, stmt);
}

/* ---- select and try ---- */

/* attrs = "[" ID [ "(" args ] { "," ID [ "(" args ] } "]" */
static ZAttributes attributes(Parser *p)
{
    VEC(ZAttribute) list = {0};
    ZAttributes kept;
    take(p);
    do {
        ZAttribute attribute = {.name = zing_name(p, "the name of an attribute")};
        if (accept(p, TK_LPAREN))
            attribute.args = zing_args(p);
        vec_push(&list, attribute);
    } while (accept(p, TK_COMMA));
    zing_expect(p, TK_RBRACKET, "after the attributes");
    keep_list(p, &kept, &list);
    return kept;
}

/* attrs stmt */
static ZStmt *attributed_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_ATTRIBUTED);
    stmt->attributed.list = attributes(p);
    stmt->attributed.body = embedded(p, "the statement after the attributes");
    return finish(p, stmt);
}

/* pattern = "wait" "(" expr ")" | "receive" "(" expr "," expr ")" | "timeout" | event */
static ZPattern pattern(Parser *p)
{
    ZPattern pattern = {.pos = peek(p)->pos};
    if (is(p, TK_WAIT)) {
        pattern.kind = ZP_WAIT;
        pattern.wait = test(p);
    } else if (is(p, TK_RECEIVE)) {
        pattern.kind = ZP_RECEIVE;
        open(p);
        pattern.receive.channel = zing_expr(p);
        zing_expect(p, TK_COMMA, "between the channel and the variable of 'receive'");
        Pos pos = peek(p)->pos;
        pattern.receive.target = zing_expr(p);
        zing_check_target(p, pattern.receive.target, pos, "what 'receive' assigns to");
        zing_expect(p, TK_RPAREN, "after the variable of 'receive'");
    } else if (accept(p, TK_TIMEOUT)) {
        pattern.kind = ZP_TIMEOUT;
    } else if (is(p, TK_EVENT)) {
        pattern.kind = ZP_EVENT;
        event(p, pattern.event);
    } else {
        zing_expected(p, "'wait', 'receive' or 'timeout'");
    }
    return pattern;
}

/* join = [ attrs ] pattern { "&&" pattern } "->" stmt */
static ZBranch branch(Parser *p)
{
    ZBranch branch = {.pos = peek(p)->pos};
    VEC(ZPattern) patterns = {0};
    if (is(p, TK_LBRACKET))
        branch.attributes = attributes(p);
    do
        vec_push(&patterns, pattern(p));
    while (accept(p, TK_LAND));
    keep_list(p, &branch.patterns, &patterns);
    zing_expect(p, TK_ARROW, "after the condition of the branch");
    branch.body = embedded(p, "the body of the branch");
    return branch;
}

/* { "end" | "first" | "visible" }         (* each once *) */
static void qualifiers(Parser *p, ZStmt *stmt)
{
    for (;;) {
        bool *flag = is(p, TK_ENDWORD)   ? &stmt->select.is_end
                     : is(p, TK_FIRST)   ? &stmt->select.is_first
                     : is(p, TK_VISIBLE) ? &stmt->select.is_visible
                                         : NULL;
        if (!flag)
            return;
        if (*flag)
            zing_complain(p, peek(p)->pos, "'%s' is written twice", peek(p)->name);
        *flag = true;
        take(p);
    }
}

/* "select" qualifiers "{" join { join } "}" */
static ZStmt *select_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_SELECT);
    VEC(ZBranch) branches = {0};
    take(p);
    qualifiers(p, stmt);
    const ZToken *opening = peek(p);
    zing_expect(p, TK_LBRACE, "after 'select'");
    bool usable = !p->panic;
    while (usable && !is(p, TK_END) && !zing_starts_decl(peek(p)->kind)) {
        if (is(p, TK_RBRACE) && branches.len)
            break;
        vec_push(&branches, branch(p));
        if (p->panic)
            usable = zing_recover(p, LEVEL_STMT);
    }
    keep_list(p, &stmt->select.branches, &branches);
    zing_close(p, opening, "the 'select'");
    return finish(p, stmt);
}

/* handler = ( ID | "*" ) "->" stmt */
static ZHandler handler(Parser *p)
{
    ZHandler handler = {.pos = peek(p)->pos};
    if (!accept(p, TK_STAR))
        handler.name = zing_name(p, "the name of an exception or '*'").text;
    zing_expect(p, TK_ARROW, "after the name of the exception");
    handler.body = embedded(p, "the body of the handler");
    return handler;
}

/* "try" block "with" "{" { handler } "}" */
static ZStmt *try_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_TRY);
    VEC(ZHandler) handlers = {0};
    take(p);
    stmt->attempt.body = zing_block(p, "the body of 'try'");
    zing_expect(p, TK_WITH, "after the body of 'try'");
    const ZToken *opening = peek(p);
    zing_expect(p, TK_LBRACE, "after 'with'");
    bool usable = !p->panic;
    while (usable && !is(p, TK_RBRACE) && !is(p, TK_END) && !zing_starts_decl(peek(p)->kind)) {
        vec_push(&handlers, handler(p));
        if (p->panic)
            usable = zing_recover(p, LEVEL_STMT);
    }
    keep_list(p, &stmt->attempt.handlers, &handlers);
    zing_close(p, opening, "the handlers");
    return finish(p, stmt);
}

/* ---- labels and expressions ---- */

/* ID ":" stmt */
static ZStmt *label_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_LABEL);
    stmt->label.name = zing_name(p, "the name of a label");
    take(p);
    if (is(p, TK_RBRACE))
        zing_fail(p, previous(p)->after, "expected a statement after the label '%s'; write '%s: ;'",
                  stmt->label.name.text, stmt->label.name.text);
    stmt->label.body = statement(p);
    return finish(p, stmt);
}

/* What a statement that is an expression is called. */
static const char *after_what(const ZExpr *expr)
{
    if (expr->kind == ZE_ASSIGN)
        return "after the assignment";
    return expr->kind == ZE_CALL || expr->kind == ZE_ASYNC ? "after the call"
                                                           : "after the expression";
}

static bool is_join_call(const Parser *p, const ZExpr *expr)
{
    return expr->kind == ZE_CALL && expr->call.callee->kind == ZE_NAME &&
           expr->call.callee->name == p->join_word && expr->call.args.len == 1 &&
           !expr->call.args.at[0].is_out;
}

/* expr ";" */
static ZStmt *expr_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_EXPR);
    const ZToken *first = peek(p);
    stmt->expr = zing_expr(p);
    const char *hint = first->kind == TK_NAME ? zing_foreign_word(first->name) : NULL;
    if (hint && !is(p, TK_SEMICOLON))
        zing_fail(p, first->pos, "%s", hint);
    zing_semicolon(p, after_what(stmt->expr));
    if (!p->panic && !first->escaped && is_join_call(p, stmt->expr))
        vec_push(&p->joins, stmt);
    return finish(p, stmt);
}

/* `post` before these is the statement, and no type or name. */
static bool posts_ahead(const Parser *p)
{
    TokenKind next = peek_next(p)->kind;
    TokenKind third = next == TK_NAME ? peek(p)[2].kind : TK_END;
    return is_word(p, "post") &&
           (next == TK_THIS || third == TK_LPAREN || (third == TK_DOT && next == TK_NAME));
}

/* "post" call ";" */
static ZStmt *post_stmt(Parser *p)
{
    ZStmt *stmt = new_stmt(p, ZS_EXPR);
    stmt->expr = zing_post(p);
    zing_semicolon(p, "after the call");
    return finish(p, stmt);
}

/* static, activate and other things that cannot start a statement */
static ZStmt *misplaced(Parser *p)
{
    if (is(p, TK_VOID))
        zing_fail(p, peek(p)->pos, "expected a type: a variable cannot be 'void'");
    else
        zing_fail(p, peek(p)->pos, "a local variable cannot be '%s'; declare it outside the method",
                  peek(p)->name);
    return new_stmt(p, ZS_EMPTY);
}

/* ---- all of them ---- */

static const struct {
    TokenKind token;
    ZStmt *(*parse)(Parser *);
} statements[] = {
    {TK_ATOMIC, atomic_stmt},
    {TK_ASSERT, assert_stmt},
    {TK_ASSUME, condition_stmt},
    {TK_ACCEPT, condition_stmt},
    {TK_SEND, send_stmt},
    {TK_IF, if_stmt},
    {TK_ELSE, stray_else},
    {TK_WHILE, while_stmt},
    {TK_FOREACH, foreach_stmt},
    {TK_SELECT, select_stmt},
    {TK_GOTO, goto_stmt},
    {TK_RETURN, return_stmt},
    {TK_YIELD, yield_stmt},
    {TK_RAISE, raise_stmt},
    {TK_TRY, try_stmt},
    {TK_TRACE, trace_stmt},
    {TK_INVOKEPLUGIN, trace_stmt},
    {TK_INVOKESCHEDULER, scheduler_stmt},
    {TK_EVENT, event_stmt},
    {TK_ASYNC, expr_stmt},
    {TK_SEMICOLON, empty_stmt},
    {TK_LBRACE, block_stmt},
    {TK_LBRACKET, attributed_stmt},
    {TK_STATIC, misplaced},
    {TK_ACTIVATE, misplaced},
    {TK_VOID, misplaced},
};
enum {
    STATEMENTS = sizeof statements / sizeof *statements,
    KEYWORD_STATEMENTS = STATEMENTS - 6 /* the last six rows are no sure sign of a statement */
};

bool zing_starts_stmt(TokenKind kind)
{
    for (size_t i = 0; i < KEYWORD_STATEMENTS; i++)
        if (statements[i].token == kind)
            return true;
    return false;
}

/* Can `join` before this token only be the statement? */
static bool starts_joined(TokenKind kind)
{
    return kind == TK_NAME || kind == TK_THIS || kind == TK_SELF || kind == TK_NULL ||
           kind == TK_CHOOSE || kind == TK_ASYNC || kind == TK_INT_LITERAL;
}

static ZStmt *stmt_of_any_kind(Parser *p)
{
    TokenKind next = peek_next(p)->kind;
    if (p->panic)
        return new_stmt(p, ZS_EMPTY);
    for (size_t i = 0; i < STATEMENTS; i++)
        if (is(p, statements[i].token))
            return statements[i].parse(p);
    if (is(p, TK_NAME) && next == TK_COLON)
        return label_stmt(p);
    if (is_word(p, "for") && next == TK_LPAREN)
        return for_stmt(p);
    if (is_word(p, "break") && next == TK_SEMICOLON)
        return leave_stmt(p, ZS_BREAK);
    if (is_word(p, "continue") && next == TK_SEMICOLON)
        return leave_stmt(p, ZS_CONTINUE);
    if (posts_ahead(p))
        return post_stmt(p);
    if (is_word(p, "join") && starts_joined(next))
        return join_stmt(p);
    return variable_ahead(p) ? variable(p) : expr_stmt(p);
}

/* stmt = one of the statements above */
static ZStmt *statement(Parser *p)
{
    zing_enter(p);
    ZStmt *parsed = stmt_of_any_kind(p);
    p->depth--;
    return parsed;
}
