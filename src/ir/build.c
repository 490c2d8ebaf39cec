/* build.c -- see build.h. */
#include "ir/build.h"

#include "ir/shape.h"

static const char *copy(Builder *b, const char *text)
{
    return arena_copy(&b->program->arena, text, strlen(text));
}

static Proc *current(Builder *b)
{
    assert(b->proc < b->program->procs.len);
    return &b->program->procs.at[b->proc];
}

void build_begin(Builder *b, Program *program)
{
    *b = (Builder){.program = program};
}

void build_end(Builder *b)
{
    vec_free(&b->labels);
}

uint32_t build_declare_proc(Builder *b, const char *name, Pos pos)
{
    vec_push(&b->program->procs, ((Proc){.name = copy(b, name), .pos = pos}));
    return (uint32_t)b->program->procs.len - 1;
}

void build_proc_begin(Builder *b, uint32_t proc)
{
    Program *p = b->program;
    assert(proc < p->procs.len && !p->procs.at[proc].begin);
    b->proc = proc;
    b->pos = p->procs.at[proc].pos;
    p->procs.at[proc].begin = p->procs.at[proc].end = (uint32_t)p->code.len;
    vec_push(&p->by_code, proc);
    b->labels.len = 0;
    vec_push(&b->labels, 0);
}

static uint32_t resolve(Builder *b, uint32_t label)
{
    if (!label)
        return 0;
    assert(label < b->labels.len && b->labels.at[label]);
    return b->labels.at[label];
}

/* The pairs of a list of cases or guards, with program counters in place of labels. */
static uint32_t resolve_list(Builder *b, uint32_t list)
{
    List old = b->program->lists.at[list];
    int32_t *at = arena_array(&b->program->arena, int32_t, old.len);
    for (uint32_t i = 0; i < old.len; i++)
        at[i] = i % 2 ? (int32_t)resolve(b, (uint32_t)old.at[i]) : old.at[i];
    vec_push(&b->program->lists, ((List){at, old.len}));
    return (uint32_t)b->program->lists.len - 1;
}

void build_proc_end(Builder *b)
{
    Program *p = b->program;
    Proc *proc = current(b);
    proc->end = (uint32_t)p->code.len;
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        Instr *i = &p->code.at[pc];
        if (shape_has(i->op, "Lhu"))
            i->target = resolve(b, i->target);
        if (shape_has(i->op, "M"))
            i->other = resolve(b, i->other);
        if (shape_has(i->op, "cg") && i->list)
            i->list = resolve_list(b, i->list);
    }
}

Ref build_register(Builder *b, const char *name, Type type)
{
    Proc *proc = current(b);
    vec_push(&proc->registers, ((Register){.name = name ? copy(b, name) : NULL, .type = type}));
    return (Ref)proc->registers.len - 1;
}

Ref build_constant(Builder *b, uint64_t value)
{
    Program *p = b->program;
    Ref *recent = &b->recent[(value * 0x9e3779b97f4a7c15u) >> 58];
    size_t index = (size_t) ~*recent;
    if (*recent >= 0 || index >= p->constants.len || p->constants.at[index] != value) {
        vec_push(&p->constants, value);
        *recent = ~(Ref)(p->constants.len - 1);
    }
    return *recent;
}

Label build_label(Builder *b)
{
    vec_push(&b->labels, 0);
    return (Label)b->labels.len - 1;
}

void build_place(Builder *b, Label label)
{
    assert(label && label < b->labels.len && !b->labels.at[label]);
    b->labels.at[label] = (uint32_t)b->program->code.len;
}

/* Only what the shape of the instruction has. */
static Instr tidy(Instr i)
{
    Instr o = {.op = i.op, .flags = i.flags, .dst = NO_REF, .a = NO_REF, .b = NO_REF};
    const char *shape = op_info[i.op].shape;
    Piece piece;
    while (shape_next(&shape, &piece)) {
        if (!piece.letter)
            continue;
        if (piece.letter == 'd')
            o.dst = i.dst;
        else if (piece.letter == 'D')
            o.dsts = i.dsts;
        else if (strchr("aAf", piece.letter))
            o.a = i.a;
        else if (strchr("bBi", piece.letter))
            o.b = i.b;
        else if (piece.letter == 't')
            o.type = i.type;
        else if (piece.letter == 's')
            o.from = i.from;
        else if (strchr("oke", piece.letter))
            o.offset = i.offset;
        else if (piece.letter == 'r')
            o.region = i.region;
        else if (strchr("ypmxMwv", piece.letter))
            o.other = i.other;
        else if (strchr("Lhun", piece.letter))
            o.target = i.target;
        else if (strchr("lcg", piece.letter))
            o.list = i.list;
    }
    return o;
}

uint32_t build_emit(Builder *b, Instr instr)
{
    Program *p = b->program;
    assert(instr.op < OPS);
    vec_push(&p->code, tidy(instr));
    vec_push(&p->pos, b->pos);
    return (uint32_t)p->code.len - 1;
}

uint32_t build_list(Builder *b, const int32_t *at, size_t len)
{
    if (!len)
        return 0;
    int32_t *own = arena_array(&b->program->arena, int32_t, len);
    memcpy(own, at, len * sizeof *at);
    vec_push(&b->program->lists, ((List){own, (uint32_t)len}));
    return (uint32_t)b->program->lists.len - 1;
}

uint32_t build_string(Builder *b, const char *text)
{
    Program *p = b->program;
    for (uint32_t i = 0; i < p->strings.len; i++)
        if (strcmp(p->strings.at[i], text) == 0)
            return i;
    vec_push(&p->strings, copy(b, text));
    return (uint32_t)p->strings.len - 1;
}

uint32_t build_exception(Builder *b, const char *name)
{
    Program *p = b->program;
    for (uint32_t i = 0; i < p->exceptions.len; i++)
        if (strcmp(p->exceptions.at[i], name) == 0)
            return i;
    vec_push(&p->exceptions, copy(b, name));
    return (uint32_t)p->exceptions.len - 1;
}

uint32_t build_region(Builder *b, const char *name, RegionKind kind)
{
    Program *p = b->program;
    for (uint32_t i = 1; i < p->regions.len; i++)
        if (strcmp(p->regions.at[i].name, name) == 0)
            return i;
    vec_push(&p->regions, ((Region){copy(b, name), kind, false}));
    return (uint32_t)p->regions.len - 1;
}

uint32_t build_layout(Builder *b, const char *name, LayoutKind kind)
{
    vec_push(&b->program->layouts, ((Layout){.name = copy(b, name), .kind = kind}));
    return (uint32_t)b->program->layouts.len - 1;
}

uint32_t build_field(Builder *b, uint32_t layout, Field field)
{
    assert(layout && layout < b->program->layouts.len);
    Layout *l = &b->program->layouts.at[layout];
    field.name = copy(b, field.name ? field.name : "");
    field.offset = layout_next_offset(l, l->fields.len, type_bytes(field.type));
    vec_push(&l->fields, field);
    l->size = layout_next_offset(l, l->fields.len, 0);
    return field.offset;
}

void build_raw_field(Builder *b, uint32_t layout, Field field)
{
    assert(layout && layout < b->program->layouts.len);
    field.name = copy(b, field.name ? field.name : "");
    vec_push(&b->program->layouts.at[layout].fields, field);
}

uint32_t build_global(Builder *b, const char *name, uint32_t layout, Pos pos)
{
    vec_push(&b->program->globals, ((Global){.name = copy(b, name), .layout = layout, .pos = pos}));
    return (uint32_t)b->program->globals.len - 1;
}

void build_access(Builder *b, Access access)
{
    access.text = copy(b, access.text);
    vec_push(&b->program->accesses, access);
}

uint32_t build_name_list(Builder *b)
{
    vec_push(&b->program->name_lists, (NameList){0});
    return (uint32_t)b->program->name_lists.len - 1;
}

void build_name(Builder *b, uint32_t list, const char *name)
{
    assert(list && list < b->program->name_lists.len);
    vec_push(&b->program->name_lists.at[list].names, copy(b, name));
}
