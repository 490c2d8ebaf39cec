/* channel.h -- pipes, eventfd, socketpair, timerfd: file descriptors behind which heddle knows what
 * there is.  Private to lib/. */
#ifndef HEDDLE_CHANNEL_H
#define HEDDLE_CHANNEL_H

#include "intrinsics.h"

/* Programs that have none pay nothing: ask in an `if` of its own. */
#define CHANNELS                                                                                   \
    (__heddle_uses("pipe") || __heddle_uses("pipe2") || __heddle_uses("eventfd") ||                \
     __heddle_uses("socketpair") || __heddle_uses("timerfd_create") || EPOLLS)
#define EPOLLS (__heddle_uses("epoll_create1") || __heddle_uses("epoll_create"))

enum { FIRST_FILE = 3, MOST_FILES = 16 };
enum { EBADF = 9, EEXIST = 17, EMFILE = 24, EPIPE = 32, ENOENT = 2, ESPIPE = 29 };
enum { O_WRITE = 1, O_READ_WRITE = 2, O_NONBLOCK = 2048 };

typedef enum ChannelKind { CHANNEL_PIPE, CHANNEL_EVENT, CHANNEL_TIMER, CHANNEL_POLL } ChannelKind;

/* Bytes that were written at once, and not all of which were read. */
typedef struct ChannelChunk {
    struct ChannelChunk *next;
    size_t used, length;
    unsigned char bytes[];
} ChannelChunk;

/* What is written at one end and read at the other. */
typedef struct Channel {
    ChannelKind kind;
    unsigned readers, writers;
    _Bool semaphore;          /* of an event; of a timer: it goes off again and again */
    _Bool gone_off;           /* of a timer: poll and its like have told so */
    unsigned long long count; /* bytes; or of an event the number; of a timer: 1 if it is set */
    ChannelChunk *first, *last;
    volatile int order; /* who reads comes after those that have written */
} Channel;

/* What file descriptors name: an end of one or two channels. */
typedef struct ChannelEnd {
    Channel *in, *out;
    _Bool nonblocking;
    unsigned uses;           /* descriptors, and calls that wait there */
    struct EpollItem *items; /* of CHANNEL_POLL */
} ChannelEnd;

int __heddle_file_new(void); /* the lowest number that is free, or -1 */
int __heddle_file_new_from(int least);
_Bool __heddle_file_is_open(int file);
int __heddle_file_take(int file); /* in an action: it is open now */
_Bool __heddle_channel_is(int file);
ChannelEnd *__heddle_channel_end(int file); /* in an action */
void __heddle_channel_close(int file);      /* idem */
ChannelEnd *__heddle_channel_make(ChannelKind kind, _Bool nonblocking);
long __heddle_channel_read(int file, void *to, size_t count, int flags); /* those of recv */
long __heddle_channel_write(int file, const void *from, size_t count, int flags);
/* In an action: which of POLLIN and the like hold. */
short __heddle_channel_ready(const ChannelEnd *end);
enum { POLLIN = 1, POLLOUT = 4, POLLERR = 8, POLLHUP = 16, POLLNVAL = 32 };
enum { POLLRDNORM = 64, POLLWRNORM = 256, POLLRDHUP = 8192 };
enum { MSG_DONTWAIT = 64, MSG_NOSIGNAL = 16384 };
/* In an action: something was written or read there, for those who wait for edges. */
void __heddle_epoll_note(const Channel *channel, _Bool written);
void __heddle_epoll_forget(const ChannelEnd *end); /* idem: this end is no more */

#endif
