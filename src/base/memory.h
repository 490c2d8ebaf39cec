/* memory.h -- allocation that cannot fail, arenas, and how much memory the process uses.
 *
 * Running out of memory is not an error of the user's nor of ours: memory_exhausted() says so and
 * ends the process with the exit status for "unknown" (3). */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Lengths and sizes that `make hard` makes tiny, so that tables grow, move and collide all the
 * time. */
#ifdef HARD
enum { FIRST_CAP = 1, ARENA_FIRST = 64, ARENA_CHUNK = 256, TABLE_LOG = 0 };
#else
enum { FIRST_CAP = 8, ARENA_FIRST = 1 << 12, ARENA_CHUNK = 1 << 16, TABLE_LOG = 2 };
#endif

_Noreturn void memory_exhausted(void);
void *memory_alloc(size_t bytes);                     /* zeroed */
void *memory_realloc(void *at, size_t bytes);         /* not zeroed */
void *memory_alloc_table(size_t bytes, size_t align); /* zeroed; bytes: a power of two >= align */
void memory_free(void *at);
char *memory_copy_string(const char *text);

uint64_t memory_resident_kb(void); /* now */
uint64_t memory_peak_kb(void);     /* the largest it has been */

/* An arena: many allocations, freed together.  All zero is the empty arena. */
typedef struct ArenaChunk ArenaChunk;
typedef struct Arena {
    ArenaChunk *chunk; /* the newest chunk; it links to the older ones */
    size_t used, size; /* of the newest chunk */
} Arena;

void *arena_alloc(Arena *arena, size_t bytes);                /* zeroed, 8-byte aligned */
char *arena_copy(Arena *arena, const char *text, size_t len); /* with a final NUL */
char *arena_print_list(Arena *arena, const char *format, va_list args);
char *arena_print(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
void arena_reset(Arena *arena);          /* empty again, but keeps a chunk for reuse */
void arena_join(Arena *to, Arena *from); /* all of `from`, which is empty then, is freed with it */
void arena_free(Arena *arena);
#define arena_new(arena, T)      ((T *)arena_alloc((arena), sizeof(T)))
#define arena_array(arena, T, n) ((T *)arena_alloc((arena), sizeof(T) * (n)))

#endif
