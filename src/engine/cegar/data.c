/* data.c -- which registers and cells predicates stand for.
 *
 * Those that are computed with, and so may take any number of values: they are wide.  But where a
 * number must be known (an index, what is sent, the argument of a thread) it stays as it is, and so does
 * everything that it is computed from: it is needed. */
#include "engine/cegar/internal.h"

#include "ir/shape.h"

bool data_is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED;
}

static bool is_number(Type type)
{
    return data_is_integer(type) && type.bits > 1;
}

/* ---- cells ---- */

uint32_t data_cell(const Data *d, const Instr *i)
{
    if (i->op != OP_LOAD && i->op != OP_STORE)
        return NO_CELL;
    uint64_t pointer = i->a < 0 ? d->program->constants.at[~i->a] : 0;
    uint32_t object = (uint32_t)(pointer >> 32);
    for (uint32_t k = 0; k < d->cells.len; k++) {
        const Cell *cell = &d->cells.at[k];
        bool same = cell->object ? cell->object == object &&
                                       cell->offset == (int32_t)(uint32_t)pointer + i->offset
                                 : i->a >= 0 && i->region && cell->region == i->region;
        if (same && !cell->broken)
            return k;
    }
    return NO_CELL;
}

static void add_cell(Data *d, Cell cell)
{
    for (size_t k = 0; k < d->cells.len; k++) {
        Cell *other = &d->cells.at[k];
        uint32_t bytes = type_bytes(cell.type), others = type_bytes(other->type);
        bool apart = cell.object != other->object ||
                     (!cell.object && cell.region != other->region) ||
                     (cell.object && (cell.offset >= other->offset + (int32_t)others ||
                                      other->offset >= cell.offset + (int32_t)bytes));
        if (apart)
            continue;
        bool same = cell.offset == other->offset && cell.type.bits == other->type.bits &&
                    data_is_integer(cell.type);
        if (same && !other->broken)
            return;
        other->broken = cell.broken = true;
    }
    vec_push(&d->cells, cell);
}

/* How many objects of the layout there are at most: 2 stands for many. */
static uint32_t count_objects(const Program *p, uint32_t layout)
{
    uint32_t count = 0;
    for (uint32_t pc = 1; pc < p->code.len; pc++) {
        const Instr *i = &p->code.at[pc];
        if (i->op != OP_ALLOC || i->other != layout)
            continue;
        bool once = p->init >= 0 && program_proc_at(p, pc) == (uint32_t)p->init;
        Successors next = {0};
        for (uint32_t at = pc; once && at < p->procs.at[p->init].end; at++) {
            flow_successors(p, at, &next);
            vec_each (uint32_t, to, &next)
                once &= *to > pc; /* nobody goes back */
        }
        vec_free(&next);
        count += once ? 1 : 2;
    }
    return count;
}

/* The field of this region is in one object only. */
static bool is_lonely(const Program *p, uint32_t region)
{
    uint32_t owner = 0, fields = 0;
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
    return count_objects(p, owner) == 1;
}

/* Is there an access through a pointer that does not say to which field? */
static bool has_nameless(const Program *p)
{
    vec_each (Instr, i, &p->code)
        if ((i->op == OP_LOAD || i->op == OP_STORE) && i->a >= 0 && !i->region)
            return true;
    return false;
}

static void find_cells(Data *d)
{
    const Program *p = d->program;
    bool nameless = has_nameless(p);
    for (uint32_t pc = 1; pc < p->code.len; pc++) {
        const Instr *i = &p->code.at[pc];
        if (i->op != OP_LOAD && i->op != OP_STORE)
            continue;
        Cell cell = {.region = i->region, .offset = i->offset, .type = i->type};
        if (i->a < 0) {
            uint64_t pointer = p->constants.at[~i->a];
            cell.object = (uint32_t)(pointer >> 32);
            cell.offset += (int32_t)(uint32_t)pointer;
            if (!cell.object || cell.object >= p->globals.len || d->hidden.at[cell.object])
                continue;
        } else if (nameless || !is_lonely(p, i->region)) {
            continue;
        }
        uint32_t proc = program_proc_at(p, pc);
        bool unsaid = i->op == OP_STORE && d->pure.at[proc] && (int64_t)proc != p->init;
        bool pieces = !cell.object && i->flags & FLAG_PACKED;
        cell.broken = !data_is_integer(i->type) || pieces || unsaid;
        add_cell(d, cell);
    }
}

/* Which addresses of globals are more than the place of a load or store? */
static void hide(Data *d, Ref ref, Type type)
{
    if (ref >= 0 || ref == NO_REF || type.kind != TYPE_PTR)
        return;
    uint32_t object = (uint32_t)(d->program->constants.at[~ref] >> 32);
    if (object < d->hidden.len)
        d->hidden.at[object] = true;
}

static void find_hidden(Data *d)
{
    const Program *p = d->program;
    vec_resize(&d->hidden, p->globals.len);
    for (uint32_t pc = 1; pc < p->code.len; pc++) {
        const Instr *i = &p->code.at[pc];
        bool access = i->op == OP_LOAD || i->op == OP_STORE;
        if (shape_has(i->op, "aA") && !access)
            hide(d, i->a, instr_operand(i, shape_has(i->op, "A") ? 'A' : 'a'));
        if (shape_has(i->op, "bB"))
            hide(d, i->b, instr_operand(i, shape_has(i->op, "B") ? 'B' : 'b'));
        if (shape_has(i->op, "l")) {
            List list = p->lists.at[i->list];
            for (uint32_t k = 0; k < list.len; k++) /* the type may not be known */
                hide(d, list.at[k], TYPE_POINTER);
        }
    }
}

/* ---- procedures ---- */

static void take(Data *d, Ref ref)
{
    if (ref >= 0 || ref == NO_REF)
        return;
    uint32_t object = (uint32_t)(d->program->constants.at[~ref] >> 32);
    if (object >= PROC_OBJECT && object - PROC_OBJECT < d->taken.len)
        d->taken.at[object - PROC_OBJECT] = true;
}

static void find_taken(Data *d)
{
    const Program *p = d->program;
    vec_resize(&d->taken, p->procs.len);
    vec_resize(&d->pure, p->procs.len);
    for (uint32_t k = 0; k < p->procs.len; k++)
        d->pure.at[k] = p->procs.at[k].pure;
    vec_each (Thread, thread, &p->threads)
        d->taken.at[thread->proc] = true;
    if (p->init >= 0)
        d->taken.at[p->init] = d->pure.at[p->init] = true;
    for (uint32_t pc = 1; pc < p->code.len; pc++) {
        const Instr *i = &p->code.at[pc];
        if (shape_has(i->op, "p") && i->op != OP_CALL)
            d->taken.at[i->other] = true;
        if (i->op == OP_CALL && i->flags & FLAG_GUARD)
            d->pure.at[i->other] = true;
        if (shape_has(i->op, "aA"))
            take(d, i->a);
        if (shape_has(i->op, "bB"))
            take(d, i->b);
        if (shape_has(i->op, "l")) {
            List list = p->lists.at[i->list];
            for (uint32_t k = 0; k < list.len; k++)
                take(d, list.at[k]);
        }
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t pc = 1; pc < p->code.len; pc++) {
            const Instr *i = &p->code.at[pc];
            if (i->op == OP_CALL && d->pure.at[program_proc_at(p, pc)] && !d->pure.at[i->other])
                again = d->pure.at[i->other] = true;
        }
    }
}

void data_depths(const Program *program, uint32_t proc, uint8_t *depths)
{
    const Proc *of = &program->procs.at[proc];
    VEC(uint32_t) work = {0};
    Successors next = {0};
    depths[0] = 1;
    vec_push(&work, of->begin);
    while (work.len) {
        uint32_t pc = vec_pop(&work);
        Op op = program->code.at[pc].op;
        uint8_t after = (uint8_t)(depths[pc - of->begin] + (op == OP_ATOMIC) - (op == OP_END));
        flow_successors(program, pc, &next);
        vec_each (uint32_t, to, &next)
            if (*to < of->end && !depths[*to - of->begin]) {
                depths[*to - of->begin] = after;
                vec_push(&work, *to);
            }
    }
    vec_free(&work);
    vec_free(&next);
}

/* The procedures that this one calls or starts where it can be interrupted can be, too.  True: that is
 * news. */
static bool spread_points(Data *d, uint32_t proc)
{
    const Program *p = d->program;
    const Proc *of = &p->procs.at[proc];
    uint8_t *depths = memory_alloc(of->end - of->begin);
    bool news = false;
    data_depths(p, proc, depths);
    for (uint32_t pc = of->begin; pc < of->end; pc++) {
        const Instr *i = &p->code.at[pc];
        bool open = depths[pc - of->begin] == 1 && !d->atomic.at[proc];
        for (uint32_t k = 0; k < p->procs.len; k++) {
            bool leads = i->op == OP_CALL      ? open && k == i->other
                         : i->op == OP_FORK    ? k == i->other
                         : i->op == OP_CALLPTR ? open && d->taken.at[k]
                                               : false;
            news |= leads && d->atomic.at[k];
            d->atomic.at[k] &= !leads;
        }
    }
    memory_free(depths);
    return news;
}

/* Calls of it, and of those that call it, stand in atomic regions.  A YIELD is a point everywhere. */
static void find_atomic(Data *d)
{
    const Program *p = d->program;
    vec_resize(&d->atomic, p->procs.len);
    for (uint32_t k = 0; k < p->procs.len; k++)
        d->atomic.at[k] = true;
    vec_each (Thread, thread, &p->threads)
        d->atomic.at[thread->proc] = false;
    for (uint32_t pc = 1; pc < p->code.len; pc++)
        if (p->code.at[pc].op == OP_YIELD)
            d->atomic.at[program_proc_at(p, pc)] = false;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t proc = 0; proc < p->procs.len; proc++)
            again |= spread_points(d, proc);
    }
}

/* ---- how data flows ---- */

static void widen(Data *d, Datum *datum, bool wide)
{
    if (wide && !datum->wide)
        datum->wide = d->changed = true;
}

static void need(Data *d, Datum *datum)
{
    if (!datum->needed)
        datum->needed = d->changed = true;
}

static bool ref_is_wide(Data *d, uint32_t proc, Ref ref)
{
    return ref >= 0 && data_register(d, proc, ref)->wide;
}

static void need_ref(Data *d, uint32_t proc, Ref ref)
{
    if (ref >= 0)
        need(d, data_register(d, proc, ref));
}

/* The value of one goes to the other, and nowhere else. */
static void flow(Data *d, uint32_t proc, Ref from, Datum *to)
{
    widen(d, to, ref_is_wide(d, proc, from));
    if (to->needed)
        need_ref(d, proc, from);
}

static void flow_call(Data *d, uint32_t proc, const Instr *i)
{
    const Program *p = d->program;
    List args = p->lists.at[i->list], results = p->lists.at[i->dsts];
    const Proc *callee = &p->procs.at[i->other];
    for (uint32_t k = 0; k < args.len && k < callee->params; k++)
        flow(d, proc, args.at[k], data_register(d, i->other, (int32_t)k));
    for (uint32_t k = 0; k < results.len && k < callee->results.len; k++) {
        Datum *result = data_result(d, i->other, k), *to = data_register(d, proc, results.at[k]);
        widen(d, to, result->wide);
        if (to->needed)
            need(d, result);
    }
}

static void flow_return(Data *d, uint32_t proc, const Instr *i)
{
    List list = d->program->lists.at[i->list];
    for (uint32_t k = 0; k < list.len; k++)
        flow(d, proc, list.at[k], data_result(d, proc, k));
}

static void flow_access(Data *d, uint32_t proc, const Instr *i)
{
    uint32_t cell = data_cell(d, i);
    if (cell == NO_CELL) {
        if (i->op == OP_STORE)
            need_ref(d, proc, i->b);
        need_ref(d, proc, i->a);
        return;
    }
    Datum *datum = &d->of_cells.at[cell];
    if (i->op == OP_STORE) {
        flow(d, proc, i->b, datum);
        return;
    }
    Datum *to = data_register(d, proc, i->dst);
    widen(d, to, datum->wide);
    if (to->needed)
        need(d, datum);
}

/* Numbers that are computed from numbers, and compared. */
static bool flow_number(Data *d, uint32_t proc, const Instr *i)
{
    bool compares = i->op == OP_EQ || i->op == OP_NE || i->op == OP_LT || i->op == OP_LE;
    if (i->op > OP_CAST)
        return false;
    if (!data_is_integer(i->type) || (i->op == OP_CAST && !data_is_integer(i->from)))
        return false;
    Datum *to = data_register(d, proc, i->dst);
    if (to->murky)
        return false; /* the machine follows what was never written */
    if (compares || i->type.bits == 1)
        return true; /* a condition: it is asked of predicates */
    bool grows = i->op >= OP_ADD && i->op <= OP_NEG && i->op != OP_AND && i->op != OP_OR;
    widen(d, to,
          grows || ref_is_wide(d, proc, i->a) ||
              (i->op != OP_MOV && i->op != OP_CAST && ref_is_wide(d, proc, i->b)));
    if (to->needed) {
        need_ref(d, proc, i->a);
        if (shape_has(i->op, "b"))
            need_ref(d, proc, i->b);
    }
    return true;
}

/* Anybody else wants to know the numbers. */
static void need_operands(Data *d, uint32_t proc, const Instr *i)
{
    List list = d->program->lists.at[i->list];
    if (shape_has(i->op, "aAf"))
        need_ref(d, proc, i->a);
    if (shape_has(i->op, "bBi"))
        need_ref(d, proc, i->b);
    for (uint32_t k = 0; shape_has(i->op, "l") && k < list.len; k++)
        need_ref(d, proc, list.at[k]);
    for (uint32_t k = 0; shape_has(i->op, "g") && k < list.len; k += 2)
        need_ref(d, proc, list.at[k]);
}

static void flow_choose(Data *d, uint32_t proc, const Instr *i)
{
    enum { MANY = 16 };
    bool known = i->a < 0 && i->b < 0;
    uint64_t low = known ? d->program->constants.at[~i->a] : 0;
    uint64_t high = known ? d->program->constants.at[~i->b] : 0;
    widen(d, data_register(d, proc, i->dst), high - low > MANY);
    need_ref(d, proc, i->a);
    need_ref(d, proc, i->b);
}

static void flow_instr(Data *d, uint32_t proc, const Instr *i)
{
    if (d->pure.at[proc] || d->program->procs.at[proc].library) {
        need_operands(d, proc, i);
        if (shape_has(i->op, "d"))
            need(d, data_register(d, proc, i->dst));
    }
    if (i->op == OP_CALL)
        flow_call(d, proc, i);
    else if (i->op == OP_RETURN)
        flow_return(d, proc, i);
    else if (i->op == OP_LOAD || i->op == OP_STORE)
        flow_access(d, proc, i);
    else if (i->op == OP_CHOOSE)
        flow_choose(d, proc, i);
    else if (i->op != OP_TRACE && i->op != OP_SWITCH && !flow_number(d, proc, i))
        need_operands(d, proc, i);
}

static void find_flow(Data *d, bool all)
{
    const Program *p = d->program;
    for (uint32_t proc = 0; proc < p->procs.len; proc++) {
        vec_push(&d->first, (uint32_t)d->registers.len);
        size_t count = p->procs.at[proc].registers.len + p->procs.at[proc].results.len;
        vec_resize(&d->registers, d->registers.len + count);
    }
    vec_resize(&d->of_cells, d->cells.len);
    unwritten_find(d);
    vec_each (Datum, datum, &d->registers)
        datum->needed = datum->murky;
    for (uint32_t k = 0; k < d->cells.len; k++) {
        Datum *datum = &d->of_cells.at[k];
        datum->wide = all;
        datum->needed = d->cells.at[k].broken || !is_number(d->cells.at[k].type) || datum->murky;
    }
    for (uint32_t proc = 0; proc < p->procs.len; proc++) {
        const Proc *of = &p->procs.at[proc];
        for (uint32_t k = 0; k < of->params && d->taken.at[proc]; k++)
            need(d, data_register(d, proc, (int32_t)k));
        for (uint32_t k = 0; k < of->results.len && d->taken.at[proc]; k++)
            need(d, data_result(d, proc, k));
    }
    do {
        d->changed = false;
        for (uint32_t proc = 0; proc < p->procs.len; proc++)
            for (uint32_t pc = p->procs.at[proc].begin; pc < p->procs.at[proc].end; pc++)
                flow_instr(d, proc, &p->code.at[pc]);
    } while (d->changed);
}

void data_begin(Data *d, const Program *program, bool all, Terms *terms, const Theory *theory)
{
    *d = (Data){.program = program};
    find_hidden(d);
    find_taken(d);
    find_atomic(d);
    find_cells(d);
    find_flow(d, all);
    for (uint32_t k = 0; k < d->cells.len; k++) {
        char name[24];
        Cell *cell = &d->cells.at[k];
        if (cell->broken)
            continue;
        snprintf(name, sizeof name, "c%u", k);
        cell->term = term_variable(terms, name, theory_sort(theory, cell->type));
    }
}

void data_free(Data *d)
{
    vec_free(&d->cells);
    vec_free(&d->of_cells);
    vec_free(&d->first);
    vec_free(&d->registers);
    vec_free(&d->taken);
    vec_free(&d->atomic);
    vec_free(&d->pure);
    vec_free(&d->hidden);
}

bool data_abstracts_register(const Data *d, uint32_t proc, int32_t reg)
{
    if (reg < 0 || !is_number(d->program->procs.at[proc].registers.at[reg].type))
        return false;
    Datum datum = d->registers.at[d->first.at[proc] + (uint32_t)reg];
    return datum.wide && !datum.needed;
}

bool data_abstracts_cell(const Data *d, uint32_t cell)
{
    return cell != NO_CELL && d->of_cells.at[cell].wide && !d->of_cells.at[cell].needed;
}

bool data_has_some(const Data *d)
{
    for (uint32_t proc = 0; proc < d->program->procs.len; proc++)
        for (size_t k = 0; k < d->program->procs.at[proc].registers.len; k++)
            if (data_abstracts_register(d, proc, (int32_t)k))
                return true;
    return false;
}
