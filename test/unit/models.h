/* models.h -- the models in lib/, run natively.
 *
 * The makefile compiles lib/all.c and puts `model_` before every name in it, so that a model can
 * stand beside the function that it models.  The intrinsics are played here: one thread of the test
 * is all threads of the program, one after the other; `self` says which.  What would wait, or go
 * wrong, jumps back to the test. */
#ifndef TEST_MODELS_H
#define TEST_MODELS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the machine ---- */

typedef struct Lock {
    unsigned writer, unused;
    uint64_t readers;
} Lock;

static struct {
    jmp_buf back;
    unsigned self;
    long long choice; /* what is chosen, if it is within the bounds */
    bool may_fail;    /* --malloc-may-fail */
    const char *error;
    Lock *taken;    /* the mutex that the region has acquired */
    unsigned ended; /* the thread that can be joined */
    int objects;
} machine;

enum { DONE, BLOCKED, FAILED };

/* What becomes of a call: it returns, must wait, or goes wrong. */
#define expect(what, call)                                                                         \
    do {                                                                                           \
        machine.error = "";                                                                        \
        machine.taken = NULL;                                                                      \
        int came = setjmp(machine.back);                                                           \
        if (came == DONE)                                                                          \
            (void)(call);                                                                          \
        assert_int_equal(came, what);                                                              \
    } while (0)
#define expect_error(key, call)                                                                    \
    do {                                                                                           \
        expect(FAILED, call);                                                                      \
        assert_string_equal(machine.error, key);                                                   \
    } while (0)
#define is(value, call) expect(DONE, assert_int_equal(call, value))

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static void block(void)
{
    if (machine.taken)
        machine.taken->writer = 0;
    longjmp(machine.back, BLOCKED);
}

void model___heddle_fail(const char *key, const char *message)
{
    (void)message;
    machine.error = key;
    longjmp(machine.back, FAILED);
}

static void need(bool condition, const char *key)
{
    if (!condition)
        model___heddle_fail(key, "");
}

void model___heddle_acquire(Lock *lock)
{
    need(lock->writer != machine.self, "self-deadlock");
    if (lock->writer)
        block();
    lock->writer = machine.self;
    machine.taken = lock;
}

bool model___heddle_try(Lock *lock)
{
    if (lock->writer)
        return false;
    lock->writer = machine.self;
    return true;
}

void model___heddle_release(Lock *lock)
{
    need(lock->writer == machine.self, "not-held");
    lock->writer = 0;
}

bool model___heddle_holds(const Lock *lock)
{
    return lock->writer == machine.self;
}

bool model___heddle_holds_exclusive(const Lock *lock)
{
    return lock->writer == machine.self;
}

bool model___heddle_holds_shared(const Lock *lock)
{
    return lock->readers >> (machine.self - 1) & 1;
}

bool model___heddle_try_shared(Lock *lock)
{
    if (lock->writer)
        return false;
    lock->readers |= 1ull << (machine.self - 1);
    return true;
}

bool model___heddle_try_exclusive(Lock *lock)
{
    if (lock->writer || lock->readers)
        return false;
    lock->writer = machine.self;
    return true;
}

void model___heddle_acquire_shared(Lock *lock)
{
    if (!model___heddle_try_shared(lock))
        block();
}

void model___heddle_acquire_exclusive(Lock *lock)
{
    if (!model___heddle_try_exclusive(lock))
        block();
}

void model___heddle_release_shared(Lock *lock)
{
    need(lock->readers >> (machine.self - 1) & 1, "not-held");
    lock->readers &= ~(1ull << (machine.self - 1));
}

void model___heddle_release_exclusive(Lock *lock)
{
    need(lock->writer == machine.self, "not-held");
    lock->writer = 0;
}

void model___heddle_wait(bool ready)
{
    if (!ready)
        block();
}

unsigned model___heddle_self(void)
{
    return machine.self;
}

bool model___heddle_may_fail(void)
{
    return false;
}

void model___heddle_failed(void)
{
}

bool model___heddle_fell(void)
{
    return false;
}

unsigned model___heddle_fork(void *start, void *function, void *argument)
{
    (void)start, (void)function, (void)argument;
    return 2;
}

void model___heddle_post(void *start, void *function, void *argument);
void model___heddle_post(void *start, void *function, void *argument)
{
    (void)start, (void)function, (void)argument;
}

void model___heddle_join(unsigned thread)
{
    if (thread != machine.ended)
        block();
}

void *model___heddle_result(unsigned thread)
{
    return (void *)(uintptr_t)(thread * 10);
}

/* The real allocator has aligned its blocks for 16 bytes. */
void model___heddle_assume(_Bool condition)
{
    if (!condition)
        fail_msg("an assumption does not hold");
}

long long model___heddle_choose(long long low, long long high)
{
    need(low <= high, "no-choice");
    return machine.choice < low ? low : machine.choice > high ? high : machine.choice;
}

void model___heddle_abstract(void *function)
{
    (void)function; /* only prove reads it */
}

bool model___heddle_option(const char *name)
{
    return strcmp(name, "malloc-may-fail") == 0 && machine.may_fail;
}

bool model___heddle_uses(const char *function)
{
    (void)function;
    return true;
}

void model___heddle_wait_begin(void)
{
}
void model___heddle_atomic_begin(void)
{
}
void model___heddle_atomic_end(void)
{
}
void model___heddle_point(void)
{
}
double model___heddle_math(const char *name, double x, double y)
{
    double (*one)(double), (*two)(double, double);
    *(void **)&one = *(void **)&two = dlsym(RTLD_DEFAULT, name);
    assert_non_null(one);
    return strstr("pow hypot atan2 remainder nextafter", name) ? two(x, y) : one(x);
}
float model___heddle_mathf(const char *name, float x, float y)
{
    char single[20];
    float (*one)(float), (*two)(float, float);
    snprintf(single, sizeof single, "%sf", name);
    *(void **)&one = *(void **)&two = dlsym(RTLD_DEFAULT, single);
    assert_non_null(one);
    return strstr("pow hypot atan2 remainder nextafter", name) ? two(x, y) : one(x);
}
bool model___heddle_matters(void)
{
    return true;
}

void model___heddle_doubt(const char *why)
{
    (void)why;
}
void model___heddle_trace(const char *format, ...)
{
    (void)format;
}
void model___heddle_jump(void)
{
    fail_msg("nobody jumps here");
}

void model___heddle_end_thread(void *result)
{
    (void)result;
    longjmp(machine.back, BLOCKED);
}
void model___heddle_end_program(void)
{
    longjmp(machine.back, BLOCKED);
}

int model___VERIFIER_nondet_int(void)
{
    return 1;
}
long long model___VERIFIER_nondet_longlong(void)
{
    return 1;
}

/* An object has its size before it. */
void *model___heddle_alloc(unsigned long bytes)
{
    size_t *object = malloc(bytes + sizeof *object * 2);
    assert_non_null(object);
    *object = bytes;
    machine.objects++;
    return memset(object + 2, 0xaa, bytes);
}

void *model___heddle_alloc_zero(unsigned long bytes)
{
    return memset(model___heddle_alloc(bytes), 0, bytes);
}

unsigned long model___heddle_size(void *object)
{
    return ((size_t *)object)[-2];
}

bool model___heddle_keeps(void *const *place, const void *address)
{
    return *place == address;
}

void model___heddle_apart(const void *to, unsigned long written, const void *from,
                          unsigned long read)
{
    uintptr_t a = (uintptr_t)to, b = (uintptr_t)from;
    assert_true(a >= b + read || b >= a + written);
}

void model___heddle_free(void *object)
{
    if (object) {
        machine.objects--;
        free((size_t *)object - 2);
    }
}

void *model___heddle_copy(void *to, const void *from, size_t count)
{
    return memmove(to, from, count);
}

void *model___heddle_fill(void *to, int byte, size_t count)
{
    return memset(to, byte, count);
}

static int start(void **unused)
{
    (void)unused;
    memset(&machine, 0, sizeof machine);
    machine.self = 1;
    return 0;
}

#define MODEL(name) extern __typeof__(name) model_##name
MODEL(__errno_location);
#define TEST(name) cmocka_unit_test_setup(name, start)

#endif
