/* embed.h -- what of lib/ is inside the executable: the models as bitcode, and heddle.h. */
#ifndef FRONT_C_EMBED_H
#define FRONT_C_EMBED_H

#include <stdbool.h>
#include <stddef.h>

/* The models, compiled for the data model ILP32 or LP64. */
const char *embed_models(bool ilp32, size_t *len);
const char *embed_header(size_t *len);

#endif
