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
} Options;

Options option_defaults(void);
/* Takes one argument `--name` or `--name=value`.  NULL, or a sentence that says what is wrong (kept
 * in a buffer of the caller). */
const char *option_parse(Options *options, const char *argument, char *why, size_t size);
void option_help(FILE *out);

#endif
