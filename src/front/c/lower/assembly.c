/* assembly.c -- inline assembly of the kinds that libraries use becomes what C would have said.
 *
 * The instructions of the processor that people write by hand are those that read, change and write
 * a word at once, and those around them: barriers, moves, flags.  The text is run here, with LLVM's
 * values in the place of registers: what it does to memory becomes instructions of LLVM, atomic and
 * seq_cst where the processor locks (xchg always does), before anything else looks at the module.
 * Moves from and to memory are one access, as on the processor: acquire and release.  What changes
 * memory without the prefix `lock` reads and writes it in two.
 *
 * Whatever is not understood to the last word stays as it is, and is refused where it is called
 * (call.c).  AT&T's syntax of x86 only; no jumps. */
#include "front/c/driver/landmark.h"
#include "front/c/lower/assembly.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- constraints ---- */

static bool named_cell(const char *name, size_t len, unsigned *cell, unsigned *bits)
{
    static const struct {
        const char *name;
        unsigned cell, bits;
    } names[] = {
        {"al", REG_A, 8},    {"ax", REG_A, 16},   {"eax", REG_A, 32},   {"rax", REG_A, 64},
        {"bl", REG_B, 8},    {"bx", REG_B, 16},   {"ebx", REG_B, 32},   {"rbx", REG_B, 64},
        {"cl", REG_C, 8},    {"cx", REG_C, 16},   {"ecx", REG_C, 32},   {"rcx", REG_C, 64},
        {"dl", REG_D, 8},    {"dx", REG_D, 16},   {"edx", REG_D, 32},   {"rdx", REG_D, 64},
        {"sil", REG_SI, 8},  {"si", REG_SI, 16},  {"esi", REG_SI, 32},  {"rsi", REG_SI, 64},
        {"dil", REG_DI, 8},  {"di", REG_DI, 16},  {"edi", REG_DI, 32},  {"rdi", REG_DI, 64},
        {"esp", REG_SP, 32}, {"rsp", REG_SP, 64}, {"r8d", REG_8, 32},   {"r8", REG_8, 64},
        {"r9d", REG_9, 32},  {"r9", REG_9, 64},   {"r10d", REG_10, 32}, {"r10", REG_10, 64},
    };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strlen(names[k].name) == len && strncmp(names[k].name, name, len) == 0) {
            *cell = names[k].cell;
            *bits = names[k].bits;
            return true;
        }
    return false;
}

/* `{ax}`, `{@ccz}`, `r`, `0` ...: where the operand is.  False: that is not known. */
static bool place_operand(Assembly *a, Operand *o, const char *text, size_t len)
{
    unsigned bits;
    static const char simple[] = "rqQRabcdSDinIJKLMNOZegXm", numbers[] = "inIJKLMNOZegX";
    o->cell = NAMED + (unsigned)(o - a->operands);
    if (o->memory)
        return true;
    if (len > 5 && strncmp(text, "{@cc", 4) == 0) {
        o->flag = arena_copy(&a->u->arena, text + 4, len - 5);
        return o->output;
    }
    if (len > 2 && text[0] == '{')
        return named_cell(text + 1, len - 2, &o->cell, &bits);
    if (len == 1 && isdigit((unsigned char)*text)) {
        unsigned n = (unsigned)(*text - '0');
        o->cell = n < a->count ? a->operands[n].cell : 0;
        return n < a->count && a->operands[n].output && !a->operands[n].memory;
    }
    for (size_t k = 0; k < len; k++)
        if (!strchr(simple, text[k]))
            return false;
        else
            o->immediate |= strchr(numbers, text[k]) != NULL;
    return len > 0;
}

/* The type of the n-th result of the assembly that is no memory. */
static LLVMTypeRef result_type(const Assembly *a, unsigned n)
{
    LLVMTypeRef type = LLVMTypeOf(a->call);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
        return n < LLVMCountStructElementTypes(type) ? LLVMStructGetTypeAtIndex(type, n) : NULL;
    return n == 0 && LLVMGetTypeKind(type) != LLVMVoidTypeKind ? type : NULL;
}

/* The type of what a pointer points to that is given to assembly. */
static LLVMTypeRef pointed_type(const Assembly *a, unsigned argument)
{
    static const char name[] = "elementtype";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMAttributeRef type = LLVMGetCallSiteEnumAttribute(a->call, argument + 1, kind);
    return type ? LLVMGetTypeAttributeValue(type) : NULL;
}

static bool add_operand(Assembly *a, const char *text, size_t len, unsigned *arguments,
                        unsigned *results)
{
    if (text[0] == '~')
        return true;
    if (a->count == MOST_OPERANDS)
        return false;
    Operand *o = &a->operands[a->count];
    *o = (Operand){.output = text[0] == '='};
    while (len && strchr("=&*%", *text)) {
        o->memory |= *text == '*';
        text++, len--;
    }
    if (!o->output || o->memory) {
        if (*arguments >= LLVMGetNumArgOperands(a->call))
            return false;
        o->value = LLVMGetOperand(a->call, *arguments);
        o->type = o->memory ? pointed_type(a, *arguments) : LLVMTypeOf(o->value);
        ++*arguments;
    } else {
        o->type = result_type(a, (*results)++);
    }
    if (!o->type || !place_operand(a, o, text, len))
        return false;
    if (!o->output && !o->memory)
        a->cells[o->cell] = o->value;
    a->count++;
    return true;
}

static bool read_constraints(Assembly *a, const char *text, size_t len)
{
    unsigned arguments = 0, results = 0;
    const char *end = text + len;
    while (text < end) {
        const char *comma = text;
        for (int depth = 0; comma < end && (depth || *comma != ','); comma++)
            depth += (*comma == '{') - (*comma == '}');
        if (!add_operand(a, text, (size_t)(comma - text), &arguments, &results))
            return false;
        text = comma + (comma < end);
    }
    return arguments == LLVMGetNumArgOperands(a->call);
}

/* ---- the text ---- */

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " \t");
}

/* `$0`, `${0:b}`: which operand, and how many bits of it. */
static const char *read_reference(Assembly *a, const char *p, Operand **o, unsigned *bits)
{
    char *end;
    bool braced = *p == '{';
    unsigned long n = strtoul(p + braced, &end, 10);
    bool digits = end != p + braced;
    *o = digits && n < a->count ? &a->operands[n] : NULL;
    *bits = 0;
    p = end;
    if (braced && *p == ':') {
        const char *sizes = "bwkq", *size = p[1] ? strchr(sizes, p[1]) : NULL;
        *bits = size ? 8u << (size - sizes) : 0;
        *o = size ? *o : NULL;
        p += p[1] ? 2 : 1;
    }
    if (braced && *p++ != '}')
        *o = NULL;
    return p;
}

static Where operand_place(Assembly *a, const Operand *o, unsigned bits)
{
    Where w = {.bits = bits ? bits : assembly_bits(a, o->type)};
    if (o->flag)
        return (Where){0};
    w.kind = o->memory ? PLACE_MEMORY : PLACE_CELL;
    w.cell = o->cell;
    w.value = o->value;
    if (!o->memory && !o->output && o->immediate && LLVMIsAConstantInt(o->value))
        w.kind = PLACE_NUMBER;
    if (w.kind == PLACE_NUMBER)
        w.bits = 0;
    return w;
}

/* A register, `%eax`, or an operand of the assembly. */
static const char *read_register(Assembly *a, const char *p, Where *w)
{
    Operand *o;
    unsigned bits;
    *w = (Where){0};
    if (*p == '$') {
        p = read_reference(a, p + 1, &o, &bits);
        if (o)
            *w = operand_place(a, o, bits);
    } else if (*p == '%') {
        size_t len = strspn(++p, "abcdefghijklmnopqrstuvwxyz0123456789");
        if (named_cell(p, len, &w->cell, &w->bits))
            w->kind = PLACE_CELL;
        p += len;
    }
    return p;
}

/* `8(%1)`: memory behind a pointer.  The stack is known as a register only. */
static const char *read_address(Assembly *a, const char *p, Where *w)
{
    char *end;
    Where base;
    long long offset = strtoll(p, &end, 0);
    p = read_register(a, skip_blanks(end + 1), &base);
    *w = (Where){0};
    LLVMValueRef pointer = base.kind == PLACE_CELL ? a->cells[base.cell] : NULL;
    if (base.kind == PLACE_CELL && base.cell == REG_SP && !offset)
        *w = (Where){.kind = PLACE_CELL, .cell = REG_SP};
    else if (pointer && LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind) {
        LLVMValueRef by = assembly_number(a, 64, (uint64_t)offset);
        if (offset)
            pointer =
                LLVMBuildGEP2(a->build, LLVMInt8TypeInContext(a->u->context), pointer, &by, 1, "");
        *w = (Where){.kind = PLACE_MEMORY, .value = pointer};
    }
    return *p == ')' ? p + 1 : "?";
}

static const char *read_place(Assembly *a, const char *p, Where *w)
{
    char *end;
    p = skip_blanks(p);
    if (p[0] == '$' && p[1] == '$') {
        uint64_t n = strtoull(p + 2, &end, 0);
        *w = (Where){.kind = end != p + 2 ? PLACE_NUMBER : PLACE_NONE,
                     .value = assembly_number(a, 64, n)};
        return end;
    }
    (void)strtoll(p, &end, 0);
    return *end == '(' ? read_address(a, p, w) : read_register(a, p, w);
}

/* Cuts the suffix off that says the size, if the name without it is known. */
static unsigned cut_suffix(char *name)
{
    static const char *const known[] = {"mov", "add", "sub",  "and",  "or",   "xor",
                                        "inc", "dec", "xchg", "xadd", "cmp",  "bts",
                                        "btr", "btc", "neg",  "not",  "test", "cmpxchg"};
    const char *sizes = "bwlq";
    size_t len = strlen(name);
    const char *size = len ? strchr(sizes, name[len - 1]) : NULL;
    for (size_t k = 0; size && k < sizeof known / sizeof *known; k++)
        if (strlen(known[k]) == len - 1 && strncmp(known[k], name, len - 1) == 0) {
            name[len - 1] = 0;
            return 8u << (size - sizes);
        }
    return 0;
}

/* The size is said by the name, or else by a register; operands of several sizes are refused. */
static void find_size(Assembly *a, Statement *s)
{
    unsigned asked = s->bits;
    bool two = strcmp(s->name, "cmpxchg8b") == 0 || strcmp(s->name, "cmpxchg16b") == 0;
    for (unsigned k = 0; k < s->count && !two; k++) {
        const Where *w = &s->at[k];
        a->failed |= w->kind == PLACE_NONE;
        if (!s->bits && w->kind == PLACE_CELL)
            s->bits = w->bits;
    }
    for (unsigned k = 0; k < s->count && !s->bits; k++)
        s->bits = s->at[k].bits;
    for (unsigned k = 0; k < s->count && asked; k++)
        if (s->at[k].kind == PLACE_CELL && s->at[k].bits && s->at[k].bits < asked)
            a->failed = true;
    a->failed |= s->bits > 64 && !two;
}

static void read_statement(Assembly *a, char *text)
{
    Statement s = {0};
    char *name = text + strspn(text, " \t"), *end = name + strcspn(name, " \t");
    const char *p = *end ? end + 1 : end;
    *end = 0;
    if (strcmp(name, "lock") == 0 || strcmp(name, "rep") == 0) {
        *(name[0] == 'l' ? &a->locked : &a->repeated) = true;
        read_statement(a, end + (p != end));
        return;
    }
    if (!*name)
        return;
    s.bits = cut_suffix(name);
    s.name = name;
    for (p = skip_blanks(p); *p && s.count < 2; s.count++) {
        p = skip_blanks(read_place(a, p, &s.at[s.count]));
        if (*p == ',')
            p++;
        else if (*p)
            break;
    }
    find_size(a, &s);
    a->failed |= *p != 0;
    if (!a->failed)
        assembly_run(a, &s);
}

static void read_text(Assembly *a, const char *text, size_t len)
{
    char *copy = arena_copy(&a->u->arena, text, len), *next;
    for (char *p = copy; p && !a->failed; p = next) {
        size_t part = strcspn(p, ";\n#");
        next = p[part] ? p + part + 1 : NULL;
        if (p[part] == '#')
            next = strchr(p + part, '\n');
        p[part] = 0;
        read_statement(a, p);
    }
    a->failed |= a->locked || a->repeated;
}

/* ---- results ---- */

static LLVMValueRef result_of(Assembly *a, const Operand *o)
{
    if (!o->flag) {
        LLVMValueRef value = a->cells[o->cell];
        return value ? assembly_to_type(a, value, o->type)
                     : assembly_give_up(a, assembly_bits(a, o->type));
    }
    LLVMValueRef bit = assembly_condition(a, o->flag);
    if (!bit)
        return assembly_give_up(a, assembly_bits(a, o->type));
    return assembly_bits(a, o->type) == 1 ? bit : LLVMBuildZExt(a->build, bit, o->type, "");
}

/* Who takes result n gets the value: a pointer that was put into a struct, and taken out again,
 * would be a number. */
static void give(LLVMValueRef call, unsigned n, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAExtractValueInst(user) && LLVMGetNumIndices(user) == 1 &&
            *LLVMGetIndices(user) == n)
            LLVMReplaceAllUsesWith(user, value);
    }
}

static void replace(Assembly *a)
{
    bool is_struct = LLVMGetTypeKind(LLVMTypeOf(a->call)) == LLVMStructTypeKind;
    LLVMValueRef all = is_struct ? LLVMGetUndef(LLVMTypeOf(a->call)) : NULL;
    LLVMValueRef values[MOST_OPERANDS];
    unsigned n = 0;
    for (unsigned k = 0; k < a->count && !a->failed; k++) {
        const Operand *o = &a->operands[k];
        if (!o->output || o->memory)
            continue;
        values[n] = result_of(a, o);
        all = is_struct ? LLVMBuildInsertValue(a->build, all, values[n], n, "") : values[n];
        n++;
    }
    if (!all || a->failed)
        return;
    for (unsigned k = 0; k < n && is_struct; k++)
        give(a->call, k, values[k]);
    LLVMReplaceAllUsesWith(a->call, all);
}

/* What was built before the call. */
static void undo(LLVMValueRef before, LLVMValueRef call)
{
    LLVMValueRef i = LLVMGetPreviousInstruction(call);
    while (i && i != before) {
        LLVMValueRef previous = LLVMGetPreviousInstruction(i);
        LLVMInstructionEraseFromParent(i);
        i = previous;
    }
}

static bool meets_others(LLVMValueRef i)
{
    bool accesses = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
    return LLVMIsACallInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) ||
           (accesses && LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic);
}

/* For replay --native, which cannot stop inside: where it gets to memory, or to the system. */
static void move_landmark(Unit *u, LLVMValueRef before, LLVMValueRef call)
{
    LLVMValueRef i = before ? LLVMGetNextInstruction(before)
                            : LLVMGetFirstInstruction(LLVMGetInstructionParent(call));
    while (i != call && !meets_others(i))
        i = LLVMGetNextInstruction(i);
    if (i != call)
        landmark_move(u->context, call, i);
}

static void rewrite(Unit *u, LLVMBuilderRef build, LLVMValueRef call)
{
    LLVMValueRef text = LLVMGetCalledValue(call), before = LLVMGetPreviousInstruction(call);
    Assembly a = {.u = u, .build = build, .call = call};
    size_t len, constraints_len;
    const char *code = LLVMGetInlineAsmAsmString(text, &len);
    const char *constraints = LLVMGetInlineAsmConstraintString(text, &constraints_len);
    LLVMPositionBuilderBefore(build, call);
    LLVMSetCurrentDebugLocation2(build, LLVMInstructionGetDebugLoc(call));
    a.failed = LLVMGetInlineAsmDialect(text) != LLVMInlineAsmDialectATT ||
               !read_constraints(&a, constraints, constraints_len);
    if (!a.failed)
        read_text(&a, code, len);
    if (!a.failed)
        replace(&a);
    if (a.failed)
        undo(before, call);
    else {
        move_landmark(u, before, call);
        LLVMInstructionEraseFromParent(call);
    }
}

void assembly_rewrite(Unit *u)
{
    LLVMBuilderRef build = LLVMCreateBuilderInContext(u->context);
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
                    rewrite(u, build, i);
            }
    LLVMDisposeBuilder(build);
}
