/* check.h -- semantic analysis of a Zing program: what the files check_*.c share.
 *
 *   check_decl.c   types and members, their duplicates, cycles and initialisers
 *   check_stmt.c   statements, scopes, labels
 *   check_expr.c   operators, assignments, new, choose, sizeof
 *   check_name.c   names, members, calls
 *   check_access.c access predicates; check_spec.c: requires, performs, invariants
 *
 * Fills the checker's slots of the tree.  An expression that is wrong gets the type `error`. */
#ifndef FRONT_ZING_CHECK_H
#define FRONT_ZING_CHECK_H

#include "front/zing/types.h"
#include "front/zing/zing.h"

/* Where an expression stands. */
typedef enum Context { IN_BODY, IN_WAIT, IN_INITIALISER, IN_PREDICATE } Context;

/* A goto whose label may come later. */
typedef struct PendingGoto {
    struct PendingGoto *next;
    ZStmt *stmt;
    uint32_t depth; /* of atomic blocks around it */
} PendingGoto;

typedef struct Check {
    ZModel *model;
    ZUnit *unit;
    Arena *arena;
    Diag *diag;
    const ZingOptions *options;
    VEC(ZName) exceptions;

    ZType *owner;    /* the class around what is checked, or NULL */
    ZSymbol *method; /* or NULL, in an initialiser */
    bool has_this;
    Context context;
    const ZSymbol *array; /* IN_PREDICATE, of elements: the variable that is annotated */
    const char
        *clause; /* IN_PREDICATE, in a method: requires, invariant, action, ghost; else NULL */
    const ZExpr *statement; /* the expression that is a whole statement */
    ZScope *scope;
    ZSymbol *labels; /* of the method */
    PendingGoto *gotos;
    uint32_t depth; /* of atomic blocks */
    uint32_t loops; /* around the statement */
} Check;

/* Checks the whole unit; NULL after errors. */
ZModel *zing_check(ZUnit *unit, const ZingOptions *options, Diag *diag);

ZType *check_type_name(Check *c, ZTypeName *name);
ZDecl *check_find_decl(Check *c, const char *name); /* a type, or a member outside any class */

void check_method_body(Check *c, ZMember *member);
void check_predicates(Check *c, ZMember *member, ZType *owner);
/* requires and performs of a method; its parameters are in scope (check_spec.c). */
void check_spec(Check *c, ZMember *member);
void check_invariants(Check *c, ZClauses *invariants);
void check_class_invariants(Check *c, ZDecl *decl);
ZType *check_quantifier(Check *c, ZExpr *e);
void check_witness(Check *c, ZStmt *s);
/* A ghost statement is checked between them. */
void check_ghost_begin(Check *c);
void check_ghost_end(Check *c, const ZStmt *s);
/* Does the expression denote a variable?  It has been checked. */
bool check_is_variable(const ZExpr *e);
/* `file:line`, for messages. */
const char *check_place_text(Check *c, Pos pos);
/* Why there is no `this`: the end of a sentence. */
const char *check_no_this(const Check *c);
/* A variable, parameter or result cannot be a lock. */
void check_no_lock(Check *c, Pos pos, const ZType *type, const char *what);

ZType *check_expr(Check *c, ZExpr *e);
ZType *check_value(Check *c, ZExpr *e); /* not void, not a type */
/* An expression that must have a value that fits a variable of type `to`; `what` says whose. */
void check_fits(Check *c, ZExpr *e, ZType *to, const char *what);
void check_condition(Check *c, ZExpr *e, const char *what);
/* The target of an assignment, an out argument or a receive. */
ZType *check_target(Check *c, ZExpr *e);
/* Does a constant plainly not fit?  Warns, or for ranges makes an error. */
void check_constant(Check *c, const ZExpr *e, const ZType *to);

ZType *check_name(Check *c, ZExpr *e);
ZType *check_field(Check *c, ZExpr *e);
/* `Node.next`, the field of every object of a class?  Then the expression has been checked. */
bool check_everywhere(Check *c, ZExpr *e);
ZType *check_call(Check *c, ZExpr *e, bool is_async);
/* The type of that name, or NULL. */
ZType *check_find_type(Check *c, const char *name);
/* Says that nothing has this name, and what may have been meant. */
void check_unknown(Check *c, Pos pos, const char *what, const char *name, const char *best);
void check_suggest_variables(Check *c, const char *name, const char **best);

#endif
