/* print.c -- see print.h.
 *
 * A conversion `%05u` of the third argument becomes the item `{2:%05u}` of a trace statement, with
 * `ll` as the size of what has 64 bits.  A literal behind `%s` becomes part of the text; before any
 * other string is shown, __heddle_read_text (lib/stdio.c) reads it, in the same action. */
#include "front/c/driver/print.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

enum { MOST_SHOWN = 400 /* bytes of a text */ };

typedef struct Print {
    LLVMContextRef context;
    LLVMModuleRef module;
    bool ilp32;
    LLVMValueRef call;
    VEC(char) text;            /* of the trace statement */
    VEC(LLVMValueRef) shown;   /* its arguments */
    VEC(LLVMValueRef) strings; /* to be read before */
    VEC(LLVMValueRef) lengths; /* ... so many bytes at most */
    unsigned next;             /* argument */
} Print;

/* ---- the text ---- */

static void put_letter(Print *p, char c)
{
    static const char escapes[] = "\aa\bb\tt\nn\vv\ff\rr";
    const char *escape = c ? strchr(escapes, c) : NULL;
    if (p->text.len >= MOST_SHOWN)
        return;
    if (escape && (escape - escapes) % 2 == 0) {
        vec_push(&p->text, '\\');
        vec_push(&p->text, escape[1]);
        return;
    }
    vec_push(&p->text, c);
    if (c == '{' || c == '}') /* doubled, they stand for themselves */
        vec_push(&p->text, c);
}

static void put_letters(Print *p, const char *from, size_t len)
{
    for (size_t k = 0; k < len; k++)
        put_letter(p, from[k]);
}

/* The text of a literal, without the 0 at its end; NULL: it is none. */
static const char *literal(LLVMValueRef value, size_t *len)
{
    if (!LLVMIsAGlobalVariable(value) || !LLVMIsGlobalConstant(value))
        return NULL;
    LLVMValueRef first = LLVMGetInitializer(value);
    if (!first || !LLVMIsAConstantDataArray(first) || !LLVMIsConstantString(first))
        return NULL;
    size_t bytes;
    const char *text = LLVMGetAsString(first, &bytes), *end = memchr(text, 0, bytes);
    *len = end ? (size_t)(end - text) : 0;
    return end ? text : NULL;
}

/* ---- conversions ---- */

typedef struct Conversion {
    const char *flags; /* with width and precision: so many bytes */
    size_t flags_len;
    int shorter; /* h: 1, hh: 2 */
    bool wide;   /* of 64 bits */
    long precision;
    char letter;
} Conversion;

static const char *skip_digits(const char *f)
{
    return f + strspn(f, "0123456789");
}

/* Behind the `%`; NULL: it is not one of those that are shown so. */
static const char *read_conversion(const Print *p, const char *f, Conversion *c)
{
    *c = (Conversion){.flags = f, .precision = -1};
    f = skip_digits(f + strspn(f, "-+ #0"));
    if (*f == '.') {
        c->precision = strtol(f + 1, NULL, 10);
        f = skip_digits(f + 1);
    }
    c->flags_len = (size_t)(f - c->flags);
    for (; *f == 'h'; f++)
        c->shorter++;
    size_t longer = strspn(f, "l");
    c->wide = longer ? longer > 1 || !p->ilp32 : *f && strchr("jq", *f);
    c->wide |= *f && strchr("zt", *f) && !p->ilp32;
    f += longer ? longer : *f && strchr("jqzt", *f) ? 1 : 0;
    c->letter = *f;
    bool sized = longer || c->wide || c->shorter;
    bool known = *f && (strchr("diuoxX", *f) || (!sized && strchr("cspfFeEgGaA", *f)));
    return known && c->shorter <= 2 && longer <= 2 && c->flags_len < 7 ? f + 1 : NULL;
}

static bool fits(LLVMTypeRef type, const Conversion *c)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (strchr("sp", c->letter))
        return kind == LLVMPointerTypeKind;
    if (strchr("fFeEgGaA", c->letter))
        return kind == LLVMDoubleTypeKind;
    return kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == (c->wide ? 64u : 32u);
}

static void put_item(Print *p, const Conversion *c, LLVMValueRef argument)
{
    char item[48];
    if (strchr("sp", c->letter))
        snprintf(item, sizeof item, "{%zu:%%%c}", p->shown.len, c->letter);
    else
        snprintf(item, sizeof item, "{%zu:%%%.*s%s%c}", p->shown.len, (int)c->flags_len, c->flags,
                 c->wide           ? "ll"
                 : c->shorter == 1 ? "h"
                 : c->shorter == 2 ? "hh"
                                   : "",
                 c->letter);
    vec_push(&p->shown, argument);
    for (const char *s = item; *s && p->text.len < MOST_SHOWN + sizeof item; s++)
        vec_push(&p->text, *s);
}

static void put_string(Print *p, const Conversion *c, LLVMValueRef argument)
{
    size_t len;
    const char *text = literal(argument, &len);
    if (text) {
        put_letters(p, text,
                    c->precision >= 0 && (size_t)c->precision < len ? (size_t)c->precision : len);
        return;
    }
    LLVMTypeRef number = LLVMInt64TypeInContext(p->context);
    vec_push(&p->strings, argument);
    vec_push(&p->lengths, LLVMConstInt(number, (unsigned long long)c->precision, true));
    put_item(p, c, argument);
}

/* Reads the whole format; false: it is left to the model. */
static bool put_format(Print *p, const char *format)
{
    for (const char *f = format; *f;) {
        Conversion c;
        if (*f != '%' || f[1] == '%') {
            put_letter(p, *f);
            f += *f == '%' ? 2 : 1;
            continue;
        }
        f = read_conversion(p, f + 1, &c);
        if (!f || p->next >= LLVMGetNumArgOperands(p->call))
            return false;
        LLVMValueRef argument = LLVMGetOperand(p->call, p->next++);
        if (!fits(LLVMTypeOf(argument), &c))
            return false;
        if (c.letter == 's')
            put_string(p, &c, argument);
        else
            put_item(p, &c, argument);
    }
    return true;
}

/* ---- calls ---- */

static LLVMValueRef find_function(Print *p, const char *name, LLVMTypeRef *params, unsigned count,
                                  bool variadic, LLVMTypeRef *type)
{
    *type = LLVMFunctionType(LLVMVoidTypeInContext(p->context), params, count, variadic);
    LLVMValueRef function = LLVMGetNamedFunction(p->module, name);
    return function ? function : LLVMAddFunction(p->module, name, *type);
}

static void make_call(Print *p, LLVMBuilderRef b, const char *name, LLVMValueRef *args,
                      unsigned count, unsigned fixed)
{
    LLVMTypeRef types[2] = {0}, type;
    for (unsigned k = 0; k < fixed; k++)
        types[k] = LLVMTypeOf(args[k]);
    LLVMValueRef function = find_function(p, name, types, fixed, fixed < 2 && fixed, &type);
    LLVMValueRef made = LLVMBuildCall2(b, type, function, args, count, "");
    LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(p->call));
}

static LLVMValueRef text_of(Print *p)
{
    const char head[] = "prints ";
    VEC(char) text = {0};
    for (const char *s = head; *s; s++)
        vec_push(&text, *s);
    size_t len = p->text.len;
    if (len >= 2 && memcmp(p->text.at + len - 2, "\\n", 2) == 0)
        len -= 2; /* the end of the line goes without saying */
    for (size_t k = 0; k < len; k++)
        vec_push(&text, p->text.at[k]);
    LLVMValueRef constant =
        LLVMConstStringInContext2(p->context, text.at, text.len, false /* a 0 at the end */);
    LLVMValueRef global = LLVMAddGlobal(p->module, LLVMTypeOf(constant), "heddle.text");
    LLVMSetInitializer(global, constant);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    vec_free(&text);
    return global;
}

static void replace(Print *p)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(p->context);
    LLVMPositionBuilderBefore(b, p->call);
    VEC(LLVMValueRef) args = {0};
    vec_push(&args, text_of(p));
    vec_each (LLVMValueRef, argument, &p->shown)
        vec_push(&args, *argument);
    if (p->strings.len)
        make_call(p, b, "__heddle_atomic_begin", NULL, 0, 0);
    for (size_t k = 0; k < p->strings.len; k++) {
        LLVMValueRef string[] = {p->strings.at[k], p->lengths.at[k]};
        make_call(p, b, "__heddle_read_text", string, 2, 2);
    }
    make_call(p, b, "__heddle_trace", args.at, (unsigned)args.len, 1);
    if (p->strings.len)
        make_call(p, b, "__heddle_atomic_end", NULL, 0, 0);
    vec_free(&args);
    LLVMDisposeBuilder(b);
}

/* Is it what the variable stdout or stderr holds? */
static bool is_output(LLVMValueRef stream)
{
    size_t len;
    LLVMValueRef variable = LLVMIsALoadInst(stream) ? LLVMGetOperand(stream, 0) : NULL;
    const char *name = variable && LLVMIsAGlobalVariable(variable) && LLVMIsDeclaration(variable)
                           ? LLVMGetValueName2(variable, &len)
                           : "";
    return strcmp(name, "stdout") == 0 || strcmp(name, "stderr") == 0;
}

static bool read_call(Print *p, const char *name)
{
    size_t len;
    unsigned count = LLVMGetNumArgOperands(p->call);
    bool whole = strcmp(name, "puts") == 0 || strcmp(name, "fputs") == 0;
    bool stream = strcmp(name, "fprintf") == 0, file = strcmp(name, "dprintf") == 0;
    unsigned format = stream || file ? 1 : 0;
    if (count <= format || (whole && count != (strcmp(name, "puts") == 0 ? 1 : 2)))
        return false;
    const char *text = literal(LLVMGetOperand(p->call, format), &len);
    if (!text || (stream && !is_output(LLVMGetOperand(p->call, 0))) ||
        (strcmp(name, "fputs") == 0 && !is_output(LLVMGetOperand(p->call, 1))))
        return false;
    p->next = format + 1;
    if (!whole)
        return put_format(p, text);
    put_letters(p, text, len);
    return true;
}

static bool rewrite(Print *p, const char *name)
{
    bool read = read_call(p, name);
    if (read)
        replace(p);
    p->text.len = p->shown.len = p->strings.len = p->lengths.len = 0;
    return read;
}

static void rewrite_calls(Print *p, LLVMValueRef function, const char *name)
{
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = next) {
        LLVMValueRef call = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        p->call = call;
        bool calls = LLVMIsACallInst(call) && LLVMGetCalledValue(call) == function;
        if (!calls || LLVMGetFirstUse(call) || !rewrite(p, name))
            continue;
        LLVMValueRef stream = LLVMGetOperand(call, strcmp(name, "fputs") == 0 ? 1 : 0);
        LLVMInstructionEraseFromParent(call);
        if (strcmp(name, "puts") != 0 && LLVMIsALoadInst(stream) && is_output(stream) &&
            !LLVMGetFirstUse(stream))
            LLVMInstructionEraseFromParent(stream);
    }
    if (!LLVMGetFirstUse(function))
        LLVMDeleteFunction(function);
}

void print_rewrite(LLVMModuleRef module, bool ilp32)
{
    static const char *const names[] = {"printf", "fprintf", "dprintf", "puts", "fputs"};
    Print p = {.context = LLVMGetModuleContext(module), .module = module, .ilp32 = ilp32};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        LLVMValueRef function = LLVMGetNamedFunction(module, names[k]);
        if (function && LLVMIsDeclaration(function))
            rewrite_calls(&p, function, names[k]);
    }
    vec_free(&p.text);
    vec_free(&p.shown);
    vec_free(&p.strings);
    vec_free(&p.lengths);
}
