/* main.c -- the command line and the way of the data:
 *
 *   files -> front end -> Program or Net -> engine -> replay -> report -> exit status
 *
 * A front end, an engine, a command: one row in a table here. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/version.h"
#include "check/net.h"
#include "check/replay.h"
#include "engine/bag/bag.h"
#include "engine/bag/crowd.h"
#include "engine/bound/bound.h"
#include "engine/explore/explore.h"
#include "engine/prove/prove.h"
#include "front/c/task.h"
#include "front/zing/zing.h"
#include "report/report.h"

enum { EXIT_SAFE = 0, EXIT_BUG = 1, EXIT_INPUT = 2, EXIT_OPEN = 3, EXIT_INTERNAL = 70 };

typedef struct Session {
    Options options;
    VEC(const char *) operands; /* what is neither command nor option */
    VEC(const char *) flags;    /* behind `--`, for clang */
    Task task;                  /* of SV-COMP */
    Arena texts;                /* names of files in the task */
    Sources sources;
    Diag diag;
    const struct Front *front; /* that has read the files */
    Program *program;          /* what it made of them: one of these */
    Net *net;
    Cpds *model;
    bool showing; /* a model is only printed: it needs no states */
    Job job;
} Session;

/* Front ends: what reads a file is decided by its extension; standard input is Zing. */

typedef struct Front {
    const char *extension, *what;
    bool several; /* files make one program */
    InputKind makes;
    bool (*load)(Session *s, const int *files, size_t count); /* false: diag says why */
} Front;

static bool load_zing(Session *s, const int *files, size_t count)
{
    ZingOptions options = {
        .cooperative = s->options.cooperative,
        .unchecked = s->options.unchecked,
        .original_scopes = s->options.zing_counting,
        .defines = s->options.define,
    };
    s->program = zing_load(&s->sources, files, count, &options, &s->diag);
    return s->program != NULL;
}

static bool load_ir(Session *s, const int *files, size_t count)
{
    assert(count == 1);
    (void)count;
    s->program = ir_parse(&s->sources, files[0], &s->diag);
    return s->program != NULL;
}

static bool load_net(Session *s, const int *files, size_t count)
{
    assert(count == 1);
    (void)count;
    s->net = net_parse(&s->sources, files[0], &s->diag);
    return s->net != NULL;
}

static bool load_c(Session *s, const int *files, size_t count)
{
#ifdef HEDDLE_C
    COptions options = {
        .flags = s->flags.at,
        .flag_count = s->flags.len,
        .ilp32 = strcmp(s->options.data_model, "ILP32") == 0,
        .overflow = s->options.overflow || s->task.goal == C_GOAL_OVERFLOW,
        .malloc_may_fail = s->options.malloc_may_fail,
        .goal = s->task.goal,
    };
    s->program = c_load(&s->sources, files, count, &options, &s->diag);
#else
    (void)files, (void)count;
    diag_error(&s->diag, (Pos){0},
               "this heddle was built without clang and LLVM 19, and so "
               "without the front end for C");
#endif
    return s->program != NULL;
}

static bool load_model(Session *s, const int *files, size_t count);

static const Front fronts[] = {
    {".zing", "models in the Zing language", true, INPUT_PROGRAM, load_zing},
    {".c", "C programs", true, INPUT_PROGRAM, load_c},
    {".i", "preprocessed C programs", true, INPUT_PROGRAM, load_c},
    {".ir", "the intermediate form that heddle show prints", false, INPUT_PROGRAM, load_ir},
    {".pds", "concurrent pushdown systems, with .init and .target beside them", false, INPUT_MODEL,
     load_model},
    {".spec", "Petri nets in the format of mist", false, INPUT_NET, load_net},
};
enum { FRONTS = sizeof fronts / sizeof *fronts };

static const Engine *const engines[] = {&engine_explore, &engine_crowd, &engine_bag, &engine_bound};
enum { ENGINES = sizeof engines / sizeof *engines };

typedef struct Command {
    const char *name, *operands, *what, *details;
    int (*run)(Session *s);
} Command;

static int run_check(Session *s);
static int run_infer(Session *s);
static int run_prove(Session *s);
static int run_show(Session *s);
static int run_replay(Session *s);
static int run_help(Session *s);

static const Command commands[] = {
    {"check", "FILE...", "can it go wrong?  (heddle FILE does the same)",
     "Explores every run of the program and answers safe, bug (with the shortest run that breaks\n"
     "it) or unknown.  Several Zing files make one program; - is standard input.",
     run_check},
    {"prove", "FILE...", "do its methods keep to their access predicates and specifications?",
     "Checks each method by itself, for any number of threads that call the methods in any order.\n"
     "Answers proved, failed (with a path through the method) or unknown for each.",
     run_prove},
    {"infer", "FILE...", "print the locking discipline as annotations",
     "For each variable, field and array: who may touch it, in every run of the program.",
     run_infer},
    {"show", "FILE...", "print the program as heddle sees it, or with --dot as a graph",
     "Prints the intermediate form; heddle reads it back from a file that ends in .ir.  A net is\n"
     "printed in its own format.",
     run_show},
    {"replay", "FILE... TRACE", "run a trace again that check --trace=TRACE has saved",
     "Exit status 1 means that the error happened again.", run_replay},
    {"help", "[COMMAND]", "explain a command", "", run_help},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("heddle: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return EXIT_INPUT;
}

static int complain_internal(const char *what)
{
    fprintf(stderr, "heddle: internal error: please report: %s\n", what);
    return EXIT_INTERNAL;
}

/* A concurrent pushdown system: the model, its initial state and its target. */

/* `models/a.pds` -> `models/a.init` */
static char *beside(Session *s, const char *model, const char *extension)
{
    size_t len = strlen(model) - strlen(".pds");
    return arena_print(&s->diag.arena, "%.*s%s", (int)len, model, extension);
}

/* The number of the source that holds a state: given in the option, in the file that the option
 * names, or in the file beside the model.  -1: there is none. */
static int find_state(Session *s, const char *option, const char *given, const char *extension,
                      const char **why)
{
    if (strchr(given, '|'))
        return source_add(&s->sources, option, given, strlen(given));
    return source_read(&s->sources, *given ? given : beside(s, s->operands.at[0], extension), why);
}

static bool load_init(Session *s)
{
    const char *why;
    int file = find_state(s, "--init", s->options.init, ".init", &why);
    if (file >= 0)
        return cpds_parse_init(s->model, &s->sources, file, &s->diag);
    const char *name = *s->options.init ? s->options.init : beside(s, s->operands.at[0], ".init");
    diag_error(&s->diag, (Pos){.line = 1, .column = 1},
               "the initial state is missing: cannot read %s: %s; write it there, or give "
               "--init=0|1,2",
               name, why);
    return false;
}

/* Without a target all visible states are asked for. */
static bool load_target(Session *s)
{
    const char *why, *given = s->options.target;
    if (strcmp(given, "none") == 0)
        return true;
    if (!*given && access(beside(s, s->operands.at[0], ".target"), F_OK) != 0)
        return true;
    int file = find_state(s, "--target", given, ".target", &why);
    if (file >= 0)
        return cpds_parse_targets(s->model, &s->sources, file, &s->diag);
    diag_error(&s->diag, (Pos){0}, "cannot read the target %s: %s",
               *given ? given : beside(s, s->operands.at[0], ".target"), why);
    return false;
}

static bool load_model(Session *s, const int *files, size_t count)
{
    assert(count == 1);
    (void)count;
    s->model = cpds_parse(&s->sources, files[0], &s->diag);
    bool ok = s->model && (s->showing || (load_init(s) && load_target(s)));
    if (!ok && s->model) {
        cpds_free(s->model);
        s->model = NULL;
    }
    return ok;
}

/* Source text -> Program.  All of these return 0 or the exit status. */

static const Front *find_front(const char *name)
{
    if (strcmp(name, "-") == 0)
        return &fronts[0];
    size_t len = strlen(name);
    for (size_t i = 0; i < FRONTS; i++) {
        size_t tail = strlen(fronts[i].extension);
        if (len > tail && strcmp(name + len - tail, fronts[i].extension) == 0)
            return &fronts[i];
    }
    return NULL;
}

static int read_file(Session *s, const char *name)
{
    const char *why;
    int file = source_read(&s->sources, name, &why);
    if (file < 0)
        return complain("cannot read %s: %s", name, why);
    const Source *source = &s->sources.files.at[file];
    if (strspn(source->text, " \t\r\n") == source->len)
        return complain("%s is empty: there is no program to read", source->name);
    return 0;
}

static int read_files(Session *s, const Front **front)
{
    vec_each (const char *, name, &s->operands) {
        int status = read_file(s, *name);
        if (status)
            return status;
        const Front *found = find_front(*name);
        if (!found) {
            complain("cannot tell from its name what %s is; heddle reads", *name);
            for (size_t i = 0; i < FRONTS; i++)
                fprintf(stderr, "    %-6s %s\n", fronts[i].extension, fronts[i].what);
            return EXIT_INPUT;
        }
        if (*front && (found->load != (*front)->load || !found->several))
            return complain("%s and %s cannot be one program", s->operands.at[0], *name);
        *front = found;
    }
    return 0;
}

static int verify(Session *s)
{
    char why[256];
    uint32_t pc = 0;
    if (s->front->makes != INPUT_PROGRAM || ir_verify(s->program, why, sizeof why, &pc))
        return 0;
    if (s->front->load != load_ir)
        return complain_internal(why);
    Pos pos = pc < s->program->pos.len ? s->program->pos.at[pc] : (Pos){0};
    diag_error(&s->diag, pos, "malformed program: %s", why);
    return EXIT_INPUT;
}

static int load_input(Session *s)
{
    int status = read_files(s, &s->front);
    if (status)
        return status;
    VEC(int) files = {0};
    for (size_t i = 0; i < s->sources.files.len; i++)
        vec_push(&files, (int)i);
    status = s->front->load(s, files.at, files.len) ? verify(s) : EXIT_INPUT;
    vec_free(&files);
    if (status || !s->options.quiet)
        diag_print(&s->diag, stderr);
    return status;
}

/* For commands that need a program. */
static int load_program(Session *s, const char *command)
{
    int status = load_input(s);
    if (!status && s->front->makes != INPUT_PROGRAM)
        return complain("%s reads programs, and %s is %s", command, s->operands.at[0],
                        s->front->what);
    return status;
}

/* Program -> verdict -> report. */

static const Engine *find_engine(const char *name)
{
    for (size_t i = 0; i < ENGINES; i++)
        if (strcmp(name, engines[i]->name) == 0)
            return engines[i];
    return NULL;
}

/* The engine that --engine names, or the first one that reads the input.  NULL, with a message, if
 * there is none. */
static const Engine *choose_engine(const Session *s)
{
    const char *name = s->options.engine;
    bool any = strcmp(name, "auto") == 0;
    for (size_t i = 0; i < ENGINES; i++)
        if (engines[i]->reads == s->front->makes && (any || strcmp(name, engines[i]->name) == 0))
            return engines[i];
    complain("--engine=%s does not read %s", name, s->front->what);
    return NULL;
}

static int check_choices(const Options *options)
{
    static const char *const methods[] = {"all", "backward", "forward", "accelerated", "directed"};
    if (strcmp(options->engine, "auto") != 0 && !find_engine(options->engine))
        return complain("--engine: there is no engine '%s'", options->engine);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(options->method, methods[i]) == 0)
            return 0;
    return complain("--method: '%s' is not one of all, backward, forward, accelerated, directed",
                    options->method);
}

static int begin_job(Session *s, const char *engine)
{
    const char *list = s->options.property;
    s->job.input = s->front->makes;
    s->job.program = s->program;
    s->job.net = s->net;
    s->job.model = s->model;
    s->job.sources = &s->sources;
    s->job.options = &s->options;
    s->job.engine = engine;
    s->job.properties = property_parse(&list);
    if (!s->job.properties)
        return complain(
            "--property: '%.*s' is not one of assert, deadlock, race, memory, lock, access, all",
            (int)strcspn(list, ","), list);
    bool live = isatty(STDERR_FILENO) && !s->options.json && !s->options.quiet;
    budget_begin(&s->job.budget, s->options.time_limit, s->options.memory_limit, live);
    return 0;
}

static bool want_color(const Options *options)
{
    if (strcmp(options->color, "auto") == 0)
        return isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    return strcmp(options->color, "always") == 0;
}

static int exit_status(VerdictKind verdict)
{
    switch (verdict) {
    case VERDICT_SAFE:
        return EXIT_SAFE;
    case VERDICT_BUG:
        return EXIT_BUG;
    case VERDICT_UNKNOWN:
    case VERDICT_BOUNDED:
        return EXIT_OPEN;
    }
    return EXIT_INTERNAL;
}

/* The files that were asked for, then the exit status. */
static int write_files(Session *s)
{
    const char *failed = report_files(&s->job);
    if (failed)
        return complain("cannot write %s: %s", failed, strerror(errno));
    return exit_status(s->job.verdict);
}

static int report(Session *s)
{
    const Job *job = &s->job;
    if (s->options.json)
        report_json(job, stdout);
    else
        report_text(job, want_color(&s->options), stdout);
    if (s->options.stats && !s->options.json)
        report_stats(job, stdout);
    return write_files(s);
}

/* Somebody else goes over the bug. */
static bool replay_bug(Job *job, Bug *bug, char *why, size_t size)
{
    switch (job->input) {
    case INPUT_PROGRAM:
        return check_replay(job, bug, why, size);
    case INPUT_NET:
        return check_net_replay(job, bug, why, size);
    case INPUT_MODEL:
        return check_replay_model(job, bug, why, size);
    }
    return false;
}

static int confirm(Job *job)
{
    char why[256];
    vec_each (Bug, bug, &job->bugs)
        if (!replay_bug(job, bug, why, sizeof why))
            return complain_internal(why);
    if (job->input == INPUT_MODEL && job->verdict == VERDICT_SAFE)
        return check_certificate(job, why, sizeof why) ? 0 : complain_internal(why);
    if (job->input != INPUT_NET || job->verdict != VERDICT_SAFE)
        return 0;
    ProofCheck check = check_net_proof(job->net, &job->proof, why, sizeof why);
    job->proof.checked = check == PROOF_HOLDS;
    return check == PROOF_FAILS ? complain_internal(why) : 0;
}

static void run_engine(Job *job, const Engine *engine)
{
    job_clear(job);
    job->engine = engine->name;
    engine->run(job);
}

/* Programs, when no engine was named.  All threads, if they are few; otherwise a bag of threads,
 * which can prove; otherwise more and more threads, which can find bugs. */
static void run_auto(Job *job)
{
    enum { FEW_THREADS = 4, CROWD_SECONDS = 2 };
    job->most_threads = FEW_THREADS;
    run_engine(job, &engine_explore);
    if (!job->many_threads || job->bugs.len)
        return;
    double whole = budget_slice(&job->budget, CROWD_SECONDS);
    run_engine(job, &engine_crowd);
    bool interrupted = budget_restore(&job->budget, whole);
    if ((job->verdict == VERDICT_SAFE && !job->undefined) || interrupted)
        return;
    do {
        job->most_threads += 1 + job->most_threads / 4;
        run_engine(job, &engine_explore);
    } while (job->many_threads && !job->bugs.len && !job->budget.reason);
}

/* Tasks of SV-COMP. */

static int read_task(Session *s)
{
#ifdef HEDDLE_C
    char why[512];
    if (!task_read(s->operands.at, s->operands.len, &s->task, &s->texts, why, sizeof why))
        return complain("%s", why);
    s->operands.len = 0;
    vec_each (const char *, name, &s->task.files)
        vec_push(&s->operands, *name);
    if (s->task.model)
        s->options.data_model = s->task.model;
    s->options.property = s->task.properties;
    return 0;
#else
    (void)s;
    return complain("this heddle was built without clang and LLVM 19, and so without --sv-comp");
#endif
}

/* The answer in the words of the competition.  A run that went wrong in another way than was asked
 * for could do anything from there on. */
static int report_task(Session *s)
{
#ifdef HEDDLE_C
    Job *job = &s->job;
    if (job->verdict == VERDICT_BUG && !task_asks(&s->task, job->bugs.at[0].error)) {
        job->verdict = VERDICT_UNKNOWN;
        job->reason = error_info[job->bugs.at[0].error].sentence;
    }
    if (job->verdict == VERDICT_SAFE && (s->task.cannot_prove || job->undefined)) {
        job->verdict = VERDICT_UNKNOWN;
        job->reason = s->task.cannot_prove
                          ? "heddle does not look for memory that is never freed"
                          : "a run has an error that was not asked for, and could do anything "
                            "behind it";
    }
#endif
    int status = report(s);
    if (!s->options.json)
        puts(status == EXIT_SAFE ? "TRUE" : status == EXIT_BUG ? "FALSE" : "UNKNOWN");
    return status;
}

static int run_check(Session *s)
{
    int status = check_choices(&s->options);
    if (!status && s->options.sv_comp)
        status = read_task(s);
    if (!status)
        status = load_input(s);
    if (status)
        return status;
    if (*s->options.witness && (!s->program || !program_is_raw(s->program)))
        return complain("--witness is for C programs, and %s is not one", s->operands.at[0]);
    const Engine *engine = choose_engine(s);
    status = engine ? begin_job(s, engine->name) : EXIT_INPUT;
    if (status)
        return status;
    budget_catch_interrupt();
    if (strcmp(s->options.engine, "auto") == 0 && engine == &engine_explore)
        run_auto(&s->job);
    else
        engine->run(&s->job);
    s->job.seconds = budget_elapsed(&s->job.budget);
    status = confirm(&s->job);
    if (status)
        return status;
    return s->options.sv_comp ? report_task(s) : report(s);
}

/* Errors do not matter here: all runs do. */
static int run_infer(Session *s)
{
    s->options.all_errors = true;
    s->options.no_reduction = s->options.zing_counting = false;
    int status = load_program(s, "infer");
    if (!status)
        status = begin_job(s, engine_explore.name);
    if (status)
        return status;
    s->job.properties &= ~(uint32_t)PROPERTY_ACCESS; /* what is written does not count */
    budget_catch_interrupt();
    engine_explore.run(&s->job);
    s->job.seconds = budget_elapsed(&s->job.budget);
    if (s->options.json)
        report_disciplines_json(&s->job, stdout);
    else
        report_disciplines(&s->job, stdout);
    return s->job.verdict == VERDICT_UNKNOWN ? EXIT_OPEN : EXIT_SAFE;
}

static int run_prove(Session *s)
{
    int status = load_program(s, "prove");
    if (!status)
        status = begin_job(s, "prove");
    if (status)
        return status;
    budget_catch_interrupt();
    if (!prove_run(&s->job))
        return complain("cannot write %s: %s", s->options.smt_log, strerror(errno));
    s->job.seconds = budget_elapsed(&s->job.budget);
    if (s->options.json)
        report_proofs_json(&s->job, stdout);
    else
        report_proofs(&s->job, want_color(&s->options), stdout);
    return write_files(s);
}

static int run_show(Session *s)
{
    s->showing = true;
    int status = s->options.dot ? load_program(s, "show --dot") : load_input(s);
    if (status)
        return status;
    if (s->net)
        net_print(s->net, stdout);
    else if (s->model)
        cpds_print(s->model, stdout);
    else if (s->options.dot)
        ir_print_dot(s->program, stdout);
    else
        ir_print(s->program, stdout);
    return 0;
}

static int replay_saved(Session *s, SavedTrace *saved, const char *trace)
{
    s->options.cooperative = saved->cooperative;
    s->options.unchecked = saved->unchecked;
    s->options.zing_counting = saved->zing_counting;
    s->options.define = saved->define;
    if (*saved->property)
        s->options.property = saved->property;
    int status = load_input(s);
    if (!status)
        status = begin_job(s, "replay");
    if (status)
        return status;
    vec_push(&s->job.bugs, saved->bug);
    saved->bug = (Bug){0};
    char why[256];
    if (!replay_bug(&s->job, &s->job.bugs.at[0], why, sizeof why))
        return complain("%s does not fit this program: %s", trace, why);
    s->job.verdict = VERDICT_BUG;
    s->job.seconds = budget_elapsed(&s->job.budget);
    return report(s);
}

static int run_replay(Session *s)
{
    if (s->operands.len < 2)
        return complain("replay needs a FILE and a TRACE");
    const char *trace = vec_pop(&s->operands);
    SavedTrace saved = {0};
    char why[256];
    int status = check_load_trace(trace, &saved, why, sizeof why)
                     ? replay_saved(s, &saved, trace)
                     : complain("cannot use the trace %s: %s", trace, why);
    job_free(&s->job); /* its texts are partly in the trace */
    check_free_trace(&saved);
    return status;
}

/* The command line. */

static void print_usage(FILE *out)
{
    fputs("usage: heddle COMMAND [OPTION]... FILE...\n\n", out);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  heddle %-6s %-14s %s\n", commands[i].name, commands[i].operands,
                commands[i].what);
}

static void print_help(void)
{
    fputs("heddle decides whether a concurrent program can go wrong.\n\n", stdout);
    print_usage(stdout);
    fputs("\noptions:\n", stdout);
    option_help(stdout);
    fputs("  --help               this text, or that of a command\n"
          "  --version            the version of heddle\n\n"
          "exit status: 0 safe, 1 bug, 2 wrong input, 3 unknown or bounded, 70 internal error\n",
          stdout);
}

static const Command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    complain("there is no command '%s'; the commands are", name);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(stderr, "    %-7s %s\n", commands[i].name, commands[i].what);
    return EXIT_INPUT;
}

static int help_command(const Command *command)
{
    printf("usage: heddle %s [OPTION]... %s\n\n%s\n", command->name, command->operands,
           command->what);
    if (*command->details)
        printf("%s\n", command->details);
    puts("\noptions:");
    option_help(stdout);
    return 0;
}

static int run_help(Session *s)
{
    if (!s->operands.len) {
        print_help();
        return 0;
    }
    const Command *command = find_command(s->operands.at[0]);
    return command ? help_command(command) : unknown_command(s->operands.at[0]);
}

/* An operand that can only be meant as a command: not like a file name, and no such file. */
static bool looks_like_command(const char *name)
{
    return !strpbrk(name, "./") && strcmp(name, "-") != 0 && access(name, F_OK) != 0;
}

/* What stands behind `--` is for clang if a C file stands before it; otherwise it is files. */
static bool reads_c(const Session *s)
{
    vec_each (const char *, name, &s->operands) {
        const Front *front = find_front(*name);
        size_t len = strlen(*name);
        if ((front && front->load == load_c) || (len > 4 && strcmp(*name + len - 4, ".yml") == 0))
            return true;
    }
    return false;
}

/* Sorts the arguments into options and operands.  0 or the exit status. */
static int parse_arguments(Session *s, int argc, char **argv, bool *help, bool *version)
{
    bool options = true;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        char why[256];
        if (!options && reads_c(s))
            vec_push(&s->flags, argument);
        else if (!options || argument[0] != '-' || !argument[1])
            vec_push(&s->operands, argument);
        else if (strcmp(argument, "--") == 0)
            options = false;
        else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)
            *help = true;
        else if (strcmp(argument, "--version") == 0)
            *version = true;
        else if (option_parse(&s->options, argument, why, sizeof why))
            return complain("%s", why);
    }
    if (s->options.zing_counting)
        s->options.no_reduction = true;
    return 0;
}

/* Takes the command away from the operands; check if there is none but files. */
static const Command *take_command(Session *s)
{
    const Command *command = find_command(s->operands.at[0]);
    if (!command)
        return looks_like_command(s->operands.at[0]) ? NULL : &commands[0];
    s->operands.len--;
    memmove(s->operands.at, s->operands.at + 1, s->operands.len * sizeof *s->operands.at);
    return command;
}

static int run(Session *s, int argc, char **argv)
{
    bool help = false, version = false;
    int status = parse_arguments(s, argc, argv, &help, &version);
    if (status)
        return status;
    if (version) {
        puts("heddle " HEDDLE_VERSION);
        return 0;
    }
    if (!s->operands.len && help)
        return run_help(s);
    if (!s->operands.len) {
        print_usage(stderr);
        fputs("\nheddle --help lists the options.\n", stderr);
        return EXIT_INPUT;
    }
    const Command *command = take_command(s);
    if (!command)
        return unknown_command(s->operands.at[0]);
    if (help)
        return help_command(command);
    if (!s->operands.len && command->run != run_help)
        return complain("%s needs a file: heddle %s %s", command->name, command->name,
                        command->operands);
    return command->run(s);
}

int main(int argc, char **argv)
{
    Session s = {.options = option_defaults()};
    s.diag.sources = &s.sources;
    int status = run(&s, argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout))
        status = complain("cannot write the result: %s", strerror(errno));
    job_free(&s.job);
    if (s.program)
        program_free(s.program);
    if (s.net)
        net_free(s.net);
    if (s.model)
        cpds_free(s.model);
    diag_free(&s.diag);
    source_free(&s.sources);
    vec_free(&s.operands);
    vec_free(&s.flags);
    vec_free(&s.task.files);
    arena_free(&s.texts);
    return status;
}
