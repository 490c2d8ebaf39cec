/* program.h -- the intermediate representation: what every front end makes and every engine reads.
 *
 * doc/ir.md is its manual.  A Program is one list of instructions; a procedure is a contiguous part
 * of it, and a program counter is an index into it.  After ir_verify() a Program is const. */
#ifndef IR_PROGRAM_H
#define IR_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/source.h"
#include "base/vec.h"

typedef enum Op {
#define OP(name, ...) OP_##name,
#include "ir/op.def"
#undef OP
    OPS
} Op;

typedef enum Effect {
    EFFECT_NONE = 0,
    EFFECT_READ = 1,
    EFFECT_WRITE = 2,
    EFFECT_UPDATE = 3
} Effect;

typedef enum ErrorKind {
#define ERR(name, key, property, sentence) ERR_##name,
#include "ir/error.def"
#undef ERR
    ERRORS
} ErrorKind;

typedef enum Property {
    PROPERTY_NONE = 0, /* of a limit of ours: the verdict can only be unknown */
    PROPERTY_ASSERT = 1,
    PROPERTY_DEADLOCK = 2,
    PROPERTY_RACE = 4,
    PROPERTY_MEMORY = 8,
    PROPERTY_LOCK = 16,
    PROPERTY_ACCESS = 32,
    PROPERTY_UNDEFINED = 64, /* of C alone */
    PROPERTY_HANG = 128,
    /* of whole runs: on request */
    PROPERTY_LIVELOCK = 256,
    PROPERTY_TERMINATION = 512,
    PROPERTY_LTL = 1024,    /* --ltl */
    PROPERTY_LINEAR = 2048, /* of a library (--library); the last one */
    PROPERTY_LIVE = PROPERTY_LIVELOCK | PROPERTY_TERMINATION | PROPERTY_LTL
} Property;

typedef struct ErrorInfo {
    const char *key, *sentence;
    Property property;
} ErrorInfo;
extern const ErrorInfo error_info[ERRORS];
/* Can a program that does this do anything afterwards? */
bool error_is_undefined(ErrorKind error);
/* The number of a function of math.def, MATH_FUNCTIONS if there is none of that name. */
enum {
#define MATH1(name) MATH_##name,
#define MATH2(name) MATH_##name,
#include "ir/math.def"
#undef MATH1
#undef MATH2
    MATH_FUNCTIONS
};
uint32_t math_find(const char *name);
const char *property_name(Property property); /* "assert", "deadlock", ... */
/* `assert,lock` -> bits; 0 if there is an unknown name, which is left in *list.  `races`: data
 * races and hangs belong to `all`. */
uint32_t property_parse(const char **list, bool races);

/* Types of registers and of memory cells.  A value is 64 bits in the machine whatever its type:
 * integers are kept sign- or zero-extended, a pointer is object << 32 | offset, a tid is the number
 * of a thread plus one (0: no thread), a float is its bits. */
typedef enum TypeKind {
    TYPE_VOID,
    TYPE_UNSIGNED,
    TYPE_SIGNED,
    TYPE_FLOAT,
    TYPE_PTR,
    TYPE_TID
} TypeKind;

typedef struct Type {
    uint8_t kind; /* TypeKind */
    uint8_t bits; /* 1 to 64; 64 for ptr, 32 for tid, 32 or 64 for float */
} Type;

#define TYPE_U1      ((Type){TYPE_UNSIGNED, 1})
#define TYPE_S32     ((Type){TYPE_SIGNED, 32})
#define TYPE_U32     ((Type){TYPE_UNSIGNED, 32})
#define TYPE_S64     ((Type){TYPE_SIGNED, 64})
#define TYPE_POINTER ((Type){TYPE_PTR, 64})
#define TYPE_THREAD  ((Type){TYPE_TID, 32})
static inline bool type_equal(Type a, Type b)
{
    return a.kind == b.kind && a.bits == b.bits;
}
/* Bytes that a cell of this type takes in memory: 1, 2, 4 or 8 (u1 takes 1, ptr 8, tid 4). */
uint32_t type_bytes(Type type);
/* Writes `s32`, `ptr` ... into the buffer and returns it. */
enum { TYPE_TEXT = 8 };
const char *type_text(Type type, char text[TYPE_TEXT]);

/* An operand: >= 0 is a register, < 0 is the constant ~ref of Program.constants.  NO_REF: none. */
typedef int32_t Ref;
#define NO_REF INT32_MIN

/* Flags of an instruction; each is written after the name: `add.trap`, `select.first.idle`. */
typedef enum Flag {
    FLAG_TRAP = 1,   /* trap: arithmetic, cast: overflow is an error */
    FLAG_ATOMIC = 2, /* atomic: an atomic access of the source language (never a data race) */
    FLAG_ALL = 4,    /* all: setadd, setdel: the operand is a whole set; choose, doubt: see doc */
    FLAG_FIRST = 8,  /* first: select takes the first enabled branch in textual order */
    FLAG_INIT = 8,   /* init: store, copy, fill: the write initialises what is constant */
    FLAG_VAIN = 8,   /* vain: mov, choose: may a lock be tried in vain for no reason?  ir/tries.h */
    FLAG_TRIED = 8,  /* tried: doubt: it has been.  (No instruction may have two of these four.) */
    FLAG_IDLE = 16,  /* idle: a thread that waits here for ever is a proper end, not a deadlock */
    FLAG_FAINT =
        16, /* of a store in a slice (flow/slice.h): its value, or the one before, is out */
    FLAG_GUARD = 32,  /* guard: the callee runs to completion and must not choose */
    FLAG_QUIET = 32,  /* quiet: store: it only notes who holds or awaits a lock (hangs) */
    FLAG_PEEK = 32,   /* peek: load of a pointer into the same object: null, if there is none */
    FLAG_SHARED = 64, /* shared: acquire, release, tryacquire for reading */
    FLAG_RW = 128,    /* rw: acquire, release, tryacquire: the lock is a reader-writer lock */
    FLAG_ZERO = 256,  /* zero: alloc: the bytes of a raw object are zero, not uninitialised */
    FLAG_CHECK = 512, /* check: what C leaves undefined is an error: see doc */
    FLAG_OLD = 1024, /* old: load, in a pure procedure: what the cell held when the action began; */
                     /* of an update: what its first load has read, which has this order then */
    FLAG_UPDATE = 2048, /* update: load, store, copy: the two halves of a read-modify-write */
    FLAG_PACKED = 4096  /* packed: load, store: raw memory need not be aligned */
} Flag;

/* The memory orders of C (consume is acquire), in the topmost bits of Instr.flags; written like a
 * flag: `load.atomic.acquire`, `fence.release`.  0 there: seq_cst of what is atomic and of fences,
 * plain of other accesses. */
typedef enum MemoryOrder {
    ORDER_PLAIN,
    ORDER_RELAXED,
    ORDER_ACQUIRE,
    ORDER_RELEASE,
    ORDER_ACQ_REL,
    ORDER_SEQ_CST,
    ORDERS
} MemoryOrder;
enum { ORDER_SHIFT = 13 };
extern const char *const order_text[ORDERS];
/* As flags: nothing for plain and seq_cst. */
static inline uint16_t order_flags(MemoryOrder order)
{
    return order == ORDER_SEQ_CST ? 0 : (uint16_t)(order << ORDER_SHIFT);
}

/* What accesses of several threads can see: sequentially consistent memory; C11 as repaired by Lahav
 * et al. (PLDI 2017), with release sequences as in C++20, and with those of C11; x86-TSO. */
typedef enum MemoryKind { MEMORY_SC, MEMORY_RC11, MEMORY_C11, MEMORY_TSO } MemoryKind;
enum { MEMORIES = MEMORY_TSO + 1 };
extern const char *const memory_text[MEMORIES]; /* as in --memory-model */

typedef struct Instr {
    uint8_t op;     /* Op */
    uint16_t flags; /* Flag, and an MemoryOrder << ORDER_SHIFT */
    Type type, from;
    int32_t dst; /* a register, or NO_REF */
    Ref a, b;
    int32_t offset;  /* in bytes; of FAIL: the ErrorKind */
    uint32_t target; /* program counter, see the shape */
    uint32_t other;  /* procedure, layout, string, exception or second program counter */
    uint32_t dsts;   /* index of a List of registers, 0: the empty one */
    uint32_t list;   /* index of a List of operands, of cases or of guards */
    uint32_t region; /* what memory it touches; 0: none or unknown */
} Instr;

/* The memory order that the program asks for. */
static inline MemoryOrder instr_order(const Instr *i)
{
    if (i->flags >> ORDER_SHIFT)
        return (MemoryOrder)(i->flags >> ORDER_SHIFT);
    return i->flags & FLAG_ATOMIC || i->op == OP_FENCE ? ORDER_SEQ_CST : ORDER_PLAIN;
}
/* A load or store of a model that puts threads in order: it is acq_rel, as no other one is. */
static inline bool instr_synchronises(const Instr *i)
{
    return (i->op == OP_LOAD || i->op == OP_STORE) && !(i->flags & FLAG_UPDATE) &&
           i->flags >> ORDER_SHIFT == ORDER_ACQ_REL;
}
/* An atomic access below seq_cst?  (Fences do nothing by themselves.)  See Program.allows_races. */
static inline bool instr_is_weak(const Instr *i)
{
    return i->flags >> ORDER_SHIFT && i->op != OP_FENCE && !instr_synchronises(i);
}

/* What an `event` says, of the thread of a client of a library that is the first operand: may it call
 * once more, having done so second operand times?  It begins a call; a call returns.  The operands
 * behind the thread are the arguments, or the results. */
typedef enum EventStep { STEP_MORE, STEP_CALL, STEP_RETURN } EventStep;

/* Kinds of types, as bits. */
enum {
    KINDS_ANY = UINT8_MAX,
    KINDS_INTEGER = 1 << TYPE_UNSIGNED | 1 << TYPE_SIGNED,
    KINDS_FLOAT = 1 << TYPE_FLOAT,
    KINDS_NUMBER = KINDS_INTEGER | KINDS_FLOAT,
    KINDS_BITS = KINDS_INTEGER | 1 << TYPE_PTR,
    KINDS_ORDERED = KINDS_NUMBER | 1 << TYPE_PTR
};

/* What comes of bits that were never written. */
typedef enum Unwritten { UNWRITTEN_COMPUTED, UNWRITTEN_DECIDES, UNWRITTEN_OWN } Unwritten;

/* A row of op.def. */
typedef struct OpInfo {
    const char *text, *shape;
    Effect effect;
    bool blocks, pure, next;
    Type result;   /* VOID: that of the instruction */
    uint8_t kinds; /* bits of TypeKind */
    Unwritten unwritten;
    uint16_t flags;
} OpInfo;
extern const OpInfo op_info[OPS];

/* A list of operands.  Cases are pairs (constant Ref, target), guards are pairs (operand, target).
 */
typedef struct List {
    const int32_t *at;
    uint32_t len;
} List;

typedef struct Register {
    const char *name; /* of the source variable; NULL for a temporary */
    Type type;
    uint32_t names;  /* a NameList for printing enum values, 0: none */
    uint32_t points; /* raw: the layout that it points to, by its type in the source; 0: any */
} Register;

typedef struct Proc {
    const char *name;
    Pos pos;
    uint32_t begin, end; /* its instructions; it is entered at begin */
    uint32_t params;     /* the first registers are its parameters */
    VEC(Register) registers;
    VEC(Type) results; /* what it returns, in order */
    uint32_t points;   /* raw: the layout that its only result points to; 0: any */
    uint32_t kind;     /* C: its type, a string: see doc/ir.md; 0: any pointer may lead to it */
    uint32_t abstract; /* the procedure that prove reads in its place, plus 1; 0: none */
    bool pure;         /* changes nothing, chooses nothing, calls pure ones only */
    bool atomic;       /* annotated: is it atomic? */
    bool library;      /* not the user's own: what happens in it is shown where the user calls it */
} Proc;

/* May a call that says that it is of one kind lead to a procedure of the other? */
bool kind_fits(const char *call, const char *callee);

/* The type of an object.  Variable-sized ones (array, set, chan, raw) consist of elements: fields
 * describe one element, and `size` is its size in bytes.  A raw object is bytes that may hold
 * anything anywhere; its fields only give names and regions to them. */
typedef enum LayoutKind {
    LAYOUT_RECORD,
    LAYOUT_ARRAY,
    LAYOUT_SET,
    LAYOUT_CHAN,
    LAYOUT_RAW
} LayoutKind;

/* What the library of threads does with a cell of raw memory, or what is odd about it. */
typedef enum FieldRole {
    ROLE_NONE,
    ROLE_LOCK,      /* a lock: 0, or the thread that holds it, for writing if there are readers */
    ROLE_READERS,   /* who holds the lock before it for reading */
    ROLE_SEMAPHORE, /* the value of a semaphore */
    ROLE_LOCATION, /* bit-fields: bytes that are one memory location; who touches one touches all */
    ROLES
} FieldRole;

typedef struct Field {
    const char *name; /* "" for the only field of an element */
    uint32_t offset;
    Type type;
    uint32_t names;  /* NameList for printing, 0: none */
    uint32_t region; /* where accesses to it are attributed */
    uint32_t count;  /* raw: so many of them, one after the other; 0: one */
    uint32_t owner;  /* raw: where the struct begins that an access predicate of it is about */
    uint32_t points; /* raw: the layout that a pointer in it points to, by its type; 0: any */
    FieldRole role;  /* raw */
} Field;

/* What raw memory looks like to people: only for the names and values of traces. */
typedef enum ViewKind { VIEW_SCALAR, VIEW_ARRAY, VIEW_STRUCT, VIEW_UNION } ViewKind;
typedef struct View View;
typedef struct ViewMember {
    const char *name; /* "": it has none, and its members are those of the one around it */
    uint64_t bit;     /* where it begins */
    uint32_t bits;    /* of a bit-field; 0: it is none */
    const View *view;
} ViewMember;
struct View {
    ViewKind kind;
    uint64_t bytes;
    Type type;           /* of a scalar */
    uint32_t names;      /* NameList of a scalar, 0: none */
    bool text;           /* it is a char */
    const View *element; /* of an array */
    uint64_t count;      /* of elements, or of members */
    const ViewMember *members;
};

typedef struct Layout {
    const char *name;
    LayoutKind kind;
    uint32_t size; /* of the record or of one element, a multiple of its alignment */
    VEC(Field) fields;
    const View *view; /* raw: of one element, or of a whole variable; NULL: fields have the names */
    bool constant;    /* only writes with FLAG_INIT may go there */
    bool automatic;   /* ends by itself, as a local variable: no free with FLAG_CHECK may end it */
    uint32_t type;  /* raw: of a variable: the layout of its type; 0: this is it, or it has none */
    uint32_t align; /* raw: of a variable: its address is a multiple of this; 0: as malloc gives it;
                     * ALIGN_APART: it stands for several variables, each with an address of its own */
} Layout;
#define ALIGN_APART UINT32_MAX

typedef struct Global {
    const char *name;
    uint32_t layout; /* object number = index into Program.globals; object 0 is null */
    uint32_t count;  /* raw: elements; 0: one */
    bool constant;   /* only the init procedure may write it */
    Pos pos;
} Global;

/* LOCAL: of a variable of a procedure that is in memory; its name begins with the procedure's. */
typedef enum RegionKind { REGION_GLOBAL, REGION_FIELD, REGION_ELEMENTS, REGION_LOCAL } RegionKind;
typedef struct Region {
    const char *name; /* `Main.x`, `Node.next`, `Buffer[]` */
    RegionKind kind;
    bool library; /* not the user's own: not shown */
} Region;

typedef struct NameList {
    VEC(const char *) names; /* of 0, 1, 2 ...; "": it has none; none at all: threads by number */
} NameList;

typedef struct Thread {
    uint32_t proc; /* no parameters */
} Thread;

typedef struct Annotation {
    Pos pos;
    const char *text; /* without the comment signs and the @ */
} Annotation;

/* Who may touch a region: pure procedures (%tid: tid, %object: ptr, %index: s64) -> u1.  `tid` is
 * the thread that does, `object` the object that is touched (of a global: of no meaning), `index`
 * the number of the element (of anything but an array: of no meaning).  In raw memory the object
 * is the struct at Field.owner, and elements are counted from `start` on, in it or (if it is not
 * about a member of a struct) in all the memory that is touched. */
typedef struct Access {
    uint32_t region;
    int32_t read, write;  /* procedures; -1: none, anybody may */
    bool member;          /* raw: of a struct */
    uint32_t start, step; /* raw: bytes before the first element, bytes of one; 0: no elements */
    Pos pos;
    const char *text; /* of the annotation */
} Access;

/* What a procedure does, as if it were alone: actions composed with ; [] * (doc/spec.md).  Pure
 * procedures say it; those of a specification have the parameters (%tid: tid, the procedure's own
 * parameters, for actions also its results). */
typedef struct Clause {
    uint32_t proc; /* -> u1 */
    Pos pos;
    const char *text;
} Clause;

/* What an action may change: cells of a region.  The procedure gives object and element. */
typedef struct Modified {
    uint32_t region;
    uint32_t proc;   /* -> ptr, s64 */
    bool everywhere; /* in any object: there is no procedure */
} Modified;

/* How an action moves that the program makes a lock of: it is claimed, and prove shows it. */
enum { MOVES_RIGHT = 1, MOVES_LEFT = 2, MOVES_BOTH = 3 };
extern const char *const moves_words[MOVES_BOTH + 1];

typedef struct ActionSpec {
    const char *label; /* "": it has none */
    VEC(Modified) modifies;
    VEC(Clause) clauses; /* of the predicate: all must hold */
    uint8_t moves;       /* MOVES_... */
    Pos pos;
    const char *text; /* of the part in parentheses */
} ActionSpec;

/* The expression in postfix order: operands come before their operator. */
typedef enum SpecOp { SPEC_ACTION, SPEC_THEN, SPEC_OR, SPEC_STAR } SpecOp;
typedef struct SpecStep {
    SpecOp op;
    uint32_t action; /* SPEC_ACTION: which */
} SpecStep;
typedef VEC(SpecStep) SpecSteps;

typedef struct Spec {
    uint32_t proc; /* at most one a procedure */
    VEC(Clause) requires;
    VEC(ActionSpec) actions;
    SpecSteps performs; /* empty: it says nothing about what the procedure does */
    Pos pos;
} Spec;

/* An instruction of the user's program that its real binary passes, too; see front/c/driver/landmark.c. */
typedef struct Landmark {
    const char *key;    /* function, kind, line, column, and the how manieth of these */
    const char *callee; /* of a call of a function that has no body of the user's; else NULL */
    Pos pos;
    bool passed; /* some instruction is marked with it */
} Landmark;
typedef VEC(Landmark) Landmarks;
enum {
    LANDMARK_ARGC = 1,   /* main begins; the result is how many arguments it gets */
    LANDMARK_PIECE = 2,  /* a function of the library copies or fills memory */
    LANDMARK_CANCEL = 3, /* the thread was cancelled, and ends in the call at hand */
    LANDMARK_SLEEP = 4   /* the kernel lets the thread sleep in the call at hand */
};
/* What is known where a copy was interrupted, or has ended: bytes that are where they belong, those
 * that were read and not written, and whether there is more to come. */
#define PASS_MORE         (1ull << 63)
#define PASS_DONE(number) ((uint32_t)((number) >> 16) & 0x7fffffffu)
#define PASS_HELD(number) ((uint32_t)(number)&0xffu)
/* What it means that a thread passes a marked instruction. */
typedef enum PassKind {
    PASS_REACHES = 1,     /* it gets to the landmark */
    PASS_RETURNS = 2,     /* the call has returned; the instruction's result is its result */
    PASS_RETURNS_NONE = 3 /* the same, and the result is of no interest */
} PassKind;

/* A function without a body. */
typedef struct Missing {
    const char *name;
    Pos where;   /* the first call, or where its address is first taken */
    bool called; /* ... which of these */
} Missing;

typedef struct Program {
    VEC(Instr) code; /* instruction 0 is unused, so that 0 is never a target */
    VEC(Pos) pos;    /* of each instruction */
    VEC(Proc) procs;
    VEC(uint32_t) by_code; /* procedures in the order of their code; build_proc_begin adds to it */
    VEC(Layout) layouts;   /* layout 0 is unused */
    VEC(Global) globals;   /* global 0 is unused: object 0 is null */
    VEC(Region) regions;   /* region 0 is unused */
    VEC(NameList) name_lists; /* list 0 is unused */
    VEC(uint64_t) constants;
    VEC(const char *) strings;    /* string 0 is "" */
    VEC(const char *) exceptions; /* names; the number of an exception is its index */
    VEC(List) lists;              /* list 0 is empty */
    VEC(Thread) threads;          /* that exist at the start */
    VEC(Annotation) annotations;
    VEC(Access) accesses;   /* at most one a region */
    VEC(Spec) specs;        /* at most one a procedure */
    VEC(Clause) invariants; /* of classes; their procedures have one parameter, %tid */
    bool is_c;              /* it comes from a C program, though it may have no memory */
    bool unwritten_any;     /* memory that was never written holds anything: that is no error */
    uint32_t pointer_bytes; /* that a pointer takes in raw memory: 4 or 8 */
    int32_t init; /* a procedure that runs alone to completion before the first step; -1: none */
    Landmarks landmarks;  /* only for replay --native; landmark 0 is unused */
    VEC(uint32_t) passes; /* instruction -> landmark << 2 | PassKind, 0: none; may be shorter */
    bool has_volatile;  /* accesses to volatile objects are taken as atomic; not in the text form */
    bool assumes_sc;    /* accesses of weaker order are taken as seq_cst; not in the text form */
    bool allows_races;  /* plain accesses that race are relaxed atomic ones; not in the text form */
    const char *advice; /* why a search may take long, or NULL; not in the text form */
    VEC(Missing)
    missing; /* functions of C that it leads to, without a body; not in the text form */
    struct Linear *linear; /* of a client of a library: who follows its events; NULL: nobody does */
    const Sources *sources;
    Arena arena; /* all names, strings and lists */
} Program;

/* What runs did at an instruction.  Of branches and assumptions: the condition was false, was true.  Of
 * assertions and forks: FALSE means that a run got there. */
enum { REACHED_FALSE = 1, REACHED_TRUE = 2, REACHED_AT_ALL = 4 };

/* Object numbers in pointer values.  A pointer to procedure p has the object PROC_OBJECT + p. */
#define PROC_OBJECT 0xff000000u
static inline uint64_t pointer_make(uint32_t object, int32_t offset)
{
    return (uint64_t)object << 32 | (uint32_t)offset;
}

/* Has it raw memory, as C has?  Then errors of memory and of locks leave it undefined what the
 * program does next. */
bool program_is_raw(const Program *program);
/* Has it atomic accesses with an order below seq_cst that are not taken as seq_cst? */
bool program_is_weak(const Program *program);
/* Does it come from C, whether it has memory or not? */
bool program_is_c(const Program *program);
/* Has it such an instruction?  *where is the first. */
bool program_has(const Program *program, Op op, uint32_t *where);
/* The first procedure that is annotated as atomic, if the properties ask for it; NULL: none is. */
const Proc *program_claim(const Program *program, uint32_t properties);
/* Does an annotation ask something about all objects of a class?  (Invariants of C are for prove
 * alone, and are not counted.)  *where is the first such
 * question. */
bool program_asks_objects(const Program *program, uint32_t *where);
/* Has it calls that nobody interrupts?  They are compared with the whole store before them. */
bool program_is_serial(const Program *program);
/* The properties that an error of this program breaks, as bits: in C all that is undefined breaks
 * `memory`.  `error_property` is the one to name if those of `asked` were asked for.  The program
 * may be NULL: then the input is no program. */
uint32_t error_properties(const Program *program, ErrorKind error);
Property error_property(const Program *program, ErrorKind error, uint32_t asked);

/* Bytes that a global takes, and that a field of a raw layout takes. */
uint32_t program_global_size(const Program *program, const Global *global);
uint32_t program_field_size(const Program *program, const Field *field);

Program *program_new(const Sources *sources);
void program_free(Program *program);
/* copy.c: one with the same tables and no code yet.  It shares texts with the program, which must outlive it. */
Program *program_new_like(const Program *program);

/* The procedure that contains pc (the program has at least one). */
uint32_t program_proc_at(const Program *program, uint32_t pc);
/* May a call through a pointer lead to the procedure?  If not it is an error to call it there. */
bool program_may_lead(const Program *program, const Instr *call, const Proc *callee);
/* The same place, or where the user's code calls the library procedure that it is in. */
uint32_t program_shown(const Program *program, uint32_t pc);
/* This text, about that place. */
Reason program_reason(const Program *program, const char *text, uint32_t pc);

/* Checks that the program is well-formed.  If not: false, a sentence in why[0..size), and the
 * program counter in *pc (0: the trouble is not in an instruction).  Every build does it: a front
 * end that makes a malformed program is our bug. */
bool ir_verify(const Program *program, char *why, size_t size, uint32_t *pc);

/* The text form of a verified program; parsing and printing it again gives the same text. */
void ir_print(const Program *program, FILE *out);
void ir_print_dot(const Program *program, FILE *out);
/* Reads the text form of one source file; errors go to diag and NULL is returned. */
Program *ir_parse(const Sources *sources, int file, Diag *diag);

#endif
