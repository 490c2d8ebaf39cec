/* check.h -- types and functions that the parts of the checker share. */
#ifndef FRONT_SPL_CHECK_H
#define FRONT_SPL_CHECK_H

#include "front/spl/ast.h"

typedef struct Check {
    SUnit *unit;
    Diag *diag;
    SMethod *method;    /* that is being checked; NULL: none */
    SVariables visible; /* its variables here, the innermost last */
    int loops;          /* around the statement */
} Check;

/* Gives the expression its type.  `posts`: it may call a method of a thread. */
void spl_check_expr(Check *c, SExpr *e);
void spl_check_call(Check *c, SExpr *e, bool posts);
/* Complains if a value of this type cannot become one of type `to`; `what` begins the sentence. */
void spl_check_fits(Check *c, const SExpr *e, const SType *to, const char *what);
void spl_check_condition(Check *c, SExpr *e);
void spl_check_type(Check *c, SType *type);

#endif
