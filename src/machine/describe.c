/* describe.c -- names and values for people.  Only used when a run is replayed to be shown. */
#include "machine/internal.h"
#include "machine/view.h"

#include <stdio.h>
#include <stdlib.h>

static const char *describe_raw_place(Machine *m, const Slot *slot, int32_t offset);

static const char *describe_float(Machine *m, Type type, uint64_t value)
{
    if (type.bits == 32) {
        uint32_t low = (uint32_t)value;
        float f;
        memcpy(&f, &low, sizeof f);
        return arena_print(&m->arena, "%g", (double)f);
    }
    double d;
    memcpy(&d, &value, sizeof d);
    return arena_print(&m->arena, "%g", d);
}

/* The layout of a local variable is the variable's own. */
static bool is_local(const Program *program, const Layout *layout)
{
    const Field *first = layout->fields.at;
    return layout->kind == LAYOUT_RAW && layout->fields.len &&
           program->regions.at[first->region].kind == REGION_LOCAL;
}

/* The name of a local variable, without its procedure and without the `[]` of arrays. */
static const char *local_name(Machine *m, const Layout *layout, bool whole)
{
    const char *dot = whole ? NULL : strchr(layout->name, '.');
    const char *name = dot ? dot + 1 : layout->name, *array = strstr(name, "[]");
    return arena_print(&m->arena, "%.*s", array ? (int)(array - name) : (int)strlen(name), name);
}

/* `struct node` is `node` here. */
static const char *without_keyword(const char *type)
{
    const char *blank = strchr(type, ' ');
    return blank && (strncmp(type, "struct ", 7) == 0 || strncmp(type, "union ", 6) == 0)
               ? blank + 1
               : type;
}

/* `Node#3` for heap object 3, `&node#3` in C, `&Main.x` for a global or a local variable, `&proc`
 * for a procedure.
 */
static const char *describe_pointer(Machine *m, uint64_t value)
{
    uint32_t object = (uint32_t)(value >> 32);
    if (!value)
        return "null";
    if (!object || object == UINT32_MAX)
        return arena_print(&m->arena, "0x%llx", (unsigned long long)value);
    if (object >= PROC_OBJECT && object - PROC_OBJECT < m->program->procs.len)
        return arena_print(&m->arena, "&%s", m->program->procs.at[object - PROC_OBJECT].name);
    const Slot *slot = store_object(m, object);
    if (object < m->program->globals.len) {
        bool raw = m->program->layouts.at[slot->layout].kind == LAYOUT_RAW;
        return arena_print(
            &m->arena, "&%s%s", m->program->globals.at[object].name,
            raw && (uint32_t)value ? describe_raw_place(m, slot, (int32_t)(uint32_t)value) : "");
    }
    const Layout *layout = &m->program->layouts.at[slot ? slot->layout : 0];
    const char *class = slot && slot->layout ? layout->name : "freed";
    bool inside = slot && slot->raw && (uint32_t)value;
    const char *place = inside ? describe_raw_place(m, slot, (int32_t)(uint32_t)value) : "";
    if (is_local(m->program, layout))
        return arena_print(&m->arena, "&%s%s", local_name(m, layout, true), place);
    bool raw = layout->kind == LAYOUT_RAW && slot && slot->layout;
    return arena_print(&m->arena, "%s%s#%u%s", raw ? "&" : "", raw ? without_keyword(class) : class,
                       object - (uint32_t)m->program->globals.len + 1, place);
}

const char *describe_value(Machine *m, Type type, uint32_t names, uint64_t value)
{
    const NameList *list = &m->program->name_lists.at[names];
    if (names && value < list->names.len && *list->names.at[value])
        return list->names.at[value];
    if (names && !list->names.len && value <= UINT32_MAX)
        type = TYPE_THREAD;
    switch ((TypeKind)type.kind) {
    case TYPE_VOID:
        return "";
    case TYPE_UNSIGNED:
        if (type.bits == 1)
            return value ? "true" : "false";
        return arena_print(&m->arena, "%llu", (unsigned long long)value);
    case TYPE_SIGNED:
        return arena_print(&m->arena, "%lld", (long long)value);
    case TYPE_FLOAT:
        return describe_float(m, type, value);
    case TYPE_PTR:
        return describe_pointer(m, value);
    case TYPE_TID:
        if (!value)
            return "none";
        return arena_print(&m->arena, "thread %s",
                           machine_thread_name(m, (Tid){(uint32_t)value - 1}));
    }
    return "";
}

/* The field of the layout at this offset of an object, NULL if there is none. */
static const Field *field_at(const Machine *m, uint32_t layout, int32_t offset)
{
    const Layout *l = &m->program->layouts.at[layout];
    if (l->kind != LAYOUT_RECORD && l->size)
        offset %= (int32_t)l->size;
    vec_each (Field, field, &l->fields) {
        int32_t at = (int32_t)field->offset;
        if (at == offset || (l->kind == LAYOUT_RAW && at < offset &&
                             offset < at + (int32_t)program_field_size(m->program, field)))
            return field;
    }
    return NULL;
}

/* `[2].next`, `.name[3]`, `+5` where there is no name for it. */
static const char *describe_raw_place(Machine *m, const Slot *slot, int32_t offset)
{
    const Layout *layout = &m->program->layouts.at[slot->layout];
    const char *seen = view_place(m, slot, offset);
    if (seen)
        return seen;
    const Field *field = field_at(m, slot->layout, offset);
    int32_t size = (int32_t)layout->size, inner = offset % size;
    const char *text = "";
    if (slot->size > layout->size)
        text = arena_print(&m->arena, "[%d]", offset / size);
    if (field && *field->name)
        text = arena_print(&m->arena, "%s.%s", text, field->name);
    int32_t rest = inner - (field ? (int32_t)field->offset : 0);
    int32_t one =
        field ? (int32_t)(program_field_size(m->program, field) / (field->count ? field->count : 1))
              : 1;
    if (field && field->count)
        text = arena_print(&m->arena, "%s[%d]", text, rest / one);
    if (rest % one || (!field && rest))
        text = arena_print(&m->arena, "%s+%d", text, rest % one ? rest % one : rest);
    return text;
}

const char *describe_cell(Machine *m, uint32_t object, int32_t offset)
{
    const Slot *slot = store_object(m, object);
    const Layout *layout = &m->program->layouts.at[slot->layout];
    const Field *field = field_at(m, slot->layout, offset);
    const char *name = field ? field->name : "";
    const char *dot = *name ? "." : "";
    if (layout->kind == LAYOUT_RAW)
        return describe_raw_place(m, slot, offset);
    if (layout->kind == LAYOUT_RECORD || !layout->size)
        return arena_print(&m->arena, "%s%s", dot, name);
    return arena_print(&m->arena, "[%d]%s%s", offset / (int32_t)layout->size, dot, name);
}

const char *describe_base(Machine *m, uint32_t object)
{
    const Layout *layout = &m->program->layouts.at[store_object(m, object)->layout];
    if (object < m->program->globals.len)
        return m->program->globals.at[object].name;
    if (is_local(m->program, layout))
        return local_name(m, layout, false);
    return describe_pointer(m, pointer_make(object, 0)) + (layout->kind == LAYOUT_RAW);
}

const char *describe_place(Machine *m, uint32_t object, int32_t offset)
{
    const char *base = describe_base(m, object);
    return arena_print(&m->arena, "%s%s", base, describe_cell(m, object, offset));
}

/* All elements of a set or a channel: `{1, 2}`; the first few if there are many. */
static const char *describe_elements(Machine *m, const Slot *slot)
{
    enum { MOST = 8 };
    const Layout *layout = &m->program->layouts.at[slot->layout];
    uint32_t len = layout->size ? slot->size / layout->size : 0;
    const char *text = layout->kind == LAYOUT_CHAN ? "[" : "{";
    for (uint32_t k = 0; k < len && k < MOST; k++) {
        text = arena_print(&m->arena, "%s%s", text, k ? ", " : "");
        vec_each (Field, field, &layout->fields) {
            uint64_t value =
                value_load(slot->bytes + k * layout->size + field->offset, field->type);
            text = arena_print(&m->arena, "%s%s%s", text, field == layout->fields.at ? "" : "/",
                               describe_value(m, field->type, field->names, value));
        }
    }
    return arena_print(&m->arena, "%s%s%s", text, len > MOST ? ", ..." : "",
                       layout->kind == LAYOUT_CHAN ? "]" : "}");
}

static void add_event(Machine *m, EventKind kind, const char *name, const char *value)
{
    vec_push(&m->result.events, ((Event){.kind = kind, .name = name, .value = value}));
}

/* type VOID: the whole set or channel was changed. */
void describe_write(Machine *m, uint32_t object, int32_t offset, Type type, uint64_t value)
{
    const Slot *slot = store_object(m, object);
    const Field *field = field_at(m, slot->layout, offset);
    if (field && m->program->regions.at[field->region].library)
        return;
    if (type.kind == TYPE_VOID) {
        const char *name = describe_pointer(m, pointer_make(object, 0));
        add_event(m, EVENT_WRITE, name, describe_elements(m, slot));
        return;
    }
    bool raw = m->program->layouts.at[slot->layout].kind == LAYOUT_RAW;
    if (raw && field && field->type.kind != TYPE_PTR && type.kind != TYPE_PTR &&
        type.kind != TYPE_TID &&
        field->type.bits == type.bits) { /* the sign that the source gave it */
        type = field->type;
        value = type.kind == TYPE_FLOAT ? value : value_fit(type, value);
    }
    add_event(m, EVENT_WRITE, describe_place(m, object, offset),
              describe_value(m, type, field ? field->names : 0, value));
}

Change *describe_begin(Machine *m, uint64_t pointer, uint32_t bytes, Type type, bool all)
{
    Change *change = memory_alloc(sizeof *change);
    *change = (Change){.object = (uint32_t)(pointer >> 32),
                       .offset = (uint32_t)pointer,
                       .bytes = bytes,
                       .type = type,
                       .all = all};
    if (view_begin(m, change) || type.kind == TYPE_VOID)
        return change;
    view_free(change);
    memory_free(change);
    return NULL;
}

/* Bytes without a type: `[0..7] = 0` if they are all the same, a pointer, or one number. */
static void describe_bytes(Machine *m, const Slot *slot, const Change *change)
{
    const char *name = describe_place(m, change->object, (int32_t)change->offset), *value = "...";
    const uint8_t *bytes = slot->bytes + change->offset;
    uint32_t n = change->bytes, same = 1;
    uint64_t number = 0;
    bool one = m->program->layouts.at[slot->layout].size == 1;
    if (raw_is_unwritten(m, slot, change->offset, n)) {
        value = "?";
    } else if (n == m->program->pointer_bytes &&
               raw_peek_pointer(m, slot, change->offset, &number)) {
        value = describe_pointer(m, number);
    } else if (!raw_holds_pointer(m, slot, change->offset, n)) {
        while (same < n && bytes[same] == bytes[0])
            same++;
        if (n <= sizeof number)
            memcpy(&number, bytes, n);
        bool range = same == n && n > 1 && one;
        if (range || n <= sizeof number)
            value = arena_print(&m->arena, "%llu", (unsigned long long)(range ? *bytes : number));
        if (range)
            name = arena_print(&m->arena, "%s[%u..%u]", describe_base(m, change->object),
                               change->offset, change->offset + n - 1);
    }
    add_event(m, EVENT_WRITE, name, value);
}

void describe_end(Machine *m, Change *change, bool happened)
{
    const Slot *slot = store_object(m, change->object);
    const Field *field = field_at(m, slot->layout, (int32_t)change->offset);
    ViewRoot root;
    bool hidden = field && m->program->regions.at[field->region].library;
    if (happened && !hidden && view_root(m, slot, &root))
        view_end(m, change, describe_base(m, change->object));
    else if (happened && !hidden)
        describe_bytes(m, slot, change);
    view_free(change);
    memory_free(change);
}

static void describe_register(Machine *m, int32_t reg)
{
    const Frame *top = &vec_last(&m->frames);
    const Register *r = &m->program->procs.at[top->proc].registers.at[reg];
    if (r->name && !m->program->procs.at[top->proc].library)
        add_event(m, EVENT_LOCAL, r->name, describe_value(m, r->type, r->names, m->regs[reg]));
}

static void describe_registers(Machine *m, uint32_t dsts)
{
    const List *list = &m->program->lists.at[dsts];
    for (uint32_t k = 0; k < list->len; k++)
        describe_register(m, list->at[k]);
}

/* How far a copy has come; 0: it is none. */
static uint64_t copied(const Machine *m, const Instr *i, bool more)
{
    const List *l = &m->program->lists.at[i->list];
    if (i->op != OP_COPY && i->op != OP_FILL)
        return 0;
    if (more && l->len > 3) {
        uint64_t at = get(m, l->at[3]), held = at & ((1 << COPY_HELD_BITS) - 1);
        return at >> COPY_HELD_BITS << 16 | held | PASS_MORE;
    }
    return (get(m, l->at[2]) & 0x7fffffff) << 16;
}

/* Where the run stops before an instruction, it has not passed it yet. */
void describe_pass(Machine *m, const Instr *i)
{
    size_t pc = (size_t)(i - m->program->code.at);
    uint32_t pass = pc < m->program->passes.len ? m->program->passes.at[pc] : 0;
    bool interrupted = m->status == STOPPED && m->pc == pc; /* in the midst of it */
    if (!pass || (m->status != RUNNING && m->status != FAILED && !interrupted))
        return;
    uint64_t number = (pass & 3) == PASS_RETURNS ? m->regs[i->dst] : copied(m, i, interrupted);
    vec_push(&m->result.events, ((Event){.kind = EVENT_PASSES, .place = pass, .number = number}));
}

void describe_local(Machine *m, const Instr *i)
{
    Op op = i->op;
    if (op == OP_RETURN)
        describe_registers(m, m->program->code.at[m->pc - 1].dsts); /* of the call */
    else if (op == OP_RECEIVE)
        describe_registers(m, i->dsts);
    else if (strchr(op_info[op].shape, 'd'))
        describe_register(m, i->dst);
}

void describe_text(Machine *m, const char *text)
{
    add_event(m, EVENT_TEXT, NULL, text);
}

/* What the library does to its own memory is not told; what it copies is. */
void describe_touch(Machine *m, const Instr *i, const Touch *touch)
{
    bool library = m->program->procs.at[m->facts.proc_of.at[m->pc - 1]].library;
    bool channel = i->op == OP_SEND || i->op == OP_RECEIVE;
    if (library && i->op != OP_COPY && i->op != OP_FILL)
        return;
    EventKind kind = touch->write ? EVENT_WRITES : EVENT_READS;
    if (channel)
        kind = i->op == OP_SEND ? EVENT_SENDS : EVENT_RECEIVES;
    uint64_t place = pointer_make(touch->object, channel ? 0 : touch->offset);
    const Event *last = m->result.events.len ? &vec_last(&m->result.events) : NULL;
    bool again = last && last->kind == kind && last->place == place;
    add_event(m, kind,
              again     ? last->name
              : channel ? describe_pointer(m, place)
                        : describe_place(m, touch->object, touch->offset),
              NULL);
    vec_last(&m->result.events).place = place;
}

void describe_lock(Machine *m, const Instr *i, EventKind kind)
{
    uint64_t pointer = get(m, i->a);
    add_event(m, kind,
              describe_place(m, (uint32_t)(pointer >> 32), (int32_t)(uint32_t)pointer + i->offset),
              NULL);
    vec_last(&m->result.events).place = pointer + (uint32_t)i->offset;
}

void describe_thread(Machine *m, EventKind kind, Tid tid)
{
    add_event(m, kind, machine_thread_name(m, tid), kind == EVENT_WAITS ? "" : NULL);
}

void describe_object(Machine *m, EventKind kind, uint32_t object)
{
    const char *name = describe_pointer(m, pointer_make(object, 0));
    add_event(m, kind, *name == '&' ? name + 1 : name, NULL);
    vec_last(&m->result.events).place = pointer_make(object, 0);
}

/* A text of C, cut if it is long; NULL: there is none. */
static const char *describe_string(Machine *m, uint64_t pointer)
{
    enum { MOST = 60 };
    const Slot *slot = store_object(m, (uint32_t)(pointer >> 32));
    uint32_t at = (uint32_t)pointer, len = 0;
    if (!slot || !slot->layout || m->program->layouts.at[slot->layout].kind != LAYOUT_RAW)
        return NULL;
    while (at + len < slot->size && slot->bytes[at + len])
        len++;
    if (at + len >= slot->size)
        return NULL;
    return arena_print(&m->arena, "%.*s%s", (int)(len < MOST ? len : MOST),
                       (const char *)slot->bytes + at, len > MOST ? "..." : "");
}

/* The type of an operand of a trace statement: a register's own; constants are shown as numbers. */
static const char *describe_operand(Machine *m, Ref ref)
{
    if (ref < 0)
        return describe_value(m, TYPE_S64, 0, get(m, ref));
    const Frame *top = &vec_last(&m->frames);
    const Register *r = &m->program->procs.at[top->proc].registers.at[ref];
    const char *text = r->type.kind == TYPE_PTR ? describe_string(m, m->regs[ref]) : NULL;
    if (text)
        return text;
    return describe_value(m, r->type, r->names, m->regs[ref]);
}

static uint64_t cut(uint64_t value, unsigned bits, bool is_signed)
{
    uint64_t high = value << (64 - bits);
    return is_signed ? (uint64_t)((int64_t)high >> (64 - bits)) : high >> (64 - bits);
}

/* An operand as printf would show it, for `%s`, `%p`, or `%`, flags, width, precision, h, hh or ll,
 * and a letter; NULL: it is something else. */
static const char *describe_conversion(Machine *m, const char *spec, Ref ref)
{
    char format[24];
    if (strncmp(spec, "%s}", 3) == 0 || strncmp(spec, "%p}", 3) == 0) {
        const char *text = spec[1] == 's' ? describe_string(m, get(m, ref)) : NULL;
        return text ? text : describe_pointer(m, get(m, ref));
    }
    size_t flags = 1 + strspn(spec + 1, "-+ #0123456789.");
    size_t size = strspn(spec + flags, "hl");
    char letter = spec[flags + size];
    bool number = letter && strchr("diuoxXc", letter), real = letter && strchr("fFeEgGaA", letter);
    if (*spec != '%' || flags > 7 || size > 2 || !(number || real) || spec[flags + size + 1] != '}')
        return NULL;
    snprintf(format, sizeof format, "%.*s%s%c", (int)flags, spec,
             number && letter != 'c' ? "ll" : "", letter);
    uint64_t value = get(m, ref);
    double fraction;
    memcpy(&fraction, &value, sizeof fraction);
    if (real)
        return arena_print(&m->arena, format, fraction);
    if (letter == 'c')
        return (value & 255) < ' ' ? "?" : arena_print(&m->arena, format, (int)(value & 255));
    unsigned bits = !size ? 32 : spec[flags] == 'l' ? 64 : size == 1 ? 16 : 8;
    return arena_print(&m->arena, format,
                       (long long)cut(value, bits, letter == 'd' || letter == 'i'));
}

/* C# format items: `{0}`, `{1,8}`, `{2:x}`, and conversions of C, `{3:%05d}`; `{{` and `}}` stand
 * for braces. */
const char *describe_format(Machine *m, const char *format, const List *args)
{
    const char *text = "";
    while (*format) {
        size_t plain = strcspn(format, "{}");
        text = arena_print(&m->arena, "%s%.*s", text, (int)plain, format);
        format += plain;
        if (!*format)
            break;
        char *end;
        unsigned long k = strtoul(format + 1, &end, 10);
        const char *close = strchr(end, '}');
        if (format[0] == format[1] || *format == '}' || end == format + 1 || !close) {
            text = arena_print(&m->arena, "%s%c", text, *format);
            format += format[0] == format[1] ? 2 : 1;
            continue;
        }
        const char *shown =
            k < args->len && *end == ':' ? describe_conversion(m, end + 1, args->at[k]) : NULL;
        if (!shown)
            shown = k < args->len ? describe_operand(m, args->at[k]) : "?";
        text = arena_print(&m->arena, "%s%s", text, shown);
        format = close + 1;
    }
    return text;
}

void describe_event(Machine *m, const Instr *i, uint32_t thread)
{
    const char *text =
        describe_format(m, m->program->strings.at[i->other], &m->program->lists.at[i->list]);
    vec_push(&m->result.events,
             ((Event){.kind = i->offset == STEP_CALL ? EVENT_CALLS : EVENT_RETURNS,
                      .value = text,
                      .number = thread}));
}

/* ---- what a predicate has read ---- */

/* Each thing once: what it reads does not change meanwhile. */
static void add_value(Machine *m, const char *name, const char *value)
{
    const char *text = arena_print(&m->arena, ", %s = %s", name, value);
    if (!strstr(m->ask->values, text))
        m->ask->values = arena_print(&m->arena, "%s%s", m->ask->values, text);
}

void describe_read(Machine *m, uint32_t object, int32_t offset, Type type, uint64_t value)
{
    const Field *field = field_at(m, store_object(m, object)->layout, offset);
    const char *place = describe_place(m, object, offset);
    add_value(m, m->serial.is_old ? arena_print(&m->arena, "\\old(%s)", place) : place,
              describe_value(m, type, field ? field->names : 0, value));
}

void describe_holders(Machine *m, const Instr *i)
{
    enum { READERS_OFFSET = 8 };
    uint64_t pointer = get(m, i->a), value = 0;
    uint32_t object = (uint32_t)(pointer >> 32);
    int32_t offset = (int32_t)(uint32_t)pointer + i->offset;
    if (!(i->flags & FLAG_SHARED)) {
        machine_peek(m, object, offset, TYPE_THREAD, &value);
        describe_read(m, object, offset, TYPE_THREAD, value);
        return;
    }
    const char *readers = "";
    machine_peek(m, object, offset + READERS_OFFSET, (Type){TYPE_UNSIGNED, 64}, &value);
    for (uint32_t k = 0; k < 64; k++)
        if (value >> k & 1)
            readers = arena_print(&m->arena, "%s%sthread %s", readers, *readers ? " and " : "",
                                  machine_thread_name(m, (Tid){k}));
    add_value(m, arena_print(&m->arena, "readers of %s", describe_place(m, object, offset)),
              *readers ? readers : "none");
}
