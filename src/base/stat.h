/* stat.h -- the counters of a run, from one table. */
#ifndef BASE_STAT_H
#define BASE_STAT_H

#include <stdint.h>

typedef struct Stats {
#define STAT(name, unit, what) uint64_t name;
#include "base/stat.def"
#undef STAT
} Stats;

#endif
