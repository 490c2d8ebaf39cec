/* address.c -- see address.h.  One pass over all instructions, with union-find. */
#include "front/c/lower/address.h"

#include <string.h>

#include "front/c/lower/func.h"

static uint32_t root(Addresses *a, uint32_t node)
{
    while (a->classes.at[node].parent != node) {
        uint32_t up = a->classes.at[node].parent;
        a->classes.at[node].parent = a->classes.at[up].parent;
        node = up;
    }
    return node;
}

static uint32_t node_of(Addresses *a, const void *key)
{
    uint32_t node = map_get(&a->nodes, key);
    if (!node) {
        node = (uint32_t)a->classes.len;
        vec_push(&a->classes, ((AddressClass){.parent = node}));
        map_put(&a->nodes, key, node);
    }
    return root(a, node);
}

static void join(Addresses *a, const void *x, const void *y)
{
    if (!x || !y)
        return;
    uint32_t p = node_of(a, x), q = node_of(a, y);
    a->classes.at[p].parent = q;
    a->classes.at[q].from |= a->classes.at[p].from;
    a->classes.at[q].to |= a->classes.at[p].to;
    a->classes.at[q].number |= a->classes.at[p].number;
    a->classes.at[q].casts |= a->classes.at[p].casts;
    a->classes.at[q].measured |= a->classes.at[p].measured;
    a->classes.at[q].read |= a->classes.at[p].read;
}

static bool is_word(const Addresses *a, LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == a->bits;
}

/* A value that can be in a class; NULL for constants and other types. */
static const void *word(const Addresses *a, LLVMValueRef value)
{
    return !LLVMIsConstant(value) && is_word(a, LLVMTypeOf(value)) ? value : NULL;
}

/* The address of a variable, as a number. */
static bool is_constant_address(LLVMValueRef value)
{
    return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt;
}

/* The value goes to the class of the key. */
static void flow(Addresses *a, LLVMValueRef value, const void *key)
{
    join(a, word(a, value), key);
    if (key && is_constant_address(value) && is_word(a, LLVMTypeOf(value))) {
        uint32_t node = node_of(a, key);
        a->classes.at[node].from = a->classes.at[node].casts = true;
    }
}

/* A variable of 128 bits, or a union or struct of nothing but that. */
static bool is_wide_variable(LLVMValueRef pointer)
{
    LLVMTypeRef type = LLVMIsAAllocaInst(pointer)       ? LLVMGetAllocatedType(pointer)
                       : LLVMIsAGlobalVariable(pointer) ? LLVMGlobalGetValueType(pointer)
                                                        : NULL;
    while (type && LLVMGetTypeKind(type) == LLVMStructTypeKind)
        type = LLVMCountStructElementTypes(type) == 1 ? LLVMStructGetTypeAtIndex(type, 0) : NULL;
    return type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 128;
}

/* Word 0 or 1 of a variable of 128 bits, one by one: so clang passes them to functions, and so the
 * operands of cmpxchg16b are put together.  2: it is none. */
static unsigned word_of_wide(LLVMValueRef pointer)
{
    if (is_wide_variable(pointer))
        return 0;
    if (!LLVMIsAGetElementPtrInst(pointer) || !is_wide_variable(LLVMGetOperand(pointer, 0)))
        return 2;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    int last = LLVMGetNumOperands(pointer) - 1;
    bool pair = LLVMGetTypeKind(type) == LLVMStructTypeKind && last == 2 &&
                LLVMCountStructElementTypes(type) == 2;
    bool words = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64;
    LLVMValueRef index = LLVMGetOperand(pointer, (unsigned)last);
    bool known = (pair || words) && LLVMIsAConstantInt(index);
    return known && LLVMConstIntGetZExtValue(index) < 2 ? (unsigned)LLVMConstIntGetZExtValue(index)
                                                        : 2;
}

/* A step into memory; that of a global variable (`a.next`) is a constant. */
static bool is_step(LLVMValueRef pointer)
{
    return LLVMIsAGetElementPtrInst(pointer) ||
           (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);
}

static const void *field_key(LLVMTypeRef type, unsigned long long field)
{
    return (const char *)type + 1 + field;
}

/* A struct of the program: clang names them so. */
static bool is_struct(LLVMTypeRef type)
{
    static const char STRUCT[] = "struct.";
    const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
    return name && strncmp(name, STRUCT, strlen(STRUCT)) == 0 && LLVMCountStructElementTypes(type);
}

/* The innermost struct whose first member a variable begins with: to that clang makes no step.  NULL: there is none. */
static LLVMTypeRef first_struct(LLVMValueRef variable)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(variable), inner = NULL;
    for (; is_struct(type); type = LLVMStructGetTypeAtIndex(type, 0))
        inner = type;
    return inner;
}

/* The memory that a pointer leads to, as a key; NULL: it has no name.  One of several pointers (`c ? &a->x : &b->y`)
 * is a key itself: visit_choice joins what they lead to. */
static const void *memory_key(const Addresses *a, LLVMValueRef pointer)
{
    unsigned wide = word_of_wide(pointer);
    if (wide < 2)
        return &a->wide[wide];
    if (LLVMIsAGlobalVariable(pointer) && first_struct(pointer))
        return field_key(first_struct(pointer), 0);
    if (LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer) || LLVMIsAPHINode(pointer) ||
        LLVMIsASelectInst(pointer))
        return pointer;
    if (!is_step(pointer) || LLVMGetNumOperands(pointer) < 3)
        return NULL;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    LLVMValueRef field = LLVMGetOperand(pointer, 2);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMGetNumOperands(pointer) != 3)
        return NULL;
    return field_key(type, LLVMConstIntGetZExtValue(field));
}

static bool tests_equality(LLVMValueRef i)
{
    return LLVMGetICmpPredicate(i) == LLVMIntEQ || LLVMGetICmpPredicate(i) == LLVMIntNE;
}

/* Addresses are compared as such: for being equal, and by `<` of numbers without a sign. */
static bool compares_addresses(LLVMValueRef i)
{
    switch (LLVMGetICmpPredicate(i)) {
    case LLVMIntEQ:
    case LLVMIntNE:
    case LLVMIntUGT:
    case LLVMIntUGE:
    case LLVMIntULT:
    case LLVMIntULE:
        return true;
    case LLVMIntSGT:
    case LLVMIntSGE:
    case LLVMIntSLT:
    case LLVMIntSLE:
        break;
    }
    return false;
}

/* A comparison does not need the number that an address would be; all that visit does not know
 * as a flow needs one. */
static void visit_other(Addresses *a, LLVMValueRef i, LLVMOpcode op)
{
    bool compared = op == LLVMICmp && compares_addresses(i);
    bool word_of_two = op == LLVMZExt && wide_is(i); /* which stays a pointer */
    bool measures = op == LLVMMul || op == LLVMSDiv || op == LLVMUDiv || op == LLVMSRem ||
                    op == LLVMURem || (op == LLVMICmp && !tests_equality(i)) || op == LLVMSIToFP ||
                    op == LLVMUIToFP;
    for (int k = 0; k < LLVMGetNumOperands(i) && !word_of_two; k++)
        if (word(a, LLVMGetOperand(i, (unsigned)k))) {
            uint32_t node = node_of(a, LLVMGetOperand(i, (unsigned)k));
            a->classes.at[node].number |= !compared;
            a->classes.at[node].measured |= measures;
        }
}

static void visit_call(Addresses *a, LLVMValueRef call)
{
    size_t len;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) &&
        known_only_tests(LLVMGetValueName2(callee, &len)))
        return;
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee)) {
        visit_other(a, call, LLVMCall);
        return;
    }
    join(a, word(a, call), callee);
    unsigned params = LLVMCountParams(callee), args = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < params && i < args; i++)
        flow(a, LLVMGetOperand(call, i), word(a, LLVMGetParam(callee, i)));
}

static void visit_return(Addresses *a, LLVMValueRef instruction)
{
    if (LLVMGetNumOperands(instruction) == 1)
        flow(a, LLVMGetOperand(instruction, 0),
             LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)));
}

static void visit_choice(Addresses *a, LLVMValueRef choice, LLVMValueRef one)
{
    if (LLVMGetTypeKind(LLVMTypeOf(choice)) == LLVMPointerTypeKind)
        join(a, choice, memory_key(a, one));
    else
        flow(a, one, word(a, choice));
}

static void visit_phi(Addresses *a, LLVMValueRef phi)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        visit_choice(a, phi, LLVMGetIncomingValue(phi, i));
}

/* Does the memory hold pointers, by its type or that of the access? */
static bool holds_pointers(LLVMValueRef pointer, LLVMTypeRef accessed)
{
    LLVMTypeRef type = LLVMIsAAllocaInst(pointer)       ? LLVMGetAllocatedType(pointer)
                       : LLVMIsAGlobalVariable(pointer) ? LLVMGlobalGetValueType(pointer)
                                                        : NULL;
    if (type && LLVMIsAGlobalVariable(pointer) && first_struct(pointer))
        type = LLVMStructGetTypeAtIndex(first_struct(pointer), 0);
    if (is_step(pointer) && word_of_wide(pointer) == 2)
        type = LLVMStructGetTypeAtIndex(
            LLVMGetGEPSourceElementType(pointer),
            (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 2)));
    return (type && LLVMGetTypeKind(type) == LLVMPointerTypeKind) ||
           LLVMGetTypeKind(accessed) == LLVMPointerTypeKind;
}

static void visit_access(Addresses *a, LLVMValueRef access, LLVMValueRef pointer,
                         unsigned first_value, unsigned values)
{
    const void *memory = memory_key(a, pointer);
    LLVMTypeRef type = LLVMTypeOf(values ? LLVMGetOperand(access, first_value) : access);
    if (memory && holds_pointers(pointer, type)) {
        uint32_t node = node_of(a, memory);
        a->classes.at[node].from = a->classes.at[node].to = true;
    }
    for (unsigned i = 0; i < values; i++)
        flow(a, LLVMGetOperand(access, first_value + i), memory);
    join(a, word(a, access), memory);
    if ((!memory || is_step(pointer)) && word(a, access)) {
        uint32_t node = node_of(a, access);
        a->classes.at[node].read = true;
    }
}

/* The old value that a cmpxchg has found is of the kind that it compares with and leaves there. */
static void visit_extract(Addresses *a, LLVMValueRef extract)
{
    LLVMValueRef from = LLVMGetOperand(extract, 0);
    if (!LLVMIsAAtomicCmpXchgInst(from))
        return;
    join(a, word(a, extract), memory_key(a, LLVMGetOperand(from, 0)));
    flow(a, LLVMGetOperand(from, 1), word(a, extract));
    flow(a, LLVMGetOperand(from, 2), word(a, extract));
}

static void visit_operands(Addresses *a, LLVMValueRef instruction, unsigned first, unsigned count)
{
    for (unsigned i = first; i < first + count; i++)
        flow(a, LLVMGetOperand(instruction, i), word(a, instruction));
}

/* An exchange finds what another one has left there, also where nobody knows what the memory is. */
static void visit_update(Addresses *a, LLVMValueRef update)
{
    visit_access(a, update, LLVMGetOperand(update, 0), 1, 1);
    if (LLVMGetAtomicRMWBinOp(update) == LLVMAtomicRMWBinOpXchg)
        visit_operands(a, update, 1, 1);
}

static void visit(Addresses *a, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op == LLVMPtrToInt && word(a, i)) {
        uint32_t node = node_of(a, i);
        a->classes.at[node].from = a->classes.at[node].casts = true;
    } else if (op == LLVMIntToPtr && word(a, LLVMGetOperand(i, 0))) {
        uint32_t node = node_of(a, LLVMGetOperand(i, 0));
        a->classes.at[node].to = a->classes.at[node].casts = true;
    } else if (op == LLVMAdd || op == LLVMAnd || op == LLVMOr || op == LLVMXor)
        visit_operands(a, i, 0, 2);
    else if (op == LLVMSub || op == LLVMFreeze)
        visit_operands(a, i, 0, 1);
    else if (op == LLVMSelect) {
        visit_choice(a, i, LLVMGetOperand(i, 1));
        visit_choice(a, i, LLVMGetOperand(i, 2));
    } else if (op == LLVMPHI)
        visit_phi(a, i);
    else if (op == LLVMCall)
        visit_call(a, i);
    else if (op == LLVMRet)
        visit_return(a, i);
    else if (op == LLVMLoad)
        visit_access(a, i, LLVMGetOperand(i, 0), 0, 0);
    else if (op == LLVMStore)
        visit_access(a, i, LLVMGetOperand(i, 1), 0, 1);
    else if (op == LLVMAtomicRMW)
        visit_update(a, i);
    else if (op == LLVMAtomicCmpXchg)
        visit_access(a, i, LLVMGetOperand(i, 0), 1, 2);
    else if (op == LLVMExtractValue)
        visit_extract(a, i);
    else
        visit_other(a, i, op);
}

/* NULL: it has none. */
static AddressClass *class_of(Addresses *a, const void *key)
{
    uint32_t node = key ? map_get(&a->nodes, key) : 0;
    return node ? &a->classes.at[root(a, node)] : NULL;
}

static bool is_address(Addresses *a, const void *key)
{
    const AddressClass *class = class_of(a, key);
    /* The number of a union with a pointer, which is one or the other. */
    if (class && !class->casts && class->measured)
        return false;
    return class && class->from && (class->to || !class->number);
}

/* What is read somewhere, and becomes a pointer or is compared with an address, is taken for one, unless it is
 * used as a number. */
static void visit_read(Addresses *a, LLVMValueRef i)
{
    bool compares = LLVMIsAICmpInst(i) && compares_addresses(i);
    for (unsigned k = 0; k < 2 && compares; k++) {
        AddressClass *class = class_of(a, word(a, LLVMGetOperand(i, k)));
        if (class && class->read && is_address(a, word(a, LLVMGetOperand(i, 1 - k))))
            class->from = class->casts = true;
    }
    AddressClass *class = class_of(a, word(a, i));
    if (class && class->read && class->to && !class->number)
        class->from = true;
}

typedef void Visitor(Addresses *, LLVMValueRef);

static void visit_all(Addresses *a, LLVMModuleRef module, const Map *reached, Visitor *visitor)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && map_get(reached, b);
                 i = LLVMGetNextInstruction(i))
                visitor(a, i);
}

/* What a global variable holds at the beginning, members of structs, too. */
static void visit_initial(Addresses *a, LLVMValueRef value, const void *key)
{
    flow(a, value, key);
    if (!LLVMIsAConstantStruct(value) && !LLVMIsAConstantArray(value))
        return;
    LLVMTypeRef type = LLVMTypeOf(value);
    for (int k = 0; k < LLVMGetNumOperands(value); k++)
        visit_initial(a, LLVMGetOperand(value, (unsigned)k),
                      is_struct(type) ? field_key(type, (unsigned)k) : NULL);
}

void address_find(Addresses *a, LLVMModuleRef module, const Map *reached, unsigned pointer_bits)
{
    a->bits = pointer_bits;
    vec_push(&a->classes, (AddressClass){0});
    for (unsigned k = 0; k < 2; k++)
        if (a->wide[k]) {
            uint32_t node = node_of(a, &a->wide[k]);
            a->classes.at[node].from = a->classes.at[node].to = true;
            a->classes.at[node].casts = true;
        }
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetInitializer(g))
            visit_initial(a, LLVMGetInitializer(g), memory_key(a, g));
    visit_all(a, module, reached, visit);
    visit_all(a, module, reached, visit_read);
}

bool address_is(Addresses *a, LLVMValueRef value)
{
    return is_address(a, value);
}

bool address_is_memory(Addresses *a, LLVMValueRef pointer)
{
    return is_address(a, memory_key(a, pointer));
}

void address_free(Addresses *a)
{
    map_free(&a->nodes);
    vec_free(&a->classes);
}
