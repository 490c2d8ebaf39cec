/* masks.c -- which registers may have bits that were never written (machine/mask.c)?  Such bits decide
 * where the register is used, so that somebody looks at it, whatever comes of its value.
 *
 * They come from memory that `alloc` has made, unless the load is checked and all who write there write
 * the same bytes, and from places that pointers and numbers share. */
#include "flow/inner.h"

#include "ir/shape.h"

typedef struct Masks {
    Looks *l;
    VEC(Seen) numbers, pointers; /* what stores write, each once */
    VEC(bool) fresh;             /* object -> it is not zero at first */
    VEC(bool) blurred;           /* object -> bytes are copied or filled there */
    VEC(bool) tainted;           /* object -> such bits may be copied there */
    VEC(Seen) stained;           /* where such bits may be stored */
    bool all;                    /* ... anywhere */
    bool grows;
} Masks;

typedef struct Spot {
    Masks *m;
    const Instr *i;
    uint32_t proc;
} Spot;

static bool *masked(const Spot *s, Ref ref)
{
    return &s->m->l->masked.at[s->m->l->points.registers.at[s->proc] + (uint32_t)ref];
}

static bool is_masked(const Spot *s, Ref ref)
{
    return ref >= 0 && *masked(s, ref);
}

static void set(Masks *m, bool *flag, bool value)
{
    m->grows |= value && !*flag;
    *flag |= value;
}

/* ---- what is known of objects ---- */

static void note_store(Masks *m, const Instr *i, Places to)
{
    vec_each (Place, at, &to.at) {
        Seen now = {{at->object, at->offset + i->offset, at->stride}, type_bytes(i->type)};
        bool known = false;
        const Seen *old = i->type.kind == TYPE_PTR ? m->pointers.at : m->numbers.at;
        size_t len = i->type.kind == TYPE_PTR ? m->pointers.len : m->numbers.len;
        for (size_t k = 0; k < len && !known; k++)
            known = seen_covers(&old[k], &now) && old[k].bytes == now.bytes;
        if (known)
            continue;
        if (i->type.kind == TYPE_PTR)
            vec_push(&m->pointers, now);
        else
            vec_push(&m->numbers, now);
    }
}

static void note(const Spot *s)
{
    Masks *m = s->m;
    const Program *p = m->l->program;
    const Points *points = &m->l->points;
    const Instr *i = s->i;
    Place scratch;
    Places to = {0};
    if (i->op == OP_ALLOC) {
        uint32_t object = points->alloc_of.at[i - p->code.at];
        m->fresh.at[object] = p->layouts.at[i->other].kind == LAYOUT_RAW && !(i->flags & FLAG_ZERO);
    }
    if (i->op == OP_STORE)
        to = points_of(points, s->proc, i->a, &scratch);
    else if (i->op == OP_COPY || i->op == OP_FILL)
        to = points_of(points, s->proc, p->lists.at[i->list].at[0], &scratch);
    m->all |= to.any;
    if (i->op == OP_STORE)
        note_store(m, i, to);
    else
        vec_each (Place, at, &to.at)
            m->blurred.at[at->object] = true;
}

/* ---- where such bits go ---- */

static bool loads_masked(const Spot *s)
{
    const Masks *m = s->m;
    const Instr *i = s->i;
    Place scratch;
    Places from = points_of(&m->l->points, s->proc, i->a, &scratch);
    uint32_t bytes = type_bytes(i->type);
    if (m->all || from.any)
        return true;
    vec_each (Place, at, &from.at) {
        Place place = {at->object, at->offset + i->offset, at->stride};
        bool even = !m->blurred.at[at->object];
        vec_each (Seen, w, &m->stained)
            if (place_overlaps(place, bytes, w->place, w->bytes))
                return true;
        vec_each (Seen, w, &m->pointers)
            if (i->type.kind != TYPE_PTR && place_overlaps(place, bytes, w->place, w->bytes))
                return true;
        vec_each (Seen, w, &m->numbers)
            if (place_overlaps(place, bytes, w->place, w->bytes))
                even &= w->bytes == bytes && w->place.stride == place.stride &&
                        w->place.offset == place.offset;
        if (m->tainted.at[at->object] ||
            (m->fresh.at[at->object] && !(even && i->flags & FLAG_CHECK)))
            return true;
    }
    return false;
}

static void taint(const Spot *s, Ref to)
{
    Masks *m = s->m;
    Place scratch;
    Places places = points_of(&m->l->points, s->proc, to, &scratch);
    set(m, &m->all, places.any);
    vec_each (Place, at, &places.at)
        set(m, &m->tainted.at[at->object], true);
}

static bool is_stained(const Masks *m, uint32_t object)
{
    bool any = false;
    vec_each (Seen, w, &m->stained)
        any |= w->place.object == object;
    return any;
}

static void stain(const Spot *s)
{
    Masks *m = s->m;
    Place scratch;
    Places places = points_of(&m->l->points, s->proc, s->i->a, &scratch);
    set(m, &m->all, places.any);
    vec_each (Place, at, &places.at) {
        Seen now = {{at->object, at->offset + s->i->offset, at->stride}, type_bytes(s->i->type)};
        bool known = false;
        vec_each (Seen, w, &m->stained)
            known |= seen_covers(w, &now);
        if (known)
            continue;
        vec_push(&m->stained, now);
        m->grows = true;
    }
}

static void copy(const Spot *s)
{
    Masks *m = s->m;
    List list = m->l->program->lists.at[s->i->list];
    Place scratch;
    Places from = points_of(&m->l->points, s->proc, list.at[1], &scratch);
    bool any = from.any;
    vec_each (Place, at, &from.at)
        any |= m->tainted.at[at->object] || m->fresh.at[at->object] || is_stained(m, at->object);
    if (any)
        taint(s, list.at[0]);
}

static void pass(const Spot *s, uint32_t callee)
{
    const Program *p = s->m->l->program;
    List args = p->lists.at[s->i->list], dsts = p->lists.at[s->i->dsts];
    const Spot inside = {s->m, s->i, callee};
    for (uint32_t k = 0; k < args.len && k < p->procs.at[callee].params; k++)
        set(s->m, masked(&inside, (Ref)k), is_masked(s, args.at[k]));
    if (s->i->op == OP_CALL || s->i->op == OP_CALLPTR)
        for (uint32_t k = 0; k < dsts.len && k < p->procs.at[callee].results.len; k++)
            set(s->m, masked(s, dsts.at[k]),
                s->m->l->masked.at[s->m->l->points.results.at[callee] + k]);
}

static void call_pointer(const Spot *s)
{
    const Points *points = &s->m->l->points;
    Place scratch;
    Places to = points_of(points, s->proc, s->i->a, &scratch);
    for (uint32_t callee = 0; to.any && callee < points->program->procs.len; callee++)
        pass(s, callee);
    vec_each (Place, at, &to.at)
        if (at->object >= points->first_proc)
            pass(s, at->object - points->first_proc);
}

static void flow(const Spot *s)
{
    const Instr *i = s->i;
    const Looks *l = s->m->l;
    if (i->op == OP_LOAD)
        set(s->m, masked(s, i->dst), loads_masked(s));
    else if (i->op == OP_STORE && is_masked(s, i->b))
        stain(s);
    else if (i->op == OP_COPY)
        copy(s);
    else if (i->op == OP_CALLPTR)
        call_pointer(s);
    else if (op_passes(i->op))
        pass(s, i->other);
    else if (i->op == OP_RETURN)
        for (uint32_t k = 0; k < l->program->lists.at[i->list].len; k++)
            set(s->m, &s->m->l->masked.at[l->points.results.at[s->proc] + k],
                is_masked(s, l->program->lists.at[i->list].at[k]));
    else if (op_info[i->op].unwritten == UNWRITTEN_COMPUTED)
        set(s->m, masked(s, i->dst), is_masked(s, i->a) || is_masked(s, i->b));
}

static void visit(Masks *m, void (*what)(const Spot *))
{
    const Program *p = m->l->program;
    for (uint32_t k = 0; k < p->procs.len; k++)
        for (uint32_t pc = p->procs.at[k].begin; pc < p->procs.at[k].end; pc++)
            what(&(Spot){m, &p->code.at[pc], k});
}

void masks_find(Looks *l)
{
    vec_resize(&l->masked, l->points.nodes.len);
    if (!program_is_raw(l->program))
        return;
    Masks m = {.l = l};
    vec_resize(&m.fresh, l->points.objects);
    vec_resize(&m.blurred, l->points.objects);
    vec_resize(&m.tainted, l->points.objects);
    visit(&m, note);
    do {
        m.grows = false;
        visit(&m, flow);
    } while (m.grows);
    vec_free(&m.numbers);
    vec_free(&m.pointers);
    vec_free(&m.fresh);
    vec_free(&m.blurred);
    vec_free(&m.tainted);
    vec_free(&m.stained);
}
