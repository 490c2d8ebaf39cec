/* native_library.c -- blocks that use the library, and special forms of the language.
 *
 * In the templates $i is an integer expression, $f a float expression, $s a string literal, $n a
 * digit, $k a number of its own, $K that of the case; $t and $v are integer types, the same all
 * over the template, $a one that has 64 bits only if it is signed, $w an unsigned one; see expand()
 * for the others. */
#include "c_subject.h"
#include "native.h"

/* With functions of the C library: not for 32 bits, see native/runtime.c. */
static const char *const library[] = {
    /* strings */
    "{ char a$k[32] = $s; CHECK(strlen(a$k)); strcat(a$k, $s); TEXT(a$k); }",
    "{ char a$k[32]; strcpy(a$k, $s); strncat(a$k, $s, $n); TEXT(a$k); }",
    "{ char a$k[16] = \"0123456789abcde\"; strncpy(a$k, $s, $n); BYTES(a$k, 16); }",
    "CHECK(SIGN(strcmp($s, $s))); CHECK(SIGN(strncmp($s, $s, $n)));",
    "CHECK(SIGN(memcmp($s \"0123456789\", $s \"0123456789\", $n)));",
    "CHECK(SIGN(strcasecmp($s, $s))); CHECK(SIGN(strncasecmp($s, $s, $n)));",
    "{ const char *a$k = $s, *b$k = strchr(a$k, 'a' + ($i & 7)); CHECK(b$k ? b$k - a$k : -1);\n"
    "    b$k = strrchr(a$k, 'l'); CHECK(b$k ? b$k - a$k : -1); b$k = memchr(a$k, '$n', "
    "strlen(a$k));"
    "\n    CHECK(b$k ? b$k - a$k : -1); }",
    "{ const char *a$k = $s, *b$k = strstr(a$k, $s); CHECK(b$k ? b$k - a$k : -1);\n"
    "    CHECK(strspn(a$k, $s)); CHECK(strcspn(a$k, $s)); b$k = strpbrk(a$k, $s);\n"
    "    CHECK(b$k ? b$k - a$k : -1); }",
    "{ char a$k[40] = $s \",\" $s \" \" $s; for (char *w = strtok(a$k, \", \"); w;\n"
    "        w = strtok(NULL, \", \")) { TEXT(w); CHECK(w - a$k); } }",
    "{ char *a$k = strdup($s); a$k[0] |= 1; CHECK(a$k[0]); a$k = realloc(a$k, 40);\n"
    "    a$k[39] = '$n'; CHECK(a$k[39]); CHECK(a$k[0]); free(a$k); }",
    "for (int c = '$n' - 5; c < 128; c += 11) CHECK(isalpha(c) != 0 | (isdigit(c) != 0) << 1 |\n"
    "        (isspace(c) != 0) << 2 | (isupper(c) != 0) << 3 | (ispunct(c) != 0) << 4 |\n"
    "        (isxdigit(c) != 0) << 5 | toupper(c) << 8 | tolower(c) << 16);",
    /* numbers in texts */
    "{ char *e$k; const char *a$k = $s; *__errno_location() = 0; CHECK(strtol(a$k, &e$k, $b));\n"
    "    CHECK(e$k - a$k); CHECK(*__errno_location()); }",
    "{ char *e$k; const char *a$k = $s; CHECK(strtoul(a$k, &e$k, $b)); CHECK(e$k - a$k); }",
    "{ char *e$k; const char *a$k = $s; *__errno_location() = 0; CHECK(strtoll(a$k, &e$k, $b));\n"
    "    CHECK(e$k - a$k); CHECK(*__errno_location()); CHECK(strtoull(a$k, NULL, $b)); }",
    "CHECK(atoi(\"$n$n\" $s)); CHECK(atol(\"-$n$n$n\")); CHECK(atoll(\" $n000000000$n\"));",
    "{ char a$k[64]; CHECK(snprintf(a$k, sizeof a$k, \"%$Wd|%$Wx\", (int)$i, (unsigned)$i));\n"
    "    TEXT(a$k); }",
    "{ char a$k[64]; CHECK(snprintf(a$k, $n, \"%$Wlld %c\", (long long)$i, 'a' + (int)($i & "
    "15)));"
    "\n    if ($n < 5) BYTES(a$k, 0); }",
    "{ char a$k[64]; CHECK(sprintf(a$k, \"%hhd %hu %lu\", (signed char)$i, (unsigned "
    "short)$i,\n"
    "        (unsigned long)$i)); TEXT(a$k); }",
    "{ char a$k[64]; CHECK(snprintf(a$k, 64, \"%$Ws|%.*s|%%\", $s, $n, $s)); TEXT(a$k); }",
    "{ char a$k[64]; CHECK(snprintf(a$k, 64, \"%$Wo %$Wllu\", (unsigned)$i,\n"
    "        (unsigned long long)$i)); TEXT(a$k); }",
    "{ int a$k = -5; unsigned b$k = 6; char c$k[16] = \"?\"; CHECK(sscanf($s \" $n$n x$n\",\n"
    "        \"%d %x %15s\", &a$k, &b$k, c$k)); CHECK(a$k); CHECK(b$k); TEXT(c$k); }",
    "{ long long a$k = 1; short b$k = 2; char c$k = 3; int n$k = 0; CHECK(sscanf($s, "
    "\"%lld%hd%c%n\","
    "\n        &a$k, &b$k, &c$k, &n$k)); CHECK(a$k); CHECK(b$k); CHECK(c$k); CHECK(n$k); }",
    "{ unsigned char a$k = 1; char c$k[8] = \"\"; CHECK(sscanf($s, \"%hhu%*[ ,]%7[^$n]\", &a$k, "
    "c$k));"
    "\n    CHECK(a$k); TEXT(c$k); }",
    /* sorting, searching */
    "{ $t a$k[7] = {$i, $i, $n, $i, -$n, $i, $n}; qsort(a$k, 7, sizeof *a$k, by_$T);\n"
    "    for (int k = 0; k < 7; k++) CHECK(a$k[k]); $t w = $i; $t *found = bsearch(&w, a$k, 7,\n"
    "        sizeof w, by_$T); CHECK(found ? *found == w : 99); }",
    "{ struct named a$k[4] = {{$n, $s}, {$i, $s}, {$n, $s}, {$i, $s}};\n"
    "    qsort(a$k + 1, 3, sizeof *a$k, by_name); for (int k = 0; k < 4; k++) TEXT(a$k[k].name); }",
    "CHECK(abs((int)(short)$i)); CHECK(labs((short)$i)); CHECK(div((int)(short)$i, $n + "
    "1).rem);",
    "CHECK_FLOAT(fabs($f)); CHECK_FLOAT(floor(NUMBER($f))); CHECK_FLOAT(sqrt(fabs($f)));\n"
    "    CHECK_FLOAT(fmax(NUMBER($f), NUMBER($f)) + 0); CHECK_FLOAT(trunc($f));",
};

static const char *const forms[] = {
    /* varargs */
    "CHECK(sum_of(\"ilud\", (int)$i, (long)$i, (unsigned)$i, (double)($f)));",
    "CHECK(sum_of(\"ddLiiiip\", 1.5, (double)($f), (long long)$i, (char)$i, (short)$i,\n"
    "        (_Bool)$i, $n, &(int){$n}));",
    "CHECK(sum_of(\"sbsi\", (struct small){$i, $n}, (struct big){{$i, $n, $i, $n}},\n"
    "        (struct small){$n, $i}, $n));",
    /* the heap */
    "{ $t *a$k = malloc(5 * sizeof *a$k); for (int k = 0; k < 5; k++) a$k[k] = k * $n;\n"
    "    a$k[$n % 5] = $i; a$k = realloc(a$k, 8 * sizeof *a$k); CHECK(a$k[$n % 5]); free(a$k); }",
    "{ $t *a$k = calloc(3, sizeof *a$k), *b$k = a$k + 2; *b$k = $i; b$k[-1] = $i; CHECK(a$k[1]);\n"
    "    CHECK(a$k[0]); CHECK(b$k - a$k); memmove(a$k, a$k + 1, 2 * sizeof *a$k); CHECK(a$k[0]);\n"
    "    CHECK(*b$k); free(a$k); }",
    "{ struct list *a$k = NULL; for (int k = 0; k < $n; k++) { struct list *n = malloc(sizeof "
    "*n);\n"
    "        n->value = k * k; n->next = a$k; a$k = n; } int sum = 0; while (a$k) {\n"
    "        struct list *n = a$k->next; sum = sum * 3 + a$k->value; free(a$k); a$k = n; }\n"
    "    CHECK(sum); }",
    "{ static char a$k[3] = \"abc\", b$k[5] = \"z\"; static const char *const w$k[] = {$s, $s, "
    "\"end\" + 1};\n"
    "    CHECK(a$k[2]); CHECK(b$k[4]); a$k[$n % 3] = '$n'; TEXT(w$k[$n % 3]); CHECK(a$k[1]);\n"
    "    static int *const p$k = &cells$K[$n % 6]; static int **const q$k = (int **)&p$k; "
    "CHECK(**q$k);\n"
    "    static const long d$k = (char *)&cells$K[4] - (char *)&cells$K[$n % 6]; CHECK(d$k); }",
    "{ unsigned long long a$k = 0x$n$n$n$n000000000001ull * ($n + 1); CHECK_FLOAT((float)a$k);\n"
    "    CHECK_FLOAT((float)(long long)(a$k << $n)); CHECK_FLOAT((double)(a$k * 77)); a$k = $i;\n"
    "    CHECK_FLOAT((float)(0x4000004000000001ull >> ($n & 3))); CHECK_FLOAT((float)a$k * 1.5f); "
    "}",
    "{ struct small a$k[3] = {{$i, $n}, {$n, $i}}, *p$k = a$k + $n % 3; *p$k = a$k[$n % 3];\n"
    "    memmove(a$k, &a$k[1], 2 * sizeof *a$k); CHECK(p$k - a$k); CHECK(a$k[1].b); CHECK(p$k->a); "
    "}",
    /* arrays of unknown length, of arrays; literals */
    "{ int n$k = 1 + ($i & 3); $t a$k[n$k]; for (int k = 0; k < n$k; k++) a$k[k] = k + $n;\n"
    "    a$k[n$k - 1] = $i; CHECK(a$k[0]); CHECK(a$k[n$k - 1]); CHECK(sizeof a$k); }",
    "{ static $t a$k[2][3] = {{$n, $n}, {[2] = $n}}; ($t *)a$k; a$k[$i & 1][($i & 1) + 1] = $i;\n"
    "    for (int k = 0; k < 2; k++) for (int j = 0; j < 3; j++) CHECK(a$k[k][j]);\n"
    "    $t (*r$k)[3] = a$k + 1; CHECK((*r$k)[2]); CHECK(r$k[-1][$n % 3]); }",
    "CHECK((($t[]){$i, $n, $i})[$n % 3]); CHECK(((struct small){.b = $i}).b);",
    "{ struct small a$k = {$i, $n}; struct small *p$k = &(struct small){.a = $i, .b = a$k.b};\n"
    "    a$k = *p$k; CHECK(a$k.a); CHECK(a$k.b); }",
    "{ struct pair2 a$k = {&cells$K[$n % 6], &cells$K[$n % 6]}, b$k; b$k = a$k; "
    "CHECK(*b$k.second);\n"
    "    *b$k.second += 3; CHECK(*a$k.first); CHECK(b$k.second - b$k.first); int **pp = "
    "&b$k.second;\n"
    "    ++*pp; --*pp; **pp ^= $n; CHECK(*a$k.second); b$k = swapped(a$k); CHECK(*b$k.first);\n"
    "    CHECK(b$k.first == a$k.second); struct pair2 c$k[2]; memcpy(c$k, (struct pair2[]){a$k, "
    "b$k},\n"
    "        sizeof c$k); CHECK(*c$k[1].second); CHECK(c$k[0].second - cells$K); }",
    /* operations that compilers know */
    "{ $t r$k; CHECK(__builtin_add_overflow(($t)$i, ($t)$i, &r$k)); CHECK(r$k);\n"
    "    CHECK(__builtin_sub_overflow(($t)$i, ($t)$i, &r$k)); CHECK(r$k);\n"
    "    CHECK(__builtin_mul_overflow(($t)$i, ($t)$i, &r$k)); CHECK(r$k); }",
    "{ _Atomic $t a$k = $i; CHECK(a$k++); a$k += ($u)$i; CHECK(--a$k); a$k ^= $i; CHECK(a$k);\n"
    "    $t e$k = $i; CHECK(EXCHANGE(&a$k, e$k)); CHECK(a$k); }",
    "{ $t a$k = $i, e$k = $i; CHECK(__atomic_fetch_add(&a$k, ($t)$i, 5)); CHECK(a$k);\n"
    "    CHECK(__atomic_compare_exchange_n(&a$k, &e$k, ($t)$i, 0, 5, 5)); CHECK(a$k); "
    "CHECK(e$k);\n"
    "    CHECK(__atomic_and_fetch(&a$k, ($t)$i, 5)); CHECK(__atomic_fetch_nand(&a$k, ($t)$i, "
    "5));\n"
    "    CHECK(__sync_bool_compare_and_swap(&a$k, a$k, ($t)$i)); CHECK(a$k);\n"
    "    CHECK(__sync_sub_and_fetch(&a$k, ($t)$i)); }",
    "{ int n$k = 0; CHECK((n$k++, n$k += $n, n$k)); CHECK(n$k++ + $n); CHECK($i && n$k++); "
    "CHECK(n$k);"
    "\n    CHECK($i || --n$k); CHECK(n$k); CHECK(deep($n, $i)); }",
    "{ $t *a$k = ($t[4]){$i, $n, $i, $n}, *e$k = a$k + 4; unsigned long long s = 0;\n"
    "    while (a$k < e$k) s = s * 5 + (unsigned long long)*a$k++; CHECK(s); CHECK(e$k - a$k);\n"
    "    CHECK(*--e$k); CHECK(e$k[-2]); CHECK((char *)e$k - (char *)a$k); }",
    "{ union { double d; unsigned long long u; float f[2]; unsigned char b[8]; } u$k = {.d = "
    "NUMBER($f)};\n"
    "    CHECK(u$k.u); u$k.b[7] &= 0x3f; CHECK_FLOAT(u$k.d); CHECK(u$k.b[$n & 7]); }",
    "{ struct fine s$k = {$n, $i, $n, $i}; s$k = refine(s$k, $i); CHECK(s$k.a); CHECK(s$k.b);\n"
    "    CHECK(s$k.c); CHECK(s$k.d); }",
    "{ float f$k[2] = {NUMBER($f), $n}; struct two t$k; memcpy(&t$k, f$k, sizeof t$k);\n"
    "    t$k = mixed(t$k, $n); CHECK_FLOAT(t$k.x); CHECK_FLOAT(t$k.y);\n"
    "    struct odd o$k = oddly((struct odd){$n, NUMBER($f)}, $i); CHECK(o$k.n); "
    "CHECK_FLOAT(o$k.d); }",
    "{ double d$k = -$n.75; CHECK((unsigned)(int)d$k); CHECK((unsigned long long)(signed "
    "char)d$k);\n"
    "    unsigned u$k = (int)(d$k * $n); CHECK(u$k); CHECK((unsigned)(short)d$k >> 3); }",
    "{ struct packs s$k = {$i, $n, $i, $i}, t$k[2] = {s$k, {$n, $i, $n, $i}}; t$k[1].b = $i; "
    "t$k[0].c ^= $i;\n"
    "    s$k = t$k[$n & 1]; s$k.d += $n; CHECK(s$k.a); CHECK(s$k.b); CHECK(s$k.c); CHECK(s$k.d); "
    "CHECK(t$k[0].c);\n"
    "    CHECK(t$k[1].d); }",
    "{ struct sz$z a$k = {{$n, $n, $n}}, b$k; a$k.c[sizeof a$k - 1] = $i; b$k = turn$z(a$k, $i);\n"
    "    BYTES(b$k.c, sizeof b$k); struct bf$z c$k = {$i}, d$k = flip$z(c$k, $i); CHECK(c$k.v); "
    "CHECK(d$k.v);\n"
    "    CHECK(d$k.w); c$k.v = $i; c$k.w++; CHECK(c$k.v); CHECK(c$k.w); }",
    "{ int *p$k = cells$K + 5; unsigned u$k = $n % 6; unsigned char c$k = $n % 5; short s$k = "
    "-(short)c$k;\n"
    "    CHECK(*(p$k - u$k)); CHECK(p$k[s$k]); CHECK(*(p$k - c$k)); CHECK(p$k[-(int)u$k]); p$k -= "
    "u$k;\n"
    "    CHECK(p$k - cells$K); CHECK(cells$K[(unsigned char)($n % 6)]); char *q$k = (char "
    "*)cells$K + 4 * c$k;\n"
    "    CHECK(*(int *)q$k); CHECK((int *)(q$k - 4u * c$k) == cells$K); }",
    "CHECK(flag($i, $i != 0, ($i) > 3)); CHECK((int)narrow($i)); CHECK(narrow2($i, $i));",
    "at_end($n);",
};

/* An integer type that a template has chosen. */
typedef struct Chosen {
    const char *name, *word, *unsigned_name;
    const char *size; /* some number of bytes */
} Chosen;
static const Chosen chosen[] = {
    {"signed char", "schar", "unsigned char", "3"},
    {"unsigned char", "uchar", "unsigned char", "5"},
    {"short", "short", "unsigned short", "6"},
    {"unsigned short", "ushort", "unsigned short", "7"},
    {"int", "int", "unsigned", "9"},
    {"unsigned", "unsigned", "unsigned", "12"},
    {"long", "long", "unsigned long", "15"},
    {"unsigned long", "ulong", "unsigned long", "17"},
    {"long long", "llong", "unsigned long long", "24"},
};
enum { CHOSEN = sizeof chosen / sizeof *chosen };

static const char *some_string(Gen *g)
{
    return GEN_PICK(g, "\"\"", "\"a\"", "\"abc\"", "\"hello\"", "\"-12\"", "\"0x1fz\"",
                    "\"  +77 x\"", "\"9999999999\"", "\"lol\"", "\"Ab,c\"", "\"\\377\\1\"",
                    "\"z9\"", "\"-2147483648\"", "\"007\"", "\"1,2\"");
}

/* Flags, width and precision of a conversion. */
static const char *some_flags(Gen *g, const char *first, const char *second)
{
    return arena_print(&g->arena, "%s%s%s%s", gen_draw(g, 2) ? first : "",
                       gen_draw(g, 2) ? second : "",
                       GEN_PICK(g, "", "", "1", "4", "7", "12", "05", "011"),
                       GEN_PICK(g, "", "", "", ".0", ".1", ".4", ".9", "."));
}

/* What the ends of ranges are written with. */
static const char *expand_edge(Gen *g, char letter)
{
    switch (letter) {
    case 'E':
        return form_edge(g);
    case 'L':
    case 'l':
        return form_limit(g, letter == 'l');
    case 'S':
        return form_digits(g);
    case 'o':
        return GEN_PICK(g, "and", "or", "xor", "nand", "add", "sub");
    case 'q':
        return GEN_PICK(g, "-", "*", "/");
    case 'B': /* the width of a field */
        return arena_print(&g->arena, "%u", 33 + gen_draw(g, 31));
    case 'H':
        return arena_print(&g->arena, "%u", 33 + gen_draw(g, 24));
    case 'M':
        return arena_print(&g->arena, "%u", gen_draw(g, 64));
    case 'D':
        return some_flags(g, GEN_PICK(g, "-", "0", "-"), GEN_PICK(g, "+", " "));
    case 'X':
        return some_flags(g, GEN_PICK(g, "-", "0"), "#");
    case 'a':
        return GEN_PICK(g, "signed char", "unsigned char", "short", "unsigned short", "int",
                        "unsigned", "long", "long long", "char");
    default: /* 'w' */
        return GEN_PICK(g, "unsigned char", "unsigned short", "unsigned", "unsigned long",
                        "unsigned long long");
    }
}

static const char *expand(Gen *g, char letter, const Chosen *type, int number)
{
    switch (letter) {
    case 'v': /* the one beside it */
        return chosen[(type - chosen + 1 + number % (CHOSEN - 1)) % CHOSEN].name;
    case 'i':
        return arena_print(&g->arena, "(%s)", value_int(g).text);
    case 'f':
        return arena_print(&g->arena, "(%s)", value_float(g).text);
    case 's':
        return some_string(g);
    case 'n':
        return GEN_PICK(g, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    case 'b':
        return GEN_PICK(g, "10", "10", "0", "16", "8", "2", "36");
    case 'z':
        return type->size;
    case 'W':
        return GEN_PICK(g, "", "", "5", "-6", "08", "+", " ", "#", ".3");
    case 't':
        return type->name;
    case 'T':
        return type->word;
    case 'u':
        return type->unsigned_name;
    case 'K':
        return arena_print(&g->arena, "%d", g->number);
    case 'k':
        return arena_print(&g->arena, "%d", number);
    default:
        return expand_edge(g, letter);
    }
}

void put_library(Gen *g)
{
    bool plain = g->ilp32 || gen_draw(g, 2);
    const char *c = plain ? forms[gen_draw(g, sizeof forms / sizeof *forms)]
                          : library[gen_draw(g, sizeof library / sizeof *library)];
    if (gen_draw(g, 5) < 3)
        c = form_pick(g, plain);
    const Chosen *type = &chosen[gen_draw(g, CHOSEN)];
    int number = g->names++, depth = g->depth;
    g->depth = 2; /* short expressions */
    fprintf(g->out, "%*s", 4 * g->indent, "");
    for (; *c; c++)
        if (*c == '$')
            fputs(expand(g, *++c, type, number), g->out);
        else
            fputc(*c, g->out);
    fputc('\n', g->out);
    g->depth = depth;
}
