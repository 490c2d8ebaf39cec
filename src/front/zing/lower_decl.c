/* lower_decl.c -- the frame of a program: layouts, globals, procedures, initialisers, threads. */
#include "front/zing/lower.h"

#include <assert.h>

const char *lower_full_name(Lower *l, const ZSymbol *symbol)
{
    if (!symbol->owner)
        return symbol->name;
    return arena_print(l->arena, "%s.%s", symbol->owner->name, symbol->name);
}

/* ---- types ---- */

static void make_names(Lower *l, ZType *type)
{
    type->names = build_name_list(&l->b);
    for (uint32_t i = 0; i < type->count; i++)
        build_name(&l->b, type->names, type->members[i].name);
}

static void make_cells(Lower *l, ZType *type);

static size_t count_cells(Lower *l, const ZMembers *fields)
{
    size_t len = 0;
    vec_each (ZMember *, field, fields) {
        make_cells(l, (*field)->symbol->type);
        (*field)->symbol->first = (uint32_t)len;
        len += (*field)->symbol->type->cells.len;
    }
    return len;
}

/* A struct without fields has one cell that nobody sees: every value has at least one. */
static void make_struct_cells(Lower *l, ZType *type)
{
    const ZMembers *fields = &type->decl->body.members;
    size_t len = count_cells(l, fields);
    type->cells.at = arena_array(l->arena, ZCell, len + 1);
    type->cells.len = len ? len : 1;
    type->cells.at[0] = (ZCell){.path = "", .type = TYPE_U1};
    ZCell *cell = type->cells.at;
    vec_each (ZMember *, field, fields)
        vec_each (ZCell, inner, &(*field)->symbol->type->cells) {
            *cell = *inner;
            cell->path = inner->path[0]
                             ? arena_print(l->arena, "%s.%s", (*field)->name, inner->path)
                             : (*field)->name;
            cell++;
        }
}

static void make_cells(Lower *l, ZType *type)
{
    if (type->cells.len || type->kind == ZK_VOID)
        return;
    if (type->kind == ZK_STRUCT) {
        make_struct_cells(l, type);
        return;
    }
    type->cells.at = arena_new(l->arena, ZCell);
    type->cells.len = 1;
    type->cells.at[0] = (ZCell){.path = "", .type = type->cell, .names = type->names};
}

/* ---- layouts ---- */

static void add_field(Lower *l, uint32_t layout, const char *name, const ZCell *cell,
                      const char *region, RegionKind kind)
{
    Field field = {.name = name,
                   .type = cell->type,
                   .names = cell->names,
                   .region = build_region(&l->b, region, kind)};
    build_field(&l->b, layout, field);
}

/* The two cells of a reader-writer lock lie 8 bytes apart: writer, then readers. */
static void add_rwlock(Lower *l, uint32_t layout, const char *name, const char *region,
                       RegionKind kind)
{
    static const ZCell writer = {.type = {TYPE_TID, 32}}, readers = {.type = {TYPE_UNSIGNED, 64}},
                       padding = {.type = {TYPE_UNSIGNED, 32}};
    const char *second = arena_print(l->arena, "%s.readers", name[0] ? name : "lock");
    Layout *made = &l->program->layouts.at[layout];
    uint32_t end = 0;
    vec_each (Field, field, &made->fields)
        if (field->offset + type_bytes(field->type) > end)
            end = field->offset + type_bytes(field->type);
    if ((end + 3) / 4 % 2)
        add_field(l, layout, arena_print(l->arena, "%s.padding", name), &padding, region, kind);
    add_field(l, layout, name, &writer, region, kind);
    add_field(l, layout, second, &readers, region, kind);
}

/* Adds the cells of a variable; returns the index of the first. */
static uint32_t add_cells(Lower *l, uint32_t layout, const char *name, const ZType *type,
                          const char *region, RegionKind kind)
{
    uint32_t first = (uint32_t)l->program->layouts.at[layout].fields.len;
    if (type->kind == ZK_RWLOCK) {
        add_rwlock(l, layout, name, region, kind);
        return (uint32_t)l->program->layouts.at[layout].fields.len - 2;
    }
    LayoutKind made = l->program->layouts.at[layout].kind;
    bool whole = made == LAYOUT_SET || made == LAYOUT_CHAN; /* one region for all cells */
    vec_each (ZCell, cell, &type->cells) {
        const char *dot = cell->path[0] && name[0] ? "." : "";
        const char *field = arena_print(l->arena, "%s%s%s", name, dot, cell->path);
        const char *own =
            whole || !cell->path[0] ? region : arena_print(l->arena, "%s.%s", region, cell->path);
        add_field(l, layout, field, cell, own, kind);
    }
    return first;
}

static void fill_class(Lower *l, const ZType *type)
{
    vec_each (ZMember *, member, &type->decl->body.members) {
        ZSymbol *symbol = (*member)->symbol;
        if (symbol->kind == ZY_FIELD)
            symbol->first = add_cells(l, type->layout, symbol->name, symbol->type,
                                      lower_full_name(l, symbol), REGION_FIELD);
    }
}

static void make_layout(Lower *l, ZType *type)
{
    static const LayoutKind kinds[] = {
        [ZK_CLASS] = LAYOUT_RECORD,
        [ZK_ARRAY] = LAYOUT_ARRAY,
        [ZK_SET] = LAYOUT_SET,
        [ZK_CHAN] = LAYOUT_CHAN,
    };
    if (type->kind != ZK_CLASS && type->kind != ZK_ARRAY && type->kind != ZK_SET &&
        type->kind != ZK_CHAN)
        return;
    type->layout = build_layout(&l->b, type->name, kinds[type->kind]);
    if (type->kind == ZK_CLASS)
        fill_class(l, type);
    else
        add_cells(l, type->layout, "", type->element, arena_print(l->arena, "%s[]", type->name),
                  REGION_ELEMENTS);
}

static void make_types(Lower *l)
{
    const ZTypes *types = &l->model->types;
    if (types->strings) {
        types->word[ZT_STRING]->names = build_name_list(&l->b);
        build_name(&l->b, types->word[ZT_STRING]->names, "\"\""); /* ORDER: Program.strings */
    }
    for (int word = 0; word < ZT_NAME; word++)
        make_cells(l, types->word[word]);
    make_cells(l, types->null);
    make_cells(l, types->mutex);
    make_cells(l, types->rwlock);
    make_cells(l, types->thread);
    vec_each (ZDecl *, decl, &l->model->unit->decls)
        if ((*decl)->kind == ZD_ENUM)
            make_names(l, (*decl)->type);
    vec_each (ZDecl *, decl, &l->model->unit->decls)
        if ((*decl)->type)
            make_cells(l, (*decl)->type);
    vec_each (ZDecl *, decl, &l->model->unit->decls)
        if ((*decl)->type)
            make_layout(l, (*decl)->type);
}

/* ---- members ---- */

static bool needs_maker(const ZType *type)
{
    vec_each (ZMember *, member, &type->decl->body.members)
        if ((*member)->symbol->kind == ZY_FIELD && (*member)->init &&
            !lower_is_plain((*member)->init))
            return true;
    return false;
}

/* In cooperative mode the entry of a thread is a point and the entry of a call is not: a method
 * that is used in both ways becomes two procedures. */
static void declare_method(Lower *l, ZSymbol *method)
{
    const char *name = lower_full_name(l, method);
    bool both = l->options->cooperative && method->is_forked && method->is_called;
    method->proc = method->thread_proc = build_declare_proc(&l->b, name, method->pos);
    if (both)
        method->thread_proc =
            build_declare_proc(&l->b, arena_print(l->arena, "%s.thread", name), method->pos);
}

static void declare_member(Lower *l, const ZMember *member)
{
    ZSymbol *symbol = member->symbol;
    if (symbol->kind == ZY_METHOD && member->body)
        declare_method(l, symbol);
    if (symbol->kind != ZY_STATIC)
        return;
    const char *name = lower_full_name(l, symbol);
    uint32_t layout = build_layout(&l->b, name, LAYOUT_RECORD);
    symbol->first = add_cells(l, layout, "", symbol->type, name, REGION_GLOBAL);
    symbol->global = build_global(&l->b, name, layout, symbol->pos);
}

/* ---- procedures ---- */

static void add_registers(Lower *l, const char *name, const ZType *type)
{
    vec_each (ZCell, cell, &type->cells) {
        const char *own = cell->path[0] ? arena_print(l->arena, "%s.%s", name, cell->path) : name;
        Ref ref = build_register(&l->b, own, cell->type);
        l->program->procs.at[l->b.proc].registers.at[ref].names = cell->names;
    }
}

static uint32_t register_count(const Lower *l)
{
    return (uint32_t)l->program->procs.at[l->b.proc].registers.len;
}

static void add_params(Lower *l, const ZSymbol *method)
{
    Proc *proc = &l->program->procs.at[l->b.proc];
    if (!method->is_static)
        l->self = build_register(&l->b, "this", TYPE_POINTER);
    for (int out = 0; out < 2; out++) {
        vec_each (ZParam, param, &method->member->params) {
            if (param->is_out != (out == 1))
                continue;
            param->symbol->reg = (Ref)register_count(l);
            add_registers(l, param->name, param->symbol->type);
        }
        if (!out)
            proc->params = register_count(l);
    }
    vec_each (ZCell, cell, &method->type->cells)
        vec_push(&proc->results, cell->type);
    vec_each (ZParam, param, &method->member->params)
        if (param->is_out)
            vec_each (ZCell, cell, &param->symbol->type->cells)
                vec_push(&proc->results, cell->type);
}

static void lower_method(Lower *l, ZSymbol *method, uint32_t proc, bool is_thread)
{
    const ZMember *member = method->member;
    lower_reset(l);
    l->method = method;
    build_proc_begin(&l->b, proc);
    add_params(l, method);
    lower_requires(l, member);
    lower_prepare_labels(l);
    if (l->options->cooperative && is_thread) {
        l->entry = lower_label(l);
        build_place(&l->b, l->entry);
        l->b.pos = method->pos;
        build_emit(&l->b, (Instr){.op = OP_POINT});
    }
    if (member->is_atomic) {
        Label head = lower_step(l, method->pos);
        lower_emit(l, method->pos, (Instr){.op = OP_ATOMIC});
        l->depth = 1;
        l->entry = head;
    }
    lower_enter(l, member->body->symbol->scope);
    if (!member->body->block.len)
        lower_step(l, member->body->pos); /* {} is a statement, and the end another one */
    l->after = l->scope;
    lower_statements(l, &member->body->block);
    if (!l->dead) {
        lower_step(l, member->body->end);
        lower_return_default(l, member->body->end);
    }
    lower_finish(l);
    build_proc_end(&l->b);
    l->program->procs.at[proc].atomic = member->claims_atomic;
    l->method = NULL;
    lower_pending(l);
}

static void lower_member(Lower *l, const ZMember *member)
{
    ZSymbol *symbol = member->symbol;
    if (symbol->kind != ZY_METHOD || !member->body)
        return;
    bool only_thread = symbol->is_forked && !symbol->is_called;
    lower_method(l, symbol, symbol->proc, only_thread);
    if (symbol->thread_proc != symbol->proc)
        lower_method(l, symbol, symbol->thread_proc, true);
    if (!member->is_activate)
        return;
    vec_push(&l->program->threads, ((Thread){symbol->thread_proc}));
}

static void for_members(Lower *l, void (*visit)(Lower *, const ZMember *))
{
    vec_each (ZDecl *, decl, &l->model->unit->decls) {
        if ((*decl)->kind == ZD_MEMBER)
            visit(l, (*decl)->member);
        if ((*decl)->kind == ZD_CLASS)
            vec_each (ZMember *, member, &(*decl)->body.members)
                visit(l, *member);
    }
}

/* ---- initialisers ---- */

bool lower_is_plain(const ZExpr *init)
{
    int64_t value;
    if (zing_fold(init, &value) || init->kind == ZE_INT)
        return true;
    return init->kind == ZE_BOOL || init->kind == ZE_REAL || init->kind == ZE_STRING ||
           init->kind == ZE_NULL || (init->kind == ZE_FIELD && init->symbol->kind == ZY_ENUMERATOR);
}

static void initialise(Lower *l, const ZMember *member, const Place *place)
{
    Pos pos = member->init->pos;
    Value value = lower_converted(l, member->init, member->symbol->type, member->name);
    lower_store(l, place, value, pos);
    vec_each (Temp, temp, &l->temps)
        temp->busy = false;
}

static void initialise_static(Lower *l, const ZMember *member)
{
    if (member->symbol->kind != ZY_STATIC || !member->init)
        return;
    Place place = lower_static(l, member->symbol);
    initialise(l, member, &place);
}

static void lower_init(Lower *l)
{
    Pos pos = l->model->unit->decls.at[0]->pos;
    uint32_t proc = build_declare_proc(&l->b, "<init>", pos);
    lower_reset(l);
    build_proc_begin(&l->b, proc);
    for_members(l, initialise_static);
    lower_emit(l, pos, (Instr){.op = OP_RETURN});
    build_proc_end(&l->b);
    l->program->init = (int32_t)proc;
}

static bool has_static_initialisers(const ZUnit *unit)
{
    vec_each (ZDecl *, decl, &unit->decls) {
        if ((*decl)->kind == ZD_MEMBER && (*decl)->member->init)
            return true;
        if ((*decl)->kind == ZD_CLASS)
            vec_each (ZMember *, member, &(*decl)->body.members)
                if ((*member)->is_static && (*member)->init)
                    return true;
    }
    return false;
}

/* The procedure that runs the initialisers of a new object. */
static void lower_maker(Lower *l, const ZType *type)
{
    lower_reset(l);
    build_proc_begin(&l->b, type->maker - 1);
    l->self = build_register(&l->b, "this", TYPE_POINTER);
    l->program->procs.at[l->b.proc].params = 1;
    vec_each (ZMember *, member, &type->decl->body.members)
        if ((*member)->symbol->kind == ZY_FIELD && (*member)->init) {
            Place place = lower_field(l, l->self, (*member)->symbol, (*member)->pos);
            initialise(l, *member, &place);
        }
    lower_emit(l, type->decl->pos, (Instr){.op = OP_RETURN});
    build_proc_end(&l->b);
}

Program *zing_lower(const ZModel *model, const Sources *sources, const ZingOptions *options)
{
    Program *program = program_new(sources);
    Lower l = {.program = program, .model = model, .options = options, .arena = model->unit->arena};
    build_begin(&l.b, program);
    make_types(&l);
    vec_each (Annotation, ask, &model->unit->asks)
        vec_push(
            &program->annotations,
            ((Annotation){ask->pos, arena_copy(&program->arena, ask->text, strlen(ask->text))}));
    vec_each (ZName, name, &model->exceptions)
        build_exception(&l.b, name->text);
    for_members(&l, declare_member);
    vec_each (ZDecl *, decl, &model->unit->decls)
        if ((*decl)->kind == ZD_CLASS && needs_maker((*decl)->type))
            (*decl)->type->maker =
                1 + build_declare_proc(&l.b, arena_print(l.arena, "%s.<new>", (*decl)->name),
                                       (*decl)->pos);
    for_members(&l, lower_member);
    vec_each (ZDecl *, decl, &model->unit->decls)
        if ((*decl)->kind == ZD_CLASS && (*decl)->type->maker)
            lower_maker(&l, (*decl)->type);
    if (has_static_initialisers(model->unit))
        lower_init(&l);
    for_members(&l, lower_accesses);
    for_members(&l, lower_spec);
    vec_each (ZDecl *, decl, &model->unit->decls)
        if ((*decl)->kind == ZD_CLASS)
            lower_class_invariants(&l, *decl);
    build_event_loop(&l.b, &l.bags);
    vec_free(&l.used);
    vec_free(&l.temps);
    vec_free(&l.locals);
    vec_free(&l.pending);
    vec_free(&l.quantified);
    build_end(&l.b);
    return program;
}
