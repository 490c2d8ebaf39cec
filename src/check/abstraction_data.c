/* abstraction_data.c -- what must be so everywhere: cells are accessed as cells only, numbers that are abstract were
 * written, what is copied is as it was, and predicates begin with their values. */
#include "check/abstraction_inner.h"

#include <string.h>

/* ---- control ---- */

typedef VEC(uint32_t) Places;

static void targets_of(const Simulation *s, uint32_t pc, bool heads, Places *to)
{
    const Instr *i = &s->p->code.at[pc];
    Op op = (Op)i->op;
    List list = s->p->lists.at[i->list];
    to->len = 0;
    if (i->target && (shape_has(op, "Lu") || (heads && shape_has(op, "h"))))
        vec_push(to, i->target);
    if (shape_has(op, "M"))
        vec_push(to, i->other);
    for (uint32_t k = 1; shape_has(op, "cg") && k < list.len; k += 2)
        vec_push(to, (uint32_t)list.at[k]);
}

/* How many regions of the procedure are around each instruction. */
static void find_depths(Simulation *s, const Proc *of)
{
    Places work = {0}, to = {0};
    s->depth.at[of->begin] = 1;
    vec_push(&work, of->begin);
    while (work.len) {
        uint32_t pc = vec_pop(&work);
        Op op = (Op)s->p->code.at[pc].op;
        uint8_t after = (uint8_t)(s->depth.at[pc] + (op == OP_ATOMIC) - (op == OP_END));
        targets_of(s, pc, false, &to);
        if (op_info[op].next)
            vec_push(&to, pc + 1);
        vec_each (uint32_t, next, &to) {
            if (s->depth.at[*next] && s->depth.at[*next] != after &&
                s->p->code.at[pc].op != OP_CALL)
                sim_fail(s, ABSTRACTION_OPEN, "regions do not fit");
            if (!s->depth.at[*next])
                vec_push(&work, *next);
            if (!s->depth.at[*next])
                s->depth.at[*next] = after;
        }
    }
    vec_free(&work);
    vec_free(&to);
}

/* Is the address of the procedure in the operand? */
static void is_led_to(Simulation *s, Ref ref)
{
    if (ref >= 0 || ref == NO_REF)
        return;
    uint32_t object = (uint32_t)(s->p->constants.at[~ref] >> 32);
    if (object >= PROC_OBJECT && object - PROC_OBJECT < s->p->procs.len)
        s->led.at[object - PROC_OBJECT] = true;
}

/* Procedures that others than direct calls lead to: nobody hands them predicates. */
static void find_entries(Simulation *s)
{
    const Program *p = s->p;
    vec_each (Thread, thread, &p->threads)
        s->led.at[thread->proc] = true;
    for (uint32_t pc = 1; pc < p->code.len; pc++) {
        const Instr *i = &p->code.at[pc];
        Op op = (Op)i->op;
        List list = p->lists.at[i->list];
        if (shape_has(op, "p") && op != OP_CALL)
            s->led.at[i->other] = true;
        if (op == OP_FORK)
            s->atomic.at[i->other] = false;
        if (shape_has(op, "aA"))
            is_led_to(s, i->a);
        if (shape_has(op, "bB"))
            is_led_to(s, i->b);
        for (uint32_t k = 0; shape_has(op, "l") && k < list.len; k++)
            is_led_to(s, list.at[k]);
    }
    for (uint32_t proc = 0; proc < p->procs.len; proc++) {
        const Proc *of = &p->procs.at[proc];
        for (uint32_t k = 0; s->led.at[proc] && k < of->params; k++)
            if (sim_register_is_abstract(s, proc, (int32_t)k))
                sim_fail(s, ABSTRACTION_FAILS, "the argument of a thread is not there");
        for (uint32_t k = 0; s->led.at[proc] && k < of->results.len; k++)
            if (s->hazy.at[s->result_of.at[proc] + k])
                sim_fail(s, ABSTRACTION_FAILS, "the result of a thread is not there");
        vec_each (ClaimedPredicate, q, &s->claims->predicates)
            if (q->proc == proc && q->handed && s->led.at[proc])
                sim_fail(s, ABSTRACTION_FAILS, "nobody hands over a predicate");
    }
}

static void find_atomic(Simulation *s)
{
    const Program *p = s->p;
    vec_each (Thread, thread, &p->threads)
        s->atomic.at[thread->proc] = false;
    for (uint32_t pc = 1; pc < p->code.len; pc++)
        if (p->code.at[pc].op == OP_YIELD)
            s->atomic.at[program_proc_at(p, pc)] = false;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t proc = 0; proc < p->procs.len; proc++)
            for (uint32_t pc = p->procs.at[proc].begin; pc < p->procs.at[proc].end; pc++) {
                const Instr *i = &p->code.at[pc];
                bool open = !s->atomic.at[proc] && s->depth.at[pc] <= 1;
                for (uint32_t k = 0; open && k < p->procs.len; k++) {
                    bool leads =
                        i->op == OP_CALL ? k == i->other : i->op == OP_CALLPTR && s->led.at[k];
                    again |= leads && s->atomic.at[k];
                    s->atomic.at[k] &= !leads;
                }
            }
    }
}

static void find_control(Simulation *s)
{
    const Program *p = s->p;
    Places to = {0};
    vec_resize(&s->back, s->a->code.len + 1);
    vec_resize(&s->target, p->code.len + 1);
    vec_resize(&s->depth, p->code.len + 1);
    vec_resize(&s->atomic, p->procs.len);
    vec_resize(&s->led, p->procs.len);
    memset(s->atomic.at, true, p->procs.len * sizeof *s->atomic.at);
    for (uint32_t pc = 1; pc < p->code.len; pc++) {
        if (s->claims->begin.at[pc])
            s->back.at[s->claims->begin.at[pc]] = pc + 1;
        targets_of(s, pc, true, &to);
        vec_each (uint32_t, t, &to)
            s->target.at[*t] = true;
    }
    for (uint32_t proc = 0; proc < p->procs.len; proc++) {
        const Proc *of = &p->procs.at[proc];
        vec_push(&s->result_of, (uint32_t)s->hazy.len);
        vec_resize(&s->hazy, s->hazy.len + of->results.len + 1);
        find_depths(s, of);
        for (uint32_t pc = of->begin; pc < of->end; pc++) {
            List list = p->lists.at[p->code.at[pc].list];
            for (uint32_t k = 0; p->code.at[pc].op == OP_RETURN && k < list.len; k++)
                s->hazy.at[s->result_of.at[proc] + k] |=
                    list.at[k] >= 0 && sim_register_is_abstract(s, proc, list.at[k]);
        }
    }
    find_entries(s);
    find_atomic(s);
    vec_free(&to);
}

/* ---- cells ---- */

static bool points_to(const Simulation *s, Ref ref, uint32_t object)
{
    return ref < 0 && ref != NO_REF && (uint32_t)(s->p->constants.at[~ref] >> 32) == object;
}

/* Is the address of the global used otherwise than to access the cell, or what lies apart from it? */
static bool is_used_otherwise(const Simulation *s, const Instr *i, const ClaimedCell *cell)
{
    Op op = (Op)i->op;
    List list = s->p->lists.at[i->list];
    bool access = op == OP_LOAD || op == OP_STORE,
         pointer_b = instr_operand(i, 'b').kind == TYPE_PTR;
    if (access && points_to(s, i->a, cell->object)) {
        int32_t at = (int32_t)(uint32_t)s->p->constants.at[~i->a] + i->offset;
        int32_t mine = (int32_t)type_bytes(cell->type), bytes = (int32_t)type_bytes(i->type);
        bool apart = at >= cell->offset + mine || cell->offset >= at + bytes;
        bool same =
            at == cell->offset && i->type.bits == cell->type.bits && words_is_integer(i->type);
        if (!apart && !same)
            return true;
    }
    if (!access && shape_has(op, "A") && points_to(s, i->a, cell->object))
        return true;
    if (!access && shape_has(op, "a") && instr_operand(i, 'a').kind == TYPE_PTR &&
        points_to(s, i->a, cell->object))
        return true;
    if ((shape_has(op, "B") || (shape_has(op, "b") && pointer_b)) &&
        points_to(s, i->b, cell->object))
        return true;
    for (uint32_t k = 0; shape_has(op, "l") && k < list.len; k++)
        if (points_to(s, list.at[k], cell->object))
            return true;
    return false;
}

static bool goes_back(const Simulation *s, const Proc *of, uint32_t over)
{
    Places to = {0};
    bool back = false;
    for (uint32_t pc = over; pc < of->end; pc++) {
        targets_of(s, pc, true, &to);
        vec_each (uint32_t, t, &to)
            back |= *t <= over;
    }
    vec_free(&to);
    return back;
}

/* There is one object with such a field, made once, before the first step. */
static bool is_the_only_one(const Simulation *s, uint32_t region)
{
    const Program *p = s->p;
    uint32_t owner = 0, fields = 0, made = 0;
    if (!region || p->init < 0)
        return false;
    for (uint32_t l = 1; l < p->layouts.len; l++)
        vec_each (Field, f, &p->layouts.at[l].fields)
            if (f->region == region) {
                fields++;
                owner = l;
            }
    if (fields != 1 || p->layouts.at[owner].kind != LAYOUT_RECORD)
        return false;
    vec_each (Global, global, &p->globals)
        if (global->layout == owner)
            return false;
    for (uint32_t pc = 1; pc < p->code.len; pc++) {
        const Instr *i = &p->code.at[pc];
        bool nameless = (i->op == OP_LOAD || i->op == OP_STORE) && i->a >= 0 && !i->region;
        if (nameless || i->op == OP_COPY || i->op == OP_FILL ||
            (shape_has((Op)i->op, "p") && i->other == (uint32_t)p->init))
            return false;
        if (i->op != OP_ALLOC || i->other != owner)
            continue;
        bool once = program_proc_at(p, pc) == (uint32_t)p->init;
        made += once && !goes_back(s, &p->procs.at[p->init], pc) ? 1 : 2;
    }
    return made == 1;
}

static void check_cell(Simulation *s, uint32_t number)
{
    const Program *p = s->p;
    const ClaimedCell *cell = &s->claims->cells.at[number];
    if (!cell->object && !is_the_only_one(s, cell->region)) {
        sim_fail(s, ABSTRACTION_FAILS, "a cell is not the only one");
        return;
    }
    for (uint32_t pc = 1; pc < p->code.len && s->verdict == ABSTRACTION_HOLDS; pc++) {
        const Instr *i = &p->code.at[pc];
        uint32_t proc = program_proc_at(p, pc);
        bool copied = s->claims->verbatim.at[proc] && (int64_t)proc != p->init;
        if (cell->object && is_used_otherwise(s, i, cell))
            sim_fail(s, ABSTRACTION_FAILS, "a cell has another name");
        if (sim_cell(s, i) != number)
            continue;
        bool same = i->type.bits == cell->type.bits && words_is_integer(i->type);
        if (!same)
            sim_fail(s, ABSTRACTION_FAILS, "a cell is accessed in another way");
        if (copied && (i->op == OP_STORE || cell->abstract))
            sim_fail(s, ABSTRACTION_FAILS, "a procedure that is copied accesses a cell");
    }
}

/* ---- bits that were never written ---- */

typedef struct Clean {
    Simulation *s;
    VEC(bool) registers, cells, results; /* may lack bits */
    bool memory, changed;
    uint32_t narrow;
} Clean;

static bool lacks(const Clean *c, uint32_t proc, Ref ref)
{
    return ref >= 0 && ref != NO_REF &&
           c->registers.at[c->s->claims->first.at[proc] + (uint32_t)ref];
}

static void set(Clean *c, bool *what, bool value)
{
    c->changed |= value && !*what;
    *what |= value;
}

static uint32_t bits_of(Type type)
{
    return words_is_integer(type) ? type.bits : 64;
}

static void clean_call(Clean *c, uint32_t proc, const Instr *i, uint32_t callee)
{
    const Program *p = c->s->p;
    List args = p->lists.at[i->list], dsts = p->lists.at[shape_has((Op)i->op, "D") ? i->dsts : 0];
    uint32_t first = c->s->claims->first.at[callee], mine = c->s->claims->first.at[proc];
    for (uint32_t k = 0; k < args.len && k < p->procs.at[callee].params; k++)
        set(c, &c->registers.at[first + k], lacks(c, proc, args.at[k]));
    for (uint32_t k = 0; k < dsts.len && k < p->procs.at[callee].results.len; k++)
        set(c, &c->registers.at[mine + (uint32_t)dsts.at[k]],
            c->results.at[c->s->result_of.at[callee] + k]);
}

static void clean_instr(Clean *c, uint32_t proc, const Instr *i)
{
    Simulation *s = c->s;
    List list = s->p->lists.at[i->list];
    uint32_t cell = sim_cell(s, i), mine = s->claims->first.at[proc];
    if (i->op == OP_STORE)
        set(c, cell == NO_CLAIMED_CELL ? &c->memory : &c->cells.at[cell], lacks(c, proc, i->b));
    else if (i->op == OP_LOAD && cell != NO_CLAIMED_CELL)
        set(c, &c->registers.at[mine + (uint32_t)i->dst], c->cells.at[cell]);
    else if (i->op == OP_LOAD)
        set(c, &c->registers.at[mine + (uint32_t)i->dst],
            c->memory || !(i->flags & FLAG_CHECK) || c->narrow < bits_of(i->type));
    else if (shape_has((Op)i->op, "p") && shape_has((Op)i->op, "l"))
        clean_call(c, proc, i, i->other);
    else if (i->op == OP_CALLPTR)
        for (uint32_t callee = 0; callee < s->p->procs.len; callee++)
            clean_call(c, proc, i, callee);
    else if (i->op == OP_RETURN)
        for (uint32_t k = 0; k < list.len; k++)
            set(c, &c->results.at[s->result_of.at[proc] + k], lacks(c, proc, list.at[k]));
    else if (shape_has((Op)i->op, "d") && op_info[i->op].unwritten == UNWRITTEN_COMPUTED)
        set(c, &c->registers.at[mine + (uint32_t)i->dst],
            lacks(c, proc, i->a) || (shape_has((Op)i->op, "bBi") && lacks(c, proc, i->b)));
}

/* In raw memory there may be bits that were never written: no abstract number may have such. */
static void check_written(Simulation *s)
{
    Clean c = {.s = s, .narrow = UINT32_MAX};
    vec_resize(&c.registers, s->claims->registers.len);
    vec_resize(&c.cells, s->claims->cells.len);
    vec_resize(&c.results, s->hazy.len);
    for (uint32_t k = 0; k < s->claims->cells.len; k++)
        c.cells.at[k] = !s->claims->cells.at[k].object;
    vec_each (Instr, i, &s->p->code) {
        bool packed = i->flags & FLAG_PACKED && sim_cell(s, i) == NO_CLAIMED_CELL;
        c.memory |= i->op == OP_COPY || i->op == OP_FILL || packed;
        if (i->op == OP_STORE && sim_cell(s, i) == NO_CLAIMED_CELL && bits_of(i->type) < c.narrow)
            c.narrow = bits_of(i->type);
    }
    do {
        c.changed = false;
        for (uint32_t proc = 0; proc < s->p->procs.len; proc++)
            for (uint32_t pc = s->p->procs.at[proc].begin; pc < s->p->procs.at[proc].end; pc++)
                clean_instr(&c, proc, &s->p->code.at[pc]);
    } while (c.changed);
    for (uint32_t k = 0; k < c.registers.len; k++)
        if (c.registers.at[k] && s->claims->registers.at[k])
            sim_fail(s, ABSTRACTION_FAILS, "a number may never have been written");
    for (uint32_t k = 0; k < c.cells.len; k++)
        if (c.cells.at[k] && s->claims->cells.at[k].followed && s->claims->cells.at[k].abstract)
            sim_fail(s, ABSTRACTION_FAILS, "a cell may never have been written");
    vec_free(&c.registers);
    vec_free(&c.cells);
    vec_free(&c.results);
}

/* ---- copies, and the beginning ---- */

static void check_verbatim(Simulation *s, uint32_t proc)
{
    s->proc = proc;
    s->of = &s->p->procs.at[proc];
    for (uint32_t pc = s->of->begin; pc < s->of->end; pc++) {
        s->pc = pc;
        const Instr *i = &s->p->code.at[pc], *o = &s->a->code.at[s->claims->begin.at[pc]];
        bool next =
            !op_info[i->op].next || s->claims->begin.at[pc + 1] == s->claims->begin.at[pc] + 1;
        if (!next || !sim_is_image(s, i, o))
            sim_fail(s, ABSTRACTION_FAILS, "a procedure is not what it was");
        if (i->op == OP_CALL && !s->claims->verbatim.at[i->other])
            sim_fail(s, ABSTRACTION_FAILS, "what is copied calls what is not");
    }
    s->pc = 0;
    s->of = NULL;
}

/* Follows the procedure that runs before the first step, as far as everything in it is known. */
static void run_init(Simulation *s)
{
    enum { MOST_STEPS = 100000 };
    const Program *p = s->p;
    Terms *t = s->words.terms;
    s->proc = (uint32_t)p->init;
    s->of = &p->procs.at[p->init];
    s->registers = memory_alloc((s->of->registers.len + 1) * sizeof *s->registers);
    for (uint32_t k = 0; k < s->of->registers.len; k++)
        s->registers[k] = words_constant(&s->words, 0, s->of->registers.at[k].type);
    uint32_t pc = s->of->begin;
    for (uint32_t n = 0; p->code.at[pc].op != OP_RETURN; n++) {
        const Instr *i = &p->code.at[pc];
        uint32_t cell = sim_cell(s, i);
        Term a =
            shape_has((Op)i->op, "aAf") ? sim_operand(s, i->a, instr_operand(i, 'a')) : NO_TERM;
        Term b = shape_has((Op)i->op, "b") ? sim_operand(s, i->b, i->type) : NO_TERM;
        bool call = i->op == OP_CALL || i->op == OP_CALLPTR;
        for (uint32_t k = 0; call && k < s->claims->cells.len; k++)
            s->cells[k] = words_fresh(&s->words, words_sort(s->claims->cells.at[k].type));
        if (shape_has((Op)i->op, "d"))
            s->registers[i->dst] = i->op == OP_LOAD && cell != NO_CLAIMED_CELL ? s->cells[cell]
                                   : words_computes(i) ? words_compute(&s->words, i, a, b)
                                                       : NO_TERM;
        List dsts = p->lists.at[i->dsts];
        for (uint32_t k = 0; shape_has((Op)i->op, "D") && k < dsts.len; k++)
            s->registers[dsts.at[k]] = NO_TERM;
        if (i->op == OP_STORE && cell != NO_CLAIMED_CELL)
            s->cells[cell] = b;
        bool yes = i->op == OP_BRANCH && term_is_true(t, a),
             no = i->op == OP_BRANCH && term_is_false(t, a);
        uint32_t next = i->op == OP_JUMP || yes ? i->target
                        : no                    ? i->other
                        : op_info[i->op].next   ? pc + 1
                                                : 0;
        if (!next || n > MOST_STEPS) {
            sim_fail(s, ABSTRACTION_OPEN, "it is not known how the program begins");
            break;
        }
        pc = next;
    }
    memory_free(s->registers);
    s->registers = NULL;
    s->of = NULL;
}

/* Each predicate over cells is stored once before the first step: as it is then. */
static void check_beginning(Simulation *s)
{
    Terms *t = s->words.terms;
    const Proc *made = s->a->init >= 0 ? &s->a->procs.at[s->a->init] : NULL;
    for (uint32_t k = 0; k < s->claims->cells.len; k++)
        s->cells[k] = words_constant(&s->words, 0, s->claims->cells.at[k].type);
    if (s->p->init >= 0)
        run_init(s);
    vec_each (ClaimedPredicate, p, &s->claims->predicates) {
        if (p->proc != CLAIMED_EVERYWHERE)
            continue;
        Term holds = sim_predicate(s, p, NULL, NULL), stored = NO_TERM;
        for (uint32_t pc = made ? made->begin : 0; made && pc < made->end; pc++) {
            const Instr *o = &s->a->code.at[pc];
            bool mine = o->op == OP_STORE && o->a < 0 && o->b < 0 &&
                        (uint32_t)(s->a->constants.at[~o->a] >> 32) == (uint32_t)p->home;
            if (mine)
                stored = term_bool(t, s->a->constants.at[~o->b] != 0);
        }
        if (s->verdict == ABSTRACTION_HOLDS && !term_same(holds, stored))
            sim_fail(s, ABSTRACTION_FAILS, "a predicate does not begin with its value");
    }
}

void sim_data(Simulation *s)
{
    if (s->claims->begin.len != s->p->code.len || s->a->threads.len != s->p->threads.len) {
        sim_fail(s, ABSTRACTION_OPEN, "the claims are not complete");
        return;
    }
    find_control(s);
    for (uint32_t k = 0; k < s->claims->cells.len; k++)
        if (s->claims->cells.at[k].followed)
            check_cell(s, k);
    if (s->verdict == ABSTRACTION_HOLDS && program_is_raw(s->p))
        check_written(s);
    for (uint32_t proc = 0; proc < s->p->procs.len; proc++)
        if (s->verdict == ABSTRACTION_HOLDS && s->claims->verbatim.at[proc])
            check_verbatim(s, proc);
    if (s->verdict == ABSTRACTION_HOLDS)
        check_beginning(s);
}
