//: expect bug overlap
//: options --all-errors
//: errors 21
// The last byte of one place is the first one of the other. In `undefined-overlap-by-one-right.c` they are next
// to each other.
#define _GNU_SOURCE
#include <heddle.h>
#include <stdio.h>
#include <string.h>
#ifndef GAP
#define GAP 0
#endif

extern size_t strlcpy(char *to, const char *from, size_t size);
extern size_t strlcat(char *to, const char *from, size_t size);
static char text[32];

/* With its end it has five bytes. */
static char *word(int at)
{
    memcpy(text + at, "abcd", 5);
    return text + at;
}

/* What is written begins where ends what is read. */
static void upwards(int which)
{
    char *from = word(12);
    switch (which) {
    case 0:
        memcpy(from + 3 + GAP, from, 4);
        break;
    case 1:
        mempcpy(from + 3 + GAP, from, 4);
        break;
    case 2:
        memccpy(from + 2 + GAP, from, 'c', 4);
        break;
    case 3:
        strncpy(from + 4 + GAP, from, 5);
        break;
    case 4:
        stpncpy(from + 2 + GAP, from, 3);
        break;
    }
}

/* What is written ends where begins what is read. */
static void downwards(int which)
{
    char *from = word(12);
    switch (which) {
    case 5:
        memcpy(from - 3 - GAP, from, 4);
        break;
    case 6:
        mempcpy(from - 3 - GAP, from, 4);
        break;
    case 7:
        memccpy(from - 2 - GAP, from, 'c', 4);
        break;
    case 8:
        strcpy(from - 4 - GAP, from);
        break;
    case 9:
        stpcpy(from - 4 - GAP, from);
        break;
    case 10:
        strncpy(from - 4 - GAP, from, 5);
        break;
    case 11:
        strncpy(from - 6 - GAP, from, 7);
        break;
    case 12:
        stpncpy(from - 2 - GAP, from, 3);
        break;
    case 13:
        strcat(from - 4 - GAP, from);
        break;
    case 14:
        strncat(from - 4 - GAP, from, 4);
        break;
    case 15:
        strncat(from - 4 - GAP, from, 9);
        break;
    case 16:
        strncat(from - 3 - GAP, from, 3);
        break;
    case 17:
        strlcpy(from - 4 - GAP, from, 9);
        break;
    case 18:
        strlcpy(from - 2 - GAP, from, 3);
        break;
    case 19:
        strlcat(from - 4 - GAP, from, 9);
        break;
    case 20:
        sprintf(from - 4 - GAP, "%s", from);
        break;
    }
}

int main(void)
{
    int which = heddle_choose(0, 20);
    upwards(which);
    downwards(which);
    return 0;
}
