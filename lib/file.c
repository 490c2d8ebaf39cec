/* file.c -- files and sockets.
 *
 * Opening one works, or fails.  What can be read from it is not known: a few texts are tried, so
 * that no verdict is `safe` afterwards. */
#include "cancel.h"
#include "channel.h"
#include "content.h"
#include "stream.h"

enum { SOME = 40 /* bytes */ };
enum { ECONNREFUSED = 111 };

static unsigned file_open; /* bit k: file FIRST_FILE + k */

/* ---- file descriptors ---- */

int __heddle_file_new_from(int least)
{
    int number = least > FIRST_FILE ? least - FIRST_FILE : 0;
    __heddle_atomic_begin();
    while (number < MOST_FILES && file_open >> number & 1)
        number++;
    if (number < MOST_FILES)
        file_open |= 1u << number;
    __heddle_atomic_end();
    return number < MOST_FILES ? FIRST_FILE + number : error_is(EMFILE);
}

int __heddle_file_new(void)
{
    return __heddle_file_new_from(0);
}

/* That, or a failure. */
static int file_new(int error)
{
    return __heddle_choose(0, 1) ? __heddle_file_new() : error_is(error);
}

static _Bool file_is_open(int file)
{
    unsigned k = (unsigned)file - FIRST_FILE;
    return (file >= 0 && file < FIRST_FILE) || (k < MOST_FILES && file_open >> k & 1);
}

_Bool __heddle_file_is_open(int file)
{
    return file_is_open(file);
}

int __heddle_file_take(int file)
{
    file_open |= 1u << (file - FIRST_FILE);
    return file;
}

int open(const char *path, int flags, ...)
{
    if (CANCELS)
        __heddle_cancel_point();
    (void)path, (void)flags;
    int file = file_new(ENOENT);
    if (CONTENTS)
        __heddle_content_begin(file);
    return file;
}

int creat(const char *path, unsigned mode)
{
    enum { CREATE = 64, TRUNCATE = 512 };
    return open(path, O_WRITE | CREATE | TRUNCATE, mode);
}

int shm_open(const char *name, int flags, unsigned mode)
{
    (void)name, (void)flags, (void)mode;
    int file = file_new(ENOENT);
    if (CONTENTS)
        __heddle_content_begin(file);
    return file;
}

int close(int file)
{
    if (CANCELS)
        __heddle_cancel_point();
    __heddle_atomic_begin();
    _Bool is_open = file_is_open(file);
    if (is_open && file >= FIRST_FILE)
        file_open &= ~(1u << (file - FIRST_FILE));
    if (CONTENTS)
        __heddle_content_end(file);
    if (CHANNELS)
        __heddle_channel_close(file);
    __heddle_atomic_end();
    return is_open ? 0 : error_is(EBADF);
}

/* One of a few texts, of at most `room` bytes. */
static PLAIN size_t file_text(char *to, size_t room)
{
    int kind = (int)__heddle_choose(0, 3);
    size_t length = kind == 0 ? 0 : kind == 3 ? (room < SOME ? room : SOME) : 1;
    if (length > room)
        length = room;
    for (size_t k = 0; k < length; k++)
        to[k] = kind == 1 ? '1' : 'x';
    return length;
}

static PLAIN long file_read(int file, void *to, size_t count)
{
    if (!file_is_open(file))
        return error_is(EBADF);
    __heddle_doubt(
        "of what could be read from a file only a few texts were tried (read); for all that "
        "matter, make the text with heddle_choose");
    return (long)file_text(to, count);
}

PLAIN long read(int file, void *to, size_t count)
{
    if (CANCELS)
        __heddle_cancel_point();
    if (CHANNELS)
        if (__heddle_channel_is(file))
            return __heddle_channel_read(file, to, count, 0);
    if (CONTENTS)
        if (__heddle_content_is(file))
            return __heddle_content_read(file, to, count);
    return file_read(file, to, count);
}

typedef struct { /* struct iovec */
    void *at;
    size_t bytes;
} Part;

/* Parts are taken one after the other, as far as the first one that is not filled. */
PLAIN long readv(int file, const Part *parts, int count)
{
    long sum = 0, got;
    for (int k = 0; k < count; k++) {
        if (!parts[k].bytes)
            continue;
        if (CHANNELS && __heddle_channel_is(file))
            __heddle_fail("unsupported", "readv from a pipe and the like; use read");
        got = CONTENTS && __heddle_content_is(file)
                  ? __heddle_content_read(file, parts[k].at, parts[k].bytes)
                  : file_read(file, parts[k].at, parts[k].bytes);
        if (got < 0)
            return sum ? sum : got;
        sum += got;
        if ((size_t)got < parts[k].bytes)
            break;
    }
    return sum;
}

static PLAIN long file_receive(int file, void *to, size_t count, int flags)
{
    if (CANCELS)
        __heddle_cancel_point();
    if (CHANNELS)
        if (__heddle_channel_is(file)) {
            if (flags & ~(MSG_DONTWAIT | MSG_NOSIGNAL))
                __heddle_fail("unsupported", "recv with flags other than MSG_DONTWAIT is not "
                                             "followed (MSG_PEEK, MSG_WAITALL and so on)");
            return __heddle_channel_read(file, to, count, flags);
        }
    return file_read(file, to, count);
}

static PLAIN long file_write(int file, const void *from, size_t count)
{
    const volatile unsigned char *bytes = from;
    __heddle_atomic_begin();
    for (size_t k = 0; k < count; k++)
        (void)bytes[k];
    __heddle_atomic_end();
    return file_is_open(file) ? (long)count : error_is(EBADF);
}

PLAIN long writev(int file, const Part *parts, int count)
{
    long sum = 0;
    if (CANCELS)
        __heddle_cancel_point();
    if (CHANNELS)
        if (__heddle_channel_is(file))
            __heddle_fail("unsupported", "writev to a pipe and the like; use write");
    if (CONTENTS)
        __heddle_content_wrote(file);
    for (int k = 0; k < count; k++) {
        if (file_write(file, parts[k].at, parts[k].bytes) < 0)
            return -1;
        sum += (long)parts[k].bytes;
    }
    return sum;
}

PLAIN long recv(int file, void *to, size_t count, int flags)
{
    return file_receive(file, to, count, flags);
}

static PLAIN long file_send(int file, const void *from, size_t count, int flags)
{
    if (CANCELS)
        __heddle_cancel_point();
    if (CHANNELS)
        if (__heddle_channel_is(file))
            return __heddle_channel_write(file, from, count, flags);
    return file_write(file, from, count);
}

PLAIN long send(int file, const void *from, size_t count, int flags)
{
    return file_send(file, from, count, flags);
}

/* ---- sockets ---- */

int socket(int domain, int type, int protocol)
{
    (void)domain, (void)type, (void)protocol;
    return file_new(EMFILE);
}

int accept(int file, void *address, unsigned *length)
{
    (void)address, (void)length;
    return file_is_open(file) ? file_new(EMFILE) : error_is(EBADF);
}

/* Works, or fails. */
static int file_try(int file)
{
    if (!file_is_open(file))
        return error_is(EBADF);
    return __heddle_choose(0, 1) ? 0 : error_is(ECONNREFUSED);
}

int bind(int file, const void *address, unsigned length)
{
    (void)address, (void)length;
    return file_try(file);
}

int connect(int file, const void *address, unsigned length)
{
    (void)address, (void)length;
    return file_try(file);
}

int listen(int file, int backlog)
{
    (void)backlog;
    return file_try(file);
}

int setsockopt(int file, int level, int name, const void *value, unsigned length)
{
    (void)level, (void)name, (void)value, (void)length;
    return file_try(file);
}

int shutdown(int file, int how)
{
    (void)how;
    if (CHANNELS)
        if (__heddle_channel_is(file))
            __heddle_fail("unsupported", "shutdown of a pair of sockets; close them");
    return file_try(file);
}

/* ---- streams ---- */

static struct Stream *file_stream(void)
{
    struct Stream *stream = __heddle_alloc(sizeof *stream);
    stream->number = FIRST_FILE;
    stream->ended = 0;
    return stream;
}

static struct Stream *file_stream_or(int error)
{
    if (__heddle_choose(0, 1))
        return file_stream();
    errno_set(error);
    return NULL;
}

struct Stream *fopen(const char *restrict path, const char *restrict mode)
{
    (void)path, (void)mode;
    return file_stream_or(ENOENT);
}

struct Stream *tmpfile(void)
{
    return file_stream_or(EMFILE);
}

struct Stream *popen(const char *command, const char *mode)
{
    (void)command, (void)mode;
    return file_stream_or(ENOMEM);
}

int fclose(struct Stream *stream)
{
    if (stream->number >= FIRST_FILE)
        __heddle_free(stream);
    return 0;
}

int pclose(struct Stream *stream)
{
    __heddle_doubt("of the results of a command only two were tried (pclose); give a pclose of "
                   "your own for others");
    if (stream->number >= FIRST_FILE)
        __heddle_free(stream);
    return (int)__heddle_choose(0, 1) << 8;
}

int feof(struct Stream *stream)
{
    return stream->ended;
}

int ferror(struct Stream *stream)
{
    (void)stream;
    return 0;
}

void clearerr(struct Stream *stream)
{
    stream->ended = 0;
}

int fileno(struct Stream *stream)
{
    return stream->number;
}

void rewind(struct Stream *stream)
{
    stream->ended = 0;
}

static _Bool file_ends(struct Stream *stream)
{
    if (stream->number == 1 || stream->number == 2)
        __heddle_fail("misuse", "reading from an output stream");
    if (!stream->ended)
        stream->ended = (_Bool)__heddle_choose(0, 1);
    return stream->ended;
}

PLAIN size_t fread(void *restrict to, size_t size, size_t count, struct Stream *restrict stream)
{
    __heddle_doubt(
        "of what could be read from a file only a few texts were tried (fread); for all that "
        "matter, make the text with heddle_choose");
    if (!size || !count || file_ends(stream))
        return 0;
    size_t got = file_text(to, size * count);
    if (got < size * count)
        stream_ends(stream);
    return got / size;
}

/* A line; its end is missing where there is no room for it. */
PLAIN char *fgets(char *restrict to, int room, struct Stream *restrict stream)
{
    __heddle_doubt(
        "of the lines that could be read only a few were tried (fgets); for all that matter, "
        "make the line with heddle_choose");
    if (room <= 0)
        __heddle_fail("misuse", "fgets without room for a text");
    if (room > 1 && file_ends(stream))
        return NULL;
    size_t length = file_text(to, (size_t)room - 1);
    if (length < (size_t)room - 1)
        to[length++] = '\n';
    to[length] = 0;
    return to;
}

PLAIN long __getdelim(char **restrict line, size_t *restrict room, int end,
                      struct Stream *restrict stream)
{
    __heddle_doubt("of the lines that could be read only a few were tried (getline); for all that "
                   "matter, make the line with heddle_choose");
    if (file_ends(stream))
        return -1;
    if (!*line || *room < SOME + 2) {
        __heddle_free(*line);
        *line = __heddle_alloc(SOME + 2);
        *room = SOME + 2;
    }
    size_t length = file_text(*line, SOME);
    (*line)[length++] = (char)end;
    (*line)[length] = 0;
    return (long)length;
}

PLAIN long getdelim(char **restrict line, size_t *restrict room, int end,
                    struct Stream *restrict stream)
{
    return __getdelim(line, room, end, stream);
}

PLAIN long getline(char **restrict line, size_t *restrict room, struct Stream *restrict stream)
{
    return __getdelim(line, room, '\n', stream);
}

/* ---- names ---- */

#define WORKS_OR_FAILS(name)                                                                       \
    int name(const char *path)                                                                     \
    {                                                                                              \
        (void)path;                                                                                \
        return __heddle_choose(0, 1) ? 0 : error_is(ENOENT);                                       \
    }

WORKS_OR_FAILS(chdir)
WORKS_OR_FAILS(remove)
WORKS_OR_FAILS(rmdir)
WORKS_OR_FAILS(unlink)
WORKS_OR_FAILS(shm_unlink)

int ftruncate(int file, long length)
{
    if (!file_is_open(file))
        return error_is(EBADF);
    if (length < 0 || !__heddle_choose(0, 1))
        return error_is(EINVAL);
    if (CONTENTS)
        if (__heddle_content_is(file))
            __heddle_content_resize(file, length);
    return 0;
}

int access(const char *path, int mode)
{
    (void)path, (void)mode;
    return __heddle_choose(0, 1) ? 0 : error_is(ENOENT);
}
