/* format.c -- the formats of printf, checked and carried out.
 *
 * A conversion that does not exist is the error `misuse`.  An argument that is missing, or is not
 * of the kind that the format asks for, is found by the machine when it is read.  The
 * addresses of pointers and the digits of %a have no exact text here: it is good enough for the trace,
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
                      "the text of a pointer, of errno, or of a number with %a or more than 100 "
                      "digits (snprintf and the like) is not computed; write numbers otherwise");
}

static PLAIN void format_pointer(Output *o, Conversion *c)
{
    void *pointer = va_arg(o->arguments, void *);
    if (pointer)
        format_inexact(o);
    c->precision = -1;
    format_string(o, c, pointer ? "(pointer)" : "(nil)");
}

/* ---- fractions: the exact decimal digits of a double, then rounded ---- */

enum { MOST_LIMBS = 86, MOST_DECIMALS = 9 * MOST_LIMBS, LIMB = 1000000000 };

typedef struct {
    int length;                     /* digits */
    int point;                      /* so many of them stand before the point; may be negative */
    char digits[MOST_DECIMALS + 1]; /* as numbers; the first one is not 0, but for zero itself */
} Decimal;

/* A number in groups of nine digits, the last ones first, times something small. */
static PLAIN int decimal_times(unsigned *limbs, int count, unsigned by)
{
    unsigned long long carry = 0;
    for (int k = 0; k < count; k++) {
        carry += (unsigned long long)limbs[k] * by;
        limbs[k] = (unsigned)(carry % LIMB);
        carry /= LIMB;
    }
    if (carry)
        limbs[count++] = (unsigned)carry;
    return count;
}

/* Of number * 2^power: where the power is negative, number * 5^-power / 10^-power. */
static PLAIN void decimal_make(Decimal *d, unsigned long long number, int power)
{
    unsigned limbs[MOST_LIMBS];
    int count = 0, decimals = power < 0 ? -power : 0;
    for (; number; number /= LIMB)
        limbs[count++] = (unsigned)(number % LIMB);
    for (; power > 0; power -= power < 28 ? power : 28)
        count = decimal_times(limbs, count, 1u << (power < 28 ? power : 28));
    for (; power <= -12; power += 12)
        count = decimal_times(limbs, count, 244140625 /* 5^12 */);
    for (; power < 0; power++)
        count = decimal_times(limbs, count, 5);
    d->length = 0;
    for (int k = count; k-- > 0;)
        for (unsigned ten = LIMB / 10; ten; ten /= 10)
            if (d->length || limbs[k] / ten)
                d->digits[d->length++] = (char)(limbs[k] / ten % 10);
    d->point = d->length - decimals;
    if (!d->length) {
        d->digits[d->length++] = 0;
        d->point = 1;
    }
}

/* Keeps so many digits, which may be none; half of the last one goes to the even neighbour. */
static PLAIN void decimal_round(Decimal *d, int keep)
{
    if (keep >= d->length)
        return;
    if (keep < 0) {
        d->length = 0;
        return;
    }
    _Bool more = 0, odd = keep && d->digits[keep - 1] % 2;
    for (int k = keep + 1; k < d->length && !more; k++)
        more = d->digits[k] != 0;
    _Bool up = d->digits[keep] > 5 || (d->digits[keep] == 5 && (more || odd));
    d->length = keep;
    for (int k = keep - 1; up && k >= 0; k--) {
        up = d->digits[k] == 9;
        d->digits[k] = (char)(up ? 0 : d->digits[k] + 1);
    }
    if (!up)
        return;
    d->digits[0] = 1; /* all others are 0: there is one more before the point */
    d->point++;
    if (!d->length)
        d->length = 1;
}

static PLAIN char decimal_digit(const Decimal *d, int k)
{
    return (char)('0' + (k >= 0 && k < d->length ? d->digits[k] : 0));
}

enum { MOST_FRACTION = 1200 };

/* The number as text; so many digits behind the point. */
static PLAIN int decimal_plain(const Decimal *d, int behind, _Bool pointed, char *to)
{
    int length = 0;
    for (int k = d->point > 0 ? 0 : d->point - 1; k < d->point; k++)
        to[length++] = decimal_digit(d, k);
    if (behind || pointed)
        to[length++] = '.';
    for (int k = 0; k < behind; k++)
        to[length++] = decimal_digit(d, d->point + k);
    return length;
}

static PLAIN int decimal_power(const Decimal *d, int behind, const Conversion *c, char *to)
{
    int length = 0, power = d->digits[0] ? d->point - 1 : 0;
    to[length++] = decimal_digit(d, 0);
    if (behind || c->alternate)
        to[length++] = '.';
    for (int k = 1; k <= behind; k++)
        to[length++] = decimal_digit(d, k);
    to[length++] = c->letter == 'E' || c->letter == 'G' ? 'E' : 'e';
    to[length++] = power < 0 ? '-' : '+';
    power = power < 0 ? -power : power;
    if (power >= 100)
        to[length++] = (char)('0' + power / 100);
    to[length++] = (char)('0' + power / 10 % 10);
    to[length++] = (char)('0' + power % 10);
    return length;
}

/* %g: so many digits, without zeros at the end. */
static PLAIN int decimal_general(Decimal *d, int digits, const Conversion *c, char *to)
{
    decimal_round(d, digits);
    int shown = c->alternate ? digits : d->length;
    while (!c->alternate && shown > 1 && !d->digits[shown - 1])
        shown--;
    if (d->point < -3 || d->point > digits)
        return decimal_power(d, shown - 1, c, to);
    return decimal_plain(d, shown > d->point ? shown - d->point : 0, c->alternate, to);
}

static PLAIN int decimal_text(double value, const Conversion *c, char *to)
{
    union {
        double value;
        unsigned long long bits;
    } u = {value};
    Decimal d;
    int power = (int)(u.bits >> 52 & 2047), digits = c->precision < 0 ? 6 : c->precision;
    unsigned long long number = u.bits & ((1ull << 52) - 1);
    decimal_make(&d, power ? number | 1ull << 52 : number, (power ? power : 1) - 1075);
    if (c->letter == 'f' || c->letter == 'F') {
        decimal_round(&d, d.point + digits);
        return decimal_plain(&d, digits, c->alternate, to);
    }
    if (c->letter == 'g' || c->letter == 'G')
        return decimal_general(&d, digits ? digits : 1, c, to);
    decimal_round(&d, digits + 1);
    return decimal_power(&d, digits, c, to);
}

static PLAIN void format_fraction(Output *o, Conversion *c)
{
    char text[MOST_FRACTION];
    if (c->size == SIZE_LONG_DOUBLE)
        __heddle_fail("unsupported", "printing a long double; a double can be printed");
    double value = va_arg(o->arguments, double);
    _Bool negative = __builtin_signbit(value), large = c->letter < 'a';
    const char *sign = negative ? "-" : c->plus ? "+" : c->space ? " " : "";
    if (value != value || value - value != 0) {
        c->zero = 0;
        format_field(o, c, sign, 0,
                     value != value ? large ? "NAN" : "nan"
                     : large        ? "INF"
                                    : "inf",
                     3);
        return;
    }
    if (c->letter == 'a' || c->letter == 'A' || c->precision > 100) {
        format_inexact(o);
        c->letter = 'g';
        c->precision = -1;
    }
    int length = decimal_text(value, c, text);
    format_field(o, c, sign, 0, text, length);
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
    case 'm': /* the text of errno: glibc's */
        format_inexact(o);
        format_string(o, c, "(errno)");
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
    if (c->letter == '$')
        __heddle_fail("unsupported",
                      "a conversion that names its argument by a number (%1$d): give "
                      "the arguments in the order of the conversions");
    if (c->letter == 'C' || c->letter == 'S')
        __heddle_fail("unsupported", "printing wide characters by %C or %S; those of char can be");
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
