/* load.c -- files -> front end -> Program, Net or Cpds.  A front end is a row in a table. */
#include "command/checkpoint.h"
#include "command/constant.h"
#include "command/session.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "front/bp/bp.h"
#include "front/c/c.h"
#include "front/spl/spl.h"
#include "front/zing/zing.h"

int session_complain(Session *s, const char *format, ...)
{
    char text[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "heddle: %s\n", text);
    s->complaint = arena_copy(&s->texts, text, strlen(text));
    return EXIT_INPUT;
}

int session_complain_internal(const char *what)
{
    fprintf(stderr, "heddle: internal error: please report: %s\n", what);
    return EXIT_INTERNAL;
}

static bool load_zing(Session *s, const int *files, size_t count)
{
    ZingOptions options = {
        .cooperative = s->options.cooperative,
        .unchecked = s->options.unchecked,
        .original_scopes = s->options.zing_counting,
        .defines = s->options.define,
        .library = s->library,
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

static bool load_spl(Session *s, const int *files, size_t count)
{
    assert(count == 1);
    (void)count;
    SplOptions options = {.concurrent = s->options.concurrent};
    s->program = spl_load(&s->sources, files[0], &options, &s->diag);
    if (s->program && options.concurrent)
        s->serialized = spl_load(&s->sources, files[0], &(SplOptions){0}, &s->diag);
    return s->program != NULL;
}

static bool load_bp(Session *s, const int *files, size_t count)
{
    assert(count == 1);
    (void)count;
    s->program = bp_load(&s->sources, files[0], &s->diag);
    return s->program != NULL;
}

static bool load_net(Session *s, const int *files, size_t count)
{
    assert(count == 1);
    (void)count;
    s->net = net_parse(&s->sources, files[0], &s->diag);
    return s->net != NULL;
}

/* Are accesses of weaker order taken as seq_cst? */
static bool asks_sc(const Session *s)
{
    const char *model = s->options.memory_model;
    return strcmp(model, "sc") == 0 || (s->options.sv_comp && strcmp(model, "auto") == 0);
}

/* ---- what is written must not be what is read ---- */

/* Is it the same file, whatever its name? */
static bool is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino && S_ISREG(of_a.st_mode);
}

/* The names of the files that this run writes; "": not asked for. */
typedef struct Outputs {
    const char *names[11];
} Outputs;

static Outputs outputs_of(const Options *o)
{
    return (Outputs){{o->abstraction, o->html, o->intermediate, o->sarif, o->smt_log, o->trace,
                      o->witness, o->output, o->store, o->checkpoint, o->reads}};
}

static bool has_outputs(const Session *s)
{
    Outputs outputs = outputs_of(&s->options);
    for (size_t i = 0; i < sizeof outputs.names / sizeof *outputs.names; i++)
        if (*outputs.names[i])
            return true;
    return false;
}

/* The output that is this input; NULL: none. */
static const char *find_output(const Session *s, const char *input)
{
    Outputs outputs = outputs_of(&s->options);
    for (size_t i = 0; i < sizeof outputs.names / sizeof *outputs.names; i++)
        if (*outputs.names[i] && is_same_file(outputs.names[i], input))
            return outputs.names[i];
    return NULL;
}

static int check_output(Session *s, const char *output)
{
    return output ? session_complain(s, "%s is read: it cannot be written, too", output) : 0;
}

int session_check_outputs(Session *s)
{
    const Options *o = &s->options;
    const char *const others[] = {s->config.file ? s->config.file : "", o->compile_commands,
                                  o->unsaved};
    const char *output = NULL;
    for (size_t i = 0; i < sizeof others / sizeof *others && !output; i++)
        output = *others[i] ? find_output(s, others[i]) : NULL;
    vec_each (const char *, input, &s->operands)
        output = output ? output : find_output(s, *input);
    return check_output(s, output);
}

/* Which headers there are is known when the program was read. */
static const char *find_header_output(const Session *s)
{
    const char *output = NULL;
    vec_each (const char *, header, &s->sources.included)
        output = output ? output : find_output(s, *header);
    return output;
}

COptions session_c_options(const Session *s)
{
    const char *list = s->options.property;
    uint32_t asked = s->task.goal == C_GOAL_ALL ? property_parse(&list, true) : 0;
    return (COptions){
        .flags = s->flags.at,
        .flag_count = s->flags.len,
        .file_flags = s->file_flags,
        .file_flag_count = s->file_flags ? s->operands.len : 0,
        .ilp32 = strcmp(s->options.data_model, "ILP32") == 0,
        .overflow = s->options.overflow || s->task.goal == C_GOAL_OVERFLOW,
        .memory = asked & PROPERTY_MEMORY || s->task.goal == C_GOAL_MEMORY,
        .undefined = asked & PROPERTY_UNDEFINED,
        .no_assert = asked && !(asked & PROPERTY_ASSERT),
        .lock_leaks = s->options.lock_leaks,
        .arguments = s->options.arguments,
        .malloc_may_fail = s->options.malloc_may_fail,
        .native = s->options.native,
        .included = has_outputs(s),
        .all = s->library,
        .sc = asks_sc(s),
        .plain_volatile = s->options.sv_comp || strcmp(s->options.volatile_, "plain") == 0,
        .goal = s->task.goal,
        .entry = *s->options.entry ? s->options.entry : NULL,
    };
}

static bool load_c(Session *s, const int *files, size_t count)
{
#ifdef HEDDLE_C
    COptions options = session_c_options(s);
    s->program = c_load(&s->sources, files, count, &options, &s->diag);
#else
    (void)files, (void)count;
    diag_error(&s->diag, (Pos){0},
               "this heddle was built without clang and LLVM 19, and so "
               "without the front end for C");
#endif
    return s->program != NULL;
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

static const Front fronts[] = {
    {".zing", "models in the Zing language", true, false, false, INPUT_PROGRAM, load_zing},
    {".spl", "asynchronous programs in the language SPL", false, false, false, INPUT_PROGRAM,
     load_spl},
    {".bp", "Boolean programs", false, false, false, INPUT_PROGRAM, load_bp},
    {".c", "C programs", true, true, true, INPUT_PROGRAM, load_c},
    {".i", "preprocessed C programs", true, true, true, INPUT_PROGRAM, load_c},
    {".bc", "C programs as bitcode of LLVM 19", true, true, true, INPUT_PROGRAM, load_c},
    {".ll", "C programs as text of LLVM 19", true, true, true, INPUT_PROGRAM, load_c},
    {".ir", "the intermediate form that heddle show prints", false, false, true, INPUT_PROGRAM,
     load_ir},
    {".pds", "concurrent pushdown systems, with .init and .target beside them", false, false, false,
     INPUT_MODEL, load_model},
    {".spec", "Petri nets in the format of mist", false, false, false, INPUT_NET, load_net},
};
enum { FRONTS = sizeof fronts / sizeof *fronts };

const Front *session_find_front(const char *name)
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

const char *session_extension(size_t k)
{
    return k < FRONTS ? fronts[k].extension : NULL;
}

static int read_file(Session *s, const char *name)
{
    const char *why;
    bool unsaved = *s->options.unsaved && s->unsaved_file && strcmp(name, s->unsaved_file) == 0;
    int file = source_read(&s->sources, unsaved ? s->options.unsaved : name, &why);
    if (file < 0)
        return session_complain(s, "cannot read %s: %s%s", unsaved ? s->options.unsaved : name, why,
                                checkpoint_elsewhere(s));
    if (unsaved) {
        s->sources.files.at[file].name = arena_copy(&s->sources.arena, name, strlen(name));
        s->sources.files.at[file].changed = true;
    }
    const Source *source = &s->sources.files.at[file];
    if (strspn(source->text, " \t\r\n") == source->len)
        return session_complain(s, "%s is empty: there is no program to read", source->name);
    return 0;
}

static int read_files(Session *s, const Front **front)
{
    vec_each (const char *, name, &s->operands) {
        int status = read_file(s, *name);
        if (status)
            return status;
        const Front *found = session_find_front(*name);
        if (!found) {
            session_complain(s, "cannot tell from its name what %s is; heddle reads", *name);
            for (size_t i = 0; i < FRONTS; i++)
                fprintf(stderr, "    %-6s %s\n", fronts[i].extension, fronts[i].what);
            return EXIT_INPUT;
        }
        if (*front && (found->load != (*front)->load || !found->several))
            return session_complain(s, "%s and %s cannot be one program", s->operands.at[0], *name);
        *front = found;
    }
    return 0;
}

static int verify(Session *s)
{
    char why[256];
    uint32_t pc = 0;
    if (s->program)
        LOG(LOWER, "%s: %zu procedures, %zu instructions, %zu globals, %zu regions", s->front->what,
            s->program->procs.len, s->program->code.len, s->program->globals.len,
            s->program->regions.len);
    if (s->front->makes != INPUT_PROGRAM || ir_verify(s->program, why, sizeof why, &pc))
        return 0;
    if (s->front->load != load_ir)
        return session_complain_internal(why);
    Pos pos = pc < s->program->pos.len ? s->program->pos.at[pc] : (Pos){0};
    diag_error(&s->diag, pos, "malformed program: %s", why);
    return EXIT_INPUT;
}

/* The program that is checked, for --intermediate. */
static int write_program(Session *s)
{
    if (s->front->makes != INPUT_PROGRAM)
        return session_complain(s, "--intermediate: %s is no program: heddle show prints it",
                                s->operands.at[0]);
    FILE *out = fopen(s->options.intermediate, "w");
    if (out)
        ir_print(s->program, out);
    if (!out || fclose(out) != 0)
        return session_complain(s, "cannot write %s: %s", s->options.intermediate, strerror(errno));
    return 0;
}

int session_load_sources(Session *s, const int *files, size_t count)
{
    int status = s->front->load(s, files, count) ? verify(s) : EXIT_INPUT;
    if (!status)
        status = check_output(s, find_header_output(s));
    if (!status && *s->options.intermediate)
        status = write_program(s);
    if (!status && s->front->makes == INPUT_PROGRAM && asks_sc(s))
        s->program->assumes_sc = program_is_weak(s->program);
    if (status || !s->options.quiet)
        diag_print(&s->diag, stderr);
    return status;
}

/* For --reads: what this run depends on. */
static int write_reads(Session *s, const char *const *files, size_t count)
{
    FILE *out = fopen(s->options.reads, "w");
    for (size_t i = 0; out && i < count; i++)
        fprintf(out, "%s\n", files[i]);
    if (!out || fclose(out) != 0)
        return session_complain(s, "cannot write %s: %s", s->options.reads, strerror(errno));
    return 0;
}

static int tell_reads(Session *s)
{
    VEC(const char *) names = {0};
    vec_each (const char *, operand, &s->operands)
        vec_push(&names, *operand);
    vec_each (const char *, header, &s->sources.included) {
        bool known = false;
        vec_each (const char *, name, &names)
            known |= strcmp(*name, *header) == 0;
        if (!known)
            vec_push(&names, *header);
    }
    if (s->config.file)
        vec_push(&names, s->config.file);
    int status = write_reads(s, names.at, names.len);
    vec_free(&names);
    return status;
}

/* --set, of so many files and of their headers. */
static int set_constants(Session *s, size_t files)
{
#ifdef HEDDLE_C
    if (s->front->load == load_c) {
        COptions options = session_c_options(s);
        c_read_headers(&s->sources, &options, files);
    }
#endif
    const char *unset = constants_set(&s->sources, files, s->options.set, &s->texts);
    if (unset)
        return session_complain(s,
                                "--set: %s is no number of the program: write NAME=NUMBER for a "
                                "constant that a number defines, OLD=NEW or LINE:OLD=NEW",
                                unset);
    for (size_t k = files; k < s->sources.files.len && s->options.native; k++)
        if (s->sources.files.at[k].changed)
            return session_complain(s,
                                    "--native: the program is compiled with its own headers, and "
                                    "--set changes %s",
                                    s->sources.files.at[k].name);
    return 0;
}

int session_load_input(Session *s)
{
    int status = read_files(s, &s->front);
    size_t count = s->sources.files.len;
    if (!status && *s->options.set)
        status = set_constants(s, count);
    if (status)
        return status;
    VEC(int) files = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&files, (int)i);
    status = session_load_sources(s, files.at, files.len);
    int told = *s->options.reads && !find_header_output(s) ? tell_reads(s) : 0;
    vec_free(&files);
    return status ? status : told;
}

int session_load_program(Session *s, const char *command)
{
    int status = session_load_input(s);
    if (!status && s->front->makes != INPUT_PROGRAM)
        return session_complain(s, "%s reads programs, and %s is %s", command, s->operands.at[0],
                                s->front->what);
    return status;
}

int session_read_file(Session *s, const char *name)
{
    return read_file(s, name);
}
