/* func.c -- functions and control flow; see func.h.
 *
 * Blocks are lowered in reverse postorder; those that cannot be reached are dropped.  Every loop
 * gets a point, so that an endless loop is not an endless action; so does the entry of a function
 * that may call itself.  What heddle cannot follow becomes a `fail unsupported` in its place: it
 * matters only to runs that get there. */
#include "front/c/lower/func.h"

#include <stdarg.h>

#include "front/c/driver/driver.h"
#include "front/c/driver/landmark.h"
#include "front/c/lower/reach.h"
#include "ir/shape.h"

uint32_t func_emit(Func *f, Instr instr)
{
    return f->dead ? 0 : build_emit(f->b, instr);
}

void func_place(Func *f, Label label)
{
    build_place(f->b, label);
    f->dead = false;
}

void func_fail(Func *f, ErrorKind error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_print_list(&f->u->arena, format, args);
    va_end(args);
    func_emit(f,
              (Instr){.op = OP_FAIL, .offset = (int32_t)error, .other = build_string(f->b, text)});
    f->dead = true;
}

void func_take_signals(Func *f)
{
    LLVMValueRef check = LLVMGetNamedFunction(f->u->module, "__heddle_signal_check");
    if (!check || f->depth || !f->function || func_is_lib(f->function) ||
        !map_get(&f->u->reached, check))
        return;
    func_emit(f, (Instr){.op = OP_CALL,
                         .other = global_proc(f->u, check),
                         .target = undefined_unwind(f, check)});
}

void func_point(Func *f)
{
    if (f->depth || f->dead || f->pure || f->ghost)
        return;
    func_emit(f, (Instr){.op = OP_POINT});
    if (f->at < f->blocks.len)
        f->blocks.at[f->at].pointed = true;
    func_take_signals(f);
}

Label func_head(Func *f)
{
    if (f->depth && f->wait_head)
        return f->wait_head;
    Label head = build_label(f->b);
    func_place(f, head);
    func_emit(f, (Instr){.op = OP_POINT});
    if (!f->depth && f->at < f->blocks.len)
        f->blocks.at[f->at].pointed = true;
    return head;
}

static bool is_kept_object(const Func *f, Ref object)
{
    vec_each (Slot, slot, &f->slot)
        if (slot->kind == SLOT_OBJECT && slot->first == object)
            return slot->kept;
    return true;
}

/* That a variable is gone can be seen by whoever knows its address. */
void func_free_object(Func *f, Ref object)
{
    if (!f->in_lib && is_kept_object(f, object)) {
        /* A loop still has a point of its own, behind the end of its variables: there are fewer
         * states without them. */
        bool pointed = f->at < f->blocks.len && f->blocks.at[f->at].pointed;
        func_point(f);
        if (f->at < f->blocks.len)
            f->blocks.at[f->at].pointed = pointed;
    }
    func_emit(f, (Instr){.op = OP_FREE, .a = object});
}

void func_free_objects(Func *f)
{
    vec_each (Ref, object, &f->objects)
        func_free_object(f, *object);
    leave_free_kept(f);
    jump_end(f);
}

/* Blocks. */

typedef struct Visit {
    LLVMBasicBlockRef block;
    unsigned next; /* successor to go to */
} Visit;

/* Those of an invariant end where it is known. */
static unsigned successors(Func *f, LLVMBasicBlockRef block)
{
    return invariant_ends(block) ? 0 : reach_successors(f->u, LLVMGetBasicBlockTerminator(block));
}

void func_find_blocks(Func *f, LLVMBasicBlockRef entry)
{
    VEC(Visit) stack = {0};
    VEC(LLVMBasicBlockRef) finished = {0};
    map_put(&f->order, entry, UINT32_MAX);
    vec_push(&stack, ((Visit){entry, 0}));
    while (stack.len) {
        Visit *top = &vec_last(&stack);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
        if (top->next == successors(f, top->block)) {
            vec_push(&finished, top->block);
            stack.len--;
            continue;
        }
        LLVMBasicBlockRef to = reach_successor(f->u, end, top->next++);
        if (!map_get(&f->order, to)) {
            map_put(&f->order, to, UINT32_MAX);
            vec_push(&stack, ((Visit){to, 0}));
        }
    }
    while (finished.len) {
        LLVMBasicBlockRef block = vec_pop(&finished);
        Label label = f->b ? build_label(f->b) : 0;
        vec_push(&f->blocks, ((Block){.block = block, .label = label, .depth = -1}));
        map_put(&f->order, block, (uint32_t)f->blocks.len);
    }
    vec_free(&stack);
    vec_free(&finished);
}

static Block *block_of(Func *f, LLVMBasicBlockRef block)
{
    return &f->blocks.at[map_get(&f->order, block) - 1];
}

/* The depth of atomic regions, and of \old, at the start of each block; the first way to it
 * decides. */
static void find_depths(Func *f)
{
    f->blocks.at[0].depth = f->atomic ? 1 : 0;
    f->blocks.at[0].old = f->old; /* of a quantifier: that of where it stands */
    vec_each (Block, block, &f->blocks) {
        int32_t depth = block->depth;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block->block); i && depth >= 0;
             i = LLVMGetNextInstruction(i))
            depth += known_depth_change(i);
        int32_t old = block->old;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block->block); i;
             i = LLVMGetNextInstruction(i))
            old += known_old_change(i);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block->block);
        for (unsigned k = 0; k < successors(f, block->block) && depth >= 0; k++) {
            Block *to = block_of(f, reach_successor(f->u, end, k));
            if (to->depth < 0) {
                to->depth = depth;
                to->old = old;
            }
        }
    }
}

/* Edges: moves for phis, and points in loops that have none. */

static bool has_phi(LLVMBasicBlockRef block)
{
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    return first && LLVMIsAPHINode(first);
}

/* Can control go from block `to` back to `from` without a point? */
static bool lacks_point(Func *f, size_t from, size_t to)
{
    if (to > from || f->depth)
        return false;
    VEC(bool) seen = {0};
    VEC(size_t) work = {0};
    bool found = false;
    vec_resize(&seen, from + 1);
    vec_push(&work, from);
    while (work.len && !found) {
        size_t n = vec_pop(&work);
        if (f->blocks.at[n].pointed || seen.at[n])
            continue;
        seen.at[n] = true;
        found = n == to;
        LLVMValueRef value = LLVMBasicBlockAsValue(f->blocks.at[n].block);
        for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            uint32_t index = LLVMIsAInstruction(user) && LLVMIsATerminatorInst(user)
                                 ? map_get(&f->order, LLVMGetInstructionParent(user))
                                 : 0;
            if (index && index - 1 >= to && index - 1 <= from)
                vec_push(&work, index - 1);
        }
    }
    vec_free(&seen);
    vec_free(&work);
    return found;
}

typedef struct Move {
    Ref to, from;
    Type type;
} Move;

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == from)
            return LLVMGetIncomingValue(phi, k);
    return LLVMGetUndef(LLVMTypeOf(phi));
}

/* All phis change at once: one that another one still reads is saved first. */
static void move_phis(Func *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    VEC(Move) moves = {0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        const Slot *slot = func_slot(f, i);
        if (slot->kind != SLOT_REGISTERS)
            continue;
        for (unsigned k = 0; k < slot->count; k++) {
            Ref phi = slot->first + (Ref)k;
            Type type = func_register_type(f, phi);
            vec_push(&moves, ((Move){phi, func_leaf(f, incoming(i, from), k, type), type}));
        }
    }
    for (size_t n = 0; n < moves.len; n++)
        for (size_t k = 0; k < n; k++)
            if (moves.at[n].from == moves.at[k].to) {
                Move *move = &moves.at[n];
                Ref saved = func_temporary(f, move->type);
                func_emit(f,
                          (Instr){.op = OP_MOV, .type = move->type, .dst = saved, .a = move->from});
                move->from = saved;
            }
    vec_each (Move, move, &moves)
        if (move->from != move->to)
            func_emit(f,
                      (Instr){.op = OP_MOV, .type = move->type, .dst = move->to, .a = move->from});
    vec_free(&moves);
}

static bool is_plain_edge(Func *f, LLVMBasicBlockRef to)
{
    return !has_phi(to) && block_of(f, to)->depth == f->depth &&
           !lacks_point(f, f->at, map_get(&f->order, to) - 1);
}

static void lower(Func *f, LLVMValueRef i);

static bool ends_lifetime(LLVMValueRef i)
{
    size_t len;
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           strncmp(LLVMGetValueName2(callee, &len), "llvm.lifetime.end", 17) == 0;
}

static bool loads_variable(LLVMValueRef i)
{
    return LLVMIsALoadInst(i) && LLVMIsAAllocaInst(LLVMGetOperand(i, 0));
}

/* Not the value that several `return` have in common? */
static bool is_named_variable(LLVMValueRef load)
{
    size_t len;
    return strcmp(LLVMGetValueName2(LLVMGetOperand(load, 0), &len), "retval") != 0;
}

/* Does the block do nothing but return? */
static bool only_returns(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (i && (LLVMIsAPHINode(i) || ends_lifetime(i) || loads_variable(i)))
        i = LLVMGetNextInstruction(i);
    return i && LLVMIsAReturnInst(i);
}

/* What happens on the way to a block, then the jump; or the return, so that it stands where the
 * source has it. */
static void go(Func *f, LLVMBasicBlockRef to)
{
    const Block *target = block_of(f, to);
    size_t index = map_get(&f->order, to) - 1;
    if (target->depth != f->depth) {
        func_fail(
            f, ERR_UNSUPPORTED,
            "an atomic region that begins or ends on some ways to this place only: begin and end "
            "it (__VERIFIER_atomic_begin, _end) on all of them");
        return;
    }
    if (lacks_point(f, f->at, index)) {
        bool pointed = f->blocks.at[f->at].pointed;
        func_point(f);
        f->blocks.at[f->at].pointed = pointed; /* only this way out has it */
    }
    move_phis(f, f->blocks.at[f->at].block, to);
    for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && only_returns(to);
         i = LLVMGetNextInstruction(i)) {
        Pos pos = loads_variable(i) && is_named_variable(i) ? debug_pos(f->u, i) : (Pos){0};
        if (pos.line) /* `return s;` behind a loop */
            f->b->pos = pos;
        lower(f, i);
    }
    if (only_returns(to)) {
        f->dead = true;
        return;
    }
    if (index != f->at + 1 || f->dead)
        func_emit(f, (Instr){.op = OP_JUMP, .target = target->label});
}

/* The label for an edge that needs more than a jump is placed behind the terminator. */
typedef struct Edge {
    Label label;
    LLVMBasicBlockRef to;
} Edge;
typedef VEC(Edge) Edges;

static Label edge_label(Func *f, LLVMBasicBlockRef to, Edges *edges)
{
    if (is_plain_edge(f, to)) {
        f->blocks.at[map_get(&f->order, to) - 1].jumped = true;
        return block_of(f, to)->label;
    }
    vec_each (Edge, edge, edges)
        if (edge->to == to)
            return edge->label;
    vec_push(edges, ((Edge){build_label(f->b), to}));
    return vec_last(edges).label;
}

static void place_edges(Func *f, Edges *edges)
{
    vec_each (Edge, edge, edges) {
        size_t index = map_get(&f->order, edge->to) - 1;
        func_place(f, edge->label);
        go(f, edge->to);
        if (index == f->at + 1 && !only_returns(edge->to)) /* another edge may follow */
            func_emit(f, (Instr){.op = OP_JUMP, .target = f->blocks.at[index].label});
        f->dead = true;
    }
    vec_free(edges);
}

/* Terminators. */

static void func_branch(Func *f, LLVMValueRef i)
{
    if (reach_successors(f->u, i) == 1) {
        go(f, reach_successor(f->u, i, 0));
        return;
    }
    Edges edges = {0};
    Ref condition = func_use(f, LLVMGetCondition(i), TYPE_U1);
    Label yes = edge_label(f, LLVMGetSuccessor(i, 0), &edges);
    Label no = edge_label(f, LLVMGetSuccessor(i, 1), &edges);
    func_emit(f, (Instr){.op = OP_BRANCH, .a = condition, .target = yes, .other = no});
    place_edges(f, &edges);
}

static void func_switch(Func *f, LLVMValueRef i)
{
    LLVMValueRef value = LLVMGetOperand(i, 0);
    Type type = func_type(f, value);
    if (type.kind == TYPE_PTR || LLVMIsConstant(value))
        type = type_scalar(LLVMTypeOf(value));
    if (type.kind == TYPE_VOID) {
        func_fail(f, ERR_UNSUPPORTED, "a switch over %s", type_refusal(f->u, LLVMTypeOf(value)));
        return;
    }
    Edges edges = {0};
    VEC(int32_t) cases = {0};
    Ref ref = func_use(f, value, type);
    for (unsigned k = 1; k < LLVMGetNumSuccessors(i); k++) {
        LLVMValueRef constant = LLVMGetOperand(i, 2 * k);
        vec_push(&cases, func_constant(f, type, (uint64_t)LLVMConstIntGetSExtValue(constant)));
        vec_push(&cases, (int32_t)edge_label(f, LLVMGetSuccessor(i, k), &edges));
    }
    Label other = edge_label(f, LLVMGetSwitchDefaultDest(i), &edges);
    func_emit(f, (Instr){.op = OP_SWITCH,
                         .type = type,
                         .a = ref,
                         .target = other,
                         .list = build_list(f->b, cases.at, cases.len)});
    place_edges(f, &edges);
    vec_free(&cases);
}

/* What main returns is the status of the program. */
static bool is_status(const Func *f)
{
    size_t len;
    return strcmp(LLVMGetValueName2(f->function, &len), "main") == 0;
}

void func_decide_status(Func *f, Ref value, Type type)
{
    if (!f->u->options->memory || f->u->options->goal != C_GOAL_ALL || f->dead || value < 0 ||
        type.kind == TYPE_PTR)
        return;
    Ref differs = func_temporary(f, TYPE_U1);
    Label next = build_label(f->b);
    func_emit(
        f,
        (Instr){
            .op = OP_NE, .type = type, .dst = differs, .a = value, .b = build_constant(f->b, 0)});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = differs, .target = next, .other = next});
    func_place(f, next);
}

static void func_return(Func *f, LLVMValueRef i)
{
    Leaves params = {0}, results = {0};
    VEC(Ref) list = {0};
    if (f->depth != f->atomic)
        func_fail(f, ERR_UNSUPPORTED,
                  "a function that returns inside an atomic region: end it (__VERIFIER_atomic_end) "
                  "before");
    call_signature(f->u, f->function, LLVMGlobalGetValueType(f->function), &params, &results);
    for (uint32_t k = 0; k < results.len; k++)
        vec_push(&list, func_leaf(f, LLVMGetOperand(i, 0), k, results.at[k].type));
    if (results.len == 1 && is_status(f))
        func_decide_status(f, list.at[0], results.at[0].type);
    if (f->falls) {
        Ref fell = func_temporary(f, TYPE_U1);
        func_emit(f, (Instr){.op = OP_NOT, .type = TYPE_U1, .dst = fell, .a = f->returned});
        vec_push(&list, fell);
    }
    func_free_objects(f);
    if (f->starts_thread)
        global_end_thread(f->u, f->b);
    func_emit(f, (Instr){.op = OP_RETURN, .list = build_list(f->b, list.at, list.len)});
    vec_free(&params);
    vec_free(&results);
    vec_free(&list);
}

/* clang puts it where __builtin_unreachable stands, and behind calls that never return. */
static void func_unreachable(Func *f, LLVMValueRef i)
{
    LLVMValueRef before = LLVMGetPreviousInstruction(i);
    func_fail(f, ERR_UNDEFINED, "%s",
              before && LLVMIsACallInst(before) ? "a function that must not return (_Noreturn) does"
                                                : "__builtin_unreachable is reached");
}

static void func_nothing(Func *f, LLVMValueRef i)
{
    (void)f;
    (void)i;
}

typedef void Lower(Func *f, LLVMValueRef i);
static Lower *const table[] = {
    [LLVMRet] = func_return,
    [LLVMBr] = func_branch,
    [LLVMSwitch] = func_switch,
    [LLVMUnreachable] = func_unreachable,
    [LLVMFNeg] = arith_negate,
    [LLVMAdd] = arith_binary,
    [LLVMFAdd] = arith_binary,
    [LLVMSub] = arith_binary,
    [LLVMFSub] = arith_binary,
    [LLVMMul] = arith_binary,
    [LLVMFMul] = arith_binary,
    [LLVMUDiv] = arith_binary,
    [LLVMSDiv] = arith_binary,
    [LLVMFDiv] = arith_binary,
    [LLVMURem] = arith_binary,
    [LLVMSRem] = arith_binary,
    [LLVMFRem] = arith_binary,
    [LLVMShl] = arith_binary,
    [LLVMLShr] = arith_binary,
    [LLVMAShr] = arith_binary,
    [LLVMAnd] = arith_binary,
    [LLVMOr] = arith_binary,
    [LLVMXor] = arith_binary,
    [LLVMAlloca] = scope_alloca,
    [LLVMLoad] = memory_load,
    [LLVMStore] = memory_store,
    [LLVMGetElementPtr] = memory_address,
    [LLVMTrunc] = arith_cast,
    [LLVMZExt] = arith_cast,
    [LLVMSExt] = arith_cast,
    [LLVMFPToUI] = arith_cast,
    [LLVMFPToSI] = arith_cast,
    [LLVMUIToFP] = arith_cast,
    [LLVMSIToFP] = arith_cast,
    [LLVMFPTrunc] = arith_cast,
    [LLVMFPExt] = arith_cast,
    [LLVMPtrToInt] = arith_to_integer,
    [LLVMIntToPtr] = arith_to_pointer,
    [LLVMBitCast] = arith_freeze,
    [LLVMAddrSpaceCast] = arith_freeze,
    [LLVMICmp] = arith_compare,
    [LLVMFCmp] = arith_compare_floats,
    [LLVMPHI] = func_nothing,
    [LLVMCall] = call_instruction,
    [LLVMSelect] = arith_select,
    [LLVMExtractElement] = arith_extract_element,
    [LLVMInsertElement] = arith_insert_element,
    [LLVMExtractValue] = arith_extract,
    [LLVMInsertValue] = arith_insert,
    [LLVMFreeze] = arith_freeze,
    [LLVMFence] = atomic_fence,
    [LLVMAtomicCmpXchg] = atomic_exchange,
    [LLVMAtomicRMW] = atomic_update,
};
enum { TABLE = sizeof table / sizeof *table };

static void lower(Func *f, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    input_doubt(f, i);
    if ((int)op < TABLE && table[op])
        table[op](f, i);
    else
        func_fail(f, ERR_UNSUPPORTED,
                  op == LLVMIndirectBr ? "a jump to a computed label (goto *): use a switch"
                  : op == LLVMVAArg    ? "va_arg of a type that heddle does not know"
                  : op == LLVMShuffleVector
                      ? "the elements of a vector are rearranged: write a loop over an array"
                      : "a construct that heddle does not know");
}

static void func_instruction(Func *f, LLVMValueRef i)
{
    Pos pos = debug_pos(f->u, i);
    if (pos.line)
        f->b->pos = pos;
    size_t before = f->u->program->code.len;
    leave_instruction(f, i);
    lower(f, i);
    if (f->u->options->native && func_is_lib(f->function))
        landmark_mark_library(f, i, before);
    else if (f->u->options->native)
        landmark_mark(f, i, before);
}

static void make_phis(Func *f);

static void func_block(Func *f, size_t n)
{
    Block *block = &f->blocks.at[n];
    if (n && only_returns(block->block) && !block->jumped)
        return;
    f->at = n;
    f->depth = block->depth;
    f->old = block->old;
    f->stored = NULL;
    func_place(f, block->label);
    if (block->depth < 0) {
        f->depth = 0;
        func_fail(f, ERR_UNSUPPORTED,
                  "the end of an atomic region that did not begin: __VERIFIER_atomic_begin is "
                  "missing before");
    }
    invariant_claim(f, n);
    leave_begin_block(f, n);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block->block); i && !f->dead;
         i = LLVMGetNextInstruction(i))
        func_instruction(f, i);
    f->dead = true;
}

void func_lower_blocks(Func *f)
{
    find_depths(f);
    make_phis(f);
    for (size_t n = 0; n < f->blocks.len; n++)
        func_block(f, n);
}

void func_free(Func *f)
{
    map_free(&f->slots);
    vec_free(&f->slot);
    map_free(&f->order);
    vec_free(&f->blocks);
    vec_free(&f->objects);
    vec_free(&f->endings);
    jump_free(f);
}

/* Phis have their registers before any block is lowered: loops name them early. */
static void make_phis(Func *f)
{
    vec_each (Block, block, &f->blocks)
        for (LLVMValueRef i = LLVMGetFirstInstruction(block->block); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i)) {
            Type type = func_result_type(f, i);
            Slot slot = {.kind = SLOT_NONE};
            if (type.kind != TYPE_VOID)
                slot = (Slot){.kind = SLOT_REGISTERS, .count = 1};
            if (type.kind != TYPE_VOID)
                slot.first = func_temporary(f, type);
            if (!wide_make(f, i))
                func_add_slot(f, i, slot);
        }
}

/* The types of parameters and result say what these point to. */
static void find_pointees(Func *f)
{
    enum { SUBPROGRAM_TYPE = 4, SUBROUTINE_TYPES = 3 };
    Unit *u = f->u;
    LLVMMetadataRef subprogram = LLVMGetSubprogram(f->function);
    LLVMMetadataRef types = NULL;
    if (subprogram)
        types = debug_operand(u, debug_operand(u, subprogram, SUBPROGRAM_TYPE), SUBROUTINE_TYPES);
    uint32_t own = f->b->proc, first = f->pure ? 1 : 0;
    if (!types || debug_operands(u, types) != u->program->procs.at[own].params - first + 1)
        return;
    for (uint32_t k = 0; k < debug_operands(u, types); k++) {
        LLVMMetadataRef type = debug_operand(u, types, k);
        uint32_t to = type ? layout_pointee(u, type) : 0;
        Proc *proc = &u->program->procs.at[own];
        if (k)
            proc->registers.at[first + k - 1].points = to;
        else if (proc->results.len == 1) /* not also whether there was a `return` */
            proc->points = to;
    }
}

static void make_params(Func *f)
{
    Leaves params = {0}, results = {0};
    call_signature(f->u, f->function, LLVMGlobalGetValueType(f->function), &params, &results);
    Proc *proc = &f->u->program->procs.at[f->b->proc];
    for (uint32_t k = 0; k < results.len; k++)
        vec_push(&proc->results, results.at[k].type);
    if (undefined_falls(f->u, f->function))
        vec_push(&proc->results, TYPE_U1);
    uint32_t k = 0;
    if (f->pure)
        build_register(f->b, "tid", TYPE_THREAD);
    for (unsigned n = 0; n < LLVMCountParams(f->function); n++) {
        LLVMValueRef param = LLVMGetParam(f->function, n);
        Leaves own = {0};
        if (!type_leaves(f->u, LLVMTypeOf(param), 0, &own))
            own.len = 1; /* as call_signature has it */
        Slot slot = {.kind = SLOT_REGISTERS, .count = (uint32_t)own.len};
        for (uint32_t leaf = 0; leaf < own.len && k < params.len; leaf++, k++) {
            Ref reg = func_temporary(f, params.at[k].type);
            if (!leaf)
                slot.first = reg;
        }
        func_add_slot(f, param, slot);
        vec_free(&own);
    }
    if (k < params.len) /* the arguments behind `...` */
        func_temporary(f, params.at[k].type);
    proc = &f->u->program->procs.at[f->b->proc];
    proc->params = (uint32_t)proc->registers.len;
    if (!func_is_lib(f->function))
        find_pointees(f);
    vec_free(&params);
    vec_free(&results);
}

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Does a thread begin with this function? */
static bool is_forked(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use), callee = NULL;
        size_t len;
        if (LLVMIsACallInst(user))
            callee = LLVMGetCalledValue(user);
        if (callee && LLVMIsAFunction(callee) &&
            (strcmp(LLVMGetValueName2(callee, &len), "__heddle_fork") == 0 ||
             strcmp(LLVMGetValueName2(callee, &len), "__heddle_post") == 0))
            return true;
    }
    return false;
}

static void func_body(Func *f)
{
    f->atomic = func_is_atomic(f->function);
    func_find_blocks(f, LLVMGetEntryBasicBlock(f->function));
    find_depths(f);
    variable_find(f);
    leave_find(f);
    leave_find_arrays(f);
    invariant_find(f);
    make_phis(f);
    f->falls = undefined_falls(f->u, f->function);
    if (f->falls)
        f->returned = func_temporary(f, TYPE_U1);
    if (f->atomic) {
        func_emit(f, (Instr){.op = OP_POINT});
        func_emit(f, (Instr){.op = OP_ATOMIC});
    }
    f->starts_thread = is_forked(f->function);
    if (f->starts_thread) {
        func_emit(f, (Instr){.op = OP_POINT});
        global_begin_thread(f->u, f->b);
    } else if (map_get(&f->u->recursive, f->function) && !f->atomic && !f->in_lib) {
        func_emit(f, (Instr){.op = OP_POINT});
        if (f->u->options->native)
            landmark_mark_entry(f);
    }
    predicate_claim(f);
    jump_begin(f);
    for (size_t n = 0; n < f->blocks.len; n++)
        func_block(f, n);
    undefined_end_objects(f);
}

bool func_is_atomic(LLVMValueRef function)
{
    size_t len;
    return begins_with(LLVMGetValueName2(function, &len), "__VERIFIER_atomic_");
}

bool func_is_lib(LLVMValueRef function)
{
    return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         DRIVER_LIB, sizeof DRIVER_LIB - 1) != NULL;
}

/* Does control, or a label, get behind the last instruction? */
static bool needs_end(Unit *u)
{
    vec_each (uint32_t, at, &u->b.labels)
        if (*at == u->program->code.len)
            return true;
    return op_info[vec_last(&u->program->code).op].next;
}

void func_lower(Unit *u, LLVMValueRef function)
{
    Func f = {.u = u, .b = &u->b, .function = function};
    vec_push(&f.slot, (Slot){0});
    f.in_lib = f.of_lib = func_is_lib(function);
    const char *section = LLVMGetSection(function);
    if (f.in_lib && section && strcmp(section, "heddle.plain") == 0)
        f.in_lib = false;
    f.quiet = f.in_lib && section && strcmp(section, "heddle.quiet") == 0;
    build_proc_begin(&u->b, global_proc(u, function));
    u->program->procs.at[u->b.proc].library = func_is_lib(function);
    u->program->procs.at[u->b.proc].atomic = predicate_is_atomic(u, function);
    u->program->procs.at[u->b.proc].pure = f.pure = predicate_is(function);
    make_params(&f);
    u->program->procs.at[u->b.proc].kind = kind_of_function(u, function);
    if (LLVMIsDeclaration(function))
        call_made_body(&f);
    else
        func_body(&f);
    f.dead = false;
    if (needs_end(u))
        func_fail(&f, ERR_UNSUPPORTED, "the end of a function without return");
    build_proc_end(&u->b);
    invariant_build(&f);
    func_free(&f);
}
