/* types.c -- types of registers; see unit.h.
 *
 * LLVM's integers have no sign.  A register of the IR has one; where nothing is known integers are
 * signed, and an instruction that needs the other sign gets a cast. */
#include "front/c/lower/unit.h"

Type type_scalar(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    unsigned bits = kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    if (bits == 1)
        return TYPE_U1;
    if (bits && bits <= 64)
        return (Type){TYPE_SIGNED, (uint8_t)bits};
    if (kind == LLVMFloatTypeKind)
        return (Type){TYPE_FLOAT, 32};
    if (kind == LLVMDoubleTypeKind)
        return (Type){TYPE_FLOAT, 64};
    if (kind == LLVMPointerTypeKind)
        return TYPE_POINTER;
    return (Type){0};
}

static bool is_unsigned(Unit *u, LLVMMetadataRef type)
{
    type = debug_strip(u, type);
    if (!type || (debug_tag(type) != TAG_BASE && debug_tag(type) != TAG_ENUM))
        return false;
    if (debug_tag(type) == TAG_ENUM) /* its base type is operand 3 */
        return is_unsigned(u, debug_operand(u, type, 3));
    const char *name = debug_type_name(u, type);
    return strncmp(name, "unsigned", 8) == 0 || strcmp(name, "_Bool") == 0 ||
           strcmp(name, "bool") == 0;
}

Type type_of_variable(Unit *u, LLVMTypeRef llvm, LLVMMetadataRef type)
{
    Type scalar = type_scalar(llvm);
    if (scalar.kind == TYPE_SIGNED && is_unsigned(u, type))
        scalar.kind = TYPE_UNSIGNED;
    return scalar;
}

Type type_pointer_integer(Unit *u)
{
    return (Type){TYPE_UNSIGNED, (uint8_t)(8 * LLVMPointerSize(u->data))};
}

uint64_t type_size(Unit *u, LLVMTypeRef type)
{
    return LLVMABISizeOfType(u->data, type);
}

static bool array_leaves(Unit *u, LLVMTypeRef type, uint64_t count, uint32_t offset, Leaves *out)
{
    LLVMTypeRef element = LLVMGetElementType(type);
    uint32_t size = (uint32_t)type_size(u, element);
    if (count > MOST_LEAVES)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!type_leaves(u, element, offset + i * size, out))
            return false;
    return true;
}

bool type_leaves(Unit *u, LLVMTypeRef type, uint32_t offset, Leaves *out)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMVoidTypeKind)
        return true;
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (!type_leaves(u, LLVMStructGetTypeAtIndex(type, i),
                             offset + (uint32_t)LLVMOffsetOfElement(u->data, type, i), out))
                return false;
        return out->len <= MOST_LEAVES;
    }
    if (kind == LLVMArrayTypeKind)
        return array_leaves(u, type, LLVMGetArrayLength2(type), offset, out);
    if (kind == LLVMVectorTypeKind)
        return array_leaves(u, type, LLVMGetVectorSize(type), offset, out);
    if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 128) {
        vec_push(out, ((Leaf){wide_word(u, 0), offset, 8})); /* to be moved as a whole */
        vec_push(out, ((Leaf){wide_word(u, 1), offset + 8, 8}));
        return out->len <= MOST_LEAVES;
    }
    if (wide_is_fields(type)) {
        uint32_t bits = LLVMGetIntTypeWidth(type) - 64;
        vec_push(out, ((Leaf){{TYPE_UNSIGNED, 64}, offset, 8}));
        vec_push(out, ((Leaf){{TYPE_UNSIGNED, (uint8_t)bits}, offset + 8, (bits + 7) / 8}));
        return out->len <= MOST_LEAVES;
    }
    Type scalar = type_scalar(type);
    vec_push(out, ((Leaf){scalar, offset, (uint32_t)LLVMStoreSizeOfType(u->data, type)}));
    return scalar.kind != TYPE_VOID && out->len <= MOST_LEAVES;
}

/* The part of a type that registers do not hold: the type itself, or one that is in it. */
static LLVMTypeRef odd_part(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind)
        return odd_part(LLVMGetElementType(type));
    if (kind != LLVMStructTypeKind)
        return type_scalar(type).kind == TYPE_VOID && kind != LLVMVoidTypeKind ? type : NULL;
    LLVMTypeRef odd = NULL;
    for (unsigned k = 0; k < LLVMCountStructElementTypes(type) && !odd; k++)
        odd = odd_part(LLVMStructGetTypeAtIndex(type, k));
    return odd;
}

const char *type_refusal(Unit *u, LLVMTypeRef type)
{
    LLVMTypeRef odd = odd_part(type);
    LLVMTypeKind kind = odd ? LLVMGetTypeKind(odd) : LLVMStructTypeKind;
    if (kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind)
        return "a vector, which heddle cannot compute with: write a loop over an array";
    if (kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind)
        return "type long double (or _Float128), which heddle cannot compute with: use double";
    if (kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind)
        return "type _Float16 (or __bf16), which heddle cannot compute with: use float";
    if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(odd) == 129)
        return "129 bits, which sums of __int128 and unsigned __int128 that are asked whether they "
               "fit need: convert both to one of the two types";
    if (kind == LLVMIntegerTypeKind)
        return arena_print(&u->arena,
                           "%u bits (_BitInt), where heddle computes with up to 64, and with 128: "
                           "use __int128, or an array of words",
                           LLVMGetIntTypeWidth(odd));
    return "a struct with too many members for one value: pass a pointer to it";
}
