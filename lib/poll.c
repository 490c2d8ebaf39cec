/* poll.c -- poll, select and epoll: waiting until one of several files can be read or written.
 *
 * Of pipes and the like it is known (channel.c); other files are always ready, with a doubt.  A wait
 * with a time limit may end at any time without anything. */
#include "cancel.h"
#include "channel.h"
#include "signal.h"

/* Which of the events hold at that end.  Until `timers` those that are set have not gone off. */
static short poll_end(const ChannelEnd *end, short events, _Bool timers)
{
    _Bool timer = end->in && end->in->kind == CHANNEL_TIMER;
    if (timer && !timers && !end->in->gone_off)
        return 0;
    short ready = __heddle_channel_ready(end) & (events | POLLERR | POLLHUP);
    if (timer && ready & POLLIN)
        end->in->gone_off = 1;
    return ready;
}

static short poll_other(short events)
{
    __heddle_doubt("a file or socket was taken to be ready always (poll, select, epoll_wait)");
    return events & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM);
}

static short poll_state(int file, short events, _Bool timers)
{
    if (file < 0)
        return 0;
    const ChannelEnd *end = NULL;
    if (CHANNELS)
        end = __heddle_channel_end(file);
    if (!end && !__heddle_file_is_open(file))
        return POLLNVAL;
    return end ? poll_end(end, events, timers) : poll_other(events);
}

/* ---- waiting ---- */

typedef struct {
    int file;
    short events, got;
} PollFile;

typedef struct {
    PollFile *files; /* the caller's own */
    unsigned long count;
    struct EpollItem *items; /* of epoll, instead */
    _Bool timed, interrupted, ends;
} Poll;

enum { EPOLL_EDGE = 1u << 31, EPOLL_ONCE = 1 << 30 };

typedef struct EpollItem {
    struct EpollItem *next;
    int file;
    const ChannelEnd *end; /* NULL: of another file */
    unsigned events;
    _Bool fresh; /* something has happened since it was told */
    short got;
    unsigned char data[8]; /* a number, or a pointer */
} EpollItem;

static int poll_items(EpollItem *items, _Bool timers)
{
    int found = 0;
    for (EpollItem *i = items; i; i = i->next) {
        i->got = 0;
        if (!i->end && !__heddle_file_is_open(i->file))
            continue; /* it was closed */
        if (i->events & EPOLL_EDGE && !i->fresh)
            continue;
        if (i->events & 0xffff) /* else it was told, and is told once */
            i->got = i->end ? poll_end(i->end, (short)(i->events & 0xffff), timers)
                            : poll_other((short)(i->events & 0xffff));
        found += i->got != 0;
    }
    return found;
}

static int poll_look(Poll *p, _Bool timers)
{
    int found = 0;
    if (p->items)
        return poll_items(p->items, timers);
    for (unsigned long k = 0; k < p->count; k++) {
        p->files[k].got = poll_state(p->files[k].file, p->files[k].events, timers);
        found += p->files[k].got != 0;
    }
    return found;
}

static int poll_wait(Poll *p)
{
    int found = 0;
    if (__heddle_uses("timerfd_create")) {
        __heddle_atomic_begin();
        found = poll_look(p, 0);
        __heddle_atomic_end();
        if ((found || p->timed) && __heddle_choose(0, 1))
            return found;
    }
    __heddle_wait_begin();
    found = poll_look(p, 1);
    if (CANCELS)
        p->ends = __heddle_cancel_is_due();
    if (SIGNALS)
        p->interrupted = !found && __heddle_signal_is_due();
    __heddle_wait(found || p->timed || p->interrupted || p->ends);
    __heddle_atomic_end();
    END_IF_CANCELLED(p->ends);
    RETURN_IF_INTERRUPTED(p->interrupted, (__heddle_signal_run(), error_is(EINTR)));
    return found;
}

/* ---- poll ---- */

static PLAIN void poll_read(PollFile *to, const PollFile *from, unsigned long count)
{
    for (unsigned long k = 0; k < count; k++) {
        to[k].file = from[k].file;
        to[k].events = from[k].events;
    }
}

static PLAIN void poll_write(PollFile *to, const PollFile *from, unsigned long count)
{
    for (unsigned long k = 0; k < count; k++)
        to[k].got = from[k].got;
}

int poll(PollFile *files, unsigned long count, int timeout)
{
    Poll p = {.count = count, .timed = timeout >= 0};
    p.files = __heddle_alloc_zero(count * sizeof *files);
    poll_read(p.files, files, count);
    int found = poll_wait(&p);
    if (found >= 0)
        poll_write(files, p.files, count);
    __heddle_free(p.files);
    return found;
}

int ppoll(PollFile *files, unsigned long count, const void *timeout, const void *mask)
{
    if (mask)
        __heddle_fail("unsupported", "ppoll with a mask of signals");
    return poll(files, count, timeout ? 1 : -1);
}

/* ---- select ---- */

enum { SELECT_FILES = FIRST_FILE + MOST_FILES };

static PLAIN unsigned long select_read(const unsigned long *set)
{
    return set ? *set : 0;
}

static PLAIN void select_write(unsigned long *set, unsigned long bits)
{
    if (set)
        *set = bits;
}

/* Sets are words of bits; all files are in the first one. */
int select(int count, unsigned long *in, unsigned long *out, unsigned long *others, void *timeout)
{
    PollFile files[SELECT_FILES] = {{0}};
    Poll p = {.files = files, .timed = timeout != NULL};
    if (count < 0)
        return error_is(EINVAL);
    unsigned long reads = select_read(in), writes = select_read(out), got[2] = {0, 0};
    p.count = count > SELECT_FILES ? SELECT_FILES : (unsigned long)count;
    for (int k = 0; k < (int)p.count; k++) {
        files[k].events = (short)((reads >> k & 1 ? POLLIN : 0) | (writes >> k & 1 ? POLLOUT : 0));
        files[k].file = files[k].events ? k : -1;
    }
    int found = poll_wait(&p), bits = 0;
    if (found < 0)
        return found;
    for (int k = 0; k < (int)p.count; k++) {
        if (files[k].got & POLLNVAL)
            return error_is(EBADF);
        if (files[k].events & POLLIN && files[k].got & (POLLIN | POLLHUP | POLLERR)) {
            got[0] |= 1ul << k;
            bits++;
        }
        if (files[k].events & POLLOUT && files[k].got & (POLLOUT | POLLERR)) {
            got[1] |= 1ul << k;
            bits++;
        }
    }
    select_write(in, got[0]);
    select_write(out, got[1]);
    select_write(others, 0);
    return bits;
}

/* ---- epoll ---- */

int __heddle_epoll_new(void);

int epoll_create1(int flags)
{
    (void)flags;
    return __heddle_epoll_new();
}

int epoll_create(int size)
{
    return size > 0 ? __heddle_epoll_new() : error_is(EINVAL);
}

void __heddle_epoll_note(const Channel *channel, _Bool written)
{
    for (int file = FIRST_FILE; file < FIRST_FILE + MOST_FILES; file++) {
        const ChannelEnd *poll = __heddle_channel_end(file);
        if (!poll || !poll->in || poll->in->kind != CHANNEL_POLL)
            continue;
        for (EpollItem *i = poll->items; i; i = i->next)
            if (i->end && (written ? i->end->in : i->end->out) == channel && !i->fresh)
                i->fresh = 1;
    }
}

/* In an action: this end is no more: it leaves all lists.  (Until then it stays there, even if one of its
 * descriptors was closed.) */
void __heddle_epoll_forget(const ChannelEnd *end)
{
    for (int file = FIRST_FILE; file < FIRST_FILE + MOST_FILES; file++) {
        ChannelEnd *poll = __heddle_channel_end(file);
        if (!poll || poll == end || !poll->in || poll->in->kind != CHANNEL_POLL)
            continue;
        for (EpollItem **at = &poll->items; *at;) {
            EpollItem *i = *at;
            if (i->end == end) {
                *at = i->next;
                __heddle_free(i);
            } else {
                at = &i->next;
            }
        }
    }
}

/* As include/sys/epoll.h has it.  (In 32 bits, and in the header of the system, it is packed.) */
typedef struct {
    unsigned events;
    _Alignas(void *) unsigned char data[8];
} EpollEvent;

static PLAIN EpollItem *epoll_read(const EpollEvent *event, int file)
{
    EpollItem *item = __heddle_alloc_zero(sizeof *item);
    item->file = file;
    item->events = event->events | (unsigned)(POLLERR | POLLHUP); /* these are always told */
    __builtin_memcpy(item->data, event->data, sizeof item->data);
    return item;
}

static ChannelEnd *epoll_at(int file)
{
    ChannelEnd *end = __heddle_channel_end(file);
    return end && end->in && end->in->kind == CHANNEL_POLL ? end : NULL;
}

/* In an action: the item of this file that was not closed since. */
static EpollItem **epoll_find(ChannelEnd *poll, int file)
{
    EpollItem **at = &poll->items;
    while (*at && ((*at)->file != file || (*at)->end != __heddle_channel_end(file)))
        at = &(*at)->next;
    return at;
}

int __heddle_epoll_ctl(int poll_file, int op, int file, const EpollEvent *event)
{
    enum { ADD = 1, DELETE, MODIFY };
    EpollItem *item = op == DELETE ? NULL : epoll_read(event, file);
    int error = 0;
    __heddle_atomic_begin();
    ChannelEnd *poll = epoll_at(poll_file);
    EpollItem **at = poll ? epoll_find(poll, file) : NULL;
    if (!__heddle_file_is_open(poll_file) || !__heddle_file_is_open(file))
        error = EBADF;
    else if (!poll)
        error = EINVAL;
    else if (op == ADD && *at)
        error = EEXIST;
    else if (op != ADD && !*at)
        error = ENOENT;
    if (!error && op != ADD) {
        EpollItem *old = *at;
        *at = old->next;
        __heddle_free(old);
    }
    if (!error && item) {
        item->end = __heddle_channel_end(file);
        item->fresh = 1;
        item->next = *at;
        *at = item;
    }
    __heddle_atomic_end();
    if (error && item)
        __heddle_free(item);
    return error ? error_is(error) : 0;
}

/* Of those that were found the n-th one. */
static EpollItem *epoll_nth(EpollItem *items, int n)
{
    EpollItem *i = items;
    while (!i->got || n--)
        i = i->next;
    return i;
}

/* In an action: takes those that were found, up to so many, in any order; who is told once, or of edges, is
 * not told again. */
static int epoll_take(EpollItem *items, int found, EpollEvent *to, int most)
{
    int n = 0;
    for (; n < most && found; n++, found--) {
        EpollItem *i = epoll_nth(items, found > 1 ? (int)__heddle_choose(0, found - 1) : 0);
        to[n].events = (unsigned)(unsigned short)i->got;
        __builtin_memcpy(to[n].data, i->data, sizeof i->data);
        i->fresh = 0;
        i->got = 0;
        if (i->events & EPOLL_ONCE)
            i->events = 0;
    }
    return n;
}

static PLAIN void epoll_write(EpollEvent *to, const EpollEvent *from, int count)
{
    for (int k = 0; k < count; k++) {
        to[k].events = from[k].events;
        __builtin_memcpy(to[k].data, from[k].data, sizeof to[k].data);
    }
}

/* As poll_wait, with the taking in the same action. */
static int epoll_await(ChannelEnd *poll, EpollEvent *got, int most, _Bool timed)
{
    _Bool interrupted = 0, ends = 0;
    __heddle_wait_begin();
    int found = poll_items(poll->items, 1);
    if (CANCELS)
        ends = __heddle_cancel_is_due();
    if (SIGNALS)
        interrupted = !found && __heddle_signal_is_due();
    __heddle_wait(found || timed || interrupted || ends);
    if (!ends)
        found = epoll_take(poll->items, found, got, most);
    __heddle_atomic_end();
    END_IF_CANCELLED(ends);
    RETURN_IF_INTERRUPTED(interrupted, (__heddle_signal_run(), error_is(EINTR)));
    return found;
}

int __heddle_epoll_wait(int file, EpollEvent *events, int most, int timeout)
{
    ChannelEnd *poll = epoll_at(file);
    if (!poll || most <= 0)
        return error_is(most <= 0 || __heddle_file_is_open(file) ? EINVAL : EBADF);
    EpollEvent *got = __heddle_alloc_zero((size_t)most * sizeof *got);
    int found = 0;
    _Bool over = 0;
    if (__heddle_uses("timerfd_create")) {
        if (__heddle_choose(0, 1)) { /* the timers have not gone off yet */
            over = timeout >= 0;
            __heddle_atomic_begin();
            found = epoll_take(poll->items, poll_items(poll->items, 0), got, most);
            __heddle_atomic_end();
        }
    }
    if (!found && !over)
        found = epoll_await(poll, got, most, timeout >= 0);
    if (found > 0)
        epoll_write(events, got, found);
    __heddle_free(got);
    return found;
}

/* In preprocessed files events are packed. */
int epoll_ctl(int poll_file, int op, int file, const EpollEvent *event)
{
    if (sizeof(void *) == 8)
        __heddle_fail("unsupported",
                      "epoll_ctl, declared without <sys/epoll.h> of heddle: give the "
                      "source before it is preprocessed");
    return __heddle_epoll_ctl(poll_file, op, file, event);
}

int epoll_wait(int file, EpollEvent *events, int most, int timeout)
{
    if (sizeof(void *) == 8)
        __heddle_fail("unsupported", "epoll_wait, declared without <sys/epoll.h> of heddle: give "
                                     "the source before it is preprocessed");
    return __heddle_epoll_wait(file, events, most, timeout);
}
