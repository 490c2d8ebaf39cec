/* function.c -- the function whose declaration begins at a place of the text, see scan.h. */
#include "front/c/note/scan.h"

/* Behind the bracket that closes the one at `at`. */
static size_t bracket_end(const char *text, size_t at, size_t end)
{
    int depth = 0;
    for (CToken t = scan_token(text, at, end); t.kind != TOKEN_END;
         t = scan_token(text, t.end, end)) {
        depth += strchr("([{", text[t.begin]) ? 1 : strchr(")]}", text[t.begin]) ? -1 : 0;
        if (!depth)
            return t.end;
    }
    return end;
}

bool scan_function(const char *text, size_t at, size_t end, CToken *name, CToken *params)
{
    static const char *const others[] = {"__attribute__", "__attribute", "_Alignas", "__typeof__",
                                         "typeof",        "__declspec",  "_Atomic"};
    *name = (CToken){TOKEN_END, at, at};
    for (CToken t = scan_token(text, at, end); t.kind != TOKEN_END;
         t = scan_token(text, t.end, end)) {
        char c = text[t.begin];
        bool other = false;
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            other |= (name->end - name->begin == strlen(others[k]) &&
                      memcmp(text + name->begin, others[k], strlen(others[k])) == 0);
        if (c == '(' && name->kind == TOKEN_NAME && !other) {
            *params = (CToken){TOKEN_OTHER, t.end, bracket_end(text, t.begin, end) - 1};
            return true;
        }
        if (strchr(";{}=)", c))
            return false;
        if (c == '(' || c == '[')
            t.end = bracket_end(text, t.begin, end);
        *name = t;
    }
    return false;
}
