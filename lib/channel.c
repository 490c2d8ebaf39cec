/* channel.c -- pipes, eventfd, socketpair, timerfd: reading waits until there is something, or
 * nobody is left who could write; writing waits for room.
 *
 * As on Linux a pipe has room for 65536 bytes; 4096 of them or fewer are written at once, more piece
 * by piece; a read takes what is there.  Reading comes after the writes of what is read (so the
 * kernel does it; POSIX says nothing).  A call that waits stays at its pipe if somebody closes the
 * descriptor meanwhile. */
#include "cancel.h"
#include "channel.h"
#include "content.h"
#include "process.h"
#include "signal.h"
#include "varargs.h"

enum { CHANNEL_ROOM = 65536, CHANNEL_PIECE = 4096 };

static ChannelEnd *channel_ends[MOST_FILES]; /* by descriptor, from FIRST_FILE on */

ChannelEnd *__heddle_channel_end(int file)
{
    unsigned k = (unsigned)file - FIRST_FILE;
    if (FORKS)
        if (__heddle_process_forked && k < MOST_FILES && channel_ends[k])
            __heddle_fail("unsupported", "a pipe that another process has, too, is not followed: "
                                         "let a thread be at its other end");
    return k < MOST_FILES ? channel_ends[k] : NULL;
}

_Bool __heddle_channel_is(int file)
{
    return __heddle_channel_end(file) != NULL;
}

/* ---- making and closing them ---- */

static ChannelEnd *channel_open(Channel *in, Channel *out, _Bool nonblocking)
{
    ChannelEnd *end = __heddle_alloc_zero(sizeof *end);
    end->in = in;
    end->out = out;
    end->nonblocking = nonblocking;
    if (in)
        in->readers++;
    if (out)
        out->writers++;
    return end;
}

static Channel *channel_new(ChannelKind kind)
{
    Channel *channel = __heddle_alloc_zero(sizeof *channel);
    channel->kind = kind;
    return channel;
}

ChannelEnd *__heddle_channel_make(ChannelKind kind, _Bool nonblocking)
{
    Channel *channel = channel_new(kind);
    return channel_open(channel, channel, nonblocking);
}

static void channel_drop(Channel *channel)
{
    if (channel->readers || channel->writers) {
        if (EPOLLS) {
            __heddle_epoll_note(channel, 0);
            __heddle_epoll_note(channel, 1);
        }
        return;
    }
    while (channel->first) {
        ChannelChunk *chunk = channel->first;
        channel->first = chunk->next;
        __heddle_free(chunk);
    }
    __heddle_free(channel);
}

/* A descriptor or a call names the end no longer. */
static void channel_leave(ChannelEnd *end)
{
    if (--end->uses)
        return;
    if (EPOLLS)
        __heddle_epoll_forget(end);
    Channel *in = end->in, *out = end->out != in ? end->out : NULL; /* not twice */
    if (in)
        in->readers--;
    if (end->out)
        end->out->writers--;
    if (in)
        channel_drop(in);
    if (out)
        channel_drop(out);
    __heddle_free(end);
}

void __heddle_channel_close(int file)
{
    unsigned k = (unsigned)file - FIRST_FILE;
    ChannelEnd *end = k < MOST_FILES ? channel_ends[k] : NULL;
    if (!end)
        return;
    channel_ends[file - FIRST_FILE] = NULL;
    channel_leave(end);
}

/* The lowest descriptor that is free, from some number on, names the end, if there is one. */
static int channel_name_from(ChannelEnd *end, int least)
{
    int file = __heddle_file_new_from(least);
    if (file >= 0 && end) {
        channel_ends[file - FIRST_FILE] = end;
        end->uses++;
    }
    return file;
}

static int channel_name(ChannelEnd *end)
{
    return channel_name_from(end, 0);
}

static int channel_pair(int files[2], Channel *there, Channel *back, int flags)
{
    ChannelEnd *first = channel_open(there, back, (flags & O_NONBLOCK) != 0);
    ChannelEnd *second = channel_open(back, there, (flags & O_NONBLOCK) != 0);
    int one = channel_name(first), two = one < 0 ? -1 : channel_name(second);
    if (two < 0)
        __heddle_fail("limit", "more than 16 files are open: let the check open fewer");
    files[0] = one;
    files[1] = two;
    return 0;
}

int pipe2(int files[2], int flags)
{
    __heddle_atomic_begin();
    channel_pair(files, channel_new(CHANNEL_PIPE), NULL, flags);
    __heddle_atomic_end();
    return 0;
}

int pipe(int files[2])
{
    return pipe2(files, 0);
}

int socketpair(int domain, int type, int protocol, int files[2])
{
    enum { STREAM = 1, KIND = 15 };
    (void)domain, (void)protocol;
    if ((type & KIND) != STREAM)
        __heddle_fail("unsupported", "socketpair without SOCK_STREAM: where messages have ends");
    __heddle_atomic_begin();
    channel_pair(files, channel_new(CHANNEL_PIPE), channel_new(CHANNEL_PIPE), type);
    __heddle_atomic_end();
    return 0;
}

static int channel_single(ChannelKind kind, unsigned long long count, _Bool again, int flags)
{
    __heddle_atomic_begin();
    ChannelEnd *end = __heddle_channel_make(kind, (flags & O_NONBLOCK) != 0);
    end->in->count = count;
    end->in->semaphore = again;
    int file = channel_name(end);
    if (file < 0)
        __heddle_fail("limit", "more than 16 files are open: let the check open fewer");
    __heddle_atomic_end();
    return file;
}

int eventfd(unsigned count, int flags)
{
    enum { SEMAPHORE = 1 };
    return channel_single(CHANNEL_EVENT, count, flags & SEMAPHORE, flags);
}

int timerfd_create(int clock, int flags)
{
    (void)clock;
    return channel_single(CHANNEL_TIMER, 0, 0, flags);
}

int __heddle_epoll_new(void)
{
    return channel_single(CHANNEL_POLL, 0, 0, 0);
}

typedef struct {
    long again[2], first[2]; /* seconds and nanoseconds */
} TimerSetting;

/* It may go off at any time from now on. */
int timerfd_settime(int file, int flags, const TimerSetting *setting, TimerSetting *old)
{
    (void)flags, (void)old;
    if (old)
        __heddle_fail("unsupported", "timerfd_settime: how much time was left is not known");
    long first = setting->first[0] | setting->first[1];
    long again = setting->again[0] | setting->again[1];
    int error = 0;
    __heddle_atomic_begin();
    ChannelEnd *end = __heddle_channel_end(file);
    if (!end && !__heddle_file_is_open(file))
        error = EBADF;
    else if (!end || !end->in || end->in->kind != CHANNEL_TIMER)
        error = EINVAL;
    if (!error) {
        end->in->count = first != 0;
        end->in->semaphore = again != 0;
        end->in->gone_off = 0;
    }
    __heddle_atomic_end();
    return error ? error_is(error) : 0;
}

/* ---- other names for them ---- */

/* The lowest that is free, from some number on. */
static int channel_dup_free(int file, int least)
{
    if (CONTENTS)
        __heddle_content_refuse_dup(file);
    __heddle_atomic_begin();
    _Bool is_open = __heddle_file_is_open(file);
    int to = is_open ? channel_name_from(__heddle_channel_end(file), least) : -1;
    if (is_open && to < 0 && least)
        __heddle_fail("unsupported", "fcntl (F_DUPFD) with a large number is not followed");
    __heddle_atomic_end();
    return is_open ? to : error_is(EBADF);
}

/* `to` is another one. */
static int channel_dup(int file, int to)
{
    if (CONTENTS) {
        __heddle_content_refuse_dup(file);
        __heddle_content_end(to);
    }
    __heddle_atomic_begin();
    _Bool is_open = __heddle_file_is_open(file);
    ChannelEnd *end = __heddle_channel_end(file);
    if (is_open && to != file) {
        unsigned k = (unsigned)to - FIRST_FILE;
        if (k >= MOST_FILES)
            __heddle_fail("unsupported",
                          "dup2 onto a standard stream, or a large number, is not followed");
        __heddle_channel_close(to);
        __heddle_file_take(to);
        channel_ends[k] = end;
        if (end)
            end->uses++;
    }
    __heddle_atomic_end();
    return is_open ? to : error_is(EBADF);
}

int dup(int file)
{
    return channel_dup_free(file, 0);
}

int dup2(int file, int to)
{
    if (to < 0)
        return error_is(EBADF);
    return channel_dup(file, to);
}

int dup3(int file, int to, int flags)
{
    (void)flags;
    if (to < 0 || to == file)
        return error_is(to < 0 ? EBADF : EINVAL);
    return channel_dup(file, to);
}

int fcntl(int file, int command, ...)
{
    enum { DUP, GET_FLAGS = 1, SET_FLAGS, GET, SET, DUP_CLOEXEC = 1030 };
    va_list arguments;
    va_start(arguments, command);
    int value =
        command == SET || command == DUP || command == DUP_CLOEXEC ? va_arg(arguments, int) : 0;
    va_end(arguments);
    if (!__heddle_file_is_open(file))
        return error_is(EBADF);
    ChannelEnd *end = __heddle_channel_end(file);
    switch (command) {
    case DUP:
    case DUP_CLOEXEC:
        if (value < 0)
            return error_is(EINVAL);
        return channel_dup_free(file, value);
    case GET:
        return (end && end->nonblocking ? O_NONBLOCK : 0) | (!end        ? O_READ_WRITE
                                                             : !end->out ? 0
                                                             : end->in   ? O_READ_WRITE
                                                                         : O_WRITE);
    case SET:
        if (end)
            end->nonblocking = (value & O_NONBLOCK) != 0;
        return 0;
    case GET_FLAGS:
    case SET_FLAGS:
        return 0;
    default:
        __heddle_fail("unsupported", "an operation of fcntl that heddle does not know");
    }
}

/* ---- reading ---- */

static _Bool channel_has(const Channel *c)
{
    return c->count != 0 || (c->kind == CHANNEL_PIPE && !c->writers);
}

static void channel_copy(unsigned char *to, const unsigned char *from, size_t count)
{
    __builtin_memcpy(to, from, count);
}

/* The first bytes, at most so many, as a chunk of their own. */
static ChannelChunk *channel_take(Channel *c, size_t most)
{
    size_t count = c->count < most ? c->count : most, done = 0;
    ChannelChunk *whole = c->first;
    c->count -= count;
    if (!whole->used && whole->length == count) {
        c->first = whole->next;
        whole->next = NULL;
        return whole;
    }
    ChannelChunk *got = __heddle_alloc(sizeof *got + count);
    *got = (ChannelChunk){.length = count};
    while (done < count) {
        ChannelChunk *from = c->first;
        size_t part = from->length - from->used;
        if (part > count - done)
            part = count - done;
        channel_copy(got->bytes + done, from->bytes + from->used, part);
        done += part;
        from->used += part;
        if (from->used == from->length) {
            c->first = from->next;
            __heddle_free(from);
        }
    }
    return got;
}

/* What a read of an event or a timer gives.  A timer that goes off again and again may have done so
 * more than once: once and twice are tried. */
static ChannelChunk *channel_number(Channel *c)
{
    unsigned long long value = c->kind == CHANNEL_EVENT && !c->semaphore ? c->count : 1;
    if (c->kind == CHANNEL_TIMER && c->semaphore)
        value = (unsigned long long)__heddle_choose(1, 2);
    ChannelChunk *got = __heddle_alloc(sizeof *got + sizeof value);
    *got = (ChannelChunk){.length = sizeof value};
    channel_copy(got->bytes, (const unsigned char *)&value, sizeof value);
    if (c->kind == CHANNEL_EVENT || !c->semaphore)
        c->count -= c->kind == CHANNEL_EVENT ? value : 1;
    c->gone_off = 0;
    return got;
}

static ChannelChunk *channel_get(Channel *c, size_t count)
{
    (void)c->order;
    ChannelChunk *got = c->kind != CHANNEL_PIPE ? channel_number(c)
                        : c->count && count     ? channel_take(c, count)
                                                : NULL;
    if (EPOLLS)
        __heddle_epoll_note(c, 0);
    return got;
}

static PLAIN long channel_give(void *to, ChannelChunk *got)
{
    if (!got)
        return 0;
    long length = (long)got->length;
    __builtin_memcpy(to, got->bytes, got->length);
    __heddle_free(got);
    return length;
}

/* Waits until there is something; who waits is counted as a user of the end. */
static ChannelChunk *channel_await(ChannelEnd *end, size_t count, _Bool *ends, _Bool *interrupted)
{
    ChannelChunk *got = NULL;
    __heddle_wait_begin();
    if (CANCELS)
        *ends = __heddle_cancel_is_due();
    if (SIGNALS)
        *interrupted = __heddle_signal_is_due();
    __heddle_wait(*ends || *interrupted || channel_has(end->in));
    if (!*ends && !*interrupted)
        got = channel_get(end->in, count);
    channel_leave(end);
    __heddle_atomic_end();
    return got;
}

static long channel_wait_read(ChannelEnd *end, int file, void *to, size_t count)
{
    _Bool ends = 0, interrupted = 0;
    ChannelChunk *got = channel_await(end, count, &ends, &interrupted);
    END_IF_CANCELLED(ends);
    RETURN_IF_INTERRUPTED(interrupted, __heddle_signal_run()
                                           ? __heddle_channel_read(file, to, count, 0)
                                           : error_is(EINTR));
    return channel_give(to, got);
}

/* A timer that is set has not gone off yet, perhaps: who does not wait for it finds nothing. */
static _Bool channel_is_early(const ChannelEnd *end)
{
    return end->nonblocking && end->in->kind == CHANNEL_TIMER && !end->in->gone_off &&
           channel_has(end->in) && __heddle_choose(0, 1);
}

long __heddle_channel_read(int file, void *to, size_t count, int flags)
{
    ChannelChunk *got = NULL;
    int error = 0;
    __heddle_atomic_begin();
    ChannelEnd *end = __heddle_channel_end(file);
    _Bool waits = 0;
    if (!end || !end->in)
        error = EBADF;
    else if (end->in->kind != CHANNEL_PIPE && count < 8)
        error = EINVAL;
    else if (channel_is_early(end))
        error = EAGAIN;
    else if (channel_has(end->in) || (!count && end->in->kind == CHANNEL_PIPE))
        got = channel_get(end->in, count);
    else if (end->nonblocking || flags & MSG_DONTWAIT)
        error = EAGAIN;
    else
        waits = 1;
    if (waits)
        end->uses++;
    __heddle_atomic_end();
    if (error)
        return error_is(error);
    return waits ? channel_wait_read(end, file, to, count) : channel_give(to, got);
}

/* ---- writing ---- */

static unsigned long long channel_room(const Channel *c)
{
    return c->kind == CHANNEL_PIPE ? CHANNEL_ROOM - c->count : ~0ull - 1 - c->count;
}

/* What the user writes. */
static PLAIN ChannelChunk *channel_chunk(const void *from, size_t count)
{
    ChannelChunk *chunk = __heddle_alloc(sizeof *chunk + count);
    *chunk = (ChannelChunk){.length = count};
    __builtin_memcpy(chunk->bytes, from, count);
    return chunk;
}

static unsigned long long channel_value(const ChannelChunk *chunk)
{
    unsigned long long value;
    channel_copy((unsigned char *)&value, chunk->bytes, sizeof value);
    return value;
}

/* How much room it needs. */
static unsigned long long channel_need(const Channel *c, const ChannelChunk *chunk)
{
    return c->kind == CHANNEL_PIPE ? chunk->length : channel_value(chunk);
}

static void channel_put(Channel *c, ChannelChunk *chunk)
{
    c->order = 0;
    c->count += channel_need(c, chunk);
    if (c->kind != CHANNEL_PIPE) {
        __heddle_free(chunk);
    } else {
        ChannelChunk **at = &c->first;
        while (*at)
            at = &(*at)->next;
        *at = chunk;
    }
    if (EPOLLS)
        __heddle_epoll_note(c, 1);
}

/* Nobody will ever read it. */
static int channel_broken(ChannelChunk *chunk, int flags)
{
    __heddle_free(chunk);
    if (!(flags & MSG_NOSIGNAL))
        __heddle_signal_pipe();
    return error_is(EPIPE);
}

enum { PUT_DONE, PUT_WAITS, PUT_BROKEN, PUT_ERROR };

static int channel_write(int file, ChannelChunk *chunk, int flags);

static int channel_wait_write(ChannelEnd *end, int file, ChannelChunk *chunk, int flags)
{
    Channel *c = end->out;
    _Bool interrupted = 0, ends = 0;
    __heddle_wait_begin();
    if (CANCELS)
        ends = __heddle_cancel_is_due();
    if (SIGNALS)
        interrupted = __heddle_signal_is_due();
    _Bool broken = c->kind == CHANNEL_PIPE && !c->readers;
    __heddle_wait(ends || interrupted || broken || channel_room(c) >= channel_need(c, chunk));
    if (!ends && !broken && !interrupted)
        channel_put(c, chunk);
    else if (ends)
        __heddle_free(chunk);
    channel_leave(end);
    __heddle_atomic_end();
    END_IF_CANCELLED(ends);
    if (SIGNALS)
        if (interrupted) {
            if (__heddle_signal_run())
                return channel_write(file, chunk, flags);
            __heddle_free(chunk);
            return error_is(EINTR);
        }
    return broken ? channel_broken(chunk, flags) : 0;
}

/* One piece. */
static int channel_write(int file, ChannelChunk *chunk, int flags)
{
    int state = PUT_DONE, error = 0;
    __heddle_atomic_begin();
    ChannelEnd *end = __heddle_channel_end(file);
    Channel *c = end ? end->out : NULL;
    if (!c)
        error = EBADF;
    else if (c->kind == CHANNEL_TIMER || c->kind == CHANNEL_POLL ||
             (c->kind == CHANNEL_EVENT && (chunk->length < 8 || channel_value(chunk) == ~0ull)))
        error = EINVAL;
    else if (c->kind == CHANNEL_PIPE && !c->readers)
        state = PUT_BROKEN;
    else if (channel_room(c) >= channel_need(c, chunk))
        channel_put(c, chunk);
    else if (end->nonblocking || flags & MSG_DONTWAIT)
        error = EAGAIN;
    else
        state = PUT_WAITS;
    if (state == PUT_WAITS)
        end->uses++;
    __heddle_atomic_end();
    if (error) {
        __heddle_free(chunk);
        return error_is(error);
    }
    return state == PUT_BROKEN  ? channel_broken(chunk, flags)
           : state == PUT_WAITS ? channel_wait_write(end, file, chunk, flags)
                                : 0;
}

/* Nothing is written. */
static int channel_write_none(int file)
{
    __heddle_atomic_begin();
    ChannelEnd *end = __heddle_channel_end(file);
    int error = !end || !end->out ? EBADF : end->out->kind != CHANNEL_PIPE ? EINVAL : 0;
    __heddle_atomic_end();
    return error ? error_is(error) : 0;
}

long __heddle_channel_write(int file, const void *from, size_t count, int flags)
{
    size_t done = 0;
    if (!count)
        return channel_write_none(file);
    while (done < count) {
        size_t piece = count - done < CHANNEL_PIECE ? count - done : CHANNEL_PIECE;
        if (channel_write(file, channel_chunk((const char *)from + done, piece), flags) < 0)
            return done ? (long)done : -1;
        done += piece;
    }
    return (long)done;
}

int eventfd_write(int file, unsigned long long value)
{
    return __heddle_channel_write(file, &value, sizeof value, 0) < 0 ? -1 : 0;
}

int eventfd_read(int file, unsigned long long *value)
{
    return __heddle_channel_read(file, value, sizeof *value, 0) < 0 ? -1 : 0;
}

/* ---- what can be done without waiting ---- */

short __heddle_channel_ready(const ChannelEnd *end)
{
    short ready = 0;
    const Channel *in = end->in, *out = end->out;
    if (in && in->kind == CHANNEL_TIMER)
        return in->count && __heddle_choose(0, 1) ? POLLIN | POLLRDNORM : 0;
    if (in && in->count)
        ready |= POLLIN;
    if (in && in->kind == CHANNEL_PIPE && !in->writers)
        ready |= out ? POLLIN | POLLHUP | POLLRDHUP : POLLHUP;
    if (out && out->kind == CHANNEL_PIPE && !out->readers)
        ready |= out && in ? POLLOUT : POLLOUT | POLLERR;
    else if (out && channel_room(out) >= (out->kind == CHANNEL_PIPE ? CHANNEL_PIECE : 1))
        ready |= POLLOUT;
    if (ready & POLLIN)
        ready |= POLLRDNORM;
    if (ready & POLLOUT)
        ready |= POLLWRNORM;
    return ready;
}
