/* key.c -- pthread_key_*, tss_*: values that each thread has for itself. */
#include "thread.h"

enum { MOST_KEYS = 16, DESTRUCTOR_ITERATIONS = 4 };

typedef struct {
    _Bool used;
    void (*destroy)(void *);
} Key;

/* A key that was deleted is not given out again, so that its old values are never seen. */
static unsigned key_count;
static Key key_table[MOST_KEYS];
static _Thread_local void *key_value[MOST_KEYS];

int pthread_key_create(unsigned *key, void (*destroy)(void *))
{
    __heddle_atomic_begin();
    if (key_count == MOST_KEYS)
        __heddle_fail("limit", "more than 16 keys for thread-specific data: make fewer");
    key_table[key_count] = (Key){1, destroy};
    *key = key_count++;
    __heddle_atomic_end();
    return 0;
}

static void key_check(unsigned key)
{
    if (key >= MOST_KEYS || !key_table[key].used)
        __heddle_fail("misuse", "this is no key for thread-specific data, or it was deleted");
}

int pthread_key_delete(unsigned key)
{
    key_check(key);
    key_table[key] = (Key){0, NULL};
    return 0;
}

int pthread_setspecific(unsigned key, const void *value)
{
    key_check(key);
    key_value[key] = (void *)value;
    return 0;
}

void *pthread_getspecific(unsigned key)
{
    key_check(key);
    return key_value[key];
}

/* The destructors of a thread that ends; in the order of the keys, which POSIX leaves open. */
static _Bool key_destroy_all(void)
{
    _Bool any = 0;
    for (unsigned k = 0; k < key_count; k++) {
        void *value = key_value[k];
        void (*destroy)(void *) = key_table[k].destroy;
        key_value[k] = NULL;
        if (value && destroy) {
            destroy(value);
            any = 1;
        }
    }
    return any;
}

void __heddle_key_end(void)
{
    for (int k = 0; k < DESTRUCTOR_ITERATIONS; k++)
        if (!key_destroy_all())
            return;
}

/* ---- <threads.h> ---- */

int tss_create(unsigned *key, void (*destroy)(void *))
{
    return pthread_key_create(key, destroy);
}

void tss_delete(unsigned key)
{
    pthread_key_delete(key);
}

int tss_set(unsigned key, void *value)
{
    return pthread_setspecific(key, value);
}

void *tss_get(unsigned key)
{
    return pthread_getspecific(key);
}
