/* test_models_small.c -- models of <string.h>, <ctype.h>, <stdlib.h> and <math.h> against the originals, for every small argument:
 * all strings of a few bytes, all counts, all bytes, pairs of numbers at which something begins or ends. */
#include "models.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <math.h>
#include <strings.h>

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#endif
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

MODEL(strlen);
MODEL(strnlen);
MODEL(strcmp);
MODEL(strncmp);
MODEL(strcoll);
MODEL(strcasecmp);
MODEL(strncasecmp);
MODEL(strchr);
MODEL(strchrnul);
MODEL(strrchr);
MODEL(index);
MODEL(rindex);
MODEL(strstr);
MODEL(strspn);
MODEL(strcspn);
MODEL(strpbrk);
MODEL(strtok);
MODEL(strtok_r);
MODEL(strsep);
MODEL(strcpy);
MODEL(stpcpy);
MODEL(strcat);
MODEL(strncat);
MODEL(strncpy);
MODEL(stpncpy);
MODEL(strndup);
MODEL(memcmp);
MODEL(bcmp);
MODEL(memchr);
MODEL(memrchr);
MODEL(memmem);
MODEL(memccpy);
MODEL(mempcpy);
MODEL(memmove);
MODEL(memset);
MODEL(bzero);
MODEL(free);
MODEL(sscanf);
MODEL(strtod);
MODEL(strtof);
MODEL(atoi);
MODEL(atol);
MODEL(atoll);
MODEL(abs);
MODEL(labs);
MODEL(llabs);
MODEL(div);
MODEL(ldiv);
MODEL(ffs);
MODEL(ffsl);
MODEL(ffsll);
MODEL(htonl);
MODEL(ntohl);
MODEL(htons);
MODEL(ntohs);
MODEL(qsort);
MODEL(bsearch);
MODEL(fabs);
MODEL(fabsf);
MODEL(trunc);
MODEL(floor);
MODEL(ceil);
MODEL(round);
MODEL(fmin);
MODEL(fmax);
MODEL(fmod);
MODEL(fmodf);
MODEL(sqrt);
MODEL(sqrtf);
MODEL(pow);
size_t model_strlcpy(char *, const char *, size_t);
size_t model_strlcat(char *, const char *, size_t);
MODEL(isupper);
MODEL(islower);
MODEL(isalpha);
MODEL(isdigit);
MODEL(isxdigit);
MODEL(isspace);
MODEL(isprint);
MODEL(isgraph);
MODEL(isblank);
MODEL(iscntrl);
MODEL(ispunct);
MODEL(isalnum);
MODEL(isascii);
MODEL(tolower);
MODEL(toupper);

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* The text number n over these letters; their number is a base, and no digit is 0. */
static char *put_text(char *text, const char *letters, unsigned n)
{
    unsigned base = (unsigned)strlen(letters), length = 0;
    for (; n; n = (n - 1) / base)
        text[length++] = letters[(n - 1) % base];
    text[length] = 0;
    return text;
}

static void strings_are_compared(void **unused)
{
    (void)unused;
    char a[8], b[8];
    for (unsigned n = 0; n < 1 + 7 + 49 + 343; n++)
        for (unsigned m = 0; m < 1 + 7 + 49; m++) {
            put_text(a, "aA[z@\x80\xff", n);
            put_text(b, "aA[z@\x80\xff", m);
            assert_int_equal(sign(model_strcmp(a, b)), sign(strcmp(a, b)));
            assert_int_equal(sign(model_strcoll(a, b)), sign(strcmp(a, b)));
            assert_int_equal(sign(model_strcasecmp(a, b)), sign(strcasecmp(a, b)));
            for (size_t most = 0; most < 5; most++) {
                assert_int_equal(sign(model_strncmp(a, b, most)), sign(strncmp(a, b, most)));
                assert_int_equal(sign(model_strncasecmp(a, b, most)),
                                 sign(strncasecmp(a, b, most)));
            }
            for (size_t count = 0; count < 3; count++) {
                assert_int_equal(sign(model_memcmp(a, b, count)), sign(memcmp(a, b, count)));
                assert_int_equal(!model_bcmp(a, b, count), !bcmp(a, b, count));
            }
        }
}

static void bytes_are_found(void **unused)
{
    (void)unused;
    char a[8];
    for (unsigned n = 0; n < 1 + 4 + 16 + 64; n++) {
        put_text(a, "ab\xff\x01", n);
        for (int c = -1; c < 357; c += c == -1 || c == 1 || c == 257 ? 1 : 5)
            for (size_t most = 0; most < 5; most++) {
                size_t count = most > strlen(a) + 1 ? strlen(a) + 1 : most;
                assert_int_equal(model_strnlen(a, most), strnlen(a, most));
                assert_ptr_equal(model_strchr(a, c), strchr(a, c));
                assert_ptr_equal(model_strchrnul(a, c), strchrnul(a, c));
                assert_ptr_equal(model_strrchr(a, c), strrchr(a, c));
                assert_ptr_equal(model_index(a, c), strchr(a, c));
                assert_ptr_equal(model_rindex(a, c), strrchr(a, c));
                assert_ptr_equal(model_memchr(a, c, count), memchr(a, c, count));
                assert_ptr_equal(model_memrchr(a, c, count), memrchr(a, c, count));
                char x[8] = "???????", y[8] = "???????";
                char *mine = model_memccpy(x, a, c, count), *real = memccpy(y, a, c, count);
                assert_int_equal(mine ? mine - x : -1, real ? real - y : -1);
                assert_memory_equal(x, y, sizeof x);
                assert_ptr_equal(model_memset(x, c, most), x);
                assert_memory_equal(x, memset(y, c, most), sizeof x);
            }
    }
}

static void texts_are_found(void **unused)
{
    (void)unused;
    char a[8], b[8];
    for (unsigned n = 0; n < 1 + 3 + 9 + 27 + 81; n++)
        for (unsigned m = 0; m < 1 + 3 + 9 + 27; m++) {
            put_text(a, "ab\xff", n);
            put_text(b, "ab\xff", m);
            assert_ptr_equal(model_strstr(a, b), strstr(a, b));
            assert_int_equal(model_strspn(a, b), strspn(a, b));
            assert_int_equal(model_strcspn(a, b), strcspn(a, b));
            assert_ptr_equal(model_strpbrk(a, b), strpbrk(a, b));
            for (size_t size = 0; size <= strlen(a); size++)
                assert_ptr_equal(model_memmem(a, size, b, strlen(b)),
                                 memmem(a, size, b, strlen(b)));
            char x[8], y[8], z[8], *rest, *other = strcpy(y, a), *from = strcpy(x, a);
            while (other) {
                char *mine = model_strsep(&from, b), *real = strsep(&other, b);
                assert_int_equal(mine - x, real - y);
                assert_int_equal(from ? from - x : -1, other ? other - y : -1);
            }
            assert_memory_equal(x, y, strlen(a) + 1);
            strcpy(x, a);
            strcpy(y, a);
            strcpy(z, a);
            char *real = strtok_r(y, b, &other), *mine = model_strtok(x, b),
                 *third = model_strtok_r(z, b, &rest);
            for (int k = 0; k < 4; k++) {
                assert_int_equal(mine ? mine - x : -1, real ? real - y : -1);
                assert_int_equal(third ? third - z : -1, real ? real - y : -1);
                mine = model_strtok(NULL, k ? b : "a");
                real = strtok_r(NULL, k ? b : "a", &other);
                third = model_strtok_r(NULL, k ? b : "a", &rest);
            }
            assert_memory_equal(x, y, strlen(a) + 1);
            assert_memory_equal(z, y, strlen(a) + 1);
        }
    char constant[] = "ab";
    char *from = constant;
    expect(DONE, assert_ptr_equal(model_strsep(&from, "x"), constant));
    assert_null(from);
    expect(DONE, assert_null(model_strsep(&from, "x")));
}

static void texts_are_copied(void **unused)
{
    (void)unused;
    char a[8], b[8];
    for (unsigned n = 0; n < 1 + 2 + 4 + 8; n++)
        for (unsigned m = 0; m < 1 + 2 + 4 + 8; m++) {
            put_text(a, "a\xff", n);
            put_text(b, "a\xff", m);
            char x[16] = "???????????????", y[16] = "???????????????";
            assert_int_equal(model_stpcpy(x, a) - x, stpcpy(y, a) - y);
            assert_ptr_equal(model_strcat(x, b), x);
            assert_memory_equal(x, strcat(y, b), sizeof x);
            assert_ptr_equal(model_strcpy(x, b), x);
            assert_memory_equal(x, strcpy(y, b), sizeof x);
            for (size_t most = 0; most < 6; most++) {
                char *copy = model_strndup(a, most);
                assert_int_equal(strlen(copy), strnlen(a, most));
                assert_memory_equal(copy, a, strlen(copy));
                model_free(copy);
                assert_ptr_equal(model_strncat(x, a, most), x);
                assert_memory_equal(x, strncat(y, a, most), sizeof x);
                assert_ptr_equal(model_strncpy(x + 1, a, most), x + 1);
                strncpy(y + 1, a, most);
                assert_int_equal(model_stpncpy(x + 7, b, most) - x, stpncpy(y + 7, b, most) - y);
                assert_memory_equal(x, y, sizeof x);
                x[3] = y[3] = 0;
                /* these are defined by the texts that snprintf writes */
                char p[8] = "???????", q[8] = "???????";
                assert_int_equal(model_strlcpy(p, a, most), snprintf(q, most, "%s", a));
                assert_memory_equal(p, q, sizeof p);
                strcpy(p, b);
                strcpy(q, b);
                size_t length = strnlen(b, most);
                assert_int_equal(model_strlcat(p, a, most), length + strlen(a));
                snprintf(q + length, most - length, "%s", a);
                assert_memory_equal(p, q, sizeof p);
            }
            assert_ptr_equal(model_mempcpy(x, "12345", m % 6), x + m % 6);
            memcpy(y, "12345", m % 6);
            model_bzero(x + 9, m % 6);
            memset(y + 9, 0, m % 6);
            assert_memory_equal(x, y, sizeof x);
        }
}

static void every_set_is_scanned(void **unused)
{
    (void)unused;
    static const char *const piece[] = {"a", "b", "d", "-", "]", "^", "\xf0"};
    for (int n = 0; n < 7 * 7 * 7 * 7; n++) {
        char format[32] = "%1[", set[32] = "";
        for (int k = 0, rest = n; k < 4; k++, rest /= 7)
            strcat(set, piece[rest % 7]);
        strcat(strcat(format, set), "]%n");
        const char *first = set + (*set == '^');
        if (!strchr(first + (*first == ']'), ']') && first[1] == 0)
            continue;
        for (const unsigned char *c = (const unsigned char *)"abcde]-^_\xef\xf0\xf1\x01"; *c; c++) {
            char text[3] = {(char)*c, 'a', 0}, x[4] = "???", y[4] = "???";
            int p = -1, q = -1;
            int mine = model_sscanf(text, format, x, &p), real = sscanf(text, format, y, &q);
            if (mine != real || p != q || memcmp(x, y, sizeof x) != 0)
                fail_msg("the byte %d in the set %s: %d, not %d", *c, set, mine, real);
        }
    }
}

static void numbers_of_every_size_are_scanned(void **unused)
{
    (void)unused;
    static const char *const sizes[] = {"hh", "h", "", "l", "ll", "z", "j", "t"};
    static const char *const widths[] = {"", "1", "2", "3", "4", "*", "*2"};
    static const char *const texts[] = {"0x1f", "-0x1f", "0x",  "-300", "+70000",
                                        "077",  "08",    "0xg", "  12", "4294967297",
                                        "-1",   "- 1",   "0X1F"};
    for (int s = 0; s < COUNT(sizes); s++)
        for (int w = 0; w < COUNT(widths); w++)
            for (const char *letter = "diuxXo"; *letter; letter++)
                for (int t = 0; t < COUNT(texts); t++) {
                    char format[16], x[2][8], y[2][8];
                    memset(x, '?', sizeof x);
                    memset(y, '?', sizeof y);
                    snprintf(format, sizeof format, "%%%s%s%c%%2s", widths[w], sizes[s], *letter);
                    int mine = model_sscanf(texts[t], format, x[0], x[1]),
                        real = sscanf(texts[t], format, y[0], y[1]);
                    if (mine != real || memcmp(x, y, sizeof x) != 0)
                        fail_msg("\"%s\" scanned as %s: %d, not %d", texts[t], format, mine, real);
                }
}

static const char *const reals[] = {"1e308",
                                    "1e309",
                                    "-1e309",
                                    "2e-308",
                                    "3e-308",
                                    "1e-323",
                                    "1e-324",
                                    "3e-324",
                                    "5e-324",
                                    "0x1p-1074",
                                    "0x1p-1075",
                                    "0x3p-1075",
                                    "0x1p-1022",
                                    "0x.8p-1022",
                                    "0x1.8p-1074",
                                    "0x1p1023",
                                    "0x1p1024",
                                    "0x1.fffffffffffff7p1023",
                                    "0x1.fffffffffffff8p1023",
                                    "0x1p-149",
                                    "0x1p-150",
                                    "0x3p-150",
                                    "0x1p127",
                                    "0x1p128",
                                    "0x1.fffffefp127",
                                    "0x1.ffffffp127",
                                    "0x1p-126",
                                    "0x.8p-126",
                                    "0x1.000001p-126",
                                    "1e38",
                                    "4e38",
                                    "1e-45",
                                    "1e-46",
                                    "1e-38",
                                    "INF",
                                    "-nAn",
                                    "iNfInItY1",
                                    "nan1",
                                    "infinite",
                                    "+inf",
                                    "na",
                                    "in",
                                    "0e9999999999",
                                    "0x0p9999",
                                    "1e-99999",
                                    "0x1p-99999",
                                    "\v\f\r1",
                                    "0x1.",
                                    "0x.",
                                    "0x.p1",
                                    "1e+",
                                    "1e-x",
                                    "0x1p",
                                    "0x1p+",
                                    "1E5",
                                    "0X1P5"};

static void every_real_number_is_read(void **unused)
{
    (void)unused;
    char text[16];
    for (unsigned n = 0; n < 1 + 10 + 100 + 1000 + 10000 + 100000; n += n < 11111 ? 1 : 7) {
        put_text(text, "019.e-+xp ", n);
        char *x, *y;
        *model___errno_location() = errno = 0;
        double a = model_strtod(text, &x), b = strtod(text, &y);
        if (x != y || memcmp(&a, &b, sizeof a) != 0 || *model___errno_location() != errno)
            fail_msg("strtod of \"%s\": %g, not %g", text, a, b);
        float c = model_strtof(text, &x), d = strtof(text, &y);
        assert_true(x == y && memcmp(&c, &d, sizeof c) == 0);
    }
    for (int k = 0; k < COUNT(reals); k++) {
        char *x, *y;
        *model___errno_location() = errno = 0;
        double a = model_strtod(reals[k], &x), b = strtod(reals[k], &y);
        if (x != y || memcmp(&a, &b, sizeof a) != 0 || *model___errno_location() != errno)
            fail_msg("strtod of \"%s\": %a, not %a; errno %d", reals[k], a, b, errno);
        *model___errno_location() = errno = 0;
        float c = model_strtof(reals[k], &x), d = strtof(reals[k], &y);
        if (x != y || memcmp(&c, &d, sizeof c) != 0 || *model___errno_location() != errno)
            fail_msg("strtof of \"%s\": %a, not %a; errno %d", reals[k], (double)c, (double)d,
                     errno);
    }
}

#define same_class(function) assert_int_equal(!model_##function(c), !function(c))

static void every_byte_has_its_class(void **unused)
{
    (void)unused;
    for (int c = -1; c < 256; c++) {
        same_class(isupper);
        same_class(islower);
        same_class(isalpha);
        same_class(isdigit);
        same_class(isxdigit);
        same_class(isspace);
        same_class(isprint);
        same_class(isgraph);
        same_class(isblank);
        same_class(iscntrl);
        same_class(ispunct);
        same_class(isalnum);
        same_class(isascii);
        assert_int_equal(model_tolower(c), tolower(c));
        assert_int_equal(model_toupper(c), toupper(c));
    }
    expect_error("undefined", model_isalpha(-2));
    expect_error("undefined", model_isdigit(256));
    expect_error("undefined", model_tolower(-2));
    expect_error("undefined", model_toupper(256));
    is(0, model_isascii(256));
    is(0, model_isascii(-128));
}

static void small_arithmetic(void **unused)
{
    (void)unused;
    static const long long numbers[] = {
        0,         1,           -1,         7,         -7,
        2,         -2,          3,          255,       -256,
        INT_MAX,   INT_MIN + 1, 0x40000000, LLONG_MAX, LLONG_MIN + 1,
        1LL << 32, -(1LL << 40)};
    for (int k = 0; k < COUNT(numbers); k++) {
        long long a = numbers[k];
        assert_true(model_labs(a) == labs(a) && model_llabs(a) == llabs(a));
        assert_int_equal(model_ffs((int)a), ffs((int)a));
        assert_int_equal(model_ffsl(a), ffsl(a));
        assert_int_equal(model_ffsll(a), ffsll(a));
        assert_int_equal(model_htonl((unsigned)a), htonl((unsigned)a));
        assert_int_equal(model_ntohl((unsigned)a), ntohl((unsigned)a));
        assert_int_equal(model_htons((uint16_t)a), htons((uint16_t)a));
        assert_int_equal(model_ntohs((uint16_t)a), ntohs((uint16_t)a));
        char text[32];
        snprintf(text, sizeof text, " %lldx", a);
        assert_true(model_atol(text) == a && model_atoll(text) == a &&
                    model_atoi(text) == atoi(text));
        for (int m = 1; m < COUNT(numbers); m++) {
            long long b = numbers[m];
            ldiv_t p = model_ldiv(a, b), q = ldiv(a, b);
            assert_true(p.quot == q.quot && p.rem == q.rem);
            if (a != (int)a || b != (int)b)
                continue;
            div_t x = model_div((int)a, (int)b), y = div((int)a, (int)b);
            assert_true(x.quot == y.quot && x.rem == y.rem);
            assert_int_equal(model_abs((int)a), abs((int)a));
        }
    }
    assert_int_equal(model_ffs(INT_MIN), 32);
    assert_int_equal(model_ffsl(LONG_MIN), 64);
    expect_error("undefined", model_abs(INT_MIN));
    expect_error("undefined", model_labs(LONG_MIN));
    expect_error("undefined", model_llabs(LLONG_MIN));
    expect_error("quotient", model_div(INT_MIN, -1));
    expect_error("quotient", model_ldiv(LONG_MIN, -1));
    is(INT_MIN, model_div(INT_MIN, 1).quot);
    is(1, model_ldiv(-LONG_MAX, -1).quot == LONG_MAX);
}

static int compare_bytes(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static void every_array_is_sorted_and_searched(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n < 1 + 3 + 9 + 27 + 81 + 243; n++)
        for (machine.choice = 0; machine.choice < 4; machine.choice++) {
            char x[8] = "", y[8] = "";
            put_text(x, "ac\xff", n);
            put_text(y, "ac\xff", n);
            size_t count = strlen(x);
            model_qsort(x, count, 1, compare_bytes);
            qsort(y, count, 1, compare_bytes);
            assert_memory_equal(x, y, sizeof x);
            for (const char *key = "`abc\xfe\xff"; *key; key++) {
                char *found = model_bsearch(key, x, count, 1, compare_bytes);
                char *real = memchr(x, *key, count);
                assert_int_equal(!found, !real);
                assert_true(!found || *found == *key);
                if (found) { /* the choice is counted from the first of the equal ones */
                    size_t equal =
                        strlen(x) - strcspn(x, key) ? strspn(real, (char[]){*key, 0}) : 0;
                    size_t wanted =
                        (size_t)machine.choice < equal ? (size_t)machine.choice : equal - 1;
                    assert_int_equal(found - real, wanted);
                }
            }
        }
    struct Pair {
        int key, number;
    } pairs[3];
    for (machine.choice = 0; machine.choice < 2; machine.choice++) {
        for (int k = 0; k < 3; k++)
            pairs[k] = (struct Pair){5, k};
        model_qsort(pairs, 3, sizeof *pairs, compare_bytes);
        for (int k = 0; k < 3; k++) /* equal ones stay as they were, or are turned around */
            assert_int_equal(pairs[k].number, machine.choice ? 2 - k : k);
    }
}

/* The sign of zero counts, and that of a NaN does not. */
static void same_double(const char *what, double x, double y, double mine, double real)
{
    if (mine != mine && real != real)
        return;
    if (memcmp(&mine, &real, sizeof mine) != 0)
        fail_msg("%s of %a, %a: %a, not %a", what, x, y, mine, real);
}

#define same_value(function) same_double(#function, x, x, model_##function(x), function(x))
#define same_pair(function)  same_double(#function, x, y, model_##function(x, y), function(x, y))

static const double sizes[] = {0,
                               0x1p-1074,
                               0x1p-1022,
                               0x.fffffffffffffp-1022,
                               0.25,
                               0.5,
                               0x.fffffffffffff8p-1,
                               0.75,
                               1,
                               1.5,
                               2,
                               2.5,
                               3,
                               4,
                               7.5,
                               1e15,
                               0x1p51,
                               0x1p51 + 0.5,
                               0x1p52,
                               0x1p52 + 1,
                               0x1p52 - 0.5,
                               0x1p53,
                               0x1p63,
                               1e300,
                               0x1.fffffffffffffp1023,
                               INFINITY,
                               NAN};

static void floats_at_their_edges(void **unused)
{
    (void)unused;
    for (int k = 0; k < 2 * COUNT(sizes); k++) {
        double x = k % 2 ? -sizes[k / 2] : sizes[k / 2];
        same_value(fabs);
        same_value(trunc);
        same_value(floor);
        same_value(ceil);
        same_value(round);
        same_value(sqrt);
        same_double("sqrtf", x, x, model_sqrtf((float)x), sqrtf((float)x));
        same_double("fabsf", x, x, model_fabsf((float)x), fabsf((float)x));
        for (int m = 0; m < 2 * COUNT(sizes); m++) {
            double y = m % 2 ? -sizes[m / 2] : sizes[m / 2];
            if (x != 0 || y != 0) { /* which zero is less is not said */
                same_pair(fmin);
                same_pair(fmax);
            }
            *model___errno_location() = errno = 0;
            same_pair(fmod);
            assert_int_equal(*model___errno_location(), errno);
            same_double("fmodf", x, y, model_fmodf((float)x, (float)y), fmodf((float)x, (float)y));
        }
        assert_true(model_pow(x, 0) == 1);
        assert_true(model_pow(x, -0.0) == 1);
        assert_true(model_pow(1, x) == 1);
        if (x >= 0)
            same_double("pow", x, 0.5, model_pow(x, 0.5), pow(x, 0.5));
    }
    static const double bases[] = {0, -0.0, 1, -1, 2, -2, 3, -3, 10, 94906265, 94906267};
    for (int k = 0; k < COUNT(bases); k++)
        for (int y = 0; y < 15; y++) {
            double x = bases[k];
            same_double("pow", x, y, model_pow(x, y), pow(x, y));
        }
    same_double("pow", 2, 1023, model_pow(2, 1023), 0x1p1023);
    same_double("pow", -2, 1025, model_pow(-2, 1025), -INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(strings_are_compared),      TEST(bytes_are_found),
        TEST(texts_are_found),           TEST(texts_are_copied),
        TEST(every_set_is_scanned),      TEST(numbers_of_every_size_are_scanned),
        TEST(every_real_number_is_read), TEST(every_byte_has_its_class),
        TEST(small_arithmetic),          TEST(every_array_is_sorted_and_searched),
        TEST(floats_at_their_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
