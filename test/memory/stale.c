/* stale.c -- a memory model for tests: a relaxed load may also read what its cell held before it was
 * last written.
 *
 * For each cell that was written there is the value before, and when that was; all other loads read
 * the latest one.  So it has what delay.c has not: words of all threads together, a choice in an
 * access, orders of loads that matter, and a normal form, without which time goes on for ever. */
#include "machine/memory.h"
#include "models.h"

/* The words of a cell that was written. */
enum { POINTER, TYPE, BEFORE, TIME, WORDS };
typedef VEC(uint64_t) Cells;

static Cells load_cells(Machine *m)
{
    Cells cells = {0};
    uint32_t len;
    const uint64_t *words = memory_common(m, &len);
    for (uint32_t k = 0; k < len; k++)
        vec_push(&cells, words[k]);
    return cells;
}

static void keep_cells(Machine *m, Cells *cells)
{
    memory_set_common(m, cells->at, (uint32_t)cells->len);
    vec_free(cells);
}

static uint64_t type_word(Type type)
{
    return type.kind | (uint64_t)type.bits << 8;
}

/* Where the cell stands; the end: nowhere. */
static size_t find(const Cells *cells, Cell cell)
{
    size_t k = 0;
    while (k < cells->len &&
           (cells->at[k + POINTER] != pointer_make(cell.object, (int32_t)cell.offset) ||
            cells->at[k + TYPE] != type_word(cell.type)))
        k += WORDS;
    return k;
}

static bool read(Machine *m, const Instr *i, Cell cell, Word *word)
{
    if (!sc_read(m, i, cell, word))
        return false;
    if (instr_order(i) != ORDER_RELAXED || i->flags & FLAG_UPDATE)
        return true;
    Cells cells = load_cells(m);
    size_t k = find(&cells, cell);
    if (k < cells.len && cells.at[k + BEFORE] != word->value && memory_choose(m, 2))
        *word = (Word){cells.at[k + BEFORE], 0};
    vec_free(&cells);
    return true;
}

static uint64_t now(const Cells *cells)
{
    uint64_t time = 0;
    for (size_t k = 0; k < cells->len; k += WORDS)
        time = cells->at[k + TIME] > time ? cells->at[k + TIME] : time;
    return time + 1;
}

/* The value that the cell has had is the one before. */
static bool write(Machine *m, const Instr *i, Cell cell, Word word)
{
    Word before;
    if (instr_order(i) != ORDER_PLAIN && sc_read(m, i, cell, &before)) {
        Cells cells = load_cells(m);
        size_t k = find(&cells, cell);
        uint64_t time = now(&cells);
        if (k == cells.len)
            vec_resize(&cells, k + WORDS);
        cells.at[k + TIME] = time;
        cells.at[k + POINTER] = pointer_make(cell.object, (int32_t)cell.offset);
        cells.at[k + TYPE] = type_word(cell.type);
        cells.at[k + BEFORE] = before.value;
        keep_cells(m, &cells);
    }
    return sc_write(m, cell, word);
}

static bool settle(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool writes)
{
    (void)m, (void)i, (void)pointer, (void)bytes, (void)writes;
    return true;
}

static void fence(Machine *m, MemoryOrder order)
{
    (void)m, (void)order;
}

static void synchronise(Machine *m, Sync sync, uint64_t what)
{
    (void)m, (void)sync, (void)what;
}

static void begin(Machine *m)
{
    (void)m;
}

/* The earliest of those that are not done; the end: there is none. */
static size_t earliest(const Cells *cells)
{
    size_t found = cells->len;
    for (size_t k = 0; k < cells->len; k += WORDS)
        if (cells->at[k + TIME] &&
            (found == cells->len || cells->at[k + TIME] < cells->at[found + TIME]))
            found = k;
    return found;
}

static bool is_old(Machine *m, const uint64_t *at)
{
    uint64_t value;
    Type type = {(uint8_t)at[TYPE], (uint8_t)(at[TYPE] >> 8)};
    return machine_peek(m, (uint32_t)(at[POINTER] >> 32), (int32_t)at[POINTER], type, &value) &&
           value != at[BEFORE];
}

/* In the order of time, which is counted anew; nothing is known of cells that are as before, or have
 * gone. */
static void canonicalise(Machine *m)
{
    Cells cells = load_cells(m), kept = {0};
    for (size_t k = earliest(&cells); k < cells.len; k = earliest(&cells)) {
        if (is_old(m, cells.at + k)) {
            vec_resize(&kept, kept.len + WORDS);
            memcpy(&vec_last(&kept) + 1 - WORDS, cells.at + k, WORDS * sizeof *kept.at);
            vec_last(&kept) = kept.len / WORDS; /* TIME is the last word */
        }
        cells.at[k + TIME] = 0;
    }
    vec_free(&cells);
    keep_cells(m, &kept);
}

static void pointers(Machine *m, uint64_t *words, uint32_t len,
                     void (*visit)(Machine *m, uint64_t *pointer))
{
    for (uint32_t k = 0; k < len; k += WORDS) {
        visit(m, &words[k + POINTER]);
        if ((uint8_t)words[k + TYPE] == TYPE_PTR)
            visit(m, &words[k + BEFORE]);
    }
}

const MemoryModel stale_model = {
    .read = read,
    .write = write,
    .update = write,
    .settle = settle,
    .fence = fence,
    .synchronise = synchronise,
    .begin = begin,
    .canonicalise = canonicalise,
    .pointers = pointers,
};
