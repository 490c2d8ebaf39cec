/* tally.c -- see tally.h. */
#include "engine/bag/task/tally.h"

static uint32_t task_in(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

static uint32_t number_in(uint64_t word)
{
    return (uint32_t)word;
}

static const uint64_t *words_of(const Tallies *t, Tally a)
{
    return a ? records_get(&t->records, a) : NULL;
}

uint32_t tally_len(const Tallies *t, Tally a)
{
    return a ? records_len(&t->records, a) : 0;
}

void tallies_free(Tallies *t)
{
    records_free(&t->records);
    vec_free(&t->words);
}

TaskId tally_task(const Tallies *t, Tally a, uint32_t k)
{
    hard_assert(k < tally_len(t, a));
    return (TaskId){task_in(words_of(t, a)[k])};
}

uint32_t tally_number(const Tallies *t, Tally a, uint32_t k)
{
    return number_in(words_of(t, a)[k]);
}

uint32_t tally_count(const Tallies *t, Tally a, TaskId task)
{
    for (uint32_t k = 0; k < tally_len(t, a); k++)
        if (task_in(words_of(t, a)[k]) == task.ix)
            return number_in(words_of(t, a)[k]);
    return 0;
}

static Tally intern(Tallies *t)
{
    for (size_t k = 0; k < t->words.len; k++)
        hard_assert(number_in(t->words.at[k]) &&
                    (!k || task_in(t->words.at[k - 1]) < task_in(t->words.at[k])));
    return t->words.len ? records_add(&t->records, t->words.at, t->words.len) : 0;
}

static uint32_t cap_of(const Cap *cap, uint32_t task)
{
    return cap->each ? tally_count(cap->tallies, cap->tally, (TaskId){task}) : cap->all;
}

static void push_capped(Tallies *t, uint32_t task, uint64_t count, const Cap *cap)
{
    uint32_t most = cap_of(cap, task);
    if (count > most)
        count = most;
    if (count)
        vec_push(&t->words, (uint64_t)task << 32 | count);
}

Tally tally_one(Tallies *t, TaskId task)
{
    t->words.len = 0;
    vec_push(&t->words, (uint64_t)task.ix << 32 | 1);
    return intern(t);
}

Tally tally_add(Tallies *t, Tally a, Tally b, const Cap *cap)
{
    uint32_t i = 0, k = 0, n = tally_len(t, a), m = tally_len(t, b);
    const uint64_t *x = words_of(t, a), *y = words_of(t, b);
    t->words.len = 0;
    while (i < n || k < m) {
        if (k == m || (i < n && task_in(x[i]) < task_in(y[k]))) {
            push_capped(t, task_in(x[i]), number_in(x[i]), cap);
            i++;
        } else if (i == n || task_in(y[k]) < task_in(x[i])) {
            push_capped(t, task_in(y[k]), number_in(y[k]), cap);
            k++;
        } else {
            push_capped(t, task_in(x[i]), (uint64_t)number_in(x[i]) + number_in(y[k]), cap);
            i++;
            k++;
        }
    }
    return intern(t);
}

Tally tally_add_one(Tallies *t, Tally a, TaskId task, const Cap *cap)
{
    return tally_add(t, a, tally_one(t, task), cap);
}

Tally tally_remove(Tallies *t, Tally a, TaskId task, uint32_t many)
{
    uint32_t len = tally_len(t, a);
    hard_assert(tally_count(t, a, task));
    t->words.len = 0;
    for (uint32_t k = 0; k < len; k++) {
        uint64_t word = words_of(t, a)[k];
        if (task_in(word) == task.ix && number_in(word) != many)
            word--;
        if (number_in(word))
            vec_push(&t->words, word);
    }
    return intern(t);
}

Tally tally_unmet(Tallies *t, Tally demand, Tally posted)
{
    uint32_t len = tally_len(t, demand);
    t->words.len = 0;
    for (uint32_t k = 0; k < len; k++) {
        uint64_t word = words_of(t, demand)[k];
        uint32_t met = tally_count(t, posted, (TaskId){task_in(word)});
        if (number_in(word) > met)
            vec_push(&t->words, word - met);
    }
    return intern(t);
}

Tally tally_raise(Tallies *t, Tally a, Tally b, uint32_t many)
{
    uint32_t len = tally_len(t, b);
    assert(tally_below(t, a, b));
    t->words.len = 0;
    for (uint32_t k = 0; k < len; k++) {
        uint64_t word = words_of(t, b)[k];
        uint32_t task = task_in(word);
        if (number_in(word) > tally_count(t, a, (TaskId){task}))
            word = (uint64_t)task << 32 | many;
        vec_push(&t->words, word);
    }
    return intern(t);
}

Tally tally_without(Tallies *t, Tally a, uint32_t many)
{
    uint32_t len = tally_len(t, a);
    t->words.len = 0;
    for (uint32_t k = 0; k < len; k++) {
        uint64_t word = words_of(t, a)[k];
        if (number_in(word) != many)
            vec_push(&t->words, word);
    }
    return intern(t);
}

bool tally_covered(const Tallies *t, Tally a, Tally b, uint32_t many)
{
    uint32_t n = tally_len(t, a), m = tally_len(t, b), k = 0;
    const uint64_t *x = words_of(t, a), *y = words_of(t, b);
    if (a == b)
        return true;
    for (uint32_t i = 0; i < n; i++) {
        while (k < m && task_in(y[k]) < task_in(x[i]))
            k++;
        if (k == m || task_in(y[k]) != task_in(x[i]))
            return false;
        if (number_in(y[k]) < number_in(x[i]) && number_in(y[k]) < many)
            return false;
    }
    return true;
}

bool tally_below(const Tallies *t, Tally a, Tally b)
{
    return tally_covered(t, a, b, UINT32_MAX);
}
