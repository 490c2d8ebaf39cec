/* topic.h -- `heddle help TOPIC`: the pages of the manual, which are part of the executable. */
#ifndef COMMAND_TOPIC_H
#define COMMAND_TOPIC_H

#include <stdbool.h>
#include <stdio.h>

/* Prints a page; false: there is none of that name. */
bool topic_print(const char *name, FILE *out);
/* By number; NULL behind the last. */
const char *topic_name(size_t k);
const char *topic_what(size_t k);
/* The names and what the pages are about, a line each. */
void topic_list(FILE *out);
/* `heddle --version`: which heddle this is, and what it finds to work with. */
void topic_print_version(FILE *out);

#endif
