/* schedule.c -- runs a program with threads many times, natively, with a random delay before every
 * access to memory.
 *
 * The program is compiled for gcc's thread sanitizer with main renamed; instead of the sanitizer
 * it is linked with this.  `schedule ROUNDS SEED`: the exit status is 0 if every run ends as it
 * should; else what is wrong is printed. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int program_main(void);

enum { STUCK = 42, LONG = 43 };

static uint64_t seed;
static _Thread_local uint64_t dice;

static void delay(void)
{
    if (!dice)
        dice = (seed * 2654435761u) ^ (uint64_t)(uintptr_t)&dice;
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    unsigned n = (unsigned)(dice >> 40);
    if (n % 61 == 0)
        usleep(n / 61 % 60);
    else if (n % 4 == 0)
        sched_yield();
}

/* ---- what the compiler calls ---- */

#define PLAIN(name)                                                                                \
    void name(void *at);                                                                           \
    void name(void *at)                                                                            \
    {                                                                                              \
        (void)at;                                                                                  \
        delay();                                                                                   \
    }
#define SIZES(name) PLAIN(name##1) PLAIN(name##2) PLAIN(name##4) PLAIN(name##8) PLAIN(name##16)
SIZES(__tsan_read)
SIZES(__tsan_write)
SIZES(__tsan_unaligned_read)
SIZES(__tsan_unaligned_write)
SIZES(__tsan_volatile_read)
SIZES(__tsan_volatile_write)
PLAIN(__tsan_read_range)
PLAIN(__tsan_write_range)
PLAIN(__tsan_func_entry)
PLAIN(__tsan_vptr_update)

void __tsan_init(void);
void __tsan_init(void)
{
}
void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
}
void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#define UPDATE(T, bits, name)                                                                      \
    T __tsan_atomic##bits##_##name(T *at, T value, int order);                                     \
    T __tsan_atomic##bits##_##name(T *at, T value, int order)                                      \
    {                                                                                              \
        (void)order;                                                                               \
        delay();                                                                                   \
        return __atomic_##name(at, value, __ATOMIC_SEQ_CST);                                       \
    }
#define EXCHANGE(T, bits, name)                                                                    \
    int __tsan_atomic##bits##_##name(T *at, T *old, T value, int order, int other);                \
    int __tsan_atomic##bits##_##name(T *at, T *old, T value, int order, int other)                 \
    {                                                                                              \
        (void)order, (void)other;                                                                  \
        delay();                                                                                   \
        return __atomic_compare_exchange_n(at, old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }
#define ATOMICS(T, bits)                                                                           \
    T __tsan_atomic##bits##_load(T *at, int order);                                                \
    T __tsan_atomic##bits##_load(T *at, int order)                                                 \
    {                                                                                              \
        (void)order;                                                                               \
        delay();                                                                                   \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    void __tsan_atomic##bits##_store(T *at, T value, int order);                                   \
    void __tsan_atomic##bits##_store(T *at, T value, int order)                                    \
    {                                                                                              \
        (void)order;                                                                               \
        delay();                                                                                   \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                             \
    }                                                                                              \
    T __tsan_atomic##bits##_compare_exchange_val(T *at, T old, T value, int order, int other);     \
    T __tsan_atomic##bits##_compare_exchange_val(T *at, T old, T value, int order, int other)      \
    {                                                                                              \
        (void)order, (void)other;                                                                  \
        delay();                                                                                   \
        __atomic_compare_exchange_n(at, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
        return old;                                                                                \
    }                                                                                              \
    T __tsan_atomic##bits##_exchange(T *at, T value, int order);                                   \
    T __tsan_atomic##bits##_exchange(T *at, T value, int order)                                    \
    {                                                                                              \
        (void)order;                                                                               \
        delay();                                                                                   \
        return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                   \
    }                                                                                              \
    UPDATE(T, bits, fetch_add)                                                                     \
    UPDATE(T, bits, fetch_sub)                                                                     \
    UPDATE(T, bits, fetch_and)                                                                     \
    UPDATE(T, bits, fetch_or)                                                                      \
    UPDATE(T, bits, fetch_xor)                                                                     \
    UPDATE(T, bits, fetch_nand)                                                                    \
    EXCHANGE(T, bits, compare_exchange_strong)                                                     \
    EXCHANGE(T, bits, compare_exchange_weak)
ATOMICS(uint8_t, 8)
ATOMICS(uint16_t, 16)
ATOMICS(uint32_t, 32)
ATOMICS(uint64_t, 64)

/* ---- a run ---- */

/* Ticks without any work: all threads wait, and none will ever go on. */
static void tick(int number)
{
    static int idle, ticks;
    static long before;
    struct timespec now;
    (void)number;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    long used = now.tv_sec * 1000000 + now.tv_nsec / 1000;
    idle = used - before < 1000 ? idle + 1 : 0;
    before = used;
    if (idle > 4)
        _exit(STUCK);
    if (++ticks > 20)
        _exit(LONG);
}

static void run_once(void)
{
    struct itimerval second = {{1, 0}, {1, 0}};
    signal(SIGALRM, tick);
    setitimer(ITIMER_REAL, &second, NULL);
    exit(program_main());
}

int main(int count, char **arguments)
{
    int rounds = count > 1 ? atoi(arguments[1]) : 1;
    seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    for (int k = 0; k < rounds; k++) {
        int status = 0;
        pid_t child = fork();
        seed++;
        if (child == 0)
            run_once();
        if (child < 0 || waitpid(child, &status, 0) != child)
            return 2;
        if (status == 0)
            continue;
        if (WIFEXITED(status) && WEXITSTATUS(status) == LONG)
            return 0; /* it turns in a circle: nothing is known */
        printf("run %d: %s\n", k,
               WIFSIGNALED(status)            ? strsignal(WTERMSIG(status))
               : WEXITSTATUS(status) == STUCK ? "all threads wait"
                                              : "a sanitizer complains");
        return 1;
    }
    return 0;
}
