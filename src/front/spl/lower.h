/* lower.h -- from the checked syntax tree to the intermediate representation.
 *
 * A class or a thread is a record, a method a procedure whose first parameter is `this`, a local
 * variable a register.  A call on a thread is a `post`; the program's init procedure makes the
 * first thread and posts its method.  Every statement is an action, though the event loop runs a
 * task at once.
 *
 * With the concurrent semantics a call on a thread forks a thread that takes the lock of the thread
 * object, runs the method and gives the lock back: so the tasks of one object exclude each other,
 * as if one thread ran them one after the other.  Then every access to a field is an action of its
 * own, and the methods are annotated as atomic. */
#ifndef FRONT_SPL_LOWER_H
#define FRONT_SPL_LOWER_H

#include "front/spl/ast.h"
#include "front/spl/spl.h"
#include "ir/task.h"

typedef struct LabelEntry {
    const char *name;
    Label label;
} LabelEntry;

typedef struct Lower {
    SUnit *unit;
    Builder b;
    TaskBags bags;
    bool concurrent;
    SMethod *method;         /* that is being lowered */
    VEC(LabelEntry) labels;  /* of the method */
    Label breaks, continues; /* of the loop around; 0: none */
} Lower;

Program *spl_lower(SUnit *unit, const Sources *sources, const SplOptions *options);

/* lower_expr.c */
Type spl_lower_type(const SType *type);
uint32_t spl_lower_names(const SType *type); /* a NameList */
uint64_t spl_lower_default(const SType *type);
Ref spl_lower_expr(Lower *l, const SExpr *e);
/* The same as a value of the type: converted, and checked against its range. */
Ref spl_lower_as(Lower *l, const SExpr *e, const SType *type, const char *variable);
/* A method is called (or posted); the result, NO_REF if it has none. */
Ref spl_lower_call(Lower *l, const SExpr *e);
Ref spl_lower_new(Lower *l, const SDecl *decl);
void spl_lower_store(Lower *l, const SExpr *target, Ref value);
Ref spl_lower_object(Lower *l, const SExpr *e); /* of a field */

static inline uint32_t emit(Lower *l, Instr instr)
{
    return build_emit(&l->b, instr);
}

#endif
