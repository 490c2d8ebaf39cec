/* save.h -- what a run knows, in a file from which another one goes on.
 *
 * One function of each structure does both: it gives the saver one field after the other, which is written
 * or, with `loads`, read.  So what is read is what was written, in the same order.
 *
 * The file is written under another name, synced, and then gets its own, so that there is always a whole
 * one: the old one or the new one.  Its last bytes are a checksum of all others. */
#ifndef BASE_SAVE_H
#define BASE_SAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/vec.h"

typedef struct Saver {
    bool loads;
    const char *why; /* it has failed: a sentence; NULL: it has not */
    /* of one that writes */
    const char *path;
    char *name; /* under which it is written */
    int file;
    uint8_t *buffer;
    size_t used;
    void *hash;
    /* of one that reads */
    const uint8_t *all;
    size_t size; /* without the checksum */
    uint64_t at; /* so much was written or read */
} Saver;

/* A new file beside `path`; false: `why` says why not. */
bool saver_create(Saver *s, const char *path);
/* It takes the place of `path`; false: it could not be written, and what was there before stays. */
bool saver_finish(Saver *s);
/* It is read; false: it cannot be, or is no such file, or is damaged. */
bool saver_open(Saver *s, const char *path);
void saver_close(Saver *s); /* after saver_open */

void save_bytes(Saver *s, void *at, size_t bytes);
#define save_value(s, value) save_bytes(s, &(value), sizeof(value))
/* The number that was written. */
uint64_t save_number(Saver *s, uint64_t number);
/* The length of what comes next, in units of so many bytes; 0 if there is less. */
uint64_t save_length(Saver *s, uint64_t length, size_t size);
/* NULL stays NULL. */
const char *save_text(Saver *s, const char *text, Arena *arena);

/* A vector of elements without pointers. */
#define save_vec(s, v)                                                                             \
    do {                                                                                           \
        size_t save_len_ = (size_t)save_length(s, (v)->len, sizeof *(v)->at);                      \
        vec_reserve(v, save_len_);                                                                 \
        (v)->len = save_len_;                                                                      \
        save_bytes(s, (v)->at, save_len_ * sizeof *(v)->at);                                       \
    } while (0)

#endif
