/* ctype.c -- <ctype.h> in the C locale.
 *
 * The macros of glibc look into a table, which may be asked from -128 to 255; the functions are for
 * programs that call them. */
#include "intrinsics.h"

/* The classes, as glibc numbers them. */
enum {
    UPPER = 0x100,
    LOWER = 0x200,
    ALPHA = 0x400,
    DIGIT = 0x800,
    XDIGIT = 0x1000,
    SPACE = 0x2000,
    PRINT = 0x4000,
    GRAPH = 0x8000,
    BLANK = 1,
    CNTRL = 2,
    PUNCT = 4,
    ALNUM = 8,
    MARK = PRINT | GRAPH | PUNCT,
    NUMBER = PRINT | GRAPH | DIGIT | XDIGIT | ALNUM,
    CAPITAL = PRINT | GRAPH | UPPER | ALPHA | ALNUM,
    SMALL = PRINT | GRAPH | LOWER | ALPHA | ALNUM
};

enum { ZERO = 128, ENTRIES = 384 };

static const unsigned short ctype_table[ENTRIES] = {
    [ZERO... ZERO + 8] = CNTRL,
    [ZERO + '\t'] = CNTRL | SPACE | BLANK,
    [ZERO + '\n' ... ZERO + '\r'] = CNTRL | SPACE,
    [ZERO + 14 ... ZERO + 31] = CNTRL,
    [ZERO + ' '] = SPACE | BLANK | PRINT,
    [ZERO + '!' ... ZERO + '/'] = MARK,
    [ZERO + '0' ... ZERO + '9'] = NUMBER,
    [ZERO + ':' ... ZERO + '@'] = MARK,
    [ZERO + 'A' ... ZERO + 'F'] = CAPITAL | XDIGIT,
    [ZERO + 'G' ... ZERO + 'Z'] = CAPITAL,
    [ZERO + '[' ... ZERO + '`'] = MARK,
    [ZERO + 'a' ... ZERO + 'f'] = SMALL | XDIGIT,
    [ZERO + 'g' ... ZERO + 'z'] = SMALL,
    [ZERO + '{' ... ZERO + '~'] = MARK,
    [ZERO + 127] = CNTRL,
};

static const unsigned short *const ctype_middle = ctype_table + ZERO;

const unsigned short **__ctype_b_loc(void)
{
    return (const unsigned short **)&ctype_middle;
}

/* An argument that is neither a byte nor EOF lies outside the table. */
static int ctype_is(int c, int class)
{
    return ctype_middle[c] & class;
}

int isupper(int c)
{
    return ctype_is(c, UPPER);
}

int islower(int c)
{
    return ctype_is(c, LOWER);
}

int isalpha(int c)
{
    return ctype_is(c, ALPHA);
}

int isdigit(int c)
{
    return ctype_is(c, DIGIT);
}

int isxdigit(int c)
{
    return ctype_is(c, XDIGIT);
}

int isspace(int c)
{
    return ctype_is(c, SPACE);
}

int isprint(int c)
{
    return ctype_is(c, PRINT);
}

int isgraph(int c)
{
    return ctype_is(c, GRAPH);
}

int isblank(int c)
{
    return ctype_is(c, BLANK);
}

int iscntrl(int c)
{
    return ctype_is(c, CNTRL);
}

int ispunct(int c)
{
    return ctype_is(c, PUNCT);
}

int isalnum(int c)
{
    return ctype_is(c, ALNUM);
}

int isascii(int c)
{
    return c >= 0 && c < 128;
}

int tolower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
}

int toupper(int c)
{
    return c >= 'a' && c <= 'z' ? c + 'A' - 'a' : c;
}
