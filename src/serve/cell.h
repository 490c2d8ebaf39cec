/* cell.h -- one run of heddle on somebody else's program, behind the wall and within limits. */
#ifndef SERVE_CELL_H
#define SERVE_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CellLimits {
    unsigned seconds;   /* of the clock, for everything */
    unsigned megabytes; /* of address space, for each process */
    unsigned processes;
    size_t output; /* bytes of each of what it prints */
    size_t page;   /* bytes of the report's page */
} CellLimits;

/* A place for one run at a time. */
typedef struct Cell {
    uint32_t parts; /* of the wall */
    CellLimits limits;
    char *folder; /* its own */
    int rules;    /* of the wall, for files; -1: none */
    int program;  /* heddle itself, open */
    int heard[2]; /* a byte ends a run that goes on, and all later ones */
} Cell;

typedef enum CellEnd { CELL_EXITED, CELL_KILLED, CELL_LATE, CELL_BROKEN } CellEnd;

typedef struct CellText {
    char *at;
    size_t len;
    bool cut; /* there was more */
} CellText;

typedef struct CellRun {
    const char *command;
    const char *const *options; /* NULL ends them */
    const char *name;           /* of the file */
    const char *text;
    size_t len;
    /* what came of it */
    CellEnd end;
    int status; /* exit status, or the signal that killed it */
    CellText out, err, page;
    double seconds;
} CellRun;

/* False: errno says why there is none. */
bool cell_open(Cell *cell, const char *folder, uint32_t parts, CellLimits limits);
void cell_run(Cell *cell, CellRun *run);
/* From another thread: a run that goes on ends, and all that follow. */
void cell_stop(Cell *cell);
void cell_close(Cell *cell);
void cell_free(CellRun *run);

#endif
