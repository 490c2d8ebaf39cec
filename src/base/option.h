/* option.h -- the options of the command line, from one table. */
#ifndef BASE_OPTION_H
#define BASE_OPTION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define OPTION_TYPE_FLAG   bool
#define OPTION_TYPE_HIDDEN bool
#define OPTION_TYPE_NUMBER int64_t
#define OPTION_TYPE_TEXT   const char *
typedef struct Options {
#define OPT(name, kind, fallback, low, high, arg, help) OPTION_TYPE_##kind name;
#include "base/option.def"
#undef OPT
    struct Peers
        *peers; /* no option: the processes that search together; NULL: this one is alone */
} Options;

Options option_defaults(void);
/* Takes one argument `--name` or `--name=value`.  NULL, or a sentence that says what is wrong (kept
 * in a buffer of the caller). */
const char *option_parse(Options *options, const char *argument, char *why, size_t size);
void option_help(FILE *out);
/* May a search that is resumed have another value of it than it began with?  Of `--name` or `--name=value`. */
bool option_may_change(const char *argument);
/* All others, one a line. */
void option_print_fixed(const Options *options, FILE *out);

/* The rows of the table that --help shows, for completion and the manual page. */
typedef struct OptionInfo {
    const char *arg, *help;   /* arg "": it takes no value */
    const char *const *words; /* that it can be, NULL behind the last; NULL: none is known */
    bool list;                /* several of them, with commas */
    bool file;                /* or a file */
} OptionInfo;
enum { OPTION_NAME = 64 };
size_t option_count(void);
/* The name as on the command line, without the hyphens. */
const char *option_spelled(size_t k, char spelled[OPTION_NAME]);
OptionInfo option_info(size_t k);

#endif
