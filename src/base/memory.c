/* memory.c -- see memory.h. */
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/share.h"
#include "base/vec.h"

void memory_exhausted(void)
{
    fputs("heddle: out of memory; try --memory-limit to stop earlier with statistics\n", stderr);
    exit(3);
}

/* Memory that makes a difference to the limit at once. */
enum { LARGE = 1 << 22 };

/* Large tables are read all over: with huge pages they need far fewer address translations. */
enum { HUGE_PAGE = 1 << 21 };

static void prefer_huge_pages(void *at, size_t bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)at + page - 1) & ~(page - 1);
    if (bytes >= HUGE_PAGE)
        madvise((void *)begin, bytes - (begin - (uintptr_t)at), MADV_HUGEPAGE);
}

void *memory_alloc(size_t bytes)
{
    if (bytes >= LARGE)
        guard_memory(bytes);
    void *at = calloc(1, bytes ? bytes : 1);
    if (!at)
        memory_exhausted();
    return at;
}

void *memory_realloc(void *at, size_t bytes)
{
    if (bytes >= LARGE)
        guard_memory(bytes - bytes / 2); /* it grows by half at least, in place or not */
    at = realloc(at, bytes ? bytes : 1);
    if (!at)
        memory_exhausted();
    prefer_huge_pages(at, bytes);
    return at;
}

void *memory_alloc_table(size_t bytes, size_t align)
{
    if (bytes >= LARGE)
        guard_memory(bytes);
    assert(bytes >= align && !(bytes & (bytes - 1)));
    void *at = aligned_alloc(bytes >= HUGE_PAGE ? HUGE_PAGE : align, bytes);
    if (!at)
        memory_exhausted();
    prefer_huge_pages(at, bytes);
    return memset(at, 0, bytes);
}

void memory_free(void *at)
{
    free(at);
}

char *memory_copy_string(const char *text)
{
    size_t len = strlen(text) + 1;
    return memcpy(memory_alloc(len), text, len);
}

void *vec_grow(void *at, size_t *cap, size_t want, size_t size)
{
    assert(want > *cap);
    size_t next = *cap ? *cap * 2 : FIRST_CAP;
    if (next < want)
        next = want;
    *cap = next;
    if (next > SIZE_MAX / size)
        memory_exhausted();
    if (!share_has(at))
        return memory_realloc(at, next * size);
    share_extend(at, next * size);
    return at;
}

void vec_release(void *at)
{
    if (share_has(at))
        share_release(at);
    else
        free(at);
}

void *vec_share(Share *share, void *at, size_t len, size_t *cap, size_t size)
{
    void *shared = share_array(share, *cap * size);
    if (len)
        memcpy(shared, at, len * size);
    vec_release(at);
    *cap = share_size(shared) / size;
    return shared;
}

uint64_t memory_resident_kb(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f)
        return memory_peak_kb();
    if (fscanf(f, "%*u %lu", &pages) != 1)
        pages = 0;
    fclose(f);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}

uint64_t memory_peak_kb(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss;
}

struct ArenaChunk {
    ArenaChunk *older;
    size_t bytes; /* keeps the contents 16-byte aligned */
};

/* The first chunk is small, since many arenas hold little, and memory is cleared. */
static size_t next_chunk(const Arena *arena, size_t bytes)
{
    size_t size = arena->size ? 4 * arena->size : ARENA_FIRST;
    size = size > ARENA_CHUNK ? ARENA_CHUNK : size;
    return bytes > size ? bytes : size;
}

void *arena_alloc(Arena *arena, size_t bytes)
{
    bytes = (bytes + 7) & ~(size_t)7;
    assert(arena->used <= arena->size);
    if (arena->size - arena->used < bytes) {
        size_t size = next_chunk(arena, bytes);
        ArenaChunk *chunk = memory_alloc(sizeof *chunk + size);
        chunk->older = arena->chunk;
        chunk->bytes = size;
        arena->chunk = chunk;
        arena->used = 0;
        arena->size = size;
    }
    void *at = (char *)(arena->chunk + 1) + arena->used;
    arena->used += bytes;
    return at;
}

char *arena_copy(Arena *arena, const char *text, size_t len)
{
    char *copy = arena_alloc(arena, len + 1);
    if (len)
        memcpy(copy, text, len);
    return copy;
}

char *arena_print_list(Arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = arena_alloc(arena, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, args);
    return text;
}

char *arena_print(Arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_print_list(arena, format, args);
    va_end(args);
    return text;
}

void arena_reset(Arena *arena)
{
    if (!arena->used)
        return;
    ArenaChunk *chunk = arena->chunk, *older = chunk->older;
    while (older) {
        ArenaChunk *next = older->older;
        free(older);
        older = next;
    }
    chunk->older = NULL;
    memset(chunk + 1, 0, arena->used);
    arena->used = 0;
}

void arena_join(Arena *to, Arena *from)
{
    assert(to != from);
    ArenaChunk **end = &to->chunk;
    while (*end)
        end = &(*end)->older;
    *end = from->chunk;
    if (*end == to->chunk) { /* it was empty */
        to->used = from->used;
        to->size = from->size;
    }
    *from = (Arena){0};
}

void arena_free(Arena *arena)
{
    while (arena->chunk) {
        ArenaChunk *older = arena->chunk->older;
        free(arena->chunk);
        arena->chunk = older;
    }
    arena->used = arena->size = 0;
}
