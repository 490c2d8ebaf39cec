/* test_models_library.c -- the models of <string.h>, <stdlib.h>, <stdio.h> against the originals.
 */
#include "models.h"

#include <ctype.h>
#include <math.h>

#pragma GCC diagnostic ignored "-Wformat" /* some are wrong on purpose */

MODEL(strlen);
MODEL(strnlen);
MODEL(strcpy);
MODEL(strncpy);
MODEL(strcat);
MODEL(strncat);
MODEL(strcmp);
MODEL(strncmp);
MODEL(strcasecmp);
MODEL(strchr);
MODEL(strrchr);
MODEL(strstr);
MODEL(strspn);
MODEL(strcspn);
MODEL(strpbrk);
MODEL(strtok_r);
MODEL(strsep);
MODEL(strdup);
MODEL(strndup);
MODEL(memcmp);
MODEL(memccpy);
MODEL(memchr);
MODEL(memrchr);
MODEL(memmem);
MODEL(memmove);
MODEL(stpcpy);
MODEL(stpncpy);
MODEL(snprintf);
MODEL(printf);
MODEL(sscanf);
MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(atoi);
MODEL(qsort);
MODEL(bsearch);
MODEL(malloc);
MODEL(calloc);
MODEL(realloc);
MODEL(free);
MODEL(posix_memalign);
MODEL(aligned_alloc);
MODEL(__ctype_b_loc);
MODEL(__ctype_tolower_loc);
MODEL(__ctype_toupper_loc);
MODEL(sqrt);
MODEL(floor);
MODEL(ceil);
MODEL(trunc);
MODEL(round);
MODEL(pow);
MODEL(fmod);
MODEL(strtod);
MODEL(strtof);
MODEL(atof);

/* ---- strings ---- */

static uint64_t seed = 1;

static unsigned random_below(unsigned limit)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % limit;
}

enum { LONGEST = 7, TRIES = 20000 };

/* A string over few letters, so that things are found. */
static char *random_string(char *s)
{
    unsigned length = random_below(LONGEST + 1);
    for (unsigned k = 0; k < length; k++)
        s[k] = "abAB\xff"[random_below(5)];
    s[length] = 0;
    return s;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static void strings_are_compared_and_searched(void **unused)
{
    (void)unused;
    char a[LONGEST + 1], b[LONGEST + 1];
    for (int k = 0; k < TRIES; k++) {
        random_string(a);
        random_string(b);
        size_t n = random_below(LONGEST + 2);
        assert_int_equal(model_strlen(a), strlen(a));
        assert_int_equal(model_strnlen(a, n), strnlen(a, n));
        assert_int_equal(sign(model_strcmp(a, b)), sign(strcmp(a, b)));
        assert_int_equal(sign(model_strncmp(a, b, n)), sign(strncmp(a, b, n)));
        assert_int_equal(sign(model_strcasecmp(a, b)), sign(strcasecmp(a, b)));
        assert_int_equal(sign(model_memcmp(a, b, 1)), sign(memcmp(a, b, 1)));
        assert_ptr_equal(model_strchr(a, b[0]), strchr(a, b[0]));
        assert_ptr_equal(model_strrchr(a, b[0]), strrchr(a, b[0]));
        assert_ptr_equal(model_strstr(a, b), strstr(a, b));
        assert_int_equal(model_strspn(a, b), strspn(a, b));
        assert_int_equal(model_strcspn(a, b), strcspn(a, b));
        assert_ptr_equal(model_strpbrk(a, b), strpbrk(a, b));
        assert_ptr_equal(model_memchr(a, 'b', strlen(a)), memchr(a, 'b', strlen(a)));
        char copy[16] = {0}, other[16] = {0};
        const char *mine = model_memccpy(copy, a, 'b', strlen(a) < 16 ? strlen(a) : 16);
        const char *real = memccpy(other, a, 'b', strlen(a) < 16 ? strlen(a) : 16);
        assert_int_equal(mine ? mine - copy : -1, real ? real - other : -1);
        assert_memory_equal(copy, other, sizeof copy);
        assert_ptr_equal(model_memrchr(a, 'b', strlen(a)), memrchr(a, 'b', strlen(a)));
        assert_ptr_equal(model_memmem(a, strlen(a), b, strlen(b)),
                         memmem(a, strlen(a), b, strlen(b)));
    }
}

static void strings_are_copied(void **unused)
{
    (void)unused;
    char a[LONGEST + 1], x[4 * LONGEST], y[4 * LONGEST];
    for (int k = 0; k < TRIES; k++) {
        random_string(a);
        size_t n = random_below(LONGEST + 2);
        memset(x, '?', sizeof x);
        memset(y, '?', sizeof y);
        assert_int_equal(model_stpcpy(x, a) - x, stpcpy(y, a) - y);
        model_strcat(x, random_string(a));
        strcat(y, a);
        model_strncat(x, random_string(a), n);
        strncat(y, a, n);
        assert_memory_equal(x, y, sizeof x);
        assert_int_equal(model_stpncpy(x + 1, a, n) - x, stpncpy(y + 1, a, n) - y);
        model_strncpy(x + 9, a, n);
        strncpy(y + 9, a, n);
        model_strcpy(x + 20, a);
        strcpy(y + 20, a);
        model_memmove(x + 3, x + 1, 9);
        memmove(y + 3, y + 1, 9);
        assert_memory_equal(x, y, sizeof x);
    }
}

static void strings_are_cut_into_tokens(void **unused)
{
    (void)unused;
    char x[LONGEST + 1], y[LONGEST + 1], set[LONGEST + 1], *rest, *other;
    for (int k = 0; k < TRIES; k++) {
        strcpy(y, random_string(x));
        random_string(set);
        char *a = model_strtok_r(x, set, &rest), *b = strtok_r(y, set, &other);
        while (a && b) {
            assert_int_equal(a - x, b - y);
            a = model_strtok_r(NULL, set, &rest);
            b = strtok_r(NULL, set, &other);
        }
        assert_true(!a && !b);
        assert_memory_equal(x, y, strlen(y) + 1);
        strcpy(y, random_string(x));
        rest = x;
        other = y;
        while (other) {
            assert_int_equal(model_strsep(&rest, set) - x, strsep(&other, set) - y);
            assert_int_equal(!rest, !other);
        }
    }
}

/* ---- numbers ---- */

static void numbers_are_read(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"0",
                                        "  -12x",
                                        "+7",
                                        "0x1F",
                                        "0xg",
                                        "077",
                                        "08",
                                        "zz",
                                        "",
                                        "-",
                                        "- 1",
                                        "1e3",
                                        "\t\n5",
                                        "99999999999999999999",
                                        "-99999999999999999999",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "-1"};
    static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
            char *end = NULL, *other = NULL;
            *model___errno_location() = errno = 0;
            assert_true(model_strtol(texts[k], &end, bases[b]) ==
                        strtol(texts[k], &other, bases[b]));
            assert_int_equal(*model___errno_location(), errno);
            assert_true(errno == EINVAL || end == other);
            *model___errno_location() = errno = 0;
            assert_true(model_strtoull(texts[k], &end, bases[b]) ==
                        strtoull(texts[k], &other, bases[b]));
            assert_int_equal(*model___errno_location(), errno);
            assert_true(errno == EINVAL || end == other);
        }
    assert_int_equal(model_atoi(" -42 "), -42);
}

#define same_scan(text, format, ...)                                                               \
    assert_int_equal(model_sscanf(text, format, __VA_ARGS__), sscanf(text, format, __VA_ARGS__))

static void texts_are_scanned(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"12 34",    " -7x", "x",    "",  "  ",
                                        "0x1f 010", "5,6",  "5 ,6", "+3"};
    static const char *const formats[] = {"%d%d",  "%d %d",  "%d,%d",       "%i %i",
                                          "%x %o", "%2d%1d", "%*d %d%*d %d"};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
        for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
            int a[2] = {-9, -9}, b[2] = {-9, -9};
            assert_int_equal(model_sscanf(texts[t], formats[f], &a[0], &a[1]),
                             sscanf(texts[t], formats[f], &b[0], &b[1]));
            assert_memory_equal(a, b, sizeof a);
        }
    char x[3][9] = {"?", "?", "?"}, y[3][9] = {"?", "?", "?"};
    int n = 0;
    same_scan("ab cd-ef", "%s %[a-d]-%c", x[0], x[1], x[2]);
    sscanf("ab cd-ef", "%s %[a-d]-%c", y[0], y[1], y[2]);
    assert_memory_equal(x, y, sizeof x);
    static const char *const sets[] = {"%8[a-]",  "%8[-a]",   "%8[]a]",  "%8[^]a]",  "%8[a-c]",
                                       "%8[^a-]", "%8[a-c-]", "%8[^-c]", "%8[a-cx]", "%2[a-c]"};
    static const char *const words[] = {"-a-b", "a-", "]a", "b]", "cxa-", "^a", "xyz", "d", "abc"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
            memset(x, '?', sizeof x);
            memset(y, '?', sizeof y);
            assert_int_equal(model_sscanf(words[w], sets[k], x[0]),
                             sscanf(words[w], sets[k], y[0]));
            assert_memory_equal(x, y, sizeof x);
        }
    assert_int_equal(model_sscanf("key = value", "%8[^ =] =%n", x[0], &n), 1);
    assert_string_equal(x[0], "key");
    assert_int_equal(n, 5);
    long l;
    short h;
    assert_int_equal(model_sscanf("-5000000000 70000", "%ld %hd", &l, &h), 2);
    assert_true(l == -5000000000 && h == 70000 - 65536);
}

static int compare_ints(const void *a, const void *b)
{
    return sign(*(const int *)a - *(const int *)b);
}

static void arrays_are_sorted_and_searched(void **unused)
{
    (void)unused;
    for (int k = 0; k < 1000; k++) {
        int x[9], y[9], key = (int)random_below(10);
        size_t n = random_below(10);
        for (size_t i = 0; i < n; i++)
            x[i] = y[i] = (int)random_below(10);
        model_qsort(x, n, sizeof *x, compare_ints);
        qsort(y, n, sizeof *y, compare_ints);
        assert_memory_equal(x, y, n * sizeof *x);
        int *found = model_bsearch(&key, x, n, sizeof *x, compare_ints);
        assert_int_equal(!found, !bsearch(&key, y, n, sizeof *y, compare_ints));
        assert_true(!found || *found == key);
    }
}

static void characters_have_classes(void **unused)
{
    (void)unused;
    const unsigned short *model = *model___ctype_b_loc(), *real = *__ctype_b_loc();
    for (int c = -128; c < 256; c++)
        assert_int_equal(model[c], real[c]);
    for (int c = -128; c < 256; c++) {
        assert_int_equal((*model___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]);
        assert_int_equal((*model___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c]);
    }
}

/* ---- formats ---- */

#define same_text(room, ...)                                                                       \
    do {                                                                                           \
        char x[200], y[200];                                                                       \
        memset(x, '?', sizeof x);                                                                  \
        memset(y, '?', sizeof y);                                                                  \
        assert_int_equal(model_snprintf(x, room, __VA_ARGS__), snprintf(y, room, __VA_ARGS__));    \
        assert_memory_equal(x, y, sizeof x);                                                       \
    } while (0)

static void formats_are_carried_out(void **unused)
{
    (void)unused;
    static const char *const signeds[] = {"%d",   "%5d",   "%-5d|",   "%05d", "%+d",    "% d",
                                          "%.3d", "%8.3d", "%-8.3d|", "%.0d", "%08.3d", "%+5.2d"};
    static const char *const unsigneds[] = {"%u",   "%x",    "%X",   "%o",    "%#x",
                                            "%#X",  "%#o",   "%08x", "%#08x", "%-#8x|",
                                            "%.4o", "%#.4o", "%#.0o"};
    static const int numbers[] = {0, 1, -1, 42, 255, INT_MAX, INT_MIN};
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
        for (size_t f = 0; f < sizeof signeds / sizeof *signeds; f++)
            same_text(sizeof x, signeds[f], numbers[n]);
        for (size_t f = 0; f < sizeof unsigneds / sizeof *unsigneds; f++)
            same_text(sizeof x, unsigneds[f], (unsigned)numbers[n]);
    }
    for (size_t room = 0; room < 12; room++)
        same_text(room, "<%s %d>", "text", 12);
    same_text(sizeof x, "%hhd %hd %ld %lld %zu %jd %td", 300, 70000, LONG_MIN, LLONG_MAX,
              (size_t)-1, (intmax_t)-2, (ptrdiff_t)-3);
    same_text(sizeof x, "%hhu %hu %lu %llx", 300, 70000, ULONG_MAX, ULLONG_MAX);
    same_text(sizeof x, "%s|%8s|%-8s|%.2s|%5.1s|%%|%c|%3c|%-3c|", "a", "bc", "de", "fgh", "ij", 'k',
              'l', 'm');
    same_text(sizeof x, "%*d|%-*d|%*d|%.*d|%.*s", 5, 1, 5, 2, -5, 3, 3, 4, 2, "xyz");
    same_text(sizeof x, "%p", (void *)NULL);
}

/* Of all sizes; some have few digits. */
static double random_real(void)
{
    union {
        uint64_t bits;
        double value;
    } u = {(uint64_t)random_below(1u << 31) << 33 ^ (uint64_t)random_below(1u << 31) << 16 ^
           random_below(1u << 16)};
    double few = (double)random_below(20001) - 10000;
    static const double parts[] = {1, 2, 8, 10, 1000, 1e-5, 1e10, 1e22, 1e-300};
    return random_below(2) && u.value == u.value ? u.value : few / parts[random_below(9)];
}

static void fractions_are_exact(void **unused)
{
    (void)unused;
    static const char *const formats[] = {
        "%f", "%.0f", "%.2f", "%10.3f|", "%-12.1f|", "%+012.4f", "%e",  "%.0e",  "%.3E",
        "%g", "%.0g", "%.3g", "%.17g",   "%#g",      "%#.0f",    "% G", "%#.0e", "%020g"};
    static const double edges[] = {0,        -0.0,      0.5,      1.5,    2.5,
                                   9.5,      0.05,      99.5,     0.095,  1e15,
                                   1e16,     123456,    999998.5, 1e-4,   0.00001,
                                   INFINITY, -INFINITY, NAN,      5e-324, 2.2250738585072014e-308};
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
            same_text(sizeof x, formats[f], edges[k]);
        for (int tries = 0; tries < 300; tries++) {
            double real = random_real();
            if (strcmp(formats[f], "%f") != 0 || (real > -1e99 && real < 1e99))
                same_text(sizeof x, formats[f], real);
        }
    }
    same_text(sizeof x, "%g", 999999.5);
    char large[400], other[400];
    assert_int_equal(model_snprintf(large, sizeof large, "%f", 1.7976931348623157e308),
                     snprintf(other, sizeof other, "%f", 1.7976931348623157e308));
    assert_string_equal(large, other);
    model_snprintf(large, sizeof large, "%#g", 999999.5);
    assert_string_equal(large, "1.00000e+06"); /* glibc writes 1.e+06, against the standard */
}

static void same_real(const char *text)
{
    char *x, *y;
    errno = 0;
    double a = model_strtod(text, &x);
    errno = 0;
    double b = strtod(text, &y);
    assert_true(x == y && memcmp(&a, &b, sizeof a) == 0);
    float c = model_strtof(text, &x), d = strtof(text, &y);
    assert_true(x == y && memcmp(&c, &d, sizeof c) == 0);
    double e = model_atof(text);
    assert_true(memcmp(&e, &b, sizeof e) == 0);
}

static const char *const numbers_of_all_sorts[] = {"0",
                                                   "-0",
                                                   "1",
                                                   "  +12.5x",
                                                   "1e5",
                                                   "1e",
                                                   "1e+",
                                                   "1e-3",
                                                   ".5",
                                                   "5.",
                                                   ".",
                                                   "",
                                                   "-",
                                                   "e5",
                                                   "0x1p3",
                                                   "0x.8",
                                                   "0x",
                                                   "0x1.8p-1",
                                                   "0xg",
                                                   "inf",
                                                   "-Infinity",
                                                   "infinit",
                                                   "nan",
                                                   "1e400",
                                                   "-1e400",
                                                   "1e-400",
                                                   "4.9e-324",
                                                   "2.4703282292062327e-324",
                                                   "2.4703282292062328e-324",
                                                   "1.7976931348623159e308",
                                                   "1.7976931348623158e308",
                                                   "9007199254740993",
                                                   "9007199254740993.0000000000000000000001",
                                                   "2.2250738585072011e-308",
                                                   "16777217",
                                                   "16777217.0000001",
                                                   "1.1754943e-38",
                                                   "3.4028236e38",
                                                   "7.0e-46",
                                                   "7.1e-46",
                                                   "0x1.fffffffffffff8p0",
                                                   "0x1.fffffffffffff7p0",
                                                   "1e99999999999",
                                                   "0e99999",
                                                   "1 2",
                                                   "1.2.3",
                                                   "000012",
                                                   "0.0001",
                                                   "123456789012345678901234567890",
                                                   "\t\n1"};

static void texts_are_numbers(void **unused)
{
    (void)unused;
    for (size_t t = 0; t < sizeof numbers_of_all_sorts / sizeof *numbers_of_all_sorts; t++)
        same_real(numbers_of_all_sorts[t]);
    for (int tries = 0; tries < 3000; tries++) {
        char text[800];
        snprintf(text, sizeof text, tries % 3 ? "%.*g" : "%.*e", (int)random_below(25),
                 random_real());
        same_real(text);
        double x = random_real(), y = random_real();
        double a = model_fmod(x, y), b = fmod(x, y);
        assert_true((a != a && b != b) || memcmp(&a, &b, sizeof a) == 0);
    }
}

static void wrong_formats_are_reported(void **unused)
{
    (void)unused;
    char x[8];
    expect_error("misuse", model_printf("%"));
    expect_error("misuse", model_printf("%5"));
    expect_error("misuse", model_printf("%y"));
    expect_error("unsupported", model_snprintf(x, sizeof x, "%a", 1.0));
    expect_error("unsupported", model_snprintf(x, sizeof x, "%p", (void *)&machine));
    is(4, model_printf("%.1f", -1.5));
    int count = 0;
    is(3, model_snprintf(x, sizeof x, "ab%nc", &count));
    assert_int_equal(count, 2);
}

/* ---- memory ---- */

static void memory_is_given_and_taken(void **unused)
{
    (void)unused;
    void *volatile p = NULL;
    volatile size_t huge = SIZE_MAX;
    expect(DONE, p = model_calloc(3, 4));
    assert_int_equal(model___heddle_size(p), 12);
    strcpy(p, "hello");
    expect(DONE, p = model_realloc(p, 100));
    assert_string_equal(p, "hello");
    expect(DONE, p = model_realloc(p, 3));
    assert_memory_equal(p, "hel", 3);
    expect(DONE, assert_null(model_realloc(p, 0)));
    expect(DONE, assert_null(model_calloc(huge / 2, 3)));
    assert_int_equal(*model___errno_location(), ENOMEM);
    expect(DONE, assert_null(model_malloc(huge)));
    void *q;
    is(EINVAL, model_posix_memalign(&q, 3, 8));
    is(EINVAL, model_posix_memalign(&q, 4, 8));
    is(0, model_posix_memalign(&q, 16, 8));
    model_free(q);
    expect(DONE, assert_null(model_aligned_alloc(24, 8)));
    expect(DONE, p = model_strdup("text"));
    assert_string_equal(p, "text");
    model_free(p);
    expect(DONE, p = model_strndup("text", 2));
    assert_string_equal(p, "te");
    model_free(p);
    machine.may_fail = true;
    machine.choice = 1;
    expect(DONE, assert_null(model_malloc(1)));
    expect(DONE, assert_null(model_strdup("text")));
    assert_int_equal(machine.objects, 0);
}

static double random_double(void)
{
    uint64_t bits = 0;
    double x;
    for (int k = 0; k < 8; k++)
        bits = bits << 8 | random_below(256);
    memcpy(&x, &bits, sizeof x);
    return isnormal(x) ? x : random_below(1000) / 8.0;
}

static void floats_are_rounded(void **unused)
{
    (void)unused;
    for (int round_number = 0; round_number < 20000; round_number++) {
        double x = round_number % 2 ? random_double() : (random_below(100000) - 50000.0) / 16;
        double tiny = (random_below(1 << 20) * 0x1p20 + random_below(1 << 20)) * 0x1p-1074;
        assert_true(x < 0 || model_sqrt(x) == sqrt(x));
        assert_true(model_sqrt(tiny) == sqrt(tiny));
        assert_true(model_floor(x) == floor(x) && model_ceil(x) == ceil(x));
        assert_true(model_trunc(x) == trunc(x) && model_round(x) == round(x));
    }
    assert_true(model_sqrt(0.0) == 0 && isinf(model_sqrt(INFINITY)) && isnan(model_sqrt(-1.0)));
    assert_true(signbit(model_ceil(-0.5)) && signbit(model_trunc(-0.5)));
    for (int x = -9; x <= 9; x++)
        for (int y = 0; y < 16; y++)
            assert_true(model_pow(x, y) == pow(x, y));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(strings_are_compared_and_searched),
        TEST(strings_are_copied),
        TEST(strings_are_cut_into_tokens),
        TEST(numbers_are_read),
        TEST(texts_are_scanned),
        TEST(arrays_are_sorted_and_searched),
        TEST(characters_have_classes),
        TEST(formats_are_carried_out),
        TEST(fractions_are_exact),
        TEST(texts_are_numbers),
        TEST(wrong_formats_are_reported),
        TEST(memory_is_given_and_taken),
        TEST(floats_are_rounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
