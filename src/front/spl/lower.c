/* lower.c -- definitions and statements; see lower.h. */
#include "front/spl/lower.h"

/* ---- statements ---- */

static void lower_stmt(Lower *l, const SStmt *s);

static Label label_of(Lower *l, const char *name)
{
    vec_each (LabelEntry, entry, &l->labels)
        if (entry->name == name)
            return entry->label;
    vec_push(&l->labels, ((LabelEntry){name, build_label(&l->b)}));
    return vec_last(&l->labels).label;
}

static void emit_mov(Lower *l, const SVariable *variable, Ref value)
{
    emit(l, (Instr){.op = OP_MOV,
                    .type = spl_lower_type(&variable->type),
                    .dst = variable->ref,
                    .a = value});
}

static void lower_local(Lower *l, const SStmt *s)
{
    const SVariable *v = s->variable;
    Ref value = v->init ? spl_lower_as(l, v->init, &v->type, v->name.text)
                        : build_constant(&l->b, spl_lower_default(&v->type));
    emit_mov(l, v, value);
}

static void lower_assign(Lower *l, const SStmt *s)
{
    Ref value = spl_lower_as(l, s->value, &s->target->type, s->target->name.text);
    spl_lower_store(l, s->target, value);
}

static void emit_branch(Lower *l, const SExpr *condition, Label yes, Label no)
{
    Ref value = spl_lower_expr(l, condition);
    emit(l, (Instr){.op = OP_BRANCH, .a = value, .target = yes, .other = no});
}

static void emit_jump(Lower *l, Label to)
{
    emit(l, (Instr){.op = OP_JUMP, .target = to});
}

static void lower_if(Lower *l, const SStmt *s)
{
    Label yes = build_label(&l->b), no = build_label(&l->b), done = build_label(&l->b);
    bool jumps = s->body->kind == SS_GOTO && !s->body->labels.len;
    emit_branch(l, s->value, jumps ? label_of(l, s->body->name.text) : yes, no);
    build_place(&l->b, yes);
    if (!jumps) {
        lower_stmt(l, s->body);
        emit_jump(l, done);
    }
    build_place(&l->b, no);
    if (s->other)
        lower_stmt(l, s->other);
    build_place(&l->b, done);
}

static void lower_while(Lower *l, const SStmt *s)
{
    Label head = build_label(&l->b), body = build_label(&l->b), done = build_label(&l->b);
    Label breaks = l->breaks, continues = l->continues;
    l->breaks = done;
    l->continues = head;
    build_place(&l->b, head);
    l->b.pos = s->pos;
    emit(l, (Instr){.op = OP_POINT});
    emit_branch(l, s->value, body, done);
    build_place(&l->b, body);
    lower_stmt(l, s->body);
    emit_jump(l, head);
    build_place(&l->b, done);
    l->breaks = breaks;
    l->continues = continues;
}

static void lower_return(Lower *l, const SStmt *s)
{
    int32_t value = NO_REF;
    if (s->value)
        value = spl_lower_as(l, s->value, &l->method->result, "the result");
    emit(l, (Instr){.op = OP_RETURN, .list = build_list(&l->b, &value, s->value ? 1 : 0)});
}

static void lower_test(Lower *l, const SStmt *s)
{
    Ref value = spl_lower_expr(l, s->value);
    l->b.pos = s->pos;
    if (s->kind == SS_ASSUME)
        emit(l, (Instr){.op = OP_ASSUME, .a = value});
    else
        emit(l, (Instr){.op = OP_ASSERT, .a = value, .other = build_string(&l->b, s->text)});
}

static void lower_plain(Lower *l, const SStmt *s)
{
    switch (s->kind) {
    case SS_LOCAL:
        lower_local(l, s);
        break;
    case SS_ASSIGN:
        lower_assign(l, s);
        break;
    case SS_CALL:
        spl_lower_call(l, s->value);
        break;
    case SS_IF:
        lower_if(l, s);
        break;
    case SS_GOTO:
        emit_jump(l, label_of(l, s->name.text));
        break;
    case SS_RETURN:
        lower_return(l, s);
        break;
    case SS_ASSERT:
    case SS_ASSUME:
        lower_test(l, s);
        break;
    case SS_BREAK:
        emit_jump(l, l->breaks);
        break;
    case SS_CONTINUE:
        emit_jump(l, l->continues);
        break;
    case SS_WHILE:
    case SS_BLOCK:
    case SS_EMPTY:
        break;
    }
}

static void lower_stmt(Lower *l, const SStmt *s)
{
    vec_each (SName, label, &s->labels)
        build_place(&l->b, label_of(l, label->text));
    if (s->kind == SS_BLOCK) {
        for (size_t k = 0; k < s->list.len; k++)
            lower_stmt(l, s->list.at[k]);
        return;
    }
    if (s->kind == SS_WHILE) {
        lower_while(l, s);
        return;
    }
    l->b.pos = s->pos;
    emit(l, (Instr){.op = OP_POINT});
    lower_plain(l, s);
}

/* ---- methods ---- */

static void declare_register(Lower *l, SVariable *v, const char *name)
{
    v->ref = build_register(&l->b, name, spl_lower_type(&v->type));
    l->b.program->procs.at[l->b.proc].registers.at[v->ref].names = spl_lower_names(&v->type);
}

/* Variables of different blocks with the same name share a register, or get a number. */
static void declare_local(Lower *l, SVariables *locals, size_t index)
{
    SVariable *v = locals->at[index];
    uint32_t same = 0;
    for (size_t k = 0; k < index; k++) {
        const SVariable *other = locals->at[k];
        if (other->name.text != v->name.text)
            continue;
        same++;
        if (other->type.kind == v->type.kind && other->type.decl == v->type.decl) {
            v->ref = other->ref;
            return;
        }
    }
    const char *name = v->name.text;
    declare_register(l, v, same ? arena_print(&l->unit->arena, "%s.%u", name, same) : name);
}

static void declare_params(Lower *l, SMethod *m)
{
    build_register(&l->b, "this", TYPE_POINTER);
    vec_each (SVariable *, param, &m->params)
        declare_register(l, *param, (*param)->name.text);
    l->b.program->procs.at[l->b.proc].params = (uint32_t)m->params.len + 1;
}

static void lower_end(Lower *l, const SMethod *m)
{
    if (m->result.kind == ST_VOID) {
        emit(l, (Instr){.op = OP_RETURN});
        return;
    }
    const char *text = arena_print(&l->unit->arena, "%s.%s ends without returning a value",
                                   m->owner->name.text, m->name.text);
    emit(l, (Instr){.op = OP_FAIL, .offset = ERR_ASSERTION, .other = build_string(&l->b, text)});
}

static void lower_method(Lower *l, SMethod *m)
{
    l->method = m;
    l->labels.len = 0;
    l->b.pos = m->name.pos;
    build_proc_begin(&l->b, m->proc);
    declare_params(l, m);
    for (size_t k = 0; k < m->locals.len; k++)
        declare_local(l, &m->locals, k);
    for (size_t k = 0; k < m->body.len; k++)
        lower_stmt(l, m->body.at[k]);
    emit(l, (Instr){.op = OP_POINT});
    lower_end(l, m);
    build_proc_end(&l->b);
    l->method = NULL;
}

/* What a thread runs for a message, with the concurrent semantics. */
static void lower_runner(Lower *l, SMethod *m)
{
    VEC(int32_t) args = {0};
    Label head = build_label(&l->b);
    Instr lock = {.op = OP_ACQUIRE,
                  .a = 0,
                  .offset = (int32_t)m->owner->lock,
                  .region = m->owner->lock_region};
    l->b.pos = m->name.pos;
    build_proc_begin(&l->b, m->runner);
    declare_params(l, m);
    for (int32_t k = 0; k <= (int32_t)m->params.len; k++)
        vec_push(&args, k);
    head = build_label(&l->b);
    build_place(&l->b, head);
    emit(l, (Instr){.op = OP_POINT});
    lock.target = head;
    emit(l, lock);
    emit(l, (Instr){.op = OP_POINT});
    emit(l, (Instr){.op = OP_CALL, .other = m->proc, .list = build_list(&l->b, args.at, args.len)});
    emit(l, (Instr){.op = OP_POINT});
    lock.op = OP_RELEASE;
    emit(l, lock);
    emit(l, (Instr){.op = OP_RETURN});
    build_proc_end(&l->b);
    vec_free(&args);
}

/* ---- definitions ---- */

static void lower_enum(Lower *l, SDecl *decl)
{
    decl->names = build_name_list(&l->b);
    vec_each (SName, constant, &decl->constants)
        build_name(&l->b, decl->names, constant->text);
}

static void lower_fields(Lower *l, SDecl *decl)
{
    decl->layout = build_layout(&l->b, decl->name.text, LAYOUT_RECORD);
    vec_each (SVariable *, field, &decl->fields) {
        SVariable *v = *field;
        const char *name = arena_print(&l->unit->arena, "%s.%s", decl->name.text, v->name.text);
        v->region = build_region(&l->b, name, REGION_FIELD);
        v->offset = build_field(&l->b, decl->layout,
                                (Field){.name = v->name.text,
                                        .type = spl_lower_type(&v->type),
                                        .names = spl_lower_names(&v->type),
                                        .region = v->region});
    }
    if (decl->kind != SD_THREAD || !l->concurrent)
        return;
    const char *name = arena_print(&l->unit->arena, "lock of %s", decl->name.text);
    decl->lock_region = build_region(&l->b, name, REGION_FIELD);
    decl->lock =
        build_field(&l->b, decl->layout,
                    (Field){.name = "the lock", .type = TYPE_THREAD, .region = decl->lock_region});
}

static void declare_methods(Lower *l, SDecl *decl)
{
    for (size_t k = 0; k < decl->methods.len; k++) {
        SMethod *m = decl->methods.at[k];
        const char *name = arena_print(&l->unit->arena, "%s.%s", decl->name.text, m->name.text);
        m->proc = build_declare_proc(&l->b, name, m->name.pos);
        if (m->result.kind != ST_VOID)
            vec_push(&l->b.program->procs.at[m->proc].results, spl_lower_type(&m->result));
        if (!l->concurrent || decl->kind != SD_THREAD)
            continue;
        l->b.program->procs.at[m->proc].atomic = true;
        m->runner =
            build_declare_proc(&l->b, arena_print(&l->unit->arena, "%s, run", name), m->name.pos);
        l->b.program->procs.at[m->runner].library = true;
    }
}

static void lower_methods(Lower *l, SDecl *decl)
{
    for (size_t k = 0; k < decl->methods.len; k++) {
        lower_method(l, decl->methods.at[k]);
        if (l->concurrent && decl->kind == SD_THREAD)
            lower_runner(l, decl->methods.at[k]);
    }
}

/* (new T).md(c*): at the beginning, or in a first thread. */
static void lower_first(Lower *l)
{
    uint32_t proc = build_declare_proc(&l->b, "start", l->unit->start->pos);
    l->b.pos = l->unit->start->pos;
    build_proc_begin(&l->b, proc);
    if (l->concurrent)
        emit(l, (Instr){.op = OP_POINT});
    spl_lower_call(l, l->unit->start);
    emit(l, (Instr){.op = OP_RETURN});
    build_proc_end(&l->b);
    if (l->concurrent)
        vec_push(&l->b.program->threads, ((Thread){.proc = proc}));
    else
        l->b.program->init = (int32_t)proc;
}

Program *spl_lower(SUnit *unit, const Sources *sources, const SplOptions *options)
{
    Program *program = program_new(sources);
    Lower l = {.unit = unit, .concurrent = options->concurrent};
    build_begin(&l.b, program);
    vec_each (SDecl *, decl, &unit->decls)
        if ((*decl)->kind == SD_ENUM)
            lower_enum(&l, *decl);
    vec_each (SDecl *, decl, &unit->decls)
        if ((*decl)->kind != SD_ENUM)
            lower_fields(&l, *decl);
    vec_each (SDecl *, decl, &unit->decls)
        declare_methods(&l, *decl);
    vec_each (SDecl *, decl, &unit->decls)
        lower_methods(&l, *decl);
    lower_first(&l);
    build_event_loop(&l.b, &l.bags);
    build_end(&l.b);
    vec_free(&l.labels);
    return program;
}
