/* scan.c -- scanf and its family.
 *
 * sscanf reads its string as the standard says.  From the standard input comes anything: each
 * conversion may fail, and a number can have any value. */
#include "intrinsics.h"
#include "pieces.h"
#include "stream.h"
#include "varargs.h"

int __VERIFIER_nondet_int(void);
long long __VERIFIER_nondet_longlong(void);

enum { SCAN_EOF = -1 };

typedef struct {
    const char *start, *text; /* NULL: the standard input */
    const char *format;
    int done;      /* conversions that were stored */
    _Bool skipped; /* the value is read and not stored */
    _Bool ended; /* nothing was left of the text where the conversion, or the byte, was to begin */
    int width;
    int size; /* -2 char, -1 short, 0 int, 1 long, 2 long long */
    va_list arguments;
    Pieces written; /* of texts */
} Scan;

static _Bool scan_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static PLAIN void scan_skip_space(Scan *s)
{
    while (s->text && scan_is_space(*s->text))
        s->text++;
}

/* Behind the % of a conversion: its star, width and size.  The letter is next. */
static PLAIN void scan_parse(Scan *s)
{
    s->skipped = *s->format == '*';
    s->format += s->skipped;
    s->width = s->size = 0;
    for (; *s->format >= '0' && *s->format <= '9'; s->format++)
        s->width = s->width * 10 + (*s->format - '0');
    for (; *s->format == 'h'; s->format++)
        s->size--;
    for (; *s->format == 'l'; s->format++)
        s->size++;
    if (*s->format == 'z' || *s->format == 't' || *s->format == 'j') {
        s->size = *s->format == 'j' ? 2 : 1;
        s->format++;
    }
}

/* ---- numbers ---- */

static PLAIN void scan_store(Scan *s, long long value)
{
    if (s->skipped)
        return;
    switch (s->size) {
    case -2:
        *va_arg(s->arguments, char *) = (char)value;
        return;
    case -1:
        *va_arg(s->arguments, short *) = (short)value;
        return;
    case 1:
        *va_arg(s->arguments, long *) = (long)value;
        return;
    case 2:
        *va_arg(s->arguments, long long *) = value;
        return;
    }
    *va_arg(s->arguments, int *) = (int)value;
}

static PLAIN int scan_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

/* May the next byte belong to the conversion? */
static PLAIN _Bool scan_room(const Scan *s, int used)
{
    return *s->text && (!s->width || used < s->width);
}

static PLAIN _Bool scan_number(Scan *s, int base)
{
    unsigned long long value = 0;
    int used = 0, digits = 0;
    _Bool negative = *s->text == '-';
    if (*s->text == '-' || *s->text == '+') {
        s->text++;
        used++;
    }
    if (base != 10 && base != 8 && (!s->width || used + 2 <= s->width) && s->text[0] == '0' &&
        (s->text[1] == 'x' ||
         s->text[1] == 'X')) { /* a 0, as in glibc, if nothing comes behind it */
        s->text += 2;
        used += 2;
        digits++;
        base = 16;
    }
    if (base == 0)
        base = *s->text == '0' ? 8 : 10;
    for (; scan_room(s, used) && scan_digit(*s->text) < base; s->text++, used++, digits++)
        value = value * (unsigned)base + (unsigned)scan_digit(*s->text);
    if (digits)
        scan_store(s, (long long)(negative ? 0 - value : value));
    return digits > 0;
}

/* ---- characters ---- */

static PLAIN _Bool scan_characters(Scan *s)
{
    char *to = s->skipped ? NULL : va_arg(s->arguments, char *);
    int count = s->width ? s->width : 1;
    for (int k = 0; k < count; k++, s->text++) {
        if (!*s->text)
            return 0;
        if (to)
            to[k] = *s->text;
    }
    if (to)
        pieces_add(&s->written, to, (size_t)count);
    return 1;
}

/* The end of a set [...] in a format; it begins behind the bracket. */
static PLAIN const char *scan_set_end(const char *set)
{
    set += *set == '^';
    set += *set == ']';
    while (*set && *set != ']')
        set++;
    if (!*set)
        __heddle_fail("misuse", "the format has a [ without ]");
    return set;
}

/* As in glibc: a - between two bytes stands for those from the one to the other, if they are in that
 * order; the last one of a range may be the first one of the next. */
static PLAIN _Bool scan_in_set(const char *set, const char *end, char c)
{
    _Bool inverted = *set == '^', in = 0;
    const unsigned char *first = (const unsigned char *)set + inverted;
    const unsigned char *at = first, *last = (const unsigned char *)end;
    unsigned char byte = (unsigned char)c;
    for (; at < last; at++) {
        if (*at == '-' && at > first && at + 1 < last && at[-1] <= at[1])
            in = in || (byte >= at[-1] && byte <= at[1]);
        else
            in = in || byte == *at;
    }
    return in != inverted;
}

/* A word, or the bytes in a set. */
static PLAIN _Bool scan_string(Scan *s, const char *set, const char *end)
{
    char *to = s->skipped ? NULL : va_arg(s->arguments, char *);
    int used = 0;
    for (; scan_room(s, used); s->text++, used++) {
        if (set ? !scan_in_set(set, end, *s->text) : scan_is_space(*s->text))
            break;
        if (to)
            to[used] = *s->text;
    }
    if (to && used) {
        to[used] = 0;
        pieces_add(&s->written, to, (size_t)used + 1);
    }
    return used > 0;
}

/* ---- the standard input ---- */

static PLAIN _Bool scan_anything(Scan *s, char letter)
{
    if (stream_has_ended(stdin) || !__heddle_choose(0, 1))
        return 0;
    if (letter == 'c' && !s->width)
        s->size = -2;
    else if (letter == 'c' || letter == 's' || letter == '[')
        __heddle_fail("unsupported",
                      "reading a string from the standard input (%s and %[ of scanf); make the "
                      "text with heddle_choose");
    if (s->size == -2)
        scan_store(s, __heddle_choose(-128, 127));
    else
        scan_store(s, s->size > 0 ? __VERIFIER_nondet_longlong() : __VERIFIER_nondet_int());
    return 1;
}

/* ---- all of it ---- */

static PLAIN int scan_base(char letter)
{
    switch (letter) {
    case 'd':
    case 'u':
        return 10;
    case 'i':
        return 0;
    case 'x':
    case 'X':
        return 16;
    case 'o':
        return 8;
    }
    return -1;
}

/* One conversion; false: it failed.  The format is behind its %. */
static PLAIN _Bool scan_convert(Scan *s)
{
    scan_parse(s);
    char letter = *s->format;
    const char *set = s->format + 1, *end = letter == '[' ? scan_set_end(set) : s->format;
    int base = scan_base(letter);
    if (base < 0 && letter != 'c' && letter != 's' && letter != '[')
        __heddle_fail("unsupported", "a conversion of scanf that heddle does not know");
    s->format = end + 1;
    if (!s->text)
        return scan_anything(s, letter);
    if (letter != 'c' && letter != '[')
        scan_skip_space(s);
    s->ended = !*s->text;
    if (letter == 'c')
        return scan_characters(s);
    return base >= 0 ? scan_number(s, base) : scan_string(s, letter == '[' ? set : NULL, end);
}

/* One byte of the format that is no conversion; false: it is not there. */
static PLAIN _Bool scan_literal(Scan *s)
{
    char c = *s->format++;
    if (scan_is_space(c))
        scan_skip_space(s);
    else if (s->text) {
        char next = *s->text;
        s->ended = !next;
        if (next != c)
            return 0;
        s->text++;
    }
    return 1;
}

/* What is returned where the text does not fit, or has ended before the first conversion. */
static PLAIN int scan_stop(const Scan *s)
{
    _Bool ended = s->text ? s->ended
                          : s->done == 0 && (stream_has_ended(stdin) || __heddle_choose(0, 1) != 0);
    if (!s->text && ended)
        stream_ends(stdin);
    return s->done == 0 && ended ? SCAN_EOF : s->done;
}

static PLAIN int scan_run(Scan *s)
{
    while (*s->format) {
        if (s->format[0] == '%' && s->format[1] == 'n') {
            s->format += 2;
            *va_arg(s->arguments, int *) = s->text ? (int)(s->text - s->start) : 0;
        } else if (s->format[0] == '%' && s->format[1] != '%') {
            s->format++;
            if (!scan_convert(s))
                return scan_stop(s);
            s->done += !s->skipped;
        } else {
            if (*s->format == '%') { /* twice: a byte, behind any space */
                s->format++;
                scan_skip_space(s);
            }
            if (!scan_literal(s))
                return scan_stop(s);
        }
    }
    return s->done;
}

static PLAIN int scan_text(const char *text, const char *format, va_list arguments)
{
    Scan s = {.start = text, .text = text, .format = format};
    va_copy(s.arguments, arguments);
    int result = scan_run(&s);
    va_end(s.arguments);
    pieces_check(&s.written, text, (size_t)(s.text - text));
    return result;
}

static PLAIN int scan_input(const char *format, va_list arguments)
{
    Scan s = {.format = format};
    va_copy(s.arguments, arguments);
    int result = scan_run(&s);
    va_end(s.arguments);
    return result;
}

/* The C library has each under a name for every standard that changed it. */
#define SCANS_TEXT(name)                                                                           \
    PLAIN int name(const char *restrict text, const char *restrict format, ...)                    \
    {                                                                                              \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        int result = scan_text(text, format, arguments);                                           \
        va_end(arguments);                                                                         \
        return result;                                                                             \
    }

#define SCANS_INPUT(name)                                                                          \
    PLAIN int name(const char *restrict format, ...)                                               \
    {                                                                                              \
        va_list arguments;                                                                         \
        __heddle_atomic_begin();                                                                   \
        va_start(arguments, format);                                                               \
        int result = scan_input(format, arguments);                                                \
        va_end(arguments);                                                                         \
        __heddle_atomic_end();                                                                     \
        return result;                                                                             \
    }

SCANS_TEXT(sscanf)
SCANS_TEXT(__isoc99_sscanf)
SCANS_TEXT(__isoc23_sscanf)
SCANS_INPUT(scanf)
SCANS_INPUT(__isoc99_scanf)
SCANS_INPUT(__isoc23_scanf)
