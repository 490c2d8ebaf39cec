/* invariant.c -- invariants of loops, and quantifiers.
 *
 * An annotation becomes `if (__heddle_invariant(N)) __heddle_holds_always(E);` where it stands,
 * which is never executed: the blocks of E become a pure procedure of their own, with the variables
 * that they name as parameters, and the head of the loop claims it.
 *
 * A quantifier becomes `({ if (__heddle_quantifier(N)) { int i = __heddle_bound(int);
 * __heddle_holds_always(E); } __heddle_quantified(N, low, high); })`: the procedure has one
 * parameter more, and the last call asks it for all values.  Over objects it is `struct node *n =
 * __heddle_bound_object()` and `__heddle_each(N)`. */
#include "front/c/lower/func.h"
#include "front/c/lower/reach.h"

static const char *callee_name(LLVMValueRef i)
{
    size_t len;
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
}

bool invariant_ends(LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (strcmp(callee_name(i), "__heddle_holds_always") == 0)
            return true;
    return false;
}

/* Can control get from block n to the head again, without leaving what comes behind the head? */
static bool comes_back(Func *f, size_t n, size_t head)
{
    VEC(bool) seen = {0};
    VEC(size_t) work = {0};
    bool found = false;
    vec_resize(&seen, f->blocks.len);
    vec_push(&work, n);
    while (work.len && !found) {
        size_t at = vec_pop(&work);
        if (seen.at[at])
            continue;
        seen.at[at] = true;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks.at[at].block);
        for (unsigned k = 0; k < reach_successors(f->u, end); k++) {
            size_t to = map_get(&f->order, reach_successor(f->u, end, k)) - 1;
            found = found || to == head;
            if (to > head)
                vec_push(&work, to);
        }
    }
    vec_free(&seen);
    vec_free(&work);
    return found;
}

/* The loop that an annotation in block n belongs to: the innermost around it if it stands in the
 * body, else the next one.  SIZE_MAX: there is none. */
static size_t find_head(Func *f, size_t n, bool inside)
{
    for (size_t head = n + 1; inside && head-- > 0;)
        if (comes_back(f, n, head))
            return head;
    for (size_t head = n + 1; !inside && head < f->blocks.len; head++)
        if (comes_back(f, head, head))
            return head;
    return SIZE_MAX;
}

static void free_variables(Invariant *invariant)
{
    vec_free(&invariant->variables);
    vec_free(&invariant->slots);
    vec_free(&invariant->types);
}

static void add_variable(Invariant *made, Func *f, LLVMValueRef value)
{
    const Slot *slot = LLVMIsAAllocaInst(value) ? func_slot(f, value) : NULL;
    if (!slot || (slot->kind != SLOT_VARIABLE && slot->kind != SLOT_OBJECT))
        return;
    vec_each (LLVMValueRef, known, &made->variables)
        if (*known == value)
            return;
    vec_push(&made->variables, value);
    vec_push(&made->slots, *slot);
    vec_push(&made->types, func_register_type(f, slot->first));
}

/* The block whose branch leads to the body of a quantifier; NULL: there is none. */
static LLVMBasicBlockRef find_quantifier(LLVMValueRef function, LLVMValueRef number)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (strcmp(callee_name(i), "__heddle_quantifier") == 0 &&
                LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) == LLVMConstIntGetZExtValue(number))
                return b;
    return NULL;
}

static bool is_declared_in(const Func *inner, LLVMValueRef variable)
{
    vec_each (Block, block, &inner->blocks)
        for (LLVMValueRef i = LLVMGetFirstInstruction(block->block); i;
             i = LLVMGetNextInstruction(i))
            if (variable_declared(i) == variable)
                return true;
    return false;
}

/* Temporaries, and variables that the expression declares itself, are its own. */
static const char *fault(Func *f, const Func *inner, LLVMValueRef i)
{
    LLVMValueRef to = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
    const Slot *slot = to && LLVMIsAAllocaInst(to) ? func_slot(f, to) : NULL;
    if (slot && slot->declare && !is_declared_in(inner, to))
        return "an annotation must not change anything";
    return predicate_fault(f->u, i);
}

/* Reports the first thing in the blocks of an expression that must not be there. */
static void check_pure(const Invariant *made, Func *f, const Func *inner)
{
    vec_each (Block, block, &inner->blocks)
        for (LLVMValueRef i = LLVMGetFirstInstruction(block->block); i;
             i = LLVMGetNextInstruction(i)) {
            const char *why = fault(f, inner, i);
            Pos pos = debug_pos(f->u, i);
            if (why) {
                diag_error(f->u->diag, pos.line ? pos : made->pos, "%s", why);
                return;
            }
        }
}

/* The variables that the blocks of the expression name, and those of the quantifiers in it. */
static void find_variables(Invariant *made, Func *f, LLVMBasicBlockRef region)
{
    Func inner = {.u = f->u, .function = f->function};
    func_find_blocks(&inner, region);
    if (!f->pure)
        check_pure(made, f, &inner);
    vec_each (Block, block, &inner.blocks)
        for (LLVMValueRef i = LLVMGetFirstInstruction(block->block); i;
             i = LLVMGetNextInstruction(i)) {
            for (int k = 0; k < LLVMGetNumOperands(i); k++)
                add_variable(made, f, LLVMGetOperand(i, (unsigned)k));
            if (strcmp(callee_name(i), "__heddle_quantified") == 0 ||
                strcmp(callee_name(i), "__heddle_each") == 0) {
                LLVMBasicBlockRef before = find_quantifier(f->function, LLVMGetOperand(i, 0));
                find_variables(made, f, LLVMGetSuccessor(LLVMGetBasicBlockTerminator(before), 0));
            }
        }
    map_free(&inner.order);
    vec_free(&inner.blocks);
}

static void add_invariant(Func *f, size_t n, LLVMValueRef call)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks.at[n].block);
    uint32_t number = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
    const Note *note = f->u->annotations.notes.at[number];
    size_t head = find_head(f, n, note->inside);
    if (head == SIZE_MAX || LLVMGetNumSuccessors(end) != 2) {
        diag_error(f->u->diag, note->pos,
                   "this belongs to no loop: `invariant` stands right before a loop or its body");
        return;
    }
    Invariant made = {
        .note = note, .pos = note->pos, .head = head, .region = LLVMGetSuccessor(end, 0)};
    find_variables(&made, f, made.region);
    if (f->u->diag->errors) { /* it cannot be lowered */
        free_variables(&made);
        return;
    }
    char name[64];
    snprintf(name, sizeof name, ANNOTATE_FUNCTION "%u", number);
    made.proc = build_declare_proc(f->b, name, note->pos);
    vec_push(&f->invariants, made);
}

void invariant_find(Func *f)
{
    for (size_t n = 0; n < f->blocks.len && !f->pure; n++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(f->blocks.at[n].block); i;
             i = LLVMGetNextInstruction(i))
            if (strcmp(callee_name(i), "__heddle_invariant") == 0)
                add_invariant(f, n, i);
}

void invariant_claim(Func *f, size_t head)
{
    bool first = true;
    vec_each (Invariant, invariant, &f->invariants) {
        if (!invariant->note || invariant->head != head)
            continue;
        VEC(Ref) operands = {0};
        Pos pos = f->b->pos;
        f->b->pos = invariant->note->pos;
        if (first)
            func_point(f);
        first = false;
        vec_push(&operands, func_temporary(f, TYPE_THREAD));
        func_emit(f, (Instr){.op = OP_SELF, .dst = operands.at[0]});
        vec_each (Slot, slot, &invariant->slots)
            vec_push(&operands, slot->first);
        func_emit(f, (Instr){.op = OP_CLAIM,
                             .other = invariant->proc,
                             .list = build_list(f->b, operands.at, operands.len),
                             .target = build_string(f->b, invariant->note->text)});
        f->b->pos = pos;
        vec_free(&operands);
    }
}

void invariant_returns(Func *f, LLVMValueRef truth)
{
    Ref result = func_use(f, truth, TYPE_U1);
    func_emit(f, (Instr){.op = OP_RETURN, .list = build_list(f->b, &result, 1)});
    f->dead = true;
}

/* By the call that stands for the values of its variable. */
static Type bound_type(LLVMBasicBlockRef block)
{
    static const char prefix[] = "__heddle_bound_";
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        const char *name = callee_name(i);
        if (strncmp(name, prefix, sizeof prefix - 1) != 0)
            continue;
        if (strcmp(name, "__heddle_bound_object") == 0)
            return TYPE_POINTER;
        bool wide = strstr(name, "64") != NULL, natural = name[sizeof prefix - 1] == 'u';
        return (Type){natural ? TYPE_UNSIGNED : TYPE_SIGNED, wide ? 64 : 32};
    }
    return TYPE_S64;
}

/* The procedure of the body of a quantifier. */
static Invariant begin_quantifier(Func *f, LLVMValueRef number)
{
    LLVMBasicBlockRef block = find_quantifier(f->function, number);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    Invariant made = {.pos = f->b->pos, .old = f->old, .region = LLVMGetSuccessor(end, 0)};
    char name[64];
    made.bound = bound_type(made.region);
    snprintf(name, sizeof name, "forall:%zu", f->u->program->procs.len);
    made.proc = build_declare_proc(f->b, name, made.pos);
    find_variables(&made, f, made.region);
    return made;
}

/* Asks it; `first` stands for the variable. */
static Ref emit_quantifier(Func *f, const Invariant *made, Instr instr, Ref first)
{
    VEC(Ref) operands = {0};
    vec_push(&operands, 0);
    vec_each (Slot, slot, &made->slots)
        vec_push(&operands, slot->first);
    vec_push(&operands, first);
    instr.dst = func_temporary(f, TYPE_U1);
    instr.other = made->proc;
    instr.list = build_list(f->b, operands.at, operands.len);
    func_emit(f, instr);
    vec_free(&operands);
    vec_push(&f->invariants, *made);
    return instr.dst;
}

Ref invariant_quantify(Func *f, const LLVMValueRef *args)
{
    Invariant made = begin_quantifier(f, args[0]);
    Ref low = func_convert(f, func_use(f, args[1], TYPE_S64), TYPE_S64, made.bound);
    Ref high = func_convert(f, func_use(f, args[2], TYPE_S64), TYPE_S64, made.bound);
    Instr instr = {.op = OP_FORALL, .type = made.bound, .a = low, .b = high};
    return emit_quantifier(f, &made, instr, low);
}

/* The struct that the variable of a quantifier over objects points to, which is the first that its
 * block declares; NULL: it is none. */
static LLVMMetadataRef bound_struct(Func *f, LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        if (strcmp(callee_name(i), "llvm.dbg.declare") != 0)
            continue;
        LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
        LLVMMetadataRef type = debug_pointee(f->u, debug_variable_type(f->u, variable));
        type = debug_strip(f->u, type);
        return type && debug_tag(type) == TAG_STRUCT && debug_bytes(f->u, type) ? type : NULL;
    }
    return NULL;
}

Ref invariant_each(Func *f, LLVMValueRef number)
{
    Invariant made = begin_quantifier(f, number);
    LLVMMetadataRef type = bound_struct(f, made.region);
    if (!type)
        diag_error(f->u->diag, f->b->pos,
                   "a quantifier over objects needs a pointer to a struct whose members are known");
    Instr instr = {.op = OP_EACH,
                   .flags = f->old ? FLAG_OLD : 0,
                   .a = NO_REF,
                   .b = NO_REF,
                   .offset = (int32_t)layout_of_type(f->u, type)};
    return emit_quantifier(f, &made, instr, build_constant(f->b, 0));
}

/* The procedure of an invariant; the one that claims it has been built. */
static void build(Unit *u, LLVMValueRef function, const Invariant *invariant)
{
    Func f = {.u = u, .b = &u->b, .function = function, .pure = true, .old = invariant->old};
    vec_push(&f.slot, (Slot){0});
    build_proc_begin(&u->b, invariant->proc);
    u->b.pos = invariant->pos;
    build_register(&u->b, "tid", TYPE_THREAD);
    func_find_blocks(&f, invariant->region);
    variable_declare(&f);
    for (size_t k = 0; k < invariant->variables.len; k++) {
        LLVMValueRef variable = invariant->variables.at[k];
        Slot slot = invariant->slots.at[k];
        const Slot *own = func_slot(&f, variable);
        if (own && own->declare)
            slot.declare = own->declare;
        const char *name = slot.declare ? debug_variable_name(u, slot.declare) : NULL;
        slot.first = build_register(&u->b, name, invariant->types.at[k]);
        func_add_slot(&f, variable, slot);
    }
    if (!invariant->note) {
        f.bound_type = invariant->bound;
        f.bound = build_register(&u->b, NULL, invariant->bound);
    }
    Proc *proc = &u->program->procs.at[invariant->proc];
    proc->params = (uint32_t)proc->registers.len;
    proc->pure = true;
    vec_push(&proc->results, TYPE_U1);
    func_lower_blocks(&f);
    build_proc_end(&u->b);
    invariant_build(&f);
    func_free(&f);
}

void invariant_build(Func *f)
{
    vec_each (Invariant, invariant, &f->invariants) {
        build(f->u, f->function, invariant);
        free_variables(invariant);
    }
    vec_free(&f->invariants);
}
