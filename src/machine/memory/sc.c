/* sc.c -- memory that is sequentially consistent: each access goes to the store at once, whatever
 * its order.  What all models need of the state is here, too; see memory.h. */
#include "machine/memory.h"

bool sc_read(Machine *m, const Instr *i, Cell cell, Word *word)
{
    if (m->program->layouts.at[cell.slot->layout].kind == LAYOUT_RAW)
        return raw_load(m, i, cell.slot, cell.offset, cell.type, word);
    hard_assert(cell.offset + (uint64_t)type_bytes(cell.type) <= cell.slot->size);
    *word = (Word){value_load(cell.slot->bytes + cell.offset, cell.type), 0};
    return true;
}

/* Tells a store by its type, if the memory has no names. */
static Change *begin_store(Machine *m, Cell cell, uint64_t value)
{
    uint64_t at = pointer_make(cell.object, (int32_t)cell.offset);
    Change *change = describe_begin(m, at, raw_cell_bytes(m, cell.type), cell.type, false);
    if (!change)
        describe_write(m, cell.object, (int32_t)cell.offset, cell.type, value);
    return change;
}

static bool write_raw(Machine *m, Cell cell, Word word)
{
    Change *change = m->options.record ? begin_store(m, cell, word.value) : NULL;
    bool stored = raw_store(m, cell.object, cell.offset, cell.type, word);
    if (change)
        describe_end(m, change, stored);
    if (stored && cell.type.kind == TYPE_PTR)
        object_publish(m, cell.object, word.value);
    return stored;
}

bool sc_write(Machine *m, Cell cell, Word word)
{
    uint64_t value = word.value;
    hard_assert(cell.slot == &m->store.slots.at[cell.object]);
    if (m->program->layouts.at[cell.slot->layout].kind == LAYOUT_RAW)
        return write_raw(m, cell, word);
    if (m->options.record)
        describe_write(m, cell.object, (int32_t)cell.offset, cell.type, value);
    if (memcmp(cell.slot->bytes + cell.offset, &value, type_bytes(cell.type)) == 0)
        return true;
    value_store(store_write(m, cell.object) + cell.offset, cell.type, value);
    if (cell.type.kind == TYPE_PTR) {
        m->result.pointers_changed = true;
        object_publish(m, cell.object, value);
    }
    return true;
}

/* ---- for models ---- */

static const uint64_t *words_of(Machine *m, uint32_t record, uint32_t *len)
{
    *len = record ? records_len(&m->tables.memories, record) : 0;
    return record ? records_get(&m->tables.memories, record) : NULL;
}

static uint32_t intern_words(Machine *m, const uint64_t *words, uint32_t len)
{
    return len ? records_add(&m->tables.memories, words, len) : 0;
}

const uint64_t *memory_own(Machine *m, Tid t, uint32_t *len)
{
    const ThreadEntry *entry = store_thread(m, t.ix);
    *len = 0;
    return entry ? words_of(m, entry->memory, len) : NULL;
}

bool memory_set_own(Machine *m, Tid t, const uint64_t *words, uint32_t len)
{
    ThreadEntry *entry = store_thread(m, t.ix);
    if (!entry)
        return false;
    uint32_t record = intern_words(m, words, len);
    m->store.threads_dirty |= record != entry->memory;
    m->result.pointers_changed |= record != entry->memory;
    entry->memory = record;
    return true;
}

const uint64_t *memory_common(Machine *m, uint32_t *len)
{
    store_load_threads(m);
    return words_of(m, m->store.common, len);
}

void memory_set_common(Machine *m, const uint64_t *words, uint32_t len)
{
    store_load_threads(m);
    uint32_t record = intern_words(m, words, len);
    m->store.threads_dirty |= record != m->store.common;
    m->result.pointers_changed |= record != m->store.common;
    m->store.common = record;
}

bool memory_find(Machine *m, uint64_t pointer, Type type, Cell *cell)
{
    uint32_t object = (uint32_t)(pointer >> 32), offset = (uint32_t)pointer;
    const Slot *slot = store_object(m, object);
    if (!slot || !slot->layout)
        return false;
    bool raw = m->program->layouts.at[slot->layout].kind == LAYOUT_RAW;
    uint64_t bytes = raw ? raw_cell_bytes(m, type) : type_bytes(type);
    *cell = (Cell){slot, object, offset, type};
    return offset + bytes <= slot->size;
}

/* A model is a row here. */
const MemoryModel *machine_memory(MemoryKind kind)
{
    static const MemoryModel *const models[MEMORIES] = {
        [MEMORY_SC] = NULL,
        [MEMORY_RC11] = &rc11_model,
        [MEMORY_C11] = &c11_model,
        [MEMORY_TSO] = &tso_model,
    };
    return models[kind];
}

bool machine_has_movers(const Machine *m)
{
    return !m->model || m->model->moves;
}
