/* mutate.c -- broken input for the front ends.
 *
 *   mutate [--count=N] [--seed=S] [--explore] [--save=NAME] FILE...
 *
 * Takes a FILE, damages it in a few places and loads it, N times (0: for ever).  The front end must
 * either complain or make a well-formed program whose text form survives printing and parsing; with
 * --explore it is also explored for a moment, and a bug that is found there must replay.  The input
 * at hand is always in NAME.zing, NAME.spl, NAME.ir or NAME.spec, so that it is still there after a
 * crash. */
#include <stdlib.h>
#include <unistd.h>

#include "check/replay.h"
#include "engine/explore/explore.h"
#include "front/spl/spl.h"
#include "front/zing/zing.h"
#include "ir/program.h"

typedef VEC(char) Bytes;

typedef struct Seed {
    const char *name;
    bool zing, spl, net; /* what it is; none: the intermediate form */
    Bytes bytes;
} Seed;

typedef struct Fuzz {
    uint64_t random;
    uint64_t count, number; /* to do (0: no end), done */
    uint64_t good, wrong;   /* of them: well-formed programs, programs with a bug */
    const char *save;
    bool explore;
    VEC(Seed) seeds;
    Bytes input;
} Fuzz;

static const char *const words[] = {
    "{",        "}",       "(",       ")",         "[",       "]",          ";",
    ",",        ".",       "..",      "->",        "=",       "==",         "+",
    "-",        "*",       "/",       "%",         "&&",      "||",         "!",
    "<",        "<<",      "\"",      "/*",        "*/",      "//",         "#if X\n",
    "#endif\n", "class ",  "struct ", "enum ",     "set ",    "chan ",      "array ",
    "range ",   "static ", "atomic ", "activate ", "void ",   "int ",       "bool ",
    "object ",  "null",    "this",    "if (",      "while (", "select {",   "wait(",
    "receive(", "send(",   "choose(", "assert(",   "assume(", "return ",    "goto ",
    "raise ",   "try {",   "with {",  "async ",    "new ",    "out ",       "foreach (",
    "yield;",   "first ",  "end ",    "timeout",   "accept(", "trace(",     "sizeof(",
    "self",     "true",    "0",       "1",         "-1",      "2147483647", "9223372036854775808",
    "0x",       "1e999",   "1.5",     "65536",     "proc ",   "thread ",    "global ",
    "point",    "%x",      "%0",      "@g",        "s32",     "u1",         "ptr",
    "head ",    "unwind ", "else ",   ": ",        "\n",      "\0",         "\xff",
    "\xc3\xa4",
};
enum { WORDS = sizeof words / sizeof *words };

static uint64_t next(Fuzz *f) /* splitmix64 */
{
    uint64_t z = f->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static size_t below(Fuzz *f, size_t n)
{
    return n ? (size_t)(next(f) % n) : 0;
}

static void insert(Bytes *bytes, size_t at, const char *text, size_t len)
{
    if (!len)
        return;
    vec_reserve(bytes, bytes->len + len);
    memmove(bytes->at + at + len, bytes->at + at, bytes->len - at);
    memcpy(bytes->at + at, text, len);
    bytes->len += len;
}

static void erase(Bytes *bytes, size_t at, size_t len)
{
    if (!len)
        return;
    memmove(bytes->at + at, bytes->at + at + len, bytes->len - at - len);
    bytes->len -= len;
}

/* Copies a piece of a seed into the input. */
static void splice(Fuzz *f, const Bytes *from)
{
    size_t start = below(f, from->len), most = from->len - start;
    size_t len = below(f, most < 200 ? most + 1 : 200);
    insert(&f->input, below(f, f->input.len + 1), from->at + start, len);
}

static void damage(Fuzz *f)
{
    Bytes *input = &f->input;
    size_t at = below(f, input->len + 1), left = input->len - at;
    const char *word = words[below(f, WORDS)];
    switch (below(f, 8)) {
    case 0:
        if (left)
            input->at[at] = (char)(input->at[at] ^ 1 << below(f, 8));
        return;
    case 1:
        if (left)
            input->at[at] = (char)next(f);
        return;
    case 2:
        erase(input, at, below(f, left < 60 ? left + 1 : 60));
        return;
    case 3:
        if (below(f, 4) == 0)
            input->len = at;
        return;
    case 4:
        splice(f, &f->seeds.at[below(f, f->seeds.len)].bytes);
        return;
    default:
        insert(input, at, word, *word ? strlen(word) : 1);
        return;
    }
}

static const char *kind_of(const Seed *seed)
{
    return seed->net ? "spec" : seed->spl ? "spl" : seed->zing ? "zing" : "ir";
}

static void save(const Fuzz *f, const Seed *seed)
{
    char name[500];
    snprintf(name, sizeof name, "%s.%s", f->save, kind_of(seed));
    FILE *out = fopen(name, "wb");
    if (!out || fwrite(f->input.at, 1, f->input.len, out) != f->input.len || fclose(out) != 0) {
        perror(name);
        exit(2);
    }
}

static void fail(const Fuzz *f, const char *what)
{
    fprintf(stderr, "mutate: input %llu (in %s.*): %s\n", (unsigned long long)f->number, f->save,
            what);
    exit(1);
}

static char *print(const Program *program, size_t *len)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, len);
    ir_print(program, out);
    fclose(out);
    return text;
}

/* print o parse is the identity on what print makes. */
static void round_trip(Fuzz *f, const Program *program)
{
    Sources sources = {0};
    size_t len, again_len;
    char *text = print(program, &len), *again = NULL;
    Diag diag = {.sources = &sources};
    Program *copy = ir_parse(&sources, source_add(&sources, "printed.ir", text, len), &diag);
    if (!copy) {
        diag_print(&diag, stderr);
        fail(f, "what show prints cannot be read");
    }
    again = print(copy, &again_len);
    if (len != again_len || memcmp(text, again, len) != 0)
        fail(f, "a round trip changes the text form");
    free(text);
    free(again);
    program_free(copy);
    diag_free(&diag);
    source_free(&sources);
}

/* Explores the program for a moment; whatever is found must be true. */
static void explore(Fuzz *f, const Program *program)
{
    Options options = option_defaults();
    Job job = {.program = program, .options = &options, .properties = UINT32_MAX};
    char why[256];
    budget_begin(&job.budget, 0, 500, false);
    job.budget.time_limit = 0.02;
    engine_run(&engine_explore, &job);
    vec_each (Bug, bug, &job.bugs)
        if (!check_replay(&job, bug, why, sizeof why))
            fail(f, why);
    f->wrong += job.bugs.len > 0;
    job_free(&job);
}

/* A net, or an error; what is printed can be read again. */
static void load_net(Fuzz *f)
{
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    Net *net =
        net_parse(&sources, source_add(&sources, "x.spec", f->input.at, f->input.len), &diag);
    if (!net != (diag.errors > 0))
        fail(f, "a net in spite of errors, or neither");
    if (net) {
        char *text = NULL;
        size_t len;
        FILE *out = open_memstream(&text, &len);
        net_print(net, out);
        fclose(out);
        Net *copy = net_parse(&sources, source_add(&sources, "printed.spec", text, len), &diag);
        if (!copy)
            fail(f, "what show prints of a net cannot be read");
        net_free(copy);
        net_free(net);
        free(text);
        f->good++;
    }
    diag_free(&diag);
    source_free(&sources);
}

static Program *read_program(Fuzz *f, const Seed *seed, Sources *sources, Diag *diag)
{
    ZingOptions options = {.defines = ""};
    SplOptions spl = {.concurrent = f->number % 2};
    int file = source_add(sources, "x", f->input.at, f->input.len);
    if (seed->spl)
        return spl_load(sources, file, &spl, diag);
    return seed->zing ? zing_load(sources, &file, 1, &options, diag)
                      : ir_parse(sources, file, diag);
}

static void load(Fuzz *f, const Seed *seed)
{
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    Program *program = read_program(f, seed, &sources, &diag);
    if (program && diag.errors)
        fail(f, "a program in spite of errors");
    if (!program && !diag.errors)
        fail(f, "neither a program nor an error");
    char why[256];
    uint32_t pc;
    bool good = program && ir_verify(program, why, sizeof why, &pc);
    if (program && (seed->zing || seed->spl) && !good)
        fail(f, why);
    if (good) {
        round_trip(f, program);
        if (f->explore)
            explore(f, program);
    }
    f->good += good;
    if (program)
        program_free(program);
    diag_free(&diag);
    source_free(&sources);
}

static void print_progress(const Fuzz *f, uint64_t number, FILE *out)
{
    fprintf(out, "%llu inputs, %llu well-formed programs, %llu with a bug\n",
            (unsigned long long)number, (unsigned long long)f->good, (unsigned long long)f->wrong);
}

static void run(Fuzz *f)
{
    for (f->number = 1; !f->count || f->number <= f->count; f->number++) {
        const Seed *seed = &f->seeds.at[below(f, f->seeds.len)];
        f->input.len = 0;
        insert(&f->input, 0, seed->bytes.at, seed->bytes.len);
        for (size_t n = below(f, 5) + 1; n; n--)
            damage(f);
        save(f, seed);
        alarm(60); /* an endless loop ends here */
        if (seed->net)
            load_net(f);
        else
            load(f, seed);
        if (f->number % 10000 == 0)
            print_progress(f, f->number, stderr);
    }
}

static void add_seed(Fuzz *f, Sources *sources, const char *name)
{
    const char *why, *dot = strrchr(name, '.');
    int file = source_read(sources, name, &why);
    if (file < 0) {
        fprintf(stderr, "mutate: %s: %s\n", name, why);
        exit(2);
    }
    const Source *source = &sources->files.at[file];
    Seed seed = {.name = name, .zing = !dot || strcmp(dot, ".zing") == 0};
    seed.spl = dot && strcmp(dot, ".spl") == 0;
    seed.net = dot && strcmp(dot, ".spec") == 0;
    insert(&seed.bytes, 0, source->text, source->len);
    vec_push(&f->seeds, seed);
}

int main(int argc, char **argv)
{
    Fuzz f = {.random = 1, .count = 1000, .save = "build/mutated"};
    Sources sources = {0};
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--count=", 8) == 0)
            f.count = strtoull(argv[i] + 8, NULL, 10);
        else if (strncmp(argv[i], "--seed=", 7) == 0)
            f.random = strtoull(argv[i] + 7, NULL, 10);
        else if (strcmp(argv[i], "--explore") == 0)
            f.explore = true;
        else if (strncmp(argv[i], "--save=", 7) == 0)
            f.save = argv[i] + 7;
        else
            add_seed(&f, &sources, argv[i]);
    }
    if (!f.seeds.len) {
        fputs("mutate: no files to start from\n", stderr);
        return 2;
    }
    vec_reserve(&f.input, 1);
    run(&f);
    print_progress(&f, f.count, stdout);
    vec_each (Seed, seed, &f.seeds)
        vec_free(&seed->bytes);
    vec_free(&f.seeds);
    vec_free(&f.input);
    source_free(&sources);
    return 0;
}
