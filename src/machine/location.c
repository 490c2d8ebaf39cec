/* location.c -- memory locations of several bytes: bit-fields side by side (C17 3.14). */
#include "machine/internal.h"

void location_prepare(Machine *m)
{
    vec_each (Layout, layout, &m->program->layouts)
        vec_each (Field, field, &layout->fields)
            m->facts.locations |= field->role == ROLE_LOCATION;
}

bool location_widen(const Machine *m, uint32_t layout, int32_t *offset, uint32_t *bytes)
{
    const Layout *at = &m->program->layouts.at[layout];
    uint32_t size = at->size, first = size ? (uint32_t)*offset % size : 0;
    if (!m->facts.locations || at->kind != LAYOUT_RAW || !*bytes)
        return false;
    vec_each (Field, field, &at->fields) {
        uint32_t begin = field->offset, end = begin + program_field_size(m->program, field);
        if (field->role != ROLE_LOCATION || first >= end || first + *bytes <= begin)
            continue;
        begin = begin < first ? begin : first;
        end = end > first + *bytes ? end : first + *bytes;
        bool wider = end - begin > *bytes;
        *offset -= (int32_t)(first - begin);
        *bytes = end - begin;
        return wider;
    }
    return false;
}
