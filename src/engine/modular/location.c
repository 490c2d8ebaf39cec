/* location.c -- where a thread can be: its calls, and what of its state is known exactly, that is
 * which pointers point to which object and what booleans are.  All other numbers of the thread are
 * variables of the location.  Two states with the same description are at the same location. */
#include "engine/modular/model.h"

enum { MOST_LOCATIONS = 1500 };
typedef enum Shape { SHAPE_OTHER, SHAPE_NUMBER, SHAPE_BIT, SHAPE_PLACE, SHAPE_MOVING } Shape;

const Live *location_live(Model *x, uint32_t proc)
{
    if (x->live.len <= proc)
        vec_resize(&x->live, x->program->procs.len);
    Live *live = &x->live.at[proc];
    if (!live->end)
        flow_live(x->program, proc, live);
    return live;
}

/* ---- writing the description ---- */

typedef struct Writer {
    Model *x;
    VEC(uint64_t) words;
    TermList values; /* of the variables */
    VEC(uint64_t) sources;
    VEC(size_t) at; /* the word that describes each of them; 0: none does */
} Writer;
/* The width of a number, what it is a multiple of, the width of its variable, whether the variable is the
 * quotient, made wider with its sign, whether that is a child. */
enum {
    MULTIPLE_BIT = 16,
    NARROW_BIT = 32,
    QUOTIENT_BIT = 40,
    SIGN_BIT = 41,
    CHILD_BIT = 63,
    WIDEST = 8
};

/* A number that was made wider with zeros, as that of a thread in pthread_t, is a narrower variable: then it
 * is known at the location that the upper bits are zero. */
static Term without_zeros(const Model *x, Sym v)
{
    Node node = term_node(&x->terms, v.t);
    bool wide = sym_is_number(v) && node.op == TERM_ZERO;
    return wide && term_sort(&x->terms, node.arg[0]).width >= TYPE_THREAD.bits ? node.arg[0] : v.t;
}

/* Offsets that are multiples of so many bytes: also that is known at the location. */
static uint64_t multiple_of(const Model *x, Sym v)
{
    uint64_t bytes = WIDEST;
    while (bytes > 1 && (!sym_is_pointer(v) || !cells_is_multiple(x, v.t, (uint32_t)bytes)))
        bytes /= 2;
    return bytes;
}

/* The index of an element instead of its offset, as narrow as it is in the program: then it is compared with the
 * numbers that it was made of. */
static Term quotient_of(Model *x, Term offset, uint64_t multiple, uint64_t *how)
{
    Term index = element_narrow_index(x, offset, (uint32_t)multiple);
    if (!index.ix)
        return offset;
    Node node = term_node(&x->terms, index);
    *how = (uint64_t)1 << QUOTIENT_BIT;
    if (node.op != TERM_ZERO && node.op != TERM_SIGN)
        return index;
    *how |= (uint64_t)(node.op == TERM_SIGN) << SIGN_BIT;
    return node.arg[0];
}

static void put_value(Writer *w, Sym v, uint64_t source)
{
    Model *x = w->x;
    int64_t number;
    bool known = v.t.ix && term_is_number(&x->terms, v.t, &number);
    unsigned width = !v.t.ix ? 0 : term_sort(&x->terms, v.t).width;
    if (!v.t.ix) {
        vec_push(&w->words, SHAPE_OTHER);
    } else if (known && (sym_is_pointer(v) || width == 1)) {
        vec_push(&w->words, sym_is_pointer(v) ? SHAPE_PLACE : SHAPE_BIT);
        vec_push(&w->words, v.object);
        vec_push(&w->words, (uint64_t)number);
    } else {
        uint64_t multiple = multiple_of(x, v), how = 0;
        Term narrow = sym_is_pointer(v) ? quotient_of(x, v.t, multiple, &how) : without_zeros(x, v);
        vec_push(&w->words, sym_is_pointer(v) ? SHAPE_MOVING : SHAPE_NUMBER);
        vec_push(&w->words, v.object);
        vec_push(&w->at, w->words.len);
        vec_push(&w->words, (uint64_t)term_sort(&x->terms, narrow).width << NARROW_BIT |
                                multiple << MULTIPLE_BIT | how | width);
        vec_push(&w->values, narrow);
        vec_push(&w->sources, source);
    }
}

static bool is_live(Model *x, const Frame *f, bool top, uint32_t reg)
{
    const Live *live = location_live(x, f->proc);
    return top ? live_before(live, f->pc, reg) : live_across(x->program, live, f->pc, reg);
}

static void put_frame(Writer *w, const Frame *f, bool top)
{
    size_t count = w->x->program->procs.at[f->proc].registers.len;
    vec_push(&w->words, (uint64_t)f->proc << 32 | f->pc);
    vec_push(&w->words, f->depth);
    size_t at = w->words.len;
    vec_push(&w->words, 0);
    for (uint32_t r = 0; r < count; r++)
        if (is_live(w->x, f, top, r)) {
            w->words.at[at]++;
            vec_push(&w->words, r);
            put_value(w, f->registers[r], 1 + ((uint64_t)f->proc << 32 | r));
        }
}

static void put_object(Writer *w, const OwnObject *o)
{
    enum { SOURCE_OBJECT = 62 };
    vec_push(&w->words, o->alive);
    if (!o->alive)
        return;
    vec_push(&w->words, o->zero);
    vec_push(&w->words, o->layout);
    vec_push(&w->words, o->size);
    vec_push(&w->words, o->site);
    vec_push(&w->words, o->cells.len);
    uint64_t done = 0; /* cells do not overlap: in the order of their offsets */
    for (size_t n = 0; n < o->cells.len; n++) {
        const OwnCell *next = NULL;
        vec_each (OwnCell, c, &o->cells)
            if (c->offset >= done && (!next || c->offset < next->offset))
                next = c;
        assert(next);
        done = (uint64_t)next->offset + next->bytes;
        vec_push(&w->words, (uint64_t)next->offset << 32 | next->bytes);
        put_value(w, next->value,
                  (uint64_t)1 << SOURCE_OBJECT | (uint64_t)o->layout << 32 | next->offset);
    }
}

/* Variables that are the numbers of children, see new_thread in step.c.  Only one has the number: else the
 * result could be taken by the other one. */
static void mark_children(Writer *w, const Path *p)
{
    for (size_t k = 0; k < w->values.len; k++) {
        bool child = false;
        uint32_t times = 0;
        vec_each (Term, c, &p->children)
            child |= term_same(*c, w->values.at[k]);
        vec_each (Term, other, &w->values)
            times += term_same(*other, w->values.at[k]);
        if (child && times == 1 && w->at.at[k])
            w->words.at[w->at.at[k]] |= (uint64_t)1 << CHILD_BIT;
    }
}

static void add_variable(Model *x, Location *at, unsigned width, uint64_t source, uint64_t word)
{
    char name[40];
    Var v = {.type = {TYPE_UNSIGNED, (uint8_t)width}, .source = source};
    v.thread = word && width == TYPE_THREAD.bits && (uint16_t)word != width;
    v.thread &= !(word >> QUOTIENT_BIT & 1);
    v.thread |= word >> CHILD_BIT;
    snprintf(name, sizeof name, "mine%zu.%u", at->vars.len, width);
    v.mine = term_variable(&x->terms, name, SORT_BITS(width));
    snprintf(name, sizeof name, "other%zu.%u", at->vars.len, width);
    v.other = term_variable(&x->terms, name, SORT_BITS(width));
    vec_push(&at->vars, v);
}

static uint32_t intern(Model *x, const Writer *w)
{
    uint32_t key = records_add(&x->keys, w->words.at, w->words.len);
    if (x->by_key.len <= key)
        vec_resize(&x->by_key, key + 1);
    if (x->by_key.at[key]) {
        assert(x->locations.at[x->by_key.at[key] - 1].vars.len == w->values.len);
        return x->by_key.at[key] - 1;
    }
    assert(w->values.len == w->sources.len);
    Location at = {.key = key, .place = counts_place(x, key)};
    for (size_t k = 0; k < w->values.len; k++)
        add_variable(x, &at, term_sort(&x->terms, w->values.at[k]).width, w->sources.at[k],
                     w->at.at[k] ? w->words.at[w->at.at[k]] : 0);
    vec_push(&x->locations, at);
    if (x->locations.len > MOST_LOCATIONS)
        x->limit = "there are too many places where threads can be";
    x->by_key.at[key] = (uint32_t)x->locations.len;
    return x->by_key.at[key] - 1;
}

uint32_t location_of(Model *x, const Path *p, Term **values)
{
    Writer w = {.x = x};
    vec_push(&w.values, p->self);
    vec_push(&w.sources, 0);
    vec_push(&w.at, 0);
    vec_push(&w.words, (uint64_t)p->caught << 32 | p->kind);
    vec_push(&w.words, p->frames.len);
    for (size_t k = 0; k < p->frames.len; k++)
        put_frame(&w, &p->frames.at[k], k + 1 == p->frames.len);
    vec_push(&w.words, p->objects.len);
    vec_each (OwnObject, o, &p->objects)
        put_object(&w, o);
    put_value(&w, p->own, 0);
    mark_children(&w, p);
    uint32_t location = intern(x, &w);
    *values = arena_array(&x->arena, Term, w.values.len);
    memcpy(*values, w.values.at, w.values.len * sizeof **values);
    vec_free(&w.words);
    vec_free(&w.values);
    vec_free(&w.sources);
    vec_free(&w.at);
    return location;
}

/* ---- reading it ---- */

typedef struct Reader {
    Model *x;
    const uint64_t *next;
    const Location *at;
    size_t variable;
    TermList *children;
} Reader;

static Sym get_value(Reader *r)
{
    Model *x = r->x;
    Shape shape = (Shape)*r->next++;
    if (shape == SHAPE_OTHER)
        return (Sym){0};
    uint32_t object = (uint32_t)*r->next++;
    int64_t number = (int64_t)*r->next++;
    bool pointer = shape == SHAPE_PLACE || shape == SHAPE_MOVING;
    Sym v = {.kind = pointer ? SYM_POINTER : SYM_NUMBER, .object = object};
    if (shape == SHAPE_PLACE || shape == SHAPE_BIT)
        v.t = term_constant(&x->terms, number, SORT_BITS(pointer ? OFFSET_BITS : 1));
    else {
        Term mine = r->at->vars.at[r->variable++].mine;
        if ((uint64_t)number >> CHILD_BIT)
            vec_push(r->children, mine);
        int64_t multiple = (uint16_t)(number >> MULTIPLE_BIT);
        if (number >> QUOTIENT_BIT & 1) {
            mine = term_resize(&x->terms, mine, OFFSET_BITS, number >> SIGN_BIT & 1);
            mine = term_bits(&x->terms, TERM_BITS_MUL,
                             term_constant(&x->terms, multiple, SORT_BITS(OFFSET_BITS)), mine);
        } else if (multiple > 1)
            mine = term_bits(&x->terms, TERM_BITS_AND, mine,
                             term_constant(&x->terms, -multiple, SORT_BITS(OFFSET_BITS)));
        v.t = term_resize(&x->terms, mine, (uint16_t)number, false);
    }
    return v;
}

static Frame get_frame(Reader *r)
{
    Frame f = {.proc = (uint32_t)(*r->next >> 32), .pc = (uint32_t)*r->next};
    f.depth = (uint32_t)r->next[1];
    uint64_t live = r->next[2];
    r->next += 3;
    f.registers = arena_array(&r->x->arena, Sym, r->x->program->procs.at[f.proc].registers.len + 1);
    for (uint64_t k = 0; k < live; k++) {
        uint64_t reg = *r->next++;
        f.registers[reg] = get_value(r);
    }
    return f;
}

static OwnObject get_object(Reader *r)
{
    OwnObject o = {.alive = *r->next++ != 0};
    if (!o.alive)
        return o;
    o.zero = r->next[0] != 0;
    o.layout = (uint32_t)r->next[1];
    o.size = (uint32_t)r->next[2];
    o.site = (uint32_t)r->next[3];
    uint64_t cells = r->next[4];
    r->next += 5;
    for (uint64_t k = 0; k < cells; k++) {
        OwnCell c = {.offset = (uint32_t)(*r->next >> 32), .bytes = (uint32_t)*r->next};
        r->next++;
        c.value = get_value(r);
        vec_push(&o.cells, c);
    }
    return o;
}

Path location_begin(Model *x, uint32_t location)
{
    const Location *at = &x->locations.at[location];
    Path p = {.guard = term_bool(&x->terms, true), .self = at->vars.at[0].mine};
    TermList children = {0};
    Reader r = {.x = x,
                .next = records_get(&x->keys, at->key),
                .at = at,
                .variable = 1,
                .children = &children};
    p.kind = (uint32_t)*r.next;
    p.caught = (uint32_t)(*r.next++ >> 32);
    uint64_t frames = *r.next++;
    for (uint64_t k = 0; k < frames; k++)
        vec_push(&p.frames, get_frame(&r));
    uint64_t objects = *r.next++;
    for (uint64_t k = 0; k < objects; k++)
        vec_push(&p.objects, get_object(&r));
    p.own = get_value(&r);
    p.children = children;
    assert(r.variable == at->vars.len);
    assert(r.next == records_get(&x->keys, at->key) + records_len(&x->keys, at->key));
    return p;
}

Path location_thread(Model *x, uint32_t proc, const Sym *arguments, uint32_t count, Term self)
{
    const Proc *entry = &x->program->procs.at[proc];
    Path p = {.guard = term_bool(&x->terms, true), .self = self};
    Frame f = {.proc = proc, .pc = entry->begin};
    p.own = word_constant(x, 0, TYPE_POINTER);
    f.registers = arena_array(&x->arena, Sym, entry->registers.len + 1);
    for (uint32_t k = 0; k < entry->registers.len; k++)
        f.registers[k] = k < entry->params && k < count
                             ? arguments[k]
                             : word_constant(x, 0, entry->registers.at[k].type);
    vec_push(&p.frames, f);
    return p;
}
