/* parse.h -- types and functions that the parts of the parser share.
 *
 * Recursive descent.  An error is reported once and sets `panic`: from then on no token matches, so
 * that all functions return quickly (with a node, never NULL) up to the nearest list of statements,
 * members or definitions, which goes on behind the next `;` or before the next `}`. */
#ifndef FRONT_SPL_PARSE_H
#define FRONT_SPL_PARSE_H

#include "front/spl/ast.h"

typedef struct Parser {
    SUnit *unit;
    const SToken *at; /* the next token */
    const SToken *last;
    int depth; /* of nested statements and expressions */
    bool panic;
} Parser;

static inline bool is(const Parser *p, TokenKind kind)
{
    return !p->panic && p->at->kind == kind;
}

static inline TokenKind next_kind(const Parser *p)
{
    return p->at->kind == TK_END ? TK_END : p->at[1].kind;
}

static inline const SToken *take(Parser *p)
{
    p->last = p->at;
    if (p->at->kind != TK_END)
        p->at++;
    return p->last;
}

static inline bool accept(Parser *p, TokenKind kind)
{
    if (!is(p, kind))
        return false;
    take(p);
    return true;
}

void spl_fail(Parser *p, Pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* "expected WHAT, found 'x'" */
void spl_expected(Parser *p, const char *what);
/* Takes a token that must come; `where` completes the sentence. */
void spl_expect(Parser *p, TokenKind kind, const char *where);
SName spl_name(Parser *p, const char *what);
/* Counts a level of nesting in; too many: fails.  To be followed by p->depth--. */
void spl_enter(Parser *p);
/* Goes on after a panic: behind the next `;`, before the next `}`; false: the file has ended. */
bool spl_recover(Parser *p);

bool spl_at_type(const Parser *p); /* a type and a name behind it */
SType spl_type(Parser *p);
SVariable *spl_variable(Parser *p, const char *what);
SExpr *spl_new_expr(Parser *p, SExprKind kind, Pos pos);
SExpr *spl_expr(Parser *p);
void spl_args(Parser *p, SExprs *args); /* `( ... )` */
void spl_body(Parser *p, SStmts *body); /* up to the `}`, which it takes */

#endif
