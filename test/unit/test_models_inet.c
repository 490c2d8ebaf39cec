/* test_models_inet.c -- texts of addresses beside the originals. */
#include "models.h"

#include <arpa/inet.h>

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wclobbered" /* who jumps back has failed */
#endif

MODEL(inet_aton);
MODEL(inet_addr);
MODEL(inet_ntop);
MODEL(inet_pton);

static void texts_are_addresses(void **unused)
{
    static const char signs[] = "0123456789.....aAfFxX \t0122255";
    unsigned state = 1;
    for (int k = 0; k < 400000; k++) {
        char text[20];
        int length = 0;
        if (k % 4 == 0) /* nearly one */
            length = snprintf(text, sizeof text, "%u.%u.%u.%u", k % 300, k / 7 % 260, k / 3 % 17,
                              k % 256);
        for (int most = k % 4 ? k % 15 : length + k % 3 - 1; length < most; length++)
            text[length] = signs[((state = state * 1103515245 + 12345) >> 16) % (sizeof signs - 1)];
        text[length] = 0;
        struct in_addr mine = {7}, theirs = {7};
        int found = inet_aton(text, &theirs);
        is(found, model_inet_aton(text, &mine));
        assert_int_equal(mine.s_addr, theirs.s_addr);
        in_addr_t number;
        expect(DONE, number = model_inet_addr(text));
        assert_int_equal(number, inet_addr(text));
        theirs.s_addr = mine.s_addr = 7;
        found = inet_pton(AF_INET, text, &theirs);
        is(found, model_inet_pton(AF_INET, text, &mine));
        assert_int_equal(mine.s_addr, theirs.s_addr);
    }
    expect_error("unsupported", model_inet_pton(AF_INET6, "::1", &state));
    (void)unused;
}

static void addresses_are_texts(void **unused)
{
    for (unsigned k = 0; k < 100000; k++) {
        unsigned address = k * 2654435761u;
        char mine[20] = "", theirs[20] = "";
        unsigned room = k % 20;
        const char *text, *other = inet_ntop(AF_INET, &address, theirs, room);
        expect(DONE, text = model_inet_ntop(AF_INET, &address, mine, room));
        assert_int_equal(!text, !other);
        if (text)
            assert_string_equal(text, other);
    }
    (void)unused;
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(texts_are_addresses), TEST(addresses_are_texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
