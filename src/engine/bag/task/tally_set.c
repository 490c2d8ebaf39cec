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
