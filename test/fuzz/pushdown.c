/* pushdown.c -- random concurrent pushdown systems.
 *
 *   pushdown [--seed=S] [--count=N]      the models S .. S + N - 1; 0: without end
 *   pushdown --print=S                   the model
 *
 * Each model is made as text and parsed; see pushdown.h for what must hold.  Broken texts must give
 * a message, not a crash. */
#include "pushdown.h"

#include <stdlib.h>
#include <unistd.h>

uint32_t dice_below(Dice *dice, uint32_t n) /* splitmix64 */
{
    uint64_t z = dice->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) % n);
}

/* ---- a random model ---- */

typedef struct Shape {
    uint32_t shared, symbols, threads, rules;
    uint32_t push, pop; /* percent of the rules */
    bool upward;        /* a push leaves a greater symbol below: stacks stay bounded */
} Shape;

static void print_rules(const Shape *shape, Dice *dice, FILE *out)
{
    fprintf(out, "PDA 0 %u\n", shape->symbols - 1);
    for (uint32_t i = 0; i < shape->rules; i++) {
        uint32_t from = dice_below(dice, shape->shared), symbol = dice_below(dice, shape->symbols);
        uint32_t to = dice_below(dice, shape->shared), top = dice_below(dice, shape->symbols);
        fprintf(out, "%u %u -> %u", from, symbol, to);
        uint32_t kind = dice_below(dice, 100);
        if (kind < shape->push) {
            uint32_t below = dice_below(dice, shape->symbols);
            if (shape->upward) { /* what lies below is never rewritten before the top is gone */
                top = symbol + 1 < shape->symbols
                          ? symbol + 1 + dice_below(dice, shape->symbols - symbol - 1)
                          : symbol;
                below = symbol + 1 < shape->symbols ? symbol + 1 : symbol;
            }
            if (!shape->upward || symbol + 1 < shape->symbols)
                fprintf(out, " %u %u\n", top, below);
            else
                fputs(" -\n", out);
        } else if (kind < shape->push + shape->pop)
            fputs(dice_chance(dice, 50) ? " -\n" : "\n", out);
        else
            fprintf(out, " %u\n",
                    shape->upward && top < symbol && dice_chance(dice, 80) ? symbol : top);
    }
}

static char *print_threads(const Shape *shape, Dice *dice)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    Dice last = *dice;
    fprintf(out, "%u # shared states\n", shape->shared);
    for (uint32_t t = 0; t < shape->threads; t++) {
        bool again = t && dice_chance(dice, 50);
        if (!again)
            last = *dice;
        Dice copy = last;
        print_rules(shape, again ? &copy : dice, out);
    }
    fclose(out);
    return text;
}

static char *print_init(const Shape *shape, Dice *dice)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    bool deep = dice_chance(dice, 30);
    fprintf(out, "%u", dice_below(dice, shape->shared));
    for (uint32_t t = 0; t < shape->threads; t++) {
        fputc(t ? ',' : '|', out);
        if (dice_chance(dice, 4)) {
            fputc('-', out);
            continue;
        }
        uint32_t symbols = deep ? 1 + dice_below(dice, 3) : 1;
        for (uint32_t i = 0; i < symbols; i++)
            fprintf(out, "%s%u", i ? "." : "", deep ? dice_below(dice, shape->symbols) : 0);
    }
    fputc('\n', out);
    fclose(out);
    return text;
}

static char *print_targets(const Shape *shape, Dice *dice)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    uint32_t targets = dice_below(dice, 3), wild = dice_below(dice, 80);
    for (uint32_t i = 0; i < targets; i++) {
        if (dice_chance(dice, wild / 2))
            fputc('*', out);
        else
            fprintf(out, "%u", dice_below(dice, shape->shared));
        for (uint32_t t = 0; t < shape->threads; t++) {
            fputc(t ? ',' : '|', out);
            if (dice_chance(dice, wild))
                fputc('*', out);
            else if (dice_chance(dice, 15))
                fputc('-', out);
            else
                fprintf(out, "%u", dice_below(dice, shape->symbols));
        }
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

static int add_source(RandomModel *model, const char *name, const char *text)
{
    return source_add(&model->sources, name, text, strlen(text));
}

static void parse(RandomModel *model)
{
    model->diag.sources = &model->sources;
    model->cpds = cpds_parse(&model->sources, add_source(model, "m.pds", model->pds), &model->diag);
    bool ok =
        model->cpds && cpds_parse_init(model->cpds, &model->sources,
                                       add_source(model, "m.init", model->init), &model->diag);
    if (ok && *model->target)
        ok = cpds_parse_targets(model->cpds, &model->sources,
                                add_source(model, "m.target", model->target), &model->diag);
    if (!ok) {
        diag_print(&model->diag, stdout);
        puts("pushdown: a random model is not well-formed");
        exit(1);
    }
}

void model_make(RandomModel *model, Dice *dice)
{
    Shape shape = {
        .shared = 1 + dice_below(dice, 4),
        .symbols = 1 + dice_below(dice, 4),
        .threads = 1 + dice_below(dice, 4),
        .rules = 1 + dice_below(dice, 16),
        .push = 10 + dice_below(dice, 30),
        .pop = 10 + dice_below(dice, 30),
        .upward = dice_chance(dice, 50),
    };
    *model = (RandomModel){0};
    model->pds = print_threads(&shape, dice);
    model->init = print_init(&shape, dice);
    model->target = print_targets(&shape, dice);
    parse(model);
}

void model_free(RandomModel *model)
{
    cpds_free(model->cpds);
    diag_free(&model->diag);
    source_free(&model->sources);
    free(model->pds);
    free(model->init);
    free(model->target);
}

static void model_print(const RandomModel *model)
{
    printf("%s# init:\n%s# target:\n%s", model->pds, model->init, model->target);
}

/* ---- texts ---- */

/* Printing what was parsed gives a text that means and prints the same. */
static bool text_agrees(const RandomModel *model)
{
    char *first = NULL, *second = NULL;
    size_t len;
    FILE *out = open_memstream(&first, &len);
    cpds_print(model->cpds, out);
    fclose(out);
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    Cpds *cpds = cpds_parse(&sources, source_add(&sources, "again.pds", first, len), &diag);
    if (cpds) {
        out = open_memstream(&second, &len);
        cpds_print(cpds, out);
        fclose(out);
        cpds_free(cpds);
    }
    bool same = second && strcmp(first, second) == 0;
    if (!same)
        printf("pushdown: the text form changes: %s", first);
    free(first);
    free(second);
    diag_free(&diag);
    source_free(&sources);
    return same;
}

/* A text with some characters replaced: an error or a model, but no crash. */
static void break_text(const char *text, Dice *dice, int which, Cpds *cpds)
{
    static const char signs[] = "0123456789 -\n->|,.*#PDAx\t\r";
    char *copy = strdup(text);
    size_t len = strlen(copy);
    for (uint32_t n = 1 + dice_below(dice, 4); n && len; n--)
        copy[dice_below(dice, (uint32_t)len)] = signs[dice_below(dice, sizeof signs)];
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    int file = source_add(&sources, "broken", copy, len);
    if (which == 0) {
        Cpds *broken = cpds_parse(&sources, file, &diag);
        if (broken)
            cpds_free(broken);
    } else if (which == 1)
        cpds_parse_init(cpds, &sources, file, &diag);
    else
        cpds_parse_targets(cpds, &sources, file, &diag);
    diag_free(&diag);
    source_free(&sources);
    free(copy);
}

static void break_texts(const RandomModel *model, Dice *dice)
{
    break_text(model->pds, dice, 0, NULL);
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    int file = source_add(&sources, "m.pds", model->pds, strlen(model->pds));
    Cpds *cpds = cpds_parse(&sources, file, &diag);
    break_text(model->init, dice, 1, cpds);
    break_text(model->target, dice, 2, cpds);
    cpds_free(cpds);
    diag_free(&diag);
    source_free(&sources);
}

/* ---- all models ---- */

static bool run_one(uint64_t seed, Totals *totals)
{
    Dice dice = {seed * 1000003};
    RandomModel model;
    model_make(&model, &dice);
    totals->models++;
    bool good = text_agrees(&model) && post_agrees(model.cpds, &dice, totals) &&
                bound_agrees(&model, totals);
    break_texts(&model, &dice);
    if (!good) {
        printf("pushdown: seed %llu\n\n", (unsigned long long)seed);
        model_print(&model);
    }
    model_free(&model);
    return good;
}

static void print_one(uint64_t seed)
{
    Dice dice = {seed * 1000003};
    RandomModel model;
    model_make(&model, &dice);
    model_print(&model);
    model_free(&model);
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, count = 1000;
    Totals totals = {0};
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--seed=", 7) == 0)
            seed = strtoull(argv[i] + 7, NULL, 10);
        else if (strncmp(argv[i], "--count=", 8) == 0)
            count = strtoull(argv[i] + 8, NULL, 10);
        else if (strncmp(argv[i], "--print=", 8) == 0) {
            print_one(strtoull(argv[i] + 8, NULL, 10));
            return 0;
        } else {
            fprintf(stderr, "pushdown: unknown argument %s\n", argv[i]);
            return 2;
        }
    }
    bool good = true;
    for (uint64_t k = 0; good && (!count || k < count); k++) {
        alarm(300); /* an endless loop ends here */
        good = run_one(seed + k, &totals);
    }
    printf("%llu models (%llu enumerated completely, %llu with finite contexts, %llu with "
           "interchangeable threads): %llu safe (%llu certified), %llu bugs (at most %llu "
           "contexts), %llu bounded; "
           "%llu configurations of post* traced\n",
           (unsigned long long)totals.models, (unsigned long long)totals.exact,
           (unsigned long long)totals.finite, (unsigned long long)totals.symmetric,
           (unsigned long long)totals.safe, (unsigned long long)totals.certified,
           (unsigned long long)totals.bugs, (unsigned long long)totals.longest,
           (unsigned long long)totals.bounded, (unsigned long long)totals.configs);
    return good ? 0 : 1;
}
