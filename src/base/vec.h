/* vec.h -- one growable vector for everything.  All zero is the empty vector. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

struct Share;

#define VEC(T)                                                                                     \
    struct {                                                                                       \
        T *at;                                                                                     \
        size_t len, cap;                                                                           \
    }

/* A larger block for `at`; *cap becomes at least `want`. */
void *vec_grow(void *at, size_t *cap, size_t want, size_t size);
void vec_release(void *at);
/* The same in memory that other processes share, see share.h; the old block is gone. */
void *vec_share(struct Share *share, void *at, size_t len, size_t *cap, size_t size);

#define vec_reserve(v, n)                                                                          \
    do {                                                                                           \
        size_t vec_want_ = (n);                                                                    \
        if (vec_want_ > (v)->cap)                                                                  \
            (v)->at = vec_grow((v)->at, &(v)->cap, vec_want_, sizeof *(v)->at);                    \
    } while (0)

#define vec_push(v, x)                                                                             \
    do {                                                                                           \
        vec_reserve(v, (v)->len + 1);                                                              \
        (v)->at[(v)->len++] = (x);                                                                 \
    } while (0)

/* Makes the length n; new elements are zero. */
#define vec_resize(v, n)                                                                           \
    do {                                                                                           \
        size_t vec_new_ = (n);                                                                     \
        vec_reserve(v, vec_new_);                                                                  \
        if (vec_new_ > (v)->len)                                                                   \
            memset((v)->at + (v)->len, 0, (vec_new_ - (v)->len) * sizeof *(v)->at);                \
        (v)->len = vec_new_;                                                                       \
    } while (0)

/* Moves the vector there, with room for n elements at least. */
#define vec_move_to(share, v, n)                                                                   \
    do {                                                                                           \
        vec_reserve(v, n);                                                                         \
        (v)->at = vec_share(share, (v)->at, (v)->len, &(v)->cap, sizeof *(v)->at);                 \
    } while (0)

#define vec_pop(v)        ((v)->at[assert((v)->len), --(v)->len])
#define vec_last(v)       ((v)->at[assert((v)->len), (v)->len - 1])
#define vec_each(T, p, v) for (T *p = (v)->at; p && p < (v)->at + (v)->len; p++)
#define vec_free(v)                                                                                \
    do {                                                                                           \
        vec_release((v)->at);                                                                      \
        (v)->at = NULL;                                                                            \
        (v)->len = (v)->cap = 0;                                                                   \
    } while (0)

#endif
