/* implies.c -- see implies.h.
 *
 * A group is what stands between brackets, commas, semicolons, `?` and `:`.  In it `<==>` binds
 * least, then `==>`, which associates to the right: a ==> b ==> c becomes !(a)||(!(b)||(c)). */
#include "front/c/note/implies.h"

#include <stdlib.h>

#include "front/c/note/quantifier.h"

typedef struct Search {
    Arena *arena;
    const char *text;
    size_t end;
    Inserts *inserts;
} Search;

enum { IMPLIES = 3, IFF = 4 }; /* their lengths */

static size_t connective(const Search *s, size_t at)
{
    if (s->end - at >= IFF && memcmp(s->text + at, "<==>", IFF) == 0)
        return IFF;
    return s->end - at >= IMPLIES && memcmp(s->text + at, "==>", IMPLIES) == 0 ? IMPLIES : 0;
}

static void add(Search *s, size_t at, size_t skip, const char *text)
{
    if (*text)
        vec_push(s->inserts, ((Insert){at, skip, text}));
}

static const char *brackets(Search *s, size_t count)
{
    char *text = arena_alloc(s->arena, count + 1);
    memset(text, ')', count);
    return text;
}

typedef VEC(CToken) Connectives;

/* Does the part that begins behind number k go on with `==>`? */
static const char *opening(const Connectives *found, size_t k)
{
    bool goes_on = k < found->len && found->at[k].end - found->at[k].begin == IMPLIES;
    return goes_on ? "!(" : "";
}

static void add_group(Search *s, size_t begin, size_t end, const Connectives *found)
{
    bool some = false;
    size_t open = 0;
    vec_each (CToken, t, found)
        some |= t->end - t->begin == IFF;
    add(s, begin, 0, arena_print(s->arena, "%s%s", some ? "!!(" : "", opening(found, 0)));
    for (size_t k = 0; k < found->len; k++) {
        size_t len = found->at[k].end - found->at[k].begin;
        bool iff = len == IFF;
        open = iff ? open : open + 1;
        add(s, found->at[k].begin, len,
            arena_print(s->arena, "%s%s%s", iff ? brackets(s, open) : "", iff ? ")==!!(" : ")||(",
                        opening(found, k + 1)));
        open = iff ? 0 : open;
    }
    add(s, end, 0, brackets(s, open + some));
}

/* One group after the other, up to a bracket that closes them; returns its place. */
static size_t find_groups(Search *s, size_t begin)
{
    Connectives found = {0};
    size_t at = begin;
    for (;;) {
        CToken t = scan_token(s->text, at, s->end);
        Quantifier q;
        size_t where, len = t.kind == TOKEN_END ? 0 : connective(s, t.begin);
        char c = t.kind == TOKEN_OTHER ? s->text[t.begin] : 'x';
        if (t.kind == TOKEN_END || strchr(")]},;?:", c)) {
            add_group(s, begin, t.begin, &found);
            found.len = 0;
            begin = at = t.end;
            if (t.kind == TOKEN_END || strchr(")]}", c)) {
                vec_free(&found);
                return t.begin;
            }
        } else if (len) {
            vec_push(&found, ((CToken){TOKEN_OTHER, t.begin, t.begin + len}));
            at = t.begin + len;
        } else if (strchr("([{", c)) {
            at = find_groups(s, t.end);
            at = at < s->end ? at + 1 : at;
        } else if (quantifier_is(s->text, t, s->end) &&
                   !quantifier_read(s->text, t, s->end, &q, &where)) {
            at = q.body.end;
        } else
            at = t.end;
    }
}

static int by_place(const void *a, const void *b)
{
    const Insert *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

void implies_find(Arena *arena, const char *text, size_t begin, size_t end, Inserts *inserts)
{
    Search s = {arena, text, end, inserts};
    for (size_t at = begin; at < end;)
        at = find_groups(&s, at) + 1;
    if (inserts->len > 1)
        qsort(inserts->at, inserts->len, sizeof *inserts->at, by_place);
}
