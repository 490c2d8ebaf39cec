/* kind.c -- what type of function a call means, and what type a function has; see func.h.
 *
 * C wants the two to be compatible.  Pointers are all of one kind here, integers of one width are, and
 * so are structs of one size that are passed in the same way: programs mix them, and every ABI lets
 * them.  The text is the one that messages show, `int (void *, long)`.  A function of the library
 * that starts threads, or runs handlers, passes one pointer to whatever it was given: its kind is
 * `any (void *)`, see kind_fits. */
#include "front/c/lower/func.h"

/* The struct that argument n, or parameter n of a function, stands for; NULL: it is none. */
static LLVMTypeRef passed_struct(LLVMValueRef call, LLVMValueRef function, unsigned n,
                                 const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAttributeRef found = call ? LLVMGetCallSiteEnumAttribute(call, n + 1, kind)
                                  : LLVMGetEnumAttributeAtIndex(function, n + 1, kind);
    return found ? LLVMGetTypeAttributeValue(found) : NULL;
}

static const char *integer_text(Unit *u, unsigned bits)
{
    bool wide = u->program->pointer_bytes > 4;
    switch (bits) {
    case 1:
        return "_Bool";
    case 8:
        return "char";
    case 16:
        return "short";
    case 32:
        return "int";
    case 64:
        return wide ? "long" : "long long";
    default:
        return arena_print(&u->arena, "integer of %u bits", bits);
    }
}

static const char *type_kind(Unit *u, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMVoidTypeKind      ? "void"
           : kind == LLVMFloatTypeKind   ? "float"
           : kind == LLVMDoubleTypeKind  ? "double"
           : kind == LLVMPointerTypeKind ? "void *"
           : kind == LLVMIntegerTypeKind ? integer_text(u, LLVMGetIntTypeWidth(type))
                                         : arena_print(&u->arena, "struct of %llu bytes",
                                                       (unsigned long long)type_size(u, type));
}

static const char *param_kind(Unit *u, LLVMValueRef call, LLVMValueRef function, LLVMTypeRef type,
                              unsigned n)
{
    LLVMTypeRef by_value = passed_struct(call, function, n, "byval");
    return type_kind(u, by_value ? by_value : type);
}

/* Of a call, if there is one; else of the function. */
static const char *kind_text(Unit *u, LLVMValueRef call, LLVMValueRef function, LLVMTypeRef type,
                             bool any)
{
    unsigned count = LLVMCountParamTypes(type), first = 0;
    LLVMTypeRef *types = arena_array(&u->arena, LLVMTypeRef, count + 1);
    LLVMGetParamTypes(type, types);
    LLVMTypeRef result = LLVMGetReturnType(type);
    LLVMTypeRef hidden = count ? passed_struct(call, function, 0, "sret") : NULL;
    if (hidden) {
        result = hidden;
        first = 1;
    }
    const char *text = arena_print(&u->arena, "%s (", any ? "any" : type_kind(u, result));
    for (unsigned n = first; n < count; n++)
        text = arena_print(&u->arena, "%s%s%s", text, n > first ? ", " : "",
                           param_kind(u, call, function, types[n], n));
    return arena_print(&u->arena, "%s%s)", text,
                       !LLVMIsFunctionVarArg(type) ? ""
                       : count > first             ? ", ..."
                                                   : "...");
}

static bool is_asked(const Unit *u)
{
    return u->options->goal == C_GOAL_ALL;
}

uint32_t kind_of_function(Unit *u, LLVMValueRef function)
{
    if (!is_asked(u) || func_is_lib(function) || LLVMIsDeclaration(function) ||
        predicate_is(function))
        return 0;
    return build_string(&u->b,
                        kind_text(u, NULL, function, LLVMGlobalGetValueType(function), false));
}

uint32_t kind_of_call(Func *f, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    bool nothing = LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind;
    bool any = func_is_lib(f->function) && (f->starts_thread || nothing);
    return is_asked(f->u) ? build_string(f->b, kind_text(f->u, call, NULL, type, any)) : 0;
}

/* A result that nobody looks at does no harm: the function may have been declared nowhere. */
bool kind_check(Func *f, const Call *call)
{
    LLVMTypeRef own = LLVMGlobalGetValueType(call->callee);
    LLVMTypeRef meant = call->result ? LLVMGetCalledFunctionType(call->result) : own;
    if (own == meant || !is_asked(f->u) || func_is_lib(call->callee) || func_is_lib(f->function) ||
        call->count < LLVMCountParamTypes(own))
        return true;
    const char *wanted = kind_text(f->u, call->result, NULL, meant, false);
    const char *found = kind_text(f->u, NULL, call->callee, own, false);
    const char *from = LLVMGetFirstUse(call->result) ? wanted : strchr(wanted, '(');
    const char *to = LLVMGetFirstUse(call->result) ? found : strchr(found, '(');
    if (kind_fits(from, to))
        return true;
    func_fail(f, ERR_CALL_TYPE, "call of `%s`, a function of type `%s`, as one of type `%s`",
              call->name, found, wanted);
    return false;
}
