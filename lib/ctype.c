/* ctype.c -- <ctype.h> in the C locale.
 *
 * The macros of glibc look into a table, which may be asked from -128 to 255, for programs that give
 * them a char; files are compiled so that they call the functions, which may not be asked so.  The
 * tables are for files that were preprocessed. */
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

/* The tables for tolower and toupper: a byte, or -1 for the end of a file, is what it is but for
 * letters. */

#define EIGHT(n)      (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5, (n) + 6, (n) + 7
#define THIRTY_TWO(n) EIGHT(n), EIGHT((n) + 8), EIGHT((n) + 16), EIGHT((n) + 24)
#define LETTERS(n)    (n), (n) + 1, EIGHT((n) + 2), EIGHT((n) + 10), EIGHT((n) + 18)
#define FIRST_HALF(a)                                                                              \
    THIRTY_TWO(0), THIRTY_TWO(32), '@', LETTERS(a##_UPPER), '[', '\\', ']', '^', '_', '`',         \
        LETTERS(a##_LOWER), '{', '|', '}', '~', 127
#define SECOND_HALF    THIRTY_TWO(128), THIRTY_TWO(160), THIRTY_TWO(192)
#define END            EIGHT(224), EIGHT(232), EIGHT(240), EIGHT(248)
#define BEFORE_THE_END EIGHT(224), EIGHT(232), EIGHT(240), 248, 249, 250, 251, 252, 253, 254, -1
#define TO_LOWER_UPPER 'a'
#define TO_LOWER_LOWER 'a'
#define TO_UPPER_UPPER 'A'
#define TO_UPPER_LOWER 'A'

static const int ctype_lower[ENTRIES] = {SECOND_HALF, BEFORE_THE_END, FIRST_HALF(TO_LOWER),
                                         SECOND_HALF, END};
static const int ctype_upper[ENTRIES] = {SECOND_HALF, BEFORE_THE_END, FIRST_HALF(TO_UPPER),
                                         SECOND_HALF, END};
static const int *const ctype_lower_middle = ctype_lower + ZERO;
static const int *const ctype_upper_middle = ctype_upper + ZERO;

const int **__ctype_tolower_loc(void)
{
    return (const int **)&ctype_lower_middle;
}

const int **__ctype_toupper_loc(void)
{
    return (const int **)&ctype_upper_middle;
}

/* An argument must be a byte or EOF. */
static void ctype_check(int c)
{
    if (c < -1 || c > 255)
        __heddle_fail("undefined",
                      "a function of <ctype.h> is called with a number that is neither "
                      "EOF (-1) nor an unsigned char: cast the char to unsigned char");
}

static int ctype_is(int c, int class)
{
    ctype_check(c);
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
    ctype_check(c);
    return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
}

int toupper(int c)
{
    ctype_check(c);
    return c >= 'a' && c <= 'z' ? c + 'A' - 'a' : c;
}
