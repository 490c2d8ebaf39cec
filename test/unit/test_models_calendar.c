/* test_models_calendar.c -- the models of <time.h> and <arpa/inet.h> against the originals. */
#include "models.h"

#include <arpa/inet.h>
#include <time.h>

#pragma GCC diagnostic ignored "-Wformat" /* formats are random */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

MODEL(gmtime_r);
MODEL(gmtime);
MODEL(localtime_r);
MODEL(timegm);
MODEL(mktime);
MODEL(strftime);
MODEL(asctime_r);
MODEL(ctime_r);
MODEL(inet_addr);
MODEL(inet_aton);
MODEL(inet_pton);
MODEL(inet_ntop);
MODEL(inet_ntoa);

enum { TRIES = 20000 };

static uint64_t seed = 1;

static uint64_t random_bits(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed >> 20;
}

static int random_below(int n)
{
    return (int)(random_bits() % (uint64_t)n);
}

static time_t random_time(void)
{
    time_t far = (time_t)(random_bits() << random_below(20)), near = (time_t)(random_bits() >> 12);
    switch (random_below(4)) {
    case 0:
        return -near;
    case 1:
        return random_below(2) ? far : -far;
    default:
        return near;
    }
}

static void same(const struct tm *a, const struct tm *b)
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
    assert_int_equal(a->tm_gmtoff, b->tm_gmtoff);
    assert_string_equal(a->tm_zone, b->tm_zone);
}

static void times_have_parts(void **unused)
{
    (void)unused;
    for (int k = 0; k < TRIES; k++) {
        struct tm a = {0}, b = {0};
        time_t t = random_time();
        bool real = gmtime_r(&t, &b) != NULL;
        assert_int_equal(model_gmtime_r(&t, &a) != NULL, real);
        if (!real)
            continue;
        same(&a, &b);
        same(model_gmtime(&t), &b);
        assert_int_equal(model_timegm(&a), t);
        localtime_r(&t, &b);
        model_localtime_r(&t, &a);
        same(&a, &b);
    }
}

static void parts_make_times(void **unused)
{
    (void)unused;
    for (int k = 0; k < TRIES; k++) {
        struct tm a = {.tm_sec = random_below(400) - 200,
                       .tm_min = random_below(400) - 200,
                       .tm_hour = random_below(400) - 200,
                       .tm_mday = random_below(800) - 400,
                       .tm_mon = random_below(100) - 50,
                       .tm_year = random_below(1000) - 300};
        struct tm b = a;
        assert_int_equal(model_timegm(&a), timegm(&b));
        same(&a, &b);
        assert_int_equal(model_mktime(&a), mktime(&b));
        same(&a, &b);
    }
}

static void times_are_printed(void **unused)
{
    static const char letters[] = "aAbBcdDeFhHIjklmMnpPrRStTuwxXyYZ%";
    (void)unused;
    for (int k = 0; k < TRIES; k++) {
        char format[32] = "", mine[64], real[64];
        struct tm parts;
        time_t t = random_time();
        size_t len = 0, room = (size_t)random_below((int)sizeof mine);
        if (!gmtime_r(&t, &parts))
            continue;
        while (len < sizeof format - 4 && random_below(8)) {
            format[len++] = '%';
            format[len++] = letters[random_below((int)sizeof letters - 1)];
            format[len++] = " -"[random_below(2)];
        }
        memset(mine, 0, sizeof mine);
        memset(real, 0, sizeof real);
        size_t wanted = strftime(real, room, format, &parts);
        assert_int_equal(model_strftime(mine, room, format, &parts), wanted);
        if (wanted)
            assert_string_equal(mine, real);
        char *text = asctime_r(&parts, real);
        assert_int_equal(model_asctime_r(&parts, mine) != NULL, text != NULL);
        if (text)
            assert_string_equal(mine, real);
        text = ctime_r(&t, real);
        assert_int_equal(model_ctime_r(&t, mine) != NULL, text != NULL);
        if (text)
            assert_string_equal(mine, real);
    }
}

static void addresses_are_read(void **unused)
{
    static const char signs[] = "0123456789...xX afg";
    (void)unused;
    for (int k = 0; k < 10 * TRIES; k++) {
        char text[24], mine[16], real[16];
        size_t len = 0, most = (size_t)random_below(18);
        if (random_below(2))
            snprintf(text, sizeof text, "%d.%d.%d.%d", random_below(300), random_below(300),
                     random_below(300), random_below(256));
        else {
            for (; len < most; len++)
                text[len] = signs[random_below((int)sizeof signs - 1)];
            text[len] = 0;
        }
        struct in_addr a = {1}, b = {1};
        assert_int_equal(model_inet_aton(text, &a), inet_aton(text, &b));
        assert_int_equal(a.s_addr, b.s_addr);
        assert_int_equal(model_inet_addr(text), inet_addr(text));
        assert_int_equal(model_inet_pton(AF_INET, text, &a), inet_pton(AF_INET, text, &b));
        assert_int_equal(a.s_addr, b.s_addr);
        a.s_addr = (in_addr_t)random_bits();
        assert_string_equal(model_inet_ntoa(a), inet_ntoa(a));
        socklen_t room = (socklen_t)random_below(17);
        const char *text_of = inet_ntop(AF_INET, &a, real, room);
        assert_int_equal(model_inet_ntop(AF_INET, &a, mine, room) != NULL, text_of != NULL);
        if (text_of)
            assert_string_equal(mine, real);
    }
}

int main(void)
{
    setenv("TZ", "UTC", 1);
    tzset();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(times_have_parts, start),
        cmocka_unit_test_setup(parts_make_times, start),
        cmocka_unit_test_setup(times_are_printed, start),
        cmocka_unit_test_setup(addresses_are_read, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
