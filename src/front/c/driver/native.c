/* native.c -- the binary of replay --native; see c.h.
 *
 * Calls are put in before landmarks, and functions that wait, begin threads or read inputs are
 * replaced by those of lib/native/replay.c: each stands there as REPLACED(name). */
#include <llvm-c/BitWriter.h>
#include <stdlib.h>

#include "base/library.h"
#include "front/c/driver/embed.h"
#include "front/c/driver/landmark.h"

typedef struct Instrument {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef type; /* of heddle_turn */
    LLVMValueRef turn;
    const Landmarks *landmarks;
    VEC(uint32_t) sorted; /* landmarks that some run may pass, by their keys */
    bool *found;
    VEC(LLVMValueRef) places; /* where a call is due */
    VEC(uint32_t) numbers;    /* and of what */
} Instrument;

static int compare(const void *a, const void *b, void *landmarks)
{
    const Landmarks *all = landmarks;
    return strcmp(all->at[*(const uint32_t *)a].key, all->at[*(const uint32_t *)b].key);
}

static void sort_landmarks(Instrument *n)
{
    for (uint32_t k = 1; k < n->landmarks->len; k++)
        if (n->landmarks->at[k].passed)
            vec_push(&n->sorted, k);
    if (n->sorted.len)
        qsort_r(n->sorted.at, n->sorted.len, sizeof *n->sorted.at, compare, (void *)n->landmarks);
}

static uint32_t find_landmark(const Instrument *n, const char *key)
{
    size_t low = 0, high = n->sorted.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(n->landmarks->at[n->sorted.at[middle]].key, key);
        if (!order)
            return n->sorted.at[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

static void note_place(void *self, LLVMValueRef instr, const char *key)
{
    Instrument *n = self;
    uint32_t number = find_landmark(n, key);
    if (!number)
        return;
    vec_push(&n->places, instr);
    vec_push(&n->numbers, number);
    n->found[number] = true;
}

static const char *called(LLVMValueRef i)
{
    size_t len;
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
}

/* time() also writes what it returns: it is replaced. */
static bool is_input(LLVMValueRef i)
{
    const char *name = called(i);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(i));
    return *name && landmark_is_foreign(LLVMGetCalledValue(i)) &&
           (kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
            kind == LLVMDoubleTypeKind || kind == LLVMPointerTypeKind) &&
           (strcmp(name, "heddle_choose") == 0 || (input_is(name) && strcmp(name, "time") != 0));
}

/* An input is what the run chose. */
static void replace_input(Instrument *n, LLVMValueRef call)
{
    LLVMTypeRef wide = LLVMInt64TypeInContext(n->context), want = LLVMTypeOf(call);
    LLVMTypeRef type = LLVMFunctionType(wide, NULL, 0, 0);
    LLVMValueRef input = LLVMGetNamedFunction(n->module, "heddle_input");
    if (!input)
        input = LLVMAddFunction(n->module, "heddle_input", type);
    LLVMValueRef value = LLVMBuildCall2(n->builder, type, input, NULL, 0, "");
    LLVMTypeKind kind = LLVMGetTypeKind(want);
    if (kind == LLVMFloatTypeKind)
        value = LLVMBuildTrunc(n->builder, value, LLVMInt32TypeInContext(n->context), "");
    if (kind == LLVMPointerTypeKind)
        value = LLVMBuildIntToPtr(n->builder, value, want, "");
    else if (kind == LLVMIntegerTypeKind)
        value = LLVMBuildIntCast2(n->builder, value, want, 1, "");
    else
        value = LLVMBuildBitCast(n->builder, value, want, "");
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
}

/* A function of the runtime; it gets numbers and pointers. */
static LLVMValueRef runtime(Instrument *n, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMGetNamedFunction(n->module, name);
    return f ? f : LLVMAddFunction(n->module, name, type);
}

/* llvm.memcpy and the like may be interrupted. */
static void replace_copy(Instrument *n, LLVMValueRef call)
{
    bool fill = strncmp(called(call), "llvm.memset", 11) == 0;
    bool apart = strncmp(called(call), "llvm.memcpy", 11) == 0;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(n->context, 0);
    LLVMTypeRef wide = LLVMInt64TypeInContext(n->context),
                word = LLVMInt32TypeInContext(n->context);
    LLVMTypeRef types[] = {pointer, fill ? word : pointer, wide};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(n->context), types, 3, 0);
    LLVMValueRef args[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
                           LLVMGetOperand(call, 2)};
    if (fill)
        args[1] = LLVMBuildZExt(n->builder, args[1], word, "");
    args[2] = LLVMBuildIntCast2(n->builder, args[2], wide, 0, "");
    const char *name = fill ? "heddle_fill" : apart ? "heddle_copy_apart" : "heddle_copy";
    LLVMValueRef f = runtime(n, name, type);
    LLVMBuildCall2(n->builder, type, f, args, 3, "");
    LLVMInstructionEraseFromParent(call);
}

/* A weak compare-and-exchange that fails for no reason: it expects something else than there is. */
static void fail_exchange(Instrument *n, LLVMValueRef exchange)
{
    LLVMValueRef place = LLVMGetOperand(exchange, 0), expected = LLVMGetOperand(exchange, 1);
    LLVMTypeRef want = LLVMTypeOf(expected), bit = LLVMInt1TypeInContext(n->context);
    LLVMTypeRef type = LLVMFunctionType(bit, NULL, 0, 0);
    LLVMValueRef fails =
        LLVMBuildCall2(n->builder, type, runtime(n, "heddle_fails", type), NULL, 0, "");
    LLVMValueRef there = LLVMBuildLoad2(n->builder, want, place, ""), other;
    LLVMSetOrdering(there, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(there, LLVMGetAlignment(exchange));
    if (LLVMGetTypeKind(want) == LLVMIntegerTypeKind) {
        other = LLVMBuildXor(n->builder, there, LLVMConstInt(want, 1, 0), "");
    } else {
        LLVMValueRef one = LLVMConstInt(LLVMInt64TypeInContext(n->context), 1, 0);
        other = LLVMBuildGEP2(n->builder, LLVMInt8TypeInContext(n->context), there, &one, 1, "");
    }
    LLVMSetOperand(exchange, 1, LLVMBuildSelect(n->builder, fails, other, expected, ""));
}

/* The place of the register among the arguments of heddle_system; -1: it is none of them. */
static int system_register(const char *name, size_t len)
{
    static const char *const names[] = {"{ax}", "{di}", "{si}", "{dx}", "{r10}", "{r8}", "{r9}"};
    if (len == 1 && *name == '0') /* where the result will be */
        return 0;
    for (int k = 0; k < 7; k++)
        if (strlen(names[k]) == len && memcmp(names[k], name, len) == 0)
            return k;
    return -1;
}

/* The operands of the instruction `syscall`; false: it is more than that. */
static bool system_operands(Instrument *n, LLVMValueRef call, LLVMValueRef *args)
{
    size_t len, rest;
    LLVMTypeRef wide = LLVMInt64TypeInContext(n->context);
    const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &len);
    const char *at = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &rest);
    unsigned operand = 0;
    if (len != 7 || memcmp(text, "syscall", 7) != 0 || strncmp(at, "={ax},", 6) != 0 ||
        LLVMTypeOf(call) != wide)
        return false;
    for (int k = 0; k < 7; k++)
        args[k] = LLVMConstInt(wide, 0, 0);
    for (at += 6; *at && *at != '~'; at += len, at += *at == ',') {
        len = strcspn(at, ",");
        int which = system_register(at, len);
        LLVMValueRef value = LLVMGetOperand(call, operand++);
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
        if (which < 0 || (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind))
            return false;
        args[which] = kind == LLVMPointerTypeKind
                          ? LLVMBuildPtrToInt(n->builder, value, wide, "")
                          : LLVMBuildIntCast2(n->builder, value, wide, 1, "");
    }
    return true;
}

static void replace_system_call(Instrument *n, LLVMValueRef call)
{
    enum { COUNT = 7 };
    LLVMValueRef args[COUNT];
    LLVMTypeRef types[COUNT], wide = LLVMInt64TypeInContext(n->context);
    for (int k = 0; k < COUNT; k++)
        types[k] = wide;
    if (!system_operands(n, call, args))
        return;
    LLVMTypeRef type = LLVMFunctionType(wide, types, COUNT, 0);
    LLVMValueRef f = runtime(n, "heddle_system", type);
    LLVMReplaceAllUsesWith(call, LLVMBuildCall2(n->builder, type, f, args, COUNT, ""));
    LLVMInstructionEraseFromParent(call);
}

static void put_calls(Instrument *n)
{
    LLVMTypeRef word = LLVMInt32TypeInContext(n->context);
    n->type = LLVMFunctionType(LLVMVoidTypeInContext(n->context), &word, 1, 0);
    n->turn = LLVMAddFunction(n->module, "heddle_turn", n->type);
    for (size_t k = 0; k < n->places.len; k++) {
        LLVMPositionBuilderBefore(n->builder, n->places.at[k]);
        LLVMSetCurrentDebugLocation2(n->builder, LLVMInstructionGetDebugLoc(n->places.at[k]));
        LLVMValueRef number = LLVMConstInt(word, n->numbers.at[k], 0);
        LLVMBuildCall2(n->builder, n->type, n->turn, &number, 1, "");
        LLVMValueRef at = n->places.at[k];
        if (is_input(at))
            replace_input(n, at);
        else if (LLVMIsACallInst(at) && strncmp(called(at), "llvm.mem", 8) == 0)
            replace_copy(n, at);
        else if (LLVMIsAAtomicCmpXchgInst(at) && LLVMGetWeak(at))
            fail_exchange(n, at);
        else if (LLVMIsACallInst(at) && LLVMIsAInlineAsm(LLVMGetCalledValue(at)))
            replace_system_call(n, at);
    }
}

static bool is_replaced(const char *name, bool allocates)
{
    char text[256];
    const char *kinds[] = {"REPLACED", allocates ? "REPLACED_ALLOCATOR" : NULL};
    for (int k = 0; k < 2; k++) {
        int len = snprintf(text, sizeof text, "\n%s(%s)", kinds[k] ? kinds[k] : "", name);
        if (kinds[k] && len < (int)sizeof text && strstr(embed_replay(), text))
            return true;
    }
    return false;
}

static void replace_functions(Instrument *n, bool allocates)
{
    char name[512];
    for (LLVMValueRef f = LLVMGetFirstFunction(n->module); f; f = LLVMGetNextFunction(f)) {
        size_t len;
        const char *old = LLVMGetValueName2(f, &len);
        if (!landmark_is_foreign(f) || len > 256 || !is_replaced(old, allocates))
            continue;
        snprintf(name, sizeof name, "heddle_native_%s", old);
        LLVMSetValueName2(f, name, strlen(name));
    }
}

static bool write_module(Instrument *n, const char *bitcode, bool allocates, Diag *diag)
{
    sort_landmarks(n);
    landmark_walk(n->module, note_place, n);
    put_calls(n);
    replace_functions(n, allocates);
    if (LLVMWriteBitcodeToFile(n->module, bitcode) == 0)
        return true;
    diag_error(diag, (Pos){0}, "cannot write %s", bitcode);
    return false;
}

const char *c_replay_runtime(void)
{
    return embed_replay();
}

bool c_instrument(Sources *sources, const int *files, size_t count, const COptions *options,
                  const Landmarks *landmarks, bool *found, const char *bitcode, Diag *diag)
{
    Annotations annotations = {.sources = sources, .options = options, .diag = diag};
    Instrument n = {.context = LLVMContextCreate(), .landmarks = landmarks, .found = found};
    Arena arena = {0};
    Names used = {0};
    bool written = false;
    n.module = driver_compile(n.context, &annotations, files, count, &arena, &used, NULL);
    if (n.module) {
        n.builder = LLVMCreateBuilderInContext(n.context);
        written = write_module(&n, bitcode, options->malloc_may_fail, diag);
        LLVMDisposeBuilder(n.builder);
        LLVMDisposeModule(n.module);
    }
    LLVMContextDispose(n.context);
    annotate_free(&annotations);
    vec_free(&n.sorted);
    vec_free(&n.places);
    vec_free(&n.numbers);
    vec_free(&used);
    arena_free(&arena);
    return written;
}
