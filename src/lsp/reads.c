/* reads.c -- which files a check has read, and how these were then: what has not changed is not checked again. */
#include "lsp/lsp.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Stamp stamp_of(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return (Stamp){.size = -1};
    return (Stamp){status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

static bool is_same(Stamp a, Stamp b)
{
    return a.size == b.size && a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
}

static ReadFile *find(const Document *d, const char *path)
{
    vec_each (ReadFile, file, &d->reads)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

static void add(Document *d, const char *path)
{
    if (!find(d, path))
        vec_push(&d->reads, ((ReadFile){memory_copy_string(path), stamp_of(path)}));
}

/* A question about these files is asked now. */
void reads_ask(Document *d)
{
    add(d, d->path);
    vec_each (ReadFile, file, &d->reads)
        file->stamp = stamp_of(file->path);
    clock_gettime(CLOCK_REALTIME, &d->asked);
}

/* Has it been written since the question was asked?  Clocks of files are a little behind. */
static bool is_later(const Document *d, Stamp stamp)
{
    enum { LEEWAY = 20 * 1000 * 1000 };
    int64_t asked = d->asked.tv_sec * INT64_C(1000000000) + d->asked.tv_nsec;
    return stamp.size >= 0 &&
           stamp.seconds * INT64_C(1000000000) + stamp.nanoseconds + LEEWAY >= asked;
}

/* What the option --reads has written; a check that has read nothing leaves the list as it is. */
void reads_take(Document *d, const char *list)
{
    char line[PATH_MAX + 2], real[PATH_MAX];
    FILE *in = fopen(list, "r");
    while (in && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = 0;
        const char *path = find(d, line) ? line : realpath(line, real);
        if (!path || find(d, path))
            continue;
        add(d, path);
        ReadFile *last = &d->reads.at[d->reads.len - 1];
        if (is_later(d, last->stamp))
            last->stamp =
                (Stamp){.size = -2}; /* the check may have read another text: it is asked again */
    }
    if (in)
        fclose(in);
    unlink(list);
}

/* Has this file changed since it was read? */
bool reads_changed(const Document *d, const char *path)
{
    const ReadFile *file = find(d, path);
    return file && !is_same(file->stamp, stamp_of(path));
}

/* Has any of them?  That of the document itself may: its text counts. */
bool reads_any_changed(const Document *d)
{
    vec_each (const ReadFile, file, &d->reads)
        if (strcmp(file->path, d->path) != 0 && !is_same(file->stamp, stamp_of(file->path)))
            return true;
    return false;
}

void reads_free(Document *d)
{
    vec_each (ReadFile, file, &d->reads)
        memory_free(file->path);
    vec_free(&d->reads);
}
