/* place.c -- names of files, folders, positions in streams.  (What is in a file: content.c.)
 *
 * heddle knows no files.  What changes some works, or fails; what is asked about them has one of a few
 * answers, and then the verdict is not `safe` any more. */
#include "channel.h"
#include "stream.h"

enum { MOST_BYTES = 40 /* of a file */, EROFS = 30 };

static void place_is_unknown(void)
{
    __heddle_doubt("of the files and folders that there may be only a few were tried (readdir, "
                   "realpath, ftell); give functions of your own for others");
}

static int place_try(int error)
{
    return __heddle_choose(0, 1) ? 0 : error_is(error);
}

/* ---- changes of names ---- */

int rename(const char *from, const char *to)
{
    (void)from, (void)to;
    return place_try(ENOENT);
}

int link(const char *from, const char *to)
{
    (void)from, (void)to;
    return place_try(ENOENT);
}

int symlink(const char *from, const char *to)
{
    (void)from, (void)to;
    return place_try(EROFS);
}

int mkdir(const char *path, unsigned mode)
{
    (void)path, (void)mode;
    return place_try(EEXIST);
}

int mkfifo(const char *path, unsigned mode)
{
    (void)path, (void)mode;
    return place_try(EEXIST);
}

int chmod(const char *path, unsigned mode)
{
    (void)path, (void)mode;
    return place_try(ENOENT);
}

int truncate(const char *path, long length)
{
    (void)path;
    return length < 0 ? error_is(EINVAL) : place_try(ENOENT);
}

unsigned umask(unsigned mode)
{
    static unsigned place_mask = 022;
    __heddle_atomic_begin();
    unsigned before = place_mask;
    place_mask = mode & 0777;
    __heddle_atomic_end();
    return before;
}

/* ---- names that are made ---- */

static PLAIN size_t place_length(const char *s)
{
    size_t length = 0;
    while (s[length])
        length++;
    return length;
}

/* Replaces the X at the end of a template; false: there are no six. */
static PLAIN _Bool place_fill(char *path, size_t behind)
{
    enum { PLACES = 6 };
    size_t length = place_length(path);
    if (length < PLACES + behind)
        return 0;
    char *x = path + length - behind - PLACES;
    for (int k = 0; k < PLACES; k++)
        if (x[k] != 'X')
            return 0;
    for (int k = 0; k < PLACES; k++)
        x[k] = (char)('a' + k);
    return 1;
}

static PLAIN int place_make(char *path, size_t behind)
{
    if (!place_fill(path, behind))
        return error_is(EINVAL);
    return __heddle_choose(0, 1) ? __heddle_file_new() : error_is(EEXIST);
}

PLAIN int mkstemp(char *path)
{
    return place_make(path, 0);
}

PLAIN int mkstemps(char *path, int behind)
{
    return behind < 0 ? error_is(EINVAL) : place_make(path, (size_t)behind);
}

PLAIN char *mkdtemp(char *path)
{
    if (!place_fill(path, 0)) {
        errno_set(EINVAL);
        return NULL;
    }
    return place_try(EEXIST) ? NULL : path;
}

PLAIN char *realpath(const char *restrict path, char *restrict to)
{
    enum { MOST_PATH = 4096 };
    if (!path) {
        errno_set(EINVAL);
        return NULL;
    }
    place_is_unknown();
    if (place_try(ENOENT))
        return NULL;
    if (!to)
        to = __heddle_alloc(MOST_PATH);
    to[0] = '/';
    to[1] = 'x';
    to[2] = 0;
    return to;
}

/* ---- parts of names, by POSIX: slashes at the end are cut off ---- */

static PLAIN size_t place_cut(const char *path, size_t length)
{
    while (length > 1 && path[length - 1] == '/')
        length--;
    return length;
}

static PLAIN size_t place_last(const char *path, size_t length)
{
    while (length && path[length - 1] != '/')
        length--;
    return length;
}

PLAIN char *__xpg_basename(char *path)
{
    if (!path || !path[0])
        return ".";
    size_t length = place_cut(path, place_length(path));
    if (length == 1 && path[0] == '/')
        return path + place_length(path) - 1;
    path[length] = 0;
    return path + place_last(path, length);
}

/* GNU's: nothing is cut off. */
PLAIN char *basename(const char *path)
{
    return (char *)path + place_last(path, place_length(path));
}

PLAIN char *dirname(char *path)
{
    if (!path || !path[0])
        return ".";
    size_t all = place_length(path), cut = place_cut(path, all);
    size_t folder = cut == 1 && path[0] == '/' ? all : place_last(path, cut);
    if (!folder)
        return ".";
    cut = place_cut(path, folder);
    path[cut == 1 && folder == 2 && path[0] == '/' ? 2 : cut] = 0; /* "//" is a root of its own */
    return path;
}

/* ---- questions ---- */

int isatty(int file)
{
    enum { ENOTTY = 25 };
    if (!__heddle_file_is_open(file)) {
        errno_set(EBADF);
        return 0;
    }
    if (__heddle_choose(0, 1))
        return 1;
    errno_set(ENOTTY);
    return 0;
}

/* ---- folders: of each some first entries are seen ---- */

typedef struct { /* struct dirent of x86-64 */
    unsigned long number;
    long next;
    unsigned short size;
    unsigned char kind;
    char name[256];
} Entry;

struct Folder {
    int left;
    Entry entry;
};

struct Folder *opendir(const char *path)
{
    (void)path;
    place_is_unknown();
    if (place_try(ENOENT))
        return NULL;
    struct Folder *f = __heddle_alloc_zero(sizeof *f);
    f->left = (int)__heddle_choose(0, 2);
    return f;
}

/* What it gives back is the folder's own, and changes with the next call. */
PLAIN Entry *readdir(struct Folder *f)
{
    enum { FILE_KIND = 8 };
    if (!f->left)
        return NULL;
    f->left--;
    f->entry.number = (unsigned long)f->left + 1;
    f->entry.size = sizeof f->entry;
    f->entry.kind = FILE_KIND;
    f->entry.name[0] = (char)('x' + f->left);
    f->entry.name[1] = 0;
    return &f->entry;
}

int closedir(struct Folder *f)
{
    __heddle_free(f);
    return 0;
}

/* ---- positions ---- */

static int place_sync(int file)
{
    return __heddle_file_is_open(file) ? place_try(EINVAL) : error_is(EBADF);
}

int fsync(int file)
{
    return place_sync(file);
}

int fdatasync(int file)
{
    return place_sync(file);
}

int fseek(struct Stream *stream, long offset, int from)
{
    if (from < 0 || from > 2 || (!from && offset < 0))
        return error_is(EINVAL);
    if (place_try(ESPIPE))
        return -1;
    stream->ended = 0;
    return 0;
}

int fseeko(struct Stream *stream, long offset, int from)
{
    if (from < 0 || from > 2 || (!from && offset < 0))
        return error_is(EINVAL);
    if (place_try(ESPIPE))
        return -1;
    stream->ended = 0;
    return 0;
}

static long place_position(void)
{
    place_is_unknown();
    return __heddle_choose(0, 1) ? (__heddle_choose(0, 1) ? MOST_BYTES : 0) : error_is(ESPIPE);
}

long ftell(struct Stream *stream)
{
    (void)stream;
    return place_position();
}

long ftello(struct Stream *stream)
{
    (void)stream;
    return place_position();
}
