/* map.h -- a hash map whose buckets have a lock each. */
#ifndef MAP_H
#define MAP_H

#include <pthread.h>
#include <stdbool.h>

enum { MAP_STRIPES = 2, MAP_SLOTS = 2 };

typedef struct map {
    struct {
        pthread_mutex_t lock;
        int used, keys[MAP_SLOTS], values[MAP_SLOTS];
    } stripes[MAP_STRIPES];
} map;

void map_init(map *m);
bool map_put(map *m, int key, int value); /* false: there was one, which has this value now */
bool map_get(map *m, int key, int *value);
bool map_remove(map *m, int key);
int map_count(map *m);

#endif
