/* client.c -- a small program that calls a method whose proof has failed, to be explored: is it the
 * code that is wrong, or the specification?
 *
 * It makes one object of the class (none for static methods) and two threads.  The first calls the
 * method once, the second calls any method of the same class once; numbers are chosen from a small
 * range, and what a method requires is assumed, and so are the invariants of classes.  Parameters
 * that refer to objects are beyond it.
 *
 * In C the object is what the first pointer among the parameters points to, all zero; the second
 * thread calls any function.  Other pointers are given objects of their own, for each call. */
#include "engine/prove/client.h"

#include <stdio.h>
#include <string.h>

#include "ir/build.h"

enum { LEAST = 0, MOST = 2 }; /* the numbers that are tried */

/* The class of a method: what comes before the last dot. */
static size_t class_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? (size_t)(dot - name) : 0;
}

static bool has_this(const Proc *proc)
{
    return proc->params && proc->registers.at[0].name &&
           strcmp(proc->registers.at[0].name, "this") == 0;
}

static bool is_number(Type type)
{
    return type.kind == TYPE_UNSIGNED || type.kind == TYPE_SIGNED;
}

/* The layout of what a parameter points to, in C; else 0. */
static uint32_t pointee(const Proc *proc, uint32_t param)
{
    const Register *reg = &proc->registers.at[param];
    return reg->type.kind == TYPE_PTR ? reg->points : 0;
}

/* The first parameter that no client can choose, or NULL. */
static const char *strange_parameter(const Proc *proc)
{
    for (uint32_t k = has_this(proc); k < proc->params; k++)
        if (!is_number(proc->registers.at[k].type) && !pointee(proc, k))
            return proc->registers.at[k].name;
    return NULL;
}

/* The layout of the object that the threads share; 0: none. */
static uint32_t shared_layout(const Proc *proc)
{
    for (uint32_t k = 0; k < proc->params; k++)
        if (pointee(proc, k))
            return pointee(proc, k);
    return 0;
}

static uint32_t find_layout(const Program *program, const char *name, size_t len)
{
    for (uint32_t l = 1; l < program->layouts.len; l++)
        if (strlen(program->layouts.at[l].name) == len &&
            memcmp(program->layouts.at[l].name, name, len) == 0)
            return l;
    return 0;
}

static uint32_t find_proc(const Program *program, const char *name)
{
    for (uint32_t p = 0; p < program->procs.len; p++)
        if (strcmp(program->procs.at[p].name, name) == 0)
            return p;
    return UINT32_MAX;
}

static void assume_requires(Builder *b, uint32_t proc, const Ref *args, size_t count)
{
    vec_each (Spec, spec, &b->program->specs) {
        if (spec->proc != proc)
            continue;
        vec_each (Clause, clause, &spec->requires) {
            Ref truth = build_register(b, NULL, TYPE_U1);
            build_emit(b, (Instr){.op = OP_CALL,
                                  .other = clause->proc,
                                  .list = build_list(b, args, count),
                                  .dsts = build_list(b, &truth, 1)});
            build_emit(b, (Instr){.op = OP_ASSUME, .a = truth});
        }
    }
}

/* What is true of all objects whenever others may run is true before they begin. */
static void assume_invariants(Builder *b)
{
    if (!b->program->invariants.len)
        return;
    Ref self = build_register(b, NULL, TYPE_THREAD);
    build_emit(b, (Instr){.op = OP_SELF, .dst = self});
    vec_each (Clause, clause, &b->program->invariants) {
        Ref truth = build_register(b, NULL, TYPE_U1);
        build_emit(b, (Instr){.op = OP_CALL,
                              .other = clause->proc,
                              .list = build_list(b, &self, 1),
                              .dsts = build_list(b, &truth, 1)});
        build_emit(b, (Instr){.op = OP_ASSUME, .a = truth});
    }
}

/* In C: an object that is all zero. */
static Ref make_zero(Builder *b, uint32_t layout)
{
    Ref object = build_register(b, NULL, TYPE_POINTER);
    build_emit(b, (Instr){.op = OP_ALLOC,
                          .flags = FLAG_ZERO,
                          .other = layout,
                          .dst = object,
                          .b = build_constant(b, b->program->layouts.at[layout].size)});
    return object;
}

static Ref make_argument(Builder *b, Register reg, uint32_t layout, Ref object)
{
    if (reg.type.kind == TYPE_PTR)
        return reg.points == layout ? object : make_zero(b, reg.points);
    Ref value = build_register(b, reg.name, reg.type);
    build_emit(b, (Instr){.op = OP_CHOOSE,
                          .type = reg.type,
                          .dst = value,
                          .a = build_constant(b, LEAST),
                          .b = build_constant(b, reg.type.bits == 1 ? 1 : MOST)});
    return value;
}

/* A thread that calls the procedure once; layout: of the shared object, if there is one. */
static uint32_t make_worker(Builder *b, uint32_t proc, bool with_this, uint32_t layout)
{
    const Proc *called = &b->program->procs.at[proc];
    char name[300];
    VEC(Ref) args = {0}, results = {0};
    bool raw = layout && b->program->layouts.at[layout].kind == LAYOUT_RAW;
    snprintf(name, sizeof name, "client of %s%s%s", called->name, raw ? " with " : "",
             raw ? b->program->layouts.at[layout].name : "");
    uint32_t made = find_proc(b->program, name);
    if (made != UINT32_MAX)
        return made;
    b->pos = called->pos;
    made = build_declare_proc(b, name, called->pos);
    build_proc_begin(b, made);
    Ref object = with_this ? build_register(b, "this", TYPE_POINTER) : NO_REF;
    b->program->procs.at[made].params = with_this;
    b->program->procs.at[made].library = true;
    vec_push(&args, build_register(b, NULL, TYPE_THREAD));
    build_emit(b, (Instr){.op = OP_POINT});
    build_emit(b, (Instr){.op = OP_SELF, .dst = args.at[0]});
    for (uint32_t k = 0; k < b->program->procs.at[proc].params; k++) {
        Register reg = b->program->procs.at[proc].registers.at[k];
        bool is_this = k == 0 && has_this(&b->program->procs.at[proc]);
        vec_push(&args, is_this ? object : make_argument(b, reg, layout, object));
    }
    assume_requires(b, proc, args.at, args.len);
    for (size_t k = 0; k < b->program->procs.at[proc].results.len; k++)
        vec_push(&results, build_register(b, NULL, b->program->procs.at[proc].results.at[k]));
    build_emit(b, (Instr){.op = OP_CALL,
                          .other = proc,
                          .list = build_list(b, args.at + 1, args.len - 1),
                          .dsts = build_list(b, results.at, results.len)});
    build_emit(b, (Instr){.op = OP_POINT});
    build_emit(b, (Instr){.op = OP_RETURN, .list = build_list(b, NULL, 0)});
    build_proc_end(b);
    vec_free(&args);
    vec_free(&results);
    return made;
}

static void start(Builder *b, uint32_t worker, Ref object)
{
    Ref thread = build_register(b, NULL, TYPE_THREAD);
    build_emit(b, (Instr){.op = OP_POINT});
    build_emit(b, (Instr){.op = OP_FORK,
                          .other = worker,
                          .dst = thread,
                          .list = build_list(b, &object, object == NO_REF ? 0 : 1)});
}

static Ref make_object(Builder *b, uint32_t layout)
{
    char name[300];
    if (b->program->layouts.at[layout].kind == LAYOUT_RAW)
        return make_zero(b, layout);
    Ref object = build_register(b, "object", TYPE_POINTER);
    build_emit(b, (Instr){.op = OP_POINT});
    build_emit(b,
               (Instr){.op = OP_ALLOC, .other = layout, .dst = object, .b = build_constant(b, 1)});
    snprintf(name, sizeof name, "%s.<new>", b->program->layouts.at[layout].name);
    uint32_t maker = find_proc(b->program, name);
    if (maker != UINT32_MAX)
        build_emit(b, (Instr){.op = OP_CALL,
                              .flags = FLAG_GUARD,
                              .other = maker,
                              .list = build_list(b, &object, 1),
                              .dsts = build_list(b, NULL, 0)});
    return object;
}

/* Starts one of the workers, any of them. */
static void start_any(Builder *b, const uint32_t *workers, size_t count, Ref object)
{
    Label done = build_label(b);
    for (size_t i = 0; i < count; i++) {
        Label yes = build_label(b), no = build_label(b);
        Ref choice = build_register(b, NULL, TYPE_U1);
        build_emit(b, (Instr){.op = OP_POINT});
        build_emit(b, (Instr){.op = OP_CHOOSE,
                              .type = TYPE_U1,
                              .dst = choice,
                              .a = build_constant(b, i + 1 == count),
                              .b = build_constant(b, 1)});
        build_emit(b, (Instr){.op = OP_BRANCH, .a = choice, .target = yes, .other = no});
        build_place(b, yes);
        start(b, workers[i], object);
        build_emit(b, (Instr){.op = OP_JUMP, .target = done});
        build_place(b, no);
    }
    build_emit(b, (Instr){.op = OP_JUMP, .target = done});
    build_place(b, done);
}

/* Can the second thread call it? */
static bool is_partner(const Program *program, uint32_t proc, uint32_t other)
{
    const Proc *a = &program->procs.at[proc], *b = &program->procs.at[other];
    size_t len = class_length(a->name);
    return !b->pure && !b->library && !strpbrk(b->name, "<(") && !strange_parameter(b) &&
           !(program_is_raw(program) && strcmp(b->name, "main") == 0) &&
           class_length(b->name) == len && memcmp(a->name, b->name, len) == 0 &&
           (has_this(a) || !has_this(b));
}

static bool is_suspect(const Suspects *suspects, uint32_t proc)
{
    vec_each (uint32_t, suspect, suspects)
        if (*suspect == proc)
            return true;
    return false;
}

bool client_make(Program *program, uint32_t proc, const Suspects *suspects, char *why, size_t size)
{
    const Proc *called = &program->procs.at[proc];
    const char *strange = strange_parameter(called);
    bool with_this = has_this(called);
    uint32_t layout = with_this ? find_layout(program, called->name, class_length(called->name))
                                : shared_layout(called);
    if (strange || (with_this && !layout)) {
        snprintf(why, size, "no client can be made for %s: %s is not a number", called->name,
                 strange ? strange : "its object");
        return false;
    }
    Builder b;
    VEC(uint32_t) workers = {0};
    build_begin(&b, program);
    uint32_t procs = (uint32_t)program->procs.len;
    with_this = layout != 0;
    vec_push(&workers, make_worker(&b, proc, with_this, layout));
    for (uint32_t p = 0; p < procs; p++)
        if (is_partner(program, proc, p) && (p == proc || !is_suspect(suspects, p)))
            vec_push(&workers, make_worker(&b, p, with_this, layout));
    b.pos = program->procs.at[proc].pos;
    uint32_t made = build_declare_proc(
        &b, arena_print(&program->arena, "client:%s", program->procs.at[proc].name), b.pos);
    build_proc_begin(&b, made);
    program->procs.at[made].library = true;
    Ref object = layout ? make_object(&b, layout) : NO_REF;
    assume_invariants(&b);
    start(&b, workers.at[0], object);
    start_any(&b, workers.at + 1, workers.len - 1, object);
    build_emit(&b, (Instr){.op = OP_POINT});
    build_emit(&b, (Instr){.op = OP_RETURN, .list = build_list(&b, NULL, 0)});
    build_proc_end(&b);
    build_end(&b);
    program->threads.len = 0;
    vec_push(&program->threads, ((Thread){made}));
    vec_free(&workers);
    return true;
}
