/* next.c -- see next.h.  A row of a table is something that helps, and when. */
#include "command/next.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "command/constant.h"
#include "command/trial.h"
#include "report/report.h"

enum { MOST_TRIALS = 5, MOST_SHOWN = 3 };

typedef struct Next {
    Session *s;
    Job *job;
    Arena *arena;
    const char *command;
    bool large; /* the search was too long, or is */
    VEC(Plan) plans;
} Next;

static Plan *add(Next *n, const char *what)
{
    Plan plan = plan_begin(n->s, n->command);
    plan.what = what;
    vec_push(&n->plans, plan);
    return &vec_last(&n->plans);
}

static Plan *add_option(Next *n, const char *option, const char *what)
{
    Plan *plan = add(n, what);
    plan_add(plan, option, n->arena);
    return plan;
}

/* Does the reason name it? */
static bool names(const Next *n, const char *option)
{
    return n->job->reason && strstr(n->job->reason, option);
}

static bool is_auto(const Next *n)
{
    return strcmp(n->s->options.engine, "auto") == 0;
}

static bool is_program(const Next *n)
{
    return n->job->input == INPUT_PROGRAM;
}

/* ---- what was asked for ---- */

static Plan *add_auto(Next *n, const char *why)
{
    Plan *plan = add(n, why);
    plan_drop(plan, "engine");
    plan_drop(plan, "method");
    plan_drop(plan, "runs");
    return plan;
}

static void suggest_auto(Next *n)
{
    if (is_auto(n))
        return;
    add_auto(n, "heddle chooses the engine");
}

static void suggest_contexts(Next *n)
{
    long long contexts = n->s->options.contexts;
    if (!contexts)
        return;
    Plan *plan = add_option(n, arena_print(n->arena, "contexts=%lld", contexts + 1),
                            "runs with more contexts");
    plan->shown_only = plan->answers = true; /* it says more, whatever comes of it */
    plan = add(n, "the bound rises by itself");
    plan_drop(plan, "contexts");
}

static void suggest_methods(Next *n)
{
    if (n->job->input != INPUT_NET)
        return;
    static const char *const methods[] = {"forward", "backward", "accelerated", "directed"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(n->s->options.method, methods[i]) != 0)
            add_option(n, arena_print(n->arena, "method=%s", methods[i]), "another search");
}

/* What a run breaks that nobody asked about. */
static void suggest_property(Next *n)
{
    if (strcmp(n->s->options.property, "all") != 0 && names(n, "--property="))
        add_option(n, "property=all", "shows the run that breaks another property");
    else if (strcmp(n->s->options.property, "all") != 0 && names(n, "--property "))
        add_option(n, "property=assert,memory,lock", "asks about less");
}

static void suggest_tasks(Next *n)
{
    if (!n->s->options.concurrent)
        return;
    Plan *plan = add(n, "is it right where tasks run one at a time?");
    plan_drop(plan, "concurrent");
}

/* ---- what the program was run with ---- */

/* Is it among the files of the program? */
static bool is_given(const Next *n, const char *name)
{
    struct stat a, b;
    if (stat(name, &a) != 0)
        return true;
    vec_each (const char *, operand, &n->s->operands)
        if (stat(*operand, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
            return true;
    return false;
}

static bool defines_missing(const Next *n, const char *name)
{
    enum { LARGEST = 1 << 20 };
    struct stat status;
    const char *why;
    Sources file = {0};
    bool defines = false,
         fits = stat(name, &status) == 0 && S_ISREG(status.st_mode) && status.st_size < LARGEST;
    if (fits && source_read(&file, name, &why) >= 0)
        vec_each (Missing, function, &n->s->program->missing)
            defines |= constants_defines(file.files.at[0].text, function->name) &&
                       !constants_defines(file.files.at[0].text, "main");
    source_free(&file);
    return defines;
}

/* The files that stand beside the program, and define what it lacks. */
static void add_beside(Next *n, Plan *plan, const char *folder)
{
    enum { MOST_FILES = 200 };
    DIR *dir = opendir(*folder ? folder : ".");
    const struct dirent *entry;
    for (int i = 0; dir && i < MOST_FILES && (entry = readdir(dir)); i++) {
        size_t len = strlen(entry->d_name);
        const char *name = arena_print(n->arena, "%s%s", folder, entry->d_name);
        if (len > 2 && strcmp(entry->d_name + len - 2, ".c") == 0 && !is_given(n, name) &&
            defines_missing(n, name))
            vec_push(&plan->operands, name);
    }
    if (dir)
        closedir(dir);
}

static void suggest_files(Next *n)
{
    if (!is_program(n) || !n->s->program->missing.len || !names(n, "has no body"))
        return;
    const char *first = n->s->operands.at[0], *slash = strrchr(first, '/');
    Plan *plan = add(n, "with the file that defines what is missing");
    size_t before = plan->operands.len;
    add_beside(n, plan, slash ? arena_copy(n->arena, first, (size_t)(slash - first) + 1) : "");
    if (plan->operands.len == before) {
        plan_free(plan);
        n->plans.len--;
    }
}

/* ---- sizes ---- */

static bool is_limit(const Constant *c)
{
    return c->name && strcasestr(c->name, "max");
}

static int by_value(const void *a, const void *b)
{
    const Constant *left = a, *right = b;
    if (is_limit(left) != is_limit(right))
        return is_limit(left) - is_limit(right);
    if (left->value != right->value)
        return left->value < right->value ? 1 : -1;
    return left->file != right->file ? (left->file > right->file) - (left->file < right->file)
                                     : (left->at > right->at) - (left->at < right->at);
}

/* A number that stands in several places of a file is changed in all of them. */
static void keep_one_of_each(Constants *sizes)
{
    size_t kept = 0;
    for (size_t i = 0; i < sizes->len; i++) {
        const Constant *c = &sizes->at[i];
        bool again = false;
        for (size_t k = 0; k < kept; k++)
            again |= !c->name && !sizes->at[k].name && c->value == sizes->at[k].value &&
                     c->file == sizes->at[k].file;
        if (!again)
            sizes->at[kept++] = *c;
    }
    sizes->len = kept;
}

/* `N=100` of -DN=100, or of -D N=100, where it is a word of its own; NULL: this word says neither. */
static const char *definition(const char *const *flags, size_t k)
{
    if (k && strcmp(flags[k - 1], "-D") == 0)
        return flags[k];
    return strncmp(flags[k], "-D", 2) == 0 && flags[k][2] ? flags[k] + 2 : NULL;
}

/* Does -DNAME=... say what it is? */
static bool is_flag(const Next *n, const Constant *c)
{
    size_t len = c->name ? strlen(c->name) : 0;
    bool is = false;
    for (size_t k = 0; c->guarded && k < n->s->flags.len; k++) {
        const char *text = definition(n->s->flags.at, k);
        is |= text && strncmp(text, c->name, len) == 0 && (!text[len] || text[len] == '=');
    }
    return is;
}

/* Those that decide how large the program is, the largest first; not what flags say, see shrink_flags. */
static void find_sizes(const Next *n, Constants *sizes)
{
    enum { LARGEST = 2 };
    size_t kept = 0;
    constants_find(&n->s->sources, n->s->operands.len, sizes, n->arena);
    for (size_t i = 0; i < sizes->len; i++)
        if (sizes->at[i].counts && sizes->at[i].value > LARGEST && !is_flag(n, &sizes->at[i]))
            sizes->at[kept++] = sizes->at[i];
    sizes->len = kept;
    if (kept)
        qsort(sizes->at, kept, sizeof *sizes->at, by_value);
    keep_one_of_each(sizes);
}

/* How many stand before the limits, which a program that is smaller need not reach, and must not exceed.  Where there is
 * nothing else they count as others do. */
static size_t own_sizes(const Constants *sizes)
{
    size_t own = 0;
    while (own < sizes->len && !is_limit(&sizes->at[own]))
        own++;
    return own ? own : sizes->len;
}

/* `N=2`, `100=2`, behind what --set says already. */
static const char *setting(Next *n, const char *list, const Constant *c)
{
    const char *comma = *list ? "," : "";
    if (c->name)
        return arena_print(n->arena, "%s%s%s=2", list, comma, c->name);
    const char *file = n->s->sources.files.at[c->file].name;
    bool several = n->s->operands.len > 1;
    return arena_print(n->arena, "%s%s%s%s%llu=2", list, comma, several ? file : "",
                       several ? ":" : "", (unsigned long long)c->value);
}

/* Is the number itself among those that are changed? */
static bool is_changed(const Constants *sizes, size_t count, uint64_t value)
{
    bool is = false;
    for (size_t i = 0; i < count; i++)
        is |= !sizes->at[i].name && sizes->at[i].value == value;
    return is;
}

/* Says so if another number seems to belong to one that is changed. */
static void doubt(Next *n, Plan *plan, const Constants *sizes, size_t count)
{
    for (size_t i = 0; i < count && !plan->doubted; i++) {
        const Constant *c = &sizes->at[i];
        uint64_t number = 0;
        uint32_t line = constants_tied(&n->s->sources, n->s->operands.len, c,
                                       c->name && !is_changed(sizes, count, c->value), &number);
        if (!line)
            continue;
        plan->doubted = true;
        plan->what = arena_print(n->arena, "%s, though the %llu in line %u stays as it is",
                                 plan->what, (unsigned long long)number, line);
    }
}

/* `-DN=100` of the user; not -D_FILE_OFFSET_BITS=64, which says something to the library. */
static bool shrink_flags(Next *n, Plan *plan)
{
    bool smaller = false;
    for (size_t k = 0; k < plan->flags.len; k++) {
        const char **flag = &plan->flags.at[k], *text = definition(plan->flags.at, k);
        const char *equals = text && *text != '_' ? strchr(text, '=') : NULL;
        if (!equals || atoll(equals + 1) <= 2 || equals[1 + strspn(equals + 1, "0123456789")])
            continue;
        *flag = arena_print(n->arena, "%.*s=2", (int)(equals - *flag), *flag);
        smaller = plan->changes = true;
    }
    return smaller;
}

/* A constant with #ifndef before it is clang's; all others are ours. */
static Plan *add_smaller(Next *n, const char *what, const Constants *sizes, size_t count)
{
    enum { MOST_SIZES = 8 };
    count = count < MOST_SIZES ? count : MOST_SIZES;
    const char *list = n->s->options.set;
    Plan *plan = add(n, what);
    plan->changes = true;
    for (size_t i = 0; i < count; i++) {
        const Constant *c = &sizes->at[i];
        if (c->guarded && n->s->front->is_c)
            vec_push(&plan->flags, arena_print(n->arena, "-D%s=2", c->name));
        else
            list = setting(n, list, c);
    }
    if (*list)
        plan_add(plan, arena_print(n->arena, "set=%s", list), n->arena);
    shrink_flags(n, plan);
    doubt(n, plan, sizes, count);
    return plan;
}

static const char *repeat(Next *n, const char *word, unsigned count)
{
    const char *text = word;
    for (unsigned i = 1; i < count; i++)
        text = arena_print(n->arena, "%s %s", text, word);
    return text;
}

static void suggest_arguments(Next *n)
{
    if (*n->s->options.arguments || !names(n, "--arguments"))
        return;
    unsigned count = constants_arguments(&n->s->sources, n->s->operands.len);
    const char *what = count > 1 ? "gives the program arguments" : "gives the program an argument";
    add_option(n, arena_print(n->arena, "arguments=%s", repeat(n, "2", count ? count : 1)), what);
    add_option(n, arena_print(n->arena, "arguments=%s", repeat(n, "1", count ? count : 1)), what)
        ->lesser = true;
    Constants sizes = {0};
    find_sizes(n, &sizes);
    if (sizes.len) {
        Plan *plan =
            add_smaller(n, "gives the program arguments, and smaller constants", &sizes, sizes.len);
        plan_add(plan, arena_print(n->arena, "arguments=%s", repeat(n, "1", count ? count : 1)),
                 n->arena);
        plan->lesser = true;
    }
    vec_free(&sizes);
}

/* The numbers among the arguments. */
static void add_smaller_arguments(Next *n)
{
    const char *text = "";
    bool smaller = false;
    char *rest = arena_copy(n->arena, n->s->options.arguments, strlen(n->s->options.arguments));
    for (char *item; (item = strsep(&rest, " "));) {
        bool large = *item && strspn(item, "0123456789") == strlen(item) && atoll(item) > 2;
        text = arena_print(n->arena, "%s%s%s", text, *text ? " " : "", large ? "2" : item);
        smaller |= large;
    }
    if (smaller)
        add_option(n, arena_print(n->arena, "arguments=%s", text), "smaller arguments");
}

static void suggest_sizes(Next *n)
{
    if (!n->large || !is_program(n))
        return;
    Constants sizes = {0};
    find_sizes(n, &sizes);
    size_t own = own_sizes(&sizes);
    if (own < sizes.len)
        add_smaller(n, "smaller constants, but for limits", &sizes, own);
    if (sizes.len)
        add_smaller(n, sizes.len > 1 ? "smaller constants" : "a smaller constant", &sizes,
                    sizes.len);
    if (sizes.len > 1)
        add_smaller(n, "a smaller constant", &sizes, 1)->part = true;
    if (!sizes.len && !shrink_flags(n, add(n, "smaller constants"))) {
        plan_free(&vec_last(&n->plans));
        n->plans.len--;
    }
    vec_free(&sizes);
    add_smaller_arguments(n);
}

/* ---- memory ---- */

static void suggest_memory(Next *n)
{
    bool weak = is_program(n) && n->job->memory != MEMORY_SC;
    if (names(n, "--history")) {
        long long history = n->s->options.history;
        if (history && history < 64)
            add_option(n, arena_print(n->arena, "history=%lld", 4 * history),
                       "a cell keeps more values");
    }
    if (names(n, "--memory-model=sc") || (weak && (n->large || names(n, "--history")))) {
        Plan *plan = add_option(n, "memory-model=sc", "asks for sequentially consistent runs only");
        plan_drop(plan, "engine");
    }
    if (!weak || !n->large)
        return;
    Constants sizes = {0};
    find_sizes(n, &sizes);
    if (sizes.len) {
        Plan *plan = add_smaller(n, "smaller constants, and sequentially consistent runs only",
                                 &sizes, own_sizes(&sizes));
        plan_add(plan, "memory-model=sc", n->arena);
        plan->lesser = true;
    }
    vec_free(&sizes);
}

/* What nobody guards is where threads interleave. */
static void suggest_locks(Next *n)
{
    const Discipline *free = NULL;
    vec_each (Discipline, discipline, &n->job->disciplines)
        if (!free && strcmp(discipline->rule, "none") == 0 && *discipline->reason)
            free = discipline;
    if (!free || !n->large)
        return;
    Plan *plan = add(n, arena_print(n->arena, "no lock guards %s: %s", free->region, free->reason));
    plan->command = "infer";
    plan_keep_limits(plan);
    plan->shown_only = true;
}

/* ---- less than an answer about all runs ---- */

/* Without its arguments a program may do no more than say so. */
static void suggest_tried(Next *n)
{
    if (!n->job->doubted || n->s->options.as_tried)
        return;
    unsigned count = constants_arguments(&n->s->sources, n->s->operands.len);
    if (count && !*n->s->options.arguments && names(n, "--arguments")) {
        Plan *plan = add_option(n, arena_print(n->arena, "arguments=%s", repeat(n, "2", count)),
                                "arguments, and an answer about the runs that were tried");
        plan_add(plan, "as-tried", n->arena);
        plan->lesser = true;
    }
    add_option(n, "as-tried", "an answer about the runs that were tried")->lesser = true;
}

/* Another engine may be in doubt where this one has met nothing to doubt. */
static void suggest_auto_tried(Next *n)
{
    if (is_auto(n) || !is_program(n) || n->s->options.as_tried)
        return;
    Plan *plan = add_auto(n, "heddle chooses the engine, and answers about the runs that it tries");
    plan->lesser = true;
    plan_add(plan, "as-tried", n->arena);
}

/* A hunt may have no end where a run has none. */
static void suggest_hunt(Next *n)
{
    enum { SECONDS = 10 };
    bool counted = n->job->many_threads && !n->job->stats.random_runs; /* hunt has not said it */
    bool covers = n->job->covered && !counted;
    if (!is_program(n) || n->job->doubted || covers || n->job->bound.counts ||
        strcmp(n->s->options.engine, "hunt") == 0)
        return;
    Plan *plan = add_option(n, "engine=hunt", "random runs, and runs with few preemptions");
    plan->lesser = true;
    plan_drop(plan, "contexts");
    if (!n->s->options.time_limit && !n->s->options.cpu_limit)
        plan_add(plan, arena_print(n->arena, "time-limit=%d", SECONDS), n->arena);
    if (!n->job->grows)
        return;
    plan = add_option(n, "contexts=2", "runs with few contexts");
    plan->lesser = true;
    plan_drop(plan, "engine");
}

static void suggest_limits(Next *n)
{
    const Options *o = &n->s->options;
    const char *reason = n->job->budget.reason;
    Plan *plan = NULL;
    if (!reason)
        return;
    if (strstr(reason, "--memory-limit") && o->memory_limit)
        plan = add_option(
            n, arena_print(n->arena, "memory-limit=%lld", 4 * (long long)o->memory_limit),
            "more memory");
    else if (strstr(reason, "--cpu-limit") && o->cpu_limit)
        plan = add_option(n, arena_print(n->arena, "cpu-limit=%lld", 4 * (long long)o->cpu_limit),
                          "more time");
    else if (o->time_limit)
        plan = add_option(n, arena_print(n->arena, "time-limit=%lld", 4 * (long long)o->time_limit),
                          "more time");
    if (plan)
        plan->shown_only = true;
}

/* In this order they are tried, and shown where nothing else decides. */
static void (*const rows[])(Next *n) = {
    suggest_auto,       suggest_contexts,  suggest_methods, suggest_property, suggest_tasks,
    suggest_files,      suggest_arguments, suggest_sizes,   suggest_memory,   suggest_tried,
    suggest_auto_tried, suggest_hunt,      suggest_locks,   suggest_limits,
};

/* ---- the list ---- */

/* Whole seconds that are left for trials; 0: any number; -1: none. */
static int64_t seconds_left(const Next *n)
{
    const Budget *budget = &n->job->budget;
    if (budget->reason &&
        (strcmp(budget->reason, "interrupted") == 0 || strstr(budget->reason, "(ulimit")))
        return -1;
    if (budget->time_limit <= 0 && budget->cpu_limit <= 0)
        return 0;
    double left = budget->time_limit - budget_elapsed(budget) - 0.5;
    double cpu_left = budget->cpu_limit - budget_cpu() - 0.5;
    if (budget->time_limit <= 0 || (budget->cpu_limit > 0 && cpu_left < left))
        left = cpu_left;
    return left < 1 ? -1 : (int64_t)left;
}

static bool may_try(const Next *n)
{
    struct stat status;
    vec_each (const char *, name, &n->s->operands)
        if (stat(*name, &status) != 0 || !S_ISREG(status.st_mode))
            return false;
    return strcmp(n->s->options.next, "try") == 0;
}

static bool is_useless(const Plan *plan)
{
    return plan->part && plan[-1].gave && !plan[-1].answers;
}

static bool is_decided(const Next *n)
{
    bool decided = false;
    vec_each (Plan, plan, &n->plans)
        decided |= plan->decides;
    return decided;
}

/* Where only a program that may be another one has an answer, the program itself gets more work. */
static void try_longer(Next *n, VerdictKind was)
{
    bool misled = false;
    vec_each (Plan, plan, &n->plans)
        misled |= plan->doubted && plan->gave && strncmp(plan->gave, "bug", 3) == 0;
    vec_each (Plan, plan, &n->plans) {
        int64_t seconds = seconds_left(n);
        if (misled && !is_decided(n) && seconds >= 0 && plan->stopped && !plan->changes)
            plan_try_longer(plan, seconds, was, n->arena);
    }
}

/* Until one decides. */
static void try_plans(Next *n, VerdictKind was, size_t most)
{
    size_t trials = 0;
    bool decided = is_decided(n);
    vec_each (Plan, plan, &n->plans) {
        int64_t seconds = seconds_left(n);
        if (is_useless(plan))
            continue;
        if (decided || seconds < 0 || trials == most || plan->shown_only || plan->gave)
            continue;
        plan_try(plan, seconds, was, n->arena);
        decided = plan->decides;
        trials++;
    }
}

/* The better, the less. */
static int rank(const Plan *plan)
{
    return plan->decides ? 0 : plan->answers ? 1 : plan->shown_only ? 4 : !plan->gave ? 2 : 3;
}

static void show(Next *n, int wanted)
{
    bool decided = is_decided(n);
    vec_each (Plan, plan, &n->plans) {
        if ((decided && plan->lesser && !plan->decides) || is_useless(plan))
            continue;
        bool bug = plan->changes && plan->gave && strncmp(plan->gave, "bug", 3) == 0;
        Suggestion next = {plan_text(plan, n->arena), plan->what, plan->gave};
        if (bug)
            next.gave = arena_print(n->arena, "the changed program has a %s", plan->gave);
        if (rank(plan) == wanted && n->job->next.len < MOST_SHOWN)
            vec_push(&n->job->next, next);
    }
}

static void finish(Next *n)
{
    for (int wanted = 0; wanted <= 4; wanted++)
        if (wanted != 3 || !n->job->next.len)
            show(n, wanted);
    vec_each (Plan, plan, &n->plans)
        plan_free(plan);
    vec_free(&n->plans);
}

/* Was it the solver that did not know?  Where the program or an annotation has what cannot be proved
 * yet, no solver helps. */
static bool solver_gave_up(const Job *job)
{
    static const char words[] = "the solver gives up";
    if (job->reason && strncmp(job->reason, words, sizeof words - 1) == 0)
        return true;
    vec_each (MethodCheck, check, &job->checks)
        if (check->result == PROOF_UNKNOWN && strncmp(check->message, words, sizeof words - 1) == 0)
            return true;
    return false;
}

static void suggest_for_proof(Next *n)
{
    const Options *o = &n->s->options;
    suggest_limits(n);
    if (n->plans.len || !solver_gave_up(n->job))
        return;
    Plan *plan = add_option(n, strcmp(o->solver, "cvc5") == 0 ? "solver=z3" : "solver=cvc5",
                            "another solver");
    plan->shown_only = true;
    if (!o->solver_limit)
        return;
    plan =
        add_option(n, arena_print(n->arena, "solver-limit=%lld", 10 * (long long)o->solver_limit),
                   "more work for each question");
    plan->shown_only = true;
}

static bool is_open(const Job *job)
{
    return job->verdict == VERDICT_UNKNOWN || job->verdict == VERDICT_BOUNDED;
}

/* What was tried while the search went on. */
static void recall(Next *n)
{
    vec_each (Plan, plan, &n->plans)
        vec_each (Suggestion, early, &n->s->early)
            if (strcmp(plan_text(plan, n->arena), early->command) == 0) {
                plan->gave = early->gave;
                plan->answers = plan->decides = early->what != NULL;
            }
}

static const char *stopped_text(Session *s, const char *reason, const Job *with)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    report_stopped(s->operands.at[0], s->options.json, s->options.sv_comp, reason, with, out);
    fclose(out);
    const char *kept = arena_copy(&s->texts, text, size);
    free(text);
    return kept;
}

static bool may_suggest(const Session *s)
{
    const Options *o = &s->options;
    bool shown = !o->quiet || o->json || *o->html || *o->sarif;
    return strcmp(o->next, "none") != 0 && !o->sv_comp && shown;
}

/* What is suggested where the guard ends `command` for `reason`. */
static const char *text_if_stopped(Session *s, const char *command, const char *reason)
{
    Job stopped = {.input = s->job.input, .memory = s->job.memory, .reason = ""};
    stopped.budget.reason = reason;
    Next n = {.s = s, .job = &stopped, .arena = &s->texts, .command = command, .large = true};
    if (s->program && strcmp(command, "check") == 0) {
        suggest_sizes(&n);
        suggest_memory(&n);
    }
    suggest_limits(&n);
    recall(&n);
    finish(&n);
    const char *text = stopped_text(s, reason, &stopped);
    vec_free(&stopped.next);
    return text;
}

GuardTexts next_texts(Session *s, const char *command)
{
    const char *const reasons[] = {"the time limit was reached (--time-limit)",
                                   "the limit of processor time was reached (--cpu-limit)",
                                   "the memory limit was reached (--memory-limit)"};
    const char *texts[3];
    bool suggests =
        may_suggest(s) && (strcmp(command, "check") == 0 || strcmp(command, "prove") == 0);
    for (int i = 0; i < 3; i++)
        texts[i] =
            suggests ? text_if_stopped(s, command, reasons[i]) : stopped_text(s, reasons[i], NULL);
    return (GuardTexts){texts[0], texts[1], texts[2]};
}

void next_prepare(Session *s)
{
    const Options *o = &s->options;
    bool limited = o->time_limit || o->cpu_limit || o->memory_limit;
    if (limited && may_suggest(s))
        guard_say(next_texts(s, "check"));
}

/* heddle check --library: there is one engine, and the question is how large the client may be. */
static void suggest_for_library(Next *n)
{
    const char *client = n->s->options.client;
    if (n->large && strcmp(client, "2x1") != 0)
        add_option(n, strcmp(client, "2x2") == 0 ? "client=2x1" : "client=2x2", "fewer calls")
            ->shown_only = true;
    suggest_limits(n);
}

void next_suggest(Session *s, const char *command)
{
    Job *job = &s->job;
    if (!is_open(job) || !may_suggest(s))
        return;
    Next n = {.s = s, .job = job, .arena = &s->texts, .command = command};
    n.large = job->budget.reason || job->many_threads || job->grows || names(&n, "--history");
    if (strcmp(command, "prove") == 0)
        suggest_for_proof(&n);
    else if (s->options.library)
        suggest_for_library(&n);
    else {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            rows[i](&n);
        recall(&n);
        guard_end(); /* a trial has limits of its own */
        if (may_try(&n))
            try_plans(&n, job->verdict, MOST_TRIALS);
        if (may_try(&n))
            try_longer(&n, job->verdict);
    }
    finish(&n);
}

void next_try_early(void *session)
{
    Session *s = session;
    Next n = {.s = s, .job = &s->job, .arena = &s->texts, .command = "check", .large = true};
    if (s->library || !may_suggest(s) || !may_try(&n))
        return;
    suggest_sizes(&n);
    suggest_memory(&n);
    recall(&n);
    try_plans(&n, VERDICT_UNKNOWN, 1);
    s->early.len = 0;
    vec_each (Plan, plan, &n.plans)
        if (plan->gave) {
            Suggestion early = {plan_text(plan, n.arena), plan->decides ? "" : NULL, plan->gave};
            vec_push(&s->early, early);
        }
    vec_each (Plan, plan, &n.plans)
        plan_free(plan);
    vec_free(&n.plans);
    next_prepare(s);
}
