/* verify.c -- is a Program well-formed?  Tables first, then procedures: each instruction by itself
 * (verify_instr.c), then control flow and the depth of atomic regions. */
#include "ir/verify.h"

#include <stdarg.h>
#include <stdlib.h>

#include "ir/shape.h"

bool verify_fails(Verifier *v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(v->why, v->size, format, args);
    va_end(args);
    return false;
}

bool verify_type(Verifier *v, Type type)
{
    bool right = false;
    switch ((TypeKind)type.kind) {
    case TYPE_UNSIGNED:
    case TYPE_SIGNED:
        right = type.bits >= 1 && type.bits <= 64;
        break;
    case TYPE_FLOAT:
        right = type.bits == 32 || type.bits == 64;
        break;
    case TYPE_PTR:
        right = type.bits == 64;
        break;
    case TYPE_TID:
        right = type.bits == 32;
        break;
    case TYPE_VOID:
        break;
    }
    return right ||
           verify_fails(v, "there is no type of kind %d with %d bits", type.kind, type.bits);
}

typedef VEC(const char *) Names;

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* No name is empty, none occurs twice.  Frees the names. */
static bool check_names(Verifier *v, Names *names, const char *what)
{
    bool right = true;
    if (names->len)
        qsort(names->at, names->len, sizeof *names->at, by_name);
    if (names->len && !names->at[0][0])
        right = verify_fails(v, "a %s has no name", what);
    for (size_t i = 1; right && i < names->len; i++)
        if (strcmp(names->at[i - 1], names->at[i]) == 0)
            right = verify_fails(v, "there are two %ss named %s", what, names->at[i]);
    vec_free(names);
    return right;
}

static bool check_all_names(Verifier *v)
{
    const Program *p = v->program;
    Names procs = {0}, layouts = {0}, globals = {0}, regions = {0}, exceptions = {0};
    vec_each (Proc, proc, &p->procs)
        vec_push(&procs, proc->name);
    for (size_t i = 1; i < p->layouts.len; i++)
        vec_push(&layouts, p->layouts.at[i].name);
    for (size_t i = 1; i < p->globals.len; i++)
        vec_push(&globals, p->globals.at[i].name);
    for (size_t i = 1; i < p->regions.len; i++)
        vec_push(&regions, p->regions.at[i].name);
    vec_each (const char *, name, &p->exceptions)
        vec_push(&exceptions, *name);
    bool right = check_names(v, &procs, "procedure");
    right = check_names(v, &layouts, "layout") && right;
    right = check_names(v, &globals, "global") && right;
    right = check_names(v, &regions, "region") && right;
    return check_names(v, &exceptions, "exception") && right;
}

static bool check_field(Verifier *v, const Layout *l, const Field *f)
{
    const Program *p = v->program;
    bool raw = l->kind == LAYOUT_RAW;
    uint32_t bytes = raw ? program_field_size(p, f) : type_bytes(f->type);
    if (!verify_type(v, f->type))
        return false;
    if (!raw && f->count)
        return verify_fails(v, "field `%s` of layout %s has a count", f->name, l->name);
    if (!raw && (f->offset % bytes || l->size % bytes))
        return verify_fails(v, "field `%s` of layout %s is not aligned", f->name, l->name);
    if (f->offset > l->size || l->size - f->offset < bytes)
        return verify_fails(v, "field `%s` of layout %s is outside of it", f->name, l->name);
    for (const Field *g = l->fields.at; g < f; g++)
        if (g->offset < f->offset + bytes &&
            f->offset < g->offset + (raw ? program_field_size(p, g) : type_bytes(g->type)))
            return verify_fails(v, "fields `%s` and `%s` of layout %s overlap", g->name, f->name,
                                l->name);
    if (f->points >= p->layouts.len || f->role >= ROLES || (!raw && (f->points || f->role)))
        return verify_fails(v,
                            "field `%s` of layout %s points to a layout, or has a role, that "
                            "does not exist, or is not raw",
                            f->name, l->name);
    if (f->points && f->type.kind != TYPE_PTR)
        return verify_fails(v, "field `%s` of layout %s is no pointer", f->name, l->name);
    if (f->names >= p->name_lists.len || f->region >= p->regions.len)
        return verify_fails(v, "field `%s` of layout %s has names or a region that do not exist",
                            f->name, l->name);
    return true;
}

/* The layout of its type describes the same bytes. */
static bool check_layout_type(Verifier *v, const Layout *l)
{
    const Program *p = v->program;
    const Layout *type = l->type < p->layouts.len ? &p->layouts.at[l->type] : NULL;
    if (!type)
        return verify_fails(v, "layout %s is of a layout that does not exist", l->name);
    return !l->type ||
           (l->kind == LAYOUT_RAW && type->kind == LAYOUT_RAW && type->size == l->size &&
            !type->type) ||
           verify_fails(v, "layout %s is not of layout %s", l->name, type->name);
}

static bool check_layout(Verifier *v, const Layout *l)
{
    if (l->kind > LAYOUT_RAW)
        return verify_fails(v, "layout %s is of no known kind", l->name);
    if (l->kind == LAYOUT_RAW && !l->size)
        return verify_fails(v, "the elements of layout %s have no size", l->name);
    if (l->kind != LAYOUT_RECORD && l->kind != LAYOUT_RAW && !l->fields.len)
        return verify_fails(v, "the elements of layout %s have no field", l->name);
    if (l->kind == LAYOUT_SET && l->fields.len != 1)
        return verify_fails(v, "the elements of set %s have more than one field", l->name);
    vec_each (Field, f, &l->fields)
        if (!check_field(v, l, f))
            return false;
    return check_layout_type(v, l);
}

static bool check_global(Verifier *v, const Global *global)
{
    const Layout *layout = &v->program->layouts.at[global->layout];
    if (layout->kind == LAYOUT_ARRAY || layout->kind == LAYOUT_SET)
        return verify_fails(v, "global %s is an array or a set; only the heap has them",
                            global->name);
    if (layout->kind != LAYOUT_RAW && global->count)
        return verify_fails(v, "global %s has a count", global->name);
    if ((uint64_t)global->count * layout->size > INT32_MAX)
        return verify_fails(v, "global %s is too big", global->name);
    return true;
}

static bool check_tables(Verifier *v)
{
    const Program *p = v->program;
    if (p->pointer_bytes != 4 && p->pointer_bytes != 8)
        return verify_fails(v, "a pointer takes 4 or 8 bytes");
    if (!p->code.len || p->pos.len != p->code.len || !p->layouts.len || !p->globals.len ||
        !p->regions.len || !p->name_lists.len || !p->strings.len || !p->lists.len)
        return verify_fails(v, "a table has no entry 0, or positions are missing");
    if (p->lists.at[0].len || p->strings.at[0][0])
        return verify_fails(v, "list 0 and string 0 must be empty");
    if (p->globals.len >= PROC_OBJECT || p->procs.len >= UINT32_MAX - PROC_OBJECT)
        return verify_fails(v, "there are too many globals or procedures");
    for (size_t i = 1; i < p->layouts.len; i++)
        if (!check_layout(v, &p->layouts.at[i]))
            return false;
    for (size_t i = 1; i < p->globals.len; i++)
        if (!p->globals.at[i].layout || p->globals.at[i].layout >= p->layouts.len)
            return verify_fails(v, "global %s has a layout that does not exist",
                                p->globals.at[i].name);
        else if (!check_global(v, &p->globals.at[i]))
            return false;
    for (size_t i = 1; i < p->regions.len; i++)
        if (p->regions.at[i].kind > REGION_LOCAL)
            return verify_fails(v, "region %s is of no known kind", p->regions.at[i].name);
    return check_all_names(v);
}

static bool check_start(Verifier *v)
{
    const Program *p = v->program;
    vec_each (Thread, thread, &p->threads) {
        if (thread->proc >= p->procs.len)
            return verify_fails(v, "a thread runs a procedure that does not exist");
        if (p->procs.at[thread->proc].params)
            return verify_fails(v, "%s is the procedure of a thread and has parameters",
                                p->procs.at[thread->proc].name);
    }
    if (p->init >= (int64_t)p->procs.len || p->init < -1)
        return verify_fails(v, "the init procedure does not exist");
    if (p->init >= 0 && (p->procs.at[p->init].params || p->procs.at[p->init].results.len))
        return verify_fails(v, "%s is the init procedure and has parameters or results",
                            p->procs.at[p->init].name);
    return true;
}

/* May this procedure say who can touch a region?  -1: there is none. */
static bool check_predicate(Verifier *v, int32_t index)
{
    static const Type wanted[] = {{TYPE_TID, 32}, {TYPE_PTR, 64}, {TYPE_SIGNED, 64}};
    enum { WANTED = sizeof wanted / sizeof *wanted };
    const Program *p = v->program;
    if (index < -1 || index >= (int64_t)p->procs.len)
        return verify_fails(v, "an access names a procedure that does not exist");
    if (index < 0)
        return true;
    const Proc *proc = &p->procs.at[index];
    bool right = proc->params == WANTED && proc->registers.len >= WANTED &&
                 proc->results.len == 1 && type_equal(proc->results.at[0], TYPE_U1);
    for (int i = 0; right && i < WANTED; i++)
        right = type_equal(proc->registers.at[i].type, wanted[i]);
    if (!right)
        return verify_fails(v, "%s is an access predicate and not of type (tid, ptr, s64) -> u1",
                            proc->name);
    return proc->pure || verify_fails(v, "%s is an access predicate and not pure", proc->name);
}

static bool check_accesses(Verifier *v)
{
    const Program *p = v->program;
    for (size_t i = 0; i < p->accesses.len; i++) {
        const Access *access = &p->accesses.at[i];
        if (!access->region || access->region >= p->regions.len)
            return verify_fails(v, "an access names a region that does not exist");
        const char *region = p->regions.at[access->region].name;
        for (size_t k = 0; k < i; k++)
            if (p->accesses.at[k].region == access->region)
                return verify_fails(v, "there are two accesses for the region %s", region);
        if (access->read == -1 && access->write == -1)
            return verify_fails(v, "the access for the region %s names no procedure", region);
        if (!check_predicate(v, access->read) || !check_predicate(v, access->write))
            return false;
    }
    return true;
}

/* Procedures lie one after the other, in the order of by_code, and make up the whole code. */
static bool check_order(Verifier *v)
{
    const Program *p = v->program;
    uint32_t at = 1;
    if (p->by_code.len != p->procs.len)
        return verify_fails(v, "a procedure has no code");
    vec_each (uint32_t, index, &p->by_code) {
        if (*index >= p->procs.len)
            return verify_fails(v, "by_code names a procedure that does not exist");
        const Proc *proc = &p->procs.at[*index];
        if (proc->begin != at || proc->end <= at || proc->end > p->code.len)
            return verify_fails(v, "the code of %s is empty or not where it should be", proc->name);
        at = proc->end;
    }
    return at == p->code.len || verify_fails(v, "there is code outside of all procedures");
}

/* Only a pointer points to a layout. */
static bool check_points(Verifier *v, uint32_t layout, Type type)
{
    return !layout || (layout < v->program->layouts.len && type.kind == TYPE_PTR) ||
           verify_fails(v,
                        "something in %s points to a layout that does not exist, or is no pointer",
                        v->proc->name);
}

static bool same_type(const Proc *a, const Proc *b)
{
    bool same = a->params == b->params && a->results.len == b->results.len;
    for (uint32_t k = 0; same && k < a->params; k++)
        same = type_equal(a->registers.at[k].type, b->registers.at[k].type);
    for (size_t k = 0; same && k < a->results.len; k++)
        same = type_equal(a->results.at[k], b->results.at[k]);
    return same;
}

/* What is read in its place has the same parameters and results, and nothing in its own place. */
static bool check_abstract(Verifier *v)
{
    const Proc *proc = v->proc;
    if (proc->kind >= v->program->strings.len)
        return verify_fails(v, "%s is of a kind that does not exist", proc->name);
    if (!proc->abstract)
        return true;
    if (proc->abstract > v->program->procs.len)
        return verify_fails(v, "%s has an abstraction that does not exist", proc->name);
    const Proc *other = &v->program->procs.at[proc->abstract - 1];
    bool known = proc->library && other->library && !other->abstract;
    return (known && same_type(proc, other)) ||
           verify_fails(v, "%s is no abstraction of %s", other->name, proc->name);
}

static bool check_registers(Verifier *v)
{
    const Proc *proc = v->proc;
    if (proc->params > proc->registers.len)
        return verify_fails(v, "%s has more parameters than registers", proc->name);
    if (proc->registers.len > INT32_MAX)
        return verify_fails(v, "%s has too many registers", proc->name);
    vec_each (Register, r, &proc->registers) {
        if (!verify_type(v, r->type))
            return false;
        if (r->names >= v->program->name_lists.len)
            return verify_fails(v, "a register of %s has names that do not exist", proc->name);
        if (!check_points(v, r->points, r->type))
            return false;
    }
    vec_each (Type, type, &proc->results)
        if (!verify_type(v, *type))
            return false;
    return check_points(v, proc->points,
                        proc->results.len == 1 ? proc->results.at[0] : (Type){0}) &&
           check_abstract(v);
}

/* A pure procedure is a function of the global store and its parameters: it changes nothing, waits
 * for nothing, chooses nothing, and calls only pure ones. */
static bool check_pure(Verifier *v)
{
    const Instr *i = &v->program->code.at[v->pc];
    bool impure_call = i->op == OP_CALL && !v->program->procs.at[i->other].pure;
    if (!v->proc->pure || (op_info[i->op].pure && !impure_call))
        return true;
    return verify_fails(v, "`%s` in %s, which is pure", op_info[i->op].text, v->proc->name);
}

/* Depths of atomic regions: what is known of the instructions of a procedure so far. */
typedef struct Flow {
    Verifier *v;
    VEC(int32_t) depth; /* by pc - begin; -1: not reached yet */
    VEC(uint32_t) work; /* reached, successors not visited yet */
} Flow;

static bool reach(Flow *flow, uint32_t from, uint32_t to, int32_t depth, bool unwind)
{
    Verifier *v = flow->v;
    uint32_t begin = v->proc->begin;
    v->pc = from;
    if (v->program->code.at[to].op == OP_CAUGHT && !unwind)
        return verify_fails(v, "`caught` can be reached in another way than by `unwind`");
    int32_t *known = &flow->depth.at[to - begin];
    if (*known < 0) {
        *known = depth;
        vec_push(&flow->work, to);
    }
    return *known == depth ||
           verify_fails(v,
                        "instruction %u is reached at depth %d of atomic regions and at depth %d",
                        to - begin, *known, depth);
}

static bool visit(Flow *flow, uint32_t pc)
{
    Verifier *v = flow->v;
    const Instr *i = &v->program->code.at[pc];
    int32_t depth = flow->depth.at[pc - v->proc->begin];
    depth += i->op == OP_ATOMIC ? 1 : i->op == OP_END ? -1 : 0;
    v->pc = pc;
    if (depth < 0)
        return verify_fails(v, "`end` outside of any atomic region");
    if (depth > UINT8_MAX)
        return verify_fails(v, "atomic regions are nested more than %d deep", UINT8_MAX);
    if (op_info[i->op].next && !reach(flow, pc, pc + 1, depth, false))
        return false;
    if (shape_has(i->op, "L") && !reach(flow, pc, i->target, depth, false))
        return false;
    if (shape_has(i->op, "M") && !reach(flow, pc, i->other, depth, false))
        return false;
    if (shape_has(i->op, "u") && i->target && !reach(flow, pc, i->target, depth, true))
        return false;
    if (!shape_has(i->op, "cg"))
        return true;
    List list = v->program->lists.at[i->list];
    for (uint32_t k = 1; k < list.len; k += 2)
        if (!reach(flow, pc, (uint32_t)list.at[k], depth, false))
            return false;
    return true;
}

/* Requires: every instruction of the procedure is well-formed by itself. */
static bool check_flow(Verifier *v)
{
    Flow flow = {.v = v};
    uint32_t len = v->proc->end - v->proc->begin;
    vec_resize(&flow.depth, len);
    memset(flow.depth.at, -1, len * sizeof *flow.depth.at);
    v->pc = v->proc->begin;
    bool right = reach(&flow, v->pc, v->pc, 0, false);
    while (right && flow.work.len)
        right = visit(&flow, vec_pop(&flow.work));
    vec_free(&flow.depth);
    vec_free(&flow.work);
    return right;
}

static bool check_proc(Verifier *v)
{
    const Proc *proc = v->proc;
    if (!check_registers(v))
        return false;
    for (v->pc = proc->begin; v->pc < proc->end; v->pc++)
        if (!verify_instr(v) || !check_pure(v))
            return false;
    v->pc = proc->end - 1;
    if (op_info[v->program->code.at[v->pc].op].next)
        return verify_fails(v, "control falls off the end of %s", proc->name);
    return check_flow(v);
}

static bool check_procs(Verifier *v)
{
    vec_each (Proc, proc, &v->program->procs) {
        v->proc = proc;
        v->pc = 0;
        if (!check_proc(v))
            return false;
    }
    return true;
}

bool ir_verify(const Program *program, char *why, size_t size, uint32_t *pc)
{
    Verifier v = {.program = program, .why = why, .size = size};
    bool right = check_tables(&v) && check_start(&v) && check_accesses(&v) && check_order(&v) &&
                 check_procs(&v) && verify_specs(&v);
    *pc = v.pc;
    return right;
}
