/* process.c -- the end of the program, errno, and what a program asks about itself. */
#include "process.h"

static _Thread_local int process_errno;

int *__errno_location(void)
{
    return &process_errno;
}

void __heddle_run_handlers(void);

/* ---- the end ---- */

static void process_not_cloned(void)
{
    if (__heddle_process_cloned)
        __heddle_fail("unsupported", "the end of a process that clone has made, other than by the "
                                     "return of its function");
}

static _Noreturn void process_end(void)
{
    if (CLONES)
        process_not_cloned();
    if (__heddle_uses("atexit"))
        __heddle_run_handlers();
    __heddle_end_program();
}

_Noreturn void exit(int status)
{
    (void)status;
    process_end();
}

_Noreturn void _exit(int status)
{
    (void)status;
    if (CLONES)
        process_not_cloned();
    __heddle_end_program();
}

_Noreturn void _Exit(int status)
{
    (void)status;
    if (CLONES)
        process_not_cloned();
    __heddle_end_program();
}

/* For the verification community abort just ends the run: assumptions are written with it. */
_Noreturn void abort(void)
{
    if (__heddle_option("sv-comp"))
        __heddle_end_program();
    __heddle_fail("abort", "abort was called");
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line,
                                    const char *function)
{
    (void)error, (void)file, (void)line, (void)function;
    __heddle_fail("assert", "assert_perror: there was an error");
}

/* ---- what the program asks about itself and the world ---- */

static int process_number(void)
{
    if (__heddle_matters())
        __heddle_doubt(
            "the number of the process was taken to be 4321 (getpid); give a getpid of your "
            "own for others");
    if (CLONES && __heddle_process_cloned)
        return __heddle_process_cloned;
    if (FORKS)
        return __heddle_process_number();
    return PROCESS;
}

int getpid(void)
{
    return process_number();
}

enum { PAGE_SIZE = 4096, SYSCONF_PAGE_SIZE = 30 };

int getpagesize(void)
{
    return PAGE_SIZE;
}

long sysconf(int name)
{
    if (name == SYSCONF_PAGE_SIZE)
        return PAGE_SIZE;
    if (__heddle_matters())
        __heddle_doubt("the machine was taken to have 4 of whatever sysconf was asked for; give a "
                       "sysconf of your own for other numbers");
    return 4;
}

long __sysconf(int name)
{
    return sysconf(name);
}

const char *gnu_get_libc_version(void)
{
    if (__heddle_matters())
        __heddle_doubt("the C library was taken to be glibc 2.36 (gnu_get_libc_version); give a "
                       "gnu_get_libc_version of your own for others");
    return "2.36";
}

int get_nprocs(void)
{
    if (__heddle_matters())
        __heddle_doubt(
            "the machine was taken to have 4 processors (get_nprocs); give a get_nprocs of "
            "your own for other numbers");
    return 4;
}

static char *process_error_text(int error)
{
    return error ? "some error" : "Success";
}

char *strerror(int error)
{
    return process_error_text(error);
}

static const char *process_signal_text(int signal)
{
    return signal > 0 && signal <= 64 ? "some signal" : "Unknown signal";
}

char *strsignal(int signal)
{
    return (char *)process_signal_text(signal);
}

/* GNU's gives a text back, and need not use the room; POSIX's writes there. */
char *strerror_r(int error, char *to, size_t room)
{
    (void)to, (void)room;
    return process_error_text(error);
}

PLAIN int __xpg_strerror_r(int error, char *to, size_t room)
{
    const char *text = process_error_text(error);
    size_t k = 0;
    for (; room && k < room - 1 && text[k]; k++)
        to[k] = text[k];
    if (room)
        to[k] = 0;
    return text[k] ? ERANGE : 0;
}
