/* task.c -- see task.h. */
#include "ir/task.h"

static const TaskBag *bag_of(Builder *b, TaskBags *bags, uint32_t proc)
{
    vec_each (TaskBag, bag, &bags->all)
        if (bag->proc == proc)
            return bag;
    Program *program = b->program;
    const char *name = arena_print(&program->arena, "tasks of %s", program->procs.at[proc].name);
    TaskBag bag = {.proc = proc, .region = build_region(b, name, REGION_GLOBAL)};
    uint32_t layout = build_layout(b, name, LAYOUT_CHAN);
    bag.global = build_global(b, name, layout, program->procs.at[proc].pos);
    vec_push(&bags->all, bag);
    return &vec_last(&bags->all);
}

static Ref bag_pointer(Builder *b, const TaskBag *bag)
{
    return build_constant(b, pointer_make(bag->global, 0));
}

void build_post(Builder *b, TaskBags *bags, uint32_t proc, const int32_t *args, size_t len)
{
    const TaskBag *bag = bag_of(b, bags, proc);
    build_emit(b, (Instr){.op = OP_POST,
                          .other = proc,
                          .list = build_list(b, args, len),
                          .a = bag_pointer(b, bag),
                          .region = bag->region});
}

/* A field for each parameter; elements without any would have no size. */
static void add_fields(Builder *b, const TaskBag *bag)
{
    uint32_t layout = b->program->globals.at[bag->global].layout;
    uint32_t params = b->program->procs.at[bag->proc].params;
    for (uint32_t k = 0; k < params; k++) {
        const Register *r = &b->program->procs.at[bag->proc].registers.at[k];
        build_field(b, layout,
                    (Field){.name = r->name ? r->name : arena_print(&b->program->arena, "%u", k),
                            .type = r->type,
                            .names = r->names,
                            .region = bag->region});
    }
    if (!params)
        build_field(b, layout, (Field){.name = "", .type = TYPE_U1, .region = bag->region});
}

static Ref emit_is_there(Builder *b, const TaskBag *bag)
{
    Ref length = build_register(b, NULL, TYPE_S64), there = build_register(b, NULL, TYPE_U1);
    build_emit(b, (Instr){.op = OP_LENGTH,
                          .flags = FLAG_ATOMIC,
                          .dst = length,
                          .a = bag_pointer(b, bag),
                          .region = bag->region});
    build_emit(
        b,
        (Instr){
            .op = OP_NE, .type = TYPE_S64, .dst = there, .a = length, .b = build_constant(b, 0)});
    return there;
}

/* Takes a task and runs it: all that is one action. */
static void emit_run(Builder *b, const TaskBag *bag)
{
    VEC(int32_t) args = {0};
    VEC(int32_t) results = {0};
    for (uint32_t k = 0; k < b->program->procs.at[bag->proc].params; k++) {
        Type type = b->program->procs.at[bag->proc].registers.at[k].type;
        vec_push(&args, build_register(b, NULL, type));
    }
    for (size_t k = 0; k < b->program->procs.at[bag->proc].results.len; k++) {
        Type type = b->program->procs.at[bag->proc].results.at[k];
        vec_push(&results, build_register(b, NULL, type));
    }
    uint32_t list = build_list(b, args.at, args.len);
    build_emit(b, (Instr){.op = OP_TAKE,
                          .dsts = list,
                          .other = bag->proc,
                          .a = bag_pointer(b, bag),
                          .region = bag->region});
    build_emit(b, (Instr){.op = OP_ATOMIC});
    build_emit(b, (Instr){.op = OP_CALL,
                          .other = bag->proc,
                          .dsts = build_list(b, results.at, results.len),
                          .list = list});
    build_emit(b, (Instr){.op = OP_END});
    vec_free(&args);
    vec_free(&results);
}

static void emit_loop(Builder *b, const TaskBags *bags)
{
    VEC(int32_t) guards = {0};
    Label head = build_label(b);
    build_place(b, head);
    build_emit(b, (Instr){.op = OP_POINT});
    vec_each (TaskBag, bag, &bags->all) {
        vec_push(&guards, emit_is_there(b, bag));
        vec_push(&guards, (int32_t)build_label(b));
    }
    build_emit(b, (Instr){.op = OP_SELECT,
                          .flags = FLAG_IDLE,
                          .list = build_list(b, guards.at, guards.len),
                          .target = head});
    for (size_t k = 0; k < bags->all.len; k++) {
        build_place(b, (Label)guards.at[2 * k + 1]);
        emit_run(b, &bags->all.at[k]);
        build_emit(b, (Instr){.op = OP_JUMP, .target = head});
    }
    vec_free(&guards);
}

void build_event_loop(Builder *b, TaskBags *bags)
{
    if (bags->all.len) {
        vec_each (TaskBag, bag, &bags->all)
            add_fields(b, bag);
        b->pos = b->program->procs.at[bags->all.at[0].proc].pos;
        uint32_t proc = build_declare_proc(b, "event loop", b->pos);
        build_proc_begin(b, proc);
        emit_loop(b, bags);
        build_proc_end(b);
        vec_push(&b->program->threads, ((Thread){.proc = proc}));
    }
    vec_free(&bags->all);
}
