/* truths.c -- the same program, in which truth values are numbers.
 *
 * Predicates stand for numbers.  Where many truth values vary independently a search has a state for each
 * combination of them, and `b == c` for each pair may be all that matters.  So each u1 becomes a u8 that is 0 or
 * 1, in memory (where both take a byte), in registers, parameters and results; conditions ask whether it is
 * different from 0.  Actions, points and choices stay what they are: a run of one program is one of the
 * other, with the same threads and the same choices. */
#include "engine/cegar/internal.h"

#include "ir/print.h"
#include "ir/shape.h"

#define TYPE_TRUTH ((Type){TYPE_UNSIGNED, 8})

typedef struct Widen {
    const Program *program;
    Program *out;
    Builder b;
    const Proc *of;
    Label *labels;     /* by pc - begin */
    VEC(Ref) as_truth; /* by register: a u1 that has its value here; 0: none is known */
    bool refused;
} Widen;

static bool is_u1(Type type)
{
    return type_equal(type, TYPE_U1);
}

static bool is_truth(const Widen *w, Ref ref)
{
    return ref >= 0 && is_u1(w->of->registers.at[ref].type);
}

/* ---- what cannot be done ---- */

static bool op_is_known(const Instr *i)
{
    static const bool numbers[OPS] = {
        [OP_MOV] = true,  [OP_AND] = true,   [OP_OR] = true,    [OP_XOR] = true, [OP_NOT] = true,
        [OP_EQ] = true,   [OP_NE] = true,    [OP_LT] = true,    [OP_LE] = true,  [OP_CAST] = true,
        [OP_LOAD] = true, [OP_STORE] = true, [OP_CHOOSE] = true};
    if (i->op == OP_FORALL || i->op == OP_EACH || i->op == OP_CLAIM || i->op == OP_PERFORMS ||
        i->op == OP_SWITCH || i->op == OP_WITNESS)
        return false;
    return !shape_has(i->op, "t") || !is_u1(i->type) || numbers[i->op];
}

static bool can_widen(const Program *p)
{
    if (p->is_c || program_is_raw(p) || p->accesses.len || p->specs.len || p->invariants.len)
        return false;
    vec_each (Instr, i, &p->code)
        if (!op_is_known(i))
            return false;
    vec_each (Layout, layout, &p->layouts)
        vec_each (Field, field, &layout->fields)
            if (layout->kind == LAYOUT_SET && is_u1(field->type))
                return false;
    return true;
}

uint32_t cegar_truths(const Program *p)
{
    uint32_t count = 0;
    vec_each (Global, global, &p->globals)
        vec_each (Field, field, &p->layouts.at[global->layout].fields)
            count += is_u1(field->type);
    return count;
}

/* ---- values ---- */

static Ref constant(Widen *w, uint64_t value)
{
    return build_constant(&w->b, value);
}

/* As a condition. */
static Ref condition(Widen *w, Ref ref)
{
    if (ref < 0)
        return ref;
    if (!w->as_truth.at[ref]) {
        Ref to = build_register(&w->b, NULL, TYPE_U1);
        build_emit(
            &w->b,
            (Instr){.op = OP_NE, .type = TYPE_TRUTH, .dst = to, .a = ref, .b = constant(w, 0)});
        w->as_truth.at[ref] = to;
    }
    return w->as_truth.at[ref];
}

static void forget(Widen *w)
{
    for (size_t k = 0; k < w->as_truth.len; k++)
        w->as_truth.at[k] = 0;
}

/* An instruction whose result is a u1, whatever it is made of. */
static void emit_test(Widen *w, Instr i)
{
    Ref to = i.dst, truth = build_register(&w->b, NULL, TYPE_U1);
    i.dst = truth;
    build_emit(&w->b, i);
    build_emit(&w->b,
               (Instr){.op = OP_CAST, .type = TYPE_TRUTH, .from = TYPE_U1, .dst = to, .a = truth});
    w->as_truth.at[to] = truth;
}

static void emit_value(Widen *w, Instr i)
{
    bool widened = is_u1(i.type);
    if (i.op == OP_CAST && is_u1(i.from))
        i.from = TYPE_TRUTH;
    if (i.op == OP_CAST && widened && !is_u1(w->of->registers.at[i.dst].type))
        w->refused = true;
    if (i.op == OP_CAST && widened && type_equal(i.from, TYPE_TRUTH))
        i.op = OP_MOV;
    if (i.op == OP_CAST && widened) {
        emit_test(w, i);
        return;
    }
    i.type = widened ? TYPE_TRUTH : i.type;
    if (i.op == OP_NOT && widened) {
        i.op = OP_XOR;
        i.b = constant(w, 1);
    }
    build_emit(&w->b, i);
}

/* ---- instructions ---- */

static uint32_t map_list(Widen *w, const Instr *i)
{
    VEC(int32_t) list = {0};
    List old = w->program->lists.at[i->list];
    bool pairs = shape_has(i->op, "g");
    for (uint32_t k = 0; k < old.len; k++)
        vec_push(&list, pairs && k % 2 ? (int32_t)w->labels[(uint32_t)old.at[k] - w->of->begin]
                        : pairs        ? condition(w, old.at[k])
                                       : old.at[k]);
    uint32_t number = build_list(&w->b, list.at, list.len);
    vec_free(&list);
    return number;
}

static Instr map_targets(Widen *w, const Instr *i)
{
    Instr out = *i;
    if (shape_has(i->op, "Lh") || (shape_has(i->op, "u") && i->target))
        out.target = w->labels[i->target - w->of->begin];
    if (shape_has(i->op, "M"))
        out.other = w->labels[i->other - w->of->begin];
    if (shape_has(i->op, "f"))
        out.a = condition(w, i->a);
    if (shape_has(i->op, "g"))
        out.list = map_list(w, i);
    return out;
}

static void widen_instr(Widen *w, const Instr *i)
{
    Instr out = map_targets(w, i);
    List results = w->program->lists.at[shape_has(i->op, "D") ? i->dsts : 0];
    bool value = i->op <= OP_CAST || i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_CHOOSE;
    bool compares = i->op == OP_EQ || i->op == OP_NE || i->op == OP_LT || i->op == OP_LE;
    bool sets = shape_has(i->op, "d") && i->dst != NO_REF;
    if (sets)
        w->as_truth.at[i->dst] = 0;
    if (compares) {
        out.type = is_u1(i->type) ? TYPE_TRUTH : i->type;
        emit_test(w, out);
    } else if (value) {
        emit_value(w, out);
    } else if (sets && is_truth(w, i->dst)) {
        emit_test(w, out);
    } else {
        build_emit(&w->b, out);
    }
    for (uint32_t k = 0; k < results.len; k++)
        w->as_truth.at[results.at[k]] = 0;
}

static void mark(void *context, uint32_t target, char letter)
{
    Widen *w = context;
    (void)letter;
    if (!w->labels[target - w->of->begin])
        w->labels[target - w->of->begin] = build_label(&w->b);
}

static void widen_proc(Widen *w, uint32_t proc)
{
    const Program *p = w->program;
    w->of = &p->procs.at[proc];
    build_proc_begin(&w->b, proc);
    w->labels = memory_alloc((w->of->end - w->of->begin + 1) * sizeof *w->labels);
    w->as_truth.len = 0;
    vec_resize(&w->as_truth, w->of->registers.len);
    for (uint32_t pc = w->of->begin; pc < w->of->end; pc++)
        print_each_target(p, &p->code.at[pc], mark, w);
    for (uint32_t pc = w->of->begin; pc < w->of->end; pc++) {
        w->b.pos = p->pos.at[pc];
        if (w->labels[pc - w->of->begin]) {
            build_place(&w->b, w->labels[pc - w->of->begin]);
            forget(w);
        }
        widen_instr(w, &p->code.at[pc]);
    }
    build_proc_end(&w->b);
    memory_free(w->labels);
}

static void widen_type(Type *type)
{
    if (is_u1(*type))
        *type = TYPE_TRUTH;
}

Program *cegar_widen(const Program *program)
{
    if (!can_widen(program))
        return NULL;
    Widen w = {.program = program, .out = program_new_like(program)};
    build_begin(&w.b, w.out);
    vec_each (Layout, layout, &w.out->layouts)
        vec_each (Field, field, &layout->fields)
            widen_type(&field->type);
    vec_each (Proc, proc, &w.out->procs) {
        vec_each (Register, reg, &proc->registers)
            widen_type(&reg->type);
        vec_each (Type, result, &proc->results)
            widen_type(result);
    }
    vec_each (uint32_t, proc, &program->by_code)
        widen_proc(&w, *proc);
    build_end(&w.b);
    vec_free(&w.as_truth);
    if (!w.refused)
        return w.out;
    program_free(w.out);
    return NULL;
}
