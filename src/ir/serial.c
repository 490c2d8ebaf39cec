/* serial.c -- see serial.h.
 *
 * A procedure that keeps to its specification for any number of threads does so too where nobody
 * interrupts it: such a call is a run of the program as any other. */
#include "ir/serial.h"

#include "ir/build.h"

#define PREFIX "performs "
typedef VEC(Ref) Refs;

/* Is every word of the expression one action? */
static bool is_one_action(const Spec *spec)
{
    vec_each (SpecStep, step, &spec->performs)
        if (step->op != SPEC_ACTION && step->op != SPEC_OR)
            return false;
    return spec->performs.len != 0;
}

static void emit_call(Builder *b, uint32_t proc, const Refs *args, const Refs *results,
                      Label unwind)
{
    build_emit(b, (Instr){.op = OP_CALL,
                          .other = proc,
                          .target = unwind,
                          .list = build_list(b, args->at, args->len),
                          .dsts = build_list(b, results->at, results->len)});
}

static void emit_return(Builder *b, const Refs *results)
{
    build_emit(b, (Instr){.op = OP_RETURN, .list = build_list(b, results->at, results->len)});
}

/* The call that nobody interrupts.  One that throws is not compared. */
static void emit_serial(Builder *b, uint32_t spec, const Refs *args, const Refs *results)
{
    Label thrown = build_label(b);
    Refs all = {0};
    vec_push(&all, build_register(b, NULL, TYPE_THREAD));
    build_emit(b, (Instr){.op = OP_ATOMIC});
    build_emit(b, (Instr){.op = OP_SERIAL});
    build_emit(b, (Instr){.op = OP_SELF, .dst = all.at[0]});
    emit_call(b, b->program->specs.at[spec].proc, args, results, thrown);
    vec_each (Ref, ref, args)
        vec_push(&all, *ref);
    vec_each (Ref, ref, results)
        vec_push(&all, *ref);
    build_emit(b, (Instr){.op = OP_PERFORMS,
                          .offset = (int32_t)spec,
                          .list = build_list(b, all.at, all.len)});
    build_emit(b, (Instr){.op = OP_END});
    emit_return(b, results);
    build_place(b, thrown);
    build_emit(b, (Instr){.op = OP_ASSUME, .a = build_constant(b, 0)});
    build_emit(b, (Instr){.op = OP_END});
    emit_return(b, results);
    vec_free(&all);
}

/* A procedure that takes the place of the one with the specification. */
static uint32_t wrap(Builder *b, uint32_t spec)
{
    uint32_t proc = b->program->specs.at[spec].proc;
    Refs args = {0}, results = {0};
    b->pos = b->program->specs.at[spec].pos;
    const char *name =
        arena_print(&b->program->arena, PREFIX "%s", b->program->procs.at[proc].name);
    uint32_t made = build_declare_proc(b, name, b->pos);
    build_proc_begin(b, made);
    for (uint32_t k = 0; k < b->program->procs.at[proc].params; k++) {
        Register reg = b->program->procs.at[proc].registers.at[k];
        vec_push(&args, build_register(b, reg.name, reg.type));
    }
    b->program->procs.at[made].params = (uint32_t)args.len;
    for (size_t k = 0; k < b->program->procs.at[proc].results.len; k++) {
        Type type = b->program->procs.at[proc].results.at[k];
        vec_push(&b->program->procs.at[made].results, type);
        vec_push(&results, build_register(b, NULL, type));
    }
    Label alone = build_label(b), plain = build_label(b);
    Ref choice = build_register(b, NULL, TYPE_U1);
    build_emit(b, (Instr){.op = OP_POINT}); /* a thread that begins here is in no action yet */
    build_emit(b, (Instr){.op = OP_CHOOSE,
                          .type = TYPE_U1,
                          .dst = choice,
                          .a = build_constant(b, 0),
                          .b = build_constant(b, 1)});
    build_emit(b, (Instr){.op = OP_BRANCH, .a = choice, .target = alone, .other = plain});
    build_place(b, plain);
    emit_call(b, proc, &args, &results, 0);
    emit_return(b, &results);
    build_place(b, alone);
    emit_serial(b, spec, &args, &results);
    build_proc_end(b);
    vec_free(&args);
    vec_free(&results);
    return made;
}

/* The procedure that was made for this one before, or none. */
static uint32_t find_wrapper(const Program *program, uint32_t proc)
{
    const char *name = program->procs.at[proc].name;
    for (uint32_t p = 0; p < program->procs.len; p++)
        if (strncmp(program->procs.at[p].name, PREFIX, sizeof PREFIX - 1) == 0 &&
            strcmp(program->procs.at[p].name + sizeof PREFIX - 1, name) == 0)
            return p;
    return UINT32_MAX;
}

/* Calls of the one become calls of the other, but for those that `inside` makes. */
static void redirect(Program *program, uint32_t from, uint32_t to, uint32_t inside)
{
    for (uint32_t pc = 1; pc < program->code.len; pc++) {
        Instr *i = &program->code.at[pc];
        if ((i->op == OP_CALL || i->op == OP_FORK) && i->other == from &&
            program_proc_at(program, pc) != inside)
            i->other = to;
    }
}

bool ir_serialize(Program *program)
{
    Builder b;
    bool some = false;
    build_begin(&b, program);
    for (uint32_t spec = 0; spec < program->specs.len; spec++) {
        if (!is_one_action(&program->specs.at[spec]))
            continue;
        uint32_t proc = program->specs.at[spec].proc, made = find_wrapper(program, proc);
        if (made == UINT32_MAX)
            made = wrap(&b, spec);
        redirect(program, proc, made, made);
        some = true;
    }
    build_end(&b);
    return some;
}

void ir_unserialize(Program *program)
{
    vec_each (Spec, spec, &program->specs) {
        uint32_t made = find_wrapper(program, spec->proc);
        if (made != UINT32_MAX)
            redirect(program, made, spec->proc, made);
    }
}
