/* wide.c -- see wide.h. */
#include "front/c/driver/wide.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WIDE = 128, WORD = 64 };

typedef struct Rewrite {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef b;
    LLVMTypeRef word, wide, pair;
    LLVMTypeRef real, single; /* double, float */
    bool narrow;              /* 32 bits */
} Rewrite;

/* The two words of a number. */
typedef struct Halves {
    LLVMValueRef low, high;
} Halves;

static bool is_wide(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == WIDE;
}

static Halves split(Rewrite *r, LLVMValueRef value)
{
    LLVMValueRef by = LLVMConstInt(r->wide, WORD, false);
    LLVMValueRef high = LLVMBuildLShr(r->b, value, by, "");
    return (Halves){LLVMBuildTrunc(r->b, value, r->word, ""),
                    LLVMBuildTrunc(r->b, high, r->word, "")};
}

static LLVMValueRef join(Rewrite *r, LLVMValueRef pair)
{
    LLVMValueRef low = LLVMBuildExtractValue(r->b, pair, 0, "");
    LLVMValueRef high = LLVMBuildExtractValue(r->b, pair, 1, "");
    LLVMValueRef by = LLVMConstInt(r->wide, WORD, false);
    high = LLVMBuildShl(r->b, LLVMBuildZExt(r->b, high, r->wide, ""), by, "");
    return LLVMBuildOr(r->b, LLVMBuildZExt(r->b, low, r->wide, ""), high, "");
}

static LLVMValueRef call(Rewrite *r, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                         unsigned count)
{
    LLVMTypeRef types[5];
    char full[64];
    for (unsigned k = 0; k < count; k++)
        types[k] = LLVMTypeOf(args[k]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    snprintf(full, sizeof full, "__heddle_wide_%s", name);
    LLVMValueRef function = LLVMGetNamedFunction(r->module, full);
    if (!function)
        function = LLVMAddFunction(r->module, full, type);
    return LLVMBuildCall2(r->b, type, function, args, count, "");
}

/* Memory of the function, for as long as it runs. */
static LLVMValueRef place_pair(Rewrite *r)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(r->b);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(r->context);
    LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(here));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(first));
    LLVMValueRef place = LLVMBuildAlloca(b, r->pair, "");
    LLVMDisposeBuilder(b);
    return place;
}

/* A function that returns two words: in two registers, or with 32 bits through a pointer. */
static LLVMValueRef call_pair(Rewrite *r, const char *name, LLVMValueRef *args, unsigned count)
{
    if (!r->narrow)
        return call(r, name, r->pair, args, count);
    LLVMValueRef all[5] = {place_pair(r)};
    memcpy(all + 1, args, count * sizeof *args);
    call(r, name, LLVMVoidTypeInContext(r->context), all, count + 1);
    return LLVMBuildLoad2(r->b, r->pair, all[0], "");
}

/* ---- one instruction ---- */

/* The functions of lib/wide.c. */
typedef struct Operation {
    LLVMOpcode op;
    const char *name, *checked; /* checked: where overflow is undefined */
} Operation;
static const Operation operations[] = {
    {LLVMAdd, "add", "add_signed"}, {LLVMSub, "sub", "sub_signed"}, {LLVMMul, "mul", "mul_signed"},
    {LLVMUDiv, "udiv", NULL},       {LLVMSDiv, "sdiv", NULL},       {LLVMURem, "urem", NULL},
    {LLVMSRem, "srem", NULL},       {LLVMShl, "shl", NULL},         {LLVMLShr, "lshr", NULL},
    {LLVMAShr, "ashr", NULL},
};

/* NULL: there is none, or the operation stays. */
static const char *operation(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool shifts = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
    if (shifts && LLVMIsAConstantInt(LLVMGetOperand(i, 1)))
        return NULL;
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        if (operations[k].op == op)
            return operations[k].checked && LLVMGetNSW(i) ? operations[k].checked
                                                          : operations[k].name;
    return NULL;
}

static LLVMValueRef binary(Rewrite *r, LLVMValueRef i, const char *name)
{
    Halves a = split(r, LLVMGetOperand(i, 0)), b = split(r, LLVMGetOperand(i, 1));
    LLVMValueRef args[] = {a.low, a.high, b.low, b.high};
    return join(r, call_pair(r, name, args, 4));
}

/* The upper words decide, unless they are the same: then the lower ones, which have no sign. */
static LLVMValueRef compare(Rewrite *r, LLVMValueRef i)
{
    static const struct {
        LLVMIntPredicate high, low;
    } predicates[] = {
        [LLVMIntUGT] = {LLVMIntUGT, LLVMIntUGT}, [LLVMIntUGE] = {LLVMIntUGT, LLVMIntUGE},
        [LLVMIntULT] = {LLVMIntULT, LLVMIntULT}, [LLVMIntULE] = {LLVMIntULT, LLVMIntULE},
        [LLVMIntSGT] = {LLVMIntSGT, LLVMIntUGT}, [LLVMIntSGE] = {LLVMIntSGT, LLVMIntUGE},
        [LLVMIntSLT] = {LLVMIntSLT, LLVMIntULT}, [LLVMIntSLE] = {LLVMIntSLT, LLVMIntULE},
    };
    LLVMIntPredicate low = predicates[LLVMGetICmpPredicate(i)].low;
    LLVMIntPredicate strict = predicates[LLVMGetICmpPredicate(i)].high;
    Halves a = split(r, LLVMGetOperand(i, 0)), b = split(r, LLVMGetOperand(i, 1));
    LLVMValueRef same = LLVMBuildICmp(r->b, LLVMIntEQ, a.high, b.high, "");
    LLVMValueRef below = LLVMBuildICmp(r->b, low, a.low, b.low, "");
    LLVMValueRef above = LLVMBuildICmp(r->b, strict, a.high, b.high, "");
    return LLVMBuildOr(r->b, above, LLVMBuildAnd(r->b, same, below, ""), "");
}

static LLVMValueRef to_float(Rewrite *r, LLVMValueRef i)
{
    bool sign = LLVMGetInstructionOpcode(i) == LLVMSIToFP;
    bool single = LLVMTypeOf(i) == r->single;
    Halves a = split(r, LLVMGetOperand(i, 0));
    LLVMValueRef args[] = {a.low, a.high};
    const char *name = single ? sign ? "to_float_signed" : "to_float"
                       : sign ? "to_double_signed"
                              : "to_double";
    return call(r, name, LLVMTypeOf(i), args, 2);
}

static LLVMValueRef from_float(Rewrite *r, LLVMValueRef i)
{
    bool sign = LLVMGetInstructionOpcode(i) == LLVMFPToSI;
    LLVMValueRef value = LLVMGetOperand(i, 0);
    if (LLVMTypeOf(value) == r->single)
        value = LLVMBuildFPExt(r->b, value, r->real, "");
    return join(r, call_pair(r, sign ? "from_double_signed" : "from_double", &value, 1));
}

/* The operation of llvm.smul.with.overflow.i128 and its like, as "smul"; their numbers may also have
 * fewer bits, from 65.  NULL: it is something else. */
static const char *overflow_of(LLVMValueRef i)
{
    static const char *const names[] = {"sadd", "ssub", "smul", "uadd", "usub", "umul"};
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    size_t length = 0;
    const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
    if (strncmp(name, "llvm.", strlen("llvm.")) != 0 || !strstr(name, ".with.overflow."))
        return NULL;
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) <= WORD ||
        LLVMGetIntTypeWidth(type) > WIDE)
        return NULL;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strncmp(name + strlen("llvm."), names[k], strlen(names[k])) == 0)
            return names[k];
    return NULL;
}

static LLVMValueRef extended(Rewrite *r, LLVMValueRef value, bool sign)
{
    if (is_wide(LLVMTypeOf(value)))
        return value;
    return sign ? LLVMBuildSExt(r->b, value, r->wide, "") : LLVMBuildZExt(r->b, value, r->wide, "");
}

/* The parts of a pair take the place of what is read from it: as a part of a pair a number of 128
 * bits might be taken for the struct that it could be. */
static void put_parts(LLVMValueRef pair, LLVMValueRef first, LLVMValueRef second)
{
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(pair); use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!LLVMIsAExtractValueInst(user))
            continue;
        LLVMReplaceAllUsesWith(user, *LLVMGetIndices(user) ? second : first);
        LLVMInstructionEraseFromParent(user);
    }
}

/* The result, and whether it does not fit: 128 bits, or the fewer ones of its type. */
static LLVMValueRef with_overflow(Rewrite *r, LLVMValueRef i, const char *name)
{
    bool sign = name[0] == 's';
    char question[32];
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0)), bit = LLVMInt1TypeInContext(r->context);
    Halves a = split(r, extended(r, LLVMGetOperand(i, 0), sign));
    Halves b = split(r, extended(r, LLVMGetOperand(i, 1), sign));
    LLVMValueRef args[] = {a.low, a.high, b.low, b.high};
    snprintf(question, sizeof question, "%s_overflows", name);
    LLVMValueRef result = join(r, call_pair(r, name + 1, args, 4));
    LLVMValueRef over = call(r, question, bit, args, 4);
    if (!is_wide(type)) {
        LLVMValueRef whole = result;
        result = LLVMBuildTrunc(r->b, whole, type, "");
        LLVMValueRef cut = LLVMBuildICmp(r->b, LLVMIntNE, whole, extended(r, result, sign), "");
        over = LLVMBuildOr(r->b, over, cut, "");
    }
    put_parts(i, result, over);
    if (!LLVMGetFirstUse(i))
        return LLVMGetUndef(LLVMTypeOf(i));
    LLVMValueRef both = LLVMBuildInsertValue(r->b, LLVMGetUndef(LLVMTypeOf(i)), result, 0, "");
    return LLVMBuildInsertValue(r->b, both, over, 1, "");
}

/* What takes the place of an instruction; NULL: it stays. */
static LLVMValueRef replacement(Rewrite *r, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef a = LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
    bool wide = is_wide(LLVMTypeOf(i));
    const char *name = wide ? operation(i) : NULL;
    LLVMTypeRef real = wide ? a ? LLVMTypeOf(a) : NULL : LLVMTypeOf(i);
    bool known = real == r->real || real == r->single;
    const char *overflow = overflow_of(i);
    if (name)
        return binary(r, i, name);
    if (overflow)
        return with_overflow(r, i, overflow);
    if (op == LLVMICmp && is_wide(LLVMTypeOf(a)) && LLVMGetICmpPredicate(i) > LLVMIntNE)
        return compare(r, i);
    if ((op == LLVMSIToFP || op == LLVMUIToFP) && is_wide(LLVMTypeOf(a)) && known)
        return to_float(r, i);
    if ((op == LLVMFPToSI || op == LLVMFPToUI) && wide && known)
        return from_float(r, i);
    return NULL;
}

static void rewrite_block(Rewrite *r, LLVMBasicBlockRef block)
{
    LLVMValueRef next;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
        LLVMPositionBuilderBefore(r->b, i);
        LLVMSetCurrentDebugLocation2(r->b, LLVMInstructionGetDebugLoc(i));
        LLVMValueRef instead = replacement(r, i);
        next = LLVMGetNextInstruction(i); /* put_parts removes some */
        if (!instead)
            continue;
        LLVMReplaceAllUsesWith(i, instead);
        LLVMInstructionEraseFromParent(i);
    }
}

void wide_rewrite(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef word = LLVMIntTypeInContext(context, WORD), words[] = {word, word};
    Rewrite r = {.context = context,
                 .module = module,
                 .b = LLVMCreateBuilderInContext(context),
                 .word = word,
                 .wide = LLVMIntTypeInContext(context, WIDE),
                 .pair = LLVMStructTypeInContext(context, words, 2, false),
                 .real = LLVMDoubleTypeInContext(context),
                 .single = LLVMFloatTypeInContext(context),
                 .narrow = LLVMPointerSize(LLVMGetModuleDataLayout(module)) == 4};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            rewrite_block(&r, b);
    LLVMDisposeBuilder(r.b);
}
