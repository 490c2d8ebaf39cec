/* text.c -- see text.h. */
#include "ir/text.h"

#include <ctype.h>
#include <stdlib.h>

const char *const layout_kind_text[] = {"record", "array", "set", "chan", "raw"};
const char *const region_kind_text[] = {"global", "field", "elements", "local"};
const char *const field_role_text[] = {"", "lock", "readers", "semaphore", "location"};

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$';
}

size_t text_name_length(const char *s, size_t len)
{
    size_t n = 0;
    if (!len || !begins_name(s[0]))
        return 0;
    while (n < len && (begins_name(s[n]) || isdigit((unsigned char)s[n]) || s[n] == '.' ||
                       (s[n] == '-' && n + 1 < len && begins_name(s[n + 1]))))
        n++;
    if (n + 1 < len && s[n] == '[' && s[n + 1] == ']')
        n += 2;
    return n;
}

bool text_is_reserved(const char *word)
{
    static const char *const reserved[] = {"null", "true", "false", "head", "unwind"};
    Type type;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(word, reserved[i]) == 0)
            return true;
    return text_type(word, &type);
}

bool text_type(const char *word, Type *type)
{
    *type = strcmp(word, "ptr") == 0 ? TYPE_POINTER : TYPE_THREAD;
    if (strcmp(word, "ptr") == 0 || strcmp(word, "tid") == 0)
        return true;
    size_t len = strlen(word);
    if (len < 2 || len > 3 || word[1] == '0' || strspn(word + 1, "0123456789") != len - 1)
        return false;
    int bits = atoi(word + 1);
    TypeKind kind = word[0] == 'u'   ? TYPE_UNSIGNED
                    : word[0] == 's' ? TYPE_SIGNED
                    : word[0] == 'f' ? TYPE_FLOAT
                                     : TYPE_VOID;
    *type = (Type){kind, (uint8_t)bits};
    return kind != TYPE_VOID && bits <= 64 && (kind != TYPE_FLOAT || bits == 32 || bits == 64);
}
