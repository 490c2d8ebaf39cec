/* scan.h -- finds annotations in the text of a C file, and what they stand beside.
 *
 * No parser: the text is cut into tokens, and braces, semicolons and a few keywords tell where a
 * declaration begins and ends.  Types and names are left to clang, see annotate.h. */
#ifndef FRONT_C_NOTE_SCAN_H
#define FRONT_C_NOTE_SCAN_H

#include "base/source.h"
#include "ir/program.h"

typedef enum NoteWord {
#define NOTE(name, word, place) NOTE_##name,
#include "front/c/note/note.def"
#undef NOTE
    NOTE_WORDS
} NoteWord;

typedef enum NotePlace {
    PLACE_DECLARATION,
    PLACE_FUNCTION,
    PLACE_CONTRACT,
    PLACE_CODE,
    PLACE_FILE,
    PLACE_GHOST
} NotePlace;
typedef struct NoteInfo {
    const char *word;
    NotePlace place;
} NoteInfo;
extern const NoteInfo note_info[NOTE_WORDS];

/* A part of the text. */
typedef struct Span {
    size_t begin, end;
} Span;

/* One token of an expression. */
typedef enum TokenKind { TOKEN_NAME, TOKEN_OTHER, TOKEN_END } TokenKind;
typedef struct CToken {
    TokenKind kind;
    size_t begin, end;
} CToken;

/* \old(E) or \at(E, L) in the invariant of a loop, see moment.h. */
typedef struct Moment {
    size_t begin, end; /* in the text */
    Span value;        /* E */
    CToken label;      /* L, or the word `old` */
    size_t place;      /* where the value is taken */
    const char *name;  /* of the ghost that has it */
} Moment;

/* A ghost variable that is declared, or assigned to.  With a predicate the word of its note is that
 * of the predicate. */
typedef struct Ghost {
    bool is, assigns;
    bool local, member; /* where it is declared */
    Span type, name;    /* the name is a whole expression if it is assigned to */
    Span value;         /* empty: none */
    const char *plain;  /* the name of the variable */
} Ghost;

/* An expression of a CONTRACT, see contract.h. */
typedef enum PieceKind { PIECE_REQUIRES, PIECE_PLACE, PIECE_CLAUSE } PieceKind;
typedef struct NotePiece {
    PieceKind kind;
    size_t begin, end; /* in the text */
    Pos pos;
    const char *text; /* in one line */
    uint32_t action;  /* PLACE, CLAUSE: of which action */
} NotePiece;

typedef struct NoteAction {
    const char *label; /* "": it has none */
    uint8_t moves;     /* ActionSpec.moves */
    Pos pos;
    const char *text; /* up to its predicate */
} NoteAction;

typedef struct Note {
    NoteWord word;
    Pos pos;                           /* of the word */
    uint32_t last_line;                /* of the comment */
    const char *text;                  /* from the word on, without comment signs, in one line */
    const char *index;                 /* the `j` of accessible_if[j]; NULL: none */
    size_t expression, expression_end; /* where it is in the text; not of FUNCTION */
    size_t behind;                     /* the comment ends here */
    size_t target;     /* what it annotates begins here, or its declarator ends here */
    uint32_t owner;    /* index into structs + 1; 0: not the member of one */
    bool inside;       /* INVARIANT: in the body of its loop */
    size_t loop;       /* ... the statement begins here */
    size_t round;      /* DECREASES: the body of the loop begins here */
    bool outside;      /* INVARIANT: of the file, or of a struct */
    const char *label; /* of WITNESS */
    Ghost ghost;
    VEC(Moment) moments;     /* INVARIANT of a loop */
    VEC(NotePiece) pieces;   /* CONTRACT */
    VEC(NoteAction) actions; /* CONTRACT */
    SpecSteps steps;         /* CONTRACT: of its performs */
} Note;

/* A struct or union in the text. */
typedef struct ScanStruct {
    const char *keyword; /* struct or union */
    const char *tag;     /* NULL: none */
    size_t brace;        /* where a tag would go */
    uint32_t parent;     /* + 1: it has no name, and its members are those of this one; 0: none */
    bool local;          /* in a function */
    VEC(const char *) members;
} ScanStruct;

/* `#include "name"`, or an annotation, in the order of the text. */
typedef struct ScanItem {
    const char *include; /* NULL: an annotation */
    uint32_t note;       /* index into notes */
} ScanItem;

typedef struct Scan {
    const char
        *text; /* of the file, with blanks for `*` at the beginning of lines of annotations */
    VEC(Note) notes;
    VEC(ScanStruct) structs;
    VEC(ScanItem) items;
    VEC(Annotation) asks; /* of PLACE_FILE */
} Scan;

/* The scan reports a wrong annotation to diag, and keeps names and texts in the arena. */
void scan_file(Scan *scan, const Sources *sources, uint32_t file, Arena *arena, Diag *diag);
void scan_free(Scan *scan);

/* The first token in [at, end) of the text; comments are passed over. */
CToken scan_token(const char *text, size_t at, size_t end);
/* The part [begin, end) of the text, with a blank for what lies between its words. */
const char *scan_in_one_line(Arena *arena, const char *text, size_t begin, size_t end);

/* The function whose declaration begins at `at`: its name and its parameters, from behind the `(`
 * to the `)`.  False: it is none. */
bool scan_function(const char *text, size_t at, size_t end, CToken *name, CToken *params);

#endif
