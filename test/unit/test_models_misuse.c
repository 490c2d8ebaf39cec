/* test_models_misuse.c -- calls of the C library that are wrong, or beyond what the models follow: each is reported, by its name, and
 * the last one that is right is not. */
#include "models.h"

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

MODEL(pthread_spin_init);
MODEL(pthread_spin_lock);
MODEL(pthread_spin_trylock);
MODEL(pthread_spin_unlock);
MODEL(pthread_spin_destroy);
MODEL(pthread_barrier_init);
MODEL(pthread_barrier_wait);
MODEL(pthread_barrier_destroy);
MODEL(pthread_mutex_lock);
MODEL(pthread_mutex_trylock);
MODEL(pthread_mutex_timedlock);
MODEL(pthread_mutex_unlock);
MODEL(pthread_mutex_destroy);
MODEL(pthread_mutex_init);
MODEL(pthread_mutexattr_init);
MODEL(pthread_mutexattr_settype);
MODEL(pthread_mutexattr_setrobust);
MODEL(pthread_cond_wait);
MODEL(pthread_cond_timedwait);
MODEL(pthread_cond_signal);
MODEL(pthread_cond_broadcast);
MODEL(pthread_cond_destroy);
MODEL(pthread_cond_init);
MODEL(pthread_rwlock_init);
MODEL(pthread_rwlock_rdlock);
MODEL(pthread_rwlock_wrlock);
MODEL(pthread_rwlock_tryrdlock);
MODEL(pthread_rwlock_trywrlock);
MODEL(pthread_rwlock_timedrdlock);
MODEL(pthread_rwlock_timedwrlock);
MODEL(pthread_rwlock_unlock);
MODEL(pthread_rwlock_destroy);
MODEL(sem_init);
MODEL(sem_wait);
MODEL(sem_trywait);
MODEL(sem_timedwait);
MODEL(sem_post);
MODEL(sem_getvalue);
MODEL(sem_destroy);
MODEL(sem_open);
MODEL(sem_unlink);
MODEL(mtx_init);
MODEL(mtx_lock);
MODEL(mtx_trylock);
MODEL(mtx_timedlock);
MODEL(mtx_unlock);
MODEL(mtx_destroy);
MODEL(pthread_key_create);
MODEL(pthread_key_delete);
MODEL(pthread_setspecific);
MODEL(pthread_getspecific);
MODEL(pthread_once);
MODEL(pthread_create);
MODEL(pthread_join);
MODEL(pthread_detach);
MODEL(pthread_kill);
MODEL(pthread_cancel);
MODEL(pthread_setcanceltype);
MODEL(atexit);
MODEL(raise);
MODEL(sigwait);
MODEL(pthread_sigmask);
MODEL(fgetc);
MODEL(fgets);
MODEL(fread);
MODEL(fputc);
MODEL(putc);
MODEL(fputs);
MODEL(fwrite);
MODEL(fprintf);
MODEL(snprintf);
MODEL(printf);
MODEL(sscanf);
MODEL(mmap);
MODEL(munmap);
MODEL(socketpair);
MODEL(pipe);
MODEL(dup);
MODEL(dup2);
MODEL(fcntl);
MODEL(close);
MODEL(recv);
MODEL(send);
MODEL(shutdown);
MODEL(timerfd_settime);
MODEL(timerfd_create);
MODEL(syscall);
extern FILE *model_stdin, *model_stdout, *model_stderr;

static const struct timespec soon = {0};

static void spin_locks(void **unused)
{
    (void)unused;
    static pthread_spinlock_t s;
    is(0, model_pthread_spin_init(&s, 0));
    expect_error("not-held", model_pthread_spin_unlock(&s));
    is(0, model_pthread_spin_lock(&s));
    is(EBUSY, model_pthread_spin_trylock(&s));
    expect_error("self-deadlock", model_pthread_spin_lock(&s));
    expect_error("busy", model_pthread_spin_destroy(&s));
    machine.self = 2;
    expect(BLOCKED, model_pthread_spin_lock(&s));
    expect_error("not-held", model_pthread_spin_unlock(&s));
    expect_error("busy", model_pthread_spin_destroy(&s));
    machine.self = 1;
    is(0, model_pthread_spin_unlock(&s));
    is(0, model_pthread_spin_trylock(&s));
    is(0, model_pthread_spin_unlock(&s));
    is(0, model_pthread_spin_destroy(&s));
    is(0, model_pthread_spin_lock(&s)); /* it is free */
}

static void barriers(void **unused)
{
    (void)unused;
    static pthread_barrier_t b, never;
    expect_error("destroyed", model_pthread_barrier_destroy(&never));
    expect_error("destroyed", model_pthread_barrier_wait(&never));
    is(0, model_pthread_barrier_init(&b, NULL, 3));
    for (volatile int round = 0; round < 2; round++) {
        machine.self = 1;
        expect(BLOCKED, model_pthread_barrier_wait(&b));
        machine.self = 64;
        expect(BLOCKED, model_pthread_barrier_wait(&b));
        expect_error("busy", model_pthread_barrier_destroy(&b));
        machine.self = 33;
        is(0, model_pthread_barrier_wait(&b)); /* thread 1 is the one */
    }
    is(0, model_pthread_barrier_destroy(&b));
    expect_error("destroyed", model_pthread_barrier_destroy(&b));
    is(0, model_pthread_barrier_init(&b, NULL, 1));
    is(0, model_pthread_barrier_destroy(&b));
    is(0, model_pthread_barrier_init(&b, NULL, 1));
    expect_error("misuse", model_pthread_barrier_init(&b, NULL, 2));
    machine.self = 65;
    expect_error("limit", model_pthread_barrier_wait(&b));
}

static void mutexes(void **unused)
{
    (void)unused;
    static pthread_mutex_t m, normal = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutexattr_t a;
    is(0, model_pthread_mutexattr_init(&a));
    is(EINVAL, model_pthread_mutexattr_setrobust(&a, 2));
    is(0, model_pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST));
    is(0, model_pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_STALLED));
    for (volatile int kind = PTHREAD_MUTEX_NORMAL; kind <= PTHREAD_MUTEX_ADAPTIVE_NP; kind++) {
        machine.self = 1;
        is(0, model_pthread_mutexattr_settype(&a, kind));
        is(0, model_pthread_mutex_init(&m, &a));
        expect_error("misuse", model_pthread_mutex_init(&m, &a));
        is(0, model_pthread_mutex_trylock(&m));
        is(kind == PTHREAD_MUTEX_RECURSIVE ? 0 : EBUSY, model_pthread_mutex_trylock(&m));
        is(kind == PTHREAD_MUTEX_RECURSIVE    ? 0
           : kind == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK
                                              : ETIMEDOUT,
           model_pthread_mutex_timedlock(&m, &soon));
        expect_error("busy", model_pthread_mutex_destroy(&m));
        for (volatile int more = kind == PTHREAD_MUTEX_RECURSIVE ? 2 : 0; more; more--)
            is(0, model_pthread_mutex_unlock(&m));
        machine.self = 2;
        is(EBUSY, model_pthread_mutex_trylock(&m));
        is(ETIMEDOUT, model_pthread_mutex_timedlock(&m, &soon));
        expect(BLOCKED, model_pthread_mutex_lock(&m));
        if (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK)
            is(EPERM, model_pthread_mutex_unlock(&m));
        else
            expect_error("not-held", model_pthread_mutex_unlock(&m));
        machine.self = 1;
        is(0, model_pthread_mutex_unlock(&m));
        is(0, model_pthread_mutex_destroy(&m));
        expect_error("destroyed", model_pthread_mutex_trylock(&m));
        expect_error("destroyed", model_pthread_mutex_timedlock(&m, &soon));
        expect_error("destroyed", model_pthread_mutex_destroy(&m));
    }
    is(0, model_pthread_mutex_timedlock(&normal, &soon));
    is(0, model_pthread_mutex_unlock(&normal));
    memset(&normal, 0x5a, sizeof normal);
    expect_error("misuse", model_pthread_mutex_trylock(&normal));
    expect_error("misuse", model_pthread_mutex_unlock(&normal));
}

static void mutexes_of_c11(void **unused)
{
    (void)unused;
    static mtx_t plain, timed, again;
    is(thrd_success, model_mtx_init(&plain, mtx_plain));
    is(thrd_success, model_mtx_init(&timed, mtx_timed));
    is(thrd_success, model_mtx_init(&again, mtx_recursive));
    expect_error("misuse", model_mtx_timedlock(&plain, &soon));
    expect_error("misuse", model_mtx_timedlock(&again, &soon));
    is(thrd_success, model_mtx_timedlock(&timed, &soon));
    is(thrd_timedout, model_mtx_timedlock(&timed, &soon));
    is(thrd_success, model_mtx_lock(&plain));
    expect_error("self-deadlock", model_mtx_lock(&plain));
    is(thrd_success, model_mtx_lock(&again));
    is(thrd_success, model_mtx_lock(&again));
    is(thrd_success, model_mtx_unlock(&again));
    expect_error("busy", model_mtx_destroy(&again));
    is(thrd_success, model_mtx_unlock(&again));
    is(thrd_error, model_mtx_unlock(&again));
    expect(DONE, model_mtx_destroy(&again));
    expect_error("destroyed", model_mtx_destroy(&again));
}

static void conditions(void **unused)
{
    (void)unused;
    static pthread_cond_t c;
    static pthread_mutex_t checked, other, again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutexattr_t a;
    is(0, model_pthread_mutexattr_init(&a));
    is(0, model_pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK));
    is(0, model_pthread_mutex_init(&checked, &a));
    for (machine.choice = 0; machine.choice < 2; machine.choice++) {
        is(EPERM, model_pthread_cond_wait(&c, &checked));
        is(EPERM, model_pthread_cond_timedwait(&c, &checked, &soon));
        is(EPERM, model_pthread_cond_wait(&c, &again));
        is(0, model_pthread_mutex_lock(&again));
        is(0, model_pthread_mutex_lock(&again));
        expect_error("misuse", model_pthread_cond_wait(&c, &again));
        expect_error("misuse", model_pthread_cond_timedwait(&c, &again, &soon));
        is(0, model_pthread_mutex_unlock(&again));
        is(machine.choice ? 0 : ETIMEDOUT, model_pthread_cond_timedwait(&c, &again, &soon));
        is(0, model_pthread_mutex_unlock(&again));
    }
    machine.choice = 0;
    is(0, model_pthread_mutex_lock(&checked));
    expect(BLOCKED, model_pthread_cond_wait(&c, &checked));
    checked.__data.__lock = 0;
    machine.self = 2;
    is(0, model_pthread_mutex_lock(&other));
    expect_error("misuse", model_pthread_cond_timedwait(&c, &other, &soon));
    is(0, model_pthread_mutex_lock(&checked));
    expect(BLOCKED, model_pthread_cond_wait(&c, &checked));
    checked.__data.__lock = 0;
    expect_error("busy", model_pthread_cond_destroy(&c));
    is(0, model_pthread_cond_signal(&c));
    expect_error("busy", model_pthread_cond_destroy(&c)); /* one waits still */
    expect_error("busy", model_pthread_mutex_destroy(&checked));
    checked.__data.__lock = 0; /* nothing undoes here what was done before the error */
    is(0, model_pthread_cond_signal(&c));
    is(0, model_pthread_mutex_destroy(&checked));
    is(ETIMEDOUT, model_pthread_cond_timedwait(&c, &other, &soon)); /* another one, from now on */
    is(0, model_pthread_cond_destroy(&c));
    expect_error("destroyed", model_pthread_cond_broadcast(&c));
    expect_error("destroyed", model_pthread_cond_wait(&c, &other));
    expect_error("destroyed", model_pthread_cond_timedwait(&c, &other, &soon));
    expect_error("destroyed", model_pthread_cond_destroy(&c));
    is(0, model_pthread_cond_init(&c, NULL));
    expect_error("misuse", model_pthread_cond_init(&c, NULL));
}

static void reader_writer_locks(void **unused)
{
    (void)unused;
    static pthread_rwlock_t l;
    is(0, model_pthread_rwlock_init(&l, NULL));
    expect_error("misuse", model_pthread_rwlock_init(&l, NULL));
    is(0, model_pthread_rwlock_timedrdlock(&l, &soon));
    is(0, model_pthread_rwlock_tryrdlock(&l));
    expect_error("limit", model_pthread_rwlock_rdlock(&l));
    expect_error("limit", model_pthread_rwlock_tryrdlock(&l));
    is(ETIMEDOUT, model_pthread_rwlock_timedwrlock(&l, &soon));
    machine.self = 2;
    is(0, model_pthread_rwlock_tryrdlock(&l));
    is(0, model_pthread_rwlock_unlock(&l));
    expect_error("not-held", model_pthread_rwlock_unlock(&l));
    machine.self = 1;
    is(0, model_pthread_rwlock_unlock(&l));
    is(0, model_pthread_rwlock_rdlock(&l)); /* twice again */
    is(0, model_pthread_rwlock_unlock(&l));
    expect_error("busy", model_pthread_rwlock_destroy(&l));
    is(0, model_pthread_rwlock_unlock(&l));
    expect_error("not-held", model_pthread_rwlock_unlock(&l));
    is(0, model_pthread_rwlock_timedwrlock(&l, &soon));
    is(EBUSY, model_pthread_rwlock_tryrdlock(&l));
    is(ETIMEDOUT, model_pthread_rwlock_timedrdlock(&l, &soon));
    expect_error("busy", model_pthread_rwlock_destroy(&l));
    is(0, model_pthread_rwlock_unlock(&l));
    is(0, model_pthread_rwlock_destroy(&l));
    expect_error("destroyed", model_pthread_rwlock_wrlock(&l));
    expect_error("destroyed", model_pthread_rwlock_tryrdlock(&l));
    expect_error("destroyed", model_pthread_rwlock_trywrlock(&l));
    expect_error("destroyed", model_pthread_rwlock_unlock(&l));
    expect_error("destroyed", model_pthread_rwlock_destroy(&l));
}

static void semaphores(void **unused)
{
    (void)unused;
    static sem_t s;
    static int value;
    is(0, model_sem_init(&s, 0, 0));
    expect_error("misuse", model_sem_init(&s, 0, 0));
    is(0, model_sem_destroy(&s));
    expect_error("destroyed", model_sem_destroy(&s));
    expect_error("destroyed", model_sem_post(&s));
    expect_error("destroyed", model_sem_trywait(&s));
    expect_error("destroyed", model_sem_timedwait(&s, &soon));
    expect_error("destroyed", model_sem_getvalue(&s, &value));
    char name[40] = "/0123456789012345678901234567890";
    expect(DONE, assert_non_null(model_sem_open(name, O_CREAT, 0600, 1))); /* 31 bytes */
    strcat(name, "1");
    expect_error("limit", model_sem_open(name, O_CREAT, 0600, 1));
    for (volatile int k = 1; k < 8; k++) {
        name[2] = 0;
        name[1] = (char)('a' + k);
        expect(DONE, assert_non_null(model_sem_open(name, O_CREAT, 0600, 1)));
    }
    expect_error("limit", model_sem_open("/z", O_CREAT, 0600, 1));
    expect(DONE, assert_null(model_sem_open("/z", 0)));
    void *unlinked = model_sem_open("/c", 0);
    is(0, model_sem_unlink("/c"));
    model___heddle_free(unlinked); /* whoever had it could go on with it */
    expect(DONE, assert_non_null(model_sem_open("/z", O_CREAT, 0600, 1)));
}

static void ended(void *value)
{
    (void)value;
}

static void nothing(void)
{
}

static void limits(void **unused)
{
    (void)unused;
    static pthread_key_t key[16], more;
    for (volatile int k = 0; k < 16; k++)
        is(0, model_pthread_key_create(&key[k], ended));
    expect_error("limit", model_pthread_key_create(&more, NULL));
    is(0, model_pthread_setspecific(key[15], &more));
    expect(DONE, assert_ptr_equal(model_pthread_getspecific(key[15]), &more));
    expect_error("misuse", model_pthread_getspecific(16));
    expect_error("misuse", model_pthread_setspecific(16, NULL));
    is(0, model_pthread_key_delete(key[15]));
    expect_error("misuse", model_pthread_key_delete(key[15]));
    expect_error("misuse", model_pthread_setspecific(key[15], NULL));
    for (volatile int k = 0; k < 32; k++)
        is(0, model_atexit(nothing));
    expect_error("limit", model_atexit(nothing));
}

static void threads(void **unused)
{
    (void)unused;
    int number;
    sigset_t set;
    expect_error("bad-thread", model_pthread_join(1, NULL)); /* itself */
    expect_error("bad-thread", model_pthread_detach(0));
    expect_error("bad-thread", model_pthread_kill(0, SIGUSR1));
    expect_error("bad-thread", model_pthread_cancel(0x100000001));
    machine.ended = 7;
    is(0, model_pthread_join(7, NULL));
    expect_error("bad-thread", model_pthread_kill(7, 0));
    expect_error("bad-thread", model_pthread_cancel(7));
    expect_error("bad-thread", model_pthread_detach(7));
    is(0, model_pthread_kill(8, 0));
    expect_error("limit", model_pthread_kill(65, 0));
    is(EINVAL, model_pthread_setcanceltype(2, NULL));
    expect_error("unsupported", model_pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL));
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    expect_error("misuse", model_sigwait(&set, &number));
    is(0, model_pthread_sigmask(SIG_BLOCK, &set, NULL));
    expect(BLOCKED, model_sigwait(&set, &number));
    is(0, model_raise(SIGUSR2));
    is(0, model_sigwait(&set, &number));
    assert_int_equal(number, SIGUSR2);
    static const int fatal[] = {SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE};
    for (volatile size_t k = 0; k < sizeof fatal / sizeof *fatal; k++)
        expect_error("abort", model_raise(fatal[k]));
    static const int stops[] = {SIGTSTP, SIGTTIN, SIGTTOU};
    for (volatile size_t k = 0; k < sizeof stops / sizeof *stops; k++)
        expect_error("unsupported", model_raise(stops[k]));
    expect(BLOCKED, model_raise(SIGTERM)); /* the program ends */
    is(0, model_raise(SIGCHLD));
}

static void streams(void **unused)
{
    (void)unused;
    static char text[8] = "1234567";
    expect_error("misuse", model_fgetc(model_stdout));
    expect_error("misuse", model_fgetc(model_stderr));
    expect_error("misuse", model_fgets(text, 4, model_stdout));
    expect_error("misuse", model_fread(text, 1, 1, model_stderr));
    expect_error("misuse", model_fgets(text, 0, model_stdin));
    expect_error("misuse", model_fputc('x', model_stdin));
    expect_error("misuse", model_putc('x', model_stdin));
    expect_error("misuse", model_fputs("x", model_stdin));
    expect_error("misuse", model_fwrite("x", 1, 1, model_stdin));
    expect_error("misuse", model_fprintf(model_stdin, "x"));
    is('x', model_fputc('x', model_stderr));
    machine.choice = 3; /* a long text */
    expect(DONE,
           assert_ptr_equal(model_fgets(text, 8, model_stdin), NULL)); /* the end is tried first */
    expect_error("unsupported", model_snprintf(text, 8, "%ls", L"x"));
    expect_error("unsupported", model_snprintf(text, 8, "%S", L"x"));
    expect_error("unsupported", model_snprintf(text, 8, "%C", L'x'));
    expect_error("unsupported", model_snprintf(text, 8, "%1$d", 1));
    expect_error("unsupported", model_snprintf(text, 8, "%Lf", 1.0L));
    expect_error("unsupported", model_snprintf(text, 8, "%m"));
    expect_error("unsupported", model_snprintf(text, 8, "%.101f", 1.0));
    is(102, model_snprintf(text, 8, "%.100f", 1.0));
    is(9, model_printf("%p", (void *)text)); /* it is only shown */
    expect_error("misuse", model_printf("%h"));
    expect_error("misuse", model_printf("%-"));
    expect_error("misuse", model_printf("%."));
    expect_error("misuse", model_printf("%k"));
    expect_error("misuse", model_sscanf("a", "%[a", text));
    expect_error("misuse", model_sscanf("a", "%[]", text));
    expect_error("misuse", model_sscanf("a", "%[^]", text));
    expect_error("unsupported", model_sscanf("a", "%f", text));
    expect_error("unsupported", model_sscanf("a", "%", text));
}

static void files(void **unused)
{
    (void)unused;
    static int p[2], s[2], file;
    static char text[4];
    static struct itimerspec setting, old;
    is(0, model_pipe(p));
    is(0, model_socketpair(AF_UNIX, SOCK_STREAM, 0, s));
    expect_error("unsupported", model_socketpair(AF_UNIX, SOCK_DGRAM, 0, s));
    expect_error("unsupported", model_recv(s[0], text, 1, MSG_PEEK));
    expect_error("unsupported", model_recv(s[0], text, 1, MSG_WAITALL));
    expect_error("unsupported", model_shutdown(s[0], SHUT_WR));
    expect_error("unsupported", model_dup2(p[0], 1));
    expect_error("unsupported", model_dup2(p[0], 19));
    is(18, model_dup2(p[0], 18));
    is(0, model_close(18));
    expect_error("unsupported", model_fcntl(p[0], F_SETLK, &text));
    is(-1, model_fcntl(p[0], F_DUPFD, -1));
    expect_error("unsupported", model_fcntl(p[0], F_DUPFD, 19));
    is(18, model_fcntl(p[0], F_DUPFD, 18));
    expect_error("unsupported", model_fcntl(p[0], F_DUPFD, 18));
    is(-1, model_timerfd_settime(p[0], 0, &setting, NULL));
    assert_int_equal(*model___errno_location(), EINVAL);
    is(-1, model_timerfd_settime(p[1], 0, &setting, NULL));
    assert_int_equal(*model___errno_location(), EINVAL);
    is(-1, model_timerfd_settime(17, 0, &setting, NULL));
    assert_int_equal(*model___errno_location(), EBADF);
    expect(DONE, file = model_timerfd_create(CLOCK_MONOTONIC, 0));
    expect_error("unsupported", model_timerfd_settime(file, 0, &setting, &old));
    is(0, model_timerfd_settime(file, 0, &setting, NULL));
    for (volatile int k = 8; k < 18; k++)
        is(k, model_dup(p[1]));
    is(-1, model_dup(p[1]));
    assert_int_equal(*model___errno_location(), EMFILE);
    static void *page;
    expect(DONE, page = model_mmap(NULL, 8192, 0, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    expect_error("unsupported", model_munmap(page, 4096));
    is(0, model_munmap(page, 8192));
    expect(DONE, assert_ptr_equal(model_mmap(NULL, 4096, 0, MAP_PRIVATE, p[0], 0), MAP_FAILED));
    assert_int_equal(*model___errno_location(), ENODEV);
    expect_error("unsupported", model_syscall(9999));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(spin_locks),     TEST(barriers),   TEST(mutexes),
        TEST(mutexes_of_c11), TEST(conditions), TEST(reader_writer_locks),
        TEST(semaphores),     TEST(limits),     TEST(threads),
        TEST(streams),        TEST(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
