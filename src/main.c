/* main.c -- the command line and the way of the data:
 *
 *   files -> front end -> Program or Net -> engine -> replay -> report -> exit status
 *
 * A command is one row in a table here; front ends are in command/load.c, engines in
 * command/answer.c, the clients of prove --search in command/search.c; show, summary and replay are in
 * files of their own in command/, and so is the report at the end (command/outcome.c). */
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/log.h"
#include "base/peers.h"
#include "base/worker.h"
#include "command/annotate.h"
#include "command/build.h"
#include "command/checkpoint.h"
#include "command/completion.h"
#include "command/library.h"
#include "command/next.h"
#include "command/peers.h"
#include "command/session.h"
#include "command/topic.h"
#include "command/vacuity.h"
#include "command/watch.h"
#include "engine/explore/explore.h"
#include "engine/prove/prove.h"
#include "lsp/lsp.h"
#include "report/report.h"
#include "serve/serve.h"

typedef struct Command {
    const char *name, *operands, *what, *details;
    int (*run)(Session *s);
} Command;

static int run_check(Session *s);
static int run_infer(Session *s);
static int run_prove(Session *s);
static int run_resume(Session *s);
static int run_serve(Session *s);
static int run_lsp(Session *s);
static int run_completion(Session *s);
static int run_help(Session *s);

static const Command commands[] = {
    {"check", "FILE...", "can it go wrong?  (heddle FILE does the same)",
     "Considers every run of the program and answers safe, bug (with a run that breaks it), "
     "bounded\n"
     "or unknown.  Several files of one language make one program; - is standard input.",
     run_check},
    {"prove", "FILE...", "do its methods keep to their access predicates and specifications?",
     "Checks each method by itself, for any number of threads that call the methods in any order.\n"
     "Answers proved, failed (with a path through the method) or unknown for each.",
     run_prove},
    {"infer", "FILE...", "print the locking discipline as annotations",
     "For each variable, field and array: who may touch it, in every run of the program.",
     run_infer},
    {"summary", "FILE... [PROCEDURE]", "print procedure summaries",
     "The edges of each procedure: where a transaction begins in it, and where it ends, calls or\n"
     "returns, with the variables that it looks at.",
     session_run_summary},
    {"show", "FILE...", "print the program as heddle sees it, or with --dot as a graph",
     "Prints the intermediate form; heddle reads it back from a file that ends in .ir.  A net is\n"
     "printed in its own format.  --states=svg draws the states of a small program instead.",
     session_run_show},
    {"replay", "FILE... TRACE", "run a trace again that check --trace=TRACE has saved",
     "Exit status 1 means that the error happened again.  With --native, clang compiles the C "
     "files, "
     "and\nthe run is forced on the real program: its threads take turns as the trace says, and "
     "its\n"
     "inputs are those of the trace.  Then 1 means that it really went wrong, 3 that it did not.",
     session_run_replay},
    {"resume", "CHECKPOINT", "go on with a search that check --checkpoint=CHECKPOINT has saved",
     "The search goes on as if it had never been stopped: same verdict, counts and trace.  It may "
     "have\n"
     "other limits (they begin anew), other --jobs and other outputs.",
     run_resume},
    {"serve", "", "a page with an editor, for browsers on this machine",
     "Prints the address.  Each program that is sent runs in a process of its own, with limits\n"
     "(--time-limit, 20 s; --memory-limit, 2048 MB) and without files and network.",
     run_serve},
    {"watch", "[prove] FILE...", "check again whenever a file has changed",
     "Runs check (or prove, or infer) with the options given, and again when one of the files, a "
     "header\n"
     "beside them or heddle.toml is written.  A run that is overtaken is ended.  Ctrl-C ends it "
     "all.",
     watch_run},
    {"lsp", "", "answer an editor, on standard input and output (heddle help editors)",
     "The language server: diagnostics when a file is opened or saved, the run of a bug step by "
     "step,\n"
     "what is known of variables and statements.  Options are those of heddle.toml.",
     run_lsp},
    {"completion", "SHELL", "print the completion of bash, zsh or fish", "", run_completion},
    {"help", "[TOPIC]", "explain a command, or print a page of the manual", "", run_help},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* Tasks of SV-COMP. */

static int read_task(Session *s)
{
#ifdef HEDDLE_C
    char why[512];
    if (!task_read(s->operands.at, s->operands.len, &s->task, &s->texts, why, sizeof why))
        return session_complain(s, "%s", why);
    s->operands.len = 0;
    vec_each (const char *, name, &s->task.files)
        vec_push(&s->operands, *name);
    if (s->task.model)
        s->options.data_model = s->task.model;
    s->options.property = s->task.properties;
    return 0;
#else
    (void)s;
    return session_complain(
        s, "this heddle was built without clang and LLVM 19, and so without --sv-comp");
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
        job_give_reason(job, (Reason){error_info[job->bugs.at[0].error].sentence,
                                      job->bugs.at[0].where, job->bugs.at[0].proc});
    }
    if (job->verdict == VERDICT_SAFE && (s->task.cannot_prove || job->undefined.text)) {
        job->verdict = VERDICT_UNKNOWN;
        job_give_reason(
            job, s->task.cannot_prove
                     ? (Reason){.text = "heddle does not look for memory that is never freed"}
                     : job->undefined);
    }
#endif
    int status = session_report(s);
    if (!s->options.json && !s->options.quiet)
        printf("the property is %s\n", s->task.property);
    if (!s->options.json)
        puts(status == EXIT_SAFE ? "TRUE" : status == EXIT_BUG ? "FALSE" : "UNKNOWN");
    return status;
}

static int run_check(Session *s)
{
    int status = session_check_choices(s);
    if (!status && *s->options.project && !s->operands.len)
        return session_check_build(s);
    if (!status && *s->options.project)
        status = session_take_build(s);
    if (!status && s->options.sv_comp)
        status = read_task(s);
    if (!status)
        status = s->options.library ? session_load_library(s) : session_load_input(s);
    if (status || s->options.show_client)
        return status;
    if (*s->options.witness && (!s->program || !program_is_raw(s->program)))
        return session_complain(s, "--witness is for C programs, and %s is not one",
                                s->operands.at[0]);
    bool explores = *s->options.checkpoint || s->options.hash_compaction;
    if (explores && strcmp(s->options.engine, "auto") == 0)
        s->options.engine = engine_explore.name;
    if (s->options.hash_compaction)
        s->options.next = "none"; /* it is for what nothing else can search to its end */
    status = peers_check(s);
    if (status)
        return status;
    const Engine *engine = session_choose_engine(s);
    status = engine ? session_begin_job(s, engine->name, session_asks_races(s)) : EXIT_INPUT;
    if (!status)
        status = session_choose_memory(s, NULL);
    if (!status)
        status = session_check_live(s);
    if (!status)
        status = peers_check_job(s);
    if (!status)
        status = checkpoint_begin(s);
    if (status)
        return status;
    budget_catch_signals();
    if (s->program) {
        s->job.reached_len = (uint32_t)s->program->code.len;
        s->job.reached = arena_alloc(&s->texts, s->program->code.len);
    }
    next_prepare(s);
    status = s->options.library ? session_answer_library(s) : session_answer(s, engine);
    checkpoint_end(s);
    if (status)
        return status;
    if (!s->options.sv_comp && !s->options.library)
        vacuity_note(&s->job);
    if (s->options.suggest_orders)
        session_suggest_orders(s);
    else if (!s->options.sv_comp && !s->options.quiet)
        session_propose_order(s);
    next_suggest(s, "check");
    return s->options.sv_comp ? report_task(s) : session_report(s);
}

/* infer --prove */
static int run_infer_proved(Session *s)
{
    s->library = true;
    int status = session_load_program(s, "infer");
    if (!status)
        status = session_begin_job(s, "prove", false);
    if (!status)
        status = session_choose_memory(s, "prove");
    if (status)
        return status;
    budget_catch_signals();
    status = session_infer_proved(s);
    s->job.seconds = budget_elapsed(&s->job.budget);
    guard_end();
    if (status && status != EXIT_OPEN)
        return status;
    if (s->options.json)
        report_disciplines_json(&s->job, stdout);
    else
        report_disciplines(&s->job, stdout);
    return status;
}

/* Errors do not matter here: all runs do. */
static int run_infer(Session *s)
{
    if (s->options.prove)
        return run_infer_proved(s);
    s->options.all_errors = true;
    s->options.no_reduction = s->options.zing_counting = false;
    int status = session_load_program(s, "infer");
    if (!status)
        status = session_begin_job(s, engine_explore.name, false);
    if (!status)
        status = session_choose_memory(s, "infer");
    if (status)
        return status;
    s->job.properties &= ~(uint32_t)PROPERTY_ACCESS; /* what is written does not count */
    s->job.infers = true;
    budget_catch_signals();
    engine_run(&engine_explore, &s->job);
    s->job.seconds = budget_elapsed(&s->job.budget);
    if (s->options.json)
        report_disciplines_json(&s->job, stdout);
    else
        report_disciplines(&s->job, stdout);
    return s->job.verdict == VERDICT_UNKNOWN ? EXIT_OPEN : EXIT_SAFE;
}

static int run_prove(Session *s)
{
    s->library = true;
    int status = session_load_program(s, "prove");
    if (!status)
        status = session_begin_job(s, "prove", false);
    if (!status)
        status = session_choose_memory(s, "prove");
    if (status)
        return status;
    budget_catch_signals();
    if (!prove_run(&s->job))
        return session_complain(s, "cannot write %s: %s", s->options.smt_log, strerror(errno));
    s->job.seconds = budget_elapsed(&s->job.budget);
    next_suggest(s, "prove");
    guard_end();
    s->job.config = s->config_text;
    bool searches = s->options.search && s->job.verdict == VERDICT_BUG;
    if (!s->options.json)
        report_proofs(&s->job, session_wants_color(s), stdout);
    int found = searches ? session_search_clients(s) : 0;
    if (s->options.json)
        report_proofs_json(&s->job, stdout);
    status = session_write_files(s);
    return found == EXIT_INTERNAL ? EXIT_INTERNAL : status;
}

/* The command line. */

static void print_usage(FILE *out)
{
    fputs("usage: heddle COMMAND [OPTION]... FILE...\n\n", out);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  heddle %-10s %-19s %s\n", commands[i].name, commands[i].operands,
                commands[i].what);
}

static void print_help(void)
{
    fputs("heddle decides whether a concurrent program can go wrong.\n\n", stdout);
    print_usage(stdout);
    fputs("\npages of the manual:\n", stdout);
    topic_list(stdout);
    fputs("\noptions:\n", stdout);
    option_help(stdout);
    fputs("  --help               this text, or that of a command\n"
          "  --version            the versions of heddle, LLVM and the solvers\n\n"
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

static int unknown_command(Session *s, const char *name)
{
    session_complain(s, "there is no command '%s'; the commands are", name);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(stderr, "    %-10s %s\n", commands[i].name, commands[i].what);
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
    const char *name = s->operands.at[0];
    const Command *command = find_command(name);
    if (command && command->run != run_prove && command->run != run_serve)
        return help_command(command);
    if (topic_print(name, stdout))
        return 0;
    unknown_command(s, name);
    fputs("and the pages of the manual\n", stderr);
    topic_list(stderr);
    return EXIT_INPUT;
}

static int run_lsp(Session *s)
{
    (void)s;
    return lsp_run();
}

static int run_completion(Session *s)
{
    CommandWord words[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++)
        words[i] = (CommandWord){commands[i].name, commands[i].what};
    if (completion_print(s->operands.at[0], words, COMMANDS))
        return 0;
    return session_complain(s, "completion: '%s' is not one of bash, zsh, fish", s->operands.at[0]);
}

/* The options of runs are chosen in the page: given here they would do nothing.  NULL: there is none. */
static const char *find_useless(const Session *s)
{
    static const char *const own[] = {"address", "at-once",    "memory-limit", "no-sandbox",
                                      "port",    "time-limit", "waiting"};
    for (int i = 1; i < s->argc; i++) {
        const char *argument = s->argv[i];
        bool known = argument[0] != '-';
        for (size_t k = 0; k < sizeof own / sizeof *own && !known; k++)
            known = strncmp(argument, "--", 2) == 0 &&
                    strcspn(argument + 2, "=") == strlen(own[k]) &&
                    strncmp(argument + 2, own[k], strlen(own[k])) == 0;
        if (!known)
            return argument;
    }
    return NULL;
}

static int run_serve(Session *s)
{
    const char *useless = find_useless(s);
    if (useless)
        return session_complain(s,
                                "serve does not take %.*s: options of runs are chosen in the page; "
                                "heddle help serve has those of the server",
                                (int)strcspn(useless, "="), useless);
#ifdef HEDDLE_SERVE
    const Options *o = &s->options;
    char why[512];
    ServeOptions options = {.address = o->address,
                            .port = (unsigned)o->port,
                            .at_once = (unsigned)o->at_once,
                            .waiting = (unsigned)o->waiting,
                            .seconds = o->time_limit ? (unsigned)o->time_limit : 20,
                            .megabytes = o->memory_limit ? (unsigned)o->memory_limit : 2048,
                            .no_sandbox = o->no_sandbox};
    if (serve_run(&options, why, sizeof why))
        return 0;
    return session_complain(s, "serve: %s", why);
#else
    return session_complain(s, "serve: heddle was built without libmicrohttpd");
#endif
}

/* An operand that can only be meant as a command: not like a file name, and no such file. */
static bool looks_like_command(const char *name)
{
    return !strpbrk(name, "./") && strcmp(name, "-") != 0 && access(name, F_OK) != 0;
}

/* What stands behind `--` is for clang if a C file stands before it; otherwise it is files. */
static bool reads_c(const Session *s)
{
    if (s->options.library) /* perhaps headers only */
        return true;
    vec_each (const char *, name, &s->operands) {
        const Front *front = session_find_front(*name);
        size_t len = strlen(*name);
        if ((front && front->is_c) || (len > 4 && strcmp(*name + len - 4, ".yml") == 0))
            return true;
    }
    return false;
}

/* What an option can be and only main knows. */
static int check_options(Session *s)
{
    const Options *o = &s->options;
    char why[256];
    if (log_choose(o->log, why, sizeof why))
        return session_complain(s, "%s", why);
    return 0;
}

/* Sorts the arguments into options and operands.  0 or the exit status. */
static int parse_arguments(Session *s, int argc, char **argv, bool *help, bool *version)
{
    bool options = true;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        char why[256];
        if (!options && (reads_c(s) || *s->options.project))
            vec_push(&s->flags, argument);
        else if (!options || argument[0] != '-' || !argument[1])
            vec_push(&s->operands, argument);
        else if (strcmp(argument, "--") == 0)
            options = false;
        else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)
            *help = true;
        else if (strcmp(argument, "--version") == 0)
            *version = true;
        else if (strcmp(argument, "--stdio") == 0 && s->operands.len &&
                 strcmp(s->operands.at[0], "lsp") == 0)
            continue; /* some editors say so */
        else if (strcmp(argument, "-o") == 0 && i + 1 < argc)
            s->options.output = argv[++i];
        else if (strcmp(argument, "-p") == 0 && i + 1 < argc)
            s->options.project = argv[++i];
        else if (strcmp(argument, "-o") == 0 || strcmp(argument, "-p") == 0)
            return session_complain(s, "%s needs a %s behind it", argument,
                                    argument[1] == 'o' ? "file" : "folder");
        else if (flag_count(argc - i, (const char *const *)argv + i))
            for (int left = flag_count(argc - i, (const char *const *)argv + i); left; left--)
                vec_push(&s->flags, argv[left > 1 ? i++ : i]);
        else if (option_parse(&s->options, argument, why, sizeof why))
            return session_complain(s, "%s", why);
    }
    if (s->options.zing_counting)
        s->options.no_reduction = true;
    if (s->flags.len && !reads_c(s) && !*s->options.project && !*help && !*version)
        return session_complain(s, "%s is for C, and there is no file of it", s->flags.at[0]);
    return check_options(s);
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

static void begin_guard(Session *s, const char *command)
{
    guard_catch_signals();
    GuardLimits limits = {s->options.time_limit, s->options.cpu_limit, s->options.memory_limit};
    guard_begin(limits, next_texts(s, command));
}

static int run(Session *s, int argc, char **argv)
{
    bool help = false, version = false;
    int status = parse_arguments(s, argc, argv, &help, &version);
    if (status)
        return status;
    if (version) {
        topic_print_version(stdout);
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
        return unknown_command(s, s->operands.at[0]);
    if (help)
        return help_command(command);
    status = peers_check_command(s, command->run == run_check);
    if (status)
        return status;
    bool copies = command->run == run_infer && s->options.prove;
    if (s->options.native && command->run != session_run_replay)
        return session_complain(s, "--native is for the command replay");
    if (*s->options.output && command->run != session_run_replay && !copies)
        return session_complain(s, "-o is for the command replay, and for infer --prove");
    if (s->options.prove && command->run != run_infer)
        return session_complain(s, "--prove is for the command infer");
    bool project = *s->options.project && command->run == run_check;
    bool alone = command->run == run_help || command->run == run_serve || command->run == run_lsp;
    if (s->operands.len && alone && command->run != run_help)
        return session_complain(s, "%s takes no file, and %s is one too many", command->name,
                                s->operands.at[0]);
    if (!s->operands.len && (alone || project))
        return command->run(s);
    if (!s->operands.len && command->run == run_completion)
        return session_complain(s, "completion needs a shell: bash, zsh or fish");
    if (command->run == run_resume)
        return run_resume(s);
    if (!s->operands.len)
        status = session_find_program(s, command->name, command->operands);
    if (!status)
        status = session_take_config(s, command->name);
    if (!status)
        status = session_check_outputs(s);
    if (status || command->run == watch_run) /* limits are for the runs */
        return status ? status : watch_run(s);
    begin_guard(s, command->name);
    return command->run(s);
}

/* Clang speaks for itself, on standard error. */
static void report_refused(const Session *s)
{
    const char *why = s->complaint;
    if (!why && !s->diag.errors)
        why = "clang does not take the program; its messages are on standard error";
    report_refused_json(s->sources.files.len ? s->sources.files.at[0].name : NULL, &s->diag, why,
                        stdout);
}

static bool wants_json(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0)
            return true;
    return false;
}

/* The command line of the search, once more. */
static int run_resume(Session *s)
{
    int status = checkpoint_take(s);
    s->options = option_defaults();
    s->operands.len = s->flags.len = 0;
    return status ? status : run(s, s->argc, s->argv);
}

static void run_session(void *session)
{
    Session *s = session;
    s->status = run(s, s->argc, s->argv);
}

/* Where the stack is small (ulimit -s) a thread with one of its own does the work. */
static int run_with_stack(Session *s)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= WORKER_STACK) {
        run_session(s);
        return s->status;
    }
    Worker *worker = worker_new(run_session, s);
    worker_go(worker, UINT64_MAX);
    worker_free(worker);
    return s->status;
}

int main(int argc, char **argv)
{
    Peers *peers = peers_begin(&argc, &argv);
    Session s = {.options = option_defaults(), .start = budget_now(), .argc = argc, .argv = argv};
    s.options.peers = peers;
    s.diag.sources = &s.sources;
    int status = run_with_stack(&s);
    guard_end();
    if (status == EXIT_INPUT && wants_json(argc, argv))
        report_refused(&s);
    if (fflush(stdout) != 0 || ferror(stdout))
        status = session_complain(&s, "cannot write the result: %s", strerror(errno));
    checkpoint_end(&s);
    job_free(&s.job);
    if (s.program)
        program_free(s.program);
    if (s.serialized)
        program_free(s.serialized);
    if (s.net)
        net_free(s.net);
    if (s.model)
        cpds_free(s.model);
    diag_free(&s.diag);
    source_free(&s.sources);
    vec_free(&s.operands);
    vec_free(&s.early);
    vec_free(&s.flags);
    vec_free(&s.task.files);
    config_free(&s.config);
    arena_free(&s.texts);
    return peers_end(peers, status);
}
