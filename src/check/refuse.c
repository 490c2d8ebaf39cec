#include "check/refuse.h"

#include <stdarg.h>
#include <stdio.h>

bool refuse(Why why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why.text, why.size, format, args);
    va_end(args);
    return false;
}
