/* leave.c -- blocks that are left: the end of what clang marks no end of; see func.h.
 *
 * clang says where the lifetime of a variable begins and ends, but not for a variable behind a
 * label in its block, for one that a `goto` or `case` jumps past, for compound literals, and for
 * the results of functions of which a part is used.  What block an instruction stands in is known
 * from its debug information.  So, where control comes from inside of the block to an instruction
 * outside, the object ends; and another one is there at once, for the next time.  (It does no harm
 * if control has not been in the block: then nobody knows the object that ends.)
 *
 * Where control never gets to the declaration of a variable nothing is known of its block, and it
 * ends with the largest one that it can be in.  The block of a compound literal is the innermost one that has all that is done with it; a
 * temporary object ends with its full expression: at the first instruction behind the semicolon.
 *
 * alloca is the opposite: all that a loop has made ends with the function.  What an earlier round
 * has made is kept in a list. */
#include "front/c/lower/func.h"

static LLVMMetadataRef outermost(LLVMValueRef i)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(i), outer = location;
    while (location && (outer = LLVMDILocationGetInlinedAt(location)))
        location = outer;
    return location && LLVMDILocationGetLine(location) ? location : NULL;
}

/* Where it stands; NULL: that is not known, or not to be trusted: a branch on the condition of an
 * `if` says that it stands around it.  Jumps to the next round of a loop are right. */
static LLVMMetadataRef place_in(Func *f, LLVMValueRef i)
{
    if (LLVMIsATerminatorInst(i) && LLVMGetNumSuccessors(i)) {
        uint32_t here = map_get(&f->order, LLVMGetInstructionParent(i));
        if (LLVMGetNumSuccessors(i) != 1 || map_get(&f->order, LLVMGetSuccessor(i, 0)) > here)
            return NULL;
    }
    return outermost(i);
}

static bool is_function(LLVMMetadataRef scope)
{
    return LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind;
}

static LLVMMetadataRef parent(Unit *u, LLVMMetadataRef scope)
{
    enum { SCOPE_PARENT = 1 };
    return is_function(scope) ? NULL : debug_operand(u, scope, SCOPE_PARENT);
}

static bool is_within(Unit *u, LLVMMetadataRef scope, LLVMMetadataRef block)
{
    while (scope && scope != block)
        scope = parent(u, scope);
    return scope != NULL;
}

static LLVMMetadataRef common(Unit *u, LLVMMetadataRef a, LLVMMetadataRef b)
{
    while (a && b && !is_within(u, b, a))
        a = parent(u, a);
    return a ? a : b;
}

static LLVMMetadataRef block_of_users(Unit *u, LLVMValueRef value)
{
    LLVMMetadataRef scope = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMMetadataRef location = outermost(LLVMGetUser(use));
        if (location)
            scope = common(u, scope, LLVMDILocationGetScope(location));
    }
    return scope;
}

/* Behind a comment, a string or a character that begins here. */
static const char *skip(const char *p)
{
    if (p[0] == '/' && p[1] == '/')
        return p + strcspn(p, "\n");
    if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if (*p != '"' && *p != '\'')
        return p + 1;
    const char *end = p + 1;
    while (*end && *end != *p)
        end += *end == '\\' && end[1] ? 2 : 1;
    return *end ? end + 1 : end;
}

/* The semicolon that ends the full expression at this place; line 0: it is not known. */
static Pos semicolon(Unit *u, Pos pos)
{
    int depth = 0;
    const char *begin = debug_source(u, pos), *p = begin;
    while (p && *p && (depth || (*p != ';' && *p != '}'))) {
        depth += *p == '{' ? 1 : *p == '}' ? -1 : 0;
        const char *next = skip(p);
        for (; p < next; p++) {
            pos.line += *p == '\n';
            pos.column = *p == '\n' ? 1 : (uint16_t)(pos.column + 1);
        }
    }
    return p && *p ? pos : (Pos){0};
}

/* Where the last of the calls stands that give the object its value. */
static Pos place_of_users(Unit *u, LLVMValueRef value)
{
    Pos last = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        Pos pos = debug_pos(u, LLVMGetUser(use));
        if (pos.line > last.line || (pos.line == last.line && pos.column > last.column))
            last = pos;
    }
    return last;
}

static bool is_named(LLVMValueRef value, const char *prefix)
{
    size_t len;
    return strncmp(LLVMGetValueName2(value, &len), prefix, strlen(prefix)) == 0;
}

static bool has_mark(LLVMValueRef alloca)
{
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
            is_named(LLVMGetCalledValue(user), "llvm.lifetime."))
            return true;
    }
    return false;
}

/* The largest block around this one that is not the whole function. */
static LLVMMetadataRef largest_block(Unit *u, LLVMMetadataRef block)
{
    LLVMMetadataRef outer = block ? parent(u, block) : NULL;
    return outer && !is_function(outer) ? largest_block(u, outer) : block;
}

static Ending ending_of(Func *f, LLVMValueRef alloca, const Slot *slot)
{
    Unit *u = f->u;
    Ending e = {.alloca = alloca};
    bool literal = is_named(alloca, ".compoundliteral");
    bool temporary = is_named(alloca, "tmp") || is_named(alloca, "ref.tmp") ||
                     is_named(alloca, "agg.tmp") || is_named(alloca, "coerce");
    if (slot->declare)
        e.block = LLVMDIVariableGetScope(slot->declare);
    else
        e.block = block_of_users(u, alloca);
    if (!slot->declare && !literal && !temporary) /* control never gets to its declaration */
        e.block = largest_block(u, e.block);
    if (temporary && !slot->declare)
        e.end = semicolon(u, place_of_users(u, alloca));
    return e;
}

static bool is_inside(Func *f, const Ending *e, LLVMMetadataRef location, Pos pos)
{
    bool behind =
        e->end.line && pos.file == e->end.file &&
        (pos.line > e->end.line || (pos.line == e->end.line && pos.column > e->end.column));
    return !behind && is_within(f->u, LLVMDILocationGetScope(location), e->block);
}

/* At the end of a block: was control inside when it got there?  -1: as at its beginning. */
static int inside_at_end(Func *f, const Ending *e, LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetLastInstruction(block); i; i = LLVMGetPreviousInstruction(i)) {
        LLVMMetadataRef location = place_in(f, i);
        if (location)
            return is_inside(f, e, location, debug_pos(f->u, i));
    }
    return -1;
}

static bool comes_from_inside(Func *f, const Ending *e, size_t n)
{
    LLVMValueRef value = LLVMBasicBlockAsValue(f->blocks.at[n].block);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        uint32_t from = LLVMIsAInstruction(user) && LLVMIsATerminatorInst(user)
                            ? map_get(&f->order, LLVMGetInstructionParent(user))
                            : 0;
        if (from && e->at_end[from - 1])
            return true;
    }
    return false;
}

static void find_ends(Func *f, Ending *e)
{
    e->at_end = arena_array(&f->u->arena, bool, f->blocks.len + 1);
    memset(e->at_end, 0, f->blocks.len * sizeof *e->at_end);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t n = 0; n < f->blocks.len; n++) {
            int known = inside_at_end(f, e, f->blocks.at[n].block);
            bool inside = known < 0 ? comes_from_inside(f, e, n) : known != 0;
            changed |= inside && !e->at_end[n];
            e->at_end[n] |= inside;
        }
    }
}

void leave_find(Func *f)
{
    if (!f->u->options->memory || func_is_lib(f->function))
        return;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->function)); i;
         i = LLVMGetNextInstruction(i)) {
        const Slot *slot = LLVMIsAAllocaInst(i) ? func_slot(f, i) : NULL;
        if (!slot || slot->kind != SLOT_OBJECT || !slot->kept || has_mark(i))
            continue;
        Ending e = ending_of(f, i, slot);
        if (!e.block || (is_function(e.block) && !e.end.line))
            continue;
        find_ends(f, &e);
        vec_push(&f->endings, e);
    }
}

void leave_begin_block(Func *f, size_t n)
{
    vec_each (Ending, e, &f->endings)
        e->inside = comes_from_inside(f, e, n);
}

/* The value of a variable that is declared again is gone.  (If its address is known it stays.) */
static void declare_again(Func *f, LLVMValueRef alloca)
{
    const Slot *slot = func_slot(f, alloca);
    bool fixed = slot && slot->kind == SLOT_OBJECT &&
                 LLVMGetInstructionParent(alloca) == LLVMGetEntryBasicBlock(f->function);
    if (!fixed || slot->shared || has_mark(alloca))
        return;
    func_free_object(f, slot->first);
    scope_begin(f, alloca);
}

void leave_instruction(Func *f, LLVMValueRef i)
{
    LLVMValueRef declared = func_is_lib(f->function) ? NULL : variable_declared(i);
    if (declared)
        declare_again(f, declared);
    LLVMMetadataRef location = f->endings.len ? place_in(f, i) : NULL;
    if (!location)
        return;
    Pos pos = debug_pos(f->u, i);
    vec_each (Ending, e, &f->endings) {
        bool inside = is_inside(f, e, location, pos);
        if (e->inside && !inside) {
            func_free_object(f, func_slot(f, e->alloca)->first);
            scope_begin(f, e->alloca);
        }
        e->inside = inside;
    }
}

/* ---- alloca ---- */

enum { NODE_BYTES = 16, NODE_NEXT = 8 };

/* Can control come from the block back to it? */
static bool is_in_loop(Func *f, size_t n)
{
    VEC(size_t) work = {0};
    VEC(bool) seen = {0};
    bool found = false;
    vec_resize(&seen, f->blocks.len);
    vec_push(&work, n);
    while (work.len && !found) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks.at[vec_pop(&work)].block);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end) && !found; k++) {
            uint32_t to = map_get(&f->order, LLVMGetSuccessor(end, k));
            found = to == n + 1;
            if (to && !seen.at[to - 1]) {
                seen.at[to - 1] = true;
                vec_push(&work, to - 1);
            }
        }
    }
    vec_free(&work);
    vec_free(&seen);
    return found;
}

/* Those of the first block are made before any return. */
void leave_find_arrays(Func *f)
{
    for (size_t n = 1; n < f->blocks.len; n++) {
        LLVMBasicBlockRef block = f->blocks.at[n].block;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            const Slot *slot = LLVMIsAAllocaInst(i) ? func_slot(f, i) : NULL;
            if (!slot || slot->kind != SLOT_OBJECT || has_mark(i))
                continue;
            vec_push(&f->objects, slot->first);
            f->keeps |= slot->kept && !func_is_lib(f->function) && f->u->options->memory &&
                        is_in_loop(f, n);
        }
    }
    if (f->keeps)
        f->kept = func_temporary(f, TYPE_POINTER);
}

void leave_keep(Func *f, LLVMValueRef alloca, Ref object)
{
    if (!f->keeps || !func_slot(f, alloca)->kept || !is_in_loop(f, f->at))
        return;
    Ref node = func_temporary(f, TYPE_POINTER), old = func_temporary(f, TYPE_U1);
    Ref null = build_constant(f->b, 0);
    Label keep = build_label(f->b), done = build_label(f->b);
    func_emit(f, (Instr){.op = OP_NE, .type = TYPE_POINTER, .dst = old, .a = object, .b = null});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = old, .target = keep, .other = done});
    func_place(f, keep);
    func_emit(f, (Instr){.op = OP_ALLOC,
                         .dst = node,
                         .other = layout_hidden(f->u),
                         .b = build_constant(f->b, NODE_BYTES)});
    func_emit(f, (Instr){.op = OP_STORE, .type = TYPE_POINTER, .a = node, .b = object});
    func_emit(
        f, (Instr){
               .op = OP_STORE, .type = TYPE_POINTER, .a = node, .offset = NODE_NEXT, .b = f->kept});
    func_emit(f, (Instr){.op = OP_MOV, .type = TYPE_POINTER, .dst = f->kept, .a = node});
    func_place(f, done);
}

void leave_free_kept(Func *f)
{
    if (!f->keeps || f->dead)
        return;
    Ref object = func_temporary(f, TYPE_POINTER), next = func_temporary(f, TYPE_POINTER);
    Ref more = func_temporary(f, TYPE_U1), null = build_constant(f->b, 0);
    Label head = build_label(f->b), one = build_label(f->b), done = build_label(f->b);
    func_place(f, head);
    func_emit(f, (Instr){.op = OP_NE, .type = TYPE_POINTER, .dst = more, .a = f->kept, .b = null});
    func_emit(f, (Instr){.op = OP_BRANCH, .a = more, .target = one, .other = done});
    func_place(f, one);
    func_emit(f, (Instr){.op = OP_LOAD, .type = TYPE_POINTER, .dst = object, .a = f->kept});
    func_emit(
        f,
        (Instr){
            .op = OP_LOAD, .type = TYPE_POINTER, .dst = next, .a = f->kept, .offset = NODE_NEXT});
    func_emit(f, (Instr){.op = OP_FREE, .a = object});
    func_emit(f, (Instr){.op = OP_FREE, .a = f->kept});
    func_emit(f, (Instr){.op = OP_MOV, .type = TYPE_POINTER, .dst = f->kept, .a = next});
    func_emit(f, (Instr){.op = OP_JUMP, .target = head});
    func_place(f, done);
}
