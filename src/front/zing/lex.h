/* lex.h -- from source text to tokens: the scanner (lex.c) and the preprocessor (prep.c). */
#ifndef FRONT_ZING_LEX_H
#define FRONT_ZING_LEX_H

#include "base/source.h"
#include "base/vec.h"
#include "front/zing/ast.h"

typedef enum TokenKind {
#define TOKEN(name, text, class) TK_##name,
#include "front/zing/token.def"
#undef TOKEN
    TOKENS
} TokenKind;

typedef enum TokenClass { TOKEN_WORD, TOKEN_SIGN, TOKEN_OTHER } TokenClass;

typedef struct TokenInfo {
    const char *text;
    TokenClass class;
} TokenInfo;
extern const TokenInfo zing_token_info[TOKENS];

typedef struct ZToken {
    TokenKind kind;
    bool escaped;         /* a name written with @: never a contextual keyword */
    bool reported;        /* what is wrong here has been said already */
    Pos pos, after;       /* of its first character, and just after its last */
    uint32_t begin, stop; /* its bytes in the source text */
    const char *name;     /* of TK_NAME and of words: interned */
    union {
        struct {
            uint64_t value;
            bool is_unsigned, is_long, is_hex;
        } integer; /* TK_INT_LITERAL */
        struct {
            double value;
            char suffix; /* 'F', 'D', 'M', or 0 */
        } real;          /* TK_REAL_LITERAL */
        struct {
            const char *text;
            size_t len;
        } string; /* TK_STRING_LITERAL */
    };
} ZToken;

typedef VEC(ZToken) ZTokens;
typedef VEC(const char *) Symbols; /* interned */

/* An annotation, and where it stands among the tokens of its file. */
typedef struct Note {
    size_t before; /* the token that follows it */
    size_t first;  /* of its own tokens, in Notes.tokens; the last of them is TK_END */
    bool used;     /* the parser has found what it belongs to */
} Note;

typedef struct Notes {
    VEC(Note) list;
    ZTokens tokens;
} Notes;

/* The tokens of one file, the last being TK_END, and its annotations. */
void zing_lex(ZUnit *unit, const Source *source, uint16_t file, const Symbols *defines, Diag *diag,
              ZTokens *tokens, Notes *notes);

/* zing_intern for a name of `len` bytes, none of them NUL. */
const char *zing_intern_bytes(ZUnit *unit, const char *text, size_t len);
/* The length of the UTF-8 sequence at `at` and its character; 0: the bytes are not UTF-8. */
size_t zing_decode(const char *at, const char *end, uint32_t *code);
/* The length of the identifier at `at`; 0: there is none. */
size_t zing_name_length(const char *at, const char *end);

/* ---- the preprocessor: one file's ---- */

typedef enum SectionKind { SECTION_IF, SECTION_REGION } SectionKind;

typedef struct Section {
    SectionKind kind;
    Pos pos;     /* of its # */
    bool outer;  /* the text around it is read */
    bool taken;  /* a branch before this one has been chosen */
    bool active; /* the text here is read */
    bool in_else;
} Section;

typedef struct Prep {
    ZUnit *unit;
    Diag *diag;
    Symbols symbols; /* defined now */
    VEC(Section) sections;
    bool confused; /* #if and #region do not match */
    bool too_late; /* a token has been seen: no #define from here on */
} Prep;

/* Splits "A;B" into names; complains about what is none. */
void zing_prep_defines(ZUnit *unit, const char *defines, Diag *diag, Symbols *symbols);

void zing_prep_begin(Prep *prep, ZUnit *unit, const Symbols *defines, Diag *diag);
/* Obeys the directive in [line, end); *line is the '#', which stands at pos. */
void zing_prep_line(Prep *prep, const char *line, const char *end, Pos pos);
/* Is the text after the directives so far to be read? */
bool zing_prep_active(const Prep *prep);
/* Complains about a section that is still open at the end of the file; frees. */
void zing_prep_end(Prep *prep);

#endif
