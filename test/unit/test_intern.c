/* test_intern.c -- the interning tables: equal things get equal numbers, at every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/intern.h"

enum { MANY = 20000 };

/* A small generator, so that runs repeat. */
static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static void records_are_found_again(void **unused)
{
    (void)unused;
    Records records = {0};
    for (uint32_t k = 0; k < MANY; k++) {
        uint64_t words[4] = {k, k * 7, 0, k % 3};
        assert_int_equal(records_add(&records, words, 1 + k % 4), k + 1);
    }
    assert_int_equal(records_count(&records), MANY);
    for (uint32_t k = 0; k < MANY; k++) {
        uint64_t words[4] = {k, k * 7, 0, k % 3};
        assert_int_equal(records_add(&records, words, 1 + k % 4), k + 1);
        assert_int_equal(records_len(&records, k + 1), 1 + k % 4);
        assert_memory_equal(records_get(&records, k + 1), words, 8 * (1 + k % 4));
    }
    records_free(&records);
}

static void records_of_different_length_differ(void **unused)
{
    (void)unused;
    Records records = {0};
    uint64_t zeros[3] = {0};
    uint32_t none = records_add(&records, NULL, 0);
    uint32_t one = records_add(&records, zeros, 1);
    uint32_t three = records_add(&records, zeros, 3);
    assert_int_not_equal(one, three);
    assert_int_not_equal(none, one);
    assert_int_equal(records_add(&records, NULL, 0), none);
    records_free(&records);
}

static void dropped_records_leave_their_place(void **unused)
{
    (void)unused;
    enum { LEN = 5000, ROUNDS = 1000 };
    static uint64_t words[LEN];
    Records records = {0};
    uint32_t kept = records_add(&records, words, LEN), last = 0;
    for (uint64_t k = 1; k <= ROUNDS; k++) {
        words[0] = k;
        uint32_t id = records_add(&records, words, LEN);
        assert_int_not_equal(id, last);
        assert_memory_equal(records_get(&records, id), words, sizeof words);
        if (last)
            records_drop(&records, last);
        last = id;
    }
    assert_true(records_bytes(&records) < ROUNDS * sizeof words / 10);
    words[0] = 1;
    assert_int_not_equal(records_add(&records, words, LEN), kept + 1);
    words[0] = 0;
    assert_int_equal(records_add(&records, words, LEN), kept);
    records_free(&records);
}

static void long_records_keep_their_place(void **unused)
{
    (void)unused;
    Records records = {0};
    size_t len = 3 * RECORD_CHUNK + 5;
    uint64_t *words = memory_alloc(len * sizeof *words);
    uint64_t small = 42;
    words[len - 1] = 7;
    uint32_t before = records_add(&records, &small, 1);
    const uint64_t *at = records_get(&records, before);
    uint32_t id = records_add(&records, words, len);
    for (small = 0; small < 1000; small++)
        records_add(&records, &small, 1);
    assert_ptr_equal(at, records_get(&records, before));
    assert_int_equal(records_get(&records, id)[len - 1], 7);
    assert_int_equal(records_add(&records, words, len), id);
    memory_free(words);
    records_free(&records);
}

static void pairs_are_numbered_in_order(void **unused)
{
    (void)unused;
    Pairs pairs = {0};
    bool is_new;
    for (uint32_t k = 0; k < MANY; k++) {
        assert_int_equal(pairs_add(&pairs, k % 100, k / 100, &is_new), k);
        assert_true(is_new);
    }
    for (uint32_t k = 0; k < MANY; k++) {
        assert_int_equal(pairs_add(&pairs, k % 100, k / 100, &is_new), k);
        assert_false(is_new);
        assert_int_equal(pairs_left(&pairs, k), k % 100);
        assert_int_equal(pairs_right(&pairs, k), k / 100);
    }
    pairs_free(&pairs);
}

static void trees_give_vectors_back(void **unused)
{
    (void)unused;
    Tree tree = {0};
    TreeView view = {0};
    uint64_t seed = 1;
    for (uint32_t round = 0; round < 500; round++) {
        uint32_t leaves[40], len = 1 + next_random(&seed) % 40;
        for (uint32_t k = 0; k < len; k++)
            leaves[k] = next_random(&seed) % 3;
        uint32_t root = tree_intern(&tree, leaves, len);
        tree_load(&tree, &view, root, len);
        assert_memory_equal(tree_leaves(&view), leaves, len * sizeof *leaves);
        for (uint32_t k = 0; k < len; k++)
            assert_int_equal(tree_leaf(&tree, root, k), leaves[k]);
        assert_int_equal(tree_leaf(&tree, root, 1 << 2 * tree_height(root)), 0);
        assert_int_equal(tree_intern(&tree, leaves, len), root);
    }
    tree_view_free(&view);
    tree_free(&tree);
}

static void changed_tree_equals_interned_one(void **unused)
{
    (void)unused;
    Tree tree = {0};
    TreeView view = {0};
    uint64_t seed = 2;
    for (uint32_t round = 0; round < 500; round++) {
        uint32_t leaves[33], len = 1 + next_random(&seed) % 33;
        for (uint32_t k = 0; k < len; k++)
            leaves[k] = next_random(&seed) % 4;
        tree_load(&tree, &view, tree_intern(&tree, leaves, len), len);
        TreeChange changes[33];
        size_t count = 0;
        for (uint32_t k = 0; k < len; k++)
            if (next_random(&seed) % 5 == 0) {
                leaves[k] = next_random(&seed) % 4;
                changes[count++] = (TreeChange){k, leaves[k]};
            }
        uint32_t changed = tree_change(&tree, &view, changes, count);
        assert_int_equal(changed, tree_intern(&tree, leaves, len));
    }
    tree_view_free(&view);
    tree_free(&tree);
}

static void trees_of_different_height_differ(void **unused)
{
    (void)unused;
    Tree tree = {0};
    uint32_t two[] = {1, 1};
    uint32_t root = tree_intern(&tree, two, 2);
    uint32_t four[] = {1, 1, 0, root};
    uint32_t trick[] = {root, root};
    assert_int_not_equal(tree_intern(&tree, four, 4), root);
    assert_int_not_equal(tree_intern(&tree, trick, 2),
                         tree_intern(&tree, (uint32_t[]){1, 1, 1, 1}, 4));
    tree_free(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_found_again),
        cmocka_unit_test(records_of_different_length_differ),
        cmocka_unit_test(dropped_records_leave_their_place),
        cmocka_unit_test(long_records_keep_their_place),
        cmocka_unit_test(pairs_are_numbered_in_order),
        cmocka_unit_test(trees_give_vectors_back),
        cmocka_unit_test(changed_tree_equals_interned_one),
        cmocka_unit_test(trees_of_different_height_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
