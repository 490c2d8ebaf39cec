/* test_models_calendar.c -- dates, the environment and names of files beside the originals, in UTC. */
#include "models.h"

#include <libgen.h>
#include <math.h>
#include <time.h>
#include <unistd.h>

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wclobbered" /* who jumps back has failed */
#endif
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

int __xpg_strerror_r(int, char *, size_t);

/* Values of the environment that were replaced stay where they are, as in glibc: no leaks are looked for. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

MODEL(gmtime);
MODEL(gmtime_r);
MODEL(localtime_r);
MODEL(mktime);
MODEL(timegm);
MODEL(asctime_r);
MODEL(ctime_r);
MODEL(strftime);
MODEL(getenv);
MODEL(setenv);
MODEL(unsetenv);
MODEL(putenv);
MODEL(clearenv);
MODEL(__xpg_basename);
MODEL(dirname);
MODEL(mkdtemp);
MODEL(asprintf);
MODEL(__xpg_strerror_r);

static uint64_t test_state = 88172645463325252u;

static uint64_t test_random(void)
{
    test_state ^= test_state << 13;
    test_state ^= test_state >> 7;
    return test_state ^= test_state << 17;
}

static void assert_same_date(const struct tm *a, const struct tm *b)
{
    assert_int_equal(a->tm_sec, b->tm_sec);
    assert_int_equal(a->tm_min, b->tm_min);
    assert_int_equal(a->tm_hour, b->tm_hour);
    assert_int_equal(a->tm_mday, b->tm_mday);
    assert_int_equal(a->tm_mon, b->tm_mon);
    assert_int_equal(a->tm_year, b->tm_year);
    assert_int_equal(a->tm_wday, b->tm_wday);
    assert_int_equal(a->tm_yday, b->tm_yday);
    assert_int_equal(a->tm_isdst, b->tm_isdst);
}

/* Small and large, on both sides of 1970, and the ends of years and centuries. */
static time_t some_time(int k)
{
    static const time_t ends[] = {0,
                                  -1,
                                  86399,
                                  86400,
                                  951782399,
                                  951782400,
                                  951868800,
                                  4107542399,
                                  4107542400,
                                  -2203891200,
                                  -2203891201,
                                  67767976233532799,
                                  -67768040609740800};
    if (k < (int)(sizeof ends / sizeof *ends))
        return ends[k];
    return (int64_t)test_random() >> (8 + k % 40);
}

static void times_are_dates(void **unused)
{
    for (int k = 0; k < 20000; k++) {
        time_t t = some_time(k);
        struct tm mine, theirs;
        struct tm *m, *o = gmtime_r(&t, &theirs);
        expect(DONE, m = model_gmtime_r(&t, &mine));
        assert_int_equal(!m, !o);
        if (!o)
            continue;
        assert_same_date(&mine, &theirs);
        assert_string_equal(mine.tm_zone, theirs.tm_zone);
        is(t, model_timegm(&mine));
        assert_same_date(&mine, &theirs);
        expect(DONE, m = model_gmtime(&t));
        assert_same_date(m, &theirs);
        expect(DONE, m = model_localtime_r(&t, &mine));
        assert_same_date(m, localtime_r(&t, &theirs));
    }
    time_t large = INT64_MAX / 2;
    expect(DONE, assert_null(model_gmtime(&large)));
    assert_int_equal(*model___errno_location(), EOVERFLOW);
    (void)unused;
}

static int small(int most)
{
    return (int)(test_random() % (2 * (unsigned)most + 1)) - most;
}

static void dates_are_put_right(void **unused)
{
    for (int k = 0; k < 20000; k++) {
        int far = k % 2 ? 3 : 100000;
        struct tm mine = {.tm_sec = small(far),
                          .tm_min = small(far),
                          .tm_hour = small(far),
                          .tm_mday = small(far),
                          .tm_mon = small(far),
                          .tm_year = small(k % 3 ? 300 : 1000000)};
        struct tm theirs = mine;
        is(mktime(&theirs), model_mktime(&mine));
        assert_same_date(&mine, &theirs);
    }
    struct tm far = {.tm_year = INT_MAX, .tm_mon = 12, .tm_mday = 1};
    is(-1, model_timegm(&far));
    assert_int_equal(far.tm_mon, 12);
    (void)unused;
}

static void dates_are_texts(void **unused)
{
    static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRStTuUVwWxXyYzZ%";
    for (int k = 0; k < 4000; k++) {
        time_t t = some_time(k);
        struct tm date;
        char mine[100], theirs[100], format[4] = "%?!";
        if (!gmtime_r(&t, &date) ||
            date.tm_year > INT_MAX - 2000) /* glibc's years of weeks overflow there */
            continue;
        for (const char *c = letters; *c; c++) {
            format[1] = *c;
            if ((date.tm_year < -1899 && strchr("gyDx", *c)) || (date.tm_year < -900 && *c == 'C'))
                continue; /* of years before 0 the century is unsupported */
            memset(mine, 7, sizeof mine);
            memset(theirs, 7, sizeof theirs);
            size_t room = k % 5 ? sizeof mine : test_random() % 12,
                   length = strftime(theirs, room, format, &date);
            is(length, model_strftime(mine, room, format, &date));
            if (length)
                assert_string_equal(mine, theirs);
        }
        if (date.tm_year < 8000 && date.tm_year > -2800) {
            expect(DONE, model_asctime_r(&date, mine));
            assert_string_equal(mine, asctime_r(&date, theirs));
            expect(DONE, model_ctime_r(&t, mine));
            assert_string_equal(mine, ctime_r(&t, theirs));
        }
    }
    struct tm odd = {.tm_wday = 9, .tm_mon = -1};
    char text[50], same[50];
    expect(DONE, model_strftime(text, 50, "%a%A%b%B", &odd));
    strftime(same, 50, "%a%A%b%B", &odd);
    assert_string_equal(text, same);
    expect(DONE, model_asctime_r(&odd, text));
    assert_string_equal(text, asctime_r(&odd, same));
    odd.tm_year = 100000;
    expect_error("undefined", model_asctime_r(&odd, text));
    odd.tm_year = -1901;
    expect_error("unsupported", model_strftime(text, 50, "%y", &odd));
    expect_error("unsupported", model_strftime(text, 50, "%s", &odd));
    expect_error("unsupported", model_strftime(text, 50, "%-d", &odd));
    expect_error("unsupported", model_strftime(text, 50, "%", &odd));
    (void)unused;
}

/* The same calls on both sides: then the same answers. */
static void the_environment_changes(void **unused)
{
    static const char *const names[] = {"HEDDLE_A", "HEDDLE_AB", "HEDDLE_B", "HEDDLE=A", ""};
    static char texts[][20] = {"HEDDLE_A=put", "HEDDLE_AB=", "HEDDLE_B", "HEDDLE_B=a=b"};
    clearenv();
    expect(DONE, model_clearenv());
    for (int k = 0; k < 5000; k++) {
        const char *name = names[test_random() % 5];
        char value[2] = {(char)('a' + k % 26), 0}, *text = texts[test_random() % 4];
        int over = k & 1;
        switch (test_random() % 5) {
        case 0:
            is(setenv(name, value, over), model_setenv(name, value, over));
            break;
        case 1:
            is(unsetenv(name), model_unsetenv(name));
            break;
        case 2:
            is(putenv(text), model_putenv(text));
            break;
        default:
            name = names[test_random() % 3];
            char *theirs = getenv(name), *mine;
            expect(DONE, mine = model_getenv(name));
            assert_int_equal(!mine, !theirs);
            if (mine)
                assert_string_equal(mine, theirs);
        }
    }
    (void)unused;
}

static void names_have_parts(void **unused)
{
    static const char signs[] = "/a./";
    for (int k = 0; k < 4096; k++) {
        char a[8] = {0}, b[8] = {0}, c[8], d[8];
        for (int n = 0; n < k % 7; n++)
            a[n] = b[n] = signs[k >> (2 * n) & 3];
        memcpy(c, a, sizeof a);
        memcpy(d, a, sizeof a);
        char *mine, *theirs = (basename)(b);
        expect(DONE, mine = model___xpg_basename(a));
        assert_string_equal(mine, theirs);
        assert_memory_equal(a, b, sizeof a);
        theirs = dirname(d);
        expect(DONE, mine = model_dirname(c));
        assert_string_equal(mine, theirs);
    }
    char path[] = "/tmp/aXXXXXX", other[] = "/tmp/aXXXXX";
    machine.choice = 1;
    expect(DONE, assert_ptr_equal(model_mkdtemp(path), path));
    assert_string_equal(path, "/tmp/aabcdef");
    expect(DONE, assert_null(model_mkdtemp(other)));
    (void)unused;
}

static void texts_are_made(void **unused)
{
    char *text;
    is(7, model_asprintf(&text, "%d-%s", 123, "abc"));
    assert_string_equal(text, "123-abc");
    char room[4];
    is(ERANGE, model___xpg_strerror_r(3, room, sizeof room));
    assert_int_equal(room[3], 0);
    char large[100];
    is(0, model___xpg_strerror_r(3, large, sizeof large));
    (void)unused;
}

int main(void)
{
    setenv("TZ", "UTC0", 1);
    tzset();
    const struct CMUnitTest tests[] = {
        TEST(times_are_dates),         TEST(dates_are_put_right), TEST(dates_are_texts),
        TEST(the_environment_changes), TEST(names_have_parts),    TEST(texts_are_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
