/* parse.h -- tokens, symbols and errors, which the files of the parser share. */
#ifndef IR_PARSE_H
#define IR_PARSE_H

#include "ir/build.h"

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_NEWLINE,
    TOKEN_NAME,
    TOKEN_STRING,
    TOKEN_REGISTER, /* %x */
    TOKEN_GLOBAL,   /* @x */
    TOKEN_PROC,     /* &x */
    TOKEN_NUMBER,   /* value: 64 bits, two's complement */
    TOKEN_FLOAT,    /* value: the bits */
    TOKEN_ARROW,    /* -> */
    TOKEN_SIGN      /* sign: any other character */
} TokenKind;

typedef struct IrToken {
    TokenKind kind;
    char sign;
    bool quoted;   /* the name is in quotes */
    bool negative; /* the number has a minus sign */
    Pos pos;
    const char *text; /* names and strings: what they say; else what is written */
    uint64_t value;
} IrToken;

typedef VEC(IrToken) Tokens;

/* All tokens of the file, TOKEN_END last.  Returns the number of errors it has told diag. */
size_t ir_lex(const Sources *sources, int file, Diag *diag, Arena *arena, Tokens *tokens);

/* What a name may stand for.  Names of registers and labels are known in their procedure only. */
typedef enum Space {
    SPACE_PROC,
    SPACE_GLOBAL,
    SPACE_LAYOUT,
    SPACE_REGION,
    SPACE_NAMES,
    SPACE_EXCEPTION,
    SPACE_REGISTER,
    SPACE_NUMBERED, /* registers written as a number */
    SPACE_LABEL
} Space;

typedef struct Symbol {
    const char *name;
    Space space;
    uint32_t scope; /* the procedure plus one, or 0 */
    uint32_t value;
    bool used; /* the slot is taken */
} Symbol;

/* A layout that something names, perhaps before it is declared. */
typedef enum UseKind {
    USE_LAYOUT,   /* layout `of` is of it */
    USE_FIELD,    /* field `part` of layout `of` points to it */
    USE_REGISTER, /* register `part` of procedure `of` points to it */
    USE_RESULT    /* the result of procedure `of` points to it */
} UseKind;
typedef struct LayoutUse {
    UseKind kind;
    uint32_t of, part;
    const char *name;
    Pos pos;
} LayoutUse;

typedef struct LabelUse {
    const char *name;
    Pos pos; /* of its first use */
} LabelUse;

typedef struct Parser {
    Diag *diag;
    Tokens tokens;
    size_t at;     /* the token to read next */
    size_t errors; /* told so far */
    Builder b;
    uint32_t scope;       /* of registers and labels */
    VEC(LabelUse) labels; /* by Label, in this procedure */
    VEC(LayoutUse) uses;  /* of layouts, in the whole file */
    VEC(Symbol) symbols;  /* open addressing; a power of two */
    size_t symbol_count;
    Arena arena; /* texts of tokens */
} Parser;

static inline const IrToken *parse_token(const Parser *p)
{
    return &p->tokens.at[p->at];
}

bool parse_fails(Parser *p, Pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* `... is expected here, not X`: about the next token. */
bool parse_expected(Parser *p, const char *what);
bool parse_at_sign(const Parser *p, char sign);
bool parse_at_word(const Parser *p, const char *word);
bool parse_take_sign(Parser *p, char sign); /* if it is there */
bool parse_take_word(Parser *p, const char *word);
bool parse_need_string(Parser *p, uint32_t *string);
bool parse_need_sign(Parser *p, char sign); /* else an error */
bool parse_need_name(Parser *p, const char *what, const char **name);
bool parse_need_number(Parser *p, const char *what, uint64_t most, uint64_t *value);
bool parse_need_type(Parser *p, Type *type);
void parse_skip_newlines(Parser *p); /* and semicolons */
/* `@ 3:14`, `@ 1/3:14` or `@ ?` if it is there; else *pos stays. */
bool parse_position(Parser *p, Pos *pos);

/* False if the name is not known. */
bool parse_find(const Parser *p, Space space, const char *name, uint32_t *value);
/* False if the name is known already. */
bool parse_add(Parser *p, Space space, const char *name, uint32_t value);
/* Like parse_need_name, for the name of something that is known. */
bool parse_need_known(Parser *p, Space space, const char *what, uint32_t *value);

/* [word layout] (parse_use.c); when all is read, parse_uses puts the layouts where they belong. */
bool parse_use(Parser *p, const char *word, UseKind kind, uint32_t of, uint32_t part);
void parse_uses(Parser *p);

/* The end of a line, or of a block. */
bool parse_end_of_line(Parser *p);
/* A specification, behind its word (parse_spec.c). */
bool parse_spec(Parser *p);
bool parse_invariant(Parser *p);
/* `%x: type`, at the token %x. */
bool parse_register_declaration(Parser *p);
/* One instruction, emitted with its position. */
bool parse_instr(Parser *p);
/* The label of that name; made if need be. */
Label parse_label(Parser *p, const IrToken *name);

#endif
