/* lower.h -- from the checked tree to the intermediate representation: what lower*.c share.
 *
 *   lower.c         emitting: labels, points, temporaries, code that cannot be reached
 *   lower_decl.c    layouts, globals, procedures, initialisers
 *   lower_stmt.c    statements; lower_flow.c: loops, goto, exceptions
 *   lower_scope.c   when locals are cleared
 *   lower_expr.c    operators, conversions; lower_object.c: calls, new, choose, sets
 *   lower_place.c   variables: registers, fields, elements
 *   lower_access.c  access predicates; lower_spec.c: requires, performs, invariants
 *
 * One statement of Zing is one action: it begins with a `point` (lower_step).  Where the language
 * lets two things be one action (the first statement of an atomic block, of the body of a foreach;
 * in cooperative mode what follows a yield) the point is already there: it is Lower.entry. */
#ifndef FRONT_ZING_LOWER_H
#define FRONT_ZING_LOWER_H

#include "front/zing/types.h"
#include "front/zing/zing.h"
#include "ir/task.h"

/* The cells of a value: registers or constants. */
typedef struct Value {
    const Ref *at;
    uint32_t len;
} Value;

/* Where the value of a variable is: in registers, or in memory. */
typedef struct Place {
    const Ref *refs; /* NULL: in memory */
    Ref base;        /* pointer to the object or element */
    uint32_t layout; /* whose fields from `first` on are the cells */
    uint32_t first;
    const ZType *type;
} Place;

typedef struct Loop {
    struct Loop *outer;
    ZScope *scope;
    uint32_t depth;
    Label again, exit;
} Loop;

/* Where a call inside a try lands with an exception: one for each depth of atomic regions. */
typedef struct Pad {
    struct Pad *next;
    uint32_t depth;
    Label label;
} Pad;

typedef struct Attempt {
    struct Attempt *outer;
    const ZStmt *stmt;
    ZScope *scope;
    uint32_t depth;
    Label *handlers;
    Label dispatch; /* the number of the exception is in Lower.exception */
    Pad *pads;
} Attempt;

typedef struct Temp {
    Ref ref;
    Type type;
    bool busy; /* since the statement began */
} Temp;

/* An invariant: the procedure that says it is built when the method is finished. */
typedef struct Pending {
    uint32_t proc;
    const ZExpr *test;
    const ZScope *scope; /* whose variables it may name */
    bool has_this;
} Pending;

/* A quantifier: the procedure of its body is built when the one around it is finished, with the
 * same registers as parameters. */
typedef struct Quantified {
    uint32_t proc, parent;
    uint32_t registers; /* of the parent, before the bound variable */
    const ZExpr *e;
    Ref self, thread, object, result;
    const ZSymbol *array;
    bool old;
} Quantified;

typedef struct Lower {
    Builder b;
    TaskBags bags; /* of the methods that are posted */
    Program *program;
    const ZModel *model;
    const ZingOptions *options;
    Arena *arena;
    ZSymbol *method;      /* NULL: an initialiser */
    Ref self;             /* the register of `this` */
    Ref thread;           /* of an access predicate: the register of `tid`; else NO_REF */
    const ZSymbol *array; /* of one of elements: the variable that stands for the array */
    Ref object;           /* the register of that array */
    Ref result;           /* of a specification: the first register of \result; else NO_REF */
    bool old;             /* inside \old(...) */
    bool ghost;           /* in a ghost statement: what it does is no data race */
    ZScope *scope;
    const ZScope *after; /* the scope of the basic block that follows this statement */
    bool fused;          /* this statement is only a part of a basic block */
    uint32_t depth;      /* of atomic regions */
    Loop *loop;
    Attempt *attempt;
    bool guard;      /* inside wait(...) */
    bool has_labels; /* a goto may lead anywhere */
    bool dead;       /* what is emitted now could never run, and is left out */
    VEC(bool) used;  /* label -> something jumps to it */
    VEC(Temp) temps;
    VEC(ZSymbol *) locals; /* that have registers, in the order of their scopes */

    Label entry; /* a point that has just been passed, or 0 */
    Label skip;  /* to be placed behind the next point, for those who passed skip_head */
    Label skip_head;
    VEC(Quantified) quantified;
    VEC(Pending) pending; /* invariants whose procedures are yet to be built */
    Ref exception;        /* register, NO_REF until needed */
    Label rethrow;        /* 0 until needed */
} Lower;

/* Makes the program out of a checked model. */
Program *zing_lower(const ZModel *model, const Sources *sources, const ZingOptions *options);

/* ---- lower.c ---- */

void lower_reset(Lower *l); /* for a new procedure */
uint32_t lower_emit(Lower *l, Pos pos, Instr instr);
void lower_post(Lower *l, Pos pos, uint32_t proc, const Ref *args, size_t len);
Label lower_label(Lower *l);
void lower_here(Lower *l, Label label);   /* the label is here */
void lower_arrive(Lower *l, Label label); /* likewise; a goto will lead to it */
void lower_jump(Lower *l, Pos pos, Label label);
void lower_branch(Lower *l, Pos pos, Ref condition, Label yes, Label no);
void lower_use(Lower *l, Label label); /* the next instruction leads there */
/* Cases or guards: pairs (operand, label); marks the labels as used. */
uint32_t lower_pairs(Lower *l, const int32_t *pairs, size_t len);
void lower_fail(Lower *l, Pos pos, ErrorKind error, const char *message);

Ref lower_constant(Lower *l, int64_t value);
bool lower_is_constant(const Lower *l, Ref ref, int64_t *value);
Ref lower_temp(Lower *l, Type type);             /* free again when the next statement begins */
bool lower_is_variable(const Lower *l, Ref ref); /* a register of a source variable */

/* A statement begins: its point.  Returns the label of the point, 0 in cooperative mode. */
Label lower_step(Lower *l, Pos pos);
/* A ghost statement begins, in the same action; returns the entry, which stays what it is. */
Label lower_continue(Lower *l, Pos pos);
/* A statement that may wait.  `wait` emits it, given the point from which waiting is allowed. */
typedef void Waiter(Lower *l, const void *what, Label head);
void lower_wait(Lower *l, Pos pos, Waiter *wait, const void *what);
/* The first point of a loop. */
Label lower_loop_head(Lower *l, Pos pos);

/* ---- lower_place.c ---- */

Place lower_place(Lower *l, const ZExpr *e);
Value lower_load(Lower *l, const Place *place, Pos pos);
void lower_store(Lower *l, const Place *place, Value value, Pos pos);
Place lower_static(Lower *l, const ZSymbol *symbol);
/* The object is used as one of this type: is it?  (Only where the checker could not tell.) */
void lower_check_class(Lower *l, const ZType *type, Ref object, Pos pos);
Place lower_field(Lower *l, Ref object, const ZSymbol *field, Pos pos);
Place lower_element(Lower *l, const ZType *collection, Ref object, Ref index, Pos pos);
Place lower_local(Lower *l, const ZSymbol *symbol);
Value lower_registers(Lower *l, Ref first, uint32_t len);
Value lower_one(Lower *l, Ref ref);

/* ---- lower_expr.c ---- */

Value lower_value(Lower *l, const ZExpr *e);
Ref lower_scalar(Lower *l, const ZExpr *e);
/* The value stays what it is while `next` (may be NULL) is evaluated. */
Value lower_stable(Lower *l, const ZExpr *e, const ZExpr *next);
bool lower_calls(const ZExpr *e);          /* does it call or choose? */
bool lower_writes(const ZExpr *e);         /* can it change a local variable? */
Ref lower_index(Lower *l, const ZExpr *e); /* as s64 */
void lower_condition(Lower *l, const ZExpr *e, Label yes, Label no);
void lower_test(Lower *l, const ZExpr *e, Label no); /* true: goes on here */
/* A value for a variable of type `to` called `what`. */
Value lower_convert(Lower *l, Value value, const ZType *from, const ZType *to, const char *what,
                    Pos pos);
Value lower_converted(Lower *l, const ZExpr *e, const ZType *to, const char *what);

/* ---- lower_object.c ---- */

Value lower_call(Lower *l, const ZExpr *e);
Ref lower_async(Lower *l, const ZExpr *e);
Value lower_new(Lower *l, const ZExpr *e);
Value lower_choose(Lower *l, const ZExpr *e);
Ref lower_sizeof(Lower *l, const ZExpr *e);
Ref lower_length(Lower *l, const ZType *collection, Ref object, Type type, Pos pos);
void lower_set_update(Lower *l, const ZExpr *e); /* s = s + x, s += x ... */
Ref lower_in(Lower *l, const ZExpr *e);
void lower_lock_wait(Lower *l, const void *call, Label head); /* a Waiter: acquire */
void lower_release(Lower *l, const ZExpr *e);

/* ---- lower_access.c ---- */

void lower_accesses(Lower *l, const ZMember *member); /* of a variable */
/* m == x, x in rw: does the thread x hold the lock? */
bool lower_asks_holder(const ZExpr *e);
Ref lower_holder(Lower *l, const ZExpr *e);

/* ---- lower_spec.c ---- */

void lower_requires(Lower *l, const ZMember *member); /* claims them, at the entry */
void lower_invariants(Lower *l, const ZStmt *loop);   /* claims them, at the head */
Ref lower_quantifier(Lower *l, const ZExpr *e);
void lower_quantified(Lower *l); /* after each pure procedure: builds what quantifiers say */
void lower_pending(Lower *l);    /* builds what these left to be done */
void lower_class_invariants(Lower *l, const ZDecl *decl);
void lower_spec(Lower *l, const ZMember *member); /* of a method: an entry of Program.specs */

/* ---- lower_decl.c ---- */

const char *lower_full_name(Lower *l, const ZSymbol *symbol);
bool lower_is_plain(const ZExpr *init); /* an initialiser that needs no code of its own */

/* ---- lower_stmt.c ---- */

void lower_stmt(Lower *l, const ZStmt *s);
void lower_block(Lower *l, const ZStmt *s);
void lower_enter(Lower *l, ZScope *scope);
void lower_body(Lower *l, const ZStmt *s); /* of a loop, branch, handler */
void lower_select_wait(Lower *l, const void *stmt, Label head);
void lower_return_default(Lower *l, Pos pos);

/* ---- lower_scope.c ---- */

void lower_statements(Lower *l, const ZStmts *list);
void lower_leave(Lower *l, Pos pos); /* the innermost scope, at its end */
/* Control goes from here to a place in the scope `to`. */
void lower_forget(Lower *l, const ZScope *to, Pos pos);
/* A call failed: what follows is outside the scopes of Lower.locals from number `first` on. */
void lower_forget_since(Lower *l, size_t first, Pos pos);
void lower_find_targets(Lower *l); /* of the labels of the method */
/* On the way from a goto to its label, and from the label to the statement behind it. */
void lower_forget_to_label(Lower *l, const ZSymbol *label, Pos pos);
void lower_forget_at_label(Lower *l, const ZSymbol *label, Pos pos);
bool lower_label_forgets(const Lower *l, const ZSymbol *label);

/* ---- lower_flow.c ---- */

void lower_prepare_labels(Lower *l);
void lower_finish(Lower *l); /* what lies behind the body: entries into atomic blocks, rethrow */
void lower_loop(Lower *l, const ZStmt *s);
void lower_foreach(Lower *l, const ZStmt *s);
void lower_exit(Lower *l, const ZStmt *s); /* break, continue */
void lower_goto(Lower *l, const ZStmt *s);
void lower_labelled(Lower *l, const ZStmt *s);
void lower_try(Lower *l, const ZStmt *s);
void lower_raise(Lower *l, const ZStmt *s);
Label lower_pad(Lower *l); /* for a call here; 0: no try around it */

#endif
