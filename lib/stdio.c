/* stdio.c -- <stdio.h>: output goes to the trace, input is nondeterministic.
 *
 * Writing to a stream is one action, since streams have a lock.  Files are in file.c.
 */
#include "cancel.h"
#include "channel.h"
#include "content.h"
#include "format.h"
#include "stream.h"

enum { EOF = -1, SHOWN = 200 /* bytes of a text that are shown */ };

static struct Stream stdio_streams[3] = {{0, 0}, {1, 0}, {2, 0}};
struct Stream *stdin = &stdio_streams[0], *stdout = &stdio_streams[1], *stderr = &stdio_streams[2];

static void stdio_check(const struct Stream *stream)
{
    if (stream->number == 0)
        __heddle_fail("misuse", "writing to the standard input");
}

/* ---- formatted output ---- */

/* What a `%s` shows, in calls whose format is known (front/c/driver/print.c).  most < 0: all of it. */
PLAIN void __heddle_read_text(const char *s, long long most)
{
    for (long long k = 0; k != most && s[k]; k++)
        ;
}

static PLAIN int stdio_print(const char *format, va_list arguments)
{
    char text[SHOWN];
    __heddle_atomic_begin();
    Output o = {.to = text, .room = SHOWN, .is_shown = 1};
    va_copy(o.arguments, arguments);
    __heddle_format(&o, format);
    va_end(o.arguments);
    __heddle_trace("prints {0}", text);
    int length = (int)o.length;
    __heddle_atomic_end();
    return length;
}

PLAIN int vprintf(const char *restrict format, va_list arguments)
{
    if (CANCELS)
        __heddle_cancel_perhaps();
    return stdio_print(format, arguments);
}

PLAIN int vfprintf(struct Stream *restrict stream, const char *restrict format, va_list arguments)
{
    if (CANCELS)
        __heddle_cancel_perhaps();
    stdio_check(stream);
    return stdio_print(format, arguments);
}

/* What is printed to a pipe and the like would be read there. */
static void stdio_check_file(int file)
{
    if (CHANNELS)
        if (__heddle_channel_is(file))
            __heddle_fail("unsupported", "dprintf to a pipe and the like; use snprintf, and write");
}

PLAIN int vdprintf(int file, const char *restrict format, va_list arguments)
{
    stdio_check_file(file);
    return stdio_print(format, arguments);
}

PLAIN int printf(const char *restrict format, ...)
{
    if (CANCELS)
        __heddle_cancel_perhaps();
    va_list arguments;
    __heddle_atomic_begin();
    va_start(arguments, format);
    int length = stdio_print(format, arguments);
    va_end(arguments);
    __heddle_atomic_end();
    return length;
}

PLAIN int fprintf(struct Stream *restrict stream, const char *restrict format, ...)
{
    if (CANCELS)
        __heddle_cancel_perhaps();
    va_list arguments;
    stdio_check(stream);
    __heddle_atomic_begin();
    va_start(arguments, format);
    int length = stdio_print(format, arguments);
    va_end(arguments);
    __heddle_atomic_end();
    return length;
}

PLAIN int dprintf(int file, const char *restrict format, ...)
{
    stdio_check_file(file);
    va_list arguments;
    __heddle_atomic_begin();
    va_start(arguments, format);
    int length = stdio_print(format, arguments);
    va_end(arguments);
    __heddle_atomic_end();
    return length;
}

/* ---- formatted strings: one access at a time, as in copies ---- */

static PLAIN int stdio_write(char *to, size_t room, const char *format, va_list arguments)
{
    Output o = {.to = to, .room = room};
    va_copy(o.arguments, arguments);
    __heddle_format(&o, format);
    va_end(o.arguments);
    int length = (int)o.length;
    return length;
}

PLAIN int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list arguments)
{
    return stdio_write(to, room, format, arguments);
}

PLAIN int vsprintf(char *restrict to, const char *restrict format, va_list arguments)
{
    return stdio_write(to, __SIZE_MAX__, format, arguments);
}

PLAIN int snprintf(char *restrict to, size_t room, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = stdio_write(to, room, format, arguments);
    va_end(arguments);
    return length;
}

PLAIN int sprintf(char *restrict to, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = stdio_write(to, __SIZE_MAX__, format, arguments);
    va_end(arguments);
    return length;
}

/* The text in memory of its own. */
static PLAIN int stdio_make(char **to, const char *format, va_list arguments)
{
    Output o = {.is_shown = 1};
    va_copy(o.arguments, arguments);
    __heddle_format(&o, format);
    va_end(o.arguments);
    char *text = __heddle_option("malloc-may-fail") && __heddle_choose(0, 1)
                     ? NULL
                     : __heddle_alloc(o.length + 1);
    if (!text) {
        errno_set(ENOMEM);
        return -1;
    }
    *to = text;
    return stdio_write(text, o.length + 1, format, arguments);
}

PLAIN int vasprintf(char **restrict to, const char *restrict format, va_list arguments)
{
    return stdio_make(to, format, arguments);
}

PLAIN int asprintf(char **restrict to, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = stdio_make(to, format, arguments);
    va_end(arguments);
    return length;
}

/* ---- the log of the system ---- */

PLAIN void vsyslog(int priority, const char *format, va_list arguments)
{
    (void)priority;
    stdio_print(format, arguments);
}

PLAIN void syslog(int priority, const char *format, ...)
{
    (void)priority;
    va_list arguments;
    __heddle_atomic_begin();
    va_start(arguments, format);
    stdio_print(format, arguments);
    va_end(arguments);
    __heddle_atomic_end();
}

void openlog(const char *name, int options, int facility)
{
    (void)name, (void)options, (void)facility;
}

void closelog(void)
{
}

int setlogmask(int mask)
{
    static int stdio_mask = 255;
    __heddle_atomic_begin();
    int before = stdio_mask;
    if (mask)
        stdio_mask = mask;
    __heddle_atomic_end();
    return before;
}

/* ---- plain output ---- */

/* Reads the whole string, as writing it would. */
static PLAIN int stdio_show(const char *s)
{
    int length = 0;
    __heddle_atomic_begin();
    while (s[length])
        length++;
    __heddle_trace("prints {0}", s);
    __heddle_atomic_end();
    return length;
}

PLAIN int puts(const char *s)
{
    if (CANCELS)
        __heddle_cancel_perhaps();
    return stdio_show(s) + 1;
}

PLAIN int fputs(const char *restrict s, struct Stream *restrict stream)
{
    if (CANCELS)
        __heddle_cancel_perhaps();
    stdio_check(stream);
    return stdio_show(s);
}

static int stdio_put(int c)
{
    if (CANCELS)
        __heddle_cancel_perhaps();
    __heddle_trace("prints the character {0}", c);
    return (unsigned char)c;
}

int putchar(int c)
{
    return stdio_put(c);
}

int fputc(int c, struct Stream *stream)
{
    stdio_check(stream);
    return stdio_put(c);
}

int putc(int c, struct Stream *stream)
{
    stdio_check(stream);
    return stdio_put(c);
}

PLAIN size_t fwrite(const void *restrict from, size_t size, size_t count,
                    struct Stream *restrict stream)
{
    if (CANCELS)
        __heddle_cancel_perhaps();
    stdio_check(stream);
    const volatile unsigned char *bytes = from;
    __heddle_atomic_begin();
    for (size_t k = 0; k < size * count; k++)
        (void)bytes[k];
    __heddle_trace("writes {0} bytes", size * count);
    __heddle_atomic_end();
    return size ? count : 0;
}

PLAIN long write(int file, const void *from, size_t count)
{
    if (CANCELS)
        __heddle_cancel_point();
    if (CHANNELS)
        if (__heddle_channel_is(file))
            return __heddle_channel_write(file, from, count, 0);
    if (!__heddle_file_is_open(file))
        return error_is(EBADF);
    const volatile unsigned char *bytes = from;
    __heddle_atomic_begin();
    if (CONTENTS)
        __heddle_content_wrote(file);
    for (size_t k = 0; k < count; k++)
        (void)bytes[k];
    __heddle_trace("writes {0} bytes", count);
    __heddle_atomic_end();
    return (long)count;
}

PLAIN void perror(const char *s)
{
    if (s)
        stdio_show(s);
}

int fflush(struct Stream *stream)
{
    (void)stream;
    return 0;
}

void setbuf(struct Stream *restrict stream, char *restrict buffer)
{
    (void)stream, (void)buffer;
}

int setvbuf(struct Stream *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream, (void)buffer, (void)size;
    return mode >= 0 && mode <= 2 ? 0 : EOF;
}

/* ---- input: any byte, or the end, which stays ---- */

static int stdio_get(struct Stream *stream)
{
    int c = stream->ended ? EOF : (int)__heddle_choose(EOF, 255);
    if (c == EOF)
        stream->ended = 1;
    return c;
}

int getchar(void)
{
    return stdio_get(stdin);
}

int fgetc(struct Stream *stream)
{
    if (stream->number == 1 || stream->number == 2)
        __heddle_fail("misuse", "reading from an output stream");
    return stdio_get(stream);
}

int getc(struct Stream *stream)
{
    return fgetc(stream);
}
