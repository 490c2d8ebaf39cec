/* test_share.c -- tables that many add to at once: threads (`make threads` runs them with
 * ThreadSanitizer), and processes that share memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/intern.h"
#include "base/intern_share.h"

enum { THREADS = 4, KEYS = 3000, LOG = 6 };

/* ---- threads ---- */

typedef struct Table {
    Index index;
    uint64_t records[KEYS + 1];
    uint32_t len;
} Table;

typedef struct Adder {
    Table *table;
    uint64_t seed;
    uint32_t ids[KEYS];
} Adder;

static uint64_t hash_of(const void *table, uint32_t id)
{
    (void)table;
    return (uint64_t)id * 0x9e3779b97f4a7c15u;
}

/* Few tags, and long ways. */
static uint64_t hash(uint64_t key)
{
    return (key % 16) << 60 | (key % 8) << 8 | key % 3;
}

static bool same(const void *table, uint32_t id, const void *key)
{
    return ((const Table *)table)->records[id] == *(const uint64_t *)key;
}

static uint32_t make(void *table, const void *key)
{
    Table *t = table;
    uint32_t id = __atomic_fetch_add(&t->len, 1, __ATOMIC_RELAXED);
    t->records[id] = *(const uint64_t *)key;
    return id;
}

static bool room(void *table, const void *key)
{
    (void)table, (void)key;
    return true;
}

static void *add_all(void *self)
{
    Adder *a = self;
    for (uint32_t k = 0; k < KEYS; k++) {
        uint64_t key = (k * a->seed + 1) % KEYS; /* in an order of its own */
        bool is_new;
        a->ids[key] = index_seek(&a->table->index, hash(key), same, a->table, &key);
        if (a->ids[key] == INDEX_NONE)
            a->ids[key] =
                index_meet(&a->table->index, hash(key), same, make, room, a->table, &key, &is_new);
    }
    return NULL;
}

static void threads_agree_on_numbers(void **unused)
{
    (void)unused;
    static Table table;
    static Adder adders[THREADS];
    static const uint64_t seeds[THREADS] = {1, 7, 1201, 2999};
    pthread_t threads[THREADS];
    Bucket *buckets = memory_alloc_table(sizeof(Bucket) * INDEX_SEGMENTS << LOG, sizeof(Bucket));
    index_spread(&table.index, buckets, LOG, 0, 0, hash_of, &table);
    for (int t = 0; t < THREADS; t++) {
        adders[t] = (Adder){.table = &table, .seed = seeds[t]};
        assert_int_equal(pthread_create(&threads[t], NULL, add_all, &adders[t]), 0);
    }
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    assert_int_equal(table.len, KEYS);
    for (uint64_t key = 0; key < KEYS; key++)
        for (int t = 0; t < THREADS; t++) {
            assert_int_equal(adders[t].ids[key], adders[0].ids[key]);
            assert_int_equal(table.records[adders[t].ids[key]], key);
        }
    free(buckets);
}

/* ---- processes ---- */

typedef struct Board {
    Shared with[3 + TREE_LEVELS];
    uint32_t ids[THREADS][4][KEYS];
} Board;

typedef struct Tables {
    Pairs pairs;
    Records records;
    Tree tree;
    FreshPairs fresh;
} Tables;

static void add_each(Tables *t, Board *board, unsigned who)
{
    static const uint32_t seeds[THREADS] = {1, 7, 1201, 2999};
    for (uint32_t n = 0; n < KEYS; n++) {
        uint32_t k = (n * seeds[who] + 1) % KEYS, leaves[9] = {k, 1, 0, 0, k % 7, 0, 0, 0, k % 5};
        uint64_t words[4] = {k, k * 7, 0, k % 3};
        bool is_new;
        board->ids[who][0][k] = pairs_add(&t->pairs, k, k % 11, &is_new);
        board->ids[who][1][k] = records_add(&t->records, words, 1 + k % 4);
        board->ids[who][2][k] = tree_intern(&t->tree, leaves, 9);
        board->ids[who][3][k] = fresh_add(&t->fresh, k, 5, 100 * who + k);
    }
}

static void check_numbers(Tables *t, const Board *board)
{
    TreeView view = {0};
    for (uint32_t k = 0; k < KEYS; k++) {
        uint32_t leaves[9] = {k, 1, 0, 0, k % 7, 0, 0, 0, k % 5};
        uint64_t words[4] = {k, k * 7, 0, k % 3};
        const uint32_t(*ids)[4][KEYS] = board->ids;
        for (unsigned who = 1; who < THREADS; who++)
            for (unsigned what = 0; what < 4; what++)
                assert_int_equal(ids[who][what][k], ids[0][what][k]);
        assert_int_equal(pairs_left(&t->pairs, ids[0][0][k]), k);
        assert_int_equal(pairs_right(&t->pairs, ids[0][0][k]), k % 11);
        assert_int_equal(records_len(&t->records, ids[0][1][k]), 1 + k % 4);
        assert_memory_equal(records_get(&t->records, ids[0][1][k]), words, 8 * (1 + k % 4));
        tree_load(&t->tree, &view, ids[0][2][k], 9);
        assert_memory_equal(tree_leaves(&view), leaves, sizeof leaves);
        assert_int_equal(!(ids[0][3][k] & FRESH), k < 100); /* those are old */
        if (ids[0][3][k] & FRESH)
            assert_int_equal(fresh_mark(&t->fresh, ids[0][3][k]), k);
    }
    tree_view_free(&view);
}

/* What is fresh gets numbers behind the old ones, and is then found under these. */
static void settle_all(Tables *t, const Board *board)
{
    uint32_t len = (uint32_t)t->fresh.old->at.len;
    bool is_new;
    for (uint32_t k = 100; k < KEYS; k++)
        fresh_settle(&t->fresh, board->ids[0][3][k], len + k - 100);
    t->fresh.old->at.len = t->fresh.old->joint.with->len = len + KEYS - 100;
    for (uint32_t k = 0; k < KEYS; k++)
        assert_int_equal(pairs_add(t->fresh.old, k, 5, &is_new), k);
}

static void processes_agree_on_numbers(void **unused)
{
    (void)unused;
    Share *share = share_open(NULL);
    if (!share) /* not with ThreadSanitizer, which has the addresses */
        return;
    assert_null(share_open(NULL)); /* one is enough */
    Tables t = {0};
    Pairs old = {0};
    bool is_new;
    Board *board = share_array(share, sizeof *board);
    for (uint32_t k = 0; k < 100; k++)
        pairs_add(&old, k, 5, &is_new);
    records_add(&t.records, (uint64_t[]){1, 2, 3}, 3);
    pairs_share(&t.pairs, share, &board->with[0]);
    records_share(&t.records, share, &board->with[1]);
    tree_share(&t.tree, share, &board->with[2]);
    Shared *with = share_array(share, 2 * sizeof *with);
    pairs_share(&old, share, &with[0]);
    fresh_share(&t.fresh, &old, share, &with[1]);
    pairs_prepare(&t.pairs, 4 * KEYS);
    pairs_prepare(&old, 4 * KEYS);
    records_prepare(&t.records);
    tree_prepare(&t.tree);
    fresh_prepare(&t.fresh);
    for (unsigned who = 0; who < THREADS; who++)
        if (fork() == 0) {
            t.pairs.joint.helps = t.records.joint.helps = true;
            tree_help(&t.tree);
            add_each(&t, board, who);
            _exit(0);
        }
    for (int status, k = 0; k < THREADS; k++) {
        wait(&status);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    check_numbers(&t, board);
    settle_all(&t, board);
    pairs_free(&t.pairs);
    records_free(&t.records);
    tree_free(&t.tree);
    fresh_free(&t.fresh);
    pairs_free(&old);
    share_close(share);
}

enum { SORTERS = 3, SORTED = 40000 };

static void in_processes(void (*part)(void *, unsigned), void *self)
{
    for (unsigned who = 0; who < SORTERS; who++)
        if (fork() == 0) {
            part(self, who);
            _exit(0);
        }
    for (int status, k = 0; k < SORTERS; k++) {
        wait(&status);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

static void sort_tables(void *self, unsigned who)
{
    Tables *t = self;
    pairs_follow(&t->pairs);
    records_follow(&t->records);
    tree_follow(&t->tree);
    pairs_sort_part(&t->pairs, who, SORTERS);
    records_sort_part(&t->records, who, SORTERS);
    tree_sort_part(&t->tree, who, SORTERS);
}

/* Tables that have grown are put in order by several, each its part, and then nothing in them is new, nor lost. */
static void tables_are_sorted_in_parts(void **unused)
{
    (void)unused;
    Share *share = share_open(NULL);
    if (!share)
        return;
    Tables t = {0};
    bool is_new;
    Shared *with = share_array(share, (2 + TREE_LEVELS) * sizeof *with);
    pairs_share(&t.pairs, share, &with[0]);
    records_share(&t.records, share, &with[1]);
    tree_share(&t.tree, share, &with[2]);
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t k = 0; k < SORTED; k++) {
            uint64_t words[2] = {k, k / 3};
            assert_int_equal(pairs_add(&t.pairs, k, k / 2, &is_new), k);
            assert_int_equal(is_new, round == 0);
            assert_int_equal(records_add(&t.records, words, 2), k + 1);
            assert_int_equal(tree_intern(&t.tree, (uint32_t[]){k + 1, 7}, 2) & 0xfffffff, k + 1);
        }
        if (round == 1)
            break;
        for (unsigned k = 0; k < 2 + TREE_LEVELS; k++)
            with[k].later = true;
        with[0].most = with[1].most = with[3].most = SORTED + 1; /* as if there were no room */
        for (unsigned k = 0; k < INDEX_SEGMENTS; k++)
            t.pairs.index.segment[k].log = t.records.index.segment[k].log =
                t.tree.level[1].index.segment[k].log = 0;
        pairs_prepare(&t.pairs, 10 * SORTED);
        records_prepare(&t.records);
        tree_prepare(&t.tree);
        assert_true(with[0].unsorted && with[1].unsorted && with[3].unsorted);
        in_processes(sort_tables, &t);
        for (unsigned k = 0; k < 2 + TREE_LEVELS; k++)
            with[k].later = with[k].unsorted = false;
    }
    pairs_free(&t.pairs);
    records_free(&t.records);
    tree_free(&t.tree);
    share_close(share);
}

static void fulfil(void *self, unsigned who)
{
    share_fulfil(self, who, SORTERS);
}

/* What lies in large pages, if there are any, is what lay in small ones. */
static void large_pages_keep_what_is_there(void **unused)
{
    (void)unused;
    enum { WORDS = 1 << 21 };
    Share *share = share_open(NULL);
    if (!share)
        return;
    assert_false(share_wants(share));
    uint64_t *array = share_array(share, WORDS * sizeof *array);
    for (uint32_t k = 0; k < WORDS / 2; k++)
        array[k] = k * 3 + 1;
    share_enlarge(array, 1);
    assert_false(share_wants(share)); /* too little */
    share_enlarge(array, WORDS * sizeof *array);
    assert_true(share_wants(share));
    in_processes(fulfil, share);
    share_fulfilled(share);
    assert_false(share_wants(share));
    for (uint32_t k = 0; k < WORDS; k++)
        assert_int_equal(array[k], k < WORDS / 2 ? k * 3 + 1 : 0);
    share_release(array);
    assert_false(share_wants(share));
    share_close(share);
}

/* A process that was forked must not make room: it ends, and whoever forked it can go on. */
static void who_finds_no_room_ends(void **unused)
{
    (void)unused;
    Share *share = share_open(NULL);
    int status;
    if (!share)
        return;
    Pairs pairs = {0};
    bool is_new;
    pairs_share(&pairs, share, share_array(share, sizeof(Shared)));
    pid_t child = fork();
    if (child == 0) {
        pairs.joint.helps = true;
        for (uint32_t k = 0; k < 100 * KEYS; k++)
            pairs_add(&pairs, k, 1, &is_new);
        _exit(0);
    }
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == SHARE_NO_ROOM);
    for (uint32_t k = 0; k < 20 * KEYS; k++)
        assert_int_equal(pairs_add(&pairs, k, 1, &is_new), k);
    assert_int_equal(pairs.at.len, 20 * KEYS);
    pairs_free(&pairs);
    share_close(share);
}

/* The last pairs go, in the order in which they came or not, and others take their numbers; what was appended twice is no
 * harm. */
static void the_last_pairs_go(void **unused)
{
    (void)unused;
    Share *share = share_open(NULL);
    if (!share)
        return;
    Pairs pairs = {0};
    bool is_new;
    pairs_share(&pairs, share, share_array(share, sizeof(Shared)));
    for (uint32_t k = 0; k < 10 * KEYS; k++)
        pairs_add(&pairs, k, 1, &is_new);
    for (uint32_t round = 0; round < 3; round++) {
        for (uint32_t k = 0; k < 5 * KEYS; k++)
            assert_int_equal(pairs_add(&pairs, k, 2 + round, &is_new), 10 * KEYS + k);
        assert_int_equal(pairs_append(&pairs, (uint64_t)3 << 32 | 1), 15 * KEYS);
        pairs_cut(&pairs, 10 * KEYS);
        assert_int_equal(pairs.at.len, 10 * KEYS);
        for (uint32_t k = 0; k < 10 * KEYS; k++) {
            assert_int_equal(pairs_add(&pairs, k, 1, &is_new), k);
            assert_false(is_new);
        }
    }
    assert_int_equal(pairs_add(&pairs, 0, 2, &is_new), 10 * KEYS);
    assert_true(is_new);
    pairs_free(&pairs);
    share_close(share);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_agree_on_numbers),
        cmocka_unit_test(processes_agree_on_numbers),
        cmocka_unit_test(tables_are_sorted_in_parts),
        cmocka_unit_test(large_pages_keep_what_is_there),
        cmocka_unit_test(who_finds_no_room_ends),
        cmocka_unit_test(the_last_pairs_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
