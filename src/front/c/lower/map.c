/* map.c -- see map.h.  Open addressing, at most half full. */
#include "front/c/lower/map.h"

#include <string.h>

static uint32_t place(const Map *map, const void *key)
{
    uint64_t hash = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
    uint32_t i = (uint32_t)(hash >> 32) & (map->size - 1);
    while (map->keys[i] && map->keys[i] != key)
        i = (i + 1) & (map->size - 1);
    return i;
}

uint32_t map_get(const Map *map, const void *key)
{
    return map->size ? map->values[place(map, key)] : 0;
}

static void grow(Map *map)
{
    Map old = *map;
    map->size = old.size ? 2 * old.size : 16;
    map->keys = memory_alloc(map->size * sizeof *map->keys);
    map->values = memory_alloc(map->size * sizeof *map->values);
    for (uint32_t i = 0; i < old.size; i++) {
        if (!old.keys[i])
            continue;
        uint32_t to = place(map, old.keys[i]);
        map->keys[to] = old.keys[i];
        map->values[to] = old.values[i];
    }
    memory_free(old.keys);
    memory_free(old.values);
}

void map_put(Map *map, const void *key, uint32_t value)
{
    if (2 * map->count >= map->size)
        grow(map);
    uint32_t i = place(map, key);
    map->count += !map->keys[i];
    map->keys[i] = key;
    map->values[i] = value;
}

void map_free(Map *map)
{
    memory_free(map->keys);
    memory_free(map->values);
    *map = (Map){0};
}
