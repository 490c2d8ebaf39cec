/* ast.h -- the syntax tree of SPL: made by the parser, completed by check.c, read by lower.c. */
#ifndef FRONT_SPL_AST_H
#define FRONT_SPL_AST_H

#include "base/source.h"
#include "base/vec.h"

typedef enum TokenKind {
#define TOKEN(name, text, class) TK_##name,
#include "front/spl/token.def"
#undef TOKEN
    TOKENS
} TokenKind;

typedef struct SToken {
    TokenKind kind;
    Pos pos, after;       /* of its first character, and just behind its last */
    uint32_t begin, stop; /* its bytes in the source */
    const char *text;     /* of a name: interned */
    int64_t integer;
    double real;
} SToken;
typedef VEC(SToken) STokens;

typedef struct SDecl SDecl;
typedef struct SMethod SMethod;
typedef struct SExpr SExpr;
typedef struct SStmt SStmt;

typedef struct SName {
    const char *text; /* interned: equal names are equal pointers */
    Pos pos;
} SName;

typedef enum STypeKind {
    ST_WRONG, /* an error was reported: fits everywhere */
    ST_VOID,
    ST_BOOL,
    ST_INT,
    ST_FLOAT,
    ST_ENUM,
    ST_OBJECT, /* of a class or a thread */
    ST_NULL
} STypeKind;

typedef struct SType {
    STypeKind kind;
    bool bounded; /* an int with a range */
    int32_t low, high;
    SName name;  /* of an enum, class or thread */
    SDecl *decl; /* it is */
} SType;

/* A field, a parameter or a local variable. */
typedef struct SVariable {
    SName name;
    SType type;
    SExpr *init;     /* NULL: none */
    int32_t ref;     /* lower: its register */
    uint32_t offset; /* lower: of a field */
    uint32_t region;
} SVariable;
typedef VEC(SVariable *) SVariables;

typedef VEC(SExpr *) SExprs;
typedef VEC(SStmt *) SStmts;
typedef VEC(SName) SNames;

typedef enum SExprKind {
    SE_INTEGER,
    SE_REAL,
    SE_BOOL,
    SE_NULL,
    SE_THIS,
    SE_NEW,      /* of `type` */
    SE_NAME,     /* a variable, a field of this, or a constant of an enum */
    SE_FIELD,    /* object.name; or ENUM.name */
    SE_CALL,     /* object.name(args); object NULL: this */
    SE_OPERATOR, /* op(args): one or two */
    SE_CHOOSE    /* args: from, to; or none: any value of `type` */
} SExprKind;

struct SExpr {
    SExprKind kind;
    Pos pos;
    SType type; /* NEW, CHOOSE: as written; of all: check.c */
    SName name;
    SExpr *object;
    SExprs args;
    TokenKind op;
    int64_t integer; /* also BOOL, and the number of an enum's constant */
    double real;
    SVariable *variable; /* check: that the name or field stands for; NULL: a constant */
    bool is_field;       /* check: of this */
    SMethod *method;     /* check: that is called */
};

typedef enum SStmtKind {
    SS_LOCAL,  /* variable */
    SS_ASSIGN, /* target = value */
    SS_CALL,   /* value */
    SS_IF,     /* value, body, other */
    SS_GOTO,   /* name */
    SS_WHILE,  /* value, body */
    SS_BLOCK,  /* list */
    SS_RETURN, /* value or NULL */
    SS_ASSERT,
    SS_ASSUME,
    SS_BREAK,
    SS_CONTINUE,
    SS_EMPTY
} SStmtKind;

struct SStmt {
    SStmtKind kind;
    Pos pos;
    SNames labels;
    SVariable *variable;
    SExpr *target, *value;
    SStmt *body, *other;
    SStmts list;
    SName name;
    const char *text; /* of an assertion's condition */
};

struct SMethod {
    SName name;
    SDecl *owner;
    SType result;
    SVariables params;
    SStmts body;
    SVariables locals; /* check: all of the body */
    SNames labels;     /* check: all of the body */
    bool posted;       /* check: somewhere */
    uint32_t proc;     /* lower */
    uint32_t runner;   /* lower: with the concurrent semantics, what a new thread runs */
};

typedef enum SDeclKind { SD_CLASS, SD_THREAD, SD_ENUM } SDeclKind;

struct SDecl {
    SDeclKind kind;
    SName name;
    SVariables fields;
    VEC(SMethod *) methods;
    SNames constants;           /* of an enum */
    uint32_t layout;            /* lower */
    uint32_t names;             /* lower: of an enum */
    uint32_t lock, lock_region; /* lower: offset in a thread, with the concurrent semantics */
};

/* A whole program: the definitions, and `(new T).md(c*)`. */
typedef struct SUnit {
    const Source *source;
    Diag *diag;
    VEC(SDecl *) decls;
    SExpr *start;            /* an SE_CALL whose object is an SE_NEW; NULL: missing */
    VEC(const char *) names; /* interned */
    VEC(SExpr *) exprs;      /* all nodes, to be freed */
    VEC(SStmt *) stmts;
    VEC(SMethod *) methods;
    Arena arena;
} SUnit;

const char *spl_intern(SUnit *unit, const char *text, size_t len);
SDecl *spl_find_decl(const SUnit *unit, const char *name); /* NULL: there is none */
/* The tokens of the file; the last is TK_END. */
void spl_lex(SUnit *unit, uint16_t file, STokens *tokens);
void spl_parse(SUnit *unit, const SToken *tokens);
void spl_check(SUnit *unit);

/* `int 0..3`, `Server`; for messages, in the arena. */
const char *spl_type_text(SUnit *unit, const SType *type);
/* How messages call the token: its text. */
const char *spl_token_text(TokenKind kind);

#endif
