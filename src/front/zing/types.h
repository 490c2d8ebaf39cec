/* types.h -- types, symbols and scopes of a Zing program: the checker makes them, the lowering
 * reads them.  All live in the arena of the unit. */
#ifndef FRONT_ZING_TYPES_H
#define FRONT_ZING_TYPES_H

#include "front/zing/ast.h"
#include "ir/build.h"

typedef enum ZKind {
    ZK_ERROR, /* after an error: fits everywhere, so that one mistake gives one message */
    ZK_VOID,
    ZK_NULL,
    ZK_BOOL,
    ZK_INTEGER,
    ZK_REAL,
    ZK_STRING,
    ZK_ENUM,
    ZK_RANGE,
    ZK_THREAD,
    ZK_MUTEX,
    ZK_RWLOCK,
    ZK_STRUCT,
    ZK_OBJECT,
    ZK_CLASS,
    ZK_INTERFACE,
    ZK_ARRAY,
    ZK_SET,
    ZK_CHAN
} ZKind;

typedef struct ZType ZType;
typedef struct ZSymbol ZSymbol;
typedef struct ZScope ZScope;

/* One cell of a value: a struct has as many as its fields have together, a scalar has one. */
typedef struct ZCell {
    const char *path; /* "" for a scalar, else `a` or `a.b` */
    Type type;
    uint32_t names; /* NameList of an enum */
} ZCell;

struct ZType {
    ZKind kind;
    const char *name;
    Type cell;         /* of a scalar */
    const ZDecl *decl; /* NULL: built in */
    ZType *element;    /* array, set, chan */
    ZType *index;      /* array: the enum that it is indexed by, or NULL */
    int64_t low, high; /* range */
    uint32_t count;    /* enum: its members; array: its elements, 0 for a dynamic one */
    ZSymbol *members;  /* enum: `count` symbols */
    ZLIST(ZType *) interfaces;
    bool busy, checked; /* struct: is the search for cycles in it, was it done */
    bool is_narrowed;   /* class, array, set, chan: an `object` may be put into its variables */
    const ZMember *annotated; /* array: whose predicates hold for its elements, or NULL */
    ZLIST(ZCell) cells;       /* lowering: of a value */
    uint32_t layout;          /* lowering: of objects */
    uint32_t names;           /* lowering: NameList of an enum */
    uint32_t maker;           /* lowering: the procedure that runs a class's initialisers, plus 1 */
};

typedef enum ZSymbolKind {
    ZY_TYPE,
    ZY_LOCAL,
    ZY_PARAM,
    ZY_FIELD,  /* of an object or a struct */
    ZY_STATIC, /* of a class, or outside any class */
    ZY_METHOD,
    ZY_ENUMERATOR,
    ZY_LABEL,
    ZY_BLOCK,   /* of a ZS_BLOCK, ZS_ATOMIC, ZS_WHILE, ZS_FOR, ZS_SELECT: its scope */
    ZY_SELF,    /* tid */
    ZY_ACQUIRE, /* built-in functions */
    ZY_RELEASE
} ZSymbolKind;

struct ZSymbol {
    ZSymbolKind kind;
    const char *name;
    Pos pos;
    ZType *type;           /* of a variable or an enumerator, the result of a method, the type */
    ZType *owner;          /* of a member: its class, struct or enum; NULL: none */
    const ZMember *member; /* of a field, static or method */
    ZScope *scope;         /* of a local or a label: where it is declared; of a block: its own */
    ZSymbol *next;         /* local: declared before it in the same scope; label: of the method */
    ZSymbol *labels;       /* method: the last label in it */
    const ZStmt *stmt;     /* label: the statement; local: that declares it */
    uint32_t number;       /* enumerator: its value; label: depth of atomic blocks around it */
    bool is_static;        /* method */
    bool is_out;           /* parameter */
    bool is_ghost;         /* variable: only annotations know it */
    bool is_forked;        /* method: a thread may begin with it */
    bool is_called;        /* method: it is called */
    bool is_used;          /* label, atomic block: a goto leads to it (into it) */
    bool is_inner;  /* lowering: label: `target` is a block without braces inside that scope */
    ZScope *target; /* lowering: label: the scope of its basic block, see lower_scope.c */

    Ref reg;              /* lowering: first register of a local or parameter */
    uint32_t first;       /* lowering: first cell of a field in its object, or in its struct */
    uint32_t global;      /* lowering: object of a static */
    uint32_t proc;        /* lowering: of a method that is called */
    uint32_t thread_proc; /* lowering: of a method that a thread begins with */
    Label label;          /* lowering: of a label */
    Label inside;         /* lowering: block: behind its `atomic`; label: entry from outside */
    Label *branches;      /* lowering: block of a select: its branches */
};

/* A block of a method.  The chain of parents ends at the scope of the parameters. */
struct ZScope {
    ZScope *parent;
    ZSymbol *locals; /* the last one declared; the others by `next` */
    bool is_kept;    /* of a foreach: the original does not clear its variable at the end */
    size_t begin;    /* lowering: where its code begins */
};

typedef struct ZTypes {
    ZType *word[ZT_NAME]; /* of the keywords; ORDER TYPEWORD */
    ZType *error, *null, *mutex, *rwlock, *thread;
    bool strings; /* some variable is a string */
} ZTypes;

/* What the checker hands to the lowering. */
typedef struct ZModel {
    ZUnit *unit;
    ZTypes types;
    ZNames exceptions; /* every name that is raised, once */
} ZModel;

void ztypes_make(ZTypes *types, Arena *arena);

bool ztype_is_integer(const ZType *type); /* ranges too */
bool ztype_is_numeric(const ZType *type);
bool ztype_is_reference(const ZType *type); /* object, class, interface, array, set, chan */
bool ztype_is_lock(const ZType *type);
bool ztype_is_error(const ZType *type);
void ztype_note_conversion(const ZType *from, ZType *to); /* marks what is narrowed */
bool ztype_implements(const ZType *type, const ZType *interface);

/* The type in which C# computes `a op b`; NULL if it has none (int and ulong, decimal and double).
 * Constants that are not negative adapt to an unsigned partner. */
ZType *ztype_promote(const ZTypes *types, const ZExpr *a, const ZExpr *b);
/* The type in which C# computes -a, +a, ~a, and the left side of a shift. */
ZType *ztype_promote_one(const ZTypes *types, ZType *type);
/* Can a value of type `from` be put into a variable of type `to`?  Conversions may be needed. */
bool ztype_assignable(const ZType *from, const ZType *to);
/* The same type, or int and one of its ranges. */
bool ztype_same(const ZType *a, const ZType *b);
/* Can the two be compared with == as references, threads or null? */
bool ztype_comparable(const ZType *a, const ZType *b);

/* The member of a class, struct or interface; of an enum; NULL if there is none. */
ZSymbol *ztype_member(const ZType *type, const char *name);
/* The value of an integer constant expression (of checked type or not yet checked). */
bool zing_fold(const ZExpr *expr, int64_t *value);
/* Is it true whatever happens?  (The literal, && and || of literals.) */
bool zing_is_true(const ZExpr *expr);
bool zing_is_literal(const ZExpr *expr); /* an integer literal, perhaps with a sign */
/* The first statement that does something: behind labels and opening braces. */
const ZStmt *zing_first_statement(const ZStmt *stmt);
/* The name most similar to `name` so far; feed it candidates, `best` starts as NULL. */
void zing_suggest(const char *name, const char *candidate, const char **best);

#endif
