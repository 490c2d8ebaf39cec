/* native_form.c -- more templates for native_library.c: the ends of ranges, odd widths and odd
 * layouts, where mistakes are likely and a random expression seldom comes to. */
#include "c_subject.h"
#include "native.h"

/* For both data models. */
static const char *const forms[] = {
    /* all pairs of ends */
    "{ PAIRS($t, $v, x$k, y$k) { MIX(x$k < y$k); MIX(x$k <= y$k); MIX(x$k == y$k); MIX(x$k & y$k); "
    "MIX(($v)x$k);\n"
    "        MIX((unsigned long long)x$k * y$k); MIX(x$k >> ((unsigned)y$k % (8 * sizeof x$k))); } "
    "CHECK(mixed_); }",
    "{ PAIRS($t, $t, x$k, y$k) { $t r$k; MIX(__builtin_add_overflow(x$k, y$k, &r$k)); MIX(r$k);\n"
    "        MIX(__builtin_sub_overflow(x$k, y$k, &r$k)); MIX(r$k); "
    "MIX(__builtin_mul_overflow(x$k, y$k, &r$k)); MIX(r$k); } CHECK(mixed_); }",
    "{ PAIRS($t, $v, x$k, y$k) { $u r$k; $a s$k; MIX(__builtin_add_overflow(x$k, y$k, &r$k)); "
    "MIX(r$k);\n"
    "        MIX(__builtin_sub_overflow(x$k, y$k, &s$k)); MIX(s$k); } CHECK(mixed_); }",
    "{ PAIRS($t, $t, x$k, y$k) { $t r$k = x$k; MIX(__atomic_fetch_$o(&r$k, y$k, 5)); MIX(r$k); r$k "
    "= "
    "x$k;\n"
    "        MIX(FETCH_MIN(&r$k, y$k)); MIX(r$k); r$k = x$k; MIX(FETCH_MAX(&r$k, y$k)); MIX(r$k); "
    "r$k = x$k;\n"
    "        MIX(__atomic_$o_fetch(&r$k, y$k, 5)); } CHECK(mixed_); }",
    "{ for (int k = 0; k < ENDS; k++) { $t x$k = ($t)ends_of[k]; MIX((signed char)x$k); "
    "MIX((unsigned short)x$k);\n"
    "        MIX((long long)(int)x$k); MIX((unsigned)x$k); MIX((_Bool)x$k); "
    "CHECK_FLOAT((double)x$k); CHECK_FLOAT((float)x$k);\n"
    "        MIX((long long)x$k / ($n + 2)); MIX((long long)x$k % -($n + 2)); MIX(1 + "
    "!x$k); "
    "} CHECK(mixed_); }",
    "{ for (int k = 0; k < 10; k++) for (int j = 0; j < 10; j++) { double x$k = odd_float(k), y$k "
    "= "
    "odd_float(j); float z$k = y$k;\n"
    "        MIX(ORDERS(x$k, y$k)); MIX(ORDERS((float)x$k, z$k)); MIX((x$k && y$k) + 2 * (z$k == "
    "y$k)); if (k == $n) {\n"
    "            CHECK_FLOAT(x$k + y$k); CHECK_FLOAT(x$k $q z$k); CHECK_FLOAT((float)x$k $q z$k); "
    "} "
    "} CHECK(mixed_); }",
    "{ for (int k = 0; k < 10; k++) { double x$k = odd_float(k); float y$k = x$k * $n; "
    "MIX(CLASSES(x$k)); MIX(CLASSES(y$k));\n"
    "        if (x$k == x$k) MIX(!__builtin_signbit(x$k)); if (y$k == y$k) "
    "MIX(!__builtin_signbitf(y$k)); } CHECK(mixed_); }",
    "{ _Atomic float a$k = $n; a$k += 1.5f; a$k *= $n; a$k -= (float)NUMBER($f); CHECK_FLOAT(a$k); "
    "_Atomic double b$k = NUMBER($f);\n"
    "    b$k /= 3; CHECK_FLOAT(b$k); b$k = $n; CHECK_FLOAT(b$k++); CHECK_FLOAT(b$k); }",
    /* extension: of signs, of zeros, of none */
    "{ $a x$k = ($v)($a)$E; CHECK(x$k); CHECK(($v)($a)($v)$E); CHECK_FLOAT((double)($a)$E);\n"
    "    CHECK_FLOAT((float)($v)$E); long long c$k; $a b$k = 0; c$k = (x$k = b$k = $i); CHECK(c$k);"
    "\n    CHECK(x$k == $E); CHECK(x$k < $E); CHECK((x$k ? b$k : $E) > $E); CHECK(!x$k + !!b$k); }",
    "{ $v x$k = $E; unsigned char n$k = $M % (8 * sizeof x$k); CHECK(x$k >> n$k);\n"
    "    CHECK((unsigned long long)x$k >> $M); unsigned long long y$k = x$k; CHECK(y$k << n$k);\n"
    "    CHECK((long long)y$k >> $M); CHECK((long long)x$k / ($n + 2)); CHECK((long long)x$k % "
    "-($n + 2));\n"
    "    CHECK(y$k / ($E | 1)); CHECK(y$k % ($E | 1u)); CHECK(-y$k > ~y$k); }",
    "{ CHECK(char_of($E)); CHECK(uchar_of($E)); CHECK(short_of($E)); CHECK(ushort_of($E)); "
    "CHECK(bool_of($E));\n"
    "    char c$k = $E; CHECK(c$k >> 1); CHECK(c$k < 0); CHECK((unsigned char)c$k >> 1); "
    "CHECK(c$k * $n); }",
    "{ _Bool b$k = $E, d$k = 0.1f * $n, e$k = &b$k, f$k = NUMBER($f); CHECK(b$k + d$k + e$k + f$k);"
    "\n    b$k ^= $n & 1; CHECK(b$k); b$k -= d$k; CHECK(b$k); b$k += 255; CHECK(b$k << 7); --b$k; "
    "CHECK(b$k);\n"
    "    struct { _Bool x : 1; unsigned char y; _Bool z; } s$k = {$E, $E, 2}; s$k.x |= $n; "
    "CHECK(s$k.x);\n"
    "    CHECK(s$k.y); CHECK(*(unsigned char *)&s$k.z); }",
    /* floats at the limits, and those that are no numbers */
    "CHECK(LIMIT($L)); CHECK(LIMIT($L)); CHECK(LIMIT($L)); CHECK(LIMITF($l)); CHECK(LIMITF($l));",
    "{ double x$k = odd_float($n), y$k = odd_float($n); float z$k = (float)odd_float($n);\n"
    "    CHECK(ORDERS(x$k, y$k)); CHECK(ORDERS(x$k, z$k)); CHECK(ORDERS(z$k, (float)y$k));\n"
    "    CHECK(ORDERS(x$k, $f)); CHECK(!(x$k < y$k) + 2 * !(z$k >= x$k) + 4 * (x$k ? 1 : 0)); }",
    "{ double x$k = odd_float($n), y$k = odd_float($n); CHECK_FLOAT(x$k + y$k); CHECK_FLOAT(x$k * "
    "y$k);\n"
    "    CHECK_FLOAT((float)x$k - (float)y$k); CHECK_FLOAT(x$k / y$k); CHECK_FLOAT((float)(x$k * "
    "$n));\n"
    "    CHECK_FLOAT(-x$k); CHECK_FLOAT(__builtin_fabs(y$k)); CHECK_FLOAT(__builtin_fabsf(x$k));\n"
    "    x$k += y$k; y$k -= 1; x$k *= y$k; CHECK_FLOAT(x$k); CHECK((_Bool)x$k); CHECK(!y$k); }",
    "{ double x$k = NUMBER($f) * 1e9; CHECK(SATURATED(signed char, -128, 127, x$k));\n"
    "    CHECK(SATURATED(unsigned short, 0, 65535, x$k / 1e6)); CHECK(SATURATED(unsigned, 0, "
    "4294967295u, x$k));\n"
    "    CHECK(SATURATED(int, -2147483647 - 1, 2147483647, x$k)); CHECK(SATURATED(unsigned long "
    "long, 0, 1ull << 63, -x$k)); }",
    /* overflow; no product of more than 64 bits */
    "{ $a r$k; CHECK(__builtin_add_overflow(($a)$E, ($a)$E, &r$k)); CHECK(r$k);\n"
    "    CHECK(__builtin_sub_overflow(($a)$E, ($a)$E, &r$k)); CHECK(r$k);\n"
    "    CHECK(__builtin_mul_overflow(($a)$E, ($a)$E, &r$k)); CHECK(r$k); }",
    "{ $u r$k; CHECK(__builtin_add_overflow(($w)$E, ($w)$E, &r$k)); CHECK(r$k);\n"
    "    CHECK(__builtin_sub_overflow(($w)$E, ($w)$E, &r$k)); CHECK(r$k);\n"
    "    CHECK(__builtin_mul_overflow(($w)$E, ($w)$E, &r$k)); CHECK(r$k); }",
    "{ $t r$k; CHECK(__builtin_mul_overflow((long long)$E, (unsigned long long)$E, &r$k)); "
    "CHECK(r$k);\n"
    "    $a x$k = $E; CHECK(__builtin_sub_overflow(x$k, ($a)$n, &x$k)); CHECK(x$k);\n"
    "    unsigned u$k; CHECK(__builtin_usub_overflow($n, $E, &u$k)); CHECK(u$k); int i$k;\n"
    "    CHECK(__builtin_smul_overflow((int)$E, $E, &i$k)); CHECK(i$k); }",
    /* atomics of all widths (those of _Bool only as far as clang has them right) */
    "{ $v a$k = $E; CHECK(__atomic_fetch_or(&a$k, ($v)$E, 5)); CHECK(__atomic_xor_fetch(&a$k, "
    "($v)$E, 5));\n"
    "    CHECK(__atomic_fetch_sub(&a$k, ($v)$E, 5)); CHECK(__atomic_nand_fetch(&a$k, ($v)$E, 5)); "
    "CHECK(a$k);\n"
    "    CHECK(__atomic_exchange_n(&a$k, ($v)$E, 5)); CHECK(__atomic_fetch_nand(&a$k, ($v)$E, 5)); "
    "CHECK(a$k); }",
    "{ $a a$k = $E; $v b$k = $E; CHECK(FETCH_MIN(&a$k, $E)); CHECK(a$k); CHECK(FETCH_MAX(&a$k, "
    "$i)); CHECK(a$k);\n"
    "    CHECK(FETCH_MAX(&b$k, $E)); CHECK(b$k); CHECK(FETCH_MIN(&b$k, $i)); CHECK(b$k);\n"
    "    $v e$k = b$k ^ $n % 2; CHECK(__atomic_compare_exchange_n(&b$k, &e$k, ($v)$E, 0, 5, 5)); "
    "CHECK(b$k);\n"
    "    CHECK(e$k); }",
    "{ _Atomic _Bool a$k = $E; CHECK(a$k ^= 1); CHECK(a$k |= $n & 1); CHECK(a$k &= $n > 4); "
    "CHECK(a$k++);"
    "CHECK(a$k); CHECK(EXCHANGE(&a$k, $n & 1)); CHECK(a$k); _Atomic $t b$k = $n; CHECK(b$k |= $E); "
    "CHECK(b$k &= $E);\n"
    "    CHECK(b$k ^= $E); CHECK(b$k--); _Atomic unsigned char c$k = $E; CHECK(c$k += $E); "
    "CHECK(c$k++);\n"
    "    CHECK(c$k <<= 3); CHECK(c$k -= $n); }",
    /* wide bit-fields, packed ones, ones in unions */
    "{ struct { unsigned long long a : $B; long long b : $B; int c : 7; } s$k = {$E, $E, $n};\n"
    "    CHECK(s$k.a); CHECK(s$k.b); s$k.a += (unsigned long long)$E; s$k.b = $i; s$k.c = $E; "
    "CHECK(s$k.a); "
    "CHECK(s$k.b);\n"
    "    CHECK(s$k.c); s$k.b = s$k.a; s$k.a++; s$k.a -= $n; CHECK(s$k.a); CHECK(s$k.b); "
    "CHECK((int)s$k.b); CHECK(s$k.b < 0); }",
    "{ struct { signed char p; long long a : $B; unsigned long long b : $H; unsigned char q; }\n"
    "    __attribute__((packed)) s$k[2] = {{$n, $E, $E, $n}, {$n, $i, $E, $n}}; s$k[$n & 1].a = "
    "$E;\n"
    "    s$k[0].b = $i; for (int k = 0; k < 2; k++) { CHECK(s$k[k].a); CHECK(s$k[k].b); "
    "CHECK(s$k[k].p);\n"
    "        CHECK(s$k[k].q); } s$k[1] = s$k[0]; s$k[1].b ^= $E; CHECK(s$k[1].b); CHECK(s$k[1].a); "
    "}",
    "{ union { unsigned long long w[3]; unsigned char c[24]; struct { unsigned a : 5; long long b "
    ": $B;\n"
    "        unsigned short c : 9; } s; struct { unsigned char x : 3; unsigned y : 17; long long z "
    ": 44; }\n"
    "        __attribute__((packed)) p; struct { short : 5; short d : 9; struct { int e : 20; } i; "
    "} n; }\n"
    "    u$k = {.w = {$E, $i, $E}}; CHECK(u$k.s.a); CHECK(u$k.s.b); CHECK(u$k.s.c); "
    "CHECK(u$k.p.x);\n"
    "    CHECK(u$k.p.y); CHECK(u$k.p.z); CHECK(u$k.n.d); CHECK(u$k.n.i.e); u$k.s.b = $E; u$k.p.y "
    "-= $n;\n"
    "    u$k.n.d = $i; u$k.n.i.e ^= $E; CHECK(u$k.w[0]); CHECK(u$k.w[1]); u$k.c[$n] = $i; "
    "CHECK(u$k.s.b);\n"
    "    CHECK(u$k.p.z); u$k.s.c = $E; u$k.p.z = $E; u$k.p.x++; CHECK(u$k.w[$n % 3]); "
    "CHECK(u$k.w[0]); }",
    /* words that are written in part: padding, fields beside fields that have no value yet */
    "{ struct { unsigned a : 5, b : 13; int c : 9; char d; } s$k, t$k; s$k.b = $E; s$k.d = $n; t$k "
    "= "
    "s$k;\n"
    "    CHECK(t$k.b); t$k.a = s$k.d; CHECK(t$k.a); CHECK(t$k.d); s$k.c = $E; CHECK(s$k.c); s$k.b "
    "+= "
    "$n;\n"
    "    CHECK(s$k.b ^ s$k.c); CHECK(s$k.c < 0 ? s$k.b : s$k.d); t$k.c = s$k.b; CHECK(t$k.c >> 2); "
    "}",
    "{ struct padded s$k = repad(pad($E, $E, $i), $n), *p$k = malloc(sizeof *p$k); *p$k = s$k; "
    "CHECK(p$k->a);\n"
    "    CHECK(p$k->b); CHECK(p$k->c + s$k.c); s$k = repad(*p$k, $E); CHECK(s$k.a + s$k.b); "
    "free(p$k);\n"
    "    struct fine *f$k = malloc(sizeof *f$k), g$k; f$k->b = $E; CHECK(f$k->b); f$k->a = $n; g$k "
    "= "
    "*f$k; g$k.d = $E;\n"
    "    CHECK(g$k.b); CHECK(g$k.a); CHECK(g$k.d); g$k.c = $i; g$k = refine(g$k, $E); "
    "CHECK(g$k.c); "
    "free(f$k); }",
    "{ struct { char x; long long a : $B; unsigned b : 9; } s$k, t$k[2]; s$k.a = $E; t$k[1] = s$k; "
    "t$k[1].b = $E;\n"
    "    CHECK(t$k[1].a); CHECK(t$k[1].b); memcpy(t$k, &t$k[1], sizeof s$k); CHECK(t$k[0].b); "
    "t$k[0].x = $n;\n"
    "    CHECK(t$k[0].x); CHECK(t$k[0].a); union { int w[2]; short h[4]; } u$k; u$k.h[1] = $E; "
    "u$k.h[0] = $i;\n"
    "    CHECK(u$k.w[0]); u$k.w[1] = $E; CHECK(u$k.h[3]); }",
    "{ $v *p$k = malloc(4 * sizeof *p$k), a$k[3]; p$k[$n & 1] = $E; p$k[2] = $i; memcpy(a$k, p$k, "
    "sizeof a$k);\n"
    "    CHECK(a$k[2]); memmove(p$k, p$k + 1, 2 * sizeof *p$k); CHECK(p$k[1]); a$k[0] = $n; "
    "CHECK(a$k[0]); free(p$k); }",
    "{ struct { char c; int *p; short s; } __attribute__((packed)) *q$k = malloc(2 * sizeof *q$k), "
    "t$k; q$k->c = $n; q$k->p = NULL;\n"
    "    q$k->s = $E; q$k[1] = *q$k; t$k = q$k[1]; CHECK(!t$k.p); CHECK(t$k.s); CHECK(t$k.c + "
    "!q$k->p); free(q$k); }",
    /* bytes of numbers, numbers of bytes */
    "{ $v a$k[6]; for (int k = 0; k < 6; k++) a$k[k] = ($v)(k * 0x1f2e3d4c5b6a79ll); char *b$k = "
    "(char *)a$k;\n"
    "    memmove(b$k + $n % 5, b$k + $n % 5, 1 + $n % 2 * sizeof *a$k); for (int k = 0; k < 6; "
    "k++) CHECK(a$k[k]);\n"
    "    memmove(a$k + $n % 3, a$k + $n % 3, $n % 4 * sizeof *a$k); for (int k = 0; k < 6; k++) "
    "CHECK(a$k[k]);\n"
    "    memcpy(&a$k[$n % 2], &a$k[2 + $n % 4], sizeof *a$k); memset(b$k + $n % 5, $E, $n % 2); "
    "CHECK(a$k[0]);\n"
    "    CHECK(a$k[1]); CHECK(SIGN(memcmp(a$k, a$k + 2, $n % 4 * sizeof *a$k))); }",
    "{ unsigned char a$k[24]; for (int k = 0; k < 24; k++) a$k[k] = k * 37 + $n; memmove(a$k + "
    "$n, a$k + $n, $n + $n % 6);\n"
    "    BYTES(a$k, 24); CHECK(SIGN(memcmp(a$k + $n % 4, a$k + $n, $n))); }",
    "{ char *p$k = malloc(32); memset(p$k, $E, 32); *(int *)(p$k + 4) = $E; *(short *)(p$k + 6) ^= "
    "$i;\n"
    "    *(unsigned long long *)(p$k + 8 * ($n % 3)) += $n; p$k[$n + 3] = $i; CHECK(*(long long "
    "*)p$k); "
    "CHECK(*(int *)(p$k + 8));\n"
    "    ((struct loose *)(p$k + $n))->v = $E; CHECK(((struct loose *)(p$k + $n + 2))->w); "
    "CHECK(*(unsigned short *)(p$k + 2 * $n));\n"
    "    CHECK(*(unsigned long long *)(p$k + 16)); CHECK_FLOAT(NUMBER(*(float *)(p$k + 4))); "
    "*(double *)(p$k + 8) = NUMBER($f);\n"
    "    CHECK(*(unsigned *)(p$k + 12)); CHECK(*(signed char *)(p$k + 7)); CHECK(((struct loose "
    "*)(p$k + $n))->v);\n"
    "    free(p$k); }",
    "{ union { $v a[4]; $t b[2]; unsigned char c[32]; } u$k = {.c = {0}}; u$k.c[$n] = $E; "
    "u$k.a[$n % 4] = $E;\n"
    "    u$k.b[$n & 1] ^= $i; CHECK(u$k.a[0]); CHECK(u$k.a[1]); CHECK(u$k.b[1]); CHECK(u$k.c[$n]); "
    "}",
    /* arrays in arrays */
    "{ static struct { short s; $v b[3][5]; } m$k[2][4], (*r$k)[4] = &m$k[$n & 1]; unsigned u$k = "
    "$n & 3;\n"
    "    unsigned char c$k = $n % 5; unsigned short h$k = $n % 3; m$k[1][u$k].b[h$k][c$k] = $E; "
    "m$k[0][u$k].s = $i;\n"
    "    CHECK(&m$k[1][u$k].b[h$k][c$k] - &m$k[1][u$k].b[h$k][0]); CHECK(&m$k[1][u$k] - "
    "m$k[1]); CHECK(r$k - m$k);\n"
    "    CHECK((char *)&m$k[1][u$k].b[h$k][c$k] - (char *)m$k); CHECK(&m$k[0][u$k].b[2] - "
    "m$k[0][u$k].b);\n"
    "    CHECK((*r$k)[u$k].b[h$k][c$k]); CHECK((*r$k)[u$k].s); CHECK(m$k[1][u$k ^ 1].b[h$k][c$k]); "
    "CHECK(sizeof m$k);\n"
    "    $v *p$k = m$k[1][u$k].b[1] + 4; CHECK(*(p$k - c$k)); CHECK(p$k[-(signed char)c$k]); "
    "CHECK(p$k >= m$k[1][u$k].b[1]);\n"
    "    CHECK((size_t)(p$k - c$k) - (size_t)m$k[1][u$k].b[1]); m$k[1][u$k] = m$k[0][u$k]; "
    "CHECK(m$k[1][u$k].s); }",
    "{ int n$k = 2 + $n % 3; $v a$k[n$k][3]; for (int k = 0; k < n$k * 3; k++) a$k[k / 3][k % 3] = "
    "k * $n;\n"
    "    a$k[n$k - 1][$n % 3] = $E; $v (*p$k)[3] = a$k + n$k; CHECK(p$k[-1][$n % 3]); "
    "CHECK(&p$k[-1]"
    "[2] - a$k[n$k - 1]);\n"
    "    CHECK(sizeof a$k); CHECK(p$k - a$k); long long i$k = $n % 2; CHECK(a$k[i$k][i$k + 1]); }",
    /* switches, jumps */
    "switch ((unsigned long long)$E) { case 0xffffffffffffffffull: CHECK(1); case 0x80000000: "
    "CHECK(2); break;\n"
    "    case 0x7fffff00 ... 0x7fffffff: CHECK(3); break; case 255: case 128: "
    "CHECK(4);\n"
    "    default: CHECK(5); case 0x8000000000000000ull: CHECK(6); }",
    "switch ((long long)$E) { case -9223372036854775807ll - 1 ... -2147483649ll: CHECK(1); case "
    "-2147483648ll: CHECK(2);\n"
    "    break; case -128 ... -1: CHECK(3); case 0: CHECK(4); break; case 127 ... 255: CHECK(5); "
    "break;\n"
    "    case 9223372036854775807ll: CHECK(6); break; default: CHECK(7); }",
    "switch (($v)$E) { case 0: CHECK(1); case -1: CHECK(2); break; case 127: CHECK(3); case -128: "
    "CHECK(4); break; default: CHECK(5); }",
    "{ int n$k = 1 + $n % 3, s$k = $n; switch ($i & 3) { do { case 0: s$k = s$k * 3 & 0xffff; case "
    "1: s$k ^= 5;\n"
    "        if (s$k & 8) continue; case 2: s$k += 2; default: s$k--; } while (--n$k > 0); } "
    "CHECK(s$k); CHECK(n$k); }",
    /* calls */
    "CHECK(sum_of(\"toPzi\", (struct two){$n, NUMBER($f)}, (struct odd){$E, $n.5}, (struct "
    "packs){$E, $i, $n, $E},\n"
    "        (struct sz7){{$n, $E, $n, 3, 4, 5, $E}}, $n));",
    "CHECK(sum_of(\"isZqlt\", $n, (struct small){$E, $E}, (struct sz17){{$n, [16] = $E}}, "
    "(struct fine){$n, $E, $n, $E},\n"
    "        (long)$E, (struct two){NUMBER($f), 1}));",
    "CHECK(sum_of(\"iiiiiiiidddddddddoi\", 1, $n, 3, (signed char)$E, 5, 6, (unsigned short)$E, 8, "
    "1., 2., $n.5, 4., 5.,\n"
    "        6., 7., 8., 9., (struct odd){$E, $n}, $n));",
    "CHECK(many($E, $E, NUMBER($f), $E, (struct small){$E, $n}, $E, $E, NUMBER($f), $E, (struct "
    "sz9){{[8] = $E}}));",
    "{ struct sz$z a$k[3] = {{{$E, [sizeof *a$k - 1] = $n}}, {{$n, $n}}}; a$k[2] = a$k[$n % 2]; "
    "a$k[$n % 3] = turn$z(a$k[1], $i);\n"
    "    for (int k = 0; k < 3; k++) { CHECK(a$k[k].c[0]); CHECK(a$k[k].c[sizeof *a$k - 1]); } "
    "CHECK(turn$z(a$k[0], $n).c[1]);\n"
    "    struct { char before; struct sz$z in; short after; } w$k[2] = {{$n, a$k[0], $E}, {$E, "
    "a$k[1], $n}}; w$k[0].in = w$k[1].in;\n"
    "    CHECK(w$k[0].after); CHECK(w$k[0].before); CHECK(w$k[0].in.c[2]); CHECK(w$k[1].after); }",
    "at_end_late($n);",
};

/* With functions of the C library. */
static const char *const library[] = {
    "{ char *e$k; const char *a$k = $S; *__errno_location() = 0; CHECK(strtol(a$k, &e$k, $b)); "
    "CHECK(e$k - a$k);\n"
    "    CHECK(*__errno_location()); *__errno_location() = 0; CHECK(strtoul(a$k, &e$k, $b)); "
    "CHECK(e$k - a$k);\n"
    "    CHECK(*__errno_location()); }",
    "{ char *e$k; const char *a$k = $S; *__errno_location() = 0; CHECK(strtoull(a$k, &e$k, $b)); "
    "CHECK(e$k - a$k);\n"
    "    CHECK(*__errno_location()); CHECK(strtoll(a$k, NULL, $b)); CHECK(strtoull($S, 0, $b)); "
    "CHECK(*__errno_location()); }",
    "{ const char *a$k = $s \"\\0end\"; CHECK(strnlen(a$k, $n)); CHECK(strnlen(a$k, strlen(a$k) + "
    "$n)); CHECK(strspn(a$k, $s));\n"
    "    CHECK(strcspn(a$k, $s)); CHECK(SIGN(strncmp(a$k, $s, strlen(a$k) + $n % 2))); "
    "CHECK(SIGN(memcmp(a$k, $s \"01234\", $n % 5)));\n"
    "    CHECK(strchr(a$k, 0) - a$k); CHECK(strrchr(a$k, 0) - a$k); CHECK(strchrnul(a$k, 'l') - "
    "a$k); const char *b$k = memrchr(a$k, 'l', strlen(a$k));\n"
    "    CHECK(b$k ? b$k - a$k : -1); b$k = memmem(a$k, strlen(a$k), $s, $n % 2); CHECK(b$k ? b$k "
    "- "
    "a$k : -1); }",
    "{ char a$k[48] = \"0123456789abcdefghijklmnopqrstuvwxyz\"; CHECK(stpcpy(a$k + $n, $s) - a$k); "
    "BYTES(a$k, 30);\n"
    "    CHECK(stpncpy(a$k + $n, $s, $n) - a$k); CHECK((char *)mempcpy(a$k + $n, $s "
    "\"0123456789\", "
    "$n) - a$k); BYTES(a$k, 30);\n"
    "    char *b$k = strndup(a$k, $n); CHECK(strlen(b$k)); TEXT(b$k); free(b$k); memmove(a$k + $n, "
    "a$k + $n, strlen(a$k) / 2 + 1); BYTES(a$k, 30); }",
    "{ char a$k[40] = $s \",\" $s \";\" $s, *p$k = a$k, *w; while ((w = strsep(&p$k, \",; \"))) { "
    "TEXT(w); CHECK(w - a$k); CHECK(p$k ? p$k - a$k : -1); } }",
    "{ char a$k[64]; CHECK(snprintf(a$k, 64, \"%$Dd|%$Dhhd|%$Dhd\", (int)$E, (int)$E, (int)$E)); "
    "TEXT(a$k); }",
    "{ char a$k[80]; CHECK(snprintf(a$k, 80, \"%$Xx|%$XX|%$Xo\", (unsigned)$E, (unsigned)$E, "
    "(unsigned)$E)); TEXT(a$k); }",
    "{ char a$k[80]; CHECK(snprintf(a$k, 80, \"%$Xhhx|%$Xhx|%$Xllx\", (unsigned)$E, (unsigned)$E, "
    "(unsigned long long)$E)); TEXT(a$k); }",
    "{ char a$k[80] = \"?\"; CHECK(snprintf(a$k, $n * 4, \"%$Dlld|%-$nlu|%$Di\", (long long)$E, "
    "(unsigned "
    "long)$E, (int)$n)); TEXT(a$k); }",
    "{ char a$k[80]; CHECK(snprintf(a$k, 80, \"%*d|%-*d|%.*d|%*.*x|\", $n, (int)$E, $n, (int)$E, "
    "$n, (int)$E, -$n, $n, $n)); TEXT(a$k); }",
    "{ char a$k[80]; CHECK(snprintf(a$k, 80, \"%5c|%-3c|%zu|%jd|%td|%-7s|%.2s|%1$n.3s|%ju%%\", "
    "'a' + $n, 'b', (size_t)$E, (long)$E,\n"
    "        (long)$E, $s, $s, $s, (unsigned long)$E)); TEXT(a$k); }",
    "{ $t a$k[9]; for (int k = 0; k < 9; k++) a$k[k] = 3 * k - 9 * (($t)-1 < 0); for (int k = -2; "
    "k < 12; k += 1 + $n % 3) {\n"
    "        $t w = 3 * k - 9 * (($t)-1 < 0); $t *f$k = bsearch(&w, a$k, $n % 9 + 1, sizeof w, "
    "by_$T); CHECK(f$k ? f$k - a$k : -1); } }",
    "{ struct sz$z a$k[5] = {{{$E, $n}}, {{$n, $E}}, {{$E, $n, $n}}, {{$n, [sizeof *a$k - 1] = "
    "$E}}};"
    " qsort(a$k, $n % 6, sizeof *a$k, by_sz$z);\n"
    "    for (int k = 0; k < 5; k++) { CHECK(a$k[k].c[0]); CHECK(a$k[k].c[1]); "
    "CHECK(a$k[k].c[sizeof "
    "*a$k - 1]); } }",
    "{ div_t d$k = div((int)(short)$E, $n - 10); CHECK(d$k.quot); CHECK(d$k.rem); CHECK(ldiv((int)"
    "$E, $n + 2).rem); CHECK(ldiv($E, -3).quot);\n"
    "    CHECK(ffs($E)); CHECK(ffsll($E)); CHECK(htonl($E)); CHECK(htons($E)); "
    "CHECK(llabs((int)$E));"
    " }",
    "{ int n$k = 0; unsigned char b$k = 9; long l$k = 8; CHECK(sscanf($s, \"%i%n%hhx %ld\", "
    "&(int){0}, &n$k, &b$k, &l$k)); CHECK(n$k); CHECK(b$k); CHECK(l$k); }",
    "for (int c = -1; c < 256; c += 1 + $n) CHECK((isalnum(c) != 0) | (isblank(c) != 0) << 1 | "
    "(iscntrl(c) != 0) << 2 | (isgraph(c) != 0) << 3 |\n"
    "        (islower(c) != 0) << 4 | (isprint(c) != 0) << 5 | (isalpha(c) != 0) << 6 | "
    "(isspace(c) "
    "!= 0) << 7 | tolower(c) * 256 | toupper(c) * 131072);",
    "{ double x$k = odd_float($n), y$k = odd_float($n) * $n.3; CHECK_FLOAT(fabs(x$k)); "
    "CHECK_FLOAT(floor(y$k)); CHECK_FLOAT(ceil(y$k));\n"
    "    CHECK_FLOAT(trunc(y$k)); CHECK_FLOAT(round(y$k)); CHECK_FLOAT(sqrt(x$k)); "
    "CHECK_FLOAT(sqrtf(y$k)); CHECK_FLOAT(fmin(x$k, y$k) + 0);\n"
    "    CHECK_FLOAT(round($n + 0.5 - ($n & 1))); CHECK_FLOAT(floor(-$n.25)); "
    "CHECK_FLOAT(ceil($n.75 - 5)); CHECK_FLOAT(pow($n - 5, $n)); }",
    "{ char *a$k = malloc(5 + $n); memset(a$k, 'a' + $n, 5 + $n % 1); a$k = realloc(a$k, 3 + $n % "
    "2); BYTES(a$k, 3); a$k = realloc(a$k, 40);\n"
    "    memset(a$k + 3, $E, 37); a$k[39] = 0; CHECK(strnlen(a$k, 40)); BYTES(a$k, 5); free(a$k); "
    "}",
};

const char *form_pick(Gen *g, bool plain)
{
    return plain ? forms[gen_draw(g, sizeof forms / sizeof *forms)]
                 : library[gen_draw(g, sizeof library / sizeof *library)];
}

/* Numbers at the ends of ranges. */
const char *form_edge(Gen *g)
{
    return GEN_PICK(g, "-128", "127", "255", "128", "-129", "256", "32767", "-32768", "65535",
                    "32768", "-32769", "65536", "2147483647", "(-2147483647 - 1)", "4294967295u",
                    "0x80000000u", "2147483648ll", "-2147483649ll", "0x100000000ll",
                    "9223372036854775807ll", "(-9223372036854775807ll - 1)",
                    "0xffffffffffffffffull", "0x8000000000000000ull", "0x8000000080008080ull", "0",
                    "1", "-1", "0", "1", "-1");
}

/* What fits just so: a type, a double (or a float). */
const char *form_limit(Gen *g, bool is_float)
{
    if (is_float)
        return GEN_PICK(g, "int, -2147483648.f", "int, 2147483520.f", "unsigned, 4294967040.f",
                        "unsigned, -.99f", "long long, -9223372036854775808.f",
                        "long long, 9223371487098961920.f",
                        "unsigned long long, 18446742974197923840.f", "signed char, -128.9f",
                        "unsigned char, 255.9f", "short, 32767.9f", "_Bool, 1e-45f",
                        "unsigned long long, 9223372036854775808.f", "unsigned short, 65535.9f");
    return GEN_PICK(g, "signed char, -128.9", "signed char, 127.9", "unsigned char, 255.9",
                    "unsigned char, -0.9", "short, -32768.9", "short, 32767.9",
                    "unsigned short, 65535.9", "int, -2147483648.9", "int, 2147483647.9",
                    "unsigned, 4294967295.9", "unsigned, -0.9", "unsigned, 2147483648.0",
                    "long long, -9223372036854775808.0", "long long, 9223372036854774784.0",
                    "unsigned long long, 18446744073709549568.0", "unsigned long long, -0.5",
                    "unsigned long long, 9223372036854775808.0", "_Bool, 5e-324", "_Bool, -0.0",
                    "_Bool, __builtin_nan(\"\")", "char, -1.5");
}

/* Texts that are numbers, or almost. */
const char *form_digits(Gen *g)
{
    return GEN_PICK(g, "\"9223372036854775807\"", "\"9223372036854775808\"",
                    "\"-9223372036854775808\"", "\"-9223372036854775809\"",
                    "\"18446744073709551615\"", "\"18446744073709551616\"", "\"-1\"", "\"0x\"",
                    "\"0xg\"", "\"-\"", "\"+ 1\"", "\"zz\"", "\"\\t\\n-0x7f.\"", "\"08\"", "\"\"",
                    "\"-0\"", "\"7fffffffffffffff\"", "\"777777777777777777777\"",
                    "\"1111111111111111111111\"", "\"-18446744073709551615\"", "\"00x1\"",
                    "\"99999999999999999999999\"", "\"-99999999999999999999\"", "\"0XaBcDeF\"");
}
