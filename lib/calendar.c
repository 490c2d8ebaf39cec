/* calendar.c -- dates: <time.h> but for clocks and pauses, which are in time.c.
 *
 * The time zone is UTC, and there is no locale but C.  What gmtime and its relatives give back lies in one
 * object for all threads, so that two of them race for it, as C says. */
#include "intrinsics.h"

enum { DAY = 86400, YEAR_0 = 1900, ERA_YEARS = 400, ERA_DAYS = 146097, EPOCH_DAYS = 719468 };

typedef struct { /* struct tm */
    int sec, min, hour, mday, mon, year, wday, yday, isdst;
    long offset;
    const char *zone;
} Calendar;

static Calendar calendar_result;
static char calendar_text[26];

static const char calendar_days[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                          "Thursday", "Friday", "Saturday"};
static const char calendar_months[12][10] = {"January",   "February", "March",    "April",
                                             "May",       "June",     "July",     "August",
                                             "September", "October",  "November", "December"};

static void calendar_zone_is_unknown(void)
{
    __heddle_doubt("the time zone was taken to be UTC (localtime, mktime, ctime); use gmtime, or "
                   "give a function of your own");
}

static long long floor_quotient(long long n, long long by)
{
    return n / by - (n % by < 0);
}

/* ---- days and dates: years begin with March here, so that the leap day is the last one ---- */

static long long days_of(long long year, int month, int day) /* month: 0 to 11 */
{
    year -= month < 2;
    long long era = floor_quotient(year, ERA_YEARS), of_era = year - era * ERA_YEARS;
    long long of_year = (153 * (month + (month < 2 ? 10 : -2)) + 2) / 5 + day - 1;
    return era * ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 + of_year - EPOCH_DAYS;
}

static _Bool year_leaps(long long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % ERA_YEARS == 0);
}

/* False: the year is no int. */
static _Bool calendar_make(Calendar *c, long long time, const char *zone)
{
    long long days = floor_quotient(time, DAY), rest = time - days * DAY, from = days + EPOCH_DAYS;
    long long era = floor_quotient(from, ERA_DAYS), of_era = from - era * ERA_DAYS;
    long long years = (of_era - of_era / 1460 + of_era / 36524 - of_era / (ERA_DAYS - 1)) / 365;
    int of_year = (int)(of_era - (365 * years + years / 4 - years / 100));
    int month = (5 * of_year + 2) / 153;
    int day = of_year - (153 * month + 2) / 5 + 1;
    long long year = years + era * ERA_YEARS;
    month += month < 10 ? 2 : -10;
    year += month < 2;
    if ((int)(year - YEAR_0) != year - YEAR_0)
        return 0;
    *c = (Calendar){.sec = (int)(rest % 60),
                    .min = (int)(rest / 60 % 60),
                    .hour = (int)(rest / 3600),
                    .mday = day,
                    .mon = month,
                    .year = (int)(year - YEAR_0),
                    .wday = (int)(days + 4 - floor_quotient(days + 4, 7) * 7),
                    .yday = (int)(days - days_of(year, 0, 1)),
                    .zone = zone};
    return 1;
}

/* ---- a time as a date ---- */

/* Member by member: a struct has bytes between them, which nobody has written. */
static PLAIN void calendar_put(Calendar *to, const Calendar *c)
{
    to->sec = c->sec;
    to->min = c->min;
    to->hour = c->hour;
    to->mday = c->mday;
    to->mon = c->mon;
    to->year = c->year;
    to->wday = c->wday;
    to->yday = c->yday;
    to->isdst = c->isdst;
    to->offset = c->offset;
    to->zone = c->zone;
}

static PLAIN Calendar *calendar_give(const long *time, Calendar *to, const char *zone)
{
    Calendar c;
    if (!calendar_make(&c, *time, zone)) {
        errno_set(EOVERFLOW);
        return NULL;
    }
    calendar_put(to, &c);
    return to;
}

PLAIN Calendar *gmtime_r(const long *time, Calendar *to)
{
    return calendar_give(time, to, "GMT");
}

PLAIN Calendar *gmtime(const long *time)
{
    return calendar_give(time, &calendar_result, "GMT");
}

PLAIN Calendar *localtime_r(const long *time, Calendar *to)
{
    calendar_zone_is_unknown();
    return calendar_give(time, to, "UTC");
}

PLAIN Calendar *localtime(const long *time)
{
    calendar_zone_is_unknown();
    return calendar_give(time, &calendar_result, "UTC");
}

/* ---- a date as a time ---- */

/* Fields may be out of their ranges; they are put right. */
static PLAIN long calendar_time(Calendar *c, const char *zone)
{
    long long months = (long long)c->year * 12 + c->mon;
    long long year = floor_quotient(months, 12) + YEAR_0;
    int month = (int)(months - floor_quotient(months, 12) * 12);
    long long days = days_of(year, month, 1) + c->mday - 1;
    long long time = days * DAY + c->hour * 3600ll + c->min * 60ll + c->sec;
    Calendar made;
    if (time != (long)time || !calendar_make(&made, time, zone)) {
        errno_set(EOVERFLOW);
        return -1;
    }
    calendar_put(c, &made);
    return (long)time;
}

PLAIN long timegm(Calendar *c)
{
    return calendar_time(c, "GMT");
}

PLAIN long mktime(Calendar *c)
{
    calendar_zone_is_unknown();
    if (c->isdst > 0)
        __heddle_fail("unsupported", "mktime of a time of daylight saving; use timegm");
    return calendar_time(c, "UTC");
}

void tzset(void)
{
}

/* ---- a date as a text ---- */

typedef struct {
    char *to;
    size_t room, length;
} Text;

static PLAIN void text_put(Text *t, char c)
{
    if (t->length < t->room)
        t->to[t->length] = c;
    t->length++;
}

static PLAIN void text_add(Text *t, const char *s, int most)
{
    for (int k = 0; k < most && s[k]; k++)
        text_put(t, s[k]);
}

/* At least `width` characters, the sign among them. */
static PLAIN void text_number(Text *t, long long n, int width, char fill)
{
    char digits[20];
    int count = 0;
    unsigned long long rest = n < 0 ? -(unsigned long long)n : (unsigned long long)n;
    do
        digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (n < 0 && fill == '0')
        text_put(t, '-');
    for (int k = count + (n < 0); k < width; k++)
        text_put(t, fill);
    if (n < 0 && fill != '0')
        text_put(t, '-');
    while (count)
        text_put(t, digits[--count]);
}

static PLAIN void text_name(Text *t, const char (*names)[10], int count, int k, int most,
                            const char *none)
{
    text_add(t, k < 0 || k >= count ? none : names[k], most);
}

static PLAIN char *calendar_write(const Calendar *c, char *to)
{
    enum { ROOM = 26 };
    Text t = {to, ROOM, 0};
    text_name(&t, calendar_days, 7, c->wday, 3, "???");
    text_put(&t, ' ');
    text_name(&t, calendar_months, 12, c->mon, 3, "???");
    text_number(&t, c->mday, 3, ' ');
    text_put(&t, ' ');
    text_number(&t, c->hour, 2, '0');
    text_put(&t, ':');
    text_number(&t, c->min, 2, '0');
    text_put(&t, ':');
    text_number(&t, c->sec, 2, '0');
    text_put(&t, ' ');
    text_number(&t, (long long)YEAR_0 + c->year, 1, ' ');
    text_put(&t, '\n');
    text_put(&t, 0);
    if (t.length > ROOM)
        __heddle_fail("undefined", "asctime of a date whose text needs more than 26 bytes");
    return to;
}

PLAIN char *asctime_r(const Calendar *restrict c, char *restrict to)
{
    return calendar_write(c, to);
}

PLAIN char *asctime(const Calendar *c)
{
    return calendar_write(c, calendar_text);
}

PLAIN char *ctime_r(const long *time, char *to)
{
    Calendar c;
    calendar_zone_is_unknown();
    return calendar_give(time, &c, "UTC") ? calendar_write(&c, to) : NULL;
}

PLAIN char *ctime(const long *time)
{
    calendar_zone_is_unknown();
    return calendar_give(time, &calendar_result, "UTC")
               ? calendar_write(&calendar_result, calendar_text)
               : NULL;
}

/* ---- strftime ---- */

static PLAIN int calendar_weekday(const Calendar *c) /* from Monday on */
{
    return (c->wday + 6) % 7;
}

/* The ISO year and week: weeks begin with Monday, and belong to the year of their Thursday. */
static PLAIN int calendar_week(const Calendar *c, long long *year)
{
    int monday = calendar_weekday(c);
    int week = (c->yday - monday + 10) / 7;
    *year = (long long)YEAR_0 + c->year;
    if (week < 1) {
        --*year;
        int last = c->yday + 365 + year_leaps(*year);
        return (last - monday + 10) / 7;
    }
    int thursday = c->yday - monday + 3;
    if (thursday >= 365 + year_leaps(*year)) {
        ++*year;
        return 1;
    }
    return week;
}

/* What one conversion says by others. */
static const char *text_expansion(char what)
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
    }
    return NULL;
}

static PLAIN _Bool text_word(Text *t, const Calendar *c, char what)
{
    switch (what) {
    case 'a':
        return text_name(t, calendar_days, 7, c->wday, 3, "?"), 1;
    case 'A':
        return text_name(t, calendar_days, 7, c->wday, 10, "?"), 1;
    case 'b':
    case 'h':
        return text_name(t, calendar_months, 12, c->mon, 3, "?"), 1;
    case 'B':
        return text_name(t, calendar_months, 12, c->mon, 10, "?"), 1;
    case 'p':
        return text_add(t, c->hour < 12 ? "AM" : "PM", 2), 1;
    case 'P':
        return text_add(t, c->hour < 12 ? "am" : "pm", 2), 1;
    case 'z':
        return text_add(t, "+0000", 5), 1;
    case 'Z':
        return text_add(t, c->zone ? c->zone : "", 9), 1;
    case 'n':
        return text_put(t, '\n'), 1;
    case 't':
        return text_put(t, '\t'), 1;
    case '%':
        return text_put(t, '%'), 1;
    }
    return 0;
}

static int of_century(long long year, _Bool rest)
{
    if (year < (rest ? 0 : 1000)) /* libraries differ */
        __heddle_fail("unsupported", "strftime with the century of a year before 1000 (%C), or "
                                     "with one before 0 (%g, %y)");
    return (int)(rest ? year % 100 : year / 100);
}

/* The number that a conversion is about. */
static PLAIN long long calendar_number(const Calendar *c, char what)
{
    long long year = YEAR_0;
    int week;
    switch (what) {
    case 'C':
        return of_century(year + c->year, 0);
    case 'd':
    case 'e':
        return c->mday;
    case 'g':
    case 'G':
    case 'V':
        week = calendar_week(c, &year);
        return what == 'V' ? week : what == 'G' ? year : of_century(year, 1);
    case 'H':
    case 'k':
        return c->hour;
    case 'I':
    case 'l':
        return c->hour % 12 ? c->hour % 12 : 12;
    case 'j':
        return c->yday + 1;
    case 'm':
        return c->mon + 1;
    case 'M':
        return c->min;
    case 'S':
        return c->sec;
    case 'u':
        return calendar_weekday(c) + 1;
    case 'U':
        return (c->yday - c->wday + 7) / 7;
    case 'w':
        return c->wday;
    case 'W':
        return (c->yday - calendar_weekday(c) + 7) / 7;
    case 'y':
        return of_century(year + c->year, 1);
    case 'Y':
        return year + c->year;
    }
    __heddle_fail("unsupported", "a conversion of strftime that heddle does not know (such as %s, "
                                 "and those with flags, a width, E or O)");
}

static int text_width(char what)
{
    return what == 'j' ? 3 : what == 'G' || what == 'Y' || what == 'u' || what == 'w' ? 1 : 2;
}

static PLAIN void text_date(Text *t, const Calendar *c, const char *format)
{
    for (; *format; format++) {
        if (*format != '%') {
            text_put(t, *format);
            continue;
        }
        char what = *++format;
        const char *expansion = text_expansion(what);
        if (expansion)
            text_date(t, c, expansion);
        else if (!text_word(t, c, what))
            text_number(t, calendar_number(c, what), text_width(what),
                        what == 'e' || what == 'k' || what == 'l' ? ' ' : '0');
    }
}

PLAIN size_t strftime(char *restrict to, size_t room, const char *restrict format,
                      const Calendar *restrict c)
{
    Text t = {to, room, 0};
    text_date(&t, c, format);
    text_put(&t, 0);
    return t.length <= room ? t.length - 1 : 0;
}
