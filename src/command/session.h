/* session.h -- a session is one run of heddle: its task, and the files that it has read. */
#ifndef COMMAND_SESSION_H
#define COMMAND_SESSION_H

#include "command/config.h"
#include "front/c/c.h"
#include "front/c/driver/task.h"
#include "result/job.h"

enum { EXIT_SAFE = 0, EXIT_BUG = 1, EXIT_INPUT = 2, EXIT_OPEN = 3, EXIT_INTERNAL = 70 };

/* Of --library: what calls the library. */
typedef struct Client {
    const char *functions; /* that it calls, as text */
    const char *text;      /* of the file that heddle wrote; NULL: it is the user's own */
} Client;

typedef struct Session {
    Options options;
    double start; /* see budget_now */
    int argc;     /* the command line */
    char **argv;
    VEC(const char *) operands;   /* what is neither command nor option */
    VEC(const char *) flags;      /* behind `--`, for clang */
    Config config;                /* of heddle.toml */
    const char *config_text;      /* ... what of it counts, for the report; NULL: nothing */
    const char *unsaved_file;     /* that --unsaved is about */
    const CFileFlags *file_flags; /* of -p: by operand; NULL: there are none */
    Task task;                    /* of SV-COMP */
    Arena texts;                  /* names of files in the task, complaints */
    const char *complaint;        /* the last one; NULL: there was none */
    Sources sources;
    Diag diag;
    const struct Front *front; /* that has read the files */
    Program *program;          /* what it made of them: one of these */
    Net *net;
    Cpds *model;
    Program *serialized; /* besides: what --concurrent is compared with */
    Client client;       /* of --library */
    Checkpoint
        *checkpoint; /* of --checkpoint and resume; NULL: none, or the question is answered */
    bool showing;    /* a model is only printed: it needs no states */
    bool library;    /* a program needs no beginning, and all of it is wanted */
    VEC(Suggestion)
    early; /* tried while the search went on; `what` is NULL where nothing is decided */
    Job job;
    int status; /* with which the process ends */
} Session;

/* A front end: what reads a file is decided by its extension; standard input is Zing. */
typedef struct Front {
    const char *extension, *what;
    bool several; /* files make one program */
    bool is_c;
    bool has_orders; /* its accesses can have memory orders */
    InputKind makes;
    bool (*load)(Session *s, const int *files, size_t count); /* false: diag says why */
} Front;

/* Prints a message, and remembers it; EXIT_INPUT, EXIT_INTERNAL. */
int session_complain(Session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
int session_complain_internal(const char *what);

/* load.c.  All of these return 0 or the exit status. */
const Front *session_find_front(const char *name); /* or NULL */
const char *session_extension(size_t k);           /* of the front ends, by number: `.c`, or NULL */
int session_load_input(Session *s);
/* What is written must not be what is read; session_load_sources looks at headers. */
int session_check_outputs(Session *s);
int session_read_file(Session *s, const char *name);
/* s->front makes a program of these sources. */
int session_load_sources(Session *s, const int *files, size_t count);
/* native.c: a run that was replayed is forced on the real program; the exit status. */
int session_replay_natively(Session *s);
COptions session_c_options(const Session *s);              /* as the command line has them */
int session_load_program(Session *s, const char *command); /* for commands that need a program */

/* project.c: what heddle.toml says about the files of the command line. */
int session_take_config(Session *s, const char *command);
/* No file is named: that of the only program of heddle.toml is. */
int session_find_program(Session *s, const char *command, const char *operands);

/* boolean.c: as a Boolean program, on standard output; cegar's abstraction, into its file. */
int session_show_boolean(Session *s);
int session_write_abstraction(Session *s);

/* answer.c: the question to an engine.  `races`: they are among all that can be wrong. */
int session_begin_job(Session *s, const char *engine, bool races);
/* memory.c, after that: the memory model of the question.  `only_sc`: the name of a command that
 * knows no other than MEMORY_SC; NULL: it knows them all. */
int session_choose_memory(Session *s, const char *only_sc);
/* live.c, after that: do the names of --ltl, --condition and --daemon mean something? */
void session_take_asks(Session *s);
int session_check_live(Session *s);
/* orders.c: which memory orders are enough, for the report. */
void session_suggest_orders(Session *s);
/* Of a bug that only weak memory has: one order, or one new fence, that repairs it, if that is found
 * with little work. */
void session_propose_order(Session *s);
/* search.c */
bool session_is_terminal(int file);
bool session_wants_color(const Session *s);
int session_search_clients(Session *s);

/* answer.c: the engine that --engine names, or the first one that reads the input.  NULL, with a
 * message, if there is none. */
const Engine *session_choose_engine(Session *s);
bool session_has_engine(const char *name);
/* --engine and --method are among those that there are. */
int session_check_choices(Session *s);
/* Runs it; if no engine was named, others too.  Goes over the answer: 0 or the exit status. */
int session_answer(Session *s, const Engine *engine);
/* Somebody else goes over the bug.  False: `why` says what differed. */
bool session_replay(Job *job, Bug *bug, char *why, size_t size);

/* outcome.c: a data race is undefined behaviour in C, and all other answers assume that there is
 * none: there it belongs to all that can be wrong. */
bool session_asks_races(const Session *s);
/* The files that were asked for, then the exit status. */
int session_write_files(Session *s);
/* The report on standard output, and the same. */
int session_report(Session *s);

/* Commands: show.c, replay.c */
int session_run_show(Session *s);
int session_run_summary(Session *s);
int session_run_replay(Session *s);

#endif
