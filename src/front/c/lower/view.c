/* view.c -- raw memory as the source declares it, for the names and values of traces; see unit.h.
 *
 * Layouts (layout.c) cut memory into regions, for engines: dimensions of arrays are one, bit-fields
 * side by side are one, a union is one of its members.  A view keeps all of it. */
#include "front/c/lower/unit.h"

enum { TYPE_NAME = 2, TYPE_BASE = 3, TYPE_ELEMENTS = 4, RANGE_COUNT = 0 };

static const char *keep(Unit *u, const char *name)
{
    return arena_copy(&u->program->arena, name, strlen(name));
}

static View *new_view(Unit *u, ViewKind kind, uint64_t bytes)
{
    View *view = arena_new(&u->program->arena, View);
    *view = (View){.kind = kind, .bytes = bytes};
    return view;
}

static const View *view_scalar(Unit *u, LLVMMetadataRef type, Type cell)
{
    View *view = new_view(u, VIEW_SCALAR, debug_bytes(u, type));
    view->type = cell;
    view->names = layout_names(u, type);
    view->text = strcmp(debug_type_name(u, debug_strip(u, type)), "char") == 0;
    return view;
}

/* The dimensions from the last one on.  One whose length is not known has no elements. */
static const View *view_array(Unit *u, LLVMMetadataRef type)
{
    LLVMMetadataRef ranges = debug_operand(u, type, TYPE_ELEMENTS);
    const View *view = view_of_type(u, debug_operand(u, type, TYPE_BASE));
    for (unsigned i = debug_operands(u, ranges); view && i-- > 0;) {
        int64_t n = debug_number(u, debug_operand(u, ranges, i), RANGE_COUNT);
        uint64_t count = n > 0 ? (uint64_t)n : 0;
        View *array = new_view(u, VIEW_ARRAY, count * view->bytes);
        array->count = count;
        array->element = view;
        view = array;
    }
    return view;
}

/* lib: it is a type of the library, of which the user sees what has the variable's own name. */
static const View *view_members(Unit *u, LLVMMetadataRef type, ViewKind kind, uint64_t bytes,
                                bool lib)
{
    LLVMMetadataRef members = debug_operand(u, type, TYPE_ELEMENTS);
    unsigned count = debug_operands(u, members);
    View *view = new_view(u, kind, bytes);
    ViewMember *out = arena_array(&u->program->arena, ViewMember, count ? count : 1);
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef member = debug_operand(u, members, i);
        LLVMMetadataRef base = debug_operand(u, member, TYPE_BASE);
        const char *name = annotate_plain_name(debug_text(u, member, TYPE_NAME));
        bool bits = LLVMDITypeGetFlags(member) & LLVMDIFlagBitField;
        const View *inner = lib && !layout_is_named(name) ? NULL : view_of_type(u, base);
        if (!inner || (bits && inner->kind != VIEW_SCALAR))
            continue;
        out[view->count++] = (ViewMember){
            .name = lib ? "" : keep(u, name),
            .bit = LLVMDITypeGetOffsetInBits(member),
            .bits = bits ? (uint32_t)LLVMDITypeGetSizeInBits(member) : 0,
            .view = inner,
        };
    }
    view->members = out;
    return view;
}

static const View *make(Unit *u, LLVMMetadataRef type)
{
    LLVMMetadataRef inner = debug_strip(u, type), model = layout_model(u, type);
    if (!inner)
        return NULL;
    uint64_t bytes = debug_bytes(u, inner);
    if (model && debug_bytes(u, model) <= bytes)
        return view_members(u, model, VIEW_STRUCT, bytes, true);
    Type cell = layout_cell(u, inner);
    if (cell.kind != TYPE_VOID)
        return view_scalar(u, type, cell);
    if (debug_tag(inner) == TAG_ARRAY)
        return view_array(u, inner);
    if (debug_tag(inner) == TAG_STRUCT || debug_tag(inner) == TAG_UNION)
        return view_members(u, inner, debug_tag(inner) == TAG_UNION ? VIEW_UNION : VIEW_STRUCT,
                            bytes, false);
    return NULL;
}

const View *view_of_type(Unit *u, LLVMMetadataRef type)
{
    uint32_t known = type ? map_get(&u->views, type) : 0;
    if (!type)
        return NULL;
    if (!known) {
        const View *view = make(u, type);
        vec_push(&u->view, view);
        known = (uint32_t)u->view.len;
        map_put(&u->views, type, known);
    }
    return u->view.at[known - 1];
}

const View *view_of_locals(Unit *u)
{
    View *view = new_view(u, VIEW_STRUCT, u->local_bytes);
    ViewMember *out = arena_array(&u->program->arena, ViewMember, u->thread_local.len + 1);
    vec_each (Local, local, &u->thread_local) {
        LLVMMetadataRef variable = debug_global(u, local->global);
        const View *inner = variable ? view_of_type(u, debug_variable_type(u, variable)) : NULL;
        if (inner)
            out[view->count++] = (ViewMember){.name = keep(u, debug_variable_name(u, variable)),
                                              .bit = 8 * (uint64_t)local->offset,
                                              .view = inner};
    }
    view->members = out;
    return view;
}
