/* abstract.c -- the program as prove reads it, made of the facts that are in it (doc/ir.md).
 *
 *   - A procedure with an abstraction is that: what a mutex of the library is to threads of any
 *     number, without the parts of the model that count them.  The abstraction is believed to do
 *     all that the procedure does.
 *   - What is in the library and nobody calls any more is not there: what it would touch, make and
 *     wait for is no part of any question.
 *   - A variable has the layout of its type, since what points to it may be of that type.
 *   - The cells of locks and semaphores are cells of the user's; a lock holds a thread.
 *   - An input is any value at once, and so no doubt is left where few of them were tried.
 *   - Where the user's code leaves an array it is not known what it touches: there is no proof.
 *
 * Instructions keep their places: positions and traces are those of the program. */
#include "engine/prove/abstract.h"

#define copy_vec(to, from)                                                                         \
    do {                                                                                           \
        (to)->at = NULL;                                                                           \
        (to)->len = (to)->cap = 0;                                                                 \
        vec_resize(to, (from)->len);                                                               \
        if ((from)->len)                                                                           \
            memcpy((to)->at, (from)->at, (from)->len * sizeof *(from)->at);                        \
    } while (0)

static uint32_t proc_of(const Program *program, uint32_t proc)
{
    uint32_t abstract = program->procs.at[proc].abstract;
    return abstract ? abstract - 1 : proc;
}

static uint32_t layout_of(const Program *program, uint32_t layout)
{
    uint32_t type = program->layouts.at[layout].type;
    return type ? type : layout;
}

/* ---- code ---- */

static const Instr nothing = {.op = OP_TRACE, .dst = NO_REF, .a = NO_REF, .b = NO_REF};

static void read_instr(Program *own, Instr *i)
{
    if (i->op == OP_CALL)
        i->other = proc_of(own, i->other);
    else if (i->op == OP_ALLOC)
        i->other = layout_of(own, i->other);
    else if (i->op == OP_EACH)
        i->offset = (int32_t)layout_of(own, (uint32_t)i->offset);
    else if (i->op == OP_MOV && i->flags & FLAG_ALL) {
        i->a = ~(Ref)(own->constants.len - 1);
        i->flags = 0;
    } else if (i->op == OP_DOUBT && i->flags & FLAG_ALL)
        *i = nothing;
    else if (i->op == OP_FAIL && i->offset == ERR_OUT_OF_BOUNDS &&
             !own->procs.at[program_proc_at(own, (uint32_t)(i - own->code.at))].library)
        i->offset = ERR_UNSUPPORTED;
}

/* ---- procedures ---- */

typedef struct Reached {
    const Program *program;
    VEC(bool) seen; /* by procedure */
    VEC(uint32_t) work;
} Reached;

static void reach(Reached *r, uint64_t proc)
{
    if (proc >= r->program->procs.len || r->seen.at[proc])
        return;
    r->seen.at[proc] = true;
    vec_push(&r->work, (uint32_t)proc);
}

/* What is the user's or an annotation is asked about; the rest is called, or its address is known. */
static void find_reached(Reached *r)
{
    const Program *program = r->program;
    vec_resize(&r->seen, program->procs.len);
    for (uint32_t proc = 0; proc < program->procs.len; proc++)
        if (!program->procs.at[proc].library || program->procs.at[proc].pure ||
            (int64_t)proc == program->init)
            reach(r, proc);
    vec_each (Thread, thread, &program->threads)
        reach(r, thread->proc);
    vec_each (Spec, spec, &program->specs)
        reach(r, spec->proc);
    vec_each (uint64_t, constant, &program->constants)
        if (*constant >> 32 >= PROC_OBJECT)
            reach(r, (*constant >> 32) - PROC_OBJECT);
    while (r->work.len) {
        const Proc *proc = &program->procs.at[vec_pop(&r->work)];
        for (uint32_t pc = proc->begin; pc < proc->end; pc++)
            if (strchr(op_info[program->code.at[pc].op].shape, 'p'))
                reach(r, program->code.at[pc].other);
    }
}

/* Control does not fall off the end. */
static Instr circle(uint32_t begin)
{
    return (Instr){.op = OP_JUMP, .dst = NO_REF, .a = NO_REF, .b = NO_REF, .target = begin};
}

static void drop_unreached(Program *own)
{
    Reached reached = {.program = own};
    find_reached(&reached);
    for (uint32_t p = 0; p < own->procs.len; p++)
        for (uint32_t pc = own->procs.at[p].begin; pc < own->procs.at[p].end; pc++)
            if (!reached.seen.at[p])
                own->code.at[pc] =
                    pc + 1 < own->procs.at[p].end ? nothing : circle(own->procs.at[p].begin);
    vec_free(&reached.seen);
    vec_free(&reached.work);
}

/* ---- memory ---- */

/* `s.value` is the semaphore `s`. */
static uint32_t region_of_semaphore(Program *own, Arena *arena, uint32_t region)
{
    const Region *value = &own->regions.at[region];
    const char *dot = strrchr(value->name, '.');
    size_t len = dot ? (size_t)(dot - value->name) : strlen(value->name);
    Region made = {arena_copy(arena, value->name, len), value->kind, false};
    for (uint32_t r = 1; r < own->regions.len; r++)
        if (strcmp(own->regions.at[r].name, made.name) == 0)
            return r;
    vec_push(&own->regions, made);
    return (uint32_t)own->regions.len - 1;
}

static void read_fields(Program *own, Arena *arena, Layout *layout)
{
    uint32_t lock = 0;
    vec_each (Field, field, &layout->fields)
        switch (field->role) {
        case ROLE_LOCK:
            field->type = TYPE_THREAD;
            lock = field->region;
            break;
        case ROLE_READERS: /* they are part of their lock */
            field->region = lock ? lock : field->region;
            break;
        case ROLE_SEMAPHORE:
            field->region = region_of_semaphore(own, arena, field->region);
            break;
        case ROLE_NONE:
        case ROLE_LOCATION:
        case ROLES:
            break;
        }
}

/* `struct s (whole)` is the struct s. */
static const char *name_of_type(Arena *arena, const char *name)
{
    static const char whole[] = " (whole)";
    size_t len = strlen(name), end = sizeof whole - 1;
    return len > end && strcmp(name + len - end, whole) == 0 ? arena_copy(arena, name, len - end)
                                                             : name;
}

/* No object has the layout of a variable that is of a type. */
static void read_layouts(Program *own, Arena *arena, const Program *program)
{
    for (uint32_t l = 1; l < own->layouts.len; l++) {
        Layout *layout = &own->layouts.at[l];
        copy_vec(&layout->fields, &program->layouts.at[l].fields);
        layout->name = name_of_type(arena, layout->name);
        if (layout->type)
            layout->fields.len = 0;
        read_fields(own, arena, layout);
    }
    for (uint32_t g = 1; g < own->globals.len; g++)
        own->globals.at[g].layout = layout_of(own, own->globals.at[g].layout);
}

void abstract_begin(Program *own, const Program *program, Arena *arena)
{
    *own = *program;
    copy_vec(&own->code, &program->code);
    copy_vec(&own->constants, &program->constants);
    copy_vec(&own->threads, &program->threads);
    copy_vec(&own->regions, &program->regions);
    copy_vec(&own->layouts, &program->layouts);
    copy_vec(&own->globals, &program->globals);
    vec_push(&own->constants, 1);
    vec_each (Instr, i, &own->code)
        read_instr(own, i);
    vec_each (Thread, thread, &own->threads)
        thread->proc = proc_of(own, thread->proc);
    drop_unreached(own);
    read_layouts(own, arena, program);
}

void abstract_end(Program *own)
{
    for (uint32_t l = 1; l < own->layouts.len; l++)
        vec_free(&own->layouts.at[l].fields);
    vec_free(&own->code);
    vec_free(&own->constants);
    vec_free(&own->threads);
    vec_free(&own->regions);
    vec_free(&own->layouts);
    vec_free(&own->globals);
}
