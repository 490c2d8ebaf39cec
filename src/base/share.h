/* share.h -- memory that a process shares with the ones that it forks.
 *
 * It is one range of addresses, the same in all of them, cut into arrays that grow where they are:
 * nothing ever moves, and what is not written takes no memory.  vec.h knows such arrays by their
 * address, so a vector can be moved there and goes on as before.  Only one such range can be open
 * in a process. */
#ifndef BASE_SHARE_H
#define BASE_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHARE_ARRAYS = 127 };
enum { SHARE_ARRAY_LOG = 36 }; /* of the bytes that an array may have */
#define SHARE_BASE ((uintptr_t)1 << 45)
#define SHARE_END  (SHARE_BASE + ((uintptr_t)(SHARE_ARRAYS + 1) << SHARE_ARRAY_LOG))

typedef struct Share Share;

/* NULL: there is no such memory here, or somebody has it.  A path: what does not fit into memory goes to
 * a file that is made there and has no name from then on; NULL also if it cannot be made. */
Share *share_open(const char *path);
/* No other process uses it any more. */
void share_close(Share *share);
/* A new array, all zero. */
void *share_array(Share *share, size_t bytes);
static inline bool share_has(const void *at)
{
    return (uintptr_t)at >= SHARE_BASE && (uintptr_t)at < SHARE_END;
}
/* From now on it has so many bytes; only while no other process runs. */
void share_extend(void *at, size_t bytes);
size_t share_size(const void *at);
/* The first bytes of it are in use, or soon will be: they ought to lie in large pages, if Linux has any.  Idem. */
void share_enlarge(const void *at, size_t bytes);
void share_release(void *at); /* idem */
/* In a forked process: all arrays as they are now. */
void share_follow(Share *share);
/* Is there anything to do for share_enlarge?  Forked processes do it, each its part; then the first one says so. */
bool share_wants(const Share *share);
void share_fulfil(Share *share, unsigned part, unsigned parts);
void share_fulfilled(Share *share);
uint64_t share_kb(const Share *share); /* memory that all arrays take */

#endif
