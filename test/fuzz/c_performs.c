/* c_performs.c -- does `heddle check` compare `performs` in C with what calls do, no more and no
 * less?
 *
 *   c_performs [--seed=S] [--count=N] [--print]
 *
 * The programs of performs.c, as C.  The exit status is 1 if the search finds a call that does
 * something else than its performs says though there is none, or does not find one that there is;
 * then the program is printed. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "c_subject.h"
#include "ir/serial.h"
#include "serial_case.h"

enum { OFTEN = 500 };

typedef struct Tally {
    uint64_t done, calls, wrong, open;
} Tally;

static void say_tally(const Tally *tally, FILE *out)
{
    fprintf(out,
            "%" PRIu64 " C programs, %" PRIu64 " with a wrong performs; %" PRIu64
            " calls compared, %" PRIu64 " answers open\n",
            tally->done, tally->wrong, tally->calls, tally->open);
}

/* Do the searches say what is true?  A run that breaks something else before, such as taking a lock twice,
 * leaves the answer open where no call is wrong. */
static bool agrees(const Subject *s, uint64_t seed, bool breaks, Tally *tally)
{
    for (Method method = PLAIN; method <= REDUCED; method++) {
        VerdictKind verdict;
        if (!subject_search(s, seed, PROPERTY_ACCESS, method, 0, &verdict))
            return false;
        if (verdict == (breaks ? VERDICT_BUG : VERDICT_SAFE))
            continue;
        if (verdict == VERDICT_UNKNOWN && !breaks) {
            tally->open++;
            continue;
        }
        fprintf(stderr, "seed %" PRIu64 ", %s: %s, and a call %s what no action says\n", seed,
                method_name(method), verdict_name(verdict), breaks ? "does" : "never does");
        return false;
    }
    return true;
}

static bool check_seed(uint64_t seed, const char *folder, bool print, Tally *tally)
{
    const char *const flags[] = {"-w"};
    const COptions options = {.flags = flags, .flag_count = 1};
    char name[64];
    Subject s = {0};
    Case *c = case_new(seed);
    snprintf(name, sizeof name, "%s/random.c", folder);
    FILE *out = fopen(name, "w");
    if (!out) {
        perror(name);
        exit(2);
    }
    case_print(c, true, out);
    fclose(out);
    bool breaks = case_breaks(c, &tally->calls);
    bool right = print || subject_load(&s, seed, name, &options);
    tally->wrong += breaks;
    tally->done++;
    if (right && !print && ir_serialize(s.program))
        right = agrees(&s, seed, breaks, tally);
    if (!right || print)
        subject_print(name);
    subject_free(&s);
    unlink(name);
    free(c);
    return right;
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, count = 1;
    char folder[32] = "/tmp/c_performs-XXXXXX";
    bool print = false, right = true;
    SubjectOptions options = {&seed, &count, &print, folder};
    Tally tally = {0};
    if (!subject_begin(&options, argc, argv))
        return 2;
    while (right && (!count || tally.done < count)) {
        right = check_seed(seed++, folder, print, &tally);
        if (tally.done % OFTEN == 0 && tally.done != count)
            say_tally(&tally, stderr);
    }
    rmdir(folder);
    if (!print)
        say_tally(&tally, stdout);
    return !right;
}
