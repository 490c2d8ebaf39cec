/* func.h -- one function on its way from LLVM to the IR. */
#ifndef FRONT_C_LOWER_FUNC_H
#define FRONT_C_LOWER_FUNC_H

#include "front/c/lower/unit.h"

/* Where an LLVM value is. */
typedef enum SlotKind {
    SLOT_NONE,      /* nowhere: not lowered */
    SLOT_REGISTERS, /* its leaves are in registers */
    SLOT_VARIABLE,  /* an alloca that is a register: a local variable whose address nobody has */
    SLOT_OBJECT,    /* an alloca in memory; the register points to it */
    SLOT_PLACE      /* another pointer and an offset: no instruction was needed */
} SlotKind;

typedef struct Slot {
    SlotKind kind;
    bool shared;             /* OBJECT: its address may be known elsewhere */
    bool kept;               /* idem, when it ends */
    Ref first;               /* the register, or the first of them */
    uint32_t count;          /* REGISTERS: how many */
    int32_t offset;          /* PLACE */
    LLVMValueRef base;       /* PLACE */
    LLVMMetadataRef declare; /* of an alloca: the variable in debug information, */
    Pos pos;                 /* where its name stands, */
    bool constant;           /* and whether only its initialiser may write it */
} Slot;

/* A block of LLVM's, in reverse postorder. */
typedef struct Block {
    LLVMBasicBlockRef block;
    Label label;
    int32_t depth; /* of atomic regions at its start */
    int32_t old;   /* of \old around its start */
    bool pointed;  /* a point is on every way through it, see func_block */
    bool jumped;   /* a branch goes to its label */
} Block;

/* An object whose end clang does not mark, see leave.c. */
typedef struct Ending {
    LLVMValueRef alloca;
    LLVMMetadataRef block; /* that it ends with, */
    Pos end;               /* or behind this place, if it has a line */
    bool *at_end;          /* of each block of LLVM's: is control inside? */
    bool inside;           /* now */
} Ending;

/* An invariant of a loop, or the body of a quantifier, see invariant.c. */
typedef struct Invariant {
    const Note *note; /* NULL: a quantifier */
    Pos pos;
    Type bound;               /* of its variable */
    int32_t old;              /* it is inside of \old */
    size_t head;              /* block */
    LLVMBasicBlockRef region; /* its expression begins there */
    uint32_t proc;
    VEC(LLVMValueRef) variables; /* that it names, where they are, and their types */
    VEC(Slot) slots;
    VEC(Type) types;
} Invariant;

typedef struct Func {
    Unit *u;
    Builder *b;
    LLVMValueRef function;
    Map slots;         /* value -> index into slot */
    VEC(Slot) slot;    /* 0 is unused */
    Map order;         /* LLVMBasicBlockRef -> index into blocks + 1 */
    VEC(Block) blocks; /* that can be reached */
    VEC(Invariant) invariants;
    VEC(Ending) endings;
    Ref kept;         /* a list of what alloca has made in earlier rounds of loops, */
    bool keeps;       /* if there is one */
    VEC(Ref) objects; /* registers that point to allocas, to be freed on return */
    size_t at;        /* block that is lowered */
    int32_t depth;    /* of atomic regions, now */
    int32_t old;      /* of \old, now */
    bool ghost;       /* in a ghost assignment: part of the action before it */
    Ref bound;        /* the body of a quantifier: its variable */
    Type bound_type;
    Label wait_head;     /* of the region that may wait; 0: none */
    LLVMValueRef stored; /* a store whose value was put into its variable at once */
    Ref made_result;     /* of call_made_body; NO_REF: none */
    uint16_t update;     /* of an atomic instruction that reads and writes: its order, as flags, */
    uint16_t reads;      /* ... and that of its read where nothing is written */
    Ref fell;            /* starts a thread: has its function ended without a value?  0: no */
    bool falls;          /* it may end without a value; */
    Ref returned;        /* then this tells whether it has one */
    struct Jumps *jumps; /* it calls setjmp, see jump.c; NULL: it does not */
    Label unwind;        /* where its objects end when pthread_exit ends it; 0: not needed yet */
    bool of_lib;         /* of lib/ */
    bool in_lib;         /* idem, and accesses are atomic: they are not the user's */
    bool quiet;          /* ... and show nothing to others (hangs) */
    bool pure;           /* an access predicate: register 0 is the thread that it is about */
    bool starts_thread;  /* __heddle_fork or __heddle_post names it */
    bool atomic;         /* the whole body is an atomic region */
    bool dead;           /* the rest of the block cannot be reached */
    bool copies;         /* these registers are there, for copies that may be interrupted: */
    Ref copied, copied_word, copied_object;
} Func;

/* constant.c -- is the variable constant, so that only its initialiser may write it? */
void constant_find(Func *f, LLVMValueRef alloca);
/* A write to the address, here.  Fails if it is to a constant; FIRST if it initialises one. */
uint16_t constant_write(Func *f, LLVMValueRef pointer);

bool func_is_lib(LLVMValueRef function); /* is it a model? */
/* The status of the program: somebody will look at it.  Fails where it was never written. */
void func_decide_status(Func *f, Ref value, Type type);
bool func_is_atomic(LLVMValueRef function);   /* by its name: the whole body */
Slot *func_slot(Func *f, LLVMValueRef value); /* NULL: it has none */
Slot *func_add_slot(Func *f, LLVMValueRef value, Slot slot);

/* func.c */
void func_point(Func *f); /* an action ends here, if outside atomic regions */
/* In a program to whose threads signals come, here is where they may. */
void func_take_signals(Func *f);
Label func_head(Func *f); /* a point to wait from: a new one, or that of the region */
void func_fail(Func *f, ErrorKind error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
uint32_t func_emit(Func *f, Instr instr);
void func_place(Func *f, Label label);      /* here; control can get here */
void func_free_object(Func *f, Ref object); /* a variable, or a copy for a call */
void func_free_objects(Func *f);

/* guess.c -- what a new object points to, by where it goes; NULL: that is not known. */
LLVMMetadataRef guess_type(Func *f, LLVMValueRef object);
/* Type n of a function: 0 is its result, then come the parameters.  NULL if LLVM's parameters are
 * others than those of the source. */
LLVMMetadataRef guess_function_type(Unit *u, LLVMValueRef function, unsigned n);

/* value.c -- operands. */

Type func_register_type(Func *f, Ref reg);
/* The type in which a scalar value is at hand, without an instruction to convert it. */
Type func_type(Func *f, LLVMValueRef value);
/* A scalar value as a `want`; instructions are emitted where it is of another type. */
Ref func_use(Func *f, LLVMValueRef value, Type want);
/* Leaf k of a value. */
Ref func_leaf(Func *f, LLVMValueRef value, unsigned k, Type want);
Type func_leaf_type(Func *f, LLVMValueRef value, unsigned k);
Ref func_convert(Func *f, Ref ref, Type from, Type to);
Ref func_constant(Func *f, Type type, uint64_t value); /* wrapped around to the type */
Ref func_temporary(Func *f, Type type);
/* The register for the result of an instruction of this type: the variable that it is stored to
 * next, or a new one. */
Ref func_result(Func *f, LLVMValueRef instruction, Type type);
/* The type of an integer result that could have either sign. */
Type func_result_type(Func *f, LLVMValueRef instruction);
/* The result is what that register or constant holds. */
void func_alias(Func *f, LLVMValueRef instruction, Ref ref, Type type);
/* Registers for the leaves of a result that has several, or none. */
bool func_result_leaves(Func *f, LLVMValueRef instruction, Ref *first, Leaves *leaves);

/* The blocks from this one on, in reverse postorder; makes labels if there is a builder. */
void func_find_blocks(Func *f, LLVMBasicBlockRef entry);
void func_lower_blocks(Func *f);
void func_free(Func *f);

/* predicate.c -- what a function requires is claimed at its entry. */
void predicate_claim(Func *f);
/* The label of a witness; what is wrong with it goes to diag. */
const char *predicate_witness(Unit *u, LLVMValueRef function, uint32_t number);

/* invariant.c -- invariants of loops. */
void invariant_find(Func *f);
bool invariant_ends(LLVMBasicBlockRef block); /* is it the last of the blocks of an expression? */
void invariant_claim(Func *f, size_t block);  /* at its beginning */
void invariant_returns(Func *f, LLVMValueRef truth);
/* The quantifier with this number, lowest and highest value. */
Ref invariant_quantify(Func *f, const LLVMValueRef *args);
Ref invariant_each(Func *f, LLVMValueRef number); /* the same over objects */
void invariant_build(Func *f);                    /* their procedures */

/* variable.c -- allocas. */
void variable_find(Func *f);
void variable_declare(Func *f); /* finds the debug information of those in its blocks */
/* Does the address of an alloca or of a thread-local variable get anywhere but into accesses? */
bool variable_escapes(LLVMValueRef pointer);
/* The alloca of a variable whose declaration this is, if control may get there more than once;
 * else NULL. */
LLVMValueRef variable_declared(LLVMValueRef i);

/* arith.c, memory.c, call.c, func.c: instructions. */
void arith_binary(Func *f, LLVMValueRef i);
bool wide_binary(Func *f, LLVMValueRef i); /* false: it is none that wide.c knows */
bool wide_cast(Func *f, LLVMValueRef i);
bool wide_compare(Func *f, LLVMValueRef i);
bool wide_make(Func *f,
               LLVMValueRef i); /* two registers for it, without a value; false: as above */
bool wide_select(Func *f, LLVMValueRef i);
Ref wide_constant(Func *f, LLVMValueRef value, unsigned k, Type want); /* a word of it */
void arith_negate(Func *f, LLVMValueRef i);
void arith_compare(Func *f, LLVMValueRef i);
void arith_compare_floats(Func *f, LLVMValueRef i);
void arith_cast(Func *f, LLVMValueRef i);
void arith_to_integer(Func *f, LLVMValueRef i);
void arith_to_pointer(Func *f, LLVMValueRef i);
void arith_freeze(Func *f, LLVMValueRef i);
void arith_select(Func *f, LLVMValueRef i);
void arith_extract(Func *f, LLVMValueRef i);
void arith_insert(Func *f, LLVMValueRef i);
void arith_extract_element(Func *f, LLVMValueRef i);
void arith_insert_element(Func *f, LLVMValueRef i);

/* Where a pointer leads: a register or constant, and an offset. */
typedef struct Place {
    Ref base;
    int32_t offset;
} Place;
Place memory_place(Func *f, LLVMValueRef pointer);
/* A point, unless only this thread can reach the memory, or it is read and nobody writes there. */
void memory_point(Func *f, LLVMValueRef pointer, bool reads_only);
uint16_t memory_flags(Func *f, LLVMValueRef i);                 /* of a load or store */
uint16_t memory_order(const Func *f, LLVMAtomicOrdering order); /* as flags */
uint16_t memory_check(const Func *f); /* of a load that decides: FLAG_CHECK or 0 */
/* Is a loaded value an address, or does it decide where control goes? */
bool memory_decides(LLVMValueRef value);
void scope_alloca(Func *f, LLVMValueRef i);
void scope_begin(Func *f, LLVMValueRef alloca);
void scope_end(Func *f, LLVMValueRef alloca);
void scope_restore(Func *f, LLVMValueRef restore, LLVMValueRef mark);

/* leave.c -- objects whose end is not marked. */
void leave_find(Func *f);
void leave_begin_block(Func *f, size_t n);
void leave_instruction(Func *f, LLVMValueRef i); /* before it */
void leave_find_arrays(Func *f);                 /* what alloca makes, to end on every return */
/* alloca is about to make another object: the one before ends with the function, too. */
void leave_keep(Func *f, LLVMValueRef alloca, Ref object);
void leave_free_kept(Func *f);

void memory_load(Func *f, LLVMValueRef i);
void memory_store(Func *f, LLVMValueRef i);
void memory_address(Func *f, LLVMValueRef i);
void memory_copy(Func *f, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes);
void memory_fill(Func *f, LLVMValueRef to, LLVMValueRef byte, LLVMValueRef bytes);
/* The same to a new object that nobody else knows. */
void memory_copy_in(Func *f, Ref to, LLVMValueRef from, uint64_t bytes);
/* The elements of an address computation: a constant offset, and an index for each scale. */
Ref memory_element(Func *f, LLVMValueRef address);

/* undefined.c -- what C leaves undefined. */
/* Does it use a value that clang found to be undefined? */
bool undefined_operand(LLVMValueRef i);
bool undefined_division(LLVMValueRef i); /* one that may go wrong */
/* Is it a shift whose amount may be negative, or too large? */
bool undefined_shift(LLVMValueRef i);
/* Fails where the amount was too large before it was cut off to the width. */
void undefined_check_amount(Func *f, LLVMValueRef i);
/* __builtin_clz, __builtin_ctz: fails if `value`, which is `number`, is zero and must not be. */
void undefined_check_count(Func *f, LLVMValueRef number, LLVMValueRef never_zero, Ref value);
/* Of an array whose length is computed. */
void undefined_check_length(Func *f, LLVMValueRef alloca);
/* Index number n of an address computation leads into an array: what it must be below.  0: it may
 * be anything. */
uint32_t undefined_limit(const Unit *u, LLVMValueRef address, unsigned n);
/* What an index was before clang cut it off to the width of pointers: a `long long` of 2^32 is not 0. */
LLVMValueRef undefined_whole_index(LLVMValueRef index);
/* Fails if a constant index of the pointer is outside of its array. */
void undefined_check_place(Func *f, LLVMValueRef pointer, bool accessed);
/* Fails where the two places of so many bytes overlap. */
void undefined_check_apart(Func *f, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes);
/* __heddle_apart: where what is written overlaps what is read, or is the same. */
void undefined_check_read(Func *f, const LLVMValueRef *args);
/* Can the function end without a value, though it has one?  Then it has a second result, which
 * tells. */
bool undefined_falls(Unit *u, LLVMValueRef function);
/* The same of some function that is called through pointers. */
bool undefined_falls_somewhere(Unit *u);
LLVMValueRef undefined_value(LLVMValueRef function); /* the alloca that it returns, or NULL */
/* Behind a call: fails if there is no value, and it is used. */
void undefined_check_value(Func *f, LLVMValueRef call, Ref fell);
/* The handler of a call that pthread_exit may end; 0: none is needed. */
Label undefined_unwind(Func *f, LLVMValueRef callee);
bool undefined_unwinds(const Func *f); /* may it have one? */
void undefined_end_objects(Func *f);   /* that handler */
/* Is it an address computation that can go wrong? */
bool undefined_index(const Unit *u, LLVMValueRef address);

void atomic_fence(Func *f, LLVMValueRef i);
void atomic_emit_fence(Func *f, LLVMAtomicOrdering order);
void atomic_exchange(Func *f, LLVMValueRef i);
void atomic_update(Func *f, LLVMValueRef i);
/* Is the address `what` kept at `where`?  See __heddle_keeps in lib/intrinsics.h. */
Ref atomic_keeps(Func *f, LLVMValueRef where, LLVMValueRef what);

void call_instruction(Func *f, LLVMValueRef i);
/* The body of a function that has none, but may be called through a pointer. */
void call_made_body(Func *f);
/* What the arguments of x86-64 have taken, in words: where the next one goes.  The area that
 * va_start saves has six registers for words, eight for floats, and then comes the stack. */
typedef struct Registers {
    uint64_t general, floats, memory;
} Registers;
enum { GENERAL_REGISTERS = 6, FLOAT_REGISTERS = 8, FLOAT_BYTES = 16, FLOAT_AT = 48 };
enum { MEMORY_AT = FLOAT_AT + FLOAT_REGISTERS * FLOAT_BYTES };
/* By those before the `...`; of a call, or (`definition`) of the function that is called. */
Registers call_registers(Unit *u, LLVMTypeRef function, LLVMValueRef definition, LLVMValueRef call);
/* Types of the registers of parameters and results, the same for all functions of a type. */
void call_signature(Unit *u, LLVMValueRef function, LLVMTypeRef type, Leaves *params,
                    Leaves *results);

/* A call: of an instruction, or in call_made_body, where the operands are its parameters. */
typedef struct Call {
    LLVMValueRef callee; /* a function */
    LLVMValueRef result; /* the call instruction; NULL: in call_made_body */
    LLVMValueRef *args;
    unsigned count;
    const char *name; /* of the callee */
} Call;
/* known.c: an integer argument, whatever its width, as a type of 64 bits; the text of a literal. */
Ref known_argument(Func *f, LLVMValueRef value, Type want);
const char *known_string(Func *f, LLVMValueRef value, const char *otherwise);
void known_math(Func *f, const Call *call); /* intrinsic.c */
/* event.c */
void event_lower(Func *f, const Call *call);
/* kind.c -- types of functions, as strings of the program; 0: they are not looked at. */
uint32_t kind_of_function(Unit *u, LLVMValueRef function);
uint32_t kind_of_call(Func *f, LLVMValueRef call); /* through a pointer */
/* Fails, and is false, where a function is called by its name as one of another type. */
bool kind_check(Func *f, const Call *call);

/* __atomic_compare_exchange of a struct whose scalars are known: pointers are compared as pointers.
 * False: it is another call, or left to the model. */
bool atomic_exchange_struct(Func *f, const Call *call);

/* jump.c -- setjmp and longjmp. */
bool jump_happens(const Unit *u);
void jump_begin(Func *f);                       /* at the entry */
void jump_mark(Func *f, const Call *call);      /* setjmp */
void jump_throw(Func *f);                       /* longjmp */
void jump_written(Func *f, LLVMValueRef store); /* a variable is */
void jump_end(Func *f);                         /* the function ends */
void jump_land(Func *f);                        /* in a handler: behind setjmp, if this is meant */
void jump_rethrow(Func *f, Ref caught);         /* ... and if it is not */
void jump_refuse(Unit *u, Builder *b, Ref caught); /* where a thread begins */
void jump_free(Func *f);

/* intrinsic.c -- functions of LLVM's own. */
void intrinsic_call(Func *f, const Call *call);

/* known.c -- functions that become instructions.  False: it is none of them. */
bool known_call(Func *f, const Call *call);
/* Is it one, although it has a body? */
bool known_goes_first(Unit *u, LLVMValueRef function);
/* How the depth of atomic regions changes behind this instruction. */
bool known_is(const char *name);         /* or it is an input */
bool known_only_tests(const char *name); /* it asks whether its argument is zero */
int known_depth_change(LLVMValueRef instruction);
int known_old_change(LLVMValueRef instruction); /* ... of \old */
/* Does the result go on?  Sets the result of the call to a register or constant. */
void known_result(Func *f, const Call *call, Ref ref, Type type);

/* input.c -- nondeterministic inputs. */
bool input_call(Func *f, const Call *call);
void input_find_sites(Unit *u);
void input_unwritten(Func *f, LLVMValueRef variable, Ref object); /* what it holds at first */
void input_doubt(Func *f, LLVMValueRef site);                     /* if it is one of them */
/* The function whose result this one returns, without doing anything else, if that is an input. */
const char *input_behind(const Unit *u, LLVMValueRef function);
bool input_is(const char *name); /* a function whose result is an input */
void input_collect(Unit *u);

/* argument.c */

/* The list of what main is called with; the texts are there once argument_store was called. */
uint32_t argument_list(Unit *u, LLVMValueRef main_function, const Leaves *params);
void argument_store(Func *f);

#endif
