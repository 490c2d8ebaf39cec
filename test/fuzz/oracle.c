/* oracle.c -- do all searches agree on random programs?
 *
 *   oracle [--seed=S] [--count=N] [--most=STATES] [--save=FILE] [--features] [--contexts] [--quick]
 *          [--no-bound] [--reduction]
 *   oracle --print=SEED
 *
 * Checks the programs of the seeds S, S + 1 ... (N of them; 0: for ever), see agree.h; --features
 * also prints how often each feature occurred.  --contexts compares every program with bound,
 * --no-bound none, --quick only every fourth one with summarize, few with bound.  --reduction
 * takes only programs with locks made of variables, busy waiting, threads that run the same method,
 * channels, or no discipline, and compares nothing but the reduced search.  Programs of more than STATES states are skipped.  A program on which the searches disagree is shrunk and
 * becomes a test case; then the exit status is 1.  The program at hand is always in FILE, so that
 * it is still there after a crash. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "agree.h"
#include "random.h"

typedef struct Oracle {
    uint64_t seed, count, most_states;
    const char *save;
    bool show_features;
    bool all_contexts; /* compare every program with bound */
    bool no_bound;     /* compare none with bound */
    bool quick;        /* compare only every fourth program with summarize and bound */
    bool reduction;    /* compare the reduced search alone, on programs that are hard for it */
    /* the program at hand */
    RandomProgram program;
    Agree agree;
    /* totals */
    uint64_t programs, passed_over, skipped, safe, bugs, locked_safe, races, breaks;
    uint64_t kinds[ERRORS], styles[STYLES];
    uint64_t features[FEATURE_COUNT], pairs[FEATURE_COUNT][FEATURE_COUNT];
    uint64_t states, reduced_states, summarized_states;
    uint64_t open;                  /* rows that summarize left open */
    uint64_t bound_open;            /* searches that bound left open */
    uint64_t hunt_open;             /* those of hunt */
    uint64_t endless, endless_open; /* programs without a bound; rows of them left open */
    double factors;                 /* sum of states / reduced states */
    VEC(uint32_t) sizes;
} Oracle;

enum { MOST_SIZES = 1 << 20 }; /* for the median */
enum { SLOW = 300 };           /* seconds for one program */

static char *print_program(const RandomProgram *program)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    node_print(program->root, out);
    fclose(out);
    return text;
}

static void write_file(const char *name, const char *head, const char *text)
{
    FILE *out = fopen(name, "w");
    if (!out || fputs(head, out) == EOF || fputs(text, out) == EOF || fclose(out) != 0) {
        perror(name);
        exit(2);
    }
}

/* ---- one program ---- */

/* Programs that ask for thread numbers may behave differently if threads change places. */
static char *print_turned(RandomProgram *program)
{
    if (random_has(program, FEATURE_TID) || node_count(program->threads) < 2)
        return NULL;
    node_reverse(program->threads);
    char *text = print_program(program);
    node_reverse(program->threads);
    return text;
}

/* A run that is cut in the midst of a method has happened up to there, unless it is atomic. */
static char *print_serial(const RandomProgram *program)
{
    static const char claim[] = "/*@ atomic */ ", word[] = "static ", real[] = "static atomic ";
    enum { CLAIM = sizeof claim - 1, WORD = sizeof word - 1, REAL = sizeof real - 1 };
    static_assert(CLAIM == REAL, "one takes the place of the other");
    if (!random_has(program, FEATURE_CLAIM) || random_has(program, FEATURE_ASSUME))
        return NULL;
    char *text = print_program(program), *at = text;
    while ((at = strstr(at, claim))) {
        char *behind = at + CLAIM;
        bool is_real = strncmp(behind, real, REAL) == 0;
        bool is_static = strncmp(behind, word, WORD) == 0;
        memset(at, ' ', CLAIM);
        if (is_static && !is_real) {
            memset(behind, ' ', WORD);
            memcpy(at, real, REAL);
        } else if (!is_real)
            memcpy(at, real + WORD, REAL - WORD);
    }
    return text;
}

static Agreement check(Oracle *o)
{
    char *text = print_program(&o->program);
    bool turns = o->program.seed % 2 && !o->reduction;
    char *turned = turns ? print_turned(&o->program) : NULL;
    char *serial = o->reduction ? NULL : print_serial(&o->program);
    write_file(o->save, "", text);
    Agreement result = agree_check(&o->agree, text, turned, serial);
    free(text);
    free(turned);
    free(serial);
    return result;
}

static bool still_fails(void *context)
{
    return check(context) == AGREED_NOT;
}

/* The tags of a test case for the program at hand, whose text comes behind them. */
static void print_tags(const Oracle *o, FILE *out)
{
    const Answer *expected = &o->agree.expected;
    const Found *first = expected->errors.at;
    size_t count = expected->errors.len;
    bool races = count && first->error == ERR_RACE; /* at one of these places */
    bool all = count > 1 && !races;
    uint32_t lines = all ? 3 + (uint32_t)count : 3;
    fputs(count ? "//: expect bug" : "//: expect safe", out);
    if (races || count == 1)
        fprintf(out, " %s", error_info[first->error].key);
    if (count == 1 && !races && first->where.line)
        fprintf(out, " %u", first->where.line + lines);
    fprintf(out, "\n//: options --property=%s%s\n", o->agree.list, all ? " --all-errors" : "");
    for (const Found *found = first; all && found < first + count; found++)
        if (found->where.line)
            fprintf(out, "//: output zing:%u:%u in\n", found->where.line + lines,
                    found->where.column);
        else
            fprintf(out, "//: output %s\n", error_info[found->error].sentence);
    fputs("// Found by test/fuzz/oracle.c: the searches did not agree.\n", out);
}

static void report(Oracle *o)
{
    char name[100], *tags = NULL, *text;
    size_t len;
    printf("oracle: seed %llu: the searches do not agree: %s\n",
           (unsigned long long)o->program.seed, o->agree.why);
    fflush(stdout);
    node_shrink(&o->program.arena, o->program.root, still_fails, o);
    check(o);
    text = print_program(&o->program);
    printf("\nshrunk: %s\n\n%s", o->agree.why, text);
    FILE *out = open_memstream(&tags, &len);
    print_tags(o, out);
    fclose(out);
    snprintf(name, sizeof name, "test/case/fuzz-%llu.zing", (unsigned long long)o->program.seed);
    write_file(name, tags, text);
    printf("\nIt is in %s.\n", name);
    free(tags);
    free(text);
}

/* ---- totals ---- */

static void count_features(Oracle *o)
{
    for (int k = 0; k < FEATURE_COUNT; k++) {
        if (!random_has(&o->program, (Feature)k))
            continue;
        o->features[k]++;
        for (int n = 0; n < k; n++)
            o->pairs[k][n] += random_has(&o->program, (Feature)n);
    }
    o->styles[o->program.style]++;
}

static void count_answer(Oracle *o)
{
    const Answer *plain = &o->agree.plain;
    bool seen[ERRORS] = {false};
    bool safe = plain->verdict == VERDICT_SAFE;
    o->safe += safe;
    o->bugs += !safe;
    o->locked_safe += safe && o->program.style == STYLE_LOCKED;
    for (size_t k = 0; k < plain->errors.len; k++)
        seen[plain->errors.at[k].error] = true;
    for (int k = 0; k < ERRORS; k++)
        o->kinds[k] += seen[k];
    o->races += o->agree.races;
    o->breaks += o->agree.breaks;
    o->states += plain->states;
    o->reduced_states += o->agree.reduced_states;
    o->summarized_states += o->agree.summarized_states;
    o->open += o->agree.open;
    if (o->agree.reduced_states)
        o->factors += (double)plain->states / (double)o->agree.reduced_states;
    if (o->sizes.len < MOST_SIZES)
        vec_push(&o->sizes, (uint32_t)plain->states);
}

static int compare_sizes(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static void print_summary(Oracle *o, FILE *out)
{
    double done = o->safe + o->bugs ? (double)(o->safe + o->bugs) : 1;
    uint32_t median = 0;
    if (o->sizes.len) {
        qsort(o->sizes.at, o->sizes.len, sizeof *o->sizes.at, compare_sizes);
        median = o->sizes.at[o->sizes.len / 2];
    }
    fprintf(out, "%llu programs: %llu safe, %llu wrong (", (unsigned long long)o->programs,
            (unsigned long long)o->safe, (unsigned long long)o->bugs);
    const char *comma = "";
    for (int k = 0; k < ERRORS; k++) {
        if (!o->kinds[k])
            continue;
        fprintf(out, "%s%s %llu", comma, error_info[k].key, (unsigned long long)o->kinds[k]);
        comma = ", ";
    }
    fprintf(out,
            "), %llu with races, %llu with broken annotations, %llu safe with "
            "their claims made true, %llu skipped; states: %.0f on "
            "average, median %u; reduction: %.1f "
            "on average, %.1f of the sum; summarize: %.1f of the sum, %llu answers open; "
            "%llu with endless recursion, %llu answers open; bound: %llu answers open; hunt: %llu",
            (unsigned long long)o->races, (unsigned long long)o->breaks,
            (unsigned long long)o->agree.serial, (unsigned long long)o->skipped,
            (double)o->states / done, median, o->factors / done,
            (double)o->states / (double)(o->reduced_states | 1),
            (double)o->states / (double)(o->summarized_states | 1), (unsigned long long)o->open,
            (unsigned long long)o->endless, (unsigned long long)o->endless_open,
            (unsigned long long)o->bound_open, (unsigned long long)o->hunt_open);
    if (o->passed_over)
        fprintf(out, "; %llu more passed over", (unsigned long long)o->passed_over);
    fputc('\n', out);
    fflush(out);
}

static void print_features(const Oracle *o)
{
    static const char *const what[FEATURE_COUNT] = {
#define F(name, text) text,
        FEATURES(F)
#undef F
    };
    static const char *const styles[STYLES] = {"locked", "locked, doubtful", "sloppy", "free"};
    double all = (double)o->programs, done = (double)(o->safe + o->bugs);
    int pairs = 0, unseen = 0;
    for (int k = 0; k < FEATURE_COUNT; k++) {
        printf("%5.1f %%  %s\n", 100 * (double)o->features[k] / all, what[k]);
        for (int n = 0; n < k; n++, pairs++)
            unseen += !o->pairs[k][n];
    }
    for (int k = 0; k < STYLES; k++)
        printf("%5.1f %%  style: %s\n", 100 * (double)o->styles[k] / all, styles[k]);
    printf("%5.1f %%  safe\n", 100 * (double)o->safe / done);
    printf("%5.1f %%  safe and fully locked\n", 100 * (double)o->locked_safe / done);
    printf("%5.1f %%  wrong\n", 100 * (double)o->bugs / done);
    printf("%d of %d pairs of features did not occur\n", unseen, pairs);
}

/* ---- all programs ---- */

/* With what the reduction must see through without locks that the language knows. */
static bool is_hard(const RandomProgram *program)
{
    static const Feature some[] = {FEATURE_VARIABLE, FEATURE_SPIN, FEATURE_SAME, FEATURE_CHANNEL};
    bool hard = program->style == STYLE_SLOPPY || program->style == STYLE_FREE;
    for (size_t k = 0; k < sizeof some / sizeof *some; k++)
        hard |= random_has(program, some[k]);
    return hard && !program->endless;
}

static void choose_searches(Oracle *o, uint64_t seed)
{
    bool endless = o->program.endless;
    uint64_t every = endless ? (o->quick ? 8 : 1) : (o->quick ? 32 : 8);
    bool turn = every == 1 || seed % every == 1;
    o->agree.endless = endless;
    o->agree.no_summaries = o->reduction || (o->quick && seed % 4 != 1);
    o->agree.no_hunt = o->reduction || (o->quick && seed % 4 != 2);
    o->agree.contexts = !o->agree.no_summaries && !o->no_bound && (turn || o->all_contexts);
    o->agree.thin = seed % 4 == 1 ? seed : 0;
    o->agree.text_form = seed % 2 == 0 && !o->reduction;
    o->agree.thorough = seed % 8 == 0 && !o->reduction;
}

static bool run_one(Oracle *o, uint64_t seed)
{
    random_make(&o->program, seed);
    if (o->reduction && !is_hard(&o->program)) {
        o->passed_over++;
        random_free(&o->program);
        return true;
    }
    choose_searches(o, seed);
    o->programs++;
    count_features(o);
    Agreement result = check(o);
    o->bound_open += o->agree.bound_open;
    o->hunt_open += o->agree.hunt_open;
    bool breaks = o->agree.breaks && !random_has(&o->program, FEATURE_CLAIM);
    if (result == AGREED && o->program.style == STYLE_LOCKED &&
        (o->agree.plain.verdict != VERDICT_SAFE || breaks)) {
        printf("oracle: seed %llu: wrong, though it is made to be right\n",
               (unsigned long long)seed);
        result = AGREED_NOT;
    } else if (result == AGREED)
        count_answer(o);
    else if (result == AGREED_BOUNDED) {
        o->endless++;
        o->endless_open += o->agree.open;
    } else if (result == AGREED_UNKNOWN)
        o->skipped++;
    else if (result == AGREED_NOT)
        report(o);
    else
        printf("oracle: seed %llu: not a program: %s\n", (unsigned long long)seed, o->agree.why);
    random_free(&o->program);
    return result == AGREED || result == AGREED_BOUNDED || result == AGREED_UNKNOWN;
}

/* Only what is allowed in a handler: the program itself is in the saved file. */
static void too_slow(int signal)
{
    static const char why[] = "oracle: more than 300 seconds for one program, see --save\n";
    (void)signal;
    _exit(write(STDERR_FILENO, why, sizeof why - 1) < 0 ? 2 : 1);
}

static bool run(Oracle *o)
{
    bool good = true;
    signal(SIGALRM, too_slow);
    for (uint64_t k = 0; good && (!o->count || k < o->count); k++) {
        alarm(SLOW);
        good = run_one(o, o->seed + k);
        if ((k + 1) % 10000 == 0) {
            fprintf(stderr, "so far, seeds %llu to %llu: ", (unsigned long long)o->seed,
                    (unsigned long long)(o->seed + k));
            print_summary(o, stderr);
        }
    }
    return good;
}

static void print_one(uint64_t seed)
{
    RandomProgram program;
    random_make(&program, seed);
    node_print(program.root, stdout);
    random_free(&program);
}

int main(int argc, char **argv)
{
    Oracle o = {.seed = 1, .count = 1000, .most_states = 4000, .save = "build/oracle.zing"};
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--count=", 8) == 0)
            o.count = strtoull(argv[i] + 8, NULL, 10);
        else if (strncmp(argv[i], "--seed=", 7) == 0)
            o.seed = strtoull(argv[i] + 7, NULL, 10);
        else if (strncmp(argv[i], "--most=", 7) == 0)
            o.most_states = strtoull(argv[i] + 7, NULL, 10);
        else if (strncmp(argv[i], "--save=", 7) == 0)
            o.save = argv[i] + 7;
        else if (strcmp(argv[i], "--features") == 0)
            o.show_features = true;
        else if (strcmp(argv[i], "--contexts") == 0)
            o.all_contexts = true;
        else if (strcmp(argv[i], "--no-bound") == 0)
            o.no_bound = true;
        else if (strcmp(argv[i], "--quick") == 0)
            o.quick = true;
        else if (strcmp(argv[i], "--reduction") == 0)
            o.reduction = true;
        else if (strncmp(argv[i], "--print=", 8) == 0) {
            print_one(strtoull(argv[i] + 8, NULL, 10));
            return 0;
        } else {
            fprintf(stderr, "oracle: unknown argument %s\n", argv[i]);
            return 2;
        }
    }
    o.agree.most_states = o.most_states;
    bool good = run(&o);
    if (o.show_features)
        print_features(&o);
    print_summary(&o, stdout);
    agree_free(&o.agree);
    vec_free(&o.sizes);
    return good ? 0 : 1;
}
