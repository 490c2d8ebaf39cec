/* models.h -- memory models that exist for tests only: they show that machine/memory.h is all that a
 * model needs, and that the machine keeps nothing from it. */
#ifndef TEST_MEMORY_MODELS_H
#define TEST_MEMORY_MODELS_H

#include "ir/program.h"

struct MemoryModel;

extern const struct MemoryModel rc11_model, c11_model, tso_model; /* machine/memory.h */
/* Every store gets to memory only after one more action of its thread; see delay.c. */
extern const struct MemoryModel delay_model;
/* A relaxed load may also read what the cell held before it was last written; see stale.c. */
extern const struct MemoryModel stale_model;

/* All states of the program under a model (NULL: sequentially consistent): `safe`, `bug assert`.
 * Returns how many it has looked at. */
enum { ANSWER = 64 };
uint32_t search(const Program *program, const struct MemoryModel *model, char answer[ANSWER]);

#endif
