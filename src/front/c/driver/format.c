/* format.c -- see format.h.
 *
 * Types count as in calls of functions: integers of one width are the same, whatever their sign, and
 * so are all pointers.  What a pointer given to scanf points to is known where it is the address of
 * a variable, of a member or of an element. */
#include "front/c/driver/format.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

typedef struct Format {
    LLVMModuleRef module;
    LLVMContextRef context;
    bool ilp32, scans;
    const char *name; /* of the function */
    LLVMValueRef call;
    unsigned next; /* argument */
    char text[240];
} Format;

typedef enum Class { CLASS_OTHER, CLASS_INTEGER, CLASS_FLOAT, CLASS_POINTER } Class;

typedef struct Kind {
    Class class;
    unsigned bits; /* of integers and floats */
} Kind;

static Kind kind_of(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind)
        return (Kind){CLASS_INTEGER, LLVMGetIntTypeWidth(type)};
    if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind)
        return (Kind){CLASS_FLOAT, kind == LLVMFloatTypeKind ? 32 : 64};
    if (kind == LLVMX86_FP80TypeKind)
        return (Kind){CLASS_FLOAT, 80};
    return (Kind){kind == LLVMPointerTypeKind ? CLASS_POINTER : CLASS_OTHER, 0};
}

static const char *kind_text(Kind kind, char *room, size_t size)
{
    const char *class = kind.class == CLASS_INTEGER ? "an integer" : "a floating-point number";
    if (kind.class == CLASS_POINTER)
        return "a pointer";
    snprintf(room, size, "%s of %u bits", class, kind.bits);
    return room;
}

/* ---- what is given ---- */

static LLVMTypeRef address_type(LLVMValueRef address)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (int k = 2; k < LLVMGetNumOperands(address); k++) {
        LLVMValueRef index = LLVMGetOperand(address, (unsigned)k);
        if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
            type = LLVMGetElementType(type);
        else if (LLVMIsAConstantInt(index))
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
    }
    return type;
}

/* What a pointer points to, as far as it shows; CLASS_OTHER: it does not. */
static Kind pointed_to(LLVMValueRef pointer)
{
    if (LLVMIsAAllocaInst(pointer))
        return kind_of(LLVMGetAllocatedType(pointer));
    if (LLVMIsAGlobalVariable(pointer))
        return kind_of(LLVMGlobalGetValueType(pointer));
    bool constant =
        LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr;
    if (!constant && !LLVMIsAGetElementPtrInst(pointer))
        return (Kind){0};
    Kind kind = kind_of(address_type(pointer));
    /* Bytes may be memory for something else. */
    return kind.class == CLASS_INTEGER && kind.bits == 8 &&
                   LLVMGetTypeKind(LLVMGetGEPSourceElementType(pointer)) != LLVMStructTypeKind
               ? (Kind){0}
               : kind;
}

/* ---- conversions ---- */

/* Behind the flags, the width and the precision; `*` takes an argument of printf. */
static const char *skip_numbers(Format *f, const char *at, unsigned *stars)
{
    *stars = 0;
    at += strspn(at, f->scans ? "'" : "-+ #0'");
    for (; *at && strchr("0123456789.*", *at); at++)
        *stars += *at == '*';
    return at;
}

typedef struct Conversion {
    int size; /* -2: hh, -1: h, 0, 1: l, 2: ll, 3: L, 4: z and t */
    char letter;
} Conversion;

static const char *read_size(const char *at, Conversion *c)
{
    c->size = 0;
    for (; *at == 'h'; at++)
        c->size--;
    for (; *at == 'l' || *at == 'q'; at++)
        c->size += *at == 'q' ? 2 : 1;
    if (*at && strchr("jLzt", *at)) {
        c->size = *at == 'j' ? 2 : *at == 'L' ? 3 : 4;
        at++;
    }
    c->letter = *at;
    return *at ? at + 1 : at;
}

static unsigned integer_bits(const Format *f, int size)
{
    if (size < 0 && f->scans)
        return size == -1 ? 16 : 8;
    if (size <= 0)
        return 32;
    return size == 2 || size == 3 || !f->ilp32 ? 64 : 32;
}

/* What the conversion takes, or what it stores; CLASS_OTHER: nothing that is looked at here. */
static Kind wanted(const Format *f, Conversion c)
{
    if (strchr("diouxX", c.letter) || (c.letter == 'n' && f->scans))
        return (Kind){CLASS_INTEGER, integer_bits(f, c.size)};
    if (strchr("aAeEfFgG", c.letter) && c.size == 3)
        return (Kind){f->ilp32 ? CLASS_OTHER : CLASS_FLOAT, 80};
    if (strchr("aAeEfFgG", c.letter))
        return (Kind){CLASS_FLOAT, f->scans && c.size != 1 ? 32 : 64};
    if (f->scans)
        return (Kind){c.letter == 'p' ? CLASS_POINTER : CLASS_OTHER, 0};
    if (c.letter == 'c')
        return (Kind){CLASS_INTEGER, 32};
    return (Kind){strchr("spn", c.letter) ? CLASS_POINTER : CLASS_OTHER, 0};
}

static bool is_same(Kind a, Kind b)
{
    return a.class == b.class && (a.class == CLASS_POINTER || a.bits == b.bits);
}

/* The next argument must be of that kind; false: it is not, or there is none. */
static bool take(Format *f, Kind want, const char *from, size_t len)
{
    char has[60], takes[60];
    if (f->next >= LLVMGetNumArgOperands(f->call))
        return false;
    LLVMValueRef argument = LLVMGetOperand(f->call, f->next++);
    Kind given = kind_of(LLVMTypeOf(argument));
    if (f->scans && given.class == CLASS_POINTER)
        given = pointed_to(argument);
    if (want.class == CLASS_OTHER || given.class == CLASS_OTHER || is_same(given, want))
        return true;
    snprintf(f->text, sizeof f->text, "argument %u of %s is %s%s, and %%%.*s in its format %s %s",
             f->next, f->name, f->scans ? "the address of " : "", kind_text(given, has, sizeof has),
             (int)len, from, f->scans ? "stores" : "takes", kind_text(want, takes, sizeof takes));
    return false;
}

/* False: an argument does not fit (`text` says which), or there is something else that is left to
 * the model. */
static bool read_format(Format *f, const char *at)
{
    while ((at = strchr(at, '%'))) {
        unsigned stars;
        Conversion c;
        const char *from = ++at;
        if (*at == '%') {
            at++;
            continue;
        }
        at = read_size(skip_numbers(f, at, &stars), &c);
        if (!c.letter ||
            !strchr(f->scans ? "diouxXaAeEfFgGcspn[" : "diouxXaAeEfFgGcspnm", c.letter))
            return false;
        for (; stars && !f->scans; stars--)
            if (!take(f, (Kind){CLASS_INTEGER, 32}, from, (size_t)(at - from)))
                return false;
        bool takes = f->scans ? !stars : c.letter != 'm';
        if (takes && !take(f, wanted(f, c), from, (size_t)(at - from)))
            return false;
        if (c.letter == '[') {
            at += *at == '^';
            at += *at == ']';
            at += strcspn(at, "]");
        }
    }
    return true;
}

/* ---- calls ---- */

static LLVMValueRef make_text(Format *f, const char *text)
{
    LLVMValueRef constant =
        LLVMConstStringInContext2(f->context, text, strlen(text), false /* a 0 at the end */);
    LLVMValueRef global = LLVMAddGlobal(f->module, LLVMTypeOf(constant), "heddle.text");
    LLVMSetInitializer(global, constant);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    return global;
}

static void put_failure(Format *f)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context),
                                        (LLVMTypeRef[]){pointer, pointer}, 2, false);
    LLVMValueRef fail = LLVMGetNamedFunction(f->module, "__heddle_fail");
    LLVMValueRef args[] = {make_text(f, "undefined"), make_text(f, f->text)};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMPositionBuilderBefore(b, f->call);
    if (!fail)
        fail = LLVMAddFunction(f->module, "__heddle_fail", type);
    LLVMValueRef made = LLVMBuildCall2(b, type, fail, args, 2, "");
    LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(f->call));
    LLVMDisposeBuilder(b);
}

/* The text of a literal; NULL: it is none. */
static const char *literal(LLVMValueRef value)
{
    size_t bytes;
    LLVMValueRef first = LLVMIsAGlobalVariable(value) && LLVMIsGlobalConstant(value)
                             ? LLVMGetInitializer(value)
                             : NULL;
    if (!first || !LLVMIsAConstantDataArray(first) || !LLVMIsConstantString(first))
        return NULL;
    const char *text = LLVMGetAsString(first, &bytes);
    return memchr(text, 0, bytes) ? text : NULL;
}

static void check_calls(Format *f, LLVMValueRef function, unsigned format)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        f->call = LLVMGetUser(use);
        bool calls = LLVMIsACallInst(f->call) && LLVMGetCalledValue(f->call) == function &&
                     LLVMGetNumArgOperands(f->call) > format;
        const char *text = calls ? literal(LLVMGetOperand(f->call, format)) : NULL;
        f->next = format + 1;
        f->text[0] = 0;
        if (text && !read_format(f, text) && f->text[0])
            put_failure(f);
    }
}

void format_check(LLVMModuleRef module, bool ilp32)
{
    static const struct {
        const char *name, *shown;
        unsigned format; /* which argument it is */
        bool scans;
    } functions[] = {
        {"printf", "printf", 0, false},         {"fprintf", "fprintf", 1, false},
        {"dprintf", "dprintf", 1, false},       {"sprintf", "sprintf", 1, false},
        {"snprintf", "snprintf", 2, false},     {"scanf", "scanf", 0, true},
        {"__isoc99_scanf", "scanf", 0, true},   {"__isoc23_scanf", "scanf", 0, true},
        {"sscanf", "sscanf", 1, true},          {"__isoc99_sscanf", "sscanf", 1, true},
        {"__isoc23_sscanf", "sscanf", 1, true}, {"fscanf", "fscanf", 1, true},
        {"__isoc99_fscanf", "fscanf", 1, true}, {"__isoc23_fscanf", "fscanf", 1, true},
    };
    Format f = {.module = module, .context = LLVMGetModuleContext(module), .ilp32 = ilp32};
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        LLVMValueRef function = LLVMGetNamedFunction(module, functions[k].name);
        f.name = functions[k].shown;
        f.scans = functions[k].scans;
        if (function && LLVMIsDeclaration(function))
            check_calls(&f, function, functions[k].format);
    }
}
