/* debug.c -- names, types and places from debug information; see unit.h.
 *
 * The C API of LLVM reads few fields of these nodes; the others are their operands, in the order
 * of LLVM 19:
 *   type           file, scope, name, base type, elements (or, of a bit-field, where it is stored)
 *   variable       scope, name, file, type
 *   array range    count */
#include <stdlib.h>

#include "front/c/lower/unit.h"

enum {
    TYPE_FILE = 0,
    TYPE_NAME = 2,
    TYPE_BASE = 3,
    TYPE_ELEMENTS = 4,
    VARIABLE_NAME = 1,
    VARIABLE_TYPE = 3,
    RANGE_COUNT = 0
};

static bool is_node(LLVMMetadataRef metadata)
{
    if (!metadata)
        return false;
    LLVMMetadataKind kind = LLVMGetMetadataKind(metadata);
    return kind != LLVMMDStringMetadataKind && kind != LLVMConstantAsMetadataMetadataKind &&
           kind != LLVMLocalAsMetadataMetadataKind;
}

unsigned debug_operands(Unit *u, LLVMMetadataRef node)
{
    return is_node(node) ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(u->context, node)) : 0;
}

static LLVMValueRef operand_value(Unit *u, LLVMMetadataRef node, unsigned n)
{
    enum { FEW = 16 };
    LLVMValueRef few[FEW], *all = few;
    unsigned count = debug_operands(u, node);
    if (n >= count)
        return NULL;
    if (count > FEW)
        all = memory_alloc(count * sizeof *all);
    LLVMGetMDNodeOperands(LLVMMetadataAsValue(u->context, node), all);
    LLVMValueRef value = all[n];
    if (all != few)
        memory_free(all);
    return value;
}

LLVMMetadataRef debug_operand(Unit *u, LLVMMetadataRef node, unsigned n)
{
    LLVMValueRef value = operand_value(u, node, n);
    if (!value || !LLVMIsAMDNode(value))
        return NULL;
    return LLVMValueAsMetadata(value);
}

int64_t debug_number(Unit *u, LLVMMetadataRef node, unsigned n)
{
    LLVMValueRef value = operand_value(u, node, n);
    return value && LLVMIsAConstantInt(value) ? LLVMConstIntGetSExtValue(value) : -1;
}

const char *debug_text(Unit *u, LLVMMetadataRef node, unsigned n)
{
    LLVMValueRef value = operand_value(u, node, n);
    unsigned len = 0;
    const char *text = value && LLVMIsAMDString(value) ? LLVMGetMDString(value, &len) : "";
    return arena_copy(&u->arena, text, len);
}

Tag debug_tag(LLVMMetadataRef type)
{
    return (Tag)LLVMGetDINodeTag(type);
}

static bool is_kind(LLVMMetadataRef type, LLVMMetadataKind kind)
{
    return type && LLVMGetMetadataKind(type) == kind;
}

LLVMMetadataRef debug_strip(Unit *u, LLVMMetadataRef type)
{
    while (is_kind(type, LLVMDIDerivedTypeMetadataKind) && debug_tag(type) != TAG_POINTER)
        type = debug_operand(u, type, TYPE_BASE);
    return type;
}

uint64_t debug_bytes(Unit *u, LLVMMetadataRef type)
{
    type = debug_strip(u, type);
    return type ? LLVMDITypeGetSizeInBits(type) / 8 : 0;
}

const char *debug_type_name(Unit *u, LLVMMetadataRef type)
{
    const char *alias = "";
    while (is_kind(type, LLVMDIDerivedTypeMetadataKind) && debug_tag(type) != TAG_POINTER) {
        if (!*alias && debug_tag(type) == TAG_TYPEDEF)
            alias = debug_text(u, type, TYPE_NAME);
        type = debug_operand(u, type, TYPE_BASE);
    }
    const char *name = type ? debug_text(u, type, TYPE_NAME) : "void";
    if (strncmp(name, ANNOTATE_STRUCT, sizeof ANNOTATE_STRUCT - 1) == 0)
        name = "";
    if (!type || !*name)
        return *alias ? alias : type ? "" : "void";
    Tag tag = debug_tag(type);
    const char *word = tag == TAG_STRUCT  ? "struct "
                       : tag == TAG_UNION ? "union "
                       : tag == TAG_ENUM  ? "enum "
                                          : "";
    return *word && *alias ? alias : arena_print(&u->arena, "%s%s", word, name);
}

LLVMMetadataRef debug_pointee(Unit *u, LLVMMetadataRef type)
{
    type = debug_strip(u, type);
    if (!is_kind(type, LLVMDIDerivedTypeMetadataKind))
        return NULL;
    return debug_operand(u, type, TYPE_BASE);
}

LLVMMetadataRef debug_variable_type(Unit *u, LLVMMetadataRef variable)
{
    return debug_operand(u, variable, VARIABLE_TYPE);
}

const char *debug_variable_name(Unit *u, LLVMMetadataRef variable)
{
    return debug_text(u, variable, VARIABLE_NAME);
}

LLVMMetadataRef debug_global(Unit *u, LLVMValueRef global)
{
    (void)u;
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    LLVMMetadataRef variable = NULL;
    for (unsigned i = 0; i < count && !variable; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (is_kind(node, LLVMDIGlobalVariableExpressionMetadataKind))
            variable = LLVMDIGlobalVariableExpressionGetVariable(node);
    }
    LLVMDisposeValueMetadataEntries(entries);
    return variable;
}

uint64_t debug_elements(Unit *u, LLVMMetadataRef *type)
{
    uint64_t count = 1;
    LLVMMetadataRef inner = debug_strip(u, *type);
    while (is_kind(inner, LLVMDICompositeTypeMetadataKind) && debug_tag(inner) == TAG_ARRAY) {
        LLVMMetadataRef ranges = debug_operand(u, inner, TYPE_ELEMENTS);
        for (unsigned i = 0; i < debug_operands(u, ranges); i++) {
            int64_t n = debug_number(u, debug_operand(u, ranges, i), RANGE_COUNT);
            count *= n > 0 ? (uint64_t)n : 0;
        }
        *type = debug_operand(u, inner, TYPE_BASE);
        inner = debug_strip(u, *type);
    }
    return count;
}

LLVMMetadataRef debug_member_at(Unit *u, LLVMMetadataRef type, uint64_t offset)
{
    type = debug_strip(u, type);
    if (!is_kind(type, LLVMDICompositeTypeMetadataKind) || debug_tag(type) != TAG_STRUCT)
        return NULL;
    LLVMMetadataRef members = debug_operand(u, type, TYPE_ELEMENTS);
    for (unsigned i = 0; i < debug_operands(u, members); i++) {
        LLVMMetadataRef member = debug_operand(u, members, i);
        if (LLVMDITypeGetOffsetInBits(member) == 8 * offset)
            return debug_operand(u, member, TYPE_BASE);
    }
    return NULL;
}

/* Places.  A file is read when a position first names it. */

static bool same_file(const char *name, const char *folder, const char *known)
{
    if (strcmp(name, known) == 0)
        return true;
    size_t len = strlen(folder);
    return strncmp(known, folder, len) == 0 && known[len] == '/' &&
           strcmp(known + len + 1, name) == 0;
}

static uint32_t add_file(Unit *u, LLVMMetadataRef file)
{
    unsigned len, source_len;
    const char *text = LLVMDIFileGetFilename(file, &len);
    const char *name = arena_copy(&u->arena, text, len);
    text = LLVMDIFileGetDirectory(file, &len);
    const char *folder = arena_copy(&u->arena, text, len);
    for (size_t i = 0; i < u->sources->files.len; i++)
        if (same_file(name, folder, u->sources->files.at[i].name))
            return (uint32_t)i;
    const char *source = LLVMDIFileGetSource(file, &source_len);
    if (source && source_len)
        return (uint32_t)source_add(u->sources, name, source, source_len);
    const char *why;
    const char *path = *name == '/' ? name : arena_print(&u->arena, "%s/%s", folder, name);
    int read = source_read(u->sources, path, &why);
    return (uint32_t)(read >= 0 ? read : source_add(u->sources, name, "", 0));
}

static Pos place(Unit *u, LLVMMetadataRef file, unsigned line, unsigned column)
{
    if (!file || !line)
        return (Pos){0};
    uint32_t known = map_get(&u->files, file);
    if (!known) {
        known = add_file(u, file) + 1;
        map_put(&u->files, file, known);
    }
    return (Pos){line, (uint16_t)(column < UINT16_MAX ? column : UINT16_MAX),
                 (uint16_t)(known - 1)};
}

Pos debug_pos(Unit *u, LLVMValueRef instruction)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    if (!location)
        return (Pos){0};
    LLVMMetadataRef scope = LLVMDILocationGetScope(location);
    return place(u, scope ? LLVMDIScopeGetFile(scope) : NULL, LLVMDILocationGetLine(location),
                 LLVMDILocationGetColumn(location));
}

Pos debug_function_pos(Unit *u, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    if (!subprogram)
        return (Pos){0};
    return place(u, LLVMDIScopeGetFile(subprogram), LLVMDISubprogramGetLine(subprogram), 1);
}

Pos debug_variable_pos(Unit *u, LLVMMetadataRef variable)
{
    if (!variable)
        return (Pos){0};
    return place(u, LLVMDIVariableGetFile(variable), LLVMDIVariableGetLine(variable), 1);
}

Pos debug_type_pos(Unit *u, LLVMMetadataRef type)
{
    return place(u, debug_operand(u, type, TYPE_FILE), LLVMDITypeGetLine(type), 1);
}

const char *debug_source(const Unit *u, Pos pos)
{
    if (!pos.line || pos.file >= u->sources->files.len)
        return NULL;
    const char *p = u->sources->files.at[pos.file].text;
    for (uint32_t line = 1; p && line < pos.line; line++) {
        p = strchr(p, '\n');
        p = p ? p + 1 : NULL;
    }
    return p && strnlen(p, pos.column) == pos.column ? p + pos.column - 1 : NULL;
}
