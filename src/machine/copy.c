/* copy.c -- many bytes at once: copy and fill.
 *
 * With three operands each is done at once.  Memory that others might touch is copied scalar by
 * scalar, in the order of addresses (an overlap that asks for it: from the end), as the processor
 * does it; then there is a fourth operand, a register that says how far it has come.  It is zero
 * before and afterwards.  In between the action ends, and the thread stands at the instruction. A
 * copy whose both sides are shared has two more operands: each scalar is read in one action and
 * written in the next, and meanwhile lies in these registers.
 *
 * What scalars are, layouts say; memory whose type is not known has those of the other side, or is
 * moved word by word.  (Who can see that such a copy is torn has a data race: whatever the grain,
 * no program that is right goes wrong.)
 *
 * Where the watcher knows that nobody notices, several of these actions are done in one go; they
 * count one by one all the same, so that runs are the same for those who watch and those who do
 * not. */
#include "machine/memory.h"

enum { MOST_BYTES = 1 << 28, MANY_BYTES = 256 };

typedef struct Copy {
    const Instr *i;
    uint64_t to, from;
    uint32_t bytes, done; /* all, and those that are where they belong */
    Raw held;             /* the scalar that was read and not written; bytes 0: none */
    uint8_t byte;         /* of a fill */
    bool fill;
    bool overlaps; /* what is written may be read later */
    bool down;     /* so that it must not be written before */
    bool halves;   /* reads and writes are actions of their own */
} Copy;

/* ---- where it stands ---- */

static bool load_copy(Machine *m, const Instr *i, Copy *c)
{
    const List *l = &m->program->lists.at[i->list];
    int64_t count = (int64_t)get(m, l->at[2]);
    if (count < 0 || count > MOST_BYTES) {
        run_fail(m, ERR_OUT_OF_BOUNDS, "%s of %lld bytes", op_info[i->op].text, (long long)count);
        return false;
    }
    *c = (Copy){.i = i, .to = get(m, l->at[0]), .bytes = (uint32_t)count};
    c->fill = i->op == OP_FILL;
    if (c->fill)
        c->byte = (uint8_t)get(m, l->at[1]);
    else
        c->from = get(m, l->at[1]);
    int64_t distance = (int64_t)(uint32_t)c->to - (uint32_t)c->from;
    c->overlaps = !c->fill && c->to >> 32 == c->from >> 32 && distance < (int64_t)c->bytes &&
                  distance > -(int64_t)c->bytes;
    c->down = c->overlaps && distance > 0;
    c->halves = l->len > 4;
    uint64_t at = l->len > 3 ? get(m, l->at[3]) : 0;
    c->done = (uint32_t)(at >> COPY_HELD_BITS);
    c->held.bytes = at & ((1 << COPY_HELD_BITS) - 1);
    if (c->halves) {
        uint64_t shadow = get(m, l->at[5]); /* of a pointer its object, so that it can be renamed */
        c->held.word = get(m, l->at[4]);
        c->held.shadow = (uint32_t)(shadow >> 32 ? shadow >> 32 : shadow);
    }
    return true;
}

static void keep_copy(Machine *m, const Copy *c)
{
    const List *l = &m->program->lists.at[c->i->list];
    bool over = c->done == c->bytes;
    m->regs[l->at[3]] = over ? 0 : (uint64_t)c->done << COPY_HELD_BITS | c->held.bytes;
    if (!c->halves)
        return;
    m->regs[l->at[4]] = c->held.bytes ? c->held.word : 0;
    m->regs[l->at[5]] =
        raw_is_pointer(c->held.shadow) ? pointer_make(c->held.shadow, 0) : (uint64_t)c->held.shadow;
}

/* The address of the next n bytes, on one side. */
static uint64_t address(const Copy *c, uint64_t side, uint32_t n)
{
    return side + (c->down ? c->bytes - c->done - n : c->done);
}

/* ---- scalars ---- */

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a && (!b || a < b) ? a : b;
}

/* No larger than a pointer, so that none lies in the middle. */
static uint32_t word_at(const Machine *m, uint64_t address)
{
    uint32_t width = m->program->pointer_bytes;
    return width - (uint32_t)address % width;
}

/* The objects of both sides; valid until something is written. */
typedef struct Sides {
    const Slot *to, *from;
} Sides;

static Sides sides_of(Machine *m, const Copy *c)
{
    const Slot *to = store_object(m, (uint32_t)(c->to >> 32));
    return (Sides){to, c->fill ? to : store_object(m, (uint32_t)(c->from >> 32))};
}

/* A pointer is moved as a whole, if it can be. */
static bool is_pointer_next(const Machine *m, const Copy *c, Sides sides)
{
    uint32_t width = m->program->pointer_bytes;
    uint64_t value;
    return !c->fill && sides.from->shadows && c->bytes - c->done >= width &&
           (uint32_t)address(c, c->to, width) % width == 0 &&
           raw_peek_pointer(m, sides.from, (uint32_t)address(c, c->from, width), &value);
}

static uint32_t next_scalar(const Machine *m, const Copy *c, Sides sides)
{
    uint32_t left = c->bytes - c->done;
    if (is_pointer_next(m, c, sides))
        return m->program->pointer_bytes;
    if (c->down)
        return 1;
    uint64_t to = address(c, c->to, 0), from = c->fill ? to : address(c, c->from, 0);
    uint32_t bytes = raw_scalar(m, sides.to, (uint32_t)to);
    if (!c->fill)
        bytes = smaller(bytes, raw_scalar(m, sides.from, (uint32_t)from));
    if (!bytes)
        bytes = smaller(word_at(m, to), word_at(m, from));
    return bytes < left ? bytes : left;
}

/* ---- some bytes at once ---- */

/* What is about to be written; NULL: nobody wants to know. */
static Change *watch(Machine *m, const Copy *c, uint64_t to, uint32_t n)
{
    return m->options.record ? describe_begin(m, to, n, (Type){0}, c->fill) : NULL;
}

static bool show(Machine *m, Change *change, bool happened)
{
    if (change)
        describe_end(m, change, happened);
    return happened;
}

/* The next n bytes; false: it must not happen, or cannot. */
static bool move_bytes(Machine *m, Copy *c, uint32_t n)
{
    hard_assert(n && n <= c->bytes - c->done);
    uint64_t to = address(c, c->to, n), from = address(c, c->from, n);
    if (!c->fill && !object_touch(m, c->i, from, n, false))
        return false;
    if (!object_touch(m, c->i, to, n, true))
        return false;
    Change *change = watch(m, c, to, n);
    if (!show(m, change,
              c->fill ? memory_fill_bytes(m, c->i, to, c->byte, n)
                      : memory_copy_bytes(m, c->i, to, from, n)))
        return false;
    c->done += n;
    return true;
}

static bool read_scalar(Machine *m, Copy *c)
{
    uint32_t n = next_scalar(m, c, sides_of(m, c));
    uint64_t from = address(c, c->from, n);
    return object_touch(m, c->i, from, n, false) && memory_take(m, c->i, from, n, &c->held);
}

static bool write_scalar(Machine *m, Copy *c)
{
    uint64_t to = address(c, c->to, c->held.bytes);
    if (!object_touch(m, c->i, to, c->held.bytes, true))
        return false;
    Change *change = watch(m, c, to, c->held.bytes);
    if (!show(m, change, memory_put(m, c->i, to, &c->held)))
        return false;
    c->done += c->held.bytes;
    c->held = (Raw){0};
    return true;
}

static bool one_access(Machine *m, Copy *c)
{
    if (!c->halves)
        return move_bytes(m, c, next_scalar(m, c, sides_of(m, c)));
    return c->held.bytes ? write_scalar(m, c) : read_scalar(m, c);
}

/* ---- several actions in one go ---- */

/* So many bytes from here on are nothing that others notice, and nothing that could be against a
 * predicate: of an error it must be known in which action it happens. */
static uint32_t quiet_bytes(Machine *m, const Copy *c, uint64_t side, bool write)
{
    uint32_t left = c->bytes - c->done, quiet = 0;
    uint64_t at = address(c, side, 0);
    uint32_t layout = store_object(m, (uint32_t)(at >> 32))->layout;
    while (quiet < left) {
        Touch touch = {.object = (uint32_t)(at >> 32),
                       .offset = (int32_t)(at + quiet),
                       .write = write,
                       .pc = m->pc - 1};
        touch.region = raw_touched_region(m, layout, (uint32_t)touch.offset);
        touch.bytes = raw_region_run(m, layout, (uint32_t)touch.offset, left - quiet);
        if (m->facts.access_of.at[touch.region] || !m->watcher->still(m->watcher->self, &touch))
            break;
        quiet += touch.bytes;
    }
    return quiet;
}

/* One side on the way through its scalars. */
typedef struct Walk {
    const uint8_t *scalars;
    uint32_t size, at;
} Walk;

static Walk walk_from(const Machine *m, const Slot *slot, uint64_t address)
{
    Walk w = {0};
    w.scalars = raw_scalars(m, slot, &w.size);
    w.at = w.size ? (uint32_t)address % w.size : 0;
    return w;
}

static void walk_on(Walk *w, uint32_t bytes)
{
    w->at += bytes;
    if (w->at >= w->size)
        w->at %= w->size;
}

/* What whole_scalars finds where there are no pointers. */
static uint32_t plain_scalars(const Machine *m, const Copy *c, Walk to, Walk from, uint32_t most,
                              uint32_t *scalars)
{
    uint32_t done = 0, left = c->bytes - c->done;
    uint64_t target = address(c, c->to, 0), source = c->fill ? target : address(c, c->from, 0);
    while (done < left) {
        uint32_t n = smaller(to.scalars[to.at], from.scalars[from.at]);
        if (!n)
            n = smaller(word_at(m, target + done), word_at(m, source + done));
        n = n < left - done ? n : left - done;
        hard_assert(n); /* or it would not come to an end */
        if (done + n > most)
            break;
        done += n;
        ++*scalars;
        walk_on(&to, n);
        walk_on(&from, n);
    }
    return done;
}

/* How many bytes of whole scalars are among the next ones, in how many actions. */
static uint32_t whole_scalars(Machine *m, const Copy *c, uint32_t most, uint32_t *actions)
{
    Copy ahead = *c;
    Sides sides = sides_of(m, c);
    Walk to = walk_from(m, sides.to, address(c, c->to, 0));
    Walk from = c->fill ? to : walk_from(m, sides.from, address(c, c->from, 0));
    *actions = 0;
    if (to.size && from.size && !c->down && (c->fill || !sides.from->shadows)) {
        uint32_t bytes = plain_scalars(m, c, to, from, most, actions);
        *actions *= c->halves ? 2 : 1;
        return bytes;
    }
    while (ahead.done < c->bytes) {
        uint32_t n = next_scalar(m, &ahead, sides);
        if (ahead.done - c->done + n > most)
            break;
        ahead.done += n;
        *actions += c->halves ? 2 : 1;
    }
    return ahead.done - c->done;
}

/* Moves what nobody else notices; false: there is nothing, or it must not happen. */
static bool quiet_accesses(Machine *m, Copy *c)
{
    uint32_t actions;
    if (!m->watcher || !m->watcher->still || c->held.bytes || c->overlaps)
        return false;
    uint32_t most = quiet_bytes(m, c, c->to, true);
    if (!c->fill && most) {
        uint32_t other = quiet_bytes(m, c, c->from, false);
        most = other < most ? other : most;
    }
    uint32_t n = whole_scalars(m, c, most, &actions);
    if (!n || !move_bytes(m, c, n))
        return false;
    hard_assert(actions && n <= most);
    size_t ended = m->run.ends.len;
    vec_resize(&m->run.ends, ended + actions - 1);
    for (; ended < m->run.ends.len; ended++)
        m->run.ends.at[ended] = (uint32_t)m->choosing.choice;
    return true;
}

/* ---- the instructions ---- */

/* Nobody else is left; asked only where it is worth it. */
static bool is_last_thread(Machine *m, const Copy *c)
{
    if (c->bytes < MANY_BYTES || m->options.anonymous)
        return false;
    each_entry (entry, m)
        if (entry->tid != m->tid.ix && !entry->ended)
            return false;
    return true;
}

static bool is_whole(Machine *m, const Copy *c)
{
    uint32_t pc = m->pc - 1;
    return m->program->lists.at[c->i->list].len == 3 || m->facts.depth.at[pc] ||
           (vec_last(&m->frames).flags & FRAME_ATOMIC) || (!c->done && is_last_thread(m, c));
}

static void do_many(Machine *m, const Instr *i)
{
    Copy c;
    uint32_t pc = m->pc - 1;
    if (!load_copy(m, i, &c) || !c.bytes)
        return;
    if ((!c.fill && !object_follow(m, i, c.from, c.bytes)) || !object_follow(m, i, c.to, c.bytes))
        return;
    if (is_whole(m, &c)) {
        move_bytes(m, &c, c.bytes);
        return;
    }
    for (bool first = true;; first = false) {
        bool quiet = !first && quiet_accesses(m, &c);
        if (m->status != RUNNING || (!quiet && !one_access(m, &c)))
            return;
        keep_copy(m, &c);
        if (c.done == c.bytes)
            return;
        run_end_action(m, pc);
        if (m->status != RUNNING)
            return;
    }
}

void do_COPY(Machine *m, const Instr *i)
{
    do_many(m, i);
}

void do_FILL(Machine *m, const Instr *i)
{
    do_many(m, i);
}
