/* ast.h -- the syntax tree of a Boolean program; everything is in the arena of the unit. */
#ifndef FRONT_BP_AST_H
#define FRONT_BP_AST_H

#include "base/memory.h"
#include "base/vec.h"
#include "ir/program.h"

typedef enum BTokenKind {
#define TOKEN(name, text, class) BT_##name,
#include "front/bp/token.def"
#undef TOKEN
    BTOKENS
} BTokenKind;

typedef struct BToken {
    BTokenKind kind;
    Pos pos;
    const char *text;        /* as it is written ... */
    const char *begin, *end; /* ... there */
} BToken;
typedef VEC(BToken) BTokens;

typedef struct BName {
    const char *text;
    Pos pos;
} BName;
typedef VEC(BName) BNames;

typedef struct BVariable {
    BName name;
    bool known;     /* it has an initial value ... */
    uint64_t value; /* ... this one */
    bool shared;
    uint32_t global; /* of a shared one ... */
    uint32_t region;
    Ref ref; /* of a local one, in the procedure that is being lowered */
} BVariable;
typedef VEC(BVariable *) BVariables;

typedef enum BExprKind {
    BE_CONSTANT,
    BE_ANY, /* `*` */
    BE_NAME,
    BE_NEXT, /* 'x: its value behind the assignment */
    BE_NOT,
    BE_AND,
    BE_OR,
    BE_XOR,
    BE_EQ,
    BE_NE,
    BE_IF,     /* a ? b : c */
    BE_SCHOOSE /* schoose [a, b]: true if a, else false if b, else any */
} BExprKind;

typedef struct BExpr {
    BExprKind kind;
    Pos pos;
    uint64_t value;
    const char *name;
    struct BExpr *args[3];
} BExpr;
typedef VEC(BExpr *) BExprs;

typedef enum BStmtKind {
    BS_SKIP,
    BS_GOTO,
    BS_ASSIGN,
    BS_CALL,
    BS_IF,
    BS_WHILE,
    BS_ASSERT,
    BS_ASSUME,
    BS_RETURN,
    BS_START,  /* start_thread goto L */
    BS_CREATE, /* create_thread(&f) */
    BS_END,    /* end_thread */
    BS_ATOMIC_BEGIN,
    BS_ATOMIC_END,
    BS_BLOCK
} BStmtKind;

typedef struct BStmt BStmt;
typedef VEC(BStmt *) BStmts;
struct BStmt {
    BStmtKind kind;
    Pos pos;
    BNames labels;
    BNames names;  /* targets of goto, start_thread, assignment and call */
    BExprs values; /* of assignment and return; arguments of a call */
    BName callee;  /* of call and create_thread */
    BExpr *value;  /* condition; what is asserted or assumed; constrain */
    BStmts body, other;
    const char *text; /* of an assertion */
};

typedef struct BProc {
    BName name;
    BVariables params, locals; /* all variables: parameters first */
    uint32_t results;
    BStmts body;
    uint32_t proc;
    BNames starts;         /* labels at which threads begin */
    VEC(uint32_t) threads; /* by start: the procedure of such a thread */
} BProc;

typedef struct BUnit {
    const Source *source;
    uint16_t file;
    Diag *diag;
    Arena arena;
    BVariables globals;
    VEC(BProc *) procs;
    VEC(BStmt *) stmts; /* all of them */
} BUnit;

void bp_lex(BUnit *unit, BTokens *tokens);
const char *bp_token_text(BTokenKind kind);
bool bp_is_word(const char *text); /* a keyword? */
void bp_parse(BUnit *unit, const BToken *tokens);
/* Checks names, and makes the program; NULL: diag says what is wrong. */
Program *bp_lower(BUnit *unit, const Sources *sources);

#endif
