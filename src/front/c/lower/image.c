/* image.c -- see image.h. */
#include "front/c/lower/image.h"

/* Variables and functions in an expression: they are needed from now on. */
static void need(Unit *u, LLVMValueRef value)
{
    if (LLVMIsAFunction(value))
        global_proc(u, value);
    else if (LLVMIsAGlobalVariable(value) && !LLVMIsThreadLocal(value))
        global_object(u, value);
    else if (LLVMIsAConstantExpr(value))
        for (int k = 0; k < LLVMGetNumOperands(value); k++)
            need(u, LLVMGetOperand(value, (unsigned)k));
}

static void put_bytes(Image *image, uint32_t offset, uint64_t value, uint32_t count)
{
    for (uint32_t k = 0; k < count && offset + k < image->size; k++)
        image->bytes[offset + k] = k < 8 ? (uint8_t)(value >> 8 * k) : 0;
}

/* The bits from `bit` on, 64 of them, of an integer of more than that. */
static uint64_t word_of(Unit *u, LLVMValueRef value, unsigned bit)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(u->context); /* it computes with constants */
    LLVMValueRef amount = LLVMConstInt(LLVMTypeOf(value), bit, 0);
    LLVMValueRef rest = bit ? LLVMBuildLShr(b, value, amount, "") : value;
    LLVMValueRef word = LLVMBuildTrunc(b, rest, LLVMInt64TypeInContext(u->context), "");
    LLVMDisposeBuilder(b);
    return LLVMConstIntGetZExtValue(word);
}

static void put_integer(Unit *u, Image *image, uint32_t offset, LLVMValueRef value)
{
    uint32_t bytes = (uint32_t)LLVMStoreSizeOfType(u->data, LLVMTypeOf(value));
    if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64) {
        put_bytes(image, offset, LLVMConstIntGetZExtValue(value), bytes);
        return;
    }
    for (uint32_t at = 0; at < bytes; at += 8)
        put_bytes(image, offset + at, word_of(u, value, 8 * at), bytes - at < 8 ? bytes - at : 8);
}

static void put_float(Image *image, uint32_t offset, LLVMValueRef value)
{
    LLVMBool loses;
    double d = LLVMConstRealGetDouble(value, &loses);
    float single = (float)d;
    uint64_t bits = 0;
    bool is_float = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMFloatTypeKind;
    if (is_float)
        memcpy(&bits, &single, sizeof single);
    else
        memcpy(&bits, &d, sizeof d);
    put_bytes(image, offset, bits, is_float ? 4 : 8);
}

static void put(Unit *u, Image *image, uint32_t offset, LLVMValueRef value);

static void put_elements(Unit *u, Image *image, uint32_t offset, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    uint64_t count = is_struct ? LLVMCountStructElementTypes(type)
                     : LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
                                                                  : LLVMGetVectorSize(type);
    uint64_t size = is_struct ? 0 : type_size(u, LLVMGetElementType(type));
    for (unsigned k = 0; k < count; k++) {
        LLVMValueRef element = LLVMGetAggregateElement(value, k);
        uint64_t at = is_struct ? LLVMOffsetOfElement(u->data, type, k) : k * size;
        if (element)
            put(u, image, offset + (uint32_t)at, element);
    }
}

static void put(Unit *u, Image *image, uint32_t offset, LLVMValueRef value)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    size_t len;
    if (LLVMIsNull(value) || LLVMIsUndef(value) || LLVMIsPoison(value))
        return;
    if (LLVMIsAConstantInt(value)) {
        put_integer(u, image, offset, value);
    } else if (LLVMIsAConstantFP(value)) {
        put_float(image, offset, value);
    } else if (LLVMIsAConstantDataArray(value) && LLVMIsConstantString(value)) {
        const char *text = LLVMGetAsString(value, &len);
        memcpy(image->bytes + offset, text, len);
    } else if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
               kind == LLVMVectorTypeKind) {
        put_elements(u, image, offset, value);
    } else {
        need(u, value);
        vec_push(&image->addresses, ((ImageAddress){offset, value}));
    }
}

Image image_make(Unit *u, LLVMValueRef constant)
{
    Image image = {.size = (uint32_t)type_size(u, LLVMTypeOf(constant))};
    image.bytes = memory_alloc(image.size + 8);
    put(u, &image, 0, constant);
    return image;
}

void image_store(Func *f, const Image *image, Ref base, uint32_t offset)
{
    for (uint32_t at = 0; at < image->size;) {
        uint32_t step = 8;
        while ((offset + at) % step || at + step > image->size)
            step /= 2;
        uint64_t value = 0;
        memcpy(&value, image->bytes + at, step);
        Type type = {TYPE_UNSIGNED, (uint8_t)(8 * step)};
        if (value)
            func_emit(f, (Instr){.op = OP_STORE,
                                 .flags = (offset + at) % step ? FLAG_PACKED : 0,
                                 .type = type,
                                 .a = base,
                                 .offset = (int32_t)(offset + at),
                                 .b = build_constant(f->b, value)});
        at += step;
    }
    vec_each (ImageAddress, address, &image->addresses) {
        Type type = type_scalar(LLVMTypeOf(address->value));
        bool word = type.bits == 8 * f->u->program->pointer_bytes;
        if (type.kind != TYPE_PTR && word)
            type = TYPE_POINTER;
        Ref ref = func_use(f, address->value, type);
        func_emit(f, (Instr){.op = OP_STORE,
                             .flags = (offset + address->offset) % f->u->program->pointer_bytes
                                          ? FLAG_PACKED
                                          : 0,
                             .type = type,
                             .a = base,
                             .offset = (int32_t)(offset + address->offset),
                             .b = ref});
    }
}

void image_free(Image *image)
{
    memory_free(image->bytes);
    vec_free(&image->addresses);
}
