/* embed.h -- the parts of lib/ inside the executable: the models as bitcode, and headers. */
#ifndef FRONT_C_DRIVER_EMBED_H
#define FRONT_C_DRIVER_EMBED_H

#include <stdbool.h>
#include <stddef.h>

/* The models, compiled for the data model ILP32 or LP64. */
const char *embed_models(bool ilp32, size_t *len);
/* What is linked to the binary of replay --native: C, as a text. */
const char *embed_replay(void);
/* Header k, that users' files include, and its name; NULL: there are not so many. */
const char *embed_header(int k, const char **name, size_t *len);

#endif
