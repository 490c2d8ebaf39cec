/* tally_set.c -- see tally_set.h. */
#include "engine/bag/task/tally_set.h"

void tally_set_begin(TallySet *set, const Tallies *tallies)
{
    *set = (TallySet){.tallies = tallies};
}

void tally_set_free(TallySet *set)
{
    vec_free(&set->entries);
    pairs_free(&set->there);
    vec_free(&set->cells);
    pairs_free(&set->home.keys);
    vec_free(&set->home.files);
    pairs_free(&set->all.keys);
    vec_free(&set->all.files);
}

static TallyFile *file_of(TallyFiles *files, uint32_t q, uint32_t task)
{
    bool is_new;
    uint32_t id = pairs_add(&files->keys, q, task, &is_new);
    if (is_new)
        vec_push(&files->files, (TallyFile){0});
    assert(id < files->files.len);
    return &files->files.at[id];
}

static void file_entry(TallySet *set, TallyFiles *files, uint32_t q, uint32_t task, uint32_t id)
{
    TallyFile *file = file_of(files, q, task);
    vec_push(&set->cells, ((TallyCell){id, file->head}));
    file->head = (uint32_t)set->cells.len;
    file->len++;
}

uint32_t tally_set_add(TallySet *set, uint32_t q, Tally tally)
{
    uint32_t id = (uint32_t)set->entries.len, len = tally_len(set->tallies, tally);
    vec_push(&set->entries, ((TallyEntry){.q = q, .tally = tally}));
    file_entry(set, &set->home, q, len ? tally_task(set->tallies, tally, 0).ix : 0, id);
    file_entry(set, &set->all, q, 0, id);
    for (uint32_t k = 0; k < len; k++)
        file_entry(set, &set->all, q, tally_task(set->tallies, tally, k).ix, id);
    return id;
}

bool tally_set_meet(TallySet *set, uint32_t q, Tally tally)
{
    bool is_new;
    pairs_add(&set->there, q, tally, &is_new);
    return is_new;
}

/* The next element of a file; removed ones are taken out of it on the way. */
static uint32_t next_entry(TallySet *set, TallyFile *file, uint32_t **link, uint64_t end)
{
    while (**link && set->looked < end) {
        TallyCell *cell = &set->cells.at[**link - 1];
        set->looked++;
        if (tally_set_has(set, cell->entry)) {
            *link = &cell->next;
            return cell->entry;
        }
        assert(file->len);
        **link = cell->next;
        file->len--;
    }
    return NO_ENTRY;
}

static uint64_t last_look(const TallySet *set)
{
    return set->most ? set->looked + set->most : UINT64_MAX;
}

/* The shortest file that has everything above the tally. */
static TallyFile *shortest_file(TallySet *set, uint32_t q, Tally tally)
{
    uint32_t best = 0, len = tally_len(set->tallies, tally), least = UINT32_MAX;
    for (uint32_t k = 0; k < len; k++) {
        uint32_t task = tally_task(set->tallies, tally, k).ix;
        uint32_t size = file_of(&set->all, q, task)->len;
        if (size < least) {
            least = size;
            best = task;
        }
    }
    return file_of(&set->all, q, best);
}

uint32_t tally_set_find_above(TallySet *set, uint32_t q, Tally tally, uint32_t many)
{
    TallyFile *file = shortest_file(set, q, tally);
    uint64_t end = last_look(set);
    uint32_t *link = &file->head, id;
    while ((id = next_entry(set, file, &link, end)) != NO_ENTRY)
        if (tally_covered(set->tallies, tally, set->entries.at[id].tally, many))
            return id;
    return NO_ENTRY;
}

void tally_set_remove_above(TallySet *set, uint32_t q, Tally tally)
{
    TallyFile *file = shortest_file(set, q, tally);
    uint64_t end = last_look(set);
    uint32_t *link = &file->head, id;
    while ((id = next_entry(set, file, &link, end)) != NO_ENTRY)
        if (tally_below(set->tallies, tally, set->entries.at[id].tally))
            set->entries.at[id].removed = true;
}

/* The elements at home under the k-th task of the tally; k = len: those without a task. */
static TallyFile *home_file(TallySet *set, uint32_t q, Tally tally, uint32_t k)
{
    bool none = k == tally_len(set->tallies, tally);
    return file_of(&set->home, q, none ? 0 : tally_task(set->tallies, tally, k).ix);
}

uint32_t tally_set_find_below(TallySet *set, uint32_t q, Tally tally)
{
    uint64_t end = last_look(set);
    for (uint32_t k = 0; k <= tally_len(set->tallies, tally); k++) {
        TallyFile *file = home_file(set, q, tally, k);
        uint32_t *link = &file->head, id;
        while ((id = next_entry(set, file, &link, end)) != NO_ENTRY)
            if (tally_below(set->tallies, set->entries.at[id].tally, tally))
                return id;
    }
    return NO_ENTRY;
}

void tally_set_remove_below(TallySet *set, uint32_t q, Tally tally)
{
    uint64_t end = last_look(set);
    for (uint32_t k = 0; k <= tally_len(set->tallies, tally); k++) {
        TallyFile *file = home_file(set, q, tally, k);
        uint32_t *link = &file->head, id;
        while ((id = next_entry(set, file, &link, end)) != NO_ENTRY)
            if (tally_below(set->tallies, set->entries.at[id].tally, tally))
                set->entries.at[id].removed = true;
    }
}

/* ---- the walker ---- */

/* The elements of each file; how many are there still. */
static size_t check_files(const TallySet *set, const TallyFiles *files, bool home)
{
    size_t live = 0;
    assert(files->keys.at.len == files->files.len);
    for (uint32_t f = 0; f < files->files.len; f++) {
        uint32_t q = pairs_left(&files->keys, f), len = 0;
        TaskId task = {pairs_right(&files->keys, f)};
        for (uint32_t c = files->files.at[f].head; c; c = set->cells.at[c - 1].next, len++) {
            const TallyEntry *entry = &set->entries.at[set->cells.at[c - 1].entry];
            assert(entry->q == q);
            assert(task.ix ? tally_count(set->tallies, entry->tally, task)
                           : !home || !entry->tally);
            live += !entry->removed;
        }
        assert(len == files->files.at[f].len);
    }
    return live;
}

enum { FEW_ENTRIES = 512 }; /* each is compared with each */

void tally_set_check(const TallySet *set, bool chain)
{
    size_t live = 0, filed = 0;
    for (uint32_t id = 0; id < set->entries.len; id++) {
        const TallyEntry *a = &set->entries.at[id];
        live += !a->removed;
        filed += a->removed ? 0 : 1 + tally_len(set->tallies, a->tally);
        for (uint32_t k = 0; chain && k < id && id < FEW_ENTRIES; k++) {
            const TallyEntry *b = &set->entries.at[k];
            assert(a->removed || b->removed || a->q != b->q ||
                   (!tally_below(set->tallies, a->tally, b->tally) &&
                    !tally_below(set->tallies, b->tally, a->tally)));
        }
    }
    assert(check_files(set, &set->home, true) == live);
    assert(check_files(set, &set->all, false) == filed);
}
