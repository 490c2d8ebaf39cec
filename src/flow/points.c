/* points.c -- see points.h. */
#include "flow/points.h"

#include "ir/shape.h"

enum { MOST_OFFSETS = 8, MOST_PLACES = 200 };

static uint32_t gcd(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int64_t residue(int64_t offset, uint32_t stride)
{
    int64_t rest = offset % (int64_t)stride;
    return rest < 0 ? rest + (int64_t)stride : rest;
}

bool place_overlaps(Place a, uint32_t bytes, Place b, uint32_t others)
{
    if (a.object != b.object)
        return false;
    uint32_t stride = gcd(a.stride, b.stride);
    int64_t apart = b.offset - a.offset;
    if (!stride)
        return apart < 0 ? -apart < (int64_t)others : apart < (int64_t)bytes;
    apart = residue(apart, stride);
    return apart < (int64_t)bytes || (int64_t)stride - apart < (int64_t)others;
}

/* ---- sets of places ---- */

static bool has_place(const Places *set, Place place)
{
    vec_each (Place, old, &set->at) {
        if (old->object != place.object)
            continue;
        if (!old->stride ? !place.stride && old->offset == place.offset
                         : place.stride % old->stride == 0 &&
                               residue(place.offset, old->stride) == old->offset)
            return true;
    }
    return false;
}

/* Too many offsets in one object: all. */
static void join_offsets(Places *set, uint32_t object)
{
    size_t kept = 0;
    vec_each (Place, old, &set->at)
        if (old->object != object)
            set->at.at[kept++] = *old;
    set->at.len = kept;
    vec_push(&set->at, ((Place){object, 0, 1}));
}

static void add_place(Points *p, uint32_t node, Place place)
{
    Places *set = &p->nodes.at[node];
    if (!place.object || (place.object < p->first_alloc && p->plain.at[place.object]))
        return;
    if (place.stride)
        place.offset = residue(place.offset, place.stride);
    if (set->any || has_place(set, place))
        return;
    uint32_t offsets = 0;
    vec_each (Place, old, &set->at)
        offsets += old->object == place.object;
    if (offsets >= MOST_OFFSETS)
        join_offsets(set, place.object);
    else
        vec_push(&set->at, place);
    set->any = set->at.len > MOST_PLACES;
    p->grows = true;
}

static void add_any(Points *p, uint32_t node)
{
    p->grows |= !p->nodes.at[node].any;
    p->nodes.at[node].any = true;
}

static Place constant_place(const Points *p, Ref ref)
{
    uint64_t value = p->program->constants.at[~ref];
    uint32_t object = (uint32_t)(value >> 32);
    if (object >= PROC_OBJECT && object - PROC_OBJECT < p->program->procs.len)
        object = object - PROC_OBJECT + p->first_proc;
    else if (object >= p->first_alloc)
        object = 0; /* a number in a pointer: (void *)-1 has the object UINT32_MAX */
    return (Place){object, (int32_t)(uint32_t)value, 0};
}

Places points_of(const Points *p, uint32_t proc, Ref ref, Place *scratch)
{
    if (ref >= 0)
        return p->nodes.at[p->registers.at[proc] + (uint32_t)ref];
    Places one = {0};
    if (ref == NO_REF)
        return one;
    *scratch = constant_place(p, ref);
    one.at.at = scratch;
    one.at.len =
        scratch->object && !(scratch->object < p->first_alloc && p->plain.at[scratch->object]);
    return one;
}

/* ---- what an instruction adds ---- */

typedef struct Site {
    Points *p;
    const Instr *i;
    uint32_t proc;
} Site;

static uint32_t node_of(const Site *s, int32_t reg)
{
    return s->p->registers.at[s->proc] + (uint32_t)reg;
}

static void add_set(Points *p, uint32_t node, Places set)
{
    if (set.any)
        add_any(p, node);
    for (size_t k = 0; k < set.at.len; k++) /* the set may be the node's own */
        add_place(p, node, set.at.at[k]);
}

static void add_ref(const Site *s, uint32_t node, Ref ref)
{
    Place scratch;
    add_set(s->p, node, points_of(s->p, s->proc, ref, &scratch));
}

/* The operand, moved: by so many bytes, or by any multiple of the stride. */
static void add_moved(const Site *s, Ref ref, int64_t by, uint32_t stride)
{
    Place scratch;
    Places set = points_of(s->p, s->proc, ref, &scratch);
    if (set.any)
        add_any(s->p, node_of(s, s->i->dst));
    for (size_t k = 0; k < set.at.len; k++) {
        Place place = set.at.at[k];
        place.offset += by;
        place.stride = gcd(place.stride, stride);
        if (place.offset > INT32_MAX || place.offset < INT32_MIN)
            place.offset = 0, place.stride = 1;
        add_place(s->p, node_of(s, s->i->dst), place);
        set = points_of(s->p, s->proc, ref, &scratch);
    }
}

static void move_index(const Site *s)
{
    const Instr *i = s->i;
    uint32_t unit = (uint32_t)(i->offset < 0 ? -(int64_t)i->offset : i->offset);
    if (i->b >= 0) {
        add_moved(s, i->a, 0, unit);
        return;
    }
    int64_t index = (int64_t)s->p->program->constants.at[~i->b];
    if (index > INT32_MAX || index < INT32_MIN)
        add_moved(s, i->a, 0, unit);
    else
        add_moved(s, i->a, index * i->offset, 0);
}

static void load_from(const Site *s, uint32_t node, Ref address)
{
    Place scratch;
    Places from = points_of(s->p, s->proc, address, &scratch);
    if (from.any)
        add_any(s->p, node);
    for (size_t k = 0; k < from.at.len; k++) {
        add_set(s->p, node, s->p->nodes.at[from.at.at[k].object]);
        from = points_of(s->p, s->proc, address, &scratch);
    }
}

static void store_to(const Site *s, Ref address, Places value)
{
    Place scratch;
    Places to = points_of(s->p, s->proc, address, &scratch);
    s->p->lost |= to.any && (value.any || value.at.len);
    for (size_t k = 0; k < to.at.len; k++)
        add_set(s->p, to.at.at[k].object, value);
}

static void store_ref(const Site *s, Ref address, Ref ref)
{
    Place scratch;
    store_to(s, address, points_of(s->p, s->proc, ref, &scratch));
}

/* All that lies in what one operand points to may lie in what the other one points to. */
static void copy_contents(const Site *s, Ref to, Ref from)
{
    Place scratch;
    Places source = points_of(s->p, s->proc, from, &scratch);
    if (source.any)
        store_to(s, to, (Places){.any = true});
    for (size_t k = 0; k < source.at.len; k++)
        store_to(s, to, s->p->nodes.at[source.at.at[k].object]);
}

static void pass(const Site *s, uint32_t callee)
{
    const Points *p = s->p;
    List args = p->program->lists.at[s->i->list];
    const Proc *proc = &p->program->procs.at[callee];
    for (uint32_t k = 0; k < args.len && k < proc->params; k++)
        if (proc->registers.at[k].type.kind == TYPE_PTR)
            add_ref(s, p->registers.at[callee] + k, args.at[k]);
}

static void receive_results(const Site *s, uint32_t callee)
{
    const Points *p = s->p;
    List dsts = p->program->lists.at[s->i->dsts];
    for (uint32_t k = 0; k < dsts.len && k < p->program->procs.at[callee].results.len; k++)
        add_set(s->p, node_of(s, dsts.at[k]), p->nodes.at[p->results.at[callee] + k]);
}

static void call_pointer(const Site *s)
{
    const Points *p = s->p;
    Place scratch;
    Places to = points_of(p, s->proc, s->i->a, &scratch);
    for (uint32_t callee = 0; callee < p->program->procs.len; callee++) {
        bool may = to.any;
        vec_each (Place, place, &to.at)
            may |= place->object == p->first_proc + callee;
        if (!may)
            continue;
        pass(s, callee);
        receive_results(s, callee);
        to = points_of(p, s->proc, s->i->a, &scratch);
    }
}

static void take_task(const Site *s)
{
    List dsts = s->p->program->lists.at[s->i->dsts];
    for (uint32_t k = 0; k < dsts.len && k < s->p->program->procs.at[s->i->other].params; k++)
        add_set(s->p, node_of(s, dsts.at[k]), s->p->nodes.at[s->p->registers.at[s->i->other] + k]);
}

static uint32_t words_node(const Points *p)
{
    return p->objects;
}

static void flow_lists(const Site *s)
{
    Points *p = s->p;
    const Instr *i = s->i;
    List list = p->program->lists.at[i->list], dsts = p->program->lists.at[i->dsts];
    switch (i->op) {
    case OP_COPY:
        copy_contents(s, list.at[0], list.at[1]);
        break;
    case OP_RETURN:
        for (uint32_t k = 0; k < list.len; k++)
            if (p->program->procs.at[s->proc].results.at[k].kind == TYPE_PTR)
                add_ref(s, p->results.at[s->proc] + k, list.at[k]);
        break;
    case OP_SEND:
        for (uint32_t k = 0; k < list.len; k++)
            if (list.at[k] < 0 ||
                p->program->procs.at[s->proc].registers.at[list.at[k]].type.kind == TYPE_PTR)
                store_ref(s, i->a, list.at[k]);
        break;
    case OP_RECEIVE:
        for (uint32_t k = 0; k < dsts.len; k++)
            load_from(s, node_of(s, dsts.at[k]), i->a);
        break;
    case OP_CALLPTR:
        call_pointer(s);
        break;
    case OP_TAKE:
        take_task(s);
        break;
    default:
        if (op_passes(i->op))
            pass(s, i->other);
        if (i->op == OP_CALL)
            receive_results(s, i->other);
        if (i->op == OP_FORK && p->program->procs.at[i->other].results.len)
            add_set(p, words_node(p), p->nodes.at[p->results.at[i->other]]);
    }
}

static void flow_values(const Site *s)
{
    Points *p = s->p;
    const Instr *i = s->i;
    switch (i->op) {
    case OP_MOV:
        add_moved(s, i->a, 0, 0);
        break;
    case OP_FIELD:
        add_moved(s, i->a, i->offset, 0);
        break;
    case OP_INDEX:
        move_index(s);
        break;
    case OP_ALLOC:
        add_place(p, node_of(s, i->dst), (Place){p->alloc_of.at[i - p->program->code.at], 0, 0});
        break;
    case OP_LOAD:
        load_from(s, node_of(s, i->dst), i->a);
        break;
    case OP_OWN:
    case OP_RESULT:
        add_set(p, node_of(s, i->dst), p->nodes.at[words_node(p)]);
        break;
    case OP_ADD:
    case OP_SUB:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        add_moved(s, i->a, 0, 1);
        add_moved(s, i->b, 0, 1);
        break;
    case OP_CAST:
        if (i->from.kind == TYPE_PTR)
            add_moved(s, i->a, 0, 1);
        break;
    default:
        add_any(p, node_of(s, i->dst));
    }
}

static void flow(const Site *s)
{
    const Instr *i = s->i;
    bool pointer = i->type.kind == TYPE_PTR;
    if (i->dst >= 0) {
        if (instr_result(i).kind == TYPE_PTR)
            flow_values(s);
    } else if (i->op == OP_STORE && pointer) {
        store_ref(s, i->a, i->b);
    } else if (i->op == OP_SETADD && i->flags & FLAG_ALL) {
        copy_contents(s, i->a, i->b);
    } else if (i->op == OP_SETADD && pointer) {
        store_ref(s, i->a, i->b);
    } else if (i->op == OP_SETOWN) {
        add_ref(s, words_node(s->p), i->a);
    }
    if (i->list || i->dsts || i->op == OP_FORK)
        flow_lists(s);
}

/* ---- the whole program ---- */

static void make_nodes(Points *p)
{
    const Program *program = p->program;
    uint32_t object = p->first_alloc = (uint32_t)program->globals.len;
    vec_resize(&p->alloc_of, program->code.len);
    for (uint32_t pc = 1; pc < program->code.len; pc++)
        if (program->code.at[pc].op == OP_ALLOC)
            p->alloc_of.at[pc] = object++;
    p->first_proc = object;
    p->objects = object + (uint32_t)program->procs.len;
    uint32_t node = p->objects + 1;
    vec_each (Proc, proc, &program->procs) {
        vec_push(&p->registers, node);
        vec_push(&p->results, node + (uint32_t)proc->registers.len);
        node += (uint32_t)(proc->registers.len + proc->results.len);
    }
    vec_resize(&p->nodes, node);
}

/* Does the init procedure write pointers to places that it computes? */
static bool writes_through(const Points *p)
{
    const Program *program = p->program;
    const Proc *init = program->init >= 0 ? &program->procs.at[program->init] : NULL;
    for (uint32_t pc = init ? init->begin : 0; init && pc < init->end; pc++) {
        const Instr *i = &program->code.at[pc];
        if ((i->op == OP_STORE && i->type.kind == TYPE_PTR && i->a >= 0) || i->op == OP_CALL ||
            i->op == OP_CALLPTR || (i->op == OP_COPY && program->lists.at[i->list].at[0] >= 0))
            return true;
    }
    return false;
}

/* Texts are everywhere, and of no interest. */
static void find_plain(Points *p)
{
    const Program *program = p->program;
    bool through = writes_through(p);
    vec_resize(&p->plain, program->globals.len);
    for (uint32_t g = 1; g < program->globals.len; g++)
        p->plain.at[g] = program->globals.at[g].constant && !through;
    for (uint32_t pc = 1; pc < program->code.len; pc++) {
        const Instr *i = &program->code.at[pc];
        Ref to = i->op == OP_STORE && i->type.kind == TYPE_PTR ? i->a : 0;
        if (i->op == OP_COPY)
            to = program->lists.at[i->list].at[0];
        uint32_t object = to < 0 ? constant_place(p, to).object : 0;
        if (object && object < p->first_alloc)
            p->plain.at[object] = false;
    }
}

static void open_params(Points *p, int32_t proc)
{
    const Program *program = p->program;
    for (uint32_t k = 0; proc >= 0 && k < program->procs.at[proc].params; k++)
        if (program->procs.at[proc].registers.at[k].type.kind == TYPE_PTR)
            add_any(p, p->registers.at[proc] + k);
}

/* Procedures that heddle calls by itself, for annotations. */
static void open_annotations(Points *p)
{
    const Program *program = p->program;
    for (uint32_t proc = 0; proc < program->procs.len; proc++)
        if (program->procs.at[proc].pure)
            open_params(p, (int32_t)proc);
}

void points_find(Points *p, const Program *program)
{
    *p = (Points){.program = program};
    make_nodes(p);
    find_plain(p);
    open_annotations(p);
    do {
        p->grows = false;
        for (uint32_t k = 0; k < program->procs.len; k++)
            for (uint32_t pc = program->procs.at[k].begin; pc < program->procs.at[k].end; pc++)
                flow(&(Site){p, &program->code.at[pc], k});
    } while (p->grows && !p->lost);
}

void points_free(Points *p)
{
    vec_each (Places, set, &p->nodes)
        vec_free(&set->at);
    vec_free(&p->alloc_of);
    vec_free(&p->registers);
    vec_free(&p->results);
    vec_free(&p->nodes);
    vec_free(&p->plain);
}
