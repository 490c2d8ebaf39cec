/* library-roles.h -- for library-roles.test: what functions are for, and what they want. */
#ifndef ROLES_H
#define ROLES_H

#include <stdatomic.h>
#include <stdbool.h>

/* clang-format off */
#ifdef __cplusplus
extern "C"
{
#endif
/* clang-format on */

bool set_insert(int key);
bool set_delete(int key); /* does not end the set */
int id_new(void);         /* makes no object */
void id_destroy(void);

int counter_next(atomic_int *counter);

typedef int spin;
int spin_try(spin *lock);

void *box_create(void);
int box_count(void *box);

int drain(int *out, int most);
void both(int out[2]);

struct item {
    int value;
};
void put(int key, struct item *item);

struct jar {
    int left;
};
void jar_init(struct jar *jar);
int jar_take(struct jar *jar);
void jar_clean(struct jar *jar);

void halves(int *restrict a, volatile int *b);
int *place(void);

#ifdef QUOTED
static inline bool is_open(int c)
{
    return c == '{';
}
static atomic_int last;
static inline int quoted_next(void)
{
    int next = last + 1;
    last = next;
    return next;
}
#endif

#ifdef __cplusplus
}
#endif
#endif
