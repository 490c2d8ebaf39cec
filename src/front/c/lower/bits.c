/* bits.c -- which bit-fields are one memory location (C17 3.14); see unit.h.
 *
 * Those side by side are, in whatever words the compiler keeps them, unless a field of width zero
 * stands between them.  That field has no debug information.  Fields that are kept in one word have
 * none between them; of others the text of the declaration tells. */
#include "front/c/lower/unit.h"
#include "front/c/note/scan.h"

enum { TYPE_NAME = 2, TYPE_STORED = 4, FAR = 4096 };

static bool is_sign(const char *text, CToken t, char sign)
{
    return t.kind == TOKEN_OTHER && text[t.begin] == sign;
}

/* Behind `name :`, which begins at or behind a place; SIZE_MAX: it is not there. */
static size_t find_field(const char *text, size_t at, size_t end, const char *name, size_t *begin)
{
    for (CToken t = scan_token(text, at, end); t.kind != TOKEN_END;
         t = scan_token(text, t.end, end)) {
        CToken next = scan_token(text, t.end, end);
        if (t.kind != TOKEN_NAME || t.end - t.begin != strlen(name) ||
            memcmp(text + t.begin, name, t.end - t.begin) != 0 || !is_sign(text, next, ':'))
            continue;
        *begin = t.begin;
        return next.end;
    }
    return SIZE_MAX;
}

/* Are all fields without a name that are declared there wider than zero, as far as the text tells? */
static bool are_wide(const char *text, size_t at, size_t end)
{
    for (CToken t = scan_token(text, at, end); t.kind != TOKEN_END;
         t = scan_token(text, t.end, end)) {
        CToken width = scan_token(text, t.end, end);
        if (is_sign(text, t, '#'))
            return false;
        if (is_sign(text, t, ':') &&
            (width.kind == TOKEN_END || text[width.begin] < '1' || text[width.begin] > '9'))
            return false;
    }
    return true;
}

bool bits_are_together(Unit *u, LLVMMetadataRef first, LLVMMetadataRef second)
{
    const char *name = debug_text(u, first, TYPE_NAME), *other = debug_text(u, second, TYPE_NAME);
    if (debug_number(u, first, TYPE_STORED) == debug_number(u, second, TYPE_STORED))
        return true;
    const char *text = debug_source(u, debug_type_pos(u, first));
    size_t len = text ? strnlen(text, FAR) : 0, begin = 0;
    size_t behind = find_field(text, 0, len, name, &begin);
    return behind != SIZE_MAX && find_field(text, behind, len, other, &begin) != SIZE_MAX &&
           are_wide(text, behind, begin);
}
