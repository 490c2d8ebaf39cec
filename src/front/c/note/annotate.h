/* annotate.h -- annotations in C comments become C that clang compiles with the file.
 *
 * Files with annotations are rewritten, and clang reads the new texts in their places (an overlay
 * of the file system).  What is put in stands between line breaks, with #line and blanks behind it,
 * so that every token keeps its line and column.
 *
 *   behind a declaration   The declaration gets an attribute, btf_decl_tag("heddle:N"), which clang
 *                          passes on to debug information.  At the end of the file there is a
 *                          function for the expression:
 *                              _Bool __heddle_access_N(struct S *this, long long j)
 *   before a function      The function gets the attribute.  Each clause of requires and performs
 * is a function of its own, with the parameters of the annotated one, and what it returns if
 * \result is named: _Bool __heddle_access_N_K(int i, int __heddle_result) A modified place is a
 * function that returns its address. between statements     A statement that the front end knows.
 *
 * Macros mean what they mean where the annotation stands: they are pushed there, and popped before
 * the function. */
#ifndef FRONT_C_NOTE_ANNOTATE_H
#define FRONT_C_NOTE_ANNOTATE_H

#include "front/c/c.h"
#include "front/c/note/scan.h"

/* Names that are put in. */
#define ANNOTATE_TAG      "heddle:"
#define ANNOTATE_FUNCTION "__heddle_access_"
#define ANNOTATE_STRUCT   "__heddle_struct_"
#define ANNOTATE_GHOST    "__heddle_ghost_"

/* A file of the user's: one that was given, or a header. */
typedef struct AnnotatedFile {
    int source; /* index into sources; -1: it cannot be read */
    const char *name;
    uint32_t first;   /* number of its first annotation */
    const char *copy; /* the rewritten text of a header; NULL: there is none */
    Scan scan;
} AnnotatedFile;

typedef struct Annotations {
    Sources *sources;
    const COptions *options;
    Diag *diag;
    const char *folder; /* for what is written */
    size_t unit;        /* the file that includes them */
    Arena arena;
    VEC(AnnotatedFile) files;
    VEC(const Note *) notes; /* by number; each points into the scan of its file */
    bool objects;            /* an annotation that `check` tests asks for all objects of a type */
} Annotations;

/* Reads a file and the headers that it includes with quotes.  If there are annotations, writes the
 * new texts, and returns the name of the file that describes the overlay; NULL: there are none. */
const char *annotate_file(Annotations *a, int source);
/* Messages of clang: those about annotations go to diag.  False: none is. */
bool annotate_explain(Annotations *a, const char *messages);
/* Removes the files that were written. */
void annotate_clean(Annotations *a);
void annotate_free(Annotations *a);
/* The name of a variable as the user knows it: ghosts have another one for clang. */
const char *annotate_plain_name(const char *name);

#endif
