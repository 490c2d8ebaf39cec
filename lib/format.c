/* format.c -- the formats of printf, checked and carried out.
 *
 * A conversion that does not exist is the error `misuse`.  An argument that is missing, or is not
 * of the kind that the format asks for, is found by the machine when it is read.  Floating-point
 * numbers and the addresses of pointers have no exact text here: it is good enough for the trace,
 * and not supported where the program could see it. */
#include "format.h"

typedef enum { SIZE_CHAR, SIZE_SHORT, SIZE_INT, SIZE_LONG, SIZE_LONG_LONG, SIZE_LONG_DOUBLE } Size;

typedef struct {
    _Bool left, plus, space, alternate, zero;
    int width, precision; /* precision -1: none */
    Size size;
    char letter;
} Conversion;

/* ---- output ---- */

static PLAIN void format_put(Output *o, char c)
{
    if (o->length + 1 < o->room)
        o->to[o->length] = c;
    o->length++;
}

static PLAIN void format_pad(Output *o, char c, int count)
{
    for (; count > 0; count--)
        format_put(o, c);
}

/* A sign or prefix, zeros, and the text, in a field of the given width. */
static PLAIN void format_field(Output *o, const Conversion *c, const char *prefix, int zeros,
                               const char *text, int length)
{
    int used = zeros + length;
    for (const char *p = prefix; *p; p++)
        used++;
    if (c->zero && !c->left && c->width > used) {
        zeros += c->width - used;
        used = c->width;
    }
    if (!c->left)
        format_pad(o, ' ', c->width - used);
    for (; *prefix; prefix++)
        format_put(o, *prefix);
    format_pad(o, '0', zeros);
    for (int k = 0; k < length; k++)
        format_put(o, text[k]);
    if (c->left)
        format_pad(o, ' ', c->width - used);
}

/* ---- the format ---- */

static PLAIN _Bool format_flag(Conversion *c, char letter)
{
    switch (letter) {
    case '-':
        c->left = 1;
        return 1;
    case '+':
        c->plus = 1;
        return 1;
    case ' ':
        c->space = 1;
        return 1;
    case '#':
        c->alternate = 1;
        return 1;
    case '0':
        c->zero = 1;
        return 1;
    }
    return letter == '\'';
}

static PLAIN const char *format_number(Output *o, const char *f, int *number)
{
    if (*f == '*') {
        *number = va_arg(o->arguments, int);
        return f + 1;
    }
    for (*number = 0; *f >= '0' && *f <= '9'; f++)
        *number = *number * 10 + (*f - '0');
    return f;
}

static PLAIN const char *format_size(Conversion *c, const char *f)
{
    c->size = SIZE_INT;
    switch (*f) {
    case 'h':
        c->size = f[1] == 'h' ? SIZE_CHAR : SIZE_SHORT;
        return f + 1 + (f[1] == 'h');
    case 'l':
        c->size = f[1] == 'l' ? SIZE_LONG_LONG : SIZE_LONG;
        return f + 1 + (f[1] == 'l');
    case 'z':
    case 't':
        c->size = SIZE_LONG; /* as wide as size_t and ptrdiff_t in both data models */
        return f + 1;
    case 'j':
    case 'q':
        c->size = SIZE_LONG_LONG;
        return f + 1;
    case 'L':
        c->size = SIZE_LONG_DOUBLE;
        return f + 1;
    }
    return f;
}

static PLAIN const char *format_parse(Output *o, const char *f, Conversion *c)
{
    *c = (Conversion){.precision = -1};
    while (format_flag(c, *f))
        f++;
    f = format_number(o, f, &c->width);
    if (c->width < 0) {
        c->left = 1;
        c->width = -c->width;
    }
    if (*f == '.')
        f = format_number(o, f + 1, &c->precision);
    f = format_size(c, f);
    c->letter = *f;
    if (!*f)
        __heddle_fail("misuse", "the format ends in the middle of a conversion");
    return f + 1;
}

/* ---- whole numbers ---- */

static PLAIN long long format_signed(Output *o, Size size)
{
    switch (size) {
    case SIZE_CHAR:
        return (signed char)va_arg(o->arguments, int);
    case SIZE_SHORT:
        return (short)va_arg(o->arguments, int);
    case SIZE_LONG:
        return va_arg(o->arguments, long);
    case SIZE_LONG_LONG:
    case SIZE_LONG_DOUBLE:
        return va_arg(o->arguments, long long);
    case SIZE_INT:
        break;
    }
    return va_arg(o->arguments, int);
}

static PLAIN unsigned long long format_unsigned(Output *o, Size size)
{
    switch (size) {
    case SIZE_CHAR:
        return (unsigned char)va_arg(o->arguments, unsigned);
    case SIZE_SHORT:
        return (unsigned short)va_arg(o->arguments, unsigned);
    case SIZE_LONG:
        return va_arg(o->arguments, unsigned long);
    case SIZE_LONG_LONG:
    case SIZE_LONG_DOUBLE:
        return va_arg(o->arguments, unsigned long long);
    case SIZE_INT:
        break;
    }
    return va_arg(o->arguments, unsigned);
}

enum { MOST_DIGITS = 24 };

static PLAIN void format_digits(Output *o, Conversion *c, const char *prefix,
                                unsigned long long value, unsigned base)
{
    char digits[MOST_DIGITS];
    int at = MOST_DIGITS;
    char letter = c->letter == 'X' ? 'A' : 'a';
    for (unsigned long long rest = value; rest; rest /= base) {
        unsigned digit = (unsigned)(rest % base);
        digits[--at] = (char)(digit < 10 ? '0' + digit : letter + digit - 10);
    }
    int length = MOST_DIGITS - at;
    int least = c->precision < 0 ? 1 : c->precision;
    if (c->alternate && base == 8 && least <= length)
        least = length + 1;
    if (c->precision >= 0)
        c->zero = 0;
    format_field(o, c, prefix, length < least ? least - length : 0, digits + at, length);
}

static PLAIN void format_integer(Output *o, Conversion *c)
{
    long long value = format_signed(o, c->size);
    const char *sign = value < 0 ? "-" : c->plus ? "+" : c->space ? " " : "";
    format_digits(o, c, sign,
                  value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value, 10);
}

static PLAIN void format_natural(Output *o, Conversion *c, unsigned base)
{
    unsigned long long value = format_unsigned(o, c->size);
    const char *prefix = base != 16 || !c->alternate || !value ? ""
                         : c->letter == 'X'                    ? "0X"
                                                               : "0x";
    format_digits(o, c, prefix, value, base);
}

/* ---- characters, strings, pointers, fractions ---- */

static PLAIN void format_character(Output *o, Conversion *c)
{
    char character = (char)va_arg(o->arguments, int);
    c->zero = 0;
    format_field(o, c, "", 0, &character, 1);
}

static PLAIN void format_string(Output *o, Conversion *c, const char *s)
{
    int length = 0;
    while ((c->precision < 0 || length < c->precision) && s[length])
        length++;
    c->zero = 0;
    if (!o->is_shown)
        pieces_add(&o->read, s, (size_t)length + (c->precision < 0 || length < c->precision));
    format_field(o, c, "", 0, s, length);
}

static PLAIN void format_inexact(const Output *o)
{
    if (!o->is_shown)
        __heddle_fail("unsupported",
                      "the text of a pointer or of a floating-point number (snprintf and "
                      "the like) is not computed; write whole numbers instead");
}

static PLAIN void format_pointer(Output *o, Conversion *c)
{
    void *pointer = va_arg(o->arguments, void *);
    if (pointer)
        format_inexact(o);
    c->precision = -1;
    format_string(o, c, pointer ? "(pointer)" : "(nil)");
}

static PLAIN void format_fraction(Output *o, Conversion *c)
{
    if (c->size == SIZE_LONG_DOUBLE)
        __heddle_fail("unsupported", "printing a long double; a double can be printed");
    double value = va_arg(o->arguments, double);
    format_inexact(o);
    c->precision = -1;
    if (!(value > -1e15 && value < 1e15)) {
        format_string(o, c, "(large number)");
        return;
    }
    _Bool negative = value < 0;
    unsigned long long thousandths = (unsigned long long)((negative ? -value : value) * 1e3 + 0.5);
    format_digits(o, c, negative ? "-" : "", thousandths / 1000, 10);
    format_put(o, '.');
    Conversion three = {.precision = 3};
    format_digits(o, &three, "", thousandths % 1000, 10);
}

static PLAIN void format_count(Output *o, Conversion *c)
{
    switch (c->size) {
    case SIZE_CHAR:
        *va_arg(o->arguments, signed char *) = (signed char)o->length;
        return;
    case SIZE_SHORT:
        *va_arg(o->arguments, short *) = (short)o->length;
        return;
    case SIZE_LONG:
        *va_arg(o->arguments, long *) = (long)o->length;
        return;
    case SIZE_LONG_LONG:
    case SIZE_LONG_DOUBLE:
        *va_arg(o->arguments, long long *) = (long long)o->length;
        return;
    case SIZE_INT:
        *va_arg(o->arguments, int *) = (int)o->length;
        return;
    }
}

/* ---- all of it ---- */

static PLAIN void format_convert(Output *o, Conversion *c)
{
    switch (c->letter) {
    case 'd':
    case 'i':
        format_integer(o, c);
        return;
    case 'u':
        format_natural(o, c, 10);
        return;
    case 'x':
    case 'X':
        format_natural(o, c, 16);
        return;
    case 'o':
        format_natural(o, c, 8);
        return;
    case 'c':
        format_character(o, c);
        return;
    case 's':
        if (c->size == SIZE_LONG)
            __heddle_fail("unsupported",
                          "printing a string of wide characters; those of char can be");
        format_string(o, c, va_arg(o->arguments, const char *));
        return;
    case 'p':
        format_pointer(o, c);
        return;
    case 'n':
        format_count(o, c);
        return;
    case '%':
        format_put(o, '%');
        return;
    }
    for (const char *letter = "fFeEgGaA"; *letter; letter++)
        if (c->letter == *letter) {
            format_fraction(o, c);
            return;
        }
    __heddle_fail("misuse", "the format has a conversion that does not exist");
}

PLAIN void __heddle_format(Output *o, const char *format)
{
    const char *begin = format;
    while (*format) {
        Conversion c;
        char letter = *format++;
        if (letter == '%') {
            format = format_parse(o, format, &c);
            format_convert(o, &c);
        } else {
            format_put(o, letter);
        }
    }
    if (!o->room)
        return;
    size_t last = o->length < o->room ? o->length : o->room - 1;
    o->to[last] = 0;
    if (!o->is_shown) {
        pieces_add(&o->read, begin, (size_t)(format - begin) + 1);
        pieces_check(&o->read, o->to, last + 1);
    }
}
