/* landmark.c -- see landmark.h. */
#include "front/c/driver/landmark.h"

#include "front/c/driver/driver.h"

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* The function that is called by name; "": none is. */
static const char *callee_name(LLVMValueRef call)
{
    size_t len;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    while (LLVMIsAGlobalAlias(callee))
        callee = LLVMAliasGetAliasee(callee);
    return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
}

/* Not what sanitizers and annotations add.  Assembly is called: it may wait, as the kernel does. */
static bool is_call(LLVMValueRef i)
{
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
        return true;
    const char *name = callee_name(i);
    if (starts_with(name, "llvm."))
        return starts_with(name, "llvm.mem");
    if (starts_with(name, "__heddle_"))
        return starts_with(name, "__heddle_cleanup_");
    return !starts_with(name, "__ubsan_") && !starts_with(name, "__asan_");
}

static bool block_starts_with(LLVMBasicBlockRef block, const char *start)
{
    return starts_with(LLVMGetBasicBlockName(block), start);
}

/* Where a loop may go round; not what UBSan checks. */
static bool is_branch(LLVMValueRef i)
{
    for (unsigned k = 0; k < LLVMGetNumSuccessors(i); k++)
        if (block_starts_with(LLVMGetSuccessor(i, k), "handler."))
            return false;
    return !block_starts_with(LLVMGetInstructionParent(i), "handler.");
}

static bool is_landmark(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    return op == LLVMLoad || op == LLVMStore || op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg ||
           (op == LLVMCall && is_call(i)) || (op == LLVMBr && is_branch(i));
}

/* Behind the variables; NULL: it has no body. */
static LLVMValueRef first_instruction(LLVMValueRef function)
{
    LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
    LLVMValueRef i = block ? LLVMGetFirstInstruction(block) : NULL;
    while (i && LLVMIsAAllocaInst(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

static void walk_function(LLVMValueRef function, LandmarkVisit *visit, void *self)
{
    Map counts = {0};
    size_t len;
    const char *name = LLVMGetValueName2(function, &len);
    char *key = memory_alloc(len + 64);
    LLVMValueRef entry = first_instruction(function);
    snprintf(key, len + 64, "%s entry", name);
    if (entry)
        visit(self, entry, key);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMMetadataRef at = is_landmark(i) ? LLVMInstructionGetDebugLoc(i) : NULL;
            if (!at)
                continue;
            unsigned line = LLVMDILocationGetLine(at), column = LLVMDILocationGetColumn(at);
            unsigned op = LLVMGetInstructionOpcode(i);
            uintptr_t place = ((uintptr_t)line << 24) ^ ((uintptr_t)column << 8) ^ op;
            uint32_t count = map_get(&counts, (const void *)place);
            map_put(&counts, (const void *)place, count + 1);
            snprintf(key, len + 64, "%s %u %u:%u %u", name, op, line, column, count);
            visit(self, i, key);
        }
    memory_free(key);
    map_free(&counts);
}

void landmark_walk(LLVMModuleRef module, LandmarkVisit *visit, void *self)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        walk_function(f, visit, self);
}

/* Numbers are kept with the instructions: some are copied into callers. */

typedef struct Numbering {
    LLVMContextRef context;
    unsigned kind, entry;
    Arena *arena;
    Landmarks *landmarks;
} Numbering;

static unsigned metadata_kind(LLVMContextRef context)
{
    return LLVMGetMDKindIDInContext(context, "heddle.landmark", 15);
}

/* The first instruction may be a landmark itself. */
static unsigned metadata_entry(LLVMContextRef context)
{
    return LLVMGetMDKindIDInContext(context, "heddle.entry", 12);
}

bool landmark_is_foreign(LLVMValueRef function)
{
    return LLVMIsDeclaration(function) ||
           LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage;
}

static void give_number(void *self, LLVMValueRef instr, const char *key)
{
    Numbering *n = self;
    LLVMTypeRef type = LLVMInt32TypeInContext(n->context);
    LLVMMetadataRef number =
        LLVMValueAsMetadata(LLVMConstInt(type, (unsigned long long)n->landmarks->len, 0));
    LLVMMetadataRef node = LLVMMDNodeInContext2(n->context, &number, 1);
    bool entry = strcmp(key + strlen(key) - 5, "entry") == 0;
    LLVMSetMetadata(instr, entry ? n->entry : n->kind, LLVMMetadataAsValue(n->context, node));
    Landmark landmark = {.key = arena_copy(n->arena, key, strlen(key))};
    if (LLVMIsACallInst(instr) && !entry) {
        LLVMValueRef callee = LLVMGetCalledValue(instr);
        const char *name = callee_name(instr);
        if (LLVMIsAInlineAsm(callee))
            landmark.callee = "assembly";
        if (LLVMIsAFunction(callee) && landmark_is_foreign(callee) && !starts_with(name, "llvm."))
            landmark.callee = arena_copy(n->arena, name, strlen(name));
    }
    vec_push(n->landmarks, landmark);
}

void landmark_number(LLVMModuleRef module, Arena *arena, Landmarks *landmarks)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    Numbering n = {context, metadata_kind(context), metadata_entry(context), arena, landmarks};
    vec_push(landmarks, (Landmark){.key = ""});
    vec_push(landmarks, ((Landmark){.key = "main", .callee = "main"}));
    vec_push(landmarks, ((Landmark){.key = "copy"}));
    vec_push(landmarks, ((Landmark){.key = "cancel"}));
    vec_push(landmarks, ((Landmark){.key = "sleep"}));
    landmark_walk(module, give_number, &n);
}

void landmark_move(LLVMContextRef context, LLVMValueRef from, LLVMValueRef to)
{
    LLVMValueRef node = LLVMGetMetadata(from, metadata_kind(context));
    if (node)
        LLVMSetMetadata(to, metadata_kind(context), node);
}

static uint32_t number_of(LLVMValueRef instr, unsigned kind)
{
    LLVMValueRef node = LLVMGetMetadata(instr, kind), number;
    if (!node || LLVMGetMDNodeNumOperands(node) != 1)
        return 0;
    LLVMGetMDNodeOperands(node, &number);
    return (uint32_t)LLVMConstIntGetZExtValue(number);
}

static void mark(Unit *u, size_t pc, uint32_t landmark, PassKind kind)
{
    Program *p = u->program;
    if (p->passes.len <= pc)
        vec_resize(&p->passes, pc + 1);
    p->passes.at[pc] = landmark << 2 | (uint32_t)kind;
    p->landmarks.at[landmark].passed = true;
}

/* The call has returned: an instruction that does nothing holds its result.  (Of a
 * compare-and-exchange it is whether it succeeded.) */
static void mark_return(Func *f, LLVMValueRef call, uint32_t landmark)
{
    const Slot *slot =
        LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind ? func_slot(f, call) : NULL;
    bool exchange = LLVMIsAAtomicCmpXchgInst(call);
    bool known =
        slot && slot->kind == SLOT_REGISTERS && (exchange ? slot->count > 1 : slot->count == 1);
    uint32_t leaf = known ? slot->count - 1 : 0;
    Ref from = known ? slot->first + (Ref)leaf : build_constant(f->b, 0);
    Type type = known && from >= 0 ? func_register_type(f, from) : TYPE_S64;
    Ref to = func_temporary(f, type);
    uint32_t pc = func_emit(f, (Instr){.op = OP_MOV, .type = type, .dst = to, .a = from});
    mark(f->u, pc, landmark, known ? PASS_RETURNS : PASS_RETURNS_NONE);
}

void landmark_mark_argc(Unit *u, Ref argc)
{
    Ref to = build_register(&u->b, NULL, TYPE_S32);
    uint32_t pc = build_emit(&u->b, (Instr){.op = OP_MOV, .type = TYPE_S32, .dst = to, .a = argc});
    mark(u, pc, LANDMARK_ARGC, PASS_RETURNS);
}

void landmark_mark(Func *f, LLVMValueRef instr, size_t before)
{
    Program *p = f->u->program;
    uint32_t landmark = number_of(instr, metadata_kind(f->u->context));
    if (!landmark || p->code.len == before || f->pure || f->ghost)
        return;
    p->landmarks.at[landmark].pos = f->b->pos;
    if (p->landmarks.at[landmark].callee) {
        bool first = p->code.at[before].op != OP_POINT || before + 1 == p->code.len;
        mark(f->u, first ? before : before + 1, landmark, PASS_REACHES);
        if (!f->dead)
            mark_return(f, instr, landmark);
        return;
    }
    for (size_t pc = before; pc + 1 < p->code.len; pc++)
        if (p->code.at[pc].op == OP_POINT) { /* an action begins behind it */
            mark(f->u, pc + 1, landmark, PASS_REACHES);
            break;
        }
    if (LLVMIsAAtomicCmpXchgInst(instr) && LLVMGetWeak(instr) && !f->dead)
        mark_return(f, instr, landmark);
}

/* What a model does to the thread that calls it; 0: nothing of interest. */
static uint32_t landmark_inside(const Func *f, LLVMValueRef instr)
{
    size_t len;
    const char *function = LLVMGetValueName2(f->function, &len);
    if (LLVMIsACallInst(instr) && strcmp(function, "__heddle_cancel_end") == 0)
        return strcmp(callee_name(instr), "__heddle_thread_exit") == 0 ? LANDMARK_CANCEL : 0;
    if (LLVMIsAStoreInst(instr) && strcmp(function, "futex_wait") == 0) {
        const char *list = LLVMGetValueName2(LLVMGetOperand(instr, 1), &len);
        return strcmp(list, "futex_sleepers") == 0 ? LANDMARK_SLEEP : 0;
    }
    return 0;
}

void landmark_mark_library(Func *f, LLVMValueRef instr, size_t before)
{
    const Program *p = f->u->program;
    uint32_t inside = landmark_inside(f, instr);
    if (inside)
        mark(f->u, p->code.len - 1, inside, PASS_REACHES);
    for (size_t pc = before; pc < p->code.len; pc++)
        if (p->code.at[pc].op == OP_COPY || p->code.at[pc].op == OP_FILL)
            mark(f->u, pc, LANDMARK_PIECE, PASS_REACHES);
}

void landmark_mark_entry(Func *f)
{
    LLVMValueRef first = first_instruction(f->function);
    uint32_t landmark = first ? number_of(first, metadata_entry(f->u->context)) : 0;
    if (!landmark || f->pure)
        return;
    f->u->program->landmarks.at[landmark].pos = f->b->pos;
    mark(f->u, f->u->program->code.len, landmark, PASS_REACHES);
}
