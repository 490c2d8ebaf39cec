//: expect safe
// ISO C has said so far that null must not be passed even with a size of 0; all compilers take it, and C2y does.
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#pragma clang diagnostic ignored "-Wnonnull"

static volatile int least = INT_MIN + 1, minus = -1;
static volatile long long_least = LONG_MIN + 1;
static volatile signed char umlaut = (signed char)0xe4;
static char *volatile none;

int main(void)
{
    char text[4] = "abc";
    assert(abs(least) == INT_MAX && __builtin_abs(least) == INT_MAX &&
           labs(long_least) == LONG_MAX);
    assert(div(least, minus).quot == INT_MAX && ldiv(long_least, minus).rem == 0);
    assert(!isalpha((unsigned char)umlaut) && !isdigit(EOF) && !isspace(255));
    assert(toupper((unsigned char)umlaut) == 0xe4 && tolower(EOF) == EOF && tolower('A') == 'a');
    memcpy(text, none, 0);
    memmove(none, text, 0);
    memset(none, 0, 0);
    assert(memcmp(none, text, 0) == 0 && strncmp(text, "abd", 2) == 0);
    return 0;
}
//: also --engine=summarize
