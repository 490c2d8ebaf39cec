/* scope.c -- the memory of local variables: where it begins and where it ends; see func.h. */
#include "front/c/input/usage.h"

static bool has_scope(LLVMValueRef alloca)
{
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        size_t len;
        if (LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
            strncmp(LLVMGetValueName2(LLVMGetCalledValue(user), &len), "llvm.lifetime.start", 19) ==
                0)
            return true;
    }
    return false;
}

void scope_begin(Func *f, LLVMValueRef alloca)
{
    Slot slot = *func_slot(f, alloca);
    Unit *u = f->u;
    uint64_t size = type_size(u, LLVMGetAllocatedType(alloca));
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    Ref bytes;
    if (LLVMIsAConstantInt(count)) {
        size *= LLVMConstIntGetZExtValue(count);
        bytes = build_constant(f->b, size);
    } else {
        undefined_check_length(f, alloca);
        Ref number = func_use(f, count, type_scalar(LLVMTypeOf(count)));
        number = func_convert(f, number, type_scalar(LLVMTypeOf(count)), TYPE_S64);
        bytes = func_temporary(f, TYPE_S64);
        func_emit(f, (Instr){.op = OP_MUL,
                             .type = TYPE_S64,
                             .dst = bytes,
                             .a = number,
                             .b = build_constant(f->b, size)});
    }
    uint32_t layout = layout_of_local(u, slot.declare, func_is_lib(f->function), size);
    bool low = LLVMGetAlignment(alloca) < 16; /* else it is aligned as what malloc gives */
    bool temporary = !slot.declare && low && !func_is_lib(f->function);
    if (temporary)
        layout = layout_of_temporary(u);
    if (slot.declare || temporary)
        layout_note_align(u, layout, LLVMGetAlignment(alloca));
    if (slot.constant && map_get(&u->layouts, slot.declare) == layout)
        u->program->layouts.at[layout].constant = true; /* it is of this variable alone */
    func_emit(f, (Instr){.op = OP_ALLOC, .dst = slot.first, .other = layout, .b = bytes});
    input_unwritten(f, alloca, slot.first);
}

void scope_alloca(Func *f, LLVMValueRef i)
{
    const Slot *slot = func_slot(f, i);
    if (slot->kind != SLOT_OBJECT || has_scope(i))
        return;
    Ref object = slot->first;
    leave_keep(f, i, object);
    if (LLVMGetInstructionParent(i) == LLVMGetEntryBasicBlock(f->function))
        vec_push(&f->objects, object); /* see leave_find_arrays */
    scope_begin(f, i);
}

void scope_end(Func *f, LLVMValueRef alloca)
{
    const Slot *slot = func_slot(f, alloca);
    func_free_object(f, slot->first);
    if (undefined_unwinds(f)) /* it must not be freed again */
        func_emit(f, (Instr){.op = OP_MOV,
                             .type = TYPE_POINTER,
                             .dst = slot->first,
                             .a = build_constant(f->b, 0)});
}

static void end_array(Func *f, LLVMValueRef alloca)
{
    const Slot *slot = func_slot(f, alloca);
    if (!slot || slot->kind != SLOT_OBJECT)
        return;
    func_free_object(f, slot->first);
    func_emit(f, (Instr){.op = OP_MOV, /* it must not be freed again */
                         .type = TYPE_POINTER,
                         .dst = slot->first,
                         .a = build_constant(f->b, 0)});
}

/* The end of a scope with arrays of variable length: of those that stand between the place where
 * the stack was marked and here.  (clang writes blocks in the order of the source.) */
void scope_restore(Func *f, LLVMValueRef restore, LLVMValueRef mark)
{
    bool inside = false;
    if (!LLVMIsALoadInst(mark))
        return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (i == restore)
                return;
            if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == LLVMGetOperand(mark, 0))
                inside = true;
            else if (inside && LLVMIsAAllocaInst(i))
                end_array(f, i);
        }
}
