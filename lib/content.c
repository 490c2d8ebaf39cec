/* content.c -- what is in a file, for programs that look at it by position, length or mapping.
 *
 * Each file that is opened has one of a few texts, which is chosen where the program first looks; other
 * processes may have written anything there, so that no verdict is `safe` afterwards.  What the program
 * writes itself is not kept: who looks behind a write is told so. */
#include "content.h"
#include "channel.h"
#include "process.h"

enum { PAGE_BYTES = 4096, CONTENT_MAP_FIXED = 16, CONTENT_MAP_SHARED = 1 };
enum { ENODEV = 19 };
#define CONTENT_MAP_FAILED ((void *)-1)

typedef struct Content {
    const char *text; /* NULL: not chosen, or nothing but zeros */
    _Bool is, chosen, written, shared;
    long size, at;
} Content;

static Content content_files[MOST_FILES];

static Content *content_of(int file)
{
    unsigned k = (unsigned)file - FIRST_FILE;
    return k < MOST_FILES ? &content_files[k] : NULL;
}

int __heddle_content_begin(int file)
{
    Content *content = content_of(file);
    if (content)
        *content = (Content){.is = 1};
    return file;
}

void __heddle_content_end(int file)
{
    Content *content = content_of(file);
    if (content)
        *content = (Content){0};
}

_Bool __heddle_content_is(int file)
{
    Content *content = content_of(file);
    return content && content->is;
}

void __heddle_content_wrote(int file)
{
    if (__heddle_content_is(file))
        content_of(file)->written = 1;
}

void __heddle_content_refuse_dup(int file)
{
    if (__heddle_content_is(file))
        __heddle_fail("unsupported", "two descriptors of one file, in a program that looks at "
                                     "positions or lengths of files; open it twice");
}

/* In an action.  The program looks at it. */
static Content *content_look(int file)
{
    static const char *const texts[] = {"", "1", "x", "x xx\n1 x\n"};
    static const long sizes[] = {0, 1, 1, 9};
    Content *content = content_of(file);
    __heddle_doubt("of what could be in a file only a few texts were tried (read, lseek, fstat, "
                   "mmap); for all that matter, make the text with heddle_choose");
    if (content->written)
        __heddle_fail("unsupported", "a file is looked at that the program has written to: what is "
                                     "written is not kept");
    if (!content->chosen) {
        int kind = (int)__heddle_choose(0, 3);
        content->text = texts[kind];
        content->size = sizes[kind];
        content->chosen = 1;
    }
    return content;
}

/* In an action. */
static PLAIN long content_copy(const Content *content, void *to, size_t count, long at)
{
    size_t left = at < content->size ? (size_t)(content->size - at) : 0;
    char *bytes = to;
    if (count > left)
        count = left;
    for (size_t k = 0; k < count; k++)
        bytes[k] = content->text ? content->text[(size_t)at + k] : 0;
    return (long)count;
}

/* A process that was forked moves the same position. */
static void content_move(void)
{
    if (__heddle_process_forked)
        __heddle_fail("unsupported", "the position in a file that another process has, too; use "
                                     "pread and pwrite");
}

PLAIN long __heddle_content_read(int file, void *to, size_t count)
{
    content_move();
    __heddle_atomic_begin();
    Content *content = content_look(file);
    long got = content_copy(content, to, count, content->at);
    content->at += got;
    __heddle_atomic_end();
    return got;
}

static int content_error(int file)
{
    return !__heddle_file_is_open(file) ? EBADF : __heddle_content_is(file) ? 0 : ESPIPE;
}

long lseek(int file, long offset, int whence)
{
    enum { SET, CURRENT, END };
    int error = content_error(file);
    if (error)
        return error_is(error);
    if (whence < SET || whence > END)
        return error_is(EINVAL);
    content_move();
    __heddle_atomic_begin();
    Content *content = content_look(file);
    long from = whence == SET ? 0 : whence == CURRENT ? content->at : content->size;
    _Bool good = offset >= -from && offset <= __LONG_MAX__ - from;
    if (good)
        content->at = from + offset;
    long at = content->at;
    __heddle_atomic_end();
    return good ? at : error_is(EINVAL);
}

PLAIN long pread(int file, void *to, size_t count, long at)
{
    int error = content_error(file);
    if (error || at < 0)
        return error_is(error ? error : EINVAL);
    __heddle_atomic_begin();
    long got = content_copy(content_look(file), to, count, at);
    __heddle_atomic_end();
    return got;
}

PLAIN long pwrite(int file, const void *from, size_t count, long at)
{
    const volatile unsigned char *bytes = from;
    int error = content_error(file);
    if (error || at < 0)
        return error_is(error ? error : EINVAL);
    __heddle_atomic_begin();
    for (size_t k = 0; k < count; k++)
        (void)bytes[k];
    __heddle_content_wrote(file);
    __heddle_atomic_end();
    return (long)count;
}

/* ---- lengths ---- */

/* As on x86-64. */
typedef struct ContentState {
    unsigned long device, number, links;
    unsigned mode, user, group, unused;
    unsigned long special;
    long size, block, blocks;
    long times[6];
    long more[3];
} ContentState;

enum { REGULAR = 0100644, FOLDER = 0040755 };

static PLAIN void content_tell(ContentState *to, unsigned mode, long size)
{
    if (sizeof(void *) == 4)
        __heddle_fail("unsupported", "stat and fstat in 32 bits");
    *to = (ContentState){.number = 2, .links = 1, .mode = mode, .size = size, .block = PAGE_BYTES};
    to->blocks = (size + 511) / 512;
}

PLAIN int fstat(int file, ContentState *to)
{
    if (!__heddle_file_is_open(file))
        return error_is(EBADF);
    if (!__heddle_content_is(file))
        __heddle_fail("unsupported", "fstat of what is no file: a pipe, a socket, a terminal");
    __heddle_atomic_begin();
    long size = content_look(file)->size;
    __heddle_atomic_end();
    content_tell(to, REGULAR, size);
    return 0;
}

PLAIN int stat(const char *restrict path, ContentState *restrict to)
{
    const volatile char *name = path;
    (void)*name;
    __heddle_doubt("a file was taken to be missing, empty, of 9 bytes, or a folder (stat); for "
                   "all that matter, give a stat of your own");
    int kind = (int)__heddle_choose(0, 3);
    if (kind == 0)
        return error_is(ENOENT);
    content_tell(to, kind == 3 ? FOLDER : REGULAR, kind == 1 ? 0 : kind == 2 ? 9 : PAGE_BYTES);
    return 0;
}

PLAIN int lstat(const char *restrict path, ContentState *restrict to)
{
    return stat(path, to);
}

/* Zeros, if nobody has looked at what was there. */
void __heddle_content_resize(int file, long length)
{
    Content *content = content_of(file);
    __heddle_atomic_begin();
    if (content->chosen && content->text)
        __heddle_fail("unsupported", "a file is made longer or shorter that was looked at");
    content->chosen = 1;
    content->size = length;
    __heddle_atomic_end();
}

/* ---- mappings ---- */

static void *content_map_fails(int error)
{
    errno_set(error);
    return CONTENT_MAP_FAILED;
}

/* What lies behind the page in which the file ends cannot be accessed. */
void *__heddle_content_map(size_t length, int flags, int file, long offset)
{
    int error = content_error(file);
    if (error || !length || offset % PAGE_BYTES)
        return content_map_fails(!error ? EINVAL : error == ESPIPE ? ENODEV : error);
    if (flags & CONTENT_MAP_FIXED || offset)
        __heddle_fail("unsupported", "mmap of a file at a place (MAP_FIXED), or not from its "
                                     "beginning");
    if (!__heddle_choose(0, 1))
        return content_map_fails(ENOMEM);
    __heddle_atomic_begin();
    Content *content = content_look(file);
    if (flags & CONTENT_MAP_SHARED) {
        content->written = 1;
        content->shared = 1;
    }
    size_t room = ((size_t)content->size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    if (room > length)
        room = length;
    char *object = __heddle_alloc_zero(room);
    for (size_t k = 0; content->text && k < room && k < (size_t)content->size; k++)
        object[k] = content->text[k];
    __heddle_atomic_end();
    return object;
}

/* ---- names ---- */

PLAIN char *getcwd(char *to, size_t room)
{
    static const char name[] = "/work";
    __heddle_doubt(
        "the folder was taken to be /work (getcwd); give a getcwd of your own for others");
    if (!to)
        to = __heddle_alloc(room ? room : sizeof name);
    else if (!room)
        return (errno_set(EINVAL), (char *)NULL);
    if (room && room < sizeof name)
        return (errno_set(ERANGE), (char *)NULL);
    for (size_t k = 0; k < sizeof name; k++)
        to[k] = name[k];
    return to;
}
