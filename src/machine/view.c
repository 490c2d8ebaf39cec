/* view.c -- the names and values of raw memory, as the source declares it (View in ir/program.h).
 *
 * What a store or a copy does is told scalar by scalar: the bytes that it writes are looked up in
 * the view of the object before and after.  Elements of an array that get the same value are one
 * piece: `a[0..15] = 0`. */
#include "machine/internal.h"
#include "machine/view.h"

#include <ctype.h>

enum {
    MOST_PIECES = 256,  /* that one write is looked up in */
    MOST_CELLS = 65536, /* whose old values are kept */
    MOST_SHOWN = 8,     /* values that one write is told by */
    MOST_TEXT = 40      /* characters of a text */
};

bool view_root(const Machine *m, const Slot *slot, ViewRoot *root)
{
    const Layout *layout = &m->program->layouts.at[slot->layout];
    const View *view = layout->view;
    if (!slot->layout || layout->kind != LAYOUT_RAW || !view || !view->bytes)
        return false;
    const ViewMember *last =
        view->kind == VIEW_STRUCT && view->count ? &view->members[view->count - 1] : NULL;
    bool open = last && last->view->kind == VIEW_ARRAY && !last->view->count;
    *root = (ViewRoot){view, slot->size > view->bytes && !open ? slot->size / view->bytes : 0};
    return true;
}

/* ---- the name of a place ---- */

static const char *dotted(Machine *m, const char *path, const char *name)
{
    return *name ? arena_print(&m->arena, "%s.%s", path, name) : path;
}

/* Bit-fields side by side share bytes: `a..c`. */
static const char *bit_fields(Machine *m, const View *view, uint64_t k)
{
    uint64_t first = k, last = k;
    while (first && view->members[first - 1].bits)
        first--;
    while (last + 1 < view->count && view->members[last + 1].bits)
        last++;
    if (first == last)
        return view->members[k].name;
    return arena_print(&m->arena, "%s..%s", view->members[first].name, view->members[last].name);
}

static uint64_t member_bits(const ViewMember *member)
{
    return member->bits ? member->bits : 8 * member->view->bytes;
}

static bool is_open(const ViewMember *member)
{
    return member->view->kind == VIEW_ARRAY && !member->view->count;
}

/* The member that byte `at` belongs to; NULL: it is padding. */
static const ViewMember *member_of(const View *view, uint64_t at)
{
    for (uint64_t k = 0; k < view->count; k++) {
        const ViewMember *member = &view->members[k];
        if (member->bit < 8 * at + 8 &&
            (8 * at < member->bit + member_bits(member) || is_open(member)))
            return member;
    }
    return NULL;
}

static const char *place_in(Machine *m, const View *view, uint64_t at, const char *path)
{
    const ViewMember *member;
    switch (view->kind) {
    case VIEW_ARRAY:
        if (!view->element->bytes) /* of nothing */
            break;
        path = arena_print(&m->arena, "%s[%llu]", path,
                           (unsigned long long)(at / view->element->bytes));
        return place_in(m, view->element, at % view->element->bytes, path);
    case VIEW_STRUCT:
        member = member_of(view, at);
        if (member && member->bits)
            return dotted(m, path, bit_fields(m, view, (uint64_t)(member - view->members)));
        if (member)
            return place_in(m, member->view, at - member->bit / 8, dotted(m, path, member->name));
        break;
    case VIEW_UNION:
        return path; /* which of them is known to the one who reads or writes it */
    case VIEW_SCALAR:
        break;
    }
    return at ? arena_print(&m->arena, "%s+%llu", path, (unsigned long long)at) : path;
}

const char *view_place(Machine *m, const Slot *slot, int32_t offset)
{
    ViewRoot root;
    if (!view_root(m, slot, &root))
        return NULL;
    uint64_t at = (uint64_t)offset;
    if (offset < 0)
        return arena_print(&m->arena, "%d", offset);
    if (!root.elements)
        return place_in(m, root.view, at, "");
    return place_in(m, root.view, at % root.view->bytes,
                    arena_print(&m->arena, "[%llu]", (unsigned long long)(at / root.view->bytes)));
}

/* ---- the scalars of a piece of memory ---- */

/* Looks up the scalars in some bits of an object. */
typedef struct Search {
    Machine *m;
    uint64_t from, to; /* bits */
    size_t most;
    ViewPieces *out;
} Search;

static void find(Search *s, const View *view, uint64_t bit, const char *path);

static void push(Search *s, ViewPiece piece)
{
    if (s->out->len < s->most)
        vec_push(s->out, piece);
}

static void find_elements(Search *s, const View *array, uint64_t bit, const char *path)
{
    const View *element = array->element;
    uint64_t one = 8 * element->bytes;
    uint64_t first = s->from > bit ? (s->from - bit) / one : 0, end = (s->to - bit + one - 1) / one;
    if (array->count && end > array->count)
        end = array->count;
    if (first >= end)
        return;
    if (element->kind == VIEW_SCALAR) {
        push(s, (ViewPiece){path, bit + first * one, (uint32_t)one, element, true, first,
                            end - first});
        return;
    }
    for (uint64_t k = first; k < end && s->out->len < s->most; k++)
        find(s, element, bit + k * one,
             arena_print(&s->m->arena, "%s[%llu]", path, (unsigned long long)k));
}

static void find(Search *s, const View *view, uint64_t bit, const char *path)
{
    bool open = view->kind == VIEW_ARRAY && !view->count;
    if (bit >= s->to || (!open && view->kind != VIEW_STRUCT && bit + 8 * view->bytes <= s->from))
        return;
    if (view->kind == VIEW_SCALAR)
        push(s, (ViewPiece){path, bit, (uint32_t)(8 * view->bytes), view, false, 0, 1});
    else if (view->kind == VIEW_ARRAY && view->element->bytes)
        find_elements(s, view, bit, path);
    for (uint64_t k = 0; view->members && k < view->count; k++) {
        const ViewMember *member = &view->members[k];
        const char *name = dotted(s->m, path, member->name);
        uint64_t at = bit + member->bit;
        if (!member->bits)
            find(s, member->view, at, name);
        else if (at < s->to && at + member->bits > s->from)
            push(s, (ViewPiece){name, at, member->bits, member->view, false, 0, 1});
    }
}

bool view_pieces(Machine *m, uint32_t object, uint32_t offset, uint32_t bytes, ViewPieces *out)
{
    ViewRoot root;
    if (!view_root(m, store_object(m, object), &root))
        return false;
    Search s = {m, 8 * (uint64_t)offset, 8 * ((uint64_t)offset + bytes), MOST_PIECES, out};
    View all = {.kind = VIEW_ARRAY,
                .bytes = root.elements * root.view->bytes,
                .element = root.view,
                .count = root.elements};
    find(&s, root.elements ? &all : root.view, 0, "");
    return true;
}

ViewCell view_cell(Machine *m, const Slot *slot, const ViewPiece *piece, uint64_t k)
{
    uint64_t bit = piece->bit + k * piece->bits;
    uint32_t at = (uint32_t)(bit / 8), shift = (uint32_t)(bit % 8);
    uint32_t bytes = (shift + piece->bits + 7) / 8;
    ViewCell cell = {0};
    uint64_t low = 0, high = 0;
    if (at + bytes > slot->size)
        return (ViewCell){CELL_UNWRITTEN, 0};
    if (raw_bits_unwritten(m, slot, bit, piece->bits))
        return (ViewCell){CELL_UNWRITTEN, 0};
    if (piece->bits == 8 * m->program->pointer_bytes &&
        raw_peek_pointer(m, slot, at, &cell.value)) {
        cell.kind = CELL_POINTER;
        return cell;
    }
    if (raw_holds_pointer(m, slot, at, bytes))
        return (ViewCell){CELL_UNWRITTEN, 0}; /* a part of one means nothing */
    memcpy(&low, slot->bytes + at, bytes < 8 ? bytes : 8);
    if (bytes > 8)
        high = (uint64_t)slot->bytes[at + 8] << (64 - shift);
    cell.kind = CELL_NUMBER;
    cell.value = low >> shift | high;
    if (piece->bits < 64) {
        cell.value &= ((uint64_t)1 << piece->bits) - 1;
        if (piece->view->type.kind == TYPE_SIGNED && cell.value >> (piece->bits - 1))
            cell.value |= ~(uint64_t)0 << piece->bits;
    }
    return cell;
}

const char *view_value(Machine *m, const ViewPiece *piece, ViewCell cell)
{
    Type type = piece->view->type;
    if (cell.kind == CELL_UNWRITTEN)
        return "?";
    if (cell.kind == CELL_POINTER)
        return describe_value(m, TYPE_POINTER, 0, cell.value);
    if (type.kind == TYPE_PTR && cell.value >> 32)
        return arena_print(&m->arena, "0x%llx", (unsigned long long)cell.value);
    if (type.kind == TYPE_UNSIGNED)
        type.bits = 64; /* a number, even of one bit */
    return describe_value(m, type, piece->view->names, cell.value);
}

const char *view_name(Machine *m, const ViewPiece *piece, uint64_t first, uint64_t end)
{
    unsigned long long from = piece->first + first, to = piece->first + end - 1;
    if (!piece->array)
        return piece->path;
    if (from == to)
        return arena_print(&m->arena, "%s[%llu]", piece->path, from);
    return arena_print(&m->arena, "%s[%llu..%llu]", piece->path, from, to);
}

/* ---- what a write changes ---- */

/* Does a store of this type write the piece, and nothing else? */
static bool is_stored(const Change *c, const ViewPiece *piece, bool by_type)
{
    Type is = piece->view->type;
    bool same = (c->type.kind == TYPE_PTR) == (is.kind == TYPE_PTR) &&
                (c->type.kind == TYPE_FLOAT) == (is.kind == TYPE_FLOAT);
    return piece->count == 1 && piece->bit == 8 * (uint64_t)c->offset &&
           piece->bits == 8 * c->bytes && (same || !by_type);
}

/* A store is of one scalar: that is all that it changes, though others of a union lie there. */
static void keep_stored(Change *c)
{
    for (int by_type = 1; by_type >= 0; by_type--) {
        size_t kept = 0;
        vec_each (ViewPiece, piece, &c->pieces)
            kept += is_stored(c, piece, by_type);
        if (!kept)
            continue;
        c->exact = true;
        kept = 0;
        for (size_t k = 0; k < c->pieces.len; k++)
            if (is_stored(c, &c->pieces.at[k], by_type))
                c->pieces.at[kept++] = c->pieces.at[k];
        c->pieces.len = kept;
        return;
    }
}

bool view_begin(Machine *m, Change *c)
{
    const Slot *slot = store_object(m, c->object);
    if (!view_pieces(m, c->object, c->offset, c->bytes, &c->pieces))
        return false;
    if (c->type.kind != TYPE_VOID)
        keep_stored(c);
    vec_each (ViewPiece, piece, &c->pieces)
        for (uint64_t k = 0; k < piece->count && c->old.len < MOST_CELLS && !c->all; k++)
            vec_push(&c->old, view_cell(m, slot, piece, k));
    return true;
}

/* The pieces are told one after the other. */
typedef struct Teller {
    Machine *m;
    Change *c;
    const Slot *slot;
    const char *base; /* the name of the object */
    size_t at;        /* the first cell of the piece among the old ones */
    bool changed;     /* only what has changed */
    uint64_t group;   /* of values of which one was meant */
    bool unwritten;   /* what was never written, too */
    size_t shown, left;
} Teller;

static bool same_cell(ViewCell a, ViewCell b)
{
    return a.kind == b.kind && a.value == b.value;
}

static bool is_told(const Teller *t, const ViewPiece *piece, uint64_t k)
{
    size_t at = t->at + (size_t)k;
    return !t->changed || at >= t->c->old.len ||
           !same_cell(t->c->old.at[at], view_cell(t->m, t->slot, piece, k));
}

static void tell(Teller *t, const ViewPiece *piece, uint64_t first, uint64_t end, const char *value)
{
    if (t->shown++ >= MOST_SHOWN) {
        t->left += (size_t)(end - first);
        return;
    }
    const char *name = view_name(t->m, piece, first, end);
    Event event = {.kind = EVENT_WRITE,
                   .name = arena_print(&t->m->arena, "%s%s", t->base, name),
                   .value = value,
                   .place = t->group,
                   .text = piece->view->text && piece->array};
    vec_push(&t->m->result.events, event);
}

/* `"text"`, if that is what an array of characters holds from here on; NULL: it is not. */
static const char *text_of(Teller *t, const ViewPiece *piece)
{
    char text[MOST_TEXT + 1];
    uint64_t len = 0;
    if (!piece->view->text || piece->count < 2)
        return NULL;
    for (; len < piece->count; len++) {
        ViewCell cell = view_cell(t->m, t->slot, piece, len);
        if (cell.kind != CELL_NUMBER || (cell.value && !isprint((int)(cell.value & 0x7f))) ||
            cell.value > 0x7f)
            return NULL;
        if (!cell.value)
            break;
        if (len < MOST_TEXT)
            text[len] = (char)cell.value;
    }
    text[len < MOST_TEXT ? len : MOST_TEXT] = '\0';
    return len ? arena_print(&t->m->arena, "\"%s\"%s", text, len > MOST_TEXT ? "..." : "") : NULL;
}

static void tell_piece(Teller *t, const ViewPiece *piece)
{
    uint64_t end = 0;
    const char *text = text_of(t, piece);
    bool any = false;
    for (uint64_t k = 0; text && k < piece->count; k++)
        any |= is_told(t, piece, k);
    if (any) {
        tell(t, piece, 0, piece->count, text);
        return;
    }
    for (uint64_t first = 0; first < piece->count; first = end) {
        ViewCell cell = view_cell(t->m, t->slot, piece, first);
        end = first + 1;
        if (!is_told(t, piece, first) || (cell.kind == CELL_UNWRITTEN && !t->unwritten))
            continue;
        while (end < piece->count && is_told(t, piece, end) &&
               same_cell(cell, view_cell(t->m, t->slot, piece, end)))
            end++;
        bool holder = t->c->type.kind == TYPE_TID && t->c->exact;
        tell(t, piece, first, end,
             holder ? describe_value(t->m, TYPE_THREAD, 0, cell.value)
                    : view_value(t->m, piece, cell));
    }
}

static void tell_all(Teller *t)
{
    t->at = 0;
    vec_each (ViewPiece, piece, &t->c->pieces) {
        tell_piece(t, piece);
        t->at += (size_t)piece->count;
    }
}

void view_end(Machine *m, Change *c, const char *base)
{
    Teller t = {.m = m, .c = c, .slot = store_object(m, c->object), .base = base};
    uint64_t place = pointer_make(c->object, (int32_t)c->offset);
    bool one = c->pieces.len < 2;
    t.changed = !c->exact && !c->all;
    t.group = one || t.changed || c->all ? 0 : place;
    tell_all(&t);
    if (!t.shown && t.changed) { /* the same value again */
        t.changed = false;
        t.group = one || c->type.kind == TYPE_VOID ? 0 : place;
        tell_all(&t);
    }
    if (!t.shown) {
        t.unwritten = true;
        tell_all(&t);
    }
    if (t.left)
        vec_push(&m->result.events,
                 ((Event){.kind = EVENT_WRITE,
                          .name = base,
                          .value = arena_print(&m->arena, "... and %zu more", t.left)}));
}

void view_free(Change *c)
{
    vec_free(&c->pieces);
    vec_free(&c->old);
}
