/* lower.c -- from the syntax tree to the intermediate representation.
 *
 * A shared variable is a global, a local one a register, a statement an action.  A thread that starts at a
 * label runs a copy of the procedure that begins there, with the values of its variables as parameters.
 * Whoever assumes something waits until it holds, for ever if need be, which is a proper end. */
#include "front/bp/ast.h"
#include "ir/build.h"

typedef struct Place {
    BName name;
    Label label;
    bool placed;
} Place;

typedef struct Lower {
    BUnit *unit;
    Builder b;
    BProc *proc;       /* that is being lowered ... */
    bool thread;       /* ... as what a thread runs from a label on: it gives nothing back */
    VEC(Place) places; /* labels of it */
    uint32_t atomic;   /* regions around the statement */
    Label region;      /* where the innermost one begins, if it has only just; 0: it has not */
    VEC(Ref) next;     /* by name of the assignment: its value behind it */
    const BStmt *assignment;
    VEC(Ref) chosen; /* for the stars of a condition that is waited for */
    size_t used;     /* of them */
} Lower;

static uint32_t emit(Lower *l, Instr instr)
{
    return build_emit(&l->b, instr);
}

static Ref constant(Lower *l, uint64_t value)
{
    return build_constant(&l->b, value);
}

static Ref temporary(Lower *l)
{
    return build_register(&l->b, NULL, TYPE_U1);
}

static void wrong(Lower *l, Pos pos, const char *format, const char *name)
{
    char text[200];
    snprintf(text, sizeof text, format, name); // NOLINT: of this file
    if (l->unit->diag->errors < DIAG_MOST_ERRORS)
        diag_error(l->unit->diag, pos, "%s", text);
}

/* ---- names ---- */

static const BVariable *find_in(const BVariables *list, const char *name)
{
    vec_each (BVariable *, v, list)
        if (strcmp((*v)->name.text, name) == 0)
            return *v;
    return NULL;
}

static const BVariable *find_variable(Lower *l, const char *name, Pos pos)
{
    const BVariable *v = find_in(&l->proc->locals, name);
    v = v ? v : find_in(&l->unit->globals, name);
    if (!v)
        wrong(l, pos, "there is no variable '%s'", name);
    return v;
}

static const BProc *find_proc(Lower *l, BName name)
{
    vec_each (BProc *, proc, &l->unit->procs)
        if (strcmp((*proc)->name.text, name.text) == 0)
            return *proc;
    wrong(l, name.pos, "there is no procedure '%s'", name.text);
    return NULL;
}

static Place *place_of(Lower *l, BName name)
{
    vec_each (Place, place, &l->places)
        if (strcmp(place->name.text, name.text) == 0)
            return place;
    vec_push(&l->places, ((Place){name, build_label(&l->b), false}));
    return &vec_last(&l->places);
}

/* ---- expressions ---- */

static Ref lower_expr(Lower *l, const BExpr *e);

static Ref binary(Lower *l, Op op, Ref a, Ref b)
{
    Ref result = temporary(l);
    emit(l, (Instr){.op = op, .type = TYPE_U1, .dst = result, .a = a, .b = b});
    return result;
}

static Ref negate(Lower *l, Ref a)
{
    Ref result = temporary(l);
    emit(l, (Instr){.op = OP_NOT, .type = TYPE_U1, .dst = result, .a = a});
    return result;
}

static void choose(Lower *l, Ref to)
{
    emit(
        l,
        (Instr){
            .op = OP_CHOOSE, .type = TYPE_U1, .dst = to, .a = constant(l, 0), .b = constant(l, 1)});
}

static Ref lower_any(Lower *l)
{
    if (l->used < l->chosen.len)
        return l->chosen.at[l->used++];
    Ref result = temporary(l);
    choose(l, result);
    return result;
}

static Ref lower_name(Lower *l, const BExpr *e)
{
    const BVariable *v = find_variable(l, e->name, e->pos);
    if (!v)
        return constant(l, 0);
    if (!v->shared)
        return v->ref;
    Ref result = temporary(l);
    emit(l, (Instr){.op = OP_LOAD,
                    .type = TYPE_U1,
                    .dst = result,
                    .a = constant(l, (uint64_t)v->global << 32),
                    .region = v->region});
    return result;
}

/* Of a variable that the assignment leaves alone it is the value that it has. */
static Ref lower_next(Lower *l, const BExpr *e)
{
    for (size_t k = 0; l->assignment && k < l->assignment->names.len; k++)
        if (strcmp(l->assignment->names.at[k].text, e->name) == 0)
            return l->next.at[k];
    if (!l->assignment)
        wrong(l, e->pos, "'%s has a meaning in constrain only", e->name);
    return lower_name(l, e);
}

static Ref lower_operator(Lower *l, const BExpr *e)
{
    static const Op ops[] = {
        [BE_AND] = OP_AND, [BE_OR] = OP_OR, [BE_XOR] = OP_XOR, [BE_EQ] = OP_EQ, [BE_NE] = OP_NE};
    Ref a = lower_expr(l, e->args[0]), b = lower_expr(l, e->args[1]);
    return binary(l, ops[e->kind], a, b);
}

static Ref lower_expr(Lower *l, const BExpr *e)
{
    switch (e->kind) {
    case BE_CONSTANT:
        return constant(l, e->value);
    case BE_ANY:
        return lower_any(l);
    case BE_NAME:
        return lower_name(l, e);
    case BE_NEXT:
        return lower_next(l, e);
    case BE_NOT:
        return negate(l, lower_expr(l, e->args[0]));
    case BE_AND:
    case BE_OR:
    case BE_XOR:
    case BE_EQ:
    case BE_NE:
        return lower_operator(l, e);
    case BE_IF: {
        Ref condition = lower_expr(l, e->args[0]);
        Ref yes = binary(l, OP_AND, condition, lower_expr(l, e->args[1]));
        Ref no = binary(l, OP_AND, negate(l, condition), lower_expr(l, e->args[2]));
        return binary(l, OP_OR, yes, no);
    }
    case BE_SCHOOSE: {
        Ref yes = lower_expr(l, e->args[0]);
        Ref open = negate(l, lower_expr(l, e->args[1]));
        return binary(l, OP_OR, yes, binary(l, OP_AND, open, lower_any(l)));
    }
    }
    return constant(l, 0);
}

static size_t count_stars(const BExpr *e)
{
    size_t count = e->kind == BE_ANY || e->kind == BE_SCHOOSE;
    for (int k = 0; k < 3 && e->args[k]; k++)
        count += count_stars(e->args[k]);
    return count;
}

/* ---- waiting ---- */

static void emit_point(Lower *l)
{
    emit(l, (Instr){.op = OP_POINT});
}

/* What a condition leaves open is chosen in an action before it: who waits does not choose again. */
static void choose_stars(Lower *l, const BStmt *s)
{
    size_t count = s->value ? count_stars(s->value) : 0;
    for (size_t k = 0; k < s->values.len && s->kind == BS_ASSIGN; k++)
        count += count_stars(s->values.at[k]);
    for (size_t k = 0; k < count; k++) {
        vec_push(&l->chosen, temporary(l));
        choose(l, l->chosen.at[k]);
    }
}

static void wait_for(Lower *l, Ref condition, Label head)
{
    Label go = build_label(&l->b);
    int32_t guards[] = {condition, (int32_t)go};
    emit(l, (Instr){.op = OP_SELECT,
                    .flags = FLAG_FIRST | FLAG_IDLE,
                    .list = build_list(&l->b, guards, 2),
                    .target = head});
    build_place(&l->b, go);
}

/* Inside a region nobody else could make it true: such a run has no end that anyone sees. */
static void require(Lower *l, Ref condition, Label head)
{
    if (head)
        wait_for(l, condition, head);
    else
        emit(l, (Instr){.op = OP_ASSUME, .a = condition});
}

/* ---- statements ---- */

static void lower_stmts(Lower *l, const BStmts *list);

static void assign(Lower *l, BName name, Ref value)
{
    const BVariable *v = find_variable(l, name.text, name.pos);
    if (v && v->shared)
        emit(l, (Instr){.op = OP_STORE,
                        .type = TYPE_U1,
                        .a = constant(l, (uint64_t)v->global << 32),
                        .b = value,
                        .region = v->region});
    else if (v)
        emit(l, (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = v->ref, .a = value});
}

/* All values are computed before the first is assigned. */
static void lower_assign(Lower *l, const BStmt *s, Label head)
{
    if (s->names.len != s->values.len)
        wrong(l, s->pos, "an assignment has as many values as variables%s", "");
    l->next.len = 0;
    for (size_t k = 0; k < s->values.len; k++) {
        Ref value = lower_expr(l, s->values.at[k]), copy = temporary(l);
        emit(l, (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = copy, .a = value});
        vec_push(&l->next, copy);
    }
    if (l->unit->diag->errors)
        return;
    if (s->value) {
        l->assignment = s;
        Ref holds = lower_expr(l, s->value);
        l->assignment = NULL;
        require(l, holds, head);
    }
    for (size_t k = 0; k < s->names.len; k++)
        assign(l, s->names.at[k], l->next.at[k]);
}

static void lower_call(Lower *l, const BStmt *s)
{
    const BProc *callee = find_proc(l, s->callee);
    VEC(int32_t) args = {0}, results = {0};
    if (callee && callee->params.len != s->values.len)
        wrong(l, s->callee.pos, "'%s' is called with another number of arguments than it has",
              s->callee.text);
    if (callee && s->names.len && callee->results != s->names.len)
        wrong(l, s->callee.pos, "'%s' has another number of results than there are variables",
              s->callee.text);
    for (size_t k = 0; k < s->values.len; k++)
        vec_push(&args, lower_expr(l, s->values.at[k]));
    for (uint32_t k = 0; callee && k < callee->results; k++)
        vec_push(&results, temporary(l));
    if (callee && !l->unit->diag->errors)
        emit(l, (Instr){.op = OP_CALL,
                        .other = callee->proc,
                        .dsts = build_list(&l->b, results.at, results.len),
                        .list = build_list(&l->b, args.at, args.len)});
    for (size_t k = 0; k < s->names.len && k < results.len; k++)
        assign(l, s->names.at[k], results.at[k]);
    vec_free(&args);
    vec_free(&results);
}

static void jump(Lower *l, Label to)
{
    emit(l, (Instr){.op = OP_JUMP, .target = to});
}

static void lower_if(Lower *l, const BStmt *s)
{
    Label yes = build_label(&l->b), no = build_label(&l->b), done = build_label(&l->b);
    Ref condition = lower_expr(l, s->value);
    emit(l, (Instr){.op = OP_BRANCH, .a = condition, .target = yes, .other = no});
    build_place(&l->b, yes);
    lower_stmts(l, &s->body);
    jump(l, done);
    build_place(&l->b, no);
    lower_stmts(l, &s->other);
    build_place(&l->b, done);
}

static void lower_while(Lower *l, const BStmt *s)
{
    Label head = build_label(&l->b), body = build_label(&l->b), done = build_label(&l->b);
    build_place(&l->b, head);
    emit_point(l);
    Ref condition = lower_expr(l, s->value);
    emit(l, (Instr){.op = OP_BRANCH, .a = condition, .target = body, .other = done});
    build_place(&l->b, body);
    lower_stmts(l, &s->body);
    l->b.pos = s->pos;
    jump(l, head);
    build_place(&l->b, done);
}

/* Any of the labels. */
static void lower_goto(Lower *l, const BStmt *s)
{
    for (size_t k = 0; k + 1 < s->names.len; k++) {
        Label rest = build_label(&l->b);
        Ref here = temporary(l);
        choose(l, here);
        emit(l, (Instr){.op = OP_BRANCH,
                        .a = here,
                        .target = place_of(l, s->names.at[k])->label,
                        .other = rest});
        build_place(&l->b, rest);
    }
    jump(l, place_of(l, vec_last(&s->names))->label);
}

static void lower_return(Lower *l, const BStmt *s)
{
    VEC(int32_t) values = {0};
    if (s->values.len != l->proc->results)
        wrong(l, s->pos, "'%s' returns another number of values than it is declared with",
              l->proc->name.text);
    for (size_t k = 0; k < s->values.len; k++) {
        Ref value = lower_expr(l, s->values.at[k]);
        if (!l->thread)
            vec_push(&values, value);
    }
    emit(l, (Instr){.op = OP_RETURN, .list = build_list(&l->b, values.at, values.len)});
    vec_free(&values);
}

static void fork(Lower *l, uint32_t proc, const Ref *args, size_t len)
{
    emit(l, (Instr){.op = OP_FORK,
                    .dst = build_register(&l->b, NULL, TYPE_THREAD),
                    .other = proc,
                    .list = build_list(&l->b, args, len)});
}

static void lower_create(Lower *l, const BStmt *s)
{
    const BProc *callee = find_proc(l, s->callee);
    if (callee && (callee->params.len || callee->results))
        wrong(l, s->callee.pos, "a thread runs a procedure without parameters and results: '%s'",
              s->callee.text);
    else if (callee)
        fork(l, callee->proc, NULL, 0);
}

static void lower_start(Lower *l, const BStmt *s)
{
    VEC(Ref) values = {0};
    vec_each (BVariable *, v, &l->proc->locals)
        vec_push(&values, (*v)->ref);
    for (size_t k = 0; k < l->proc->starts.len; k++)
        if (strcmp(l->proc->starts.at[k].text, s->names.at[0].text) == 0)
            fork(l, l->proc->threads.at[k], values.at, values.len);
    vec_free(&values);
}

/* A thread that has ended waits for ever, however many calls it was in. */
static void lower_end(Lower *l)
{
    Label head = build_label(&l->b);
    build_place(&l->b, head);
    emit_point(l);
    wait_for(l, constant(l, 0), head);
}

static void lower_region(Lower *l, const BStmt *s, Label head)
{
    if (s->kind == BS_ATOMIC_BEGIN) {
        l->atomic++;
        l->region = head;
        emit(l, (Instr){.op = OP_ATOMIC});
        return;
    }
    if (!l->atomic)
        wrong(l, s->pos, "no atomic region ends here%s", "");
    else
        l->atomic--;
    emit(l, (Instr){.op = OP_END});
}

/* `head`: the point before it, where it may wait; 0: it must not. */
static void lower_plain(Lower *l, const BStmt *s, Label head)
{
    switch (s->kind) {
    case BS_SKIP:
        break;
    case BS_GOTO:
        lower_goto(l, s);
        break;
    case BS_ASSIGN:
        lower_assign(l, s, head);
        break;
    case BS_CALL:
        lower_call(l, s);
        break;
    case BS_IF:
        lower_if(l, s);
        break;
    case BS_ASSERT:
        emit(l, (Instr){.op = OP_ASSERT,
                        .a = lower_expr(l, s->value),
                        .other = build_string(&l->b, s->text)});
        break;
    case BS_ASSUME:
        require(l, lower_expr(l, s->value), head);
        break;
    case BS_RETURN:
        lower_return(l, s);
        break;
    case BS_START:
        lower_start(l, s);
        break;
    case BS_CREATE:
        lower_create(l, s);
        break;
    case BS_END:
        lower_end(l);
        break;
    case BS_ATOMIC_BEGIN:
    case BS_ATOMIC_END:
        lower_region(l, s, head);
        break;
    case BS_WHILE:
    case BS_BLOCK:
        break;
    }
}

static bool can_wait(const BStmt *s)
{
    return s->kind == BS_ASSUME || (s->kind == BS_ASSIGN && s->value);
}

static void lower_action(Lower *l, const BStmt *s)
{
    Label head = build_label(&l->b), begins = s->labels.len ? 0 : l->region;
    l->region = 0;
    l->chosen.len = l->used = 0;
    bool waits = can_wait(s) && !l->atomic;
    if (waits && (count_stars(s->value) || s->kind == BS_ASSIGN)) {
        emit_point(l);
        choose_stars(l, s);
    }
    build_place(&l->b, head);
    emit_point(l);
    lower_plain(l, s, waits || s->kind == BS_ATOMIC_BEGIN ? head : l->atomic ? begins : 0);
    l->chosen.len = l->used = 0;
}

static void lower_stmt(Lower *l, const BStmt *s)
{
    vec_each (BName, name, &s->labels) {
        Place *place = place_of(l, *name);
        if (place->placed)
            wrong(l, name->pos, "there is a second label '%s'", name->text);
        else
            build_place(&l->b, place->label);
        place->placed = true;
    }
    l->b.pos = s->pos;
    if (s->kind == BS_BLOCK)
        lower_stmts(l, &s->body);
    else if (s->kind == BS_WHILE) {
        l->region = 0;
        lower_while(l, s);
    } else
        lower_action(l, s);
}

static void lower_stmts(Lower *l, const BStmts *list)
{
    for (size_t k = 0; k < list->len; k++)
        lower_stmt(l, list->at[k]);
}

/* ---- procedures ---- */

/* Local variables without a value have any. */
static void begin_locals(Lower *l)
{
    for (size_t k = l->proc->params.len; k < l->proc->locals.len; k++) {
        const BVariable *v = l->proc->locals.at[k];
        if (v->known)
            emit(l,
                 (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = v->ref, .a = constant(l, v->value)});
        else
            choose(l, v->ref);
    }
}

/* A procedure whose end is reached returns any values. */
static void finish(Lower *l)
{
    VEC(int32_t) values = {0};
    emit_point(l);
    for (uint32_t k = 0; k < l->proc->results && !l->thread; k++) {
        vec_push(&values, temporary(l));
        choose(l, values.at[k]);
    }
    emit(l, (Instr){.op = OP_RETURN, .list = build_list(&l->b, values.at, values.len)});
    vec_free(&values);
}

/* `start`: where a thread begins; NULL: at the beginning. */
static void lower_proc(Lower *l, BProc *proc, uint32_t number, const BName *start)
{
    l->proc = proc;
    l->thread = start != NULL;
    l->places.len = 0;
    l->atomic = l->region = 0;
    l->b.pos = proc->name.pos;
    build_proc_begin(&l->b, number);
    vec_each (BVariable *, v, &proc->locals)
        (*v)->ref = build_register(&l->b, (*v)->name.text, TYPE_U1);
    l->b.program->procs.at[number].params = (uint32_t)(start ? proc->locals.len : proc->params.len);
    emit_point(l);
    if (start)
        jump(l, place_of(l, *start)->label);
    else
        begin_locals(l);
    lower_stmts(l, &proc->body);
    if (l->atomic)
        wrong(l, proc->name.pos, "an atomic region of '%s' does not end", proc->name.text);
    finish(l);
    vec_each (Place, place, &l->places)
        if (!place->placed)
            wrong(l, place->name.pos, "there is no label '%s' in this procedure", place->name.text);
    if (!l->unit->diag->errors)
        build_proc_end(&l->b);
}

static void find_starts(BUnit *unit, BProc *proc, const BStmts *list)
{
    for (size_t k = 0; k < list->len; k++) {
        const BStmt *s = list->at[k];
        bool known = s->kind != BS_START;
        vec_each (BName, name, &proc->starts)
            known |= s->kind == BS_START && strcmp(name->text, s->names.at[0].text) == 0;
        if (!known)
            vec_push(&proc->starts, s->names.at[0]);
        find_starts(unit, proc, &s->body);
        find_starts(unit, proc, &s->other);
    }
}

static void declare_proc(Lower *l, BProc *proc)
{
    vec_each (BProc *, other, &l->unit->procs)
        if (*other != proc && strcmp((*other)->name.text, proc->name.text) == 0 && (*other)->proc)
            wrong(l, proc->name.pos, "there is a second procedure '%s'", proc->name.text);
    proc->proc = build_declare_proc(&l->b, proc->name.text, proc->name.pos);
    for (uint32_t k = 0; k < proc->results; k++)
        vec_push(&l->b.program->procs.at[proc->proc].results, TYPE_U1);
    find_starts(l->unit, proc, &proc->body);
    vec_each (BName, name, &proc->starts) {
        const char *text = arena_print(&l->unit->arena, "%s from %s", proc->name.text, name->text);
        vec_push(&proc->threads, build_declare_proc(&l->b, text, name->pos));
    }
}

static void declare_global(Lower *l, BVariable *v)
{
    uint32_t layout = build_layout(&l->b, v->name.text, LAYOUT_RECORD);
    v->region = build_region(&l->b, v->name.text, REGION_GLOBAL);
    build_field(&l->b, layout, (Field){.name = "", .type = TYPE_U1, .region = v->region});
    v->global = build_global(&l->b, v->name.text, layout, v->name.pos);
}

static void begin_proc(Lower *l, BProc *as, uint32_t proc)
{
    l->proc = as;
    l->b.pos = as->name.pos;
    build_proc_begin(&l->b, proc);
}

/* The values that shared variables begin with. */
static void lower_init(Lower *l)
{
    BProc init = {0};
    uint32_t proc = build_declare_proc(&l->b, "(init)", (Pos){0});
    begin_proc(l, &init, proc);
    vec_each (BVariable *, v, &l->unit->globals) {
        l->b.pos = (*v)->name.pos;
        if ((*v)->known)
            assign(l, (*v)->name, constant(l, (*v)->value));
    }
    emit(l, (Instr){.op = OP_RETURN});
    build_proc_end(&l->b);
    l->b.program->init = (int32_t)proc;
}

/* Those without a value have any: the first thread chooses them, and then is main. */
static void lower_first(Lower *l, const BProc *main)
{
    BProc start = {.name = main->name};
    uint32_t proc = build_declare_proc(&l->b, "(start)", main->name.pos);
    begin_proc(l, &start, proc);
    emit_point(l);
    vec_each (BVariable *, v, &l->unit->globals) {
        if ((*v)->known)
            continue;
        Ref value = temporary(l);
        l->b.pos = (*v)->name.pos;
        choose(l, value);
        assign(l, (*v)->name, value);
    }
    emit_point(l);
    emit(l, (Instr){.op = OP_CALL, .other = main->proc});
    emit_point(l);
    emit(l, (Instr){.op = OP_RETURN});
    build_proc_end(&l->b);
    vec_push(&l->b.program->threads, ((Thread){.proc = proc}));
}

static void lower_all(Lower *l)
{
    vec_each (BVariable *, v, &l->unit->globals)
        declare_global(l, *v);
    vec_each (BProc *, proc, &l->unit->procs)
        declare_proc(l, *proc);
    const BProc *main =
        l->unit->diag->errors ? NULL : find_proc(l, (BName){"main", {1, 1, l->unit->file}});
    if (!main)
        return;
    if (main->params.len || main->results)
        wrong(l, main->name.pos, "'%s' is the first thread: it has no parameters and no results",
              "main");
    vec_each (BProc *, proc, &l->unit->procs) {
        lower_proc(l, *proc, (*proc)->proc, NULL);
        for (size_t k = 0; k < (*proc)->starts.len && !l->unit->diag->errors; k++)
            lower_proc(l, *proc, (*proc)->threads.at[k], &(*proc)->starts.at[k]);
        if (l->unit->diag->errors)
            return;
    }
    bool open = false;
    vec_each (BVariable *, v, &l->unit->globals)
        open |= !(*v)->known;
    lower_init(l);
    if (open)
        lower_first(l, main);
    else
        vec_push(&l->b.program->threads, ((Thread){.proc = main->proc}));
}

/* Regions that begin on one way and not on another. */
static void check_regions(Lower *l)
{
    char why[200];
    uint32_t pc = 0;
    if (!ir_verify(l->b.program, why, sizeof why, &pc))
        diag_error(l->unit->diag, l->b.program->pos.at[pc], "%s", why);
}

Program *bp_lower(BUnit *unit, const Sources *sources)
{
    Lower l = {.unit = unit};
    Program *program = program_new(sources);
    build_begin(&l.b, program);
    lower_all(&l);
    build_end(&l.b);
    if (!unit->diag->errors)
        check_regions(&l);
    vec_free(&l.places);
    vec_free(&l.next);
    vec_free(&l.chosen);
    if (!unit->diag->errors)
        return program;
    program_free(program);
    return NULL;
}
