//: expect safe
// Options of words that the program has itself; main gets none.
#include <assert.h>
#include <getopt.h>
#include <string.h>

static int verbose;

static void short_options(void)
{
    char *args[] = {"me", "-ab", "-ovalue", "-o", "next", "-x", "-o", NULL};
    assert(getopt(7, args, "abo:") == 'a' && optind == 1);
    assert(getopt(7, args, "abo:") == 'b' && optind == 2);
    assert(getopt(7, args, "abo:") == 'o' && strcmp(optarg, "value") == 0);
    assert(getopt(7, args, "abo:") == 'o' && strcmp(optarg, "next") == 0 && optind == 5);
    assert(getopt(7, args, "abo:") == '?' && optopt == 'x');
    assert(getopt(7, args, ":abo:") == ':' && optopt == 'o');
    assert(getopt(7, args, "abo:") == -1 && optind == 7);
}

static void long_options(void)
{
    static const struct option known[] = {{"verbose", no_argument, &verbose, 7},
                                          {"output", required_argument, NULL, 'o'},
                                          {"color", optional_argument, NULL, 'c'},
                                          {NULL, 0, NULL, 0}};
    char *args[] = {"me", "--verb", "--output=a", "--output", "b", "--color",
                    "-v", "--no",   "--",         "-v",       NULL};
    int index = -1;
    optind = 1;
    assert(getopt_long(10, args, "v", known, &index) == 0 && verbose == 7 && index == 0);
    assert(getopt_long(10, args, "v", known, &index) == 'o' && strcmp(optarg, "a") == 0);
    assert(getopt_long(10, args, "v", known, &index) == 'o' && strcmp(optarg, "b") == 0);
    assert(getopt_long(10, args, "v", known, &index) == 'c' && !optarg && index == 2);
    assert(getopt_long(10, args, "v", known, &index) == 'v');
    assert(getopt_long(10, args, "v", known, &index) == '?');
    assert(getopt_long(10, args, "v", known, &index) == -1 && optind == 9);
}

int main(void)
{
    short_options();
    long_options();
    return 0;
}
//: also --engine=summarize
