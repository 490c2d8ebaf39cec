/* main.c -- the command line and the way of the data:
 *
 *   files -> front end -> Program -> ir_verify -> engine -> replay -> report -> exit status
 *
 * A front end, an engine, a command: one row in a table here. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/version.h"
#include "check/replay.h"
#include "engine/explore/explore.h"
#include "engine/summarize/summarize.h"
#include "front/zing/zing.h"
#include "report/report.h"

enum { EXIT_SAFE = 0, EXIT_BUG = 1, EXIT_INPUT = 2, EXIT_OPEN = 3, EXIT_INTERNAL = 70 };

typedef struct Session {
    Options options;
    VEC(const char *) operands; /* what is neither command nor option */
    Sources sources;
    Diag diag;
    Program *program;
    Job job;
} Session;

/* Front ends: what reads a file is decided by its extension; standard input is Zing. */

typedef struct Front {
    const char *extension, *what;
    bool several; /* files make one program */
    Program *(*load)(Session *s, const int *files, size_t count);
} Front;

static Program *load_zing(Session *s, const int *files, size_t count)
{
    ZingOptions options = {
        .cooperative = s->options.cooperative,
        .unchecked = s->options.unchecked,
        .original_scopes = s->options.zing_counting,
        .defines = s->options.define,
    };
    return zing_load(&s->sources, files, count, &options, &s->diag);
}

static Program *load_ir(Session *s, const int *files, size_t count)
{
    assert(count == 1);
    (void)count;
    return ir_parse(&s->sources, files[0], &s->diag);
}

static const Front fronts[] = {
    {".zing", "models in the Zing language", true, load_zing},
    {".ir", "the intermediate form that heddle show prints", false, load_ir},
};
enum { FRONTS = sizeof fronts / sizeof *fronts };

static const Engine engine_auto;
static const Engine *const engines[] = {&engine_auto, &engine_summarize, &engine_explore};
enum { ENGINES = sizeof engines / sizeof *engines };

typedef struct Command {
    const char *name, *operands, *what, *details;
    int (*run)(Session *s);
} Command;

static int run_check(Session *s);
static int run_infer(Session *s);
static int run_summary(Session *s);
static int run_show(Session *s);
static int run_replay(Session *s);
static int run_help(Session *s);

static const Command commands[] = {
    {"check", "FILE...", "can it go wrong?  (heddle FILE does the same)",
     "Explores every run of the program and answers safe, bug (with the shortest run that breaks\n"
     "it) or unknown.  Several Zing files make one program; - is standard input.",
     run_check},
    {"infer", "FILE...", "print the locking discipline as annotations",
     "For each variable, field and array: who may touch it, in every run of the program.",
     run_infer},
    {"summary", "FILE... [PROCEDURE]", "print procedure summaries",
     "The edges of each procedure: where a transaction begins in it, and where it ends, calls or\n"
     "returns, with the variables that it looks at.",
     run_summary},
    {"show", "FILE...", "print the program as heddle sees it, or with --dot as a graph",
     "Prints the intermediate form; heddle reads it back from a file that ends in .ir.", run_show},
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
        if (*front && (found != *front || !found->several))
            return complain("%s and %s cannot be one program", s->operands.at[0], *name);
        *front = found;
    }
    return 0;
}

static int verify(Session *s, const Front *front)
{
    char why[256];
    uint32_t pc = 0;
    if (ir_verify(s->program, why, sizeof why, &pc))
        return 0;
    if (front->load != load_ir)
        return complain_internal(why);
    Pos pos = pc < s->program->pos.len ? s->program->pos.at[pc] : (Pos){0};
    diag_error(&s->diag, pos, "malformed program: %s", why);
    return EXIT_INPUT;
}

static int load_program(Session *s)
{
    const Front *front = NULL;
    int status = read_files(s, &front);
    if (status)
        return status;
    VEC(int) files = {0};
    for (size_t i = 0; i < s->sources.files.len; i++)
        vec_push(&files, (int)i);
    s->program = front->load(s, files.at, files.len);
    vec_free(&files);
    status = s->program ? verify(s, front) : EXIT_INPUT;
    if (status || !s->options.quiet)
        diag_print(&s->diag, stderr);
    return status;
}

/* Program -> verdict -> report. */

/* What summarize leaves open, explore may decide.  Where the states have no end, it can only find
 * bugs, and goes on until it is stopped. */
static bool goes_on(const Job *job)
{
    bool limited = job->options->time_limit || job->options->memory_limit;
    return job->verdict == VERDICT_UNKNOWN && !job->budget.reason && (!job->grows || limited);
}

static void run_auto(Job *job)
{
    bool plain = job->options->no_reduction || job->options->zing_counting;
    job->why = plain ? "actions are asked for, not transactions" : "the first choice";
    if (!plain)
        engine_summarize.run(job);
    if (!plain && goes_on(job)) {
        job->why = arena_print(&job->arena, "summarize gave up: %s", job->reason);
        job->reason = NULL;
        job->stats = (Stats){0};
        job->errors = 0;
        plain = true;
    }
    if (plain)
        engine_explore.run(job);
}

static const Engine engine_auto = {
    .name = "auto",
    .help = "summarize, and what that leaves open, explore",
    .run = run_auto,
};

static const Engine *find_engine(const char *name)
{
    for (size_t i = 0; i < ENGINES; i++)
        if (strcmp(name, engines[i]->name) == 0)
            return engines[i];
    return NULL;
}

/* `assert,lock` -> bits; 0 if there is an unknown name, which is left in *list. */
static uint32_t parse_properties(const char **list)
{
    const uint32_t all =
        PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK | PROPERTY_ACCESS;
    uint32_t bits = 0;
    while (**list) {
        size_t len = strcspn(*list, ",");
        uint32_t found = len == 3 && strncmp(*list, "all", 3) == 0 ? all : 0;
        for (uint32_t bit = 1; bit <= PROPERTY_ACCESS; bit <<= 1) {
            const char *name = property_name((Property)bit);
            if (strlen(name) == len && strncmp(*list, name, len) == 0)
                found |= bit;
        }
        if (!found)
            return 0;
        bits |= found;
        *list += len + ((*list)[len] == ',');
    }
    return bits;
}

static int begin_job(Session *s, const char *engine)
{
    const char *list = s->options.property;
    s->job.program = s->program;
    s->job.options = &s->options;
    s->job.engine = engine;
    s->job.properties = parse_properties(&list);
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

static int report(Session *s)
{
    const Job *job = &s->job;
    if (s->options.json)
        report_json(job, stdout);
    else
        report_text(job, want_color(&s->options), stdout);
    if (s->options.stats && !s->options.json)
        report_stats(job, stdout);
    if (*s->options.trace && job->bugs.len &&
        !report_trace(job, &job->bugs.at[0], s->options.trace))
        return complain("cannot write %s: %s", s->options.trace, strerror(errno));
    return exit_status(job->verdict);
}

static int run_check(Session *s)
{
    const Engine *engine = find_engine(s->options.engine);
    if (!engine)
        return complain("--engine: there is no engine '%s'", s->options.engine);
    int status = load_program(s);
    if (!status)
        status = begin_job(s, engine->name);
    if (status)
        return status;
    budget_catch_interrupt();
    engine->run(&s->job);
    s->job.seconds = budget_elapsed(&s->job.budget);
    vec_each (Bug, bug, &s->job.bugs) {
        char why[256];
        if (!check_replay(&s->job, bug, why, sizeof why))
            return complain_internal(why);
    }
    return report(s);
}

/* Errors do not matter here: all runs do. */
static int run_infer(Session *s)
{
    s->options.all_errors = true;
    s->options.no_reduction = s->options.zing_counting = false;
    int status = load_program(s);
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

static bool has_procedure(const Session *s, const char *name)
{
    vec_each (Proc, proc, &s->program->procs)
        if (strcmp(proc->name, name) == 0)
            return true;
    return false;
}

/* Errors do not matter here either. */
static int run_summary(Session *s)
{
    const char *proc = NULL;
    if (s->operands.len > 1 && !find_front(vec_last(&s->operands)))
        proc = vec_pop(&s->operands);
    s->options.all_errors = true;
    int status = load_program(s);
    if (!status)
        status = begin_job(s, engine_summarize.name);
    if (status)
        return status;
    if (proc && !has_procedure(s, proc))
        return complain("there is no procedure '%s' in %s", proc, s->operands.at[0]);
    s->job.wants_summaries = true;
    budget_catch_interrupt();
    engine_summarize.run(&s->job);
    s->job.seconds = budget_elapsed(&s->job.budget);
    if (s->options.json)
        report_summaries_json(&s->job, proc, stdout);
    else
        report_summaries(&s->job, proc, stdout);
    return s->job.verdict == VERDICT_UNKNOWN ? EXIT_OPEN : EXIT_SAFE;
}

static int run_show(Session *s)
{
    int status = load_program(s);
    if (status)
        return status;
    if (s->options.dot)
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
    int status = load_program(s);
    if (!status)
        status = begin_job(s, "replay");
    if (status)
        return status;
    vec_push(&s->job.bugs, saved->bug);
    saved->bug = (Bug){0};
    char why[256];
    if (!check_replay(&s->job, &s->job.bugs.at[0], why, sizeof why))
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

/* Sorts the arguments into options and operands.  0 or the exit status. */
static int parse_arguments(Session *s, int argc, char **argv, bool *help, bool *version)
{
    bool options = true;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        char why[256];
        if (!options || argument[0] != '-' || !argument[1])
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
    const char *color = s->options.color;
    if (strcmp(color, "auto") != 0 && strcmp(color, "always") != 0 && strcmp(color, "never") != 0)
        return complain("--color=%s: it can be auto, always or never", color);
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
    diag_free(&s.diag);
    source_free(&s.sources);
    vec_free(&s.operands);
    return status;
}
