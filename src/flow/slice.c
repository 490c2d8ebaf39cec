/* slice.c -- see slice.h.
 *
 * Registers: liveness in which an instruction uses its operands only if its result is looked at
 * (faint variables).  Memory: by the places where pointers lead (points.h), and the bytes that
 * somebody loads whose value is looked at.  Both grow until nothing changes. */
#include "flow/slice.h"

#include "flow/inner.h"
#include "ir/shape.h"

static bool has(const uint64_t *set, int32_t reg)
{
    return reg >= 0 && set[reg / 64] >> reg % 64 & 1;
}

static void add(uint64_t *set, int32_t reg)
{
    if (reg >= 0)
        set[reg / 64] |= (uint64_t)1 << reg % 64;
}

static void drop(uint64_t *set, int32_t reg)
{
    if (reg >= 0)
        set[reg / 64] &= ~((uint64_t)1 << reg % 64);
}

static uint64_t *set_at(const Looks *l, uint32_t pc)
{
    return l->before.at + l->first.at[pc];
}

static bool is_number(Type type)
{
    return type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED || type.kind == TYPE_FLOAT;
}

/* ---- memory ---- */

static bool look_at_place(Looks *l, Place place, uint32_t bytes)
{
    const Seen now = {place, bytes};
    vec_each (Seen, old, &l->seen)
        if (seen_covers(old, &now))
            return false;
    vec_push(&l->seen, now);
    return true;
}

/* So many bytes where the operand points to; 0: all of the object. */
static void look_at(Looks *l, uint32_t proc, Ref ref, int64_t offset, uint32_t bytes)
{
    Place scratch;
    Places to = points_of(&l->points, proc, ref, &scratch);
    l->grows |= to.any && !l->all;
    l->all |= to.any;
    vec_each (Place, at, &to.at) {
        Place place = {at->object, at->offset + offset, at->stride};
        if (!bytes)
            place = (Place){at->object, 0, 1};
        l->grows |= look_at_place(l, place, bytes ? bytes : 1);
    }
}

static bool is_seen(const Looks *l, uint32_t proc, const Instr *i)
{
    Place scratch;
    Places to = points_of(&l->points, proc, i->a, &scratch);
    bool starts =
        (int64_t)proc == l->program->init; /* constants are read from places that nobody follows */
    bool seen = l->all || to.any || !to.at.len || starts;
    vec_each (Place, at, &to.at) {
        Place place = {at->object, at->offset + i->offset, at->stride};
        vec_each (Seen, s, &l->seen)
            seen |= place_overlaps(place, type_bytes(i->type), s->place, s->bytes);
    }
    return seen;
}

/* What is looked at whatever comes of it. */
static void look_at_rest(Looks *l, uint32_t proc, const Instr *i)
{
    enum { LOCK_BYTES = 16 };
    List list = l->program->lists.at[i->list];
    if (i->op == OP_COPY)
        look_at(l, proc, list.at[1], 0, 0);
    else if (i->op == OP_ACQUIRE || i->op == OP_RELEASE || i->op == OP_TRYACQUIRE ||
             i->op == OP_HELD)
        look_at(l, proc, i->a, i->offset, LOCK_BYTES);
    else if (op_info[i->op].effect != EFFECT_NONE && i->op != OP_LOAD && i->op != OP_STORE &&
             i->op != OP_FILL && i->op != OP_ALLOC && i->op != OP_FREE && i->op != OP_LENGTH &&
             shape_has(i->op, "A"))
        look_at(l, proc, i->a, 0, 0);
    if (shape_has(i->op, "B") || (shape_has(i->op, "b") && i->flags & FLAG_ALL &&
                                  (i->op == OP_SETADD || i->op == OP_SETDEL)))
        look_at(l, proc, i->b, 0, 0);
}

/* ---- instructions ---- */

/* Its result depends on nothing but its operands. */
static bool computes(const Instr *i)
{
    return op_info[i->op].unwritten == UNWRITTEN_COMPUTED && i->op != OP_INDEX &&
           i->op != OP_FIELD && i->op != OP_DISTANCE;
}

static bool is_constant(const Looks *l, Ref ref, int64_t *value)
{
    if (ref >= 0 || ref == NO_REF)
        return false;
    *value = (int64_t)l->program->constants.at[~ref];
    return true;
}

static bool is_zero(const Looks *l, Ref ref)
{
    int64_t value;
    return is_constant(l, ref, &value) && value == 0;
}

/* Can it be an error? */
static bool may_fail(const Looks *l, uint32_t pc)
{
    const Instr *i = &l->program->code.at[pc];
    int64_t by;
    if (i->flags & FLAG_TRAP)
        return l->fails.at[pc];
    if (i->type.kind == TYPE_FLOAT)
        return i->op == OP_CAST && i->flags & FLAG_CHECK;
    if (i->op == OP_DIV || i->op == OP_REM)
        return !is_constant(l, i->b, &by) || by == 0 || by == -1;
    if (i->op == OP_SHL || i->op == OP_SHR)
        return i->flags & FLAG_CHECK &&
               (!is_constant(l, i->b, &by) || by < 0 || by >= i->type.bits);
    return i->op == OP_CAST && i->flags & FLAG_CHECK;
}

/* A pointer or a thread, or bits that were never written may be in it: it may decide by itself. */
static bool is_special(const Looks *l, uint32_t proc, Ref ref)
{
    return ref >= 0 && (!is_number(l->program->procs.at[proc].registers.at[ref].type) ||
                        l->masked.at[l->points.registers.at[proc] + (uint32_t)ref]);
}

static bool can_drop(const Looks *l, uint32_t proc, uint32_t pc)
{
    const Instr *i = &l->program->code.at[pc];
    bool vain = i->op == OP_MOV && i->flags;
    return computes(i) && is_number(i->type) && (i->op != OP_CAST || is_number(i->from)) &&
           is_number(instr_result(i)) && !vain && !is_special(l, proc, i->a) &&
           !is_special(l, proc, i->b) && !may_fail(l, pc);
}

/* Is operand k of the list looked at? */
static bool looks_at_item(const Looks *l, uint32_t proc, const Instr *i, uint32_t k)
{
    Ref ref = l->program->lists.at[i->list].at[k];
    if (is_special(l, proc, ref))
        return true;
    if (i->op == OP_TRACE)
        return l->prints;
    if (i->op == OP_RETURN)
        return l->results.at[l->points.results.at[proc] + k];
    if (i->op != OP_CALL && i->op != OP_FORK)
        return true;
    return has(set_at(l, l->program->procs.at[i->other].begin), (int32_t)k);
}

static void use_list(const Looks *l, uint32_t proc, const Instr *i, uint64_t *set)
{
    List list = l->program->lists.at[i->list];
    for (uint32_t k = 0; k < list.len; k++)
        if (looks_at_item(l, proc, i, k))
            add(set, list.at[k]);
}

/* The set behind the instruction becomes the one before it. */
static void use(Looks *l, uint32_t proc, uint32_t pc, bool wanted, uint64_t *set)
{
    const Instr *i = &l->program->code.at[pc];
    List list = l->program->lists.at[i->list];
    if (i->op == OP_STORE) {
        add(set, i->a);
        if (!l->stores || !is_number(i->type) || is_special(l, proc, i->b) || is_seen(l, proc, i))
            add(set, i->b);
        return;
    }
    if (computes(i) && !wanted && can_drop(l, proc, pc))
        return;
    /* What the library reads it may give away, as `write` does. */
    bool shown = l->prints && l->program->procs.at[proc].library;
    if (i->op == OP_LOAD && (wanted || shown || !is_number(i->type)))
        look_at(l, proc, i->a, i->offset, type_bytes(i->type));
    add(set, i->a);
    add(set, i->b);
    if (i->op == OP_SELECT)
        for (uint32_t k = 0; k < list.len; k += 2)
            add(set, list.at[k]);
    else if (i->op != OP_SWITCH)
        use_list(l, proc, i, set);
}

static void want_results(Looks *l, const Instr *i, const uint64_t *after)
{
    List dsts = l->program->lists.at[i->dsts];
    for (uint32_t k = 0; i->op == OP_CALL && k < dsts.len; k++) {
        size_t at = l->points.results.at[i->other] + k;
        if (has(after, dsts.at[k]) && !l->results.at[at])
            l->results.at[at] = l->grows = true;
    }
}

static bool define(const Looks *l, const Instr *i, uint64_t *set)
{
    List dsts = l->program->lists.at[i->dsts];
    bool wanted = false;
    if (i->dst >= 0) {
        wanted = has(set, i->dst);
        drop(set, i->dst);
    }
    for (uint32_t k = 0; k < dsts.len; k++)
        drop(set, dsts.at[k]);
    return wanted;
}

static bool update(Looks *l, uint32_t proc, uint32_t pc)
{
    const Instr *i = &l->program->code.at[pc];
    uint64_t *set = l->scratch.at, *before = set_at(l, pc);
    uint32_t words = l->words.at[proc];
    flow_successors(l->program, pc, &l->next);
    memset(set, 0, words * sizeof *set);
    vec_each (uint32_t, to, &l->next)
        for (uint32_t w = 0; w < words; w++)
            set[w] |= set_at(l, *to)[w];
    want_results(l, i, set);
    bool wanted = define(l, i, set);
    use(l, proc, pc, wanted, set);
    bool unwinds =
        (i->op == OP_CALL || i->op == OP_CALLPTR) && i->target; /* then nothing is defined */
    bool changed = false;
    for (uint32_t w = 0; w < words; w++) {
        uint64_t now = before[w] | set[w] | (unwinds ? set_at(l, i->target)[w] : 0);
        changed |= now != before[w];
        before[w] = now;
    }
    return changed;
}

static void look(Looks *l)
{
    const Program *p = l->program;
    do {
        l->grows = false;
        for (uint32_t k = 0; k < p->procs.len; k++)
            for (bool again = true; again;) {
                again = false;
                for (uint32_t pc = p->procs.at[k].end; pc-- > p->procs.at[k].begin;)
                    again |= update(l, k, pc);
                l->grows |= again;
            }
    } while (l->grows);
}

static bool is_wanted(Looks *l, uint32_t pc, int32_t reg)
{
    bool wanted = false;
    flow_successors(l->program, pc, &l->next);
    vec_each (uint32_t, to, &l->next)
        wanted |= has(set_at(l, *to), reg);
    return wanted;
}

/* Sums that nobody looks at: those that may overflow do look at their operands, after all. */
static void look_at_sums(Looks *l)
{
    const Program *p = l->program;
    do {
        look(l);
        for (uint32_t k = 0; k < p->procs.len; k++)
            for (uint32_t pc = p->procs.at[k].begin; pc < p->procs.at[k].end; pc++) {
                const Instr *i = &p->code.at[pc];
                bool sum = computes(i) && i->flags & FLAG_TRAP && !l->tried.at[pc];
                if (!sum || is_wanted(l, pc, i->dst))
                    continue;
                l->tried.at[pc] = true;
                l->fails.at[pc] = !fits_prove(l, k, pc);
                l->grows |= l->fails.at[pc];
            }
    } while (l->grows);
}

/* ---- the program that is left ---- */

typedef struct Cutter {
    Looks *l;
    Program *out;
    Ref zero;
    uint32_t count;
} Cutter;

static void cut_list(Cutter *c, uint32_t proc, Instr *i)
{
    List list = c->l->program->lists.at[i->list];
    int32_t *left = arena_array(&c->out->arena, int32_t, list.len + 1);
    bool cut = false;
    for (uint32_t k = 0; k < list.len; k++) {
        bool drops = list.at[k] >= 0 && !looks_at_item(c->l, proc, i, k);
        left[k] = drops ? c->zero : list.at[k];
        cut |= drops;
    }
    if (!cut)
        return;
    i->list = (uint32_t)c->out->lists.len;
    vec_push(&c->out->lists, ((List){left, list.len}));
    c->count++;
}

bool looks_is_blind(const Looks *l, uint32_t proc, const Instr *i)
{
    return i->op == OP_STORE && l->stores && is_number(i->type) && !is_special(l, proc, i->b) &&
           !is_seen(l, proc, i);
}

static bool overlaps(const Looks *l, uint32_t proc, const Instr *i, const SeenList *list)
{
    Place scratch;
    Places to = points_of(&l->points, proc, i->a, &scratch);
    bool over = to.any && list->len;
    vec_each (Place, at, &to.at) {
        Place place = {at->object, at->offset + i->offset, at->stride};
        vec_each (Seen, s, list)
            over |= place_overlaps(place, type_bytes(i->type), s->place, s->bytes);
    }
    return over;
}

static void note(Looks *l, uint32_t proc, const Instr *i, SeenList *list)
{
    Place scratch;
    Places to = points_of(&l->points, proc, i->a, &scratch);
    vec_each (Place, at, &to.at) {
        Seen now = {{at->object, at->offset + i->offset, at->stride}, type_bytes(i->type)};
        bool known = false;
        vec_each (Seen, old, list)
            known |= seen_covers(old, &now);
        if (!known)
            vec_push(list, now);
    }
}

static bool is_endless(Looks *l, uint32_t proc, uint32_t pc)
{
    if (!l->has_rounds)
        rounds_find(&l->rounds, l->program, &l->points);
    l->has_rounds = true;
    return rounds_at(&l->rounds, proc, pc) == ROUNDS_ENDLESS;
}

/* A constant that is stored again and again stays, and so do others in the same place: then it can be told
 * whether the store changes anything (hangs).  The values of all other stores that nobody looks at are taken out. */
static void choose_stores(Looks *l)
{
    const Program *p = l->program;
    int64_t value;
    for (uint32_t k = 0; k < p->procs.len; k++)
        for (uint32_t pc = p->procs.at[k].begin; pc < p->procs.at[k].end; pc++) {
            const Instr *i = &p->code.at[pc];
            if (looks_is_blind(l, k, i) && is_constant(l, i->b, &value) && is_endless(l, k, pc))
                note(l, k, i, &l->kept);
        }
    for (uint32_t k = 0; k < p->procs.len; k++)
        for (uint32_t pc = p->procs.at[k].begin; pc < p->procs.at[k].end; pc++) {
            const Instr *i = &p->code.at[pc];
            if (looks_is_blind(l, k, i) &&
                !(is_constant(l, i->b, &value) && overlaps(l, k, i, &l->kept)))
                note(l, k, i, &l->taken);
        }
}

static void cut(Cutter *c, uint32_t proc, uint32_t pc)
{
    Instr *i = &c->out->code.at[pc];
    Looks *l = c->l;
    bool faint = i->op == OP_STORE && overlaps(l, proc, i, &l->taken);
    if (faint)
        i->flags |= FLAG_FAINT;
    if (faint && looks_is_blind(l, proc, i)) {
        c->count += !is_zero(l, i->b);
        i->b = c->zero;
    } else if (computes(i) && can_drop(l, proc, pc) && !is_wanted(l, pc, i->dst)) {
        Type type = instr_result(i);
        *i = (Instr){.op = OP_MOV, .type = type, .dst = i->dst, .a = c->zero, .b = NO_REF};
        c->count++;
    } else if (i->op == OP_TRACE || i->op == OP_CALL || i->op == OP_FORK || i->op == OP_RETURN) {
        cut_list(c, proc, i);
    }
}

#define copy_vec(to, from)                                                                         \
    do {                                                                                           \
        (to)->at = NULL;                                                                           \
        (to)->len = (to)->cap = 0;                                                                 \
        vec_resize(to, (from)->len);                                                               \
        if ((from)->len)                                                                           \
            memcpy((to)->at, (from)->at, (from)->len * sizeof *(from)->at);                        \
    } while (0)

static void make_program(Looks *l, Slice *slice)
{
    const Program *p = l->program;
    Program *out = memory_alloc(sizeof *out);
    *out = *p;
    out->arena = (Arena){0};
    copy_vec(&out->code, &p->code);
    copy_vec(&out->lists, &p->lists);
    copy_vec(&out->constants, &p->constants);
    vec_push(&out->constants, 0);
    Cutter c = {l, out, ~(Ref)(out->constants.len - 1), 0};
    choose_stores(l);
    for (uint32_t k = 0; k < p->procs.len; k++)
        for (uint32_t pc = p->procs.at[k].begin; pc < p->procs.at[k].end; pc++)
            cut(&c, k, pc);
    slice->program = out;
    slice->values = c.count;
}

static void begin(Looks *l)
{
    const Program *p = l->program;
    uint32_t most = 1;
    vec_resize(&l->first, p->code.len);
    vec_resize(&l->fails, p->code.len);
    vec_resize(&l->tried, p->code.len);
    size_t total = 0;
    for (uint32_t k = 0; k < p->procs.len; k++) {
        const Proc *proc = &p->procs.at[k];
        uint32_t words = (uint32_t)(proc->registers.len + 63) / 64 + 1;
        vec_push(&l->words, words);
        most = words > most ? words : most;
        for (uint32_t pc = proc->begin; pc < proc->end; pc++, total += words)
            l->first.at[pc] = (uint32_t)total;
    }
    vec_resize(&l->before, total);
    vec_resize(&l->scratch, most);
    vec_resize(&l->results, l->points.nodes.len);
    for (uint32_t k = 0; k < p->procs.len; k++)
        for (uint32_t pc = p->procs.at[k].begin; pc < p->procs.at[k].end; pc++)
            look_at_rest(l, k, &p->code.at[pc]);
}

/* Procedures that are not only called by name: somebody looks at what they return. */
static void want_open_results(Looks *l)
{
    const Program *p = l->program;
    for (uint32_t k = 0; k < p->procs.len; k++)
        for (size_t r = 0; r < p->procs.at[k].results.len; r++)
            l->results.at[l->points.results.at[k] + r] = p->procs.at[k].pure;
    for (uint32_t pc = 1; pc < p->code.len; pc++) {
        const Instr *i = &p->code.at[pc];
        if (shape_has(i->op, "p") && i->op != OP_CALL)
            for (size_t r = 0; r < p->procs.at[i->other].results.len; r++)
                l->results.at[l->points.results.at[i->other] + r] = true;
        if (i->op != OP_CALLPTR)
            continue;
        Place scratch;
        uint32_t proc = program_proc_at(p, pc);
        Places to = points_of(&l->points, proc, i->a, &scratch);
        for (uint32_t k = 0; k < p->procs.len; k++) {
            bool may = to.any;
            vec_each (Place, place, &to.at)
                may |= place->object == l->points.first_proc + k;
            for (size_t r = 0; may && r < p->procs.at[k].results.len; r++)
                l->results.at[l->points.results.at[k] + r] = true;
        }
    }
}

void looks_free(Looks *l)
{
    vec_free(&l->first);
    vec_free(&l->fails);
    vec_free(&l->tried);
    rounds_free(&l->rounds);
    vec_free(&l->words);
    vec_free(&l->before);
    vec_free(&l->scratch);
    vec_free(&l->results);
    vec_free(&l->masked);
    vec_free(&l->seen);
    vec_free(&l->kept);
    vec_free(&l->taken);
    vec_free(&l->next);
    points_free(&l->points);
}

bool looks_find(Looks *l)
{
    points_find(&l->points, l->program);
    if (l->points.lost || l->program->specs.len)
        return false;
    begin(l);
    want_open_results(l);
    masks_find(l);
    look_at_sums(l);
    return true;
}

void flow_slice(const Program *program, bool stores, Slice *slice)
{
    Looks l = {.program = program, .stores = stores};
    *slice = (Slice){0};
    if (looks_find(&l))
        make_program(&l, slice);
    looks_free(&l);
    if (slice->program && !slice->values)
        slice_free(slice);
}

void slice_free(Slice *slice)
{
    Program *p = slice->program;
    if (p) {
        vec_free(&p->code);
        vec_free(&p->lists);
        vec_free(&p->constants);
        arena_free(&p->arena);
        memory_free(p);
    }
    *slice = (Slice){0};
}
