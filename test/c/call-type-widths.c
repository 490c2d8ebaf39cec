//: expect bug call-type
//: options --all-errors
//: errors 9
// Numbers of each width are types of their own in calls, as parameters and as results.
#include <heddle.h>

static void of_char(char x)
{
    (void)x;
}

static void of_short(short x)
{
    (void)x;
}

static void of_int(int x)
{
    (void)x;
}

static void of_long(long x)
{
    (void)x;
}

static void of_float(float x)
{
    (void)x;
}

static void of_double(double x)
{
    (void)x;
}

static short to_short(void)
{
    return 1;
}

static void *volatile function;
#define CALL(f, type, value) (function = (void *)(f), ((void (*)(type))function)(value))
#define GET(f, type)         (function = (void *)(f), (int)((type(*)(void))function)())

int main(void)
{
    switch (heddle_choose(0, 9)) {
    case 0:
        CALL(of_char, short, 1);
        break;
    case 1:
        CALL(of_short, int, 1);
        break;
    case 2:
        CALL(of_int, short, 1);
        break;
    case 3:
        CALL(of_int, long, 1);
        break;
    case 4:
        CALL(of_long, int, 1);
        break;
    case 5:
        CALL(of_float, double, 1);
        break;
    case 6:
        CALL(of_double, float, 1);
        break;
    case 7:
        return GET(to_short, int);
    case 8:
        return GET(to_short, char);
    case 9: /* these are right */
        CALL(of_char, signed char, 1);
        CALL(of_short, unsigned short, 1);
        CALL(of_int, unsigned, 1);
        CALL(of_long, long long, 1);
        return GET(to_short, short);
    }
    return 0;
}
