/* map.h -- from LLVM's pointers to numbers.  All zero is the empty map. */
#ifndef FRONT_C_LOWER_MAP_H
#define FRONT_C_LOWER_MAP_H

#include <stdint.h>

#include "base/memory.h"

typedef struct Map {
    const void **keys; /* NULL: empty */
    uint32_t *values;
    uint32_t size, count; /* size: a power of two, or 0 */
} Map;

/* What was put there; 0: nothing was. */
uint32_t map_get(const Map *map, const void *key);
void map_put(Map *map, const void *key, uint32_t value);
void map_free(Map *map);

#endif
