/* tally.c -- the rounds of all threads are counted together.
 *
 * Threads that go round a loop N times each have (N + 1)^n combinations of counters.  In the program that is
 * made here the counters are gone.  Two numbers are kept for each loop, whoever runs it:
 *
 *   in      how often the loop was begun, and not left at its test
 *   left    so many rounds are still to come, of all these together
 *
 *   begin     in += 1, left += N
 *   test      goes on:  assume left >= 1;               left -= 1
 *             leaves:   assume left <= (in - 1) * N;    in -= 1
 *   change    nothing
 *
 * Which of the two happens at the test is chosen.  *Every run of the program is one of this*: let r be the
 * number of rounds that a loop still has before its test is false, for each time that it was begun and not
 * left, and let `left` be their sum.  By the order of begin, test and change (flow/laps.c) r is N at first, one
 * less each time that the test is passed, at least 1 where the loop goes on, and 0 where it is left; so the
 * others have `left`, and each of them at most N.  A loop that is left elsewhere, whose thread ends, or that
 * is begun anew keeps the rounds that it had: they stay in the sum, and nothing above is wrong of them.
 * All else is as it was, and whoever waits in the program waits in the same places.  So what never goes
 * wrong here never goes wrong there: assertions, errors of memory and locks, data races, deadlocks.  (Hangs
 * are another matter: here somebody may get on who cannot in the program.)  The two numbers have 64 bits,
 * more than a search can count. */
#include "engine/tally/tally.h"

#include "ir/build.h"
#include "ir/print.h"
#include "ir/shape.h"

enum { BYTES = 8, IN = 0, LEFT = BYTES };
static const Type WORD = {TYPE_UNSIGNED, 64};

typedef struct Maker {
    const Program *program;
    const Laps *laps;
    Program *out;
    Builder b;
    const Proc *of;
    Label *labels;
    VEC(uint32_t) homes; /* by lap: the global that has its numbers */
} Maker;

static void add_homes(Maker *m)
{
    vec_each (Lap, l, m->laps) {
        const char *name = arena_print(&m->out->arena, "rounds %zu", (size_t)(l - m->laps->at));
        uint32_t layout = build_layout(&m->b, name, LAYOUT_RECORD);
        for (int k = 0; k < 2; k++) {
            const char *part = arena_print(&m->out->arena, "%s %s", name, k ? "left" : "in");
            uint32_t region = build_region(&m->b, part, REGION_GLOBAL);
            build_field(&m->b, layout, (Field){.name = part, .type = WORD, .region = region});
        }
        vec_push(&m->homes, build_global(&m->b, name, layout, (Pos){0}));
    }
}

/* ---- what is new ---- */

static Instr access(Maker *m, Op op, size_t lap, int32_t offset)
{
    const Layout *layout = &m->out->layouts.at[m->out->globals.at[m->homes.at[lap]].layout];
    return (Instr){.op = (uint8_t)op,
                   .flags = FLAG_ATOMIC,
                   .type = WORD,
                   .a = build_constant(&m->b, pointer_make(m->homes.at[lap], 0)),
                   .offset = offset,
                   .region = layout->fields.at[offset / BYTES].region};
}

static Ref read(Maker *m, size_t lap, int32_t offset)
{
    Instr load = access(m, OP_LOAD, lap, offset);
    load.dst = build_register(&m->b, NULL, WORD);
    build_emit(&m->b, load);
    return load.dst;
}

static void write(Maker *m, size_t lap, int32_t offset, Ref value)
{
    Instr store = access(m, OP_STORE, lap, offset);
    store.b = value;
    build_emit(&m->b, store);
}

static Ref compute(Maker *m, Op op, Type type, Ref a, Ref b)
{
    Ref to = build_register(&m->b, NULL, type);
    build_emit(&m->b, (Instr){.op = (uint8_t)op, .type = WORD, .dst = to, .a = a, .b = b});
    return to;
}

static void emit(Maker *m, Op op)
{
    build_emit(&m->b, (Instr){.op = (uint8_t)op});
}

static void assume(Maker *m, Ref less, Ref more)
{
    Ref holds = compute(m, OP_LE, TYPE_U1, less, more);
    build_emit(&m->b, (Instr){.op = OP_ASSUME, .a = holds});
}

static void add(Maker *m, size_t lap, int32_t offset, Op op, uint64_t by)
{
    Ref now = read(m, lap, offset);
    write(m, lap, offset, compute(m, op, WORD, now, build_constant(&m->b, by)));
}

static void make_begin(Maker *m, size_t lap)
{
    emit(m, OP_POINT);
    emit(m, OP_ATOMIC);
    add(m, lap, IN, OP_ADD, 1);
    add(m, lap, LEFT, OP_ADD, m->laps->at[lap].rounds);
    emit(m, OP_END);
}

static void go_to(Maker *m, uint32_t pc)
{
    build_emit(&m->b, (Instr){.op = OP_JUMP, .target = m->labels[pc - m->of->begin]});
}

/* In the place of the comparison and the branch. */
static void make_test(Maker *m, size_t lap)
{
    const Lap *l = &m->laps->at[lap];
    const Instr *branch = &m->program->code.at[l->test];
    Label stays = build_label(&m->b), leaves = build_label(&m->b);
    Ref one = build_constant(&m->b, 1), on = build_register(&m->b, NULL, TYPE_U1);
    emit(m, OP_POINT);
    emit(m, OP_ATOMIC);
    Ref in = read(m, lap, IN), left = read(m, lap, LEFT);
    build_emit(
        &m->b,
        (Instr){
            .op = OP_CHOOSE, .type = TYPE_U1, .dst = on, .a = build_constant(&m->b, 0), .b = one});
    build_emit(&m->b, (Instr){.op = OP_BRANCH, .a = on, .target = stays, .other = leaves});
    build_place(&m->b, stays);
    assume(m, one, left);
    write(m, lap, LEFT, compute(m, OP_SUB, WORD, left, one));
    build_emit(&m->b, (Instr){.op = OP_MOV,
                              .type = TYPE_U1,
                              .dst = branch->a,
                              .a = build_constant(&m->b, l->sense)});
    emit(m, OP_END);
    go_to(m, l->sense ? branch->target : branch->other);
    build_place(&m->b, leaves);
    in = compute(m, OP_SUB, WORD, in, one);
    Ref most = compute(m, OP_MUL, WORD, in, build_constant(&m->b, l->rounds));
    assume(m, left, most);
    write(m, lap, IN, in);
    build_emit(&m->b, (Instr){.op = OP_MOV,
                              .type = TYPE_U1,
                              .dst = branch->a,
                              .a = build_constant(&m->b, !l->sense)});
    emit(m, OP_END);
    go_to(m, l->sense ? branch->other : branch->target);
}

/* ---- what stays ---- */

static uint32_t map_list(Maker *m, const Instr *i)
{
    VEC(int32_t) list = {0};
    List old = m->program->lists.at[i->list];
    for (uint32_t k = 0; k < old.len; k++)
        vec_push(&list, k % 2 ? (int32_t)m->labels[(uint32_t)old.at[k] - m->of->begin] : old.at[k]);
    uint32_t number = build_list(&m->b, list.at, list.len);
    vec_free(&list);
    return number;
}

static void keep(Maker *m, const Instr *i)
{
    Instr out = *i;
    if (shape_has(i->op, "Lh") || (shape_has(i->op, "u") && i->target))
        out.target = m->labels[i->target - m->of->begin];
    if (shape_has(i->op, "M"))
        out.other = m->labels[i->other - m->of->begin];
    if (shape_has(i->op, "cg"))
        out.list = map_list(m, i);
    build_emit(&m->b, out);
}

static void mark(void *of, uint32_t target, char letter)
{
    Maker *m = of;
    (void)letter;
    if (!m->labels[target - m->of->begin])
        m->labels[target - m->of->begin] = build_label(&m->b);
}

/* The counter itself keeps its first value, so that all threads have the same. */
static void make_instr(Maker *m, uint32_t pc)
{
    const Instr *i = &m->program->code.at[pc];
    for (size_t k = 0; k < m->laps->len; k++) {
        const Lap *l = &m->laps->at[k];
        if (pc == l->begin)
            make_begin(m, k);
        if (pc == l->test)
            make_test(m, k);
        if (pc == l->test || pc == l->test - 1 || pc == l->change)
            return;
    }
    keep(m, i);
}

static void make_proc(Maker *m, uint32_t proc)
{
    const Program *p = m->program;
    m->of = &p->procs.at[proc];
    build_proc_begin(&m->b, proc);
    m->labels = memory_alloc((m->of->end - m->of->begin + 1) * sizeof *m->labels);
    for (uint32_t pc = m->of->begin; pc < m->of->end; pc++)
        print_each_target(p, &p->code.at[pc], mark, m);
    for (uint32_t pc = m->of->begin; pc < m->of->end; pc++) {
        m->b.pos = p->pos.at[pc];
        if (m->labels[pc - m->of->begin])
            build_place(&m->b, m->labels[pc - m->of->begin]);
        make_instr(m, pc);
    }
    build_proc_end(&m->b);
    memory_free(m->labels);
}

Program *tally_abstract(const Program *program, const Laps *laps)
{
    Maker m = {.program = program, .laps = laps, .out = program_new_like(program)};
    build_begin(&m.b, m.out);
    add_homes(&m);
    vec_each (uint32_t, proc, &program->by_code)
        make_proc(&m, *proc);
    build_end(&m.b);
    vec_free(&m.homes);
    return m.out;
}
