/* parse.h -- types and functions of the parser; nobody else includes it.
 *
 * Recursive descent over the array of tokens.  An error is reported once and sets `panic`: from
 * then on no token matches, so that all functions return quickly (with a node, never NULL), up to
 * the nearest list of statements, members or declarations, which calls zing_recover and goes on. */
#ifndef FRONT_ZING_PARSE_H
#define FRONT_ZING_PARSE_H

#include "front/zing/ast.h"
#include "front/zing/lex.h"

/* \old(E) or \at(E, L) in the invariant of a loop: a ghost variable of the method is given the value
 * of E where the method begins, behind the label L, or before the loop. */
typedef struct ZMoment {
    ZName name;        /* of the ghost: what stands in the annotation */
    const char *label; /* interned; "Pre": the beginning */
    const ZStmt *loop;
    ZExpr *value;
} ZMoment;

typedef struct Parser {
    ZUnit *unit;
    Arena *arena;
    Diag *diag;
    const Source *source;
    const ZToken *tokens; /* of one file; the last is TK_END */
    size_t at;            /* the next token */
    Notes *notes;         /* annotations of the file */
    size_t note;          /* the first that may still matter */
    bool in_note;         /* the tokens are those of an annotation */
    int depth;            /* of nested statements and expressions */
    bool panic;           /* an error has been reported and not been recovered from */
    bool unwind;          /* if panic: the enclosing blocks end here, too */
    uint32_t suspect;     /* the line of a '{' whose '}' is indented less, or 0 */
    VEC(ZDecl *) decls;
    VEC(ZStmt *) joins;    /* statements `join(e);` */
    bool has_join_method;  /* ... and then they are calls of it */
    const char *join_word; /* interned */
    const ZStmt *loop;     /* in_note: whose invariant it is; NULL: of no loop */
    ZStmts measures;       /* ... what its rounds begin with, of `decreases` */
    VEC(ZMoment) moments;  /* of this method, whose ghosts have no place yet */
} Parser;

/* Lists in which the parser goes on after an error. */
typedef enum Level { LEVEL_STMT, LEVEL_MEMBER, LEVEL_DECL } Level;

/* ---- tokens ---- */

static inline const ZToken *peek(const Parser *p)
{
    return &p->tokens[p->at];
}

static inline const ZToken *peek_next(const Parser *p)
{
    return peek(p)->kind == TK_END ? peek(p) : peek(p) + 1;
}

/* The token before the next one; the next one itself at the start of the file. */
static inline const ZToken *previous(const Parser *p)
{
    return p->at ? peek(p) - 1 : peek(p);
}

static inline bool is(const Parser *p, TokenKind kind)
{
    return !p->panic && peek(p)->kind == kind;
}

static inline const ZToken *take(Parser *p)
{
    const ZToken *token = peek(p);
    if (token->kind != TK_END)
        p->at++;
    return token;
}

static inline bool accept(Parser *p, TokenKind kind)
{
    if (!is(p, kind))
        return false;
    take(p);
    return true;
}

/* Is the next token this contextual keyword? */
static inline bool is_word(const Parser *p, const char *word)
{
    return is(p, TK_NAME) && !peek(p)->escaped && !strcmp(peek(p)->name, word);
}

static inline bool is_type_word(TokenKind kind)
{
    return kind >= TK_BOOL && kind < TK_VOID;
}

/* ---- errors, parse.c ---- */

/* Reports, and panics.  Silent in a panic and at a token that has been reported. */
void zing_fail(Parser *p, Pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Reports what is wrong but does not confuse the parser. */
void zing_complain(Parser *p, Pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "expected WHAT, found 'x'", at the next token. */
void zing_expected(Parser *p, const char *what);
/* How messages call the next token; in the arena. */
const char *zing_found(Parser *p);
/* Takes a token that must come; `where` completes the sentence: "after the condition". */
void zing_expect(Parser *p, TokenKind kind, const char *where);
/* The same for ';'.  If the line ends without it, parsing goes on as if it were there. */
void zing_semicolon(Parser *p, const char *where);
/* Takes the '}' that matches `opening`; `what` says what the braces enclose. */
void zing_close(Parser *p, const ZToken *opening, const char *what);
/* Takes a name; `what` says whose: "the name of the class". */
ZName zing_name(Parser *p, const char *what);
/* Counts a level of nesting in; too many: fails.  To be followed by p->depth--. */
void zing_enter(Parser *p);
/* After a panic: skips to where the list of this level can go on; false: it cannot. */
bool zing_recover(Parser *p, Level level);
/* In a panic after the '(' that is the token `opening`: goes on behind its ')', if that comes
 * before a brace. */
void zing_skip_parentheses(Parser *p, size_t opening);
/* A word of other languages: what to write instead, or NULL. */
const char *zing_foreign_word(const char *name);
/* Does a method declaration start here?  (In a body that means: a '}' is missing.) */
bool zing_method_ahead(const Parser *p);

/* Moves a finished list from a vector into the arena and frees the vector. */
void *zing_keep(Parser *p, void *at, size_t bytes);
#define keep_list(p, list, vec)                                                                    \
    do {                                                                                           \
        (list)->len = (vec)->len;                                                                  \
        (list)->at = zing_keep((p), (vec)->at, (vec)->len * sizeof *(vec)->at);                    \
    } while (0)

/* ---- annotations, parse_note.c ---- */

/* Takes the annotations of a variable that has just been parsed: between the token number `from`
 * and the next one. */
void zing_annotate_variable(Parser *p, ZMember *member, ZDeclKind owner, size_t from);
/* Those of a method: before its first token, which is number `from`, and before the next one. */
void zing_annotate_method(Parser *p, ZMember *member, ZDeclKind owner, size_t from);
/* Those of a loop: before its first token, which is number `from`, and before the next one. */
ZStmts zing_annotate_loop(Parser *p, ZStmt *loop, size_t from);
/* expr, of `decreases`: the claim, and what each round begins with, for p->measures. */
ZClause zing_measure(Parser *p, Pos pos);
/* The body of the loop, with its measures. */
ZStmt *zing_measured(Parser *p, const ZStmts *measures, ZStmt *body);
/* The name of the ghost of a moment, for the annotation that is being read. */
const char *zing_moment(Parser *p, size_t start, const char *label, ZExpr *value);
/* Takes the ghost statements of moments out that are those of the label, or of the loop's entry;
 * NULL: none is left. */
ZStmt *zing_take_moment(Parser *p, const char *label, const ZStmt *loop);
/* The method ends: what has no place. */
void zing_end_moments(Parser *p, ZStmt *body);
/* Takes an annotation `witness` that stands before the next token; false: there is none. */
bool zing_take_witness(Parser *p, ZName *label);
/* Takes an annotation `invariant` that stands before the next token, where a member could stand. */
bool zing_take_invariant(Parser *p, ZClause *clause);
/* Takes an annotation `ghost` that stands before the next token: a parser for what it says.  False:
 * there is none.  To be followed by zing_leave_ghost. */
bool zing_enter_ghost(Parser *p, Parser *inside);
void zing_leave_ghost(Parser *p, Parser *inside);
/* The access predicates of a ghost variable: in the same annotation, behind its declaration. */
void zing_annotate_ghost(Parser *inside, ZMember *member, ZDeclKind owner);
/* Complains about all that belong nowhere; to those with a right word only if `placed`. */
void zing_check_notes(Parser *p, bool placed);

/* ---- grammar ---- */

/* The ';' of a declared variable; the usual mistakes get their own sentence.  parse_decl.c */
void zing_end_variable(Parser *p, const ZTypeName *type, const char *name);
void zing_decl(Parser *p);                         /* parse_decl.c */
ZTypeName *zing_type(Parser *p);                   /* parse_decl.c */
bool zing_starts_decl(TokenKind kind);             /* parse_decl.c */
ZStmt *zing_block(Parser *p, const char *what);    /* parse_stmt.c */
bool zing_starts_stmt(TokenKind kind);             /* parse_stmt.c */
ZExpr *zing_expr(Parser *p);                       /* parse_expr.c */
ZExpr *zing_new_array(Parser *p, ZTypeName *type); /* `new` of it */
ZExpr *zing_post(Parser *p);                       /* parse_expr.c; of a task */
ZExpr *zing_string(Parser *p, const char *what);   /* parse_expr.c */
ZArgs zing_args(Parser *p);                        /* parse_expr.c; to the ')' inclusive */
/* Can this expression be assigned to?  If not: complains, `what` being the start of the sentence.
 */
void zing_check_target(Parser *p, const ZExpr *expr, Pos pos, const char *what);

#endif
