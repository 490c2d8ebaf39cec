/* calendar.c -- the parts of a time, and texts of them.  Times are those of UTC; functions that ask for the
 * time zone of the user take it to be that, with a doubt.
 *
 * gmtime and its like write a variable of their own, which the user reads: threads that call them
 * race. */
#include "intrinsics.h"

typedef struct Calendar {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
} Calendar;

enum { DAY = 86400, YEAR_0 = 1900, THURSDAY = 4 };

static Calendar calendar_kept;
static char calendar_text[32];

/* Days before the first of that month, counted from 1970-01-01.  Years begin in March here, so that the day of a
 * leap year is the last one. */
static long long calendar_days(long long year, int month)
{
    year += month < 2 ? -1 : 0;
    long long era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
    long long of_year = (153 * ((month + 10) % 12) + 2) / 5;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static _Bool calendar_leaps(long long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static Calendar *calendar_overflow(void)
{
    errno_set(EOVERFLOW);
    return NULL;
}

static PLAIN Calendar *calendar_fill(long long time, Calendar *to, const char *zone)
{
    static const unsigned char lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    long long days = time / DAY, rest = time % DAY;
    if (rest < 0) {
        days--;
        rest += DAY;
    }
    if (days / 366 > 0x7fffffff || days / 365 < -0x7fffffff)
        return calendar_overflow();
    long long year = days < 0 ? 1970 + days / 365 - 1 : 1970 + days / 366; /* or a later one */
    while (calendar_days(year + 1, 0) <= days)
        year += (days - calendar_days(year + 1, 0)) / 366 + 1;
    if (year - YEAR_0 > 0x7fffffff || year - YEAR_0 < -0x7fffffff - 1)
        return calendar_overflow();
    int left = (int)(days - calendar_days(year, 0)), month = 0;
    to->yearday = left;
    while (left >= lengths[month] + (month == 1 && calendar_leaps(year))) {
        left -= lengths[month] + (month == 1 && calendar_leaps(year));
        month++;
    }
    to->second = (int)(rest % 60);
    to->minute = (int)(rest / 60 % 60);
    to->hour = (int)(rest / 3600);
    to->day = left + 1;
    to->month = month;
    to->year = (int)(year - YEAR_0);
    to->weekday = (int)(((days + THURSDAY) % 7 + 7) % 7);
    to->summer = 0;
    to->offset = 0;
    to->zone = zone;
    return to;
}

PLAIN Calendar *gmtime_r(const long *restrict time, Calendar *restrict to)
{
    return calendar_fill(*time, to, "GMT");
}

PLAIN Calendar *gmtime(const long *time)
{
    return calendar_fill(*time, &calendar_kept, "GMT");
}

static void calendar_zone(void)
{
    __heddle_doubt("the time zone was taken to be UTC (localtime, mktime); call gmtime, or give a "
                   "function of your own");
}

PLAIN Calendar *localtime_r(const long *restrict time, Calendar *restrict to)
{
    calendar_zone();
    return calendar_fill(*time, to, "UTC");
}

PLAIN Calendar *localtime(const long *time)
{
    calendar_zone();
    return calendar_fill(*time, &calendar_kept, "UTC");
}

/* Its numbers may be out of their ranges: they are brought there. */
static PLAIN long calendar_time(Calendar *c, const char *zone)
{
    long long month = c->month, year = (long long)c->year + YEAR_0 + month / 12;
    month %= 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    long long days = calendar_days(year, (int)month) + c->day - 1;
    long long time =
        ((days * 24 + c->hour) * 60 + c->minute) * 60 + c->second; /* of ints: no overflow */
    if (time != (long)time || !calendar_fill(time, c, zone))
        return error_is(EOVERFLOW);
    return (long)time;
}

PLAIN long timegm(Calendar *c)
{
    return calendar_time(c, "GMT");
}

PLAIN long mktime(Calendar *c)
{
    calendar_zone();
    if (c->summer > 0)
        __heddle_fail("unsupported", "mktime of a time of daylight saving; use timegm");
    return calendar_time(c, "UTC");
}

/* ---- texts ---- */

typedef struct CalendarText {
    char *to;
    size_t room, len;
} CalendarText;

static PLAIN void calendar_put(CalendarText *t, const char *text)
{
    for (; *text; text++, t->len++)
        if (t->len < t->room)
            t->to[t->len] = *text;
}

static PLAIN void calendar_number(CalendarText *t, long long number, int width, char fill)
{
    char digits[24];
    int at = sizeof digits - 1;
    unsigned long long rest = number < 0 ? -(unsigned long long)number : (unsigned long long)number;
    digits[at] = 0;
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    while ((int)sizeof digits - 1 - at < width - (number < 0))
        digits[--at] = fill;
    if (number < 0)
        digits[--at] = '-';
    calendar_put(t, digits + at);
}

static const char *calendar_name(const char *const *names, int which, int count)
{
    return which >= 0 && which < count ? names[which] : "?";
}

static const char *const calendar_days_named[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                  "Thursday", "Friday", "Saturday"};
static const char *const calendar_months_named[] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

/* The first three letters. */
static PLAIN void calendar_short(CalendarText *t, const char *name)
{
    char three[4] = {name[0], 0, 0, 0};
    if (name[1]) {
        three[1] = name[1];
        three[2] = name[2];
    }
    calendar_put(t, three);
}

static const char *calendar_composed(char what)
{
    switch (what) {
    case 'c':
        return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x':
        return "%m/%d/%y";
    case 'F':
        return "%Y-%m-%d";
    case 'r':
        return "%I:%M:%S %p";
    case 'R':
        return "%H:%M";
    case 'T':
    case 'X':
        return "%H:%M:%S";
    default:
        return NULL;
    }
}

static PLAIN _Bool calendar_word(CalendarText *t, char what, const Calendar *c)
{
    if (what == 'a')
        calendar_short(t, calendar_name(calendar_days_named, c->weekday, 7));
    else if (what == 'A')
        calendar_put(t, calendar_name(calendar_days_named, c->weekday, 7));
    else if (what == 'b' || what == 'h')
        calendar_short(t, calendar_name(calendar_months_named, c->month, 12));
    else if (what == 'B')
        calendar_put(t, calendar_name(calendar_months_named, c->month, 12));
    else if (what == 'p')
        calendar_put(t, c->hour > 11 ? "PM" : "AM");
    else if (what == 'P')
        calendar_put(t, c->hour > 11 ? "pm" : "am");
    else if (what == 'Z')
        calendar_put(t, c->zone ? c->zone : "");
    else if (what == 'n' || what == 't' || what == '%')
        calendar_put(t, what == 'n' ? "\n" : what == 't' ? "\t" : "%");
    else
        return 0;
    return 1;
}

static int calendar_hour(int hour)
{
    hour = hour > 12 ? hour - 12 : hour;
    return hour ? hour : 12;
}

static PLAIN _Bool calendar_figure(CalendarText *t, char what, const Calendar *c)
{
    int year = (int)(((long long)c->year + YEAR_0) % 100);
    if (what == 'd' || what == 'e')
        calendar_number(t, c->day, 2, what == 'd' ? '0' : ' ');
    else if (what == 'H' || what == 'k')
        calendar_number(t, c->hour, 2, what == 'H' ? '0' : ' ');
    else if (what == 'I' || what == 'l')
        calendar_number(t, calendar_hour(c->hour), 2, what == 'I' ? '0' : ' ');
    else if (what == 'j')
        calendar_number(t, c->yearday + 1LL, 3, '0');
    else if (what == 'm')
        calendar_number(t, c->month + 1LL, 2, '0');
    else if (what == 'M')
        calendar_number(t, c->minute, 2, '0');
    else if (what == 'S')
        calendar_number(t, c->second, 2, '0');
    else if (what == 'u')
        calendar_number(t, c->weekday ? c->weekday : 7, 1, '0');
    else if (what == 'w')
        calendar_number(t, c->weekday, 1, '0');
    else if (what == 'y')
        calendar_number(t, year < 0 ? year + 100 : year, 2, '0');
    else if (what == 'Y')
        calendar_number(t, (long long)c->year + YEAR_0, 1, '0');
    else
        return 0;
    return 1;
}

static PLAIN void calendar_format(CalendarText *t, const char *format, const Calendar *c)
{
    for (; *format; format++) {
        char one[2] = {*format, 0};
        if (*format != '%') {
            calendar_put(t, one);
            continue;
        }
        char what = *++format;
        if (calendar_composed(what)) /* of what is not composed: once only */
            calendar_format(t, calendar_composed(what), c);
        else if (!calendar_word(t, what, c) && !calendar_figure(t, what, c))
            __heddle_fail("unsupported",
                          "a conversion of strftime other than those of single letters that tell "
                          "the day, the time, their names and the zone");
    }
}

PLAIN size_t strftime(char *restrict to, size_t room, const char *restrict format,
                      const Calendar *restrict c)
{
    CalendarText t = {to, room, 0};
    calendar_format(&t, format, c);
    if (t.len >= room)
        return 0;
    to[t.len] = 0;
    return t.len;
}

PLAIN char *asctime_r(const Calendar *restrict c, char *restrict to)
{
    CalendarText t = {to, 26, 0};
    calendar_format(&t, "%c\n", c);
    if (t.len >= 26) { /* a year of five figures */
        errno_set(EOVERFLOW);
        return NULL;
    }
    to[t.len] = 0;
    return to;
}

PLAIN char *asctime(const Calendar *c)
{
    return asctime_r(c, calendar_text);
}

PLAIN char *ctime_r(const long *restrict time, char *restrict to)
{
    Calendar c;
    calendar_zone();
    return calendar_fill(*time, &c, "UTC") ? asctime_r(&c, to) : NULL;
}

PLAIN char *ctime(const long *time)
{
    return ctime_r(time, calendar_text);
}
