/* driver.c -- see driver.h. */
#include "front/c/driver/driver.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/guard.h"
#include "front/c/driver/before.h"
#include "front/c/driver/embed.h"
#include "front/c/driver/entry.h"
#include "front/c/driver/format.h"
#include "front/c/driver/landmark.h"
#include "front/c/driver/print.h"
#include "front/c/driver/simplify.h"
#include "front/c/driver/wide.h"

extern char **environ;

typedef struct Driver {
    LLVMContextRef context;
    const COptions *options;
    Annotations *annotations;
    Diag *diag;
    Arena arena;
    const char *folder; /* a temporary one */
    Arena *names;
    Names *used;
    Landmarks *landmarks; /* NULL: they are not wanted */
} Driver;

/* Debug information and names, one alloca a local, and no pass of LLVM: lowering wants every access
 * to memory where the source has it.  (-O1 for the marks of scopes, the bodies of inline
 * functions, and types of accesses, see memory.c.)  What old compilers took stays accepted. */
static const char *const clang_flags[] = {
    "clang-19",
    "-c",
    "-emit-llvm",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-fno-elide-constructors", /* what a function returns is not one of its variables */
    "-g",
    "-fno-discard-value-names",
    "-fno-builtin",
    "-ffp-contract=off",
    "-fno-stack-protector",
    "-fno-pic",
    "-D__HEDDLE__",
    "-D__NO_CTYPE", /* <ctype.h> of glibc: functions, which look at their argument */
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
    "-Wno-atomic-alignment",
};
static const char *const for_preprocessed[] = {"-w", "-undef", "-D__malloc__(...)=__malloc__", "-x",
                                               "c"};
enum { CLANG_FLAGS = sizeof clang_flags / sizeof *clang_flags };

typedef VEC(const char *) Arguments;

/* Messages go to a file, or to standard error if it is NULL. */
static bool run(Driver *d, Arguments *arguments, const char *messages)
{
    pid_t child;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (messages)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
    vec_push(arguments, NULL);
    int error = posix_spawnp(&child, arguments->at[0], &actions, NULL, (char *const *)arguments->at,
                             environ);
    int status = 0;
    arguments->len--;
    posix_spawn_file_actions_destroy(&actions);
    if (error) {
        diag_error(d->diag, (Pos){0}, "cannot run %s, which reads C for heddle: %s",
                   arguments->at[0], strerror(error));
        return false;
    }
    guard_child(child);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    guard_child(0);
    if (WIFSIGNALED(status))
        diag_error(
            d->diag, (Pos){0},
            "%s, which reads C for heddle, was ended by signal %d (%s): that is a mistake in "
            "it, or it had too little memory",
            arguments->at[0], WTERMSIG(status), strsignal(WTERMSIG(status)));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool write_file(Driver *d, const char *name, const char *text, size_t len)
{
    FILE *out = fopen(name, "wb");
    bool written = out && fwrite(text, 1, len, out) == len;
    if (out && fclose(out) != 0)
        written = false;
    if (!written)
        diag_error(d->diag, (Pos){0}, "cannot write %s: %s", name, strerror(errno));
    return written;
}

static bool ends_with(const char *name, const char *tail)
{
    size_t a = strlen(name), b = strlen(tail);
    return a > b && strcmp(name + a - b, tail) == 0;
}

static const Source *source_of(const Driver *d, int file)
{
    return &d->annotations->sources->files.at[file];
}

/* Names of types that gcc has and clang has not, in headers that gcc preprocessed. */
static const char *const missing_types[][2] = {
    {"_Float32", "float"},        {"_Float64", "double"},       {"_Float32x", "double"},
    {"_Float64x", "long double"}, {"_Float128", "long double"},
};
enum { MISSING_TYPES = sizeof missing_types / sizeof *missing_types };

/* Positions in a preprocessed file are those of the file itself: its line marks become blank. */
static void blank_marks(Driver *d, int file)
{
    Sources *sources = d->annotations->sources;
    Source *source = &sources->files.at[file];
    char *text = arena_copy(&sources->arena, source->text, source->len);
    bool fresh = true, mark = false;
    for (char *p = text; p < text + source->len; p++) {
        if (fresh)
            mark = *p == '#' && (p[1] == ' ' || strncmp(p, "#line", 5) == 0);
        fresh = *p == '\n';
        if (mark && !fresh)
            *p = ' ';
    }
    source->text = text;
}

/* A file name as it stands in a line mark. */
static const char *quoted(Driver *d, const char *name)
{
    char *text = arena_alloc(&d->arena, 4 * strlen(name) + 1), *to = text;
    for (; *name; name++)
        if (*name == '"' || *name == '\\')
            to += sprintf(to, "\\%c", *name);
        else if ((unsigned char)*name < ' ')
            to += sprintf(to, "\\%03o", (unsigned)*name);
        else
            *to++ = *name;
    return text;
}

/* Is there a file that clang can read again?  A pipe has been read. */
static bool is_regular(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0 && S_ISREG(status.st_mode);
}

/* Writes the text as it is here; returns the name of the file. */
static const char *write_text(Driver *d, int file, size_t number, const char *extension)
{
    const Source *source = source_of(d, file);
    VEC(char) text = {0};
    const char *head = arena_print(&d->arena, "# 1 \"%s\"\n", quoted(d, source->name));
    vec_reserve(&text, strlen(head) + source->len + 1);
    memcpy(text.at, head, strlen(head));
    memcpy(text.at + strlen(head), source->text, source->len);
    text.len = strlen(head) + source->len;
    const char *name = arena_print(&d->arena, "%s/%zu%s", d->folder, number, extension);
    bool written = write_file(d, name, text.at, text.len);
    vec_free(&text);
    return written ? name : NULL;
}

/* Attributes of gcc that clang does not take, and types that it does not have. */
static void add_preprocessed(Driver *d, Arguments *arguments, const Source *source)
{
    for (size_t k = 0; k < sizeof for_preprocessed / sizeof *for_preprocessed; k++)
        vec_push(arguments, for_preprocessed[k]);
    for (int i = 0; i < MISSING_TYPES; i++) {
        const char *name = missing_types[i][0];
        const char *typedefed = arena_print(&d->arena, " %s;", name);
        const char *used = arena_print(&d->arena, "%s ", name);
        if (strstr(source->text, used) && !strstr(source->text, typedefed))
            vec_push(arguments, arena_print(&d->arena, "-D%s=%s", name, missing_types[i][1]));
    }
}

static LLVMModuleRef read_bitcode(Driver *d, LLVMMemoryBufferRef buffer)
{
    LLVMModuleRef module = NULL;
    if (LLVMParseBitcodeInContext2(d->context, buffer, &module) != 0)
        module = NULL;
    LLVMDisposeMemoryBuffer(buffer);
    if (!module)
        diag_error(d->diag, (Pos){0}, "clang wrote bitcode that LLVM %d cannot read", 19);
    return module;
}

static void find_arguments(Driver *d, Arguments *arguments, int file, bool preprocessed)
{
    for (int i = 0; i < CLANG_FLAGS; i++)
        vec_push(arguments, clang_flags[i]);
    vec_push(arguments, d->options->ilp32 ? "-m32" : "-m64");
    if (d->options->ilp32) { /* headers of the 64-bit system serve both, but for one file */
        vec_push(arguments, "-idirafter");
        vec_push(arguments, "/usr/include/x86_64-linux-gnu");
    }
    vec_push(arguments, "-isystem");
    vec_push(arguments, d->folder);
    if (preprocessed)
        add_preprocessed(d, arguments, source_of(d, file));
    if (d->options->sanitize && *d->options->sanitize)
        vec_push(arguments, arena_print(&d->arena, "-fsanitize=%s", d->options->sanitize));
    if (d->options->sanitize) {
        if (!d->options->call_types)
            vec_push(arguments, "-fno-sanitize=function");
        vec_push(arguments, "-DHEDDLE_NATIVE");
        vec_push(arguments, "-fstrict-flex-arrays=1"); /* UBSan leaves out what may be flexible */
        vec_push(arguments, "-w");                     /* it has been said already */
        vec_push(arguments, "-gdwarf-4");              /* valgrind cannot read more */
    }
    const COptions *options = d->options;
    const CFileFlags *own =
        (size_t)file < options->file_flag_count ? &options->file_flags[file] : NULL;
    for (size_t i = 0; own && i < own->count; i++)
        vec_push(arguments, own->at[i]);
    if (options->entry) /* it may be static, and nobody calls it */
        vec_push(arguments, "-femit-all-decls");
    for (size_t i = 0; i < options->flag_count; i++)
        vec_push(arguments, options->flags[i]);
}

/* Files that are included are looked for where the file stands. */
static void add_folder(Driver *d, Arguments *arguments, const char *name)
{
    const char *slash = strrchr(name, '/');
    vec_push(arguments, "-iquote");
    vec_push(arguments, slash ? arena_copy(&d->arena, name, (size_t)(slash - name) + 1) : ".");
}

/* With annotations.  What clang has to say of those is ours to tell; if that is not what is wrong,
 * it speaks for itself about the file as it is. */
static bool run_annotated(Driver *d, Arguments *arguments, const char *overlay)
{
    const char *messages = arena_print(&d->arena, "%s/messages", d->folder), *why;
    size_t plain = arguments->len;
    vec_push(arguments, "-ivfsoverlay");
    vec_push(arguments, overlay);
    bool compiled = run(d, arguments, messages);
    arguments->len = plain;
    Sources texts = {0};
    int read = source_read(&texts, messages, &why);
    const char *text = read >= 0 ? texts.files.at[read].text : "";
    if (compiled)
        fputs(text, stderr);
    else if (!annotate_explain(d->annotations, text) && run(d, arguments, NULL))
        diag_error(d->diag, (Pos){0}, "clang takes the file, but not its annotations: %s", text);
    source_free(&texts);
    unlink(messages);
    return compiled;
}

/* The headers that clang names in a rule for make: `x: NAME NAME \`, with `\ ` for a blank in a name. */
static void take_included(Driver *d, const char *rule)
{
    Sources *sources = d->annotations->sources;
    const char *why;
    int read = source_read(sources, rule, &why);
    unlink(rule);
    if (read < 0)
        return;
    const char *at = sources->files.at[read].text;
    sources->files.len--;
    at += strcspn(at, ":");
    while (*at) {
        char *name = arena_alloc(&sources->arena, strlen(at) + 1), *to = name;
        at += 1 + strspn(at + 1, " \\\n");
        for (; *at && *at != ' ' && *at != '\n'; at++) {
            if ((*at == '\\' && strchr(" #", at[1])) || (*at == '$' && at[1] == '$'))
                at++;
            *to++ = *at;
        }
        *to = 0;
        if (*name)
            vec_push(&sources->included, name);
    }
}

/* The file becomes bitcode in another. */
static bool compile_to(Driver *d, int file, size_t number, const char *output)
{
    bool preprocessed = ends_with(source_of(d, file)->name, ".i");
    if (preprocessed)
        blank_marks(d, file);
    const char *overlay = d->options->sanitize ? NULL : annotate_file(d->annotations, file);
    bool written = ((preprocessed || source_of(d, file)->changed) && !overlay) ||
                   !is_regular(source_of(d, file)->name);
    const char *input = written ? write_text(d, file, number, preprocessed ? ".i" : ".c")
                                : source_of(d, file)->name;
    if (!input || d->diag->errors)
        return false;
    Arguments arguments = {0};
    find_arguments(d, &arguments, file, preprocessed);
    if (written)
        add_folder(d, &arguments, source_of(d, file)->name);
    vec_push(&arguments, "-o");
    vec_push(&arguments, output);
    vec_push(&arguments, input);
    const char *rule = arena_print(&d->arena, "%s/%zu.d", d->folder, number);
    if (d->options->included) {
        vec_push(&arguments, "-MMD");
        vec_push(&arguments, "-MF");
        vec_push(&arguments, rule);
    }
    bool compiled = overlay ? run_annotated(d, &arguments, overlay) : run(d, &arguments, NULL);
    if (d->options->included)
        take_included(d, rule);
    vec_free(&arguments);
    if (written)
        unlink(input);
    return compiled;
}

/* A file that a compiler has written, as text (.ll) or not (.bc). */
static LLVMModuleRef read_compiled(Driver *d, int file)
{
    const Source *source = source_of(d, file);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(source->text, source->len, source->name);
    LLVMModuleRef module = NULL;
    char *why = NULL;
    if (LLVMParseIRInContext(d->context, buffer, &module, &why) != 0) /* this takes the buffer */
        diag_error(d->diag, (Pos){0}, "%s: LLVM %d cannot read it: %s", source->name, 19,
                   why ? why : "");
    LLVMDisposeMessage(why);
    return module;
}

static bool is_compiled(const Driver *d, int file)
{
    return ends_with(source_of(d, file)->name, ".bc") || ends_with(source_of(d, file)->name, ".ll");
}

static LLVMModuleRef compile(Driver *d, int file, size_t number)
{
    if (is_compiled(d, file))
        return read_compiled(d, file);
    const char *output = arena_print(&d->arena, "%s/%zu.bc", d->folder, number);
    LLVMModuleRef module = NULL;
    LLVMMemoryBufferRef buffer;
    char *why = NULL;
    bool compiled = compile_to(d, file, number, output);
    if (compiled && LLVMCreateMemoryBufferWithContentsOfFile(output, &buffer, &why) == 0)
        module = read_bitcode(d, buffer);
    else if (compiled)
        diag_error(d->diag, (Pos){0}, "cannot read what clang wrote: %s", why);
    LLVMDisposeMessage(why);
    unlink(output);
    return module;
}

/* What the linker has to say: two files define one name. */
static void take_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    Driver *d = context;
    LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
    char *text = LLVMGetDiagInfoDescription(info);
    if (severity == LLVMDSError)
        diag_error(d->diag, (Pos){0}, "%s", text);
    LLVMDisposeMessage(text);
}

static bool link_in(Driver *d, LLVMModuleRef into, LLVMModuleRef module)
{
    if (LLVMLinkModules2(into, module) == 0)
        return true;
    if (!d->diag->errors)
        diag_error(d->diag, (Pos){0}, "the files cannot be linked into one program");
    return false;
}

static bool is_shared(LLVMValueRef value)
{
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return !LLVMIsDeclaration(value) && linkage == LLVMExternalLinkage;
}

/* The body of a function is read when the linker takes it; the text must live until then. */
static LLVMModuleRef read_lazily(Driver *d, const char *text, size_t len)
{
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(text, len, "bitcode", 0);
    LLVMModuleRef module = NULL;
    if (LLVMGetBitcodeModuleInContext2(d->context, buffer, &module) == 0)
        return module;
    LLVMDisposeMemoryBuffer(buffer);
    diag_error(d->diag, (Pos){0}, "there is bitcode that LLVM %d cannot read", 19);
    return NULL;
}

/* One of the programs that were compiled together: its main and what that uses. */
static LLVMModuleRef read_part(Driver *d)
{
    const CPart *part = d->options->part;
    LLVMModuleRef all = read_lazily(d, part->text, part->len);
    LLVMValueRef first = all ? LLVMGetNamedFunction(all, part->entry) : NULL;
    if (!first) {
        diag_error(d->diag, (Pos){0}, "there is no function `%s`", part->entry);
        if (all)
            LLVMDisposeModule(all);
        return NULL;
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(all); f; f = LLVMGetNextFunction(f))
        if (is_shared(f) && f != first)
            LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
    for (LLVMValueRef g = LLVMGetFirstGlobal(all); g; g = LLVMGetNextGlobal(g))
        if (is_shared(g))
            LLVMSetLinkage(g, LLVMLinkOnceODRLinkage);
    LLVMSetValueName2(first, "main", strlen("main"));
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext(part->entry, d->context);
    LLVMSetTarget(module, LLVMGetTarget(all));
    LLVMSetDataLayout(module, LLVMGetDataLayoutStr(all));
    if (link_in(d, module, all))
        return module;
    LLVMDisposeModule(module);
    return NULL;
}

/* Models give way to definitions of the user's, and come in only where they are used. */
static LLVMModuleRef read_models(Driver *d)
{
    size_t len;
    const char *text = embed_models(d->options->ilp32, &len);
    if (!len)
        return NULL;
    LLVMModuleRef module = read_lazily(d, text, len);
    if (!module)
        return NULL;
    LLVMAttributeRef mark =
        LLVMCreateStringAttribute(d->context, DRIVER_LIB, sizeof DRIVER_LIB - 1, "", 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f))
            LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
        if (is_shared(f))
            LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMIsDeclaration(g))
            LLVMSetSection(g, DRIVER_LIB);
        if (is_shared(g))
            LLVMSetLinkage(g, LLVMLinkOnceODRLinkage);
    }
    return module;
}

bool driver_is_lib(LLVMValueRef global)
{
    const char *section = LLVMGetSection(global);
    return section && strcmp(section, DRIVER_LIB) == 0;
}

/* Annotations may name locks that nobody takes: their types are known by their models. */
static void use_locks(Driver *d, LLVMModuleRef module)
{
    static const char *const locks[] = {"pthread_mutex_lock", "pthread_rwlock_wrlock",
                                        "pthread_spin_lock", "mtx_lock"};
    LLVMTypeRef pointer = LLVMPointerTypeInContext(d->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(d->context), &pointer, 1, 0);
    for (size_t k = 0; k < sizeof locks / sizeof *locks; k++)
        if (!LLVMGetNamedFunction(module, locks[k]))
            LLVMAddFunction(module, locks[k], type);
}

/* Inline assembly that asks the system needs a model that does the same. */
static void use_system(Driver *d, LLVMModuleRef module)
{
    enum { ARGUMENTS = 7 };
    LLVMTypeRef word = LLVMInt64TypeInContext(d->context), words[ARGUMENTS];
    for (int k = 0; k < ARGUMENTS; k++)
        words[k] = word;
    if (!d->options->ilp32 && simplify_asks_system(module))
        LLVMAddFunction(module, SIMPLIFY_SYSTEM_CALL,
                        LLVMFunctionType(word, words, ARGUMENTS, false));
    if (simplify_asks_ticks(module) && !LLVMGetNamedFunction(module, SIMPLIFY_TICKS))
        LLVMAddFunction(module, SIMPLIFY_TICKS, LLVMFunctionType(word, NULL, 0, false));
}

/* A program with atexit needs exit, which runs the handlers when main returns. */
static void note_used(Driver *d, LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t len;
        const char *name = LLVMGetValueName2(f, &len);
        vec_push(d->used, arena_copy(d->names, name, len));
    }
    if (d->annotations->notes.len)
        use_locks(d, module);
    use_system(d, module);
    if (!LLVMGetNamedFunction(module, "atexit") || LLVMGetNamedFunction(module, "exit"))
        return;
    LLVMTypeRef status = LLVMInt32TypeInContext(d->context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(d->context), &status, 1, 0);
    LLVMAddFunction(module, "exit", type);
}

static LLVMModuleRef compile_all(Driver *d, const int *files, size_t count)
{
    LLVMModuleRef all = NULL;
    for (size_t i = 0; i < count; i++) {
        LLVMModuleRef module = d->options->part ? read_part(d) : compile(d, files[i], i);
        bool right = module && (!all || link_in(d, all, module));
        if (!all)
            all = module;
        if (!right) {
            if (all)
                LLVMDisposeModule(all);
            return NULL;
        }
    }
    if (d->options->sanitize)
        return all;
    const char *wrong = d->options->entry ? entry_make(all, d->options->entry) : NULL;
    if (wrong) {
        diag_error(d->diag, (Pos){0}, "--entry=%s: %s", d->options->entry, wrong);
        LLVMDisposeModule(all);
        return NULL;
    }
    if (d->landmarks)
        landmark_number(all, d->names, d->landmarks);
    simplify_module(all);
    before_main(all);
    if (d->options->goal == C_GOAL_ALL)
        format_check(all, d->options->ilp32);
    print_rewrite(all, d->options->ilp32);
    wide_rewrite(all);
    note_used(d, all);
    LLVMModuleRef models = read_models(d);
    if (models)
        link_in(d, all, models);
    LLVMSetIsNewDbgInfoFormat(all, 0);
    return all;
}

static bool write_headers(Driver *d)
{
    size_t len;
    const char *name, *text;
    for (int k = 0; (text = embed_header(k, &name, &len)); k++)
        if (!write_file(d, arena_print(&d->arena, "%s/%s", d->folder, name), text, len))
            return false;
    return true;
}

static void remove_headers(Driver *d)
{
    size_t len;
    const char *name;
    for (int k = 0; embed_header(k, &name, &len); k++)
        unlink(arena_print(&d->arena, "%s/%s", d->folder, name));
    rmdir(arena_print(&d->arena, "%s/sys", d->folder));
}

/* Makes the folder with the headers of ours. */
static bool open_folder(Driver *d)
{
    const char *parent = getenv("TMPDIR");
    char *folder = arena_print(&d->arena, "%s/heddle-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!guard_make_folder(folder)) {
        diag_error(d->diag, (Pos){0}, "cannot make a temporary folder %s: %s", folder,
                   strerror(errno));
        return false;
    }
    d->folder = d->annotations->folder = folder;
    const char *inner = arena_print(&d->arena, "%s/gnu", folder);
    const char *stubs = arena_print(&d->arena, "%s/stubs-32.h", inner);
    return mkdir(inner, 0700) == 0 && write_file(d, stubs, "", 0) &&
           mkdir(arena_print(&d->arena, "%s/sys", folder), 0700) == 0 && write_headers(d);
}

static void close_folder(Driver *d)
{
    if (!d->folder)
        return;
    annotate_clean(d->annotations);
    unlink(arena_print(&d->arena, "%s/gnu/stubs-32.h", d->folder));
    rmdir(arena_print(&d->arena, "%s/gnu", d->folder));
    remove_headers(d);
    rmdir(d->folder);
    guard_leave_folder(d->folder);
}

bool driver_compile_to(Annotations *annotations, int file, const char *bitcode)
{
    Driver d = {
        .options = annotations->options, .annotations = annotations, .diag = annotations->diag};
    bool compiled = open_folder(&d) && compile_to(&d, file, 0, bitcode) && !d.diag->errors;
    close_folder(&d);
    arena_free(&d.arena);
    return compiled;
}

LLVMModuleRef driver_compile(LLVMContextRef context, Annotations *annotations, const int *files,
                             size_t count, Arena *arena, Names *used, Landmarks *landmarks)
{
    Diag *diag = annotations->diag;
    Driver d = {.context = context,
                .options = annotations->options,
                .annotations = annotations,
                .diag = diag,
                .names = arena,
                .used = used,
                .landmarks = landmarks};
    LLVMModuleRef module = NULL;
    LLVMContextSetDiagnosticHandler(context, take_diagnostic, &d);
    if (d.options->part || open_folder(&d))
        module = compile_all(&d, files, count);
    close_folder(&d);
    if (module && diag->errors) {
        LLVMDisposeModule(module);
        module = NULL;
    }
    LLVMContextSetDiagnosticHandler(context, NULL, NULL);
    arena_free(&d.arena);
    return module;
}
