/* travel.c -- see travel.h.
 *
 * A thing is an object, a local store, a stack, or a node of a tree; it has a key, which says what it is in this process.
 * What the lowest nodes of the tree of a global store mean depends on where they are: so their place is a part of the key. */
#include "machine/travel.h"

#include "base/intern_keys.h"
#include "machine/internal.h"
#include "machine/share.h"

enum { MEMO_LOG = 16, MOST_PLACES_LOG = 16, LEAST_PLACES_LOG = 10, ALL_PLACES_LOG = 21 };

typedef enum Kind {
    KIND_OBJECT = 1,
    KIND_TABLE, /* of threads, see store_intern_threads */
    KIND_HELD,  /* the cells that a thread holds, see hold.c */
    KIND_LOCAL,
    KIND_STACK,
    KIND_GLOBAL,
    KIND_THREADS
} Kind;

/* The number of a way is that of its list of places. */
struct Travel {
    States *states;
    Machine *m;
    unsigned places_log;
    uint64_t *sent; /* way, place -> the key that was sent; 0: none */
    uint32_t *met;  /* idem -> the number here of what was met */
    struct {
        uint64_t key;
        XXH128_hash_t hash;
    } * memo; /* of keys, some */
    VEC(uint64_t) words;
};

/* A node of a tree covers 4^level numbers; block: which of those parts it is. */
typedef struct Thing {
    Kind kind;
    uint32_t id, level, block;
} Thing;

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t both[] = {a, b};
    return XXH3_64bits(both, sizeof both);
}

static uint64_t key_of(Thing thing)
{
    enum { MOST_BLOCKS = 1 << 25 };
    if (thing.block >= MOST_BLOCKS)
        memory_exhausted();
    return (uint64_t)thing.kind << 61 | (uint64_t)thing.level << 57 | (uint64_t)thing.block << 32 |
           thing.id;
}

Travel *travel_new(States *states, unsigned ways)
{
    Travel *t = memory_alloc(sizeof *t);
    t->states = states;
    t->m = states->m;
    t->places_log = MOST_PLACES_LOG;
    while (t->places_log > LEAST_PLACES_LOG &&
           (uint64_t)ways << t->places_log > 1 << ALL_PLACES_LOG)
        t->places_log--;
    size_t all = (size_t)ways << t->places_log;
    t->sent = memory_alloc(all * sizeof *t->sent);
    t->met = memory_alloc(all * sizeof *t->met);
    t->memo = memory_alloc(sizeof *t->memo << MEMO_LOG);
    return t;
}

void travel_free(Travel *t)
{
    if (!t)
        return;
    memory_free(t->sent);
    memory_free(t->met);
    memory_free(t->memo);
    vec_free(&t->words);
    memory_free(t);
}

/* ---- what things are made of ---- */

/* A number of a global store: is it the contents of its place? */
static bool is_plain(const Travel *t, uint32_t place)
{
    const Machine *m = t->m;
    return place && place < m->facts.is_small.len && m->facts.is_small.at[place];
}

/* Of a thread: its local store and its stack, see thread_leaf in states.c. */
static void take_leaf(const Travel *t, uint32_t leaf, uint32_t *local, uint32_t *stack)
{
    const Pairs *suspended = &t->states->suspended;
    *local = leaf % 2 ? pairs_left(suspended, leaf / 2) : leaf / 2;
    *stack = leaf % 2 ? pairs_right(suspended, leaf / 2) : 0;
}

static Quad children_of(const Travel *t, Thing thing)
{
    const Tree *tree = thing.kind == KIND_GLOBAL ? &t->m->tables.globals : &t->states->threads;
    assert(thing.id && thing.level && thing.level < TREE_LEVELS);
    return tree->level[thing.level].at.at[thing.id - 1];
}

static Thing child_of(Thing thing, unsigned k, uint32_t child)
{
    bool places = thing.kind == KIND_GLOBAL;
    return (Thing){thing.kind, child, thing.level - 1, places ? 4 * thing.block + k : 0};
}

static Records *records_of(const Travel *t, Kind kind)
{
    Tables *tables = &t->m->tables;
    return kind == KIND_LOCAL  ? &tables->locals
           : kind == KIND_HELD ? &tables->memories
                               : &tables->objects;
}

/* The first number of a global store is that of the table of threads. */
static Thing object_of(Thing leaf)
{
    return (Thing){leaf.block ? KIND_OBJECT : KIND_TABLE, leaf.id, 0, 0};
}

enum { HOLDS = 63 }; /* the bit of a word of the table: what the thread before it holds follows */

/* The words of a table from `at` on that are one thread's. */
static uint32_t words_of_thread(const Travel *t, const uint64_t *words, uint32_t at)
{
    return words[at] >> HOLDS ? 1 : 1 + t->m->facts.thread_words;
}

/* A root has its height in its upper bits. */
static Thing root_of(Kind kind, uint32_t root)
{
    return (Thing){kind, root & ((1u << TREE_LEVEL_SHIFT) - 1), tree_height(root), 0};
}

/* ---- hashes ----
 *
 * Of 128 bits all the way, so that what things are made of is not confused before the signature of a state is cut. */

static XXH128_hash_t join(XXH128_hash_t a, XXH128_hash_t b)
{
    XXH128_hash_t both[] = {a, b};
    return XXH3_128bits(both, sizeof both);
}

static XXH128_hash_t hash_number(uint64_t number)
{
    return (XXH128_hash_t){.low64 = number};
}

static XXH128_hash_t hash_thing(Travel *t, Thing thing);

static XXH128_hash_t hash_leaf(Travel *t, Thing thing)
{
    uint32_t local, stack;
    if (thing.kind == KIND_GLOBAL)
        return is_plain(t, thing.block) ? join(hash_number(1), hash_number(thing.id))
                                        : hash_thing(t, object_of(thing));
    take_leaf(t, thing.id, &local, &stack);
    return join(hash_thing(t, (Thing){KIND_LOCAL, local, 0, 0}),
                hash_thing(t, (Thing){KIND_STACK, stack, 0, 0}));
}

static XXH128_hash_t hash_node(Travel *t, Thing thing)
{
    XXH128_hash_t all[5] = {hash_number(thing.level)};
    Quad quad = children_of(t, thing);
    for (unsigned k = 0; k < 4; k++)
        all[k + 1] = thing.level == 1 ? hash_leaf(t, child_of(thing, k, quad.child[k]))
                                      : hash_thing(t, child_of(thing, k, quad.child[k]));
    return XXH3_128bits(all, sizeof all);
}

static XXH128_hash_t hash_table(Travel *t, uint32_t id)
{
    const Records *objects = &t->m->tables.objects;
    uint32_t len = records_len(objects, id);
    XXH128_hash_t hash = hash_number(len);
    for (uint32_t at = 0, count; at < len; at += count) {
        const uint64_t *words = records_get(objects, id);
        count = words_of_thread(t, words, at);
        hash = words[at] >> HOLDS
                   ? join(hash, hash_thing(t, (Thing){KIND_HELD, (uint32_t)words[at], 0, 0}))
                   : join(hash, XXH3_128bits(words + at, count * sizeof *words));
    }
    return hash;
}

static XXH128_hash_t hash_anew(Travel *t, Thing thing)
{
    const Pairs *stacks = &t->m->tables.stacks;
    switch (thing.kind) {
    case KIND_OBJECT:
    case KIND_LOCAL:
    case KIND_HELD:
        return XXH3_128bits(records_get(records_of(t, thing.kind), thing.id),
                            records_len(records_of(t, thing.kind), thing.id) * sizeof(uint64_t));
    case KIND_TABLE:
        return hash_table(t, thing.id);
    case KIND_STACK:
        return join(hash_thing(t, (Thing){KIND_LOCAL, pairs_left(stacks, thing.id), 0, 0}),
                    hash_thing(t, (Thing){KIND_STACK, pairs_right(stacks, thing.id), 0, 0}));
    case KIND_GLOBAL:
    case KIND_THREADS:
        return hash_node(t, thing);
    }
    return hash_number(0);
}

static XXH128_hash_t hash_thing(Travel *t, Thing thing)
{
    if (!thing.id)
        return hash_number(0);
    uint64_t key = key_of(thing), at = mix(2, key) >> (64 - MEMO_LOG);
    if (t->memo[at].key != key) {
        XXH128_hash_t hash = hash_anew(t, thing);
        t->memo[at].key = key;
        t->memo[at].hash = hash;
    }
    return t->memo[at].hash;
}

Signature travel_sign(Travel *t, uint64_t pair, uint64_t seed)
{
    Thing g = root_of(KIND_GLOBAL, (uint32_t)(pair >> 32));
    Thing threads = root_of(KIND_THREADS, (uint32_t)pair);
    XXH128_hash_t all[] = {hash_thing(t, g), hash_thing(t, threads),
                           hash_number(g.level * (uint64_t)TREE_LEVELS + threads.level)};
    XXH128_hash_t hash = XXH3_128bits_withSeed(all, sizeof all, seed);
    return (Signature){hash.high64, hash.low64};
}

uint64_t travel_hash(Travel *t, uint64_t pair)
{
    return travel_sign(t, pair, 0).low;
}

/* ---- out ---- */

static void pack(Travel *t, unsigned way, Thing thing, Parcel *p);

static void pack_leaf(Travel *t, unsigned way, Thing thing, Parcel *p)
{
    uint32_t local, stack;
    if (thing.kind == KIND_GLOBAL && is_plain(t, thing.block)) {
        parcel_put(p, thing.id);
        return;
    }
    if (thing.kind == KIND_GLOBAL) {
        pack(t, way, object_of(thing), p);
        return;
    }
    take_leaf(t, thing.id, &local, &stack);
    pack(t, way, (Thing){KIND_LOCAL, local, 0, 0}, p);
    if (local)
        pack(t, way, (Thing){KIND_STACK, stack, 0, 0}, p);
}

static void pack_table(Travel *t, unsigned way, uint32_t id, Parcel *p)
{
    const uint64_t *words = records_get(&t->m->tables.objects, id);
    uint32_t len = records_len(&t->m->tables.objects, id);
    parcel_put(p, len);
    for (uint32_t at = 0, count; at < len; at += count) {
        count = words_of_thread(t, words, at);
        parcel_put(p, words[at] >> HOLDS);
        if (words[at] >> HOLDS)
            pack(t, way, (Thing){KIND_HELD, (uint32_t)words[at], 0, 0}, p);
        else
            parcel_put_bytes(p, words + at, count * sizeof *words);
    }
}

static void pack_contents(Travel *t, unsigned way, Thing thing, Parcel *p)
{
    const Pairs *stacks = &t->m->tables.stacks;
    Quad quad;
    uint32_t len;
    switch (thing.kind) {
    case KIND_TABLE:
        pack_table(t, way, thing.id, p);
        return;
    case KIND_OBJECT:
    case KIND_LOCAL:
    case KIND_HELD:
        len = records_len(records_of(t, thing.kind), thing.id);
        parcel_put(p, len);
        parcel_put_bytes(p, records_get(records_of(t, thing.kind), thing.id),
                         len * sizeof(uint64_t));
        return;
    case KIND_STACK:
        pack(t, way, (Thing){KIND_LOCAL, pairs_left(stacks, thing.id), 0, 0}, p);
        pack(t, way, (Thing){KIND_STACK, pairs_right(stacks, thing.id), 0, 0}, p);
        return;
    case KIND_GLOBAL:
    case KIND_THREADS:
        quad = children_of(t, thing);
        for (unsigned k = 0; k < 4; k++)
            if (thing.level == 1)
                pack_leaf(t, way, child_of(thing, k, quad.child[k]), p);
            else
                pack(t, way, child_of(thing, k, quad.child[k]), p);
        return;
    }
}

/* Nothing: 0.  What is known at this place: odd numbers; what gets this place: even ones, and then its contents. */
static void pack(Travel *t, unsigned way, Thing thing, Parcel *p)
{
    if (!thing.id) {
        parcel_put(p, 0);
        return;
    }
    uint64_t key = key_of(thing), place = mix(3, key) >> (64 - t->places_log);
    uint64_t *known = &t->sent[((uint64_t)way << t->places_log) + place];
    parcel_put(p, 2 * place + 1 + (*known != key));
    if (*known == key)
        return;
    pack_contents(t, way, thing, p);
    *known = key;
}

void travel_pack(Travel *t, unsigned way, uint64_t pair, Parcel *p)
{
    Thing g = root_of(KIND_GLOBAL, (uint32_t)(pair >> 32));
    Thing threads = root_of(KIND_THREADS, (uint32_t)pair);
    parcel_put(p, g.level * TREE_LEVELS + threads.level);
    pack(t, way, g, p);
    pack(t, way, threads, p);
}

/* ---- in ---- */

static uint32_t unpack(Travel *t, unsigned way, Thing thing, Parcel *p);

static uint32_t unpack_leaf(Travel *t, unsigned way, Thing thing, Parcel *p)
{
    bool is_new;
    if (thing.kind == KIND_GLOBAL && is_plain(t, thing.block))
        return (uint32_t)parcel_get(p);
    if (thing.kind == KIND_GLOBAL)
        return unpack(t, way, object_of(thing), p);
    uint32_t local = unpack(t, way, (Thing){KIND_LOCAL, 0, 0, 0}, p);
    uint32_t stack = local ? unpack(t, way, (Thing){KIND_STACK, 0, 0, 0}, p) : 0;
    return stack ? 2 * pairs_add(&t->states->suspended, local, stack, &is_new) + 1 : 2 * local;
}

static uint32_t unpack_record(Travel *t, Thing thing, Parcel *p)
{
    uint64_t len = parcel_get(p);
    if (p->bad || len > (p->bytes.len - p->at) / sizeof(uint64_t)) {
        p->bad = true;
        return 0;
    }
    t->words.len = 0;
    vec_resize(&t->words, len);
    parcel_get_bytes(p, t->words.at, len * sizeof(uint64_t));
    return records_add(records_of(t, thing.kind), t->words.at, len);
}

static uint32_t unpack_table(Travel *t, unsigned way, Parcel *p)
{
    uint64_t len = parcel_get(p), at = 0;
    VEC(uint64_t) words = {0};
    if (len > p->bytes.len)
        p->bad = true;
    while (at < len && !p->bad) {
        bool holds = parcel_get(p) != 0;
        uint64_t count = holds ? 1 : 1 + t->m->facts.thread_words;
        p->bad |= count > len - at;
        if (p->bad)
            break;
        vec_resize(&words, at + count);
        if (holds)
            words.at[at] = (uint64_t)1 << HOLDS | unpack(t, way, (Thing){.kind = KIND_HELD}, p);
        else
            parcel_get_bytes(p, words.at + at, count * sizeof *words.at);
        at += count;
    }
    uint32_t id = p->bad ? 0 : records_add(&t->m->tables.objects, words.at, len);
    vec_free(&words);
    return id;
}

static uint32_t unpack_node(Travel *t, unsigned way, Thing thing, Parcel *p)
{
    Quad quad = {{0}};
    Tree *tree = thing.kind == KIND_GLOBAL ? &t->m->tables.globals : &t->states->threads;
    for (unsigned k = 0; k < 4 && !p->bad; k++)
        quad.child[k] = thing.level == 1 ? unpack_leaf(t, way, child_of(thing, k, 0), p)
                                         : unpack(t, way, child_of(thing, k, 0), p);
    return tree_put(tree, thing.level, quad);
}

static uint32_t unpack_contents(Travel *t, unsigned way, Thing thing, Parcel *p)
{
    switch (thing.kind) {
    case KIND_TABLE:
        return unpack_table(t, way, p);
    case KIND_OBJECT:
    case KIND_LOCAL:
    case KIND_HELD:
        return unpack_record(t, thing, p);
    case KIND_STACK: {
        LocalId local = {unpack(t, way, (Thing){KIND_LOCAL, 0, 0, 0}, p)};
        StackId below = {unpack(t, way, (Thing){KIND_STACK, 0, 0, 0}, p)};
        return stack_push(t->m, local, below).ix;
    }
    case KIND_GLOBAL:
    case KIND_THREADS:
        return unpack_node(t, way, thing, p);
    }
    return 0;
}

static uint32_t unpack(Travel *t, unsigned way, Thing thing, Parcel *p)
{
    uint64_t number = parcel_get(p), place = (number - 1) / 2;
    if (!number || p->bad)
        return 0;
    if (place >> t->places_log) {
        p->bad = true;
        return 0;
    }
    uint32_t *met = &t->met[((uint64_t)way << t->places_log) + place];
    if (number % 2 == 0)
        *met = unpack_contents(t, way, thing, p);
    return *met;
}

uint64_t travel_unpack(Travel *t, unsigned way, Parcel *p)
{
    uint64_t levels = parcel_get(p);
    uint32_t g_level = (uint32_t)(levels / TREE_LEVELS), level = (uint32_t)(levels % TREE_LEVELS);
    if (levels >= (uint64_t)TREE_LEVELS * TREE_LEVELS) {
        p->bad = true;
        return 0;
    }
    uint32_t g = unpack(t, way, (Thing){KIND_GLOBAL, 0, g_level, 0}, p);
    uint32_t threads = unpack(t, way, (Thing){KIND_THREADS, 0, level, 0}, p);
    if ((g | threads) >> TREE_LEVEL_SHIFT)
        memory_exhausted();
    g |= g ? g_level << TREE_LEVEL_SHIFT : 0;
    threads |= threads ? level << TREE_LEVEL_SHIFT : 0;
    return (uint64_t)g << 32 | threads;
}

/* All that has a number in a state which is not that of a thing. */
uint64_t machine_alike(const Machine *m)
{
    uint64_t hash = mix(machine_knowledge(m), machine_masks(m));
    return mix(hash, XXH3_64bits(m->tables.bit_masks.at.at,
                                 machine_masks(m) * sizeof *m->tables.bit_masks.at.at));
}

/* ---- numbers are given anew ---- */

void machine_forget_stores(Machine *m)
{
    assert(!m->recall.on && !m->sharing.on && !m->model && !m->program->linear);
    tree_free(&m->tables.globals);
    records_free(&m->tables.objects);
    records_free(&m->tables.locals);
    pairs_free(&m->tables.stacks);
    m->symmetry.hashes.len = 0;
    machine_unload(m);
}

uint64_t machine_stores_bytes(const Machine *m)
{
    const Tables *t = &m->tables;
    return tree_bytes(&t->globals) + records_bytes(&t->objects) + records_bytes(&t->locals) +
           pairs_bytes(&t->stacks);
}
