/* unit.h -- what the files of the C front end share: the module that is lowered, and the types and
 * places of its debug information. */
#ifndef FRONT_C_LOWER_UNIT_H
#define FRONT_C_LOWER_UNIT_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "front/c/lower/address.h"
#include "front/c/c.h"
#include "front/c/driver/driver.h"
#include "front/c/lower/map.h"
#include "ir/task.h"

/* A thread-local variable: a part of the block that each thread has. */
typedef struct Local {
    LLVMValueRef global;
    uint32_t offset;
} Local;

/* A type of the thread library as the models see it. */
typedef struct Model {
    const char *name; /* of the typedef */
    LLVMMetadataRef type;
} Model;

/* The annotations of a declaration: numbers, see annotate.h. */
enum { MOST_TAGS = 4 };
typedef struct Tags {
    uint32_t count, notes[MOST_TAGS];
    LLVMMetadataRef type; /* of what is declared */
    bool member;          /* of a struct */
    uint32_t owner;       /* where that begins in an element of its layout */
    uint32_t start;       /* where in it the member begins */
    uint32_t step;        /* bytes of an element, if there is a predicate about elements; else 0 */
} Tags;

/* A pointer whose type is known, and for which a layout is still to be made. */
typedef struct Pointer {
    uint32_t layout, field;
    LLVMMetadataRef to;
} Pointer;

/* A region with its access predicates. */
typedef struct Attached {
    uint32_t region;
    Tags tags;
} Attached;

typedef struct Sorts Sorts;

typedef struct Unit {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef data;
    const COptions *options;
    Sources *sources;
    Diag *diag;
    Program *program;
    Builder b;
    TaskBags bags;       /* of the procedures that are posted */
    Arena arena;         /* scratch, until the program is made */
    Addresses addresses; /* which integers hold addresses */
    Sorts *sorts;        /* how values are used, see usage.c */
    Sorts *input_sorts;  /* the same for inputs; NULL: not known */
    Map suspects;        /* instructions where inputs were not tried enough -> 1, or input + 2 */
    Map reached;         /* functions, blocks and variables that main leads to -> 1 */
    Map recursive;       /* functions that may call themselves -> 1 */
    Map falls;           /* function -> 1: it always has a value, 2: not always */
    Map exits;           /* function -> 1: pthread_exit does not end it, 2: it may */
    int falls_somewhere; /* 0: not known, 1: no, 2: yes; see undefined_falls_somewhere */
    Map procs;           /* function -> procedure + 1 */
    Map globals;         /* global variable -> object */
    Map layouts;         /* type of debug information -> layout */
    Map views;           /* type of debug information -> index into view + 1 */
    VEC(const View *) view;
    Map files;                 /* DIFile -> index into sources + 1 */
    Map locals;                /* thread-local variable -> index into thread_local + 1 */
    VEC(LLVMValueRef) todo;    /* functions that are named and not lowered yet */
    VEC(LLVMValueRef) inits;   /* globals whose initial values are not yet stored */
    VEC(Local) thread_local;   /* in the order of their offsets */
    VEC(uint64_t) interesting; /* constants of the program, see input.c; sorted, once each */
    Annotations annotations;
    VEC(Attached) attached;  /* one a region */
    VEC(Pointer) pointers;   /* fields that point to structs or scalars */
    VEC(Model) models;       /* types whose fields lib/ knows better */
    uint32_t local_layout;   /* of the block of thread-local variables; 0: not made yet */
    uint32_t local_bytes;    /* of the block of thread-local variables */
    uint32_t thread_names;   /* list of names for variables that hold threads; 0: not made yet */
    uint32_t string_layout;  /* of string constants; 0: not made yet */
    uint32_t exit_exception; /* raised by pthread_exit */
    uint32_t jump_exception; /* ... and by longjmp */
    Names used;              /* functions that the user's files name */
    uint32_t argc, argv, argv_text; /* of main: how many are stored, argv, and the first */
    bool wide_found;                /* the next are known */
    bool wide_pointers[2];          /* of words of 128 bits: see wide_word */
    bool wide_structs[2];           /* is that word of some struct of 16 bytes a pointer? */
    bool wide_moves;                /* is memory that is no number moved as one? */
} Unit;

/* debug.c -- debug information.  NULL where there is none. */

typedef enum Tag {
    TAG_ARRAY = 0x01,
    TAG_ENUM = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_SUBROUTINE = 0x15,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47
} Tag;

/* Operand n of a node; NULL if it has none or is not a node. */
LLVMMetadataRef debug_operand(Unit *u, LLVMMetadataRef node, unsigned n);
unsigned debug_operands(Unit *u, LLVMMetadataRef node);
/* A number that is operand n of a node; -1: there is none. */
int64_t debug_number(Unit *u, LLVMMetadataRef node, unsigned n);
/* A text that is operand n of a node, in the arena of the unit; "" if there is none. */
const char *debug_text(Unit *u, LLVMMetadataRef node, unsigned n);
/* Without typedefs and qualifiers; NULL is void. */
LLVMMetadataRef debug_strip(Unit *u, LLVMMetadataRef type);
Tag debug_tag(LLVMMetadataRef type);
uint64_t debug_bytes(Unit *u, LLVMMetadataRef type);
/* `struct node`, `pair_t`, `int`. */
const char *debug_type_name(Unit *u, LLVMMetadataRef type);
/* The type that a pointer points to; NULL: unknown, or not a pointer. */
LLVMMetadataRef debug_pointee(Unit *u, LLVMMetadataRef type);
/* The type and the name of a variable (local or global). */
LLVMMetadataRef debug_variable_type(Unit *u, LLVMMetadataRef variable);
const char *debug_variable_name(Unit *u, LLVMMetadataRef variable);
/* The DIGlobalVariable of a global. */
LLVMMetadataRef debug_global(Unit *u, LLVMValueRef global);
/* Elements of an array type with all its dimensions, and the type of one; 1 and the type itself
 * if it is none.  0: of unknown length. */
uint64_t debug_elements(Unit *u, LLVMMetadataRef *type);
/* The member of a struct that lies at this byte; NULL: none, or several. */
LLVMMetadataRef debug_member_at(Unit *u, LLVMMetadataRef type, uint64_t offset);
Pos debug_pos(Unit *u, LLVMValueRef instruction);
Pos debug_function_pos(Unit *u, LLVMValueRef function);
/* Where a type or a member is declared. */
Pos debug_type_pos(Unit *u, LLVMMetadataRef type);
/* The text from there on; NULL: there is no such place. */
const char *debug_source(const Unit *u, Pos pos);
Pos debug_variable_pos(Unit *u, LLVMMetadataRef variable);

/* assembly.c -- inline assembly becomes instructions of LLVM, where it is understood. */
void assembly_rewrite(Unit *u);

/* inline.c -- functions like `void *xmalloc(size_t)` are put into their callers. */
void inline_allocators(Unit *u);

/* types.c -- types of registers, by LLVM's types and by debug information. */

/* The register for a scalar; VOID: there is none (128-bit integers, long double, aggregates). */
Type type_scalar(LLVMTypeRef type);
/* The same with the sign that the source gave it; type is NULL or a type of debug information. */
Type type_of_variable(Unit *u, LLVMTypeRef llvm, LLVMMetadataRef type);

/* A value is a list of scalars: one, none (void), or several for structs, arrays and vectors. */
typedef struct Leaf {
    Type type;       /* VOID: not supported */
    uint32_t offset; /* in memory */
    uint32_t bytes;  /* that it takes there */
} Leaf;
typedef VEC(Leaf) Leaves;
enum { MOST_LEAVES = 64 };
/* Appends the leaves of a type; false if there are too many or one is not supported. */
bool type_leaves(Unit *u, LLVMTypeRef type, uint32_t offset, Leaves *out);
uint64_t type_size(Unit *u, LLVMTypeRef type);
Type type_pointer_integer(Unit *u); /* u64 or u32 */
/* What is odd about a type that is not supported, in words of C, and what to use instead. */
const char *type_refusal(Unit *u, LLVMTypeRef type);

/* predicate.c -- annotations of declarations. */

/* The functions that annotations became are reached, too. */
void predicate_reach(Unit *u);
/* ... and what is wrong with them goes to diag. */
void predicate_find(Unit *u);
/* Is it one of them? */
bool predicate_is(LLVMValueRef function);
/* What an instruction of an annotation does that it must not; NULL: nothing. */
const char *predicate_fault(Unit *u, LLVMValueRef i);
/* The annotations of a variable or a member (a node of debug information) of this type. */
Tags predicate_tags(Unit *u, LLVMMetadataRef node, LLVMMetadataRef type);
bool predicate_is_annotated(Unit *u, LLVMValueRef function); /* in any way */
/* For prove: what the clauses of a function's contract became is lowered, and then makes its
 * specification. */
void predicate_reach_contracts(Unit *u, LLVMValueRef function);
void predicate_specify(Unit *u, LLVMValueRef function);
void predicate_invariants(Unit *u); /* for prove: of files and of structs */
/* Is a function annotated as atomic? */
bool predicate_is_atomic(Unit *u, LLVMValueRef function);
/* The region has these predicates. */
void predicate_attach(Unit *u, uint32_t region, const Tags *tags);
/* The members of a struct have no regions of their own here: says that they are not tested. */
void predicate_note_lost(Unit *u, LLVMMetadataRef type);
/* The same memory would have the predicates of both. */
void predicate_clash(Unit *u, const Tags *a, const Tags *b);
/* Something that can have none: why. */
void predicate_refuse(Unit *u, const Tags *tags, const char *why);
/* Makes the accesses of the program, when all is lowered. */
void predicate_finish(Unit *u);
/* Does it require anything? */
bool predicate_requires(Unit *u, LLVMValueRef function);
/* Is the type one of lib/'s locks?  Sets whether it is a reader-writer lock. */
bool predicate_is_lock(Unit *u, LLVMMetadataRef type, bool *rw);

/* layout.c -- layouts of raw objects. */

/* Finds the types of lib/: their fields stand for those of the user's types of the same name, such
 * as pthread_mutex_t, so that the parts of a mutex are regions of their own. */
void layout_find_models(Unit *u);
/* For objects that hold elements of this type (of debug information; NULL: bytes). */
uint32_t layout_of_type(Unit *u, LLVMMetadataRef type);
/* Of objects that calls and models make for themselves: bytes that are not shown. */
uint32_t layout_hidden(Unit *u);
/* For a global variable: layout and number of elements. */
uint32_t layout_of_global(Unit *u, LLVMValueRef global, uint32_t *count);
/* For a local variable (`variable` is NULL or its debug information) of so many bytes. */
uint32_t layout_of_local(Unit *u, LLVMMetadataRef variable, bool library, uint64_t bytes);

/* The cell of a scalar type; VOID: it is none. */
Type layout_cell(Unit *u, LLVMMetadataRef type);
/* The names of the values of a type: does it hold threads, they are shown as such.  0: none. */
uint32_t layout_names(Unit *u, LLVMMetadataRef type);
/* The struct of lib/ for a type of the user's; NULL: lib/ does not know it. */
LLVMMetadataRef layout_model(Unit *u, LLVMMetadataRef type);
/* What of a type of the library has the name of the variable; the rest is not the user's. */
bool layout_is_named(const char *member);
/* The layout that a pointer of this type points to, if it is a struct or a scalar; else 0. */
uint32_t layout_pointee(Unit *u, LLVMMetadataRef type);
/* Does the same for all fields of all layouts. */
void layout_finish(Unit *u);

/* For the block of thread-local variables. */
uint32_t layout_of_locals(Unit *u);
uint32_t layout_of_stack(Unit *u);     /* bytes without a name, as alloca makes them */
uint32_t layout_of_temporary(Unit *u); /* bytes without a name, aligned as the least of them */
/* A variable of this layout lies at a multiple of so many bytes; of several variables the least counts. */
void layout_note_align(Unit *u, uint32_t layout, uint32_t align);

/* bits.c -- are two bit-fields, one right behind the other, parts of one memory location? */
bool bits_are_together(Unit *u, LLVMMetadataRef first, LLVMMetadataRef second);

/* view.c -- the same for people, with every dimension, bit-field and member of a union. */
const View *view_of_type(Unit *u, LLVMMetadataRef type); /* NULL: there is nothing to see */
const View *view_of_locals(Unit *u);                     /* of the block of thread-local ones */

/* global.c -- globals, their initial values, the start of the program. */

/* The object of a global variable that is not thread-local. */
uint32_t global_object(Unit *u, LLVMValueRef global);
/* The procedure of a function. */
uint32_t global_proc(Unit *u, LLVMValueRef function);
/* The text of a string constant, copied to the program; NULL: it is none. */
const char *global_string(Unit *u, LLVMValueRef value);
/* What a constant pointer points to: `global + offset`; false: it is not of this form. */
bool global_pointer(Unit *u, LLVMValueRef value, LLVMValueRef *base, int64_t *offset);
/* Makes the procedure of the first thread, which calls main. */
void global_start(Unit *u, LLVMValueRef main_function);
/* Lowers everything that is needed, and makes the procedure with the initial values. */
void global_finish(Unit *u);

/* What a thread does first: it makes its block of thread-local variables. */
void global_begin_thread(Unit *u, Builder *b);
/* What it does last: the block is gone, which matters where somebody may know an address in it. */
void global_end_thread(Unit *u, Builder *b);
/* The address of a thread-local variable goes to dst. */
void global_local_address(Unit *u, Builder *b, LLVMValueRef global, Ref dst);
/* Keeps what pthread_exit was given, and takes it out again. */
void global_keep_result(Unit *u, Builder *b, Ref result);
void global_exit_result(Unit *u, Builder *b, Ref dst);
/* Gives thread-local variables their places. */
void global_find_locals(Unit *u);

/* func.c */
void func_lower(Unit *u, LLVMValueRef function);

/* wide.c -- the type of word 0 or 1 of what is moved as 128 bits: a pointer, if there is a struct
 * of 16 bytes that has one in that place. */
Type wide_word(Unit *u, unsigned k);
bool wide_is(LLVMValueRef value); /* has it 128 bits? */
/* Has it more than 64 bits, and fewer than 128?  Bit-fields that lie across words are read so. */
bool wide_is_fields(LLVMTypeRef type);

/* missing.c -- functions without a body and without a model. */

/* Fills in program->missing. */
void missing_find(Unit *u);
Pos missing_place(const Unit *u, const char *name);
/* A sentence about a call of one of them, which names all others; in the arena of the unit. */
const char *missing_text(Unit *u, const char *name);

/* advise.c -- why a search may take long, for a user who had to stop it; NULL: nothing is seen. */
const char *advise(Unit *u);

#endif
