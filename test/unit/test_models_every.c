/* test_models_every.c -- models of the C library against the originals, for every small argument: all texts, formats and command
 * lines that can be put together from a few pieces. */
#include "models.h"

#include <getopt.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(sscanf);
MODEL(snprintf);
MODEL(getopt);
MODEL(getopt_long);
MODEL(optarg);
MODEL(optind);
MODEL(optopt);

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

/* The texts that are made of at most `most` of the pieces, one after the other: their number, and each by its own. */
static int texts_of(int pieces, int most)
{
    int count = 1, same = 1;
    for (int k = 0; k < most; k++)
        count += same *= pieces;
    return count;
}

static char *put_text(char *text, const char *const *piece, int pieces, int number)
{
    text[0] = 0;
    for (; number > 0; number = (number - 1) / pieces)
        strcat(text, piece[(number - 1) % pieces]);
    return text;
}

/* ---- numbers ---- */

#define same_number(function)                                                                      \
    do {                                                                                           \
        char *mine = NULL, *real = NULL;                                                           \
        *model___errno_location() = errno = 0;                                                     \
        bool same = model_##function(text, &mine, base) == function(text, &real, base);            \
        if (!same || *model___errno_location() != errno || (errno != EINVAL && mine != real))      \
            fail_msg(#function " of \"%s\" to the base %d", text, base);                           \
    } while (0)

static void every_number_is_read(void **unused)
{
    (void)unused;
    static const char *const piece[] = {"0", "x", "1", "7", "9", "-", "+", " ", "\t", "a", "Z"};
    static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};
    for (int n = 0; n < texts_of(COUNT(piece), 4); n++)
        for (int b = 0; b < COUNT(bases); b++) {
            char text[32];
            int base = bases[b];
            put_text(text, piece, COUNT(piece), n);
            same_number(strtol);
            same_number(strtoul);
        }
    static const char *const large[] = {
        "9223372036854775807",    "9223372036854775808", "18446744073709551615",
        "18446744073709551616",   "0x7fffffffffffffff",  "0x8000000000000000",
        "0xffffffffffffffff",     "0x10000000000000000", "777777777777777777777",
        "1000000000000000000000", "1y2p0ij32e8e7",       "1y2p0ij32e8e8",
        "3w5e11264sgsf",          "3w5e11264sgsg",       "99999999999999999999999"};
    for (int n = 0; n < 3 * COUNT(large); n++)
        for (int b = 0; b < COUNT(bases); b++) {
            char text[64];
            int base = bases[b];
            snprintf(text, sizeof text, "%s%sz", n % 3 == 2 ? "-" : n % 3 ? "+" : "", large[n / 3]);
            same_number(strtol);
            same_number(strtoul);
            same_number(strtoll);
            same_number(strtoull);
        }
}

/* ---- scanned texts ---- */

static void every_text_is_scanned(void **unused)
{
    (void)unused;
    static const char *const in_text[] = {"1", "-", "27", "n", "%", " ", "0x1f"};
    static const char *const in_format[] = {"%d", "%1d", "%*d", "%n",  "n",        "%%", " ",
                                            "%c", "%i",  "%x",  "%2s", "%3[0-9n]", "-"};
    for (int f = 0; f < texts_of(COUNT(in_format), 3); f++) {
        char format[32];
        put_text(format, in_format, COUNT(in_format), f);
        for (int t = 0; t < texts_of(COUNT(in_text), 2 + (f % 4 == 0)); t++) {
            char text[32], x[3][8], y[3][8];
            memset(x, '?', sizeof x);
            memset(y, '?', sizeof y);
            put_text(text, in_text, COUNT(in_text), t);
            int mine = model_sscanf(text, format, x[0], x[1], x[2]),
                real = sscanf(text, format, y[0], y[1], y[2]);
            if (mine != real || memcmp(x, y, sizeof x) != 0)
                fail_msg("\"%s\" scanned as \"%s\": %d, not %d", text, format, mine, real);
        }
    }
}

/* ---- formats ---- */

static void same_format(const char *format, int stars, long long value)
{
    char x[80], y[80];
    memset(x, '?', sizeof x);
    memset(y, '?', sizeof y);
    int mine, real;
    switch (stars) {
    case 0:
        mine = model_snprintf(x, 40, format, value), real = snprintf(y, 40, format, value);
        break;
    case 1:
        mine = model_snprintf(x, 40, format, 4, value), real = snprintf(y, 40, format, 4, value);
        break;
    default:
        mine = model_snprintf(x, 40, format, -6, 2, value),
        real = snprintf(y, 40, format, -6, 2, value);
        break;
    }
    if (mine != real || memcmp(x, y, sizeof x) != 0)
        fail_msg("%lld written as \"%s\": \"%s\", not \"%s\"", value, format, x, y);
}

static void every_format_is_carried_out(void **unused)
{
    (void)unused;
    static const char *const widths[] = {"", "1", "7", "12", "*"}, *const precisions[] = {
                                                                       "", ".", ".0", ".3", ".*"};
    static const char *const sizes[] = {"", "hh", "h", "l", "ll", "z", "j", "t"};
    static const long long values[] = {0, 1, -1, 9, -128, 40000, INT_MIN, LLONG_MAX};
    int next = 0;
    for (int flags = 0; flags < 32; flags++)
        for (int w = 0; w < COUNT(widths); w++)
            for (int p = 0; p < COUNT(precisions); p++)
                for (int s = 0; s < COUNT(sizes); s++)
                    for (const char *letter = "diuxXo"; *letter; letter++) {
                        bool prefixed = *letter == 'x' || *letter == 'X' || *letter == 'o';
                        if (flags & 8 && !prefixed)
                            continue;
                        char format[40];
                        snprintf(format, sizeof format, "<%%%s%s%s%s%s%s%s%s%c>",
                                 flags & 1 ? "-" : "", flags & 2 ? "+" : "", flags & 4 ? " " : "",
                                 flags & 8 ? "#" : "", flags & 16 ? "0" : "", widths[w],
                                 precisions[p], sizes[s], *letter);
                        int stars = (w == 4) + (p == 4);
                        same_format(format, stars, values[next++ % COUNT(values)]);
                        same_format(format, stars, values[next % COUNT(values)]);
                    }
}

/* ---- command lines ---- */

enum { MOST = 32 }; /* options of a command line */

typedef struct Taken {
    int result, index, letter, value;
    const char *argument;
} Taken;

static int flag;
static const struct option options[] = {{"all", no_argument, NULL, 'a'},
                                        {"also", required_argument, NULL, 'o'},
                                        {"maybe", optional_argument, &flag, 7},
                                        {NULL, 0, NULL, 0}};

/* Reads a command line to its end, in one of two ways; the next reading begins anew. */
static int read_line(bool model, bool words, int count, char **args, const char *letters,
                     Taken *taken)
{
    int many = 0, chosen;
    *(model ? &model_optind : &optind) = 0;
    do {
        Taken *t = &taken[many];
        chosen = -1, flag = 0;
        if (model)
            t->result = words ? model_getopt_long(count, args, letters, options, &chosen)
                              : model_getopt(count, args, letters);
        else
            t->result = words ? getopt_long(count, args, letters, options, &chosen)
                              : getopt(count, args, letters);
        t->argument = t->result == -1 ? NULL : model ? model_optarg : optarg;
        t->index = model ? model_optind : optind;
        t->letter = t->result == '?' || t->result == ':' ? model ? model_optopt : optopt : 0;
        t->value = t->result == '?' || t->result == ':' ? 0 : flag * 100 + chosen;
    } while (taken[many++].result != -1 && many < MOST);
    return many;
}

static void every_command_line_is_read(void **unused)
{
    (void)unused;
    static const char *const word[] = {
        "-a",     "-bx",     "-b",    "-ab",       "-c",     "-cx",     "--",
        "-",      "x",       "-q",    "-aq",       "--all",  "--al",    "--also=1",
        "--also", "--maybe", "--m=2", "--all=bad", "--none", "--alsox", "--also="};
    setenv("POSIXLY_CORRECT", "1", 1);
    opterr = 0;
    for (int n = 0; n < texts_of(COUNT(word), 3); n++)
        for (int form = 0; form < 4; form++) {
            char *args[5] = {"program"};
            int count = 1;
            for (int rest = n; rest > 0; rest = (rest - 1) / COUNT(word))
                args[count++] = (char *)word[(rest - 1) % COUNT(word)];
            Taken mine[MOST] = {0}, real[MOST] = {0};
            const char *letters = form & 1 ? ":ab:c::" : "ab:c::";
            if (!(form & 2) && n % 5)
                continue;
            int a = read_line(true, form & 2, count, args, letters, mine),
                b = read_line(false, form & 2, count, args, letters, real);
            bool same = a == b;
            for (int k = 0; same && k < a; k++)
                same = mine[k].result == real[k].result && mine[k].index == real[k].index &&
                       mine[k].argument == real[k].argument && mine[k].value == real[k].value &&
                       (mine[k].letter == real[k].letter || form & 2);
            if (!same)
                fail_msg("the command line %s %s %s with \"%s\"%s", count > 1 ? args[1] : "",
                         count > 2 ? args[2] : "", count > 3 ? args[3] : "", letters,
                         form & 2 ? " and long options" : "");
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_number_is_read),
        TEST(every_text_is_scanned),
        TEST(every_format_is_carried_out),
        TEST(every_command_line_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
