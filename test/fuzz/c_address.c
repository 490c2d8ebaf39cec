/* c_address.c -- does heddle exclude a layout of memory that an allocator chooses?
 *
 *   c_address [--seed=S] [--count=N] [--print]
 *
 * Random functions look at the addresses of blocks of malloc, of globals and of locals: low bits, shifts,
 * remainders, the order, bytes, tags that are put in and taken out, pages, hashes; threads look, too.  What
 * they see makes a small number.  A file of them is compiled by the system's compiler, and run: as it is,
 * with other settings of malloc, and with other allocators, where these are installed (libjemalloc,
 * libtcmalloc_minimal, libmimalloc; HEDDLE_ALLOCATORS names more, with colons between them).  Each
 * number that came out is one that heddle must let come out: `assert (number != it)` is not safe.  One
 * on which heddle says safe is printed; then the exit status is 1.
 *
 * The other way round some of them are wrong on purpose: an outcome that alignment forbids must not be
 * possible for heddle; so it is not enough to let everything happen. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "c_subject.h"

enum { A_FILE = 24, MOST_SECONDS = 2, MOST_OUTCOMES = 12, LEAST_OF_HEAP = 8 };

typedef struct Fuzz {
    uint64_t seed, dice;
    FILE *out;
    char folder[32];
    int outcomes[A_FILE][MOST_OUTCOMES];
    uint32_t lens[A_FILE];
    bool forbidden[A_FILE]; /* -1 cannot come out */
    uint64_t programs, asked, found, open, impossible, refuted;
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    return dice_draw(&f->dice, below);
}
#define PICK(f, ...) DICE_PICK(&(f)->dice, __VA_ARGS__)

/* ---- programs ---- */

static const char head[] =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdint.h>\n#include <stdlib.h>\n"
    "#include <string.h>\ntypedef uintptr_t W;\nstruct pair { int a; char *p; };\n"
    "static int g; static char gc; static struct pair gs; _Alignas(64) static char ga[100];\n"
    "union both { void *p; W w; unsigned char c[8]; };\n"
    "static unsigned hash(W w) { return (unsigned)((w >> 4) % 4); }\n"
    "static unsigned low(void *p, int k) { union both u; u.p = p; return u.c[k] & 48; }\n"
    "static void *look(void *p) { return (void *)((W)p >> 5 & 1); }\n";

static const char *object(Fuzz *f)
{
    return PICK(f, "p", "q", "r", "(char *)&g", "&gc", "(char *)&gs", "ga", "(char *)&l",
                "(char *)&s");
}

/* What is seen, as an expression; below 16. */
static void print_look(Fuzz *f)
{
    const char *a = object(f), *b = object(f);
    uint32_t offset = draw(f, 3) ? 0 : draw(f, 20);
    switch (draw(f, 14)) {
    case 0:
        fprintf(f->out, "((W)(%s + %u) >> %u) %% %u", a, offset, draw(f, 6), 1 + draw(f, 8));
        break;
    case 1:
        fprintf(f->out, "((W)(%s + %u) & %u) / 4", a, offset, draw(f, 64));
        break;
    case 2:
    case 3:
        fprintf(f->out, "(unsigned)((W)%s < (W)%s)", a, b);
        break;
    case 4:
        fprintf(f->out, "hash((W)%s)", a);
        break;
    case 5:
        fprintf(f->out, "(unsigned)((%s + %u) - (char *)((W)(%s + %u) & ~(W)%u))", a, offset, a,
                offset, (1u << draw(f, 4)) - 1);
        break;
    case 6:
        fprintf(f->out, "low(%s, 0) >> 4", a);
        break;
    case 7:
        fprintf(f->out, "(unsigned)(((W)%s ^ %u) & 15)", a, draw(f, 16));
        break;
    case 8:
        fprintf(f->out, "(unsigned)(((W)%s | %u) - (W)%s)", a, draw(f, 16), a);
        break;
    case 9:
        fprintf(f->out, "(unsigned)((W)%s %% %s)", a, PICK(f, "3", "5", "7", "12", "32"));
        break;
    case 10:
        fprintf(f->out, "(unsigned)((uint8_t)((W)%s * 5) >> 5)", a);
        break;
    case 11:
        fprintf(f->out, "(unsigned)((W)%s == ((W)%s & ~(W)31))", a, a);
        break;
    case 12:
        fprintf(f->out, "(unsigned)((((W)%s + %u) >> 3 & 7) + (%s == %s))", a, offset, a, b);
        break;
    default:
        fprintf(f->out, "(unsigned)(((W)%s >> 4 & 1) * 2 + ((W)%s >> 4 & 1))", a, b);
    }
}

/* A tag goes in and out; memory must still be reached.  Or a thread looks. */
static void print_use(Fuzz *f)
{
    switch (draw(f, 4)) {
    case 0:
        fprintf(f->out, "    { W t = (W)p | 1; *(char *)(t & ~(W)7) = 3; n += *p == 3; }\n");
        break;
    case 1:
        fprintf(f->out,
                "    { void *t; pthread_t h; pthread_create(&h, 0, look, q); pthread_join(h, &t);\n"
                "      n = n * 2 + (t == (void *)((W)q >> 5 & 1)); }\n");
        break;
    case 2:
        fprintf(f->out, "    { void *h; memcpy(&h, &p, sizeof h); n += h == (void *)p; }\n");
        break;
    default:
        fprintf(f->out, "    free(r); r = malloc(%u); if (!r) exit(0);\n", 1 + draw(f, 64));
    }
}

static const char *const forbidden[] = {
    "(W)p % 8",
    "(W)&g & 3",
    "(W)ga % 64",
    "(W)&s & 7",
    "((W)p | 7) - (W)p != 7",
    "((W)(p + 8) & 7)",
    "(W)&gs.p - (W)&gs != 8",
    "low(q, 7)",
    "hash((W)q) > 3",
    "(p < q) == (q < p)",
    "p < q && q < r && r < p",
    "((W)p >> 4) % 4 != ((W)p / 16 & 3)",
};

static void print_program(Fuzz *f, uint32_t k)
{
    uint32_t looks = 1 + draw(f, 3);
    f->forbidden[k] = draw(f, 3) == 0;
    fprintf(f->out,
            "static int run%u(void)\n{\n    unsigned n = 0; int l = 1; struct pair s = {1, 0};\n",
            k);
    fprintf(f->out,
            "    char *p = malloc(%u), *q = malloc(%u), *r = malloc(%u);\n"
            "    if (!p || !q || !r) exit(0);\n    *p = (char)(l + s.a);\n",
            LEAST_OF_HEAP + draw(f, 60), 1 + draw(f, 40), 1 + draw(f, 200));
    for (uint32_t i = 0; i < looks; i++) {
        fprintf(f->out, "    n = n * 4 + (");
        print_look(f);
        fprintf(f->out, ") %% 16;\n");
        if (draw(f, 3) == 0)
            print_use(f);
    }
    if (f->forbidden[k])
        fprintf(f->out, "    if (%s) return -1;\n",
                forbidden[draw(f, sizeof forbidden / sizeof *forbidden)]);
    fprintf(f->out, "    free(p); free(q); free(r);\n    return (int)(n %% 1000);\n}\n");
}

static bool write_file(Fuzz *f, const char *name, uint64_t seed, uint32_t count, bool native)
{
    f->out = fopen(name, "w");
    if (!f->out)
        return false;
    fprintf(f->out, "%s%s", native ? "#include <stdio.h>\n" : "", head);
    for (uint32_t k = 0; k < count; k++) {
        f->seed = seed + k;
        f->dice = f->seed * 0x9e3779b97f4a7c15u + 1;
        for (int i = 0; i < 4; i++)
            draw(f, 7);
        print_program(f, k);
    }
    for (uint32_t k = 0; k < count && !native; k++) {
        for (uint32_t i = 0; i < f->lens[k]; i++)
            fprintf(f->out, "int main%u_%u(void) { assert(run%u() != %d); return 0; }\n", k, i, k,
                    f->outcomes[k][i]);
        if (f->forbidden[k])
            fprintf(f->out, "int never%u(void) { assert(run%u() != -1); return 0; }\n", k, k);
    }
    if (native) {
        fprintf(f->out,
                "int main(int argc, char **argv)\n{\n    (void)argv;\n"
                "    for (int i = 1; i < argc; i++) if (!malloc((size_t)i * 24)) return 1;\n");
        for (uint32_t k = 0; k < count; k++)
            fprintf(f->out, "    printf(\"%u %%d\\n\", run%u());\n", k, k);
        fprintf(f->out, "    return 0;\n}\n");
    }
    return fclose(f->out) == 0;
}

/* ---- what comes out ---- */

static void note(Fuzz *f, uint32_t k, int outcome)
{
    for (uint32_t i = 0; i < f->lens[k]; i++)
        if (f->outcomes[k][i] == outcome)
            return;
    if (f->lens[k] < MOST_OUTCOMES)
        f->outcomes[k][f->lens[k]++] = outcome;
}

static bool run_native(Fuzz *f, const char *settings, const char *arguments)
{
    char command[512], line[64];
    snprintf(command, sizeof command, "%s %s/run %s 2>&1", settings, f->folder, arguments);
    FILE *pipe = popen(command, "r");
    bool fine = pipe != NULL;
    while (fine && fgets(line, sizeof line, pipe)) {
        unsigned k;
        int outcome;
        fine = sscanf(line, "%u %d", &k, &outcome) == 2 && k < A_FILE;
        if (fine)
            note(f, k, outcome);
        else
            fprintf(stderr, "c_address: %s: %s\n", command, line);
    }
    return pipe && pclose(pipe) == 0 && fine;
}

static bool run_allocators(Fuzz *f, const char *names)
{
    char list[1024], setting[512];
    snprintf(list, sizeof list, "%s", names);
    for (char *name = strtok(list, ":"); name; name = strtok(NULL, ":")) {
        snprintf(setting, sizeof setting, "LD_PRELOAD=%s", name);
        if (access(name, R_OK) == 0 &&
            (!run_native(f, setting, "") || !run_native(f, setting, "1 2 3")))
            return false;
    }
    return true;
}

static bool find_outcomes(Fuzz *f, const char *name)
{
    static const char usual[] = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2:"
                                "/usr/lib/x86_64-linux-gnu/libtcmalloc_minimal.so.4:"
                                "/usr/lib/x86_64-linux-gnu/libmimalloc.so.2.0";
    char command[256];
    memset(f->lens, 0, sizeof f->lens);
    snprintf(command, sizeof command, "cc -w -O%u -o %s/run %s -lpthread", draw(f, 2), f->folder,
             name);
    if (system(command) != 0)
        return false;
    const char *more = getenv("HEDDLE_ALLOCATORS");
    return run_native(f, "", "") && run_native(f, "", "1 2") &&
           run_native(f, "", "1 2 3 4 5 6 7") &&
           run_native(f, "MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=1", "") &&
           run_native(f, "GLIBC_TUNABLES=glibc.malloc.tcache_count=0", "1") &&
           run_native(f, "MALLOC_TOP_PAD_=1 MALLOC_PERTURB_=5", "1 2 3") &&
           run_allocators(f, usual) && (!more || run_allocators(f, more));
}

/* ---- heddle ---- */

static bool ask(Fuzz *f, const SubjectFile *file, const char *name, uint64_t seed,
                const char *entry, bool happens)
{
    Subject s = {0};
    VerdictKind verdict = VERDICT_UNKNOWN;
    uint32_t properties = PROPERTY_ASSERT;
    bool fine = subject_load_part(&s, seed, name, file, entry) &&
                subject_search(&s, seed, properties, REDUCED, MOST_SECONDS, &verdict);
    if (fine && verdict == (happens ? VERDICT_SAFE : VERDICT_BUG)) {
        printf("seed %" PRIu64 ": %s of %s: heddle says %s\n", seed, entry, name,
               verdict_name(verdict));
        fine = false;
    }
    if (happens) {
        f->asked++;
        f->found += verdict == VERDICT_BUG;
        f->open += verdict != VERDICT_BUG;
    } else {
        f->impossible++;
        f->refuted += verdict == VERDICT_SAFE;
    }
    subject_free(&s);
    return fine;
}

static bool try_file(Fuzz *f, uint64_t seed, uint32_t count, bool print)
{
    char name[64], entry[32];
    const char *flags[] = {"-w"};
    COptions options = {.flags = flags, .flag_count = 1};
    SubjectFile file = {0};
    snprintf(name, sizeof name, "%s/native.c", f->folder);
    if (!write_file(f, name, seed, count, true) || !find_outcomes(f, name)) {
        fprintf(stderr, "c_address: seed %" PRIu64 ": the programs do not run\n", seed);
        return false;
    }
    snprintf(name, sizeof name, "%s/asked.c", f->folder);
    bool fine =
        write_file(f, name, seed, count, false) && subject_compile(&file, seed, name, &options);
    if (print)
        subject_print(name);
    for (uint32_t k = 0; fine && k < count; k++) {
        for (uint32_t i = 0; fine && i < f->lens[k]; i++) {
            snprintf(entry, sizeof entry, "main%u_%u", k, i);
            fine = ask(f, &file, name, seed + k, entry, true);
        }
        snprintf(entry, sizeof entry, "never%u", k);
        fine = fine && (!f->forbidden[k] || ask(f, &file, name, seed + k, entry, false));
    }
    subject_file_free(&file);
    f->programs += count;
    return fine;
}

int main(int argc, char **argv)
{
    static Fuzz f = {.folder = "/tmp/c_address-XXXXXX"};
    uint64_t seed = 1, count = 1;
    bool print = false, fine = true;
    if (!subject_begin(&(SubjectOptions){&seed, &count, &print, f.folder}, argc, argv))
        return 2;
    for (uint64_t done = 0; fine && (!count || done < count); done += A_FILE) {
        uint64_t left = count ? count - done : A_FILE;
        fine = try_file(&f, seed + done, left < A_FILE ? (uint32_t)left : A_FILE, print);
    }
    printf("c_address: %" PRIu64 " programs, %" PRIu64 " outcomes of real runs: %" PRIu64
           " found, %" PRIu64 " unknown; %" PRIu64 " that cannot be: %" PRIu64 " safe\n",
           f.programs, f.asked, f.found, f.open, f.impossible, f.refuted);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", f.folder);
    return fine && system(command) == 0 ? 0 : 1;
}
