/* growth.c -- see growth.h. */
#include "engine/bag/task/growth.h"

enum { VERY_MANY = 1 << 16, HEAP_OBJECTS = 1 << 10 };

typedef struct Growth {
    Stepper *s;
    const Program *program;
    Pairs values;         /* variable, value (folded) */
    VEC(uint32_t) counts; /* by variable */
    uint32_t objects;     /* the most that a store has */
    uint32_t layout;      /* of the last of them */
} Growth;

static bool is_integer(Type type)
{
    return (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED) && type.bits > 8;
}

static void note(Growth *g, uint32_t variable, uint64_t value)
{
    bool is_new;
    pairs_add(&g->values, variable, (uint32_t)(value ^ value >> 32), &is_new);
    if (g->counts.len <= variable)
        vec_resize(&g->counts, variable + 1);
    g->counts.at[variable] += is_new;
    assert(g->counts.at[variable]);
}

static void note_object(Growth *g, uint32_t object)
{
    const Layout *layout = &g->program->layouts.at[machine_layout(g->s->m, object)];
    uint64_t value;
    if (layout->kind != LAYOUT_RECORD && layout->kind != LAYOUT_RAW)
        return;
    vec_each (Field, field, &layout->fields)
        if (is_integer(field->type) && field->region &&
            machine_peek(g->s->m, object, (int32_t)field->offset, field->type, &value))
            note(g, field->region, value);
}

static void note_store(Growth *g, GlobalId store)
{
    machine_open(g->s->m, store);
    uint32_t live = 0;
    for (uint32_t k = 1; k < machine_objects(g->s->m); k++) {
        uint32_t layout = machine_layout(g->s->m, k);
        if (!layout)
            continue;
        note_object(g, k);
        live++;
        if (live > g->objects) {
            g->objects = live;
            g->layout = layout;
        }
    }
}

/* Registers are numbered behind the regions, procedure by procedure. */
static void note_local(Growth *g, LocalId l, const uint32_t *first)
{
    if (!l.ix)
        return;
    uint32_t proc = program_proc_at(g->program, machine_local_pc(g->s->m, l));
    const Proc *p = &g->program->procs.at[proc];
    uint64_t value;
    for (uint32_t reg = 0; reg < p->registers.len; reg++)
        if (is_integer(p->registers.at[reg].type) && p->registers.at[reg].name &&
            machine_register(g->s->m, l, reg, &value))
            note(g, first[proc] + reg, value);
}

/* The last place where a procedure of the user's computes the register, or stores to the region: there it
 * grows.  0: not known. */
static uint32_t place_of(const Program *program, const Proc *proc, int32_t reg, uint32_t region)
{
    uint32_t place = 0;
    for (uint32_t pc = proc->begin; pc < proc->end && !proc->library; pc++) {
        const Instr *i = &program->code.at[pc];
        if (program->pos.at[pc].line &&
            ((reg >= 0 && i->dst == reg) || (region && i->op == OP_STORE && i->region == region)))
            place = pc;
    }
    return place;
}

static Reason describe(const Growth *g, uint32_t variable, const uint32_t *first, Arena *arena)
{
    const Program *program = g->program;
    bool is_region = variable < program->regions.len;
    const char *name = is_region ? program->regions.at[variable].name : NULL;
    uint32_t place = 0;
    for (uint32_t p = 0; p < program->procs.len; p++) {
        const Proc *proc = &program->procs.at[p];
        bool own = variable >= first[p] && variable < first[p] + proc->registers.len;
        if (own)
            name = arena_print(arena, "%s in %s", proc->registers.at[variable - first[p]].name,
                               proc->name);
        uint32_t found = own         ? place_of(program, proc, (int32_t)(variable - first[p]), 0)
                         : is_region ? place_of(program, proc, -1, variable)
                                     : 0;
        place = found ? found : own ? proc->begin : place; /* a parameter */
    }
    const char *text =
        arena_print(arena,
                    "the program does not look finite: %s takes ever more values, %u so far; "
                    "give it a range",
                    name ? name : "a variable", g->counts.at[variable]);
    return place ? program_reason(program, text, place) : (Reason){.text = text};
}

static Reason conclude(const Growth *g, const uint32_t *first, Arena *arena)
{
    uint32_t most = 0;
    for (uint32_t k = 0; k < g->counts.len; k++)
        if (g->counts.at[k] > g->counts.at[most])
            most = k;
    if (g->counts.len && g->counts.at[most] >= VERY_MANY)
        return describe(g, most, first, arena);
    if (g->objects < HEAP_OBJECTS)
        return (Reason){0};
    const char *text = arena_print(
        arena, "the program does not look finite: it has ever more objects %s, %u so far",
        g->program->layouts.at[g->layout].name, g->objects);
    for (uint32_t pc = 1; pc < g->program->code.len; pc++)
        if (g->program->code.at[pc].op == OP_ALLOC && g->program->code.at[pc].other == g->layout)
            return program_reason(g->program, text, pc);
    return (Reason){.text = text};
}

Reason growth_find(Runs *runs, const Program *program, Arena *arena)
{
    Growth g = {.s = runs->stepper, .program = program};
    uint32_t *first = memory_alloc((program->procs.len + 1) * sizeof *first);
    first[0] = (uint32_t)program->regions.len;
    for (uint32_t p = 0; p < program->procs.len; p++)
        first[p + 1] = first[p] + (uint32_t)program->procs.at[p].registers.len;
    Pairs seen = {0};
    vec_each (RunNode, node, &runs->nodes) {
        bool is_new;
        pairs_add(&seen, node->g.ix, 0, &is_new);
        if (is_new)
            note_store(&g, node->g);
        note_local(&g, stepper_local(runs->stepper, node->actor), first);
    }
    Reason reason = conclude(&g, first, arena);
    pairs_free(&seen);
    pairs_free(&g.values);
    vec_free(&g.counts);
    memory_free(first);
    return reason;
}
