/* share.c -- see share.h.
 *
 * One file without a name, as large as the range of addresses and full of holes, is mapped piece by
 * piece.  The first part of the range is for the process itself: what it has mapped so far; then one
 * page that all share: how much of each array there is. */
#include "base/share.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/memory.h"

enum { PAGE = 1 << 16 }; /* arrays grow by this at least */
enum { LARGE_PAGE = 1 << 21 };
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 /* Linux 6.1 */
#endif
enum { STATUS_UNKNOWN = 3 };

typedef struct Sizes {
    _Atomic uint64_t all[SHARE_ARRAYS + 1];
    uint64_t large[SHARE_ARRAYS + 1];  /* as much of it lies in large pages, if it can, */
    uint64_t wanted[SHARE_ARRAYS + 1]; /* and is to */
} Sizes;

struct Share {
    int file;
    size_t mapped[SHARE_ARRAYS + 1]; /* in this process; 0: there is no such array */
    bool small_only;                 /* there are no large pages */
    Sizes *sizes;                    /* in shared memory */
};

static Share *the_share(void)
{
    return (Share *)SHARE_BASE; // NOLINT(performance-no-int-to-ptr)
}

static void *address_of(unsigned number)
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return (void *)(SHARE_BASE + ((uintptr_t)number << SHARE_ARRAY_LOG));
}

static unsigned number_of(const void *at)
{
    uintptr_t offset = (uintptr_t)at - SHARE_BASE;
    assert(share_has(at) && !(offset & (((uintptr_t)1 << SHARE_ARRAY_LOG) - 1)));
    return (unsigned)(offset >> SHARE_ARRAY_LOG);
}

static bool map(Share *share, unsigned number, size_t bytes)
{
    size_t from = share->mapped[number];
    char *at = (char *)address_of(number) + from;
    off_t offset = (off_t)(((uint64_t)number << SHARE_ARRAY_LOG) + from);
    if (bytes > (size_t)1 << SHARE_ARRAY_LOG)
        return false;
    void *got = mmap(at, bytes - from, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE,
                     share->file, offset);
    if (got != at) {
        if (got != MAP_FAILED)
            munmap(got, bytes - from);
        return false;
    }
    madvise(at, bytes - from, MADV_HUGEPAGE);
    share->mapped[number] = bytes;
    return true;
}

/* ThreadSanitizer has these addresses for itself. */
#ifdef __SANITIZE_THREAD__
enum { HAS_ADDRESSES = 0 };
#else
enum { HAS_ADDRESSES = 1 };
#endif

/* The file cannot grow. */
static void on_full(int number)
{
    static const char text[] = "heddle: there is no room for the file of --store\n";
    (void)number;
    ssize_t done = write(STDERR_FILENO, text, sizeof text - 1);
    (void)done;
    _exit(STATUS_UNKNOWN);
}

static int make_file(const char *path)
{
    if (!path)
        return memfd_create("heddle", MFD_CLOEXEC);
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    struct sigaction action = {.sa_handler = on_full};
    if (file >= 0) {
        unlink(path);
        sigemptyset(&action.sa_mask);
        sigaction(SIGBUS, &action, NULL);
    }
    return file;
}

Share *share_open(const char *path)
{
    if (!HAS_ADDRESSES)
        return NULL;
    size_t own = (sizeof(Share) + PAGE - 1) & ~(size_t)(PAGE - 1);
    Share *share = the_share();
    void *got = mmap(share, own, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != share) {
        if (got != MAP_FAILED)
            munmap(got, own);
        return NULL;
    }
    share->file = make_file(path);
    share->small_only = path;
    off_t size = (off_t)(SHARE_END - SHARE_BASE);
    if (share->file >= 0 && ftruncate(share->file, size) == 0 && map(share, 1, PAGE)) {
        share->sizes = address_of(1);
        return share;
    }
    if (share->file >= 0)
        close(share->file);
    munmap(share, own);
    return NULL;
}

void share_close(Share *share)
{
    for (unsigned k = 1; k <= SHARE_ARRAYS; k++)
        if (share->mapped[k])
            munmap(address_of(k), share->mapped[k]);
    close(share->file);
    munmap(share, (sizeof *share + PAGE - 1) & ~(size_t)(PAGE - 1));
}

void *share_array(Share *share, size_t bytes)
{
    unsigned k = 2;
    while (k <= SHARE_ARRAYS && share->mapped[k])
        k++;
    if (k > SHARE_ARRAYS)
        memory_exhausted();
    share_extend(address_of(k), bytes ? bytes : 1);
    return address_of(k);
}

void share_extend(void *at, size_t bytes)
{
    Share *share = the_share();
    unsigned k = number_of(at);
    bytes = (bytes + PAGE - 1) & ~(size_t)(PAGE - 1);
    if (bytes <= share->mapped[k])
        return;
    if (!map(share, k, bytes))
        memory_exhausted();
    atomic_store_explicit(&share->sizes->all[k], bytes, memory_order_release);
}

size_t share_size(const void *at)
{
    return the_share()->mapped[number_of(at)];
}

void share_enlarge(const void *at, size_t bytes)
{
    const Share *share = the_share();
    unsigned k = number_of(at);
    uint64_t pages = (bytes + LARGE_PAGE - 1) / LARGE_PAGE, room = share->mapped[k] / LARGE_PAGE;
    pages = pages < room ? pages : room;
    if (!share->small_only && bytes >= LARGE_PAGE / 4 &&
        pages * LARGE_PAGE > share->sizes->wanted[k])
        share->sizes->wanted[k] = pages * LARGE_PAGE;
}

bool share_wants(const Share *share)
{
    return memcmp(share->sizes->wanted, share->sizes->large, sizeof share->sizes->large) != 0;
}

/* Shared memory gets small pages when it is touched, unless the administrator says otherwise: they have to be
 * put together.  Linux leaves alone what was not touched at all, so it is read first. */
static void put_together(Share *share, char *at)
{
    (void)*(volatile const char *)at;
    share->small_only = madvise(at, LARGE_PAGE, MADV_COLLAPSE) && errno == EINVAL;
}

void share_fulfil(Share *share, unsigned part, unsigned parts)
{
    const Sizes *sizes = share->sizes;
    for (unsigned k = 2; k <= SHARE_ARRAYS; k++)
        for (uint64_t at = sizes->large[k]; at < sizes->wanted[k]; at += LARGE_PAGE)
            if (at / LARGE_PAGE % parts == part && !share->small_only)
                put_together(share, (char *)address_of(k) + at);
}

void share_fulfilled(Share *share)
{
    memcpy(share->sizes->large, share->sizes->wanted, sizeof share->sizes->large);
}

void share_release(void *at)
{
    Share *share = the_share();
    unsigned k = number_of(at);
    madvise(at, share->mapped[k], MADV_REMOVE); /* a hole again */
    munmap(at, share->mapped[k]);
    share->mapped[k] = 0;
    share->sizes->large[k] = share->sizes->wanted[k] = 0;
    atomic_store_explicit(&share->sizes->all[k], 0, memory_order_release);
}

void share_follow(Share *share)
{
    for (unsigned k = 2; k <= SHARE_ARRAYS; k++) {
        size_t bytes = atomic_load_explicit(&share->sizes->all[k], memory_order_acquire);
        if (bytes > share->mapped[k] && !map(share, k, bytes))
            memory_exhausted();
    }
}

uint64_t share_kb(const Share *share)
{
    struct stat now;
    return fstat(share->file, &now) == 0 ? (uint64_t)now.st_blocks / 2 : 0;
}
