/* ast.h -- the syntax tree of a Zing program, and the parser that makes it.
 *
 * All nodes live in one arena and are never freed singly.  Every node has a position.  The slots
 * marked "checker" are zero after parsing.  Names are interned: within one ZUnit two equal names
 * have the same address (zing_intern), so they are compared with ==.
 *
 * What the parser guarantees, so that nobody else needs to test it:
 *   - the target of an assignment, of ++ and --, of an `out` argument and of receive is a ZE_NAME,
 *     a ZE_FIELD or a ZE_INDEX;  the callee of a call is a ZE_NAME or a ZE_FIELD;  the operand of
 *     async is a ZE_CALL;
 *   - fields are never atomic, activate or void; struct fields have no modifier and no initialiser;
 *     methods of interfaces have no modifier and no body; all other methods have a body;
 *     variables and parameters are never void;
 *   - no label stands on an embedded statement (the body of an if, a loop, a branch, a handler);
 *   - a select has at least one branch, a branch at least one pattern;
 *   - expressions are at most ZING_DEEPEST levels deep, and so are statements; recursion is safe.
 *
 * Words that are keywords only where nothing else can be meant: for, break, continue, join (see
 * parse_stmt.c).  `join t;` and, unless a method `join` is declared, `join(t);` are ZS_JOIN.
 *
 * Annotations, comments that start with @, are parts of the declarations they belong to.
 *
 * All else is the checker's: names, types, duplicates, break outside a loop, the rules of timeout,
 * which calls and choices are allowed where, and the features that parse but are not supported. */
#ifndef FRONT_ZING_AST_H
#define FRONT_ZING_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/source.h"
#include "ir/program.h"

enum { ZING_DEEPEST = 1000 };

struct ZType;   /* the checker's */
struct ZSymbol; /* the checker's */

typedef struct ZExpr ZExpr;
typedef struct ZStmt ZStmt;

/* A finished list in the arena; vec_each works on it. */
#define ZLIST(T)                                                                                   \
    struct {                                                                                       \
        T *at;                                                                                     \
        size_t len;                                                                                \
    }

/* A name where it is written. */
typedef struct ZName {
    const char *text;
    Pos pos;
} ZName;
typedef ZLIST(ZName) ZNames;

/* ---- types ---- */

/* The word that names a type; all but ZT_NAME are keywords.  ORDER TYPEWORD (lex.h) */
typedef enum ZTypeWord {
    ZT_BOOL,
    ZT_BYTE,
    ZT_SBYTE,
    ZT_SHORT,
    ZT_USHORT,
    ZT_INT,
    ZT_UINT,
    ZT_LONG,
    ZT_ULONG,
    ZT_FLOAT,
    ZT_DOUBLE,
    ZT_DECIMAL,
    ZT_OBJECT,
    ZT_STRING,
    ZT_VOID, /* only as the result of a method */
    ZT_NAME  /* a declared type, or mutex, rwlock, thread if nothing of that name is declared */
} ZTypeWord;

typedef struct ZTypeName {
    ZTypeWord word;
    const char *name; /* as written, for keywords too */
    Pos pos;
    struct ZType *type; /* checker */
} ZTypeName;

/* ---- expressions ---- */

typedef enum ZExprKind {
    ZE_INT,
    ZE_REAL,
    ZE_STRING,
    ZE_BOOL, /* true, false */
    ZE_NULL,
    ZE_THIS,
    ZE_SELF,
    ZE_NAME,        /* variable, parameter, field, method, type, tid */
    ZE_FIELD,       /* object.name, Class.name, Enum.name */
    ZE_INDEX,       /* object[index] */
    ZE_CALL,        /* f(args), o.f(args), C.f(args); also acquire(m), release(m, read) */
    ZE_UNARY,       /* + - ! ~ */
    ZE_BINARY,      /* all other operators, `in` too */
    ZE_ASSIGN,      /* = and the compound ones */
    ZE_STEP,        /* ++ --, before or after */
    ZE_CONDITIONAL, /* test ? yes : no */
    ZE_NEW,
    ZE_CHOOSE,
    ZE_SIZEOF,
    ZE_TYPEOF,
    ZE_ASYNC,     /* async call: as a statement (a ZS_EXPR) or as a value of type thread */
    ZE_OLD,       /* \old(e), in an annotation; e is unary.operand */
    ZE_RESULT,    /* \result, in an annotation */
    ZE_QUANTIFIER /* (\forall T x; range; body), in an annotation */
} ZExprKind;

typedef enum ZUnaryOp { ZU_PLUS, ZU_MINUS, ZU_NOT, ZU_INVERT } ZUnaryOp;

/* Tightest first. */
typedef enum ZBinaryOp {
    ZB_MUL,
    ZB_DIV,
    ZB_MOD,
    ZB_ADD,
    ZB_SUB,
    ZB_SHL,
    ZB_SHR,
    ZB_LT,
    ZB_LE,
    ZB_GT,
    ZB_GE,
    ZB_IN,
    ZB_EQ,
    ZB_NE,
    ZB_AND,
    ZB_XOR,
    ZB_OR,
    ZB_LAND,
    ZB_LOR
} ZBinaryOp;

const char *zing_unary_text(ZUnaryOp op);
const char *zing_binary_text(ZBinaryOp op);

typedef struct ZArg {
    Pos pos;
    bool is_out;
    ZExpr *value;
} ZArg;
typedef ZLIST(ZArg) ZArgs;
typedef ZLIST(ZExpr *) ZExprs;

/* pos is the operator of ZE_UNARY, ZE_BINARY, ZE_ASSIGN, ZE_STEP and ZE_CONDITIONAL ('?'), the name
 * of ZE_FIELD and of the callee of ZE_CALL, the '[' of ZE_INDEX, else the first character. */
struct ZExpr {
    ZExprKind kind;
    uint16_t height;     /* of this tree, at most ZING_DEEPEST */
    Pos pos;             /* where a message points, see above */
    uint32_t begin, end; /* the bytes of the source text that are this expression (outer parentheses
                          * not included); see zing_expr_text */
    struct ZType *type;  /* checker */
    struct ZSymbol *symbol; /* checker: what a name, field or callee stands for */
    union {
        struct {
            uint64_t value;
            bool is_unsigned, is_long; /* suffixes U and L */
            bool is_hex;
        } integer; /* ZE_INT */
        struct {
            double value;
            char suffix; /* 'F', 'D', 'M', or 0 */
        } real;          /* ZE_REAL */
        struct {
            const char *text; /* NUL-terminated UTF-8, escapes resolved; may contain NULs */
            size_t len;
        } string;         /* ZE_STRING */
        bool truth;       /* ZE_BOOL */
        const char *name; /* ZE_NAME */
        struct {
            ZExpr *object;
            const char *name;
        } field; /* ZE_FIELD */
        struct {
            ZExpr *object, *index;
        } index; /* ZE_INDEX */
        struct {
            ZExpr *callee;
            ZArgs args;
        } call; /* ZE_CALL */
        struct {
            ZUnaryOp op;
            ZExpr *operand;
        } unary; /* ZE_UNARY */
        struct {
            ZBinaryOp op;
            ZExpr *left, *right;
        } binary; /* ZE_BINARY */
        struct {
            bool is_compound; /* target op= value */
            ZBinaryOp op;     /* if compound */
            ZExpr *target, *value;
        } assign; /* ZE_ASSIGN */
        struct {
            bool is_prefix;
            bool is_decrement;
            ZExpr *target;
        } step; /* ZE_STEP */
        struct {
            ZExpr *test, *yes, *no;
        } conditional; /* ZE_CONDITIONAL */
        struct {
            ZTypeName *type; /* int, or a class */
            ZName variable;
            ZExpr *range, *body;   /* range: or NULL, of a class */
            struct ZSymbol *bound; /* checker */
            bool is_exists;
        } quantifier; /* ZE_QUANTIFIER */
        struct {
            ZTypeName *name;
            ZExpr *size; /* of new T[size], or NULL */
        } create;        /* ZE_NEW */
        /* ZE_CHOOSE, ZE_SIZEOF, ZE_TYPEOF.  One of the two is NULL.  `name` if a keyword is written
         * (choose(bool)) and always for typeof; otherwise `value`, where a plain ZE_NAME means the
         * type of that name if there is one, else the variable. */
        struct {
            ZTypeName *name;
            ZExpr *value;
        } operand;
        ZExpr *async; /* ZE_ASYNC: the ZE_CALL */
    };
    bool posts; /* ZE_ASYNC: a task, written `post f(x);` */
};

/* The source text of an expression, for messages such as "assertion failed: x == 1". */
const char *zing_expr_text(const Sources *sources, const ZExpr *expr, Arena *arena);

/* ---- annotations of methods and loops ---- */

/* requires E, invariant E, decreases E */
typedef struct ZClause {
    Pos pos; /* of the word */
    ZExpr *test;
    bool is_measure; /* decreases E: the test names the ghost that says whether it has */
} ZClause;
typedef ZLIST(ZClause) ZClauses;

/* action ["label":] (modified, ...) { test } */
typedef struct ZAction {
    Pos pos;           /* of the word */
    const char *label; /* "": none */
    uint8_t moves;     /* ActionSpec.moves */
    ZExprs modifies;
    ZExpr *test;
    const char *text; /* from the word to the ')' */
} ZAction;
typedef ZLIST(ZAction) ZActions;

typedef ZLIST(SpecStep) ZSpecSteps; /* in postfix order */

/* ---- statements ---- */

typedef enum ZStmtKind {
    ZS_EMPTY,    /* ; */
    ZS_BLOCK,    /* { } */
    ZS_ATOMIC,   /* atomic { } */
    ZS_EXPR,     /* assignment, call, ++, --, async call; whether it is one of them: checker */
    ZS_VARIABLE, /* type name [= init]; */
    ZS_ASSERT,
    ZS_ASSUME,
    ZS_ACCEPT,
    ZS_SEND,
    ZS_IF,
    ZS_WHILE,
    ZS_FOR,
    ZS_FOREACH,
    ZS_BREAK,
    ZS_CONTINUE,
    ZS_SELECT,
    ZS_GOTO,
    ZS_LABEL, /* label: body */
    ZS_RETURN,
    ZS_YIELD,
    ZS_RAISE,
    ZS_TRY,
    ZS_JOIN, /* join thread; */
    ZS_TRACE,
    ZS_PLUGIN,     /* invokeplugin(...): does nothing */
    ZS_SCHEDULER,  /* invokescheduler(...): does nothing */
    ZS_EVENT,      /* event(a, b, c): not supported */
    ZS_ATTRIBUTED, /* [attributes] body: not supported */
    ZS_WITNESS     /* the annotation `witness "label"` */
} ZStmtKind;

typedef ZLIST(ZStmt *) ZStmts;

typedef struct ZAttribute {
    ZName name;
    ZArgs args;
} ZAttribute;
typedef ZLIST(ZAttribute) ZAttributes;

typedef enum ZPatternKind { ZP_WAIT, ZP_RECEIVE, ZP_TIMEOUT, ZP_EVENT } ZPatternKind;

typedef struct ZPattern {
    ZPatternKind kind;
    Pos pos;
    union {
        ZExpr *wait; /* ZP_WAIT */
        struct {
            ZExpr *channel, *target;
        } receive;       /* ZP_RECEIVE */
        ZExpr *event[3]; /* ZP_EVENT: not supported */
    };
} ZPattern;
typedef ZLIST(ZPattern) ZPatterns;

/* One join statement of a select: patterns && ... -> body. */
typedef struct ZBranch {
    Pos pos;
    ZAttributes attributes; /* not supported */
    ZPatterns patterns;     /* at least one */
    ZStmt *body;
} ZBranch;
typedef ZLIST(ZBranch) ZBranches;

/* One handler of a try: name -> body. */
typedef struct ZHandler {
    Pos pos;
    const char *name; /* NULL: * */
    ZStmt *body;
} ZHandler;
typedef ZLIST(ZHandler) ZHandlers;

struct ZStmt {
    ZStmtKind kind;
    Pos pos;                /* of the first token (of a ZS_LABEL: the label) */
    Pos end;                /* of the last token: ';' or '}' */
    bool is_ghost;          /* the annotation `ghost`: a ZS_VARIABLE or an assignment */
    struct ZSymbol *symbol; /* checker: of ZS_VARIABLE, ZS_FOREACH, ZS_LABEL, ZS_GOTO */
    union {
        ZStmts block; /* ZS_BLOCK, ZS_ATOMIC */
        ZExpr *expr;  /* ZS_EXPR, ZS_ASSUME, ZS_ACCEPT, ZS_JOIN, ZS_RETURN (there NULL: no value) */
        struct {
            ZTypeName *type;
            ZName name;
            ZExpr *init; /* or NULL */
        } variable;      /* ZS_VARIABLE */
        struct {
            ZExpr *test;
            ZExpr *comment; /* a ZE_STRING, or NULL */
        } assertion;        /* ZS_ASSERT */
        struct {
            ZExpr *channel, *value;
        } send; /* ZS_SEND */
        struct {
            ZExpr *test;
            ZStmt *yes, *no; /* no: or NULL */
        } branch;            /* ZS_IF */
        struct {
            ZStmt *init; /* ZS_VARIABLE or ZS_EXPR, or NULL; ZS_FOR only */
            ZExpr *test; /* or NULL in ZS_FOR: for ever */
            ZExpr *step; /* or NULL; ZS_FOR only */
            ZStmt *body;
            ZClauses invariants; /* annotations */
        } loop;                  /* ZS_WHILE, ZS_FOR */
        struct {
            ZTypeName *type; /* or NULL: the type of the elements, or a variable declared before */
            ZName name;
            ZExpr *collection;
            ZStmt *body;
        } foreach; /* ZS_FOREACH */
        struct {
            bool is_end, is_first;
            bool is_visible; /* not supported */
            ZBranches branches;
        } select;   /* ZS_SELECT */
        ZName name; /* ZS_GOTO: the label; ZS_RAISE: the exception; ZS_WITNESS: of the action */
        struct {
            ZName name;
            ZStmt *body; /* never NULL; may be another ZS_LABEL */
        } label;         /* ZS_LABEL */
        struct {
            ZStmt *body; /* a ZS_BLOCK */
            ZHandlers handlers;
        } attempt; /* ZS_TRY */
        struct {
            ZExpr *format; /* a ZE_STRING */
            ZExprs values;
        } trace;         /* ZS_TRACE, ZS_PLUGIN */
        ZArgs args;      /* ZS_SCHEDULER */
        ZExpr *event[3]; /* ZS_EVENT */
        struct {
            ZAttributes list;
            ZStmt *body;
        } attributed; /* ZS_ATTRIBUTED */
    };
};

/* ---- declarations ---- */

typedef struct ZParam {
    Pos pos; /* of the name */
    bool is_out;
    ZTypeName *type;
    const char *name;
    struct ZSymbol *symbol; /* checker */
} ZParam;
typedef ZLIST(ZParam) ZParams;

/* An annotation of a variable: when may a thread read it, write it, or both? */
typedef struct ZPredicate {
    Pos pos;          /* of the word */
    const char *word; /* accessible_if, readable_if, writable_if */
    bool read, write;
    ZName index;            /* text NULL: of the variable; else: of the elements of its array */
    ZExpr *test;            /* of any type: checker */
    const char *text;       /* the whole annotation, on one line */
    struct ZSymbol *symbol; /* checker: of the index, or NULL */
} ZPredicate;
typedef ZLIST(ZPredicate) ZPredicates;

/* A field, a method, or one of them outside any class. */
typedef struct ZMember {
    Pos pos; /* of the name */
    bool is_method;
    bool is_static, is_atomic, is_activate; /* as written */
    bool claims_atomic;                     /* annotated: the method is to be atomic */
    bool is_ghost;                          /* a field that only annotations know */
    bool is_lock; /* an `int` that its class acquires or releases: 0, or the thread that holds it */
    ZTypeName *type; /* of the field, or the result */
    const char *name;
    struct ZDecl *array;    /* of `static int l[8]`: the array type that was made for it, or NULL */
    ZExpr *init;            /* of a field, or NULL */
    ZPredicates predicates; /* of a field that is not one of a struct */
    ZParams params;         /* of a method */
    ZStmt *body;            /* of a method: a ZS_BLOCK, `end` is its brace; NULL in an interface */
    Pos spec_pos;           /* of the first word of its specification; line 0: it has none */
    ZClauses requires;
    ZActions actions;
    ZSpecSteps performs;    /* empty: not told */
    struct ZSymbol *symbol; /* checker */
} ZMember;
typedef ZLIST(ZMember *) ZMembers;

typedef enum ZDeclKind {
    ZD_CLASS,
    ZD_STRUCT,
    ZD_INTERFACE,
    ZD_ENUM,
    ZD_RANGE,
    ZD_ARRAY,
    ZD_SET,
    ZD_CHAN,
    ZD_MEMBER /* a variable or function outside any class */
} ZDeclKind;

typedef enum ZArrayKind { ZA_FIXED, ZA_DYNAMIC, ZA_NAMED } ZArrayKind; /* [3]  []  [Color] */

typedef struct ZDecl {
    ZDeclKind kind;
    Pos pos; /* of the name */
    const char *name;
    struct ZType *type;     /* checker */
    struct ZSymbol *symbol; /* checker */
    union {
        struct {
            ZNames interfaces; /* of a class */
            ZMembers members;
            ZClauses invariants; /* annotations of a class */
        } body;                  /* ZD_CLASS, ZD_STRUCT, ZD_INTERFACE */
        ZNames members;          /* ZD_ENUM */
        struct {
            ZExpr *low, *high;
        } range; /* ZD_RANGE */
        struct {
            ZArrayKind kind;
            ZExpr *size;      /* ZA_FIXED: a ZE_INT */
            ZTypeName *index; /* ZA_NAMED: the enum (or range) */
            ZTypeName *element;
        } array;            /* ZD_ARRAY */
        ZTypeName *element; /* ZD_SET, ZD_CHAN */
        ZMember *member;    /* ZD_MEMBER */
    };
} ZDecl;

/* ---- a program ---- */

typedef struct ZUnit {
    ZLIST(ZDecl *) decls;     /* of all files, in their order */
    VEC(Annotation) asks;     /* `ltl "..."`, `condition "..."`: what to check */
    struct ZNameTable *names; /* of zing_intern */
    Arena *arena;
} ZUnit;

/* The address that stands for this name in the unit. */
const char *zing_intern(ZUnit *unit, const char *text);

/* Reads the files (indices into sources) as one program with one namespace.  `defines` lists
 * preprocessor symbols, separated by ';' (NULL: none).  Errors go to diag; returns NULL if
 * there was an error.  Nodes and names live in the arena. */
ZUnit *zing_parse(const Sources *sources, const int *files, size_t count, const char *defines,
                  Arena *arena, Diag *diag);

#endif
