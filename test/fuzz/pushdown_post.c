/* pushdown_post.c -- post*, pre* and languages against plain enumeration; see pushdown.h. */
#include "pushdown.h"

#include "pds/saturate.h"

enum { DEPTH = 6, MOST_CONFIGS = 3000, SHORT = 3 };

/* Configurations as records: the control state, then the stack, its top first. */
typedef struct Configurations {
    Records records;
    bool cut; /* some were left out: too deep, or too many */
} Configurations;

static void put(Configurations *all, uint32_t state, const uint64_t *stack, size_t len)
{
    uint64_t words[DEPTH + 3] = {state};
    if (len > DEPTH || records_count(&all->records) >= MOST_CONFIGS) {
        all->cut = true;
        return;
    }
    memcpy(words + 1, stack, len * sizeof *words);
    records_add(&all->records, words, len + 1);
}

static void apply(Configurations *all, const uint64_t *config, size_t len, const PdsRule *rule)
{
    uint64_t stack[DEPTH + 3];
    size_t n = 0;
    if (rule->kind != PDS_POP)
        stack[n++] = rule->top;
    if (rule->kind == PDS_PUSH)
        stack[n++] = rule->below;
    for (size_t i = 2; i < len; i++)
        stack[n++] = config[i];
    put(all, rule->to, stack, n);
}

/* Everything that can be reached without a stack of more than DEPTH symbols. */
static void enumerate(Configurations *all, const CpdsThread *thread)
{
    PdsRules rules = {0};
    for (uint32_t id = 1; id <= records_count(&all->records); id++) {
        size_t len = records_len(&all->records, id);
        rules.len = 0;
        if (len > 1)
            cpds_rules(thread, (uint32_t)records_get(&all->records, id)[0],
                       (uint32_t)records_get(&all->records, id)[1], &rules);
        vec_each (PdsRule, rule, &rules)
            apply(all, records_get(&all->records, id), len, rule);
    }
    vec_free(&rules);
}

static void give_rules(void *context, uint32_t p, uint32_t a, PdsRules *out)
{
    cpds_rules(context, p, a, out);
}

static LangId language_at(const ConfigSet *set, uint32_t state)
{
    vec_each (const Configs, configs, set)
        if (configs->state == state)
            return configs->stacks;
    return LANG_EMPTY;
}

static void narrow(const uint64_t *config, size_t len, PdsWord *word)
{
    word->len = 0;
    for (size_t i = 1; i < len; i++)
        vec_push(word, (uint32_t)config[i]);
}

static bool wrong(const char *what)
{
    printf("pushdown: %s\n", what);
    return false;
}

/* ---- languages ---- */

/* All words of at most SHORT symbols are in the union if and only if they are in one of the two. */
static bool union_agrees(Langs *langs, LangId a, LangId b, uint32_t symbols)
{
    LangId both = language_union(langs, a, b);
    bool included = true, reverse = true;
    for (uint32_t len = 0, count = 1; len <= SHORT; len++, count *= symbols)
        for (uint32_t n = 0; n < count; n++) {
            uint32_t word[SHORT + 1];
            for (uint32_t i = 0, rest = n; i < len; i++, rest /= symbols)
                word[i] = rest % symbols;
            bool in_a = language_has(langs, a, word, len), in_b = language_has(langs, b, word, len);
            if (language_has(langs, both, word, len) != (in_a || in_b))
                return wrong("the union has other words");
            included &= !in_b || in_a;
            reverse &= !in_a || in_b;
        }
    if (language_includes(langs, a, b) > included || language_includes(langs, b, a) > reverse)
        return wrong("an inclusion that does not hold");
    if (!language_includes(langs, both, a) || !language_includes(langs, both, b))
        return wrong("the union does not include its parts");
    if (language_union(langs, b, a) != both || language_union(langs, both, a) != both)
        return wrong("equal languages have different numbers");
    return language_includes(langs, a, b) == (both == a) || wrong("inclusion and union disagree");
}

/* ---- one thread ---- */

typedef struct Test {
    const CpdsThread *thread;
    uint32_t symbols, shared;
    Langs langs;
    Saturation post;
    ConfigSet result;
    Configs start;
    Configurations all;
    Totals *totals;
} Test;

static void random_start(Test *t, Dice *dice)
{
    t->start = (Configs){dice_below(dice, t->shared), LANG_EMPTY};
    for (uint32_t n = 1 + dice_below(dice, 2); n; n--) {
        uint64_t stack[3];
        uint32_t word[3], len = dice_below(dice, 4);
        for (uint32_t i = 0; i < len; i++)
            stack[i] = word[i] = dice_below(dice, t->symbols);
        put(&t->all, t->start.state, stack, len);
        LangId one = language_of_word(&t->langs, word, len);
        t->start.stacks = language_union(&t->langs, t->start.stacks, one);
    }
}

static bool enumerated_are_in_post(Test *t)
{
    PdsWord word = {0};
    bool good = true;
    for (uint32_t id = 1; good && id <= records_count(&t->all.records); id++) {
        const uint64_t *config = records_get(&t->all.records, id);
        narrow(config, records_len(&t->all.records, id), &word);
        LangId lang = language_at(&t->result, (uint32_t)config[0]);
        good = language_has(&t->langs, lang, word.at, word.len) ||
               wrong("a reachable configuration is not in post*");
    }
    vec_free(&word);
    return good;
}

/* Runs the witness from its first stack. */
static bool run_witness(Test *t, const Witness *witness, uint32_t state, const uint32_t *last,
                        size_t len)
{
    PdsWord stack = {0}; /* its top last */
    uint32_t at = t->start.state;
    bool good = language_has(&t->langs, t->start.stacks, witness->first.at, witness->first.len);
    for (size_t i = witness->first.len; i-- > 0;)
        vec_push(&stack, witness->first.at[i]);
    for (size_t i = 0; good && i < witness->run.len; i++) {
        PdsRule rule = witness->run.at[i];
        const CpdsRule *real = &t->thread->rules.at[t->thread->order.at[rule.tag]];
        good = stack.len && real->from == at && real->symbol == vec_last(&stack);
        if (!good)
            break;
        (void)vec_pop(&stack);
        if (real->right.kind == PDS_PUSH)
            vec_push(&stack, real->right.below);
        if (real->right.kind != PDS_POP)
            vec_push(&stack, real->right.top);
        at = real->right.to;
    }
    good = good && at == state && stack.len == len;
    for (size_t i = 0; good && i < len; i++)
        good = stack.at[len - 1 - i] == last[i];
    vec_free(&stack);
    return good || wrong("a witness does not lead to its configuration");
}

/* Every short configuration of post* has a witness. */
static bool post_has_witnesses(Test *t)
{
    Witness witness = {0};
    bool good = true;
    for (uint32_t state = 0; good && state < t->shared; state++)
        for (uint32_t len = 0, count = 1; len <= SHORT; len++, count *= t->symbols)
            for (uint32_t n = 0; good && n < count; n++) {
                uint32_t word[SHORT + 1];
                for (uint32_t i = 0, rest = n; i < len; i++, rest /= t->symbols)
                    word[i] = rest % t->symbols;
                if (!language_has(&t->langs, language_at(&t->result, state), word, len))
                    continue;
                post_witness(&t->post, state, word, len, &witness);
                good = run_witness(t, &witness, state, word, len);
                t->totals->configs++;
            }
    witness_free(&witness);
    return good;
}

/* c' is in post*(c) if and only if c is in pre*(c'); for a random c', and a language of them. */
static bool pre_agrees(Test *t, Dice *dice)
{
    VEC(FullRule) rules = {0};
    vec_each (const CpdsRule, rule, &t->thread->rules)
        vec_push(&rules, ((FullRule){rule->from, rule->symbol, rule->right}));
    uint32_t word[SHORT], len = dice_below(dice, SHORT + 1), state = dice_below(dice, t->shared);
    for (uint32_t i = 0; i < len; i++)
        word[i] = dice_below(dice, t->symbols);
    Configs target = {state, language_of_word(&t->langs, word, len)};
    ConfigSet before = {0};
    pre_star(&t->langs, rules.at, rules.len, &target, 1, &before);
    bool reachable = language_has(&t->langs, language_at(&t->result, state), word, len);
    /* does pre* meet the start? */
    LangId there = language_at(&before, t->start.state);
    bool meets = false;
    for (uint32_t n = 1; n <= records_count(&t->all.records) && n <= 2; n++) {
        const uint64_t *config = records_get(&t->all.records, n);
        PdsWord first = {0};
        narrow(config, records_len(&t->all.records, n), &first);
        meets |= config[0] == t->start.state &&
                 language_has(&t->langs, t->start.stacks, first.at, first.len) &&
                 language_has(&t->langs, there, first.at, first.len);
        vec_free(&first);
    }
    vec_free(&rules);
    vec_free(&before);
    return meets == reachable || wrong("post* and pre* disagree");
}

static bool finite_agrees(Test *t)
{
    Saturation x = {0};
    VEC(Head) heads = {0};
    vec_each (const CpdsRule, rule, &t->thread->rules)
        vec_push(&heads, ((Head){rule->from, rule->symbol}));
    PdsSource source = {(void *)t->thread, give_rules, NULL};
    bool finite = post_is_finite(&x, &t->langs, source, heads.at, heads.len), good = true;
    vec_each (Configs, configs, &t->result)
        good &= !finite || language_is_finite(&t->langs, configs->stacks);
    vec_free(&heads);
    saturation_free(&x);
    return good || wrong("a thread with finite contexts reaches infinitely many stacks");
}

static bool test_thread(Test *t, Dice *dice)
{
    random_start(t, dice);
    enumerate(&t->all, t->thread);
    PdsSource source = {(void *)t->thread, give_rules, NULL};
    post_star(&t->post, &t->langs, source, t->start, &t->result);
    bool good = enumerated_are_in_post(t) && post_has_witnesses(t) && pre_agrees(t, dice) &&
                finite_agrees(t);
    for (size_t i = 0; good && i + 1 < t->result.len; i++)
        good =
            union_agrees(&t->langs, t->result.at[i].stacks, t->result.at[i + 1].stacks, t->symbols);
    return good;
}

bool post_agrees(const Cpds *cpds, Dice *dice, Totals *totals)
{
    bool good = true;
    for (size_t i = 0; good && i < cpds->threads.len; i++) {
        Test t = {.thread = &cpds->threads.at[i], .shared = cpds->shared, .totals = totals};
        t.symbols = t.thread->high + 1;
        good = test_thread(&t, dice);
        saturation_free(&t.post);
        langs_free(&t.langs);
        vec_free(&t.result);
        records_free(&t.all.records);
    }
    return good;
}
