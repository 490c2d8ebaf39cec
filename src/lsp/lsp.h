/* lsp.h -- `heddle lsp`: the language server, on standard input and output.
 *
 * One thread, one loop (lsp.c): it waits for messages of the client and for the children.  Everything that takes time is done
 * by a child, another heddle, in a group of processes of its own: who crashes or is killed is a message, and who is overtaken
 * is ended with all that it has started.
 *
 *   wire.c      messages: headers, JSON, answers
 *   document.c  open files: texts, names, places
 *   child.c     children: starting, listening, ending
 *   job.c       which questions a file asks, and when
 *   result.c    what comes of them: diagnostics, runs
 *   ask.c       hover, code actions, commands
 *   outline.c   declarations of Zing and SPL: symbols, definitions, colours
 *   reads.c     which files a check has read: what has not changed is not checked again
 */
#ifndef LSP_LSP_H
#define LSP_LSP_H

#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "base/memory.h"
#include "base/source.h"
#include "base/vec.h"
#include "command/scan.h"

/* The number of the process's exit. */
int lsp_run(void);

typedef VEC(char) Text;

/* ---- documents ---- */

/* Which question: the results of the first two are diagnostics. */
typedef enum AskKind { ASK_CHECK, ASK_PROVE, ASK_INFER, ASK_NATIVE, ASKS } AskKind;
enum { DIAGNOSES = 2 };

/* What a file was when it was read. */
typedef struct Stamp {
    int64_t size; /* -1: it was not there */
    int64_t seconds, nanoseconds;
} Stamp;
typedef struct ReadFile {
    char *path;
    Stamp stamp;
} ReadFile;

typedef struct Document {
    char *uri, *path; /* of what is not in a file: one in the temporary folder */
    bool is_file;
    Language language;
    Text text;
    bool unsaved;                /* it is not what the file has */
    bool open;                   /* false: the client has closed it; a child may still be at work */
    uint32_t number;             /* for names of temporary files */
    uint64_t serial;             /* grows with every change */
    double due;                  /* when to check a text that has changed; 0: not */
    json_t *found[DIAGNOSES];    /* file -> its diagnostics; NULL: none */
    json_t *trace;               /* the steps of the first bug; NULL: there is none */
    json_t *inferred;            /* what infer said; NULL: nothing yet */
    uint64_t inferred_serial;    /* ... of which text */
    VEC(ReadFile) reads;         /* by the last check: the file itself, headers, heddle.toml */
    struct timespec asked;       /* when that was asked for */
    uint64_t settled[DIAGNOSES]; /* the text that has an answer that counts; 0: none */
} Document;

/* ---- children ---- */

typedef struct Child {
    AskKind kind;
    Document *document;
    uint64_t serial; /* of the text that it is asked about */
    pid_t pid;       /* 0: it waits for its turn */
    int out, err;    /* pipes; -1: closed */
    Text printed, said;
    bool dropped;      /* nobody wants to know any more */
    bool killed;       /* by the server */
    double kill_at;    /* who has not ended until then is killed; 0: no such time */
    bool ended;        /* it has been waited for, with ... */
    int status;        /* ... this */
    uint32_t token;    /* of its progress; 0: the client does not want to know */
    json_t *request;   /* that waits for it; NULL: none */
    VEC(char *) words; /* its command line, NULL behind the last */
} Child;

/* A hover or a code action that waits for infer. */
typedef struct Waiting {
    json_t *id, *method, *params;
    Document *document;
} Waiting;

typedef struct Server {
    Text input;
    bool ready, stopping, exits; /* initialize, shutdown, exit have come */
    bool broken;                 /* nobody listens any more */
    bool shows_progress, shows_documents, checks_changes, watches_files;
    bool plain_hovers; /* the client does not read Markdown */
    char folder[64];   /* a temporary one */
    VEC(Document *) documents;
    VEC(Child *) children; /* in the order in which they were asked for */
    VEC(Waiting) waiting;
    uint32_t last_number, last_token, last_request;
    uint32_t shown_request; /* asked the client to show ... */
    char shown[96];         /* ... this page; empty: it has answered */
    int signals;            /* that end it are read here, */
    sigset_t before;        /* and these were blocked before */
    Sources *texts;         /* of files that are not open */
} Server;

/* ---- wire.c ---- */

/* The next message that is whole, or NULL, and why. */
typedef enum WireState {
    WIRE_TAKEN,
    WIRE_MORE, /* more must come first */
    WIRE_BAD,  /* that was no JSON object; the next message may be one */
    WIRE_LOST  /* nobody knows where the next one begins */
} WireState;
json_t *wire_take(Text *input, WireState *state);
void wire_notify(Server *s, const char *method, json_t *params);
void wire_request(Server *s, const char *method, json_t *params);
void wire_answer(Server *s, const json_t *id, json_t *result);
void wire_refuse(Server *s, const json_t *id, int code, const char *why);
enum {
    WIRE_PARSE = -32700,
    WIRE_INVALID = -32600,
    WIRE_NO_METHOD = -32601,
    WIRE_PARAMS = -32602,
    WIRE_NOT_READY = -32002,
    WIRE_CANCELLED = -32800
};

/* ---- document.c ---- */

Document *document_open(Server *s, const char *uri, const char *language, const char *text,
                        size_t len);
Document *document_find(Server *s, const char *uri); /* NULL: it is not open */
void document_free(Document *d);
void document_set(Document *d, const char *text, size_t len);
/* file: and a path; in the arena. */
const char *uri_of_path(const char *path, Arena *arena);
char *path_of_uri(const char *uri);                                 /* NULL: it is of no file */
const char *uri_of_file(Server *s, const char *file, Arena *arena); /* as messages name it */
/* Lines and columns as heddle counts them (from 1, in bytes) to those of the client, and back. */
json_t *place_range(Server *s, const char *file, int64_t line, int64_t column);
int64_t place_units(const char *from, const char *to); /* of UTF-16 */
json_t *place_position(const Document *d, size_t offset);
json_t *place_span(const Document *d, size_t from, size_t to);
size_t place_offset(const Document *d, const json_t *position);
json_t *place_location(Server *s, const char *file, int64_t line, int64_t column);

/* ---- child.c ---- */

Child *child_new(Server *s, AskKind kind, Document *d);
void child_add(Child *c, const char *word);
void child_start(Server *s, Child *c);
void child_stop(Server *s, Child *c); /* it is dropped: nobody will hear of it */
bool child_read(Child *c, int *from, Text *to);
bool child_wait(Child *c); /* has it ended? */
void child_free(Child *c);

/* ---- job.c ---- */

void job_ask(Server *s, Document *d);   /* check, and prove if there is something to prove */
bool job_is_settled(const Document *d); /* has this text, with these headers, its answers? */
bool job_proves(const Document *d);     /* is there something to prove? */
void job_infer(Server *s, Document *d);
bool job_shares(const Document *a, const Document *b); /* the same program, says heddle.toml */
void job_native(Server *s, Document *d, const json_t *request);
void job_turn(Server *s); /* whoever waits for a turn, and can have it */
void job_drop(Server *s, Document *d);
const char *job_file(const Server *s, const Document *d, const char *tail, Arena *arena);

/* ---- result.c ---- */

void result_take(Server *s, Child *c);
void result_progress(Server *s, Child *c, const char *line);
void result_publish(Server *s, const char *uri);
void result_forget(Server *s, Document *d); /* and tell the client so */
void progress_begin(Server *s, Child *c);
void progress_end(Server *s, Child *c, const char *message);

/* ---- reads.c ---- */

void reads_ask(Document *d);
void reads_take(Document *d, const char *list);
bool reads_changed(const Document *d, const char *path);
bool reads_any_changed(const Document *d);
void reads_free(Document *d);

/* ---- ask.c ---- */

/* False: there is no such request. */
bool ask_take(Server *s, const json_t *id, const char *method, const json_t *params);
void ask_inferred(Server *s, Document *d); /* whoever waited for infer */
void ask_cancel(Server *s, const json_t *id);
void ask_answered(Server *s, const json_t *message);

/* ---- outline.c ---- */

json_t *outline_symbols(const Document *d);
json_t *outline_definition(const Document *d, size_t offset);
json_t *outline_tokens(const Document *d);
json_t *outline_legend(void);

#endif
