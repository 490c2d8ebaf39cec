/* flat.c -- a method as one graph: calls without a performs specification are inlined, loops are
 * found, and everything is put into an order in which it can be executed.
 *
 * A loop head is made a boundary of actions even where the source has none: cutting an action in
 * two adds behaviours and hides none. */
#include "engine/prove/method/flat.h"

#include "engine/prove/model.h"
#include "flow/live.h"

enum { MOST_CODE = 200000 };

/* The depth of atomic regions at each instruction of a procedure, from its entry. */
typedef VEC(int32_t) Depths;

static void find_depths(const Program *program, const Proc *proc, Depths *depths)
{
    VEC(uint32_t) work = {0};
    Successors next = {0};
    depths->len = 0;
    vec_resize(depths, proc->end - proc->begin);
    memset(depths->at, -1, depths->len * sizeof *depths->at);
    depths->at[0] = 0;
    vec_push(&work, proc->begin);
    while (work.len) {
        uint32_t pc = vec_pop(&work);
        Op op = program->code.at[pc].op;
        int32_t depth = depths->at[pc - proc->begin] + (op == OP_ATOMIC) - (op == OP_END);
        assert(depth >= 0);
        flow_successors(program, pc, &next);
        vec_each (uint32_t, to, &next) {
            int32_t *known = &depths->at[*to - proc->begin];
            assert(*known < 0 || *known == depth); /* the same on every path */
            if (*known >= 0)
                continue;
            *known = depth;
            vec_push(&work, *to);
        }
    }
    vec_free(&next);
    vec_free(&work);
}

static bool is_by_spec(const Attempt *f, uint32_t proc)
{
    int32_t spec = f->prover->spec_of.at[proc];
    return spec >= 0 && f->program->specs.at[spec].performs.len;
}

static bool is_recursive(const Flat *flat, uint32_t frame, uint32_t proc)
{
    for (;; frame = flat->frames.at[frame].caller) {
        if (flat->frames.at[frame].proc == proc)
            return true;
        if (!frame)
            return false;
    }
}

/* The frame of an inlined call; its code comes later. */
static void inline_call(Attempt *f, uint32_t code, uint32_t frame, uint32_t depth)
{
    Flat *flat = &f->flat;
    const Instr *i = flat->code.at[code].instr;
    const Proc *callee = &f->program->procs.at[i->other];
    assert(flat->code.at[code].kind == CODE_ENTER && flat->code.at[code].frame == frame);
    if (is_recursive(flat, frame, i->other)) {
        give_up(f, code,
                arena_print(&f->prover->job->arena,
                            "%s calls itself and has no 'performs'; give it one", callee->name));
        return;
    }
    if (i->target)
        give_up(f, code, "a call inside a try cannot be proved yet");
    FlatFrame made = {.proc = i->other,
                      .base = flat->registers,
                      .caller = frame,
                      .call = code,
                      .after = code + 1,
                      .depth = depth + (i->flags & FLAG_GUARD ? 1 : 0)};
    flat->registers += (uint32_t)callee->registers.len;
    vec_push(&flat->frames, made);
}

static CodeKind kind_of(Attempt *f, const Instr *i, uint32_t frame)
{
    if (i->op == OP_RETURN)
        return frame ? CODE_LEAVE : CODE_RETURN;
    if (i->op == OP_CALL && !f->program->procs.at[i->other].pure)
        return is_by_spec(f, i->other) ? CODE_SPEC : CODE_ENTER;
    return CODE_INSTR;
}

bool flat_is_boundary(const Code *code)
{
    Op op = code->instr->op;
    return (op == OP_POINT && !code->atomic) || op == OP_YIELD || op == OP_CALLPTR ||
           code->kind == CODE_SPEC;
}

static void add_frame_code(Attempt *f, uint32_t frame, Depths *depths)
{
    Flat *flat = &f->flat;
    const FlatFrame own = flat->frames.at[frame];
    const Proc *proc = &f->program->procs.at[own.proc];
    uint32_t start = (uint32_t)flat->code.len;
    find_depths(f->program, proc, depths);
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        const Instr *i = &f->program->code.at[pc];
        int32_t depth = depths->at[pc - proc->begin];
        Code code = {.kind = kind_of(f, i, frame), .instr = i, .pc = pc, .frame = frame};
        bool stops = depth == 0 && !own.depth;
        code.atomic = !stops;
        code.boundary = flat_is_boundary(&code);
        vec_push(&flat->code, code);
    }
    for (uint32_t k = start; k < flat->code.len && !f->trouble; k++)
        if (flat->code.at[k].kind == CODE_ENTER) {
            uint32_t depth = (uint32_t)depths->at[flat->code.at[k].pc - proc->begin] + own.depth;
            flat->code.at[k].first = (uint32_t)flat->frames.len; /* its frame, until linked */
            inline_call(f, k, frame, depth);
        }
}

/* Where the code of each frame begins; code 0 is frame 0's. */
static void link(Attempt *f, const uint32_t *starts)
{
    Flat *flat = &f->flat;
    Successors next = {0};
    vec_each (Code, code, &flat->code) {
        const FlatFrame *frame = &flat->frames.at[code->frame];
        uint32_t shift = starts[code->frame] - f->program->procs.at[frame->proc].begin;
        uint32_t callee = code->first;
        code->first = (uint32_t)flat->next.len;
        if (code->kind == CODE_ENTER) {
            assert(flat->frames.at[callee].call == code - flat->code.at);
            vec_push(&flat->next, starts[callee]);
        } else if (code->kind == CODE_LEAVE)
            vec_push(&flat->next, frame->after);
        else {
            flow_successors(f->program, code->pc, &next);
            vec_each (uint32_t, to, &next) {
                assert(flat->code.at[*to + shift].frame == code->frame);
                vec_push(&flat->next, *to + shift);
            }
        }
        code->n = (uint32_t)flat->next.len - code->first;
    }
    vec_free(&next);
}

/* ---- order and loops ---- */

typedef struct Visit {
    uint32_t code, next;
} Visit;

enum { UNSEEN, OPEN, DONE };

/* Depth first: finishing order reversed is the order of execution; an edge to an open node is a
 * back edge, and its target a loop head. */
static void find_order(Flat *flat)
{
    VEC(Visit) stack = {0};
    VEC(uint8_t) mark = {0};
    vec_resize(&mark, flat->code.len);
    vec_push(&stack, ((Visit){0, 0}));
    mark.at[0] = OPEN;
    while (stack.len) {
        Visit *top = &vec_last(&stack);
        Code *code = &flat->code.at[top->code];
        if (top->next == code->n) {
            mark.at[top->code] = DONE;
            vec_push(&flat->order, top->code);
            (void)vec_pop(&stack);
            continue;
        }
        uint32_t to = flat->next.at[code->first + top->next++];
        if (mark.at[to] == OPEN)
            flat->code.at[to].head = flat->code.at[to].boundary = true;
        if (mark.at[to] != UNSEEN)
            continue;
        mark.at[to] = OPEN;
        vec_push(&stack, ((Visit){to, 0}));
    }
    for (size_t i = 0; i < flat->order.len / 2; i++) {
        uint32_t other = flat->order.at[flat->order.len - 1 - i];
        flat->order.at[flat->order.len - 1 - i] = flat->order.at[i];
        flat->order.at[i] = other;
    }
    for (size_t i = 0; i < flat->order.len; i++) {
        flat->code.at[flat->order.at[i]].order = (uint32_t)i;
        flat->code.at[flat->order.at[i]].reached = true;
    }
    vec_free(&stack);
    vec_free(&mark);
}

/* Does control come into the loop other than through its head?  What is known at the head would not
 * be true of those runs. */
static bool is_entered_aside(const Flat *flat, uint32_t head, const bool *inside)
{
    vec_each (uint32_t, c, &flat->order) {
        const Code *code = &flat->code.at[*c];
        for (uint32_t k = 0; k < code->n && !inside[*c]; k++) {
            uint32_t to = flat->next.at[code->first + k];
            if (inside[to] && to != head)
                return true;
        }
    }
    return false;
}

/* The codes on cycles through a head: those from which it is reached again without passing it. */
static void find_loop(Attempt *f, uint32_t head)
{
    Flat *flat = &f->flat;
    VEC(bool) inside = {0};
    bool grown = true;
    vec_resize(&inside, flat->code.len);
    inside.at[head] = true;
    while (grown) {
        grown = false;
        for (size_t i = flat->order.len; i-- > 0;) {
            uint32_t c = flat->order.at[i];
            const Code *code = &flat->code.at[c];
            for (uint32_t k = 0; k < code->n && !inside.at[c]; k++) {
                uint32_t to = flat->next.at[code->first + k];
                bool back = to == head && code->order >= flat->code.at[head].order;
                if (code->order > flat->code.at[head].order &&
                    (back || (inside.at[to] && to != head)))
                    inside.at[c] = grown = true;
            }
        }
    }
    for (uint32_t c = 0; c < flat->code.len; c++)
        if (inside.at[c]) {
            assert(flat->code.at[c].order >= flat->code.at[head].order);
            vec_push(&flat->in_loop, (uint64_t)head << 32 | c);
        }
    if (is_entered_aside(flat, head, inside.at))
        give_up(f, head,
                "there is no proof yet for a loop that is jumped into: write it with while or for");
    vec_free(&inside);
}

/* For the hard build: all that can be reached is in the order, once; successors come later, but for
 * those at heads of loops; and a head is a boundary. */
static void check_flat(const Flat *flat)
{
    size_t reached = 0;
    assert(flat->order.len && flat->order.at[0] == 0);
    for (uint32_t c = 0; c < flat->code.len; c++) {
        const Code *code = &flat->code.at[c];
        reached += code->reached;
        assert(!code->head || (code->boundary && code->reached));
        assert(!code->reached || flat->order.at[code->order] == c);
        for (uint32_t k = 0; k < code->n && code->reached; k++) {
            const Code *to = &flat->code.at[flat->next.at[code->first + k]];
            assert(to->reached && (to->order > code->order || to->head));
        }
    }
    assert(reached == flat->order.len);
}

static void find_loops(Attempt *f)
{
    Flat *flat = &f->flat;
    flat->order.len = flat->in_loop.len = 0;
    vec_each (Code, code, &flat->code)
        code->head = code->reached = false;
    find_order(flat);
    if (HARD_CHECKS)
        check_flat(flat);
    for (uint32_t c = 0; c < flat->code.len; c++)
        if (flat->code.at[c].head)
            find_loop(f, c);
}

bool flat_make(Attempt *f)
{
    Flat *flat = &f->flat;
    Depths depths = {0};
    VEC(uint32_t) starts = {0};
    FlatFrame root = {.proc = f->proc};
    vec_push(&flat->frames, root);
    flat->registers = (uint32_t)f->program->procs.at[f->proc].registers.len;
    for (uint32_t k = 0; k < flat->frames.len && !f->trouble; k++) {
        vec_push(&starts, (uint32_t)flat->code.len);
        add_frame_code(f, k, &depths);
        if (flat->code.len > MOST_CODE)
            give_up(f, 0,
                    "with all its calls inlined the method is too large; specify what it calls");
    }
    if (!f->trouble) {
        link(f, starts.at);
        find_loops(f);
    }
    for (f->unrolled = 0; f->way.unrolls && !f->trouble && unroll_one(f); f->unrolled++)
        find_loops(f);
    vec_free(&depths);
    vec_free(&starts);
    return !f->trouble;
}

void flat_free(Flat *flat)
{
    vec_free(&flat->code);
    vec_free(&flat->next);
    vec_free(&flat->frames);
    vec_free(&flat->order);
    vec_free(&flat->in_loop);
    vec_free(&flat->exits);
}

const Register *flat_register(const Attempt *f, uint32_t reg)
{
    const Flat *flat = &f->flat;
    size_t k = 0, above = flat->frames.len; /* bases grow */
    assert(reg < flat->registers);
    while (k + 1 < above) {
        size_t middle = k + (above - k) / 2;
        if (flat->frames.at[middle].base > reg)
            above = middle;
        else
            k = middle;
    }
    while (reg - flat->frames.at[k].base >=
           f->program->procs.at[flat->frames.at[k].proc].registers.len)
        k--;
    return &f->program->procs.at[flat->frames.at[k].proc]
                .registers.at[reg - flat->frames.at[k].base];
}

Pos flat_pos(const Attempt *f, uint32_t code)
{
    assert(code < f->flat.code.len);
    const Code *c = &f->flat.code.at[code];
    const FlatFrame *frame = &f->flat.frames.at[c->frame];
    while (c->frame && f->program->procs.at[frame->proc].library) { /* where the user calls it */
        c = &f->flat.code.at[frame->call];
        frame = &f->flat.frames.at[c->frame];
    }
    return f->program->pos.at[c->pc];
}
