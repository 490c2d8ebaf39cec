/* save.c -- see save.h. */
#include "base/save.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { BUFFER = 1 << 20 };
enum { SUM = sizeof(XXH128_canonical_t) };

/* At the beginning; the last number is that of the format, and tells the order of bytes. */
typedef struct Mark {
    char text[20];
    uint32_t format;
} Mark;
static const Mark mark = {"heddle's checkpoint", 1};

/* ---- written ---- */

static void flush(Saver *s)
{
    for (size_t done = 0; done < s->used && !s->why;) {
        ssize_t now = write(s->file, s->buffer + done, s->used - done);
        if (now > 0)
            done += (size_t)now;
        else if (now == 0 || errno != EINTR)
            s->why = strerror(now == 0 ? ENOSPC : errno);
    }
    s->used = 0;
}

static void put(Saver *s, const void *at, size_t bytes)
{
    const uint8_t *from = at;
    while (bytes && !s->why) {
        size_t part = BUFFER - s->used < bytes ? BUFFER - s->used : bytes;
        memcpy(s->buffer + s->used, from, part);
        s->used += part;
        from += part;
        bytes -= part;
        if (s->used == BUFFER) {
            XXH3_128bits_update(s->hash, s->buffer, BUFFER);
            flush(s);
        }
    }
}

bool saver_create(Saver *s, const char *path)
{
    size_t size = strlen(path) + sizeof ".new";
    *s = (Saver){.path = path, .name = memory_alloc(size), .file = -1};
    snprintf(s->name, size, "%s.new", path);
    signal(SIGXFSZ, SIG_IGN); /* it is an error of write then */
    s->file = open(s->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (s->file < 0) {
        s->why = strerror(errno);
        memory_free(s->name);
        return false;
    }
    s->buffer = memory_alloc(BUFFER);
    s->hash = XXH3_createState();
    if (!s->hash)
        memory_exhausted();
    XXH3_128bits_reset(s->hash);
    put(s, &mark, sizeof mark);
    return true;
}

/* The name of a file is in its folder, which must be on the disk, too. */
static void sync_folder(const char *path)
{
    const char *end = strrchr(path, '/');
    size_t len = end ? (size_t)(end - path) + 1 : 1;
    char *folder = memory_alloc(len + 1);
    memcpy(folder, end ? path : ".", len);
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    memory_free(folder);
}

bool saver_finish(Saver *s)
{
    XXH128_canonical_t sum;
    XXH3_128bits_update(s->hash, s->buffer, s->used);
    flush(s);
    XXH128_canonicalFromHash(&sum, XXH3_128bits_digest(s->hash));
    memcpy(s->buffer, &sum, SUM);
    s->used = SUM;
    flush(s);
    if (!s->why && fsync(s->file) != 0)
        s->why = strerror(errno);
    if (close(s->file) != 0 && !s->why)
        s->why = strerror(errno);
    if (!s->why && rename(s->name, s->path) != 0)
        s->why = strerror(errno);
    if (s->why)
        unlink(s->name);
    else
        sync_folder(s->path);
    memory_free(s->name);
    memory_free(s->buffer);
    XXH3_freeState(s->hash);
    return !s->why;
}

/* ---- read ---- */

static bool refuse(Saver *s, int file, const char *why)
{
    if (file >= 0)
        close(file);
    s->why = why;
    return false;
}

static bool check_sum(const Saver *s)
{
    XXH128_canonical_t sum;
    XXH128_canonicalFromHash(&sum, XXH3_128bits(s->all, s->size));
    return memcmp(&sum, s->all + s->size, SUM) == 0;
}

bool saver_open(Saver *s, const char *path)
{
    struct stat now;
    *s = (Saver){.loads = true};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &now) != 0)
        return refuse(s, file, strerror(errno));
    if (!S_ISREG(now.st_mode))
        return refuse(s, file, "it is no file");
    if (now.st_size == 0)
        return refuse(s, file, "it is empty");
    size_t size = (size_t)now.st_size;
    void *all = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (all == MAP_FAILED)
        return refuse(s, file, strerror(errno));
    close(file);
    s->all = all;
    s->size = size - (size < SUM ? size : SUM);
    s->at = sizeof mark;
    if (s->size < sizeof mark || memcmp(all, mark.text, sizeof mark.text) != 0)
        s->why = "it is no checkpoint of heddle";
    else if (!check_sum(s))
        s->why = "it is damaged: its checksum is wrong";
    else if (memcmp(all, &mark, sizeof mark) != 0)
        s->why = "it was made by another version of heddle, or on another kind of machine";
    if (s->why)
        saver_close(s);
    return !s->why;
}

void saver_close(Saver *s)
{
    if (s->all)
        munmap((void *)s->all, s->size + SUM);
    s->all = NULL;
}

static void get(Saver *s, void *at, size_t bytes)
{
    if (s->why || bytes > s->size - s->at) {
        s->why = s->why ? s->why : "it ends too early";
        memset(at, 0, bytes);
        return;
    }
    memcpy(at, s->all + s->at, bytes);
}

/* ---- both ---- */

void save_bytes(Saver *s, void *at, size_t bytes)
{
    if (!bytes)
        return;
    if (s->loads)
        get(s, at, bytes);
    else
        put(s, at, bytes);
    s->at += s->why ? 0 : bytes;
}

uint64_t save_number(Saver *s, uint64_t number)
{
    save_value(s, number);
    return number;
}

uint64_t save_length(Saver *s, uint64_t length, size_t size)
{
    length = save_number(s, length);
    if (s->loads && length > (s->size - s->at) / size) {
        s->why = "it ends too early";
        return 0;
    }
    return length;
}

const char *save_text(Saver *s, const char *text, Arena *arena)
{
    bool is = text != NULL;
    save_value(s, is);
    if (!is)
        return NULL;
    size_t len = (size_t)save_length(s, s->loads ? 0 : strlen(text), 1);
    char *copy = s->loads ? arena_alloc(arena, len + 1) : NULL;
    if (!s->loads)
        put(s, text, len), s->at += len;
    else
        save_bytes(s, copy, len);
    return s->loads ? copy : text;
}
