/* environ.c -- the environment: what the program has put there is known, the rest is taken to be empty.
 *
 * Nothing guards it, as POSIX has it: who changes it races with all others that use it.  Values that
 * were replaced stay where they are, as in glibc. */
#include "intrinsics.h"

typedef struct Setting {
    struct Setting *next;
    char *text;   /* NAME=value */
    size_t named; /* the length of the name */
    _Bool is_set;
} Setting;

static Setting *environ_settings;
static _Bool environ_known; /* clearenv has emptied it */

#define CHANGES                                                                                    \
    (__heddle_uses("setenv") || __heddle_uses("unsetenv") || __heddle_uses("putenv") ||            \
     __heddle_uses("clearenv"))

/* The length of a name; 0: it is none. */
static PLAIN size_t environ_name(const char *text, _Bool alone)
{
    size_t length = 0;
    if (!text)
        return 0;
    while (text[length] && text[length] != '=')
        length++;
    return alone && text[length] ? 0 : length;
}

static PLAIN Setting *environ_find(const char *name, size_t length)
{
    Setting *s = environ_settings;
    for (; s; s = s->next) {
        size_t k = 0;
        while (k < length && k < s->named && s->text[k] == name[k])
            k++;
        if (k == length && k == s->named)
            break;
    }
    return s;
}

static PLAIN Setting *environ_add(char *text, size_t named)
{
    Setting *s = environ_find(text, named);
    if (!s) {
        s = __heddle_alloc(sizeof *s);
        s->next = environ_settings;
        environ_settings = s;
    }
    s->text = text;
    s->named = named;
    s->is_set = 1;
    return s;
}

static void environ_is_unknown(void)
{
    __heddle_doubt(
        "the environment was taken to be empty (getenv); give a getenv of your own for others");
}

static PLAIN char *environ_value(const char *name)
{
    Setting *s = environ_find(name, environ_name(name, 1));
    if (s)
        return s->is_set ? s->text + s->named + 1 : NULL;
    if (!environ_known)
        environ_is_unknown();
    return NULL;
}

PLAIN char *getenv(const char *name)
{
    if (CHANGES)
        return environ_value(name);
    environ_is_unknown();
    return NULL;
}

PLAIN char *secure_getenv(const char *name)
{
    if (CHANGES)
        return environ_value(name);
    environ_is_unknown();
    return NULL;
}

PLAIN int setenv(const char *name, const char *value, int overwrite)
{
    size_t named = environ_name(name, 1), length = 0;
    if (!named)
        return error_is(EINVAL);
    Setting *s = environ_find(name, named);
    if (s && s->is_set && !overwrite)
        return 0;
    if (!s && !environ_known && !overwrite)
        environ_is_unknown();
    while (value[length])
        length++;
    char *text = __heddle_alloc(named + length + 2);
    for (size_t k = 0; k < named; k++)
        text[k] = name[k];
    text[named] = '=';
    for (size_t k = 0; k <= length; k++)
        text[named + 1 + k] = value[k];
    environ_add(text, named);
    return 0;
}

PLAIN int unsetenv(const char *name)
{
    size_t named = environ_name(name, 1);
    if (!named)
        return error_is(EINVAL);
    Setting *s = environ_find(name, named);
    if (!s) {
        char *text = __heddle_alloc(named);
        for (size_t k = 0; k < named; k++)
            text[k] = name[k];
        s = environ_add(text, named);
    }
    s->is_set = 0;
    return 0;
}

/* The text itself becomes a part of the environment. */
PLAIN int putenv(char *text)
{
    size_t named = environ_name(text, 0);
    if (!named)
        return error_is(EINVAL);
    environ_add(text, named)->is_set = text[named] == '=';
    return 0;
}

PLAIN int clearenv(void)
{
    environ_settings = NULL;
    environ_known = 1;
    return 0;
}
