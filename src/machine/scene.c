/* scene.c -- see scene.h. */
#include "machine/scene.h"

#include "machine/memory.h"
#include "machine/schedule.h"
#include "machine/view.h"

enum { MOST_CELLS = 200 }; /* of one object; the rest is left out */

const char *machine_object_name(Machine *m, uint32_t object)
{
    const char *name = describe_value(m, TYPE_POINTER, 0, pointer_make(object, 0));
    return *name == '&' ? name + 1 : name;
}

bool machine_object_is_global(const Machine *m, uint32_t object)
{
    return object < m->program->globals.len;
}

static uint32_t target_of(const Machine *m, Type type, uint64_t value)
{
    uint32_t object = (uint32_t)(value >> 32);
    return type.kind == TYPE_PTR && object < m->store.slots.len ? object : 0;
}

static void paint_cell(Machine *m, const Painter *painter, const char *name, Type type,
                       uint32_t names, uint64_t value)
{
    painter->cell(painter->self, *name == '.' ? name + 1 : name,
                  describe_value(m, type, names, value), target_of(m, type, value));
}

static void paint_raw_cell(Machine *m, const Painter *painter, uint32_t object, const Field *field,
                           uint32_t offset)
{
    const Slot *slot = store_object(m, object);
    const char *name = describe_cell(m, object, (int32_t)offset);
    Type type = field->type;
    uint32_t bytes = raw_cell_bytes(m, type);
    uint64_t value;
    if (offset + bytes > slot->size)
        return;
    if (raw_is_unwritten(m, slot, offset, bytes))
        painter->cell(painter->self, *name == '.' ? name + 1 : name, "?", 0);
    else if (bytes == m->program->pointer_bytes && raw_peek_pointer(m, slot, offset, &value))
        paint_cell(m, painter, name, TYPE_POINTER, 0, value);
    else {
        value = 0;
        memcpy(&value, slot->bytes + offset, bytes);
        if (type.kind == TYPE_SIGNED || type.bits % 8)
            value = value_fit(type, value);
        paint_cell(m, painter, name, type, field->names, value);
    }
}

/* Not the user's own. */
static bool is_hidden(const Machine *m, const Slot *slot, uint64_t bit)
{
    uint32_t region = raw_region(m, slot->layout, (uint32_t)(bit / 8));
    return m->program->regions.at[region].library;
}

/* By the view; false: there is none. */
static bool paint_view(Machine *m, const Painter *painter, uint32_t object)
{
    ViewPieces pieces = {0};
    const Slot *slot = store_object(m, object);
    uint32_t cells = 0;
    bool seen = view_pieces(m, object, 0, slot->size, &pieces);
    vec_each (ViewPiece, piece, &pieces)
        for (uint64_t k = 0; k < piece->count && cells <= MOST_CELLS; k++) {
            if (is_hidden(m, slot, piece->bit + k * piece->bits))
                continue;
            if (cells++ == MOST_CELLS) {
                painter->cell(painter->self, "...", "", 0);
                break;
            }
            ViewCell cell = view_cell(m, slot, piece, k);
            const char *name = view_name(m, piece, k, k + 1);
            painter->cell(painter->self, *name == '.' ? name + 1 : name, view_value(m, piece, cell),
                          cell.kind == CELL_POINTER ? target_of(m, TYPE_POINTER, cell.value) : 0);
        }
    vec_free(&pieces);
    return seen;
}

static void paint_cells(Machine *m, const Painter *painter, uint32_t object)
{
    if (paint_view(m, painter, object))
        return;
    const Slot *slot = store_object(m, object);
    const Layout *layout = &m->program->layouts.at[slot->layout];
    uint32_t elements = layout->kind == LAYOUT_RECORD ? 1
                        : layout->size                ? slot->size / layout->size
                                                      : 0;
    uint32_t cells = 0;
    for (uint32_t k = 0; k < elements; k++)
        vec_each (Field, field, &layout->fields) {
            if (m->program->regions.at[field->region].library)
                continue;
            uint32_t count = field->count ? field->count : 1;
            uint32_t one = program_field_size(m->program, field) / count;
            for (uint32_t n = 0; n < count; n++) {
                uint32_t offset = k * layout->size + field->offset + n * one;
                if (cells++ == MOST_CELLS) {
                    painter->cell(painter->self, "...", "", 0);
                    return;
                }
                if (layout->kind == LAYOUT_RAW)
                    paint_raw_cell(m, painter, object, field, offset);
                else
                    paint_cell(m, painter, describe_cell(m, object, (int32_t)offset), field->type,
                               field->names, value_load(slot->bytes + offset, field->type));
            }
        }
}

/* In a file that has procedures of the library and none of the user. */
static bool is_of_library(const Machine *m, Pos pos)
{
    bool library = !pos.line;
    vec_each (Proc, proc, &m->program->procs) {
        if (!proc->pos.line || proc->pos.file != pos.file)
            continue;
        if (!proc->library)
            return false;
        library = true;
    }
    return library;
}

static void paint_objects(Machine *m, const Painter *painter)
{
    for (uint32_t object = 1; object < m->store.slots.len; object++) {
        const Slot *slot = store_object(m, object);
        if (!slot || !slot->layout)
            continue;
        if (object < m->program->globals.len &&
            is_of_library(m, m->program->globals.at[object].pos))
            continue;
        if (painter->object(painter->self, object, slot->leaf))
            paint_cells(m, painter, object);
    }
}

static void paint_frame(Machine *m, const Painter *painter, LocalId l)
{
    m->frames.len = 0;
    frame_unpack(m, l);
    const Frame *frame = &vec_last(&m->frames);
    const Proc *proc = &m->program->procs.at[frame->proc];
    const Keep *keep = keep_at(m, frame->pc);
    if (!proc->library)
        painter->frame(painter->self, frame->pc);
    for (uint32_t k = 0; !proc->library && k < keep->len; k++) {
        uint32_t reg = KEPT_REGISTER(m->facts.kept.at[keep->first + k]);
        const Register *r = &proc->registers.at[reg];
        if (r->name)
            paint_cell(m, painter, r->name, r->type, r->names, m->regs[reg]);
    }
    m->frames.len = 0;
}

void machine_paint(Machine *m, const State *state, const Painter *painter)
{
    store_load(m, state->g);
    paint_objects(m, painter);
    each_thread (t, state) {
        const StateThread *thread = &state->threads.at[t];
        if (!painter->thread(painter->self, thread) || !thread->l.ix)
            continue;
        paint_frame(m, painter, thread->l);
        for (uint32_t s = thread->s.ix; s; s = pairs_right(&m->tables.stacks, s))
            paint_frame(m, painter, (LocalId){pairs_left(&m->tables.stacks, s)});
    }
}

/* ---- weak memory ---- */

VisibleValue *memory_add_visible(Machine *m, VisibleValues *values, uint64_t pointer, Type type,
                                 uint64_t value)
{
    const char *name = describe_place(m, (uint32_t)(pointer >> 32), (int32_t)pointer);
    vec_push(values, ((VisibleValue){.pointer = pointer,
                                     .name = name,
                                     .value = describe_value(m, type, 0, value),
                                     .readers = ""}));
    return &vec_last(values);
}

void memory_add_reader(Machine *m, VisibleValue *value, Tid thread)
{
    value->readers = arena_print(&m->arena, "%s%s%s", value->readers, *value->readers ? ", " : "",
                                 machine_thread_name(m, thread));
    value->count++;
}

void machine_visible(Machine *m, const State *state, VisibleValues *values)
{
    values->len = 0;
    if (!m->model || !m->model->visible)
        return;
    store_load(m, state->g);
    store_load_threads(m);
    m->model->visible(m, values);
}
